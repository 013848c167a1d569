"""How a reply ended: the providers' many words for it in the closed vocabulary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from leaderboard.models import FinishReason
from scoring.outcomes import response_text

__all__ = ["WORDS", "Ending", "finish_reason", "read_ending"]

_WORDS_OF: Final[Mapping[FinishReason, str]] = MappingProxyType(
    {
        "stop": "stop end_turn stop_sequence complete completed eos eos_token end finished",
        "length": "length max_tokens max_output_tokens max_length model_length continuation "
        "model_context_window_exceeded token_limit",
        "content_filter": "content_filter content_filtered safety recitation language blocklist "
        "prohibited_content spii image_safety refusal error_toxic sensitive guardrail_intervened "
        "escalation jailbreak model_armor",
        "api_error": "error network_error internal_error malformed_response engine_overloaded",
        "tool_calls": "tool_calls tool_call tool_use function_call unexpected_tool_call "
        "malformed_function_call too_many_tool_calls",
    }
)
WORDS: Final[Mapping[str, FinishReason]] = MappingProxyType(
    {word: reason for reason, words in _WORDS_OF.items() for word in words.split()}
)
"""What providers say, in lower case, and what it is here.

A refusal that Anthropic gives as its reason to stop comes from a classifier beside the model, and
so is a content filter; a context window that fills up while the answer is written cuts it like any
other limit of length; an error in a reply with status 200 is a fault of the service.
"""
NOTHING: Final = frozenset({"", "finish_reason_unspecified", "unknown", "null", "none"})
"""Words that say nothing."""


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


def finish_reason(
    raw: str | None, *, refusal: str | None = None, tool_calls: bool = False, text: str | None
) -> FinishReason | None:
    """A provider's word in the closed vocabulary.

    An answer that nobody said the end of has no reason; a reply without any answer is an outcome
    of the model all the same, `other`.

    Args:
        raw: the provider's own word, in any case.
        refusal: the text of a refusal given apart from the answer.
        tool_calls: whether the reply calls tools.
        text: the answer.

    """
    word = (raw or "").strip().lower()
    reason = None if word in NOTHING else WORDS.get(word, "other")
    has_text = bool(text and text.strip())
    if reason in {"stop", "other", None} and not has_text:
        if refusal and refusal.strip():
            return "refusal"
        if tool_calls:
            return "tool_calls"
        return reason or "other"
    return reason


def read_ending(reply: Mapping[str, object], *, raw: Mapping[str, object] | None = None) -> Ending:
    """How a reply ended.

    litellm maps every word that it does not know, and silence, to `stop`: so the provider's own
    reply is read where it is at hand. A reply in which nobody speaks at all, not even to say
    nothing, is a fault of the service.

    Args:
        reply: `ModelResponse.model_dump()` of litellm.
        raw: the provider's own reply (`Exchange.raw`), believed before `reply`.

    """
    choice = _first(reply, "choices")
    message = choice.get("message")
    message = message if isinstance(message, Mapping) else {}
    refusal = message.get("refusal")
    refusal = refusal if isinstance(refusal, str) and refusal.strip() else None
    said = list(_native_words(raw or {}))
    if not said and not (raw and _first(raw, "choices")):
        said = list(_translated_words(reply))
    known = [word for word in said if word.lower() in WORDS]
    word = next(iter([*known, *said]), None)
    reason = finish_reason(
        word,
        refusal=refusal,
        tool_calls=bool(message.get("tool_calls") or message.get("function_call")),
        text=response_text({"response": message.get("content")}),
    )
    return Ending(reason if choice else "api_error", next(iter(said), None), refusal)


def _native_words(raw: Mapping[str, object]) -> Iterator[str]:
    """The words of the provider's own reply, the closest to the model first.

    Forms: Chat Completions and OpenRouter's, Gemini and its blocked prompts, Anthropic, Bedrock,
    Cohere, Ollama, OpenAI's Responses.
    """
    choice, candidate = _first(raw, "choices"), _first(raw, "candidates")
    feedback, incomplete = raw.get("promptFeedback"), raw.get("incomplete_details")
    yield from _texts(
        choice.get("native_finish_reason"),
        choice.get("finish_reason"),
        candidate.get("finishReason"),
        feedback.get("blockReason") if isinstance(feedback, Mapping) else None,
        *(raw.get(key) for key in ("stop_reason", "stopReason", "finish_reason", "done_reason")),
        incomplete.get("reason") if isinstance(incomplete, Mapping) else None,
        raw.get("status"),
    )


def _translated_words(reply: Mapping[str, object]) -> Iterator[str]:
    """The words in litellm's translation, the original first where litellm keeps it."""
    choice = _first(reply, "choices")
    message = choice.get("message")
    inner = message.get("provider_specific_fields") if isinstance(message, Mapping) else None
    kept = choice.get("provider_specific_fields")
    yield from _texts(
        kept.get("native_finish_reason") if isinstance(kept, Mapping) else None,
        inner.get("stop_reason") if isinstance(inner, Mapping) else None,
        choice.get("finish_reason"),
    )


def _first(reply: Mapping[str, object], key: str) -> Mapping[str, object]:
    parts = reply.get(key)
    first = parts[0] if isinstance(parts, Sequence) and parts else None
    return first if isinstance(first, Mapping) else {}


def _texts(*values: object) -> Iterator[str]:
    return (value for value in values if isinstance(value, str) and value.strip())
