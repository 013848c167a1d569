"""One call of a model through litellm, and what it brought."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from leaderboard.runner.exchange import Exchange, close_connections
from leaderboard.runner.faults import Fault, classify_error
from leaderboard.runner.finish import Ending, read_ending
from leaderboard.runner.loading import load_litellm
from leaderboard.runner.masking import masked, masked_answer
from leaderboard.runner.params import sent_settings
from leaderboard.runner.usage import StatedUsage, read_usage
from scoring.outcomes import response_text

__all__ = ["CallFailedError", "Caller", "LiteLLMCaller", "Reply"]

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
        text: the answer, unchanged but for half surrogates, which become U+FFFD, and for keys that
            are known, which are masked; None if the reply has none.
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
        keys = self._keys()
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
            # Nothing of ours runs in there: whatever it is, litellm has no reply for us.
            if not _is_answered(exchange, error):
                fault = classify_error(error, keys=keys, timeout_s=self.timeout_s)
                raise CallFailedError(fault) from error
            # The answer came, and is paid: that litellm cannot read it makes it no worse.
            stated, headers = exchange.raw or {}, None
        else:
            stated = response.model_dump(warnings=False)
            hidden = getattr(response, "_hidden_params", None) or {}
            headers = hidden.get("additional_headers")
        latency = _latency(exchange, begun, time.monotonic())
        return _without_keys(_reply(stated, headers, exchange, latency), question, keys)

    def _keys(self) -> tuple[str, ...]:
        """The keys that the provider may have been sent."""
        of_environment = os.environ.get(f"{self.model.partition('/')[0].upper()}_API_KEY")
        return tuple(key for key in (self.api_key, of_environment) if key)

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


def _is_answered(exchange: Exchange, error: Exception) -> bool:
    """Whether a provider's reply that litellm failed at holds a message all the same."""
    if getattr(error, "litellm_response_headers", None):
        # With these litellm hands on that the provider refused.
        return False
    match exchange.raw:
        case {"choices": [{"message": {"content": _}}, *_]}:
            return True
        case _:
            return False


def _reply(
    reply: Mapping[str, Any],
    headers: Mapping[str, object] | None,
    exchange: Exchange,
    latency: float,
) -> Reply:
    raw: Mapping[str, Any] = exchange.raw or {}
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
        usage=read_usage(reply, raw=exchange.raw, headers=headers),
        latency_s=latency,
        sent=sent_settings(exchange.sent),
    )


def _without_keys(reply: Reply, question: str, keys: Sequence[str]) -> Reply:
    """The reply without any key that is known: some servers send back what they were sent."""

    def told(text: str | None) -> str | None:
        return None if text is None else masked(text, keys=keys)

    ending = replace(reply.ending, raw=told(reply.ending.raw), refusal=told(reply.ending.refusal))
    text = None if reply.text is None else masked_answer(reply.text, question, keys=keys)
    return replace(reply, text=text, ending=ending, model_reported=told(reply.model_reported))


def _text(reply: Mapping[str, Any]) -> str | None:
    """The text of the first choice, blocks of it joined; None if there is none."""
    match reply:
        case {"choices": [{"message": {"content": content}}, *_]}:
            return response_text({"response": content})
        case _:
            return None
