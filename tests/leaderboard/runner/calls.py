"""Calls through litellm as the runner makes them, to the server of the tests."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from leaderboard.runner.exchange import Exchange, close_connections
from leaderboard.runner.loading import load_litellm

__all__ = ["Answered", "ask", "fail"]


@dataclass(frozen=True, slots=True)
class Answered:
    """One reply.

    Attributes:
        reply: what litellm makes of it.
        raw: what the provider said.
        sent: what the provider was sent.
        headers: what litellm keeps of the headers.

    """

    reply: Mapping[str, Any]
    raw: Mapping[str, object] | None
    sent: Mapping[str, object]
    headers: Mapping[str, object]


def ask(model: str, api_base: str | None, *, timeout_s: float = 10, **asked: object) -> Answered:
    """Ask the model one thing, once."""
    litellm: Any = load_litellm()
    exchange = Exchange()
    parameters: dict[str, Any] = {
        "api_key": "sk-of-the-tests-0123456789",
        "messages": [{"role": "user", "content": "Is the fee defined?"}],
        "drop_params": True,
        **asked,
    }

    async def call() -> Any:
        try:
            return await litellm.acompletion(
                model=model,
                api_base=api_base,
                timeout=timeout_s,
                num_retries=0,
                max_retries=0,
                logger_fn=exchange.note,
                **parameters,
            )
        finally:
            await close_connections()

    response = asyncio.run(call())
    hidden = response._hidden_params  # noqa: SLF001 - where litellm keeps them
    return Answered(
        response.model_dump(), exchange.raw, exchange.sent, hidden.get("additional_headers") or {}
    )


def fail(model: str, api_base: str | None, *, timeout_s: float = 10, **asked: object) -> Exception:
    """The exception that a call ends with."""
    try:
        answered = ask(model, api_base, timeout_s=timeout_s, **asked)
    except Exception as error:  # noqa: BLE001 - whatever litellm raises is what is asked for
        return error
    raise AssertionError(f"the call was answered: {answered.reply}")
