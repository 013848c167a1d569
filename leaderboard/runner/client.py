"""One call of a model through litellm, and what it brought."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from leaderboard.runner.exchange import Exchange, close_connections
from leaderboard.runner.faults import Fault, classify_error
from leaderboard.runner.finish import Ending, read_ending
from leaderboard.runner.params import sent_settings
from leaderboard.runner.usage import StatedUsage, read_usage
from scoring.outcomes import response_text

__all__ = ["CallFailedError", "Caller", "LiteLLMCaller", "Reply", "load_litellm"]

_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_NO_KEY: Final = "none"
_NO_CHOICE: Final = Fault(
    kind="retry",
    reason="api_error",
    retry_after_s=None,
    raw="200 no choices",
    message="the reply has no choices",
    may_be_billed=True,
)


@dataclass(frozen=True, slots=True)
class Reply:
    """What a successful call brought.

    Attributes:
        text: the answer, unchanged but for half surrogates, which become U+FFFD; None if the
            reply has none.
        ending: how it ended.
        model_reported: the model's name in the reply.
        usage: the tokens that it states.
        latency_s: seconds of this one call.
        sent: the settings that the provider was sent.

    """

    text: str | None
    ending: Ending
    model_reported: str | None
    usage: StatedUsage
    latency_s: float
    sent: Mapping[str, object]


class CallFailedError(Exception):
    """A call brought no reply.

    Attributes:
        fault: what that means for its item and for the run.

    """

    def __init__(self, fault: Fault) -> None:
        """Carry the fault; its message is the text."""
        super().__init__(fault.message)
        self.fault = fault


class Caller(Protocol):
    """Whatever can be asked a question."""

    async def call(self, question: str) -> Reply:
        """Ask once.

        Raises:
            CallFailedError: the call brought no reply.

        """
        ...

    async def close(self) -> None:
        """Make no further call."""
        ...


def load_litellm() -> ModuleType:
    """litellm, told to ask the network for nothing and to print nothing of its own."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    import litellm

    litellm.suppress_debug_info = True
    litellm.telemetry = False
    return litellm


@dataclass(frozen=True, slots=True)
class LiteLLMCaller:
    """Calls one model through litellm, each time once: neither litellm nor an SDK tries again.

    Attributes:
        model: with the provider's prefix.
        api_base: another address than the provider's own, or None.
        api_key: the key, where it is not in the variable that litellm reads.
        parameters: OpenAI's names and values; what the provider does not know is dropped.
        timeout_s: seconds after which a call is given up.

    """

    model: str
    api_base: str | None
    api_key: str | None
    parameters: Mapping[str, object]
    timeout_s: float

    async def call(self, question: str) -> Reply:
        """Ask once.

        Raises:
            CallFailedError: the call brought no reply.

        """
        exchange = Exchange()
        litellm = load_litellm()
        begun = time.monotonic()
        try:
            async with asyncio.timeout(self.timeout_s):
                response = await litellm.acompletion(
                    model=self.model,
                    messages=[{"role": "user", "content": question}],
                    api_base=self.api_base,
                    api_key=self.api_key or _local_key(self.api_base),
                    timeout=self.timeout_s,
                    num_retries=0,
                    max_retries=0,
                    drop_params=True,
                    logger_fn=exchange.note,
                    **self.parameters,
                )
        except Exception as error:
            # Nothing of ours runs in there: whatever it is, the call failed.
            keys = () if self.api_key is None else (self.api_key,)
            raise CallFailedError(classify_error(error, keys=keys)) from error
        return _reply(response, exchange, _latency(exchange, begun, time.monotonic()))

    async def close(self) -> None:
        """Close the connections that are kept open for the next call."""
        await close_connections()


def _latency(exchange: Exchange, begun: float, ended: float) -> float:
    """Seconds from the request to its reply: what litellm does before and after is not the model's.

    It prepares for a second and more when it is called for the first time.
    """
    sent = begun if exchange.sent_at is None else exchange.sent_at
    received = exchange.received_at
    return (ended if received is None or received < sent else received) - sent


def _local_key(api_base: str | None) -> str | None:
    """A server on this machine gets no key from the environment: it was made for another."""
    host = "" if api_base is None else urlsplit(api_base).hostname or ""
    return _NO_KEY if _is_this_machine(host) else None


def _is_this_machine(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return address.is_loopback or address.is_unspecified


def _reply(response: Any, exchange: Exchange, latency: float) -> Reply:  # noqa: ANN401 - litellm's
    reply: dict[str, Any] = response.model_dump()
    hidden = getattr(response, "_hidden_params", None) or {}
    raw = exchange.raw or {}
    model = raw.get("model") or reply.get("model")
    if not raw.get("choices", reply.get("choices")):
        raise CallFailedError(_NO_CHOICE)
    # litellm takes what stands in tags of reasoning out of the text: that is for scoring to do.
    text = _text(raw)
    if text is None:
        text = _text(reply)
    return Reply(
        text=None if text is None else _SURROGATE.sub("\ufffd", text),
        ending=read_ending(reply, raw=exchange.raw),
        model_reported=model if isinstance(model, str) else None,
        usage=read_usage(reply, raw=exchange.raw, headers=hidden.get("additional_headers")),
        latency_s=latency,
        sent=sent_settings(exchange.sent),
    )


def _text(reply: Mapping[str, Any]) -> str | None:
    """The text of the first choice, blocks of it joined; None if there is none."""
    match reply:
        case {"choices": [{"message": {"content": content}}, *_]}:
            return response_text({"response": content})
        case _:
            return None
