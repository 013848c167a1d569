"""Settings: what was asked, what the provider is sent, what litellm drops on the way.

litellm drops what it does not believe that a provider takes, renames what it does (`max_tokens` is
`max_completion_tokens` for GPT-5, `maxOutputTokens` for Gemini) and changes values (an effort into
a budget). Two things are known of it. Before a call, `settle` lets litellm translate the settings
and leaves each out in turn: what makes no difference is dropped. Of a call, `sent_settings` reads
the body that went out, which is the whole truth and is what submissions record.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from leaderboard.errors import UsageError
from leaderboard.findings import printable, quoted
from leaderboard.runner.list_prices import is_own_server, map_key
from leaderboard.runner.loading import load_litellm

__all__ = ["Settled", "StructuredOutput", "sent_settings", "settle", "structured_output"]

StructuredOutput: TypeAlias = Literal["json_schema", "json_object"]

SCHEMA_FOR_ALL: Final = frozenset({"databricks", "fireworks_ai", "nebius", "predibase"})
"""Providers that hold every model to a schema (litellm, `supports_response_schema`)."""
NO_SETTINGS: Final = frozenset(
    {
        *("model", "modelId", "model_id"),
        *(
            "messages",
            "contents",
            "prompt",
            "input",
            "inputs",
            "inputText",
            "message",
            "chat_history",
        ),
        *("system", "systemInstruction", "system_instruction", "instructions", "preamble"),
        *("api_key", "key", "headers", "extra_headers", "timeout", "user", "metadata", "client"),
    }
)
"""Keys of a request's body that are the prompt, the model or the way there."""
MOST_TEXT: Final = 20_000


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

    Raises:
        UsageError: litellm knows no provider for the model, or refuses a value.

    """
    given = {name: value for name, value in asked.items() if value is not None}
    whole = _translated(given, model, api_base)
    dropped = [
        name
        for name in given
        if name not in whole
        and whole == _translated({k: v for k, v in given.items() if k != name}, model, api_base)
    ]
    return Settled(sent_settings(whole), tuple(sorted(dropped)))


def _translated(
    asked: Mapping[str, object], model: str, api_base: str | None
) -> Mapping[str, object]:
    litellm: Any = load_litellm()
    prefix, slash, bare = model.partition("/")
    try:
        if slash and prefix in litellm.provider_list:
            provider = prefix
        else:
            bare, provider, _, _ = litellm.get_llm_provider(model=model, api_base=api_base)
        translated: Mapping[str, object] = litellm.utils.get_optional_params(
            model=bare, custom_llm_provider=provider, drop_params=True, **asked
        )
    except litellm.BadRequestError as error:
        raise UsageError(_refusal(model, str(error))) from error
    return translated


def _refusal(model: str, said: str) -> str:
    if "LLM Provider NOT provided" in said:
        return (
            f"litellm knows no provider for {quoted(model)}; write the provider before the name, "
            "such as openai/gpt-5, or openai/NAME with --api-base for a server of your own"
        )
    return f"litellm refuses a setting for {quoted(model)}: {printable(said, 500)}"


def sent_settings(sent: Mapping[str, object]) -> Mapping[str, object]:
    """The settings in the body of a request (`Exchange.sent`), without the prompt and the model.

    What is empty is left out, and so is what is too long to be a setting. All values are JSON.
    """
    settings = {}
    for name, value in sorted(sent.items()):
        if name in NO_SETTINGS or value is None or value in ({}, [], ""):
            continue
        text = json.dumps(value, default=str)
        if len(text) <= MOST_TEXT:
            settings[name] = json.loads(text)
    return settings


def structured_output(model: str, *, api_base: str | None = None) -> StructuredOutput | None:
    """What the provider is known to offer: a schema, or nothing.

    Known is what litellm's map says of this very model; nothing there tells who offers JSON
    without a schema. None for a server of one's own, for nothing is known of it: there, and for
    models that the map does not have, the user says what is to be asked for.
    """
    prices: Mapping[str, Mapping[str, object]] = load_litellm().model_cost
    key = map_key(model, prices)
    entry = prices[key] if key is not None else {}
    prefix, slash, _ = model.partition("/")
    provider = prefix if slash else str(entry.get("litellm_provider"))
    if is_own_server(provider, api_base, os.environ):
        return None
    if entry.get("supports_response_schema") is True or provider in SCHEMA_FOR_ALL:
        return "json_schema"
    return None
