"""What litellm sent for one call and what came back, before litellm smoothed it.

litellm's reply is a translation: a count that the provider did not give becomes 0, finish reasons
are mapped to OpenAI's few, parts of the usage get lost where an answer was blocked. An `Exchange`
keeps the two originals. litellm calls the function that is given as `logger_fn`, for this one
call, with each request and each reply.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from leaderboard.runner.loading import load_litellm

__all__ = ["Exchange", "close_connections"]


@dataclass(slots=True)
class Exchange:
    """Listens to one call: `litellm.acompletion(…, logger_fn=exchange.note)`.

    Nothing secret is kept: neither headers nor keys are looked at.

    Attributes:
        sent: the body of the request as the provider got it; empty before it was made.
        raw: the provider's reply, parsed; None if none came, or it was no JSON object.
        sent_at, received_at: when the request was made and the reply was there, seconds of the
            monotonic clock; None if litellm did not say.

    """

    sent: Mapping[str, object] = field(default_factory=dict)
    raw: Mapping[str, object] | None = None
    sent_at: float | None = field(default=None, compare=False)
    received_at: float | None = field(default=None, compare=False)

    def note(self, details: Mapping[str, object]) -> None:
        """Keep what litellm says; it calls this before and after the request."""
        arguments = details.get("additional_args")
        body = arguments.get("complete_input_dict") if isinstance(arguments, Mapping) else None
        parsed = _parsed(body)
        if parsed is not None:
            self.sent = parsed
        if details.get("log_event_type") == "pre_api_call":
            self.sent_at = time.monotonic()
        if details.get("log_event_type") == "post_api_call":
            self.received_at = time.monotonic()
            reply = _parsed(details.get("original_response"))
            if reply is not None:
                self.raw = reply


def _parsed(value: object) -> Mapping[str, object] | None:
    """A JSON object given as such or as text; None for everything else, coroutines among it."""
    if isinstance(value, str | bytes):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return None
    return dict(value) if isinstance(value, Mapping) else None


async def close_connections() -> None:
    """Close the connections that litellm keeps open; to be awaited last in the loop of the calls.

    litellm keeps clients for later, each bound to its loop, and closes them when the process
    ends, when that loop is long gone.
    """
    litellm: Any = load_litellm()
    await litellm.close_litellm_async_clients()
    litellm.in_memory_llm_clients_cache.flush_cache()
