"""How a call ended: the closed vocabulary of finish reasons, and what an exception means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from leaderboard.models import FinishReason

__all__ = [
    "Ending",
    "Fault",
    "FaultKind",
    "classify_error",
    "finish_reason",
    "masked",
    "read_ending",
]

FaultKind: TypeAlias = Literal["stop_run", "retry", "outcome"]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a reply ended.

    Attributes:
        reason: in the closed vocabulary; None if nobody said.
        raw: the provider's own word, one line.
        refusal: the text of a refusal that the provider gave apart from the answer.

    """

    reason: FinishReason | None
    raw: str | None
    refusal: str | None


@dataclass(frozen=True, slots=True)
class Fault:
    """What an exception of a call means.

    Attributes:
        kind: `stop_run` ends the run, `retry` is worth another attempt, `outcome` is final.
        reason: the item's finish reason if it ends so; None for `stop_run`.
        retry_after_s: how long the provider asks to wait, seconds; None if it does not.
        raw: status and the provider's code, such as `429 rate_limit_exceeded`.
        message: one line, keys masked.
        may_be_billed: whether the lost attempt may have cost something.

    """

    kind: FaultKind
    reason: FinishReason | None
    retry_after_s: float | None
    raw: str
    message: str
    may_be_billed: bool


def finish_reason(
    raw: str | None, *, refusal: str | None = None, tool_calls: bool = False, text: str | None
) -> FinishReason | None:
    """A provider's word in the closed vocabulary; None if there is no word and no sign.

    Args:
        raw: the provider's own word, in any case.
        refusal: the text of a refusal given apart from the answer.
        tool_calls: whether the reply calls tools.
        text: the answer.

    """
    raise NotImplementedError


def read_ending(reply: Mapping[str, object], *, raw: Mapping[str, object] | None = None) -> Ending:
    """How a reply ended.

    Args:
        reply: `ModelResponse.model_dump()` of litellm.
        raw: the provider's own reply (`Exchange.raw`), believed before `reply`.

    """
    raise NotImplementedError


def classify_error(error: BaseException) -> Fault:
    """What an exception of `litellm.acompletion`, or a timeout of ours, means for the run."""
    raise NotImplementedError


def masked(text: str, environ: Mapping[str, str] | None = None) -> str:
    """The text in one line, with everything that looks like a key, or is one, masked."""
    raise NotImplementedError
