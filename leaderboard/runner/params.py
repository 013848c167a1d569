"""Settings: what was asked, what the provider is sent, what litellm drops on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["Settled", "StructuredOutput", "sent_settings", "settle", "structured_output"]

StructuredOutput: TypeAlias = Literal["json_schema", "json_object"]


@dataclass(frozen=True, slots=True)
class Settled:
    """What becomes of the settings that were asked for.

    Attributes:
        sent: the provider's names and values, as litellm translates them.
        dropped: names that were asked for and are not sent, in order.

    """

    sent: Mapping[str, object]
    dropped: tuple[str, ...]


def settle(asked: Mapping[str, object], model: str, *, api_base: str | None = None) -> Settled:
    """What litellm would send; touches no network.

    Args:
        asked: OpenAI's names (`temperature`, `max_tokens`, `response_format` …) and values; None
            is not asked.
        model: as litellm is asked for it, with the provider's prefix.
        api_base: another address than the provider's own.

    """
    raise NotImplementedError


def sent_settings(sent: Mapping[str, object]) -> Mapping[str, object]:
    """The settings in the body of a request (`Exchange.sent`), without the prompt and the model."""
    raise NotImplementedError


def structured_output(model: str, *, api_base: str | None = None) -> StructuredOutput | None:
    """What the provider is known to offer: a schema, JSON alone, or nothing.

    None for a server of one's own (`api_base`), for nothing is known of it: there the user asks.
    """
    raise NotImplementedError
