"""What an exception of a call means for its item and for the run.

litellm makes up a status where it got none (500 for a refused connection, 408 for its own clock)
and reads the same fault differently for each provider. What holds for all of them, tried with
1.110.2: `status_code` is the provider's status if `litellm_response_headers` has the headers of a
reply; the provider's own words are in `body`, in `response.text` or in the message.
"""

from __future__ import annotations

import datetime as dt
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Final, Literal, TypeAlias

from leaderboard.models import FinishReason
from leaderboard.runner.masking import MOST_READ, masked

__all__ = ["Fault", "FaultKind", "classify_error"]

FaultKind: TypeAlias = Literal["stop_run", "retry", "outcome"]

MOST_MESSAGE: Final = 2_000

OK, BAD_REQUEST, UNAUTHORISED, FORBIDDEN, TIMED_OUT = 200, 400, 401, 403, 408
TOO_MANY, SERVER_FAULT, UNAVAILABLE, OVERLOADED = 429, 500, 503, 529
TRANSIENT: Final = frozenset({OK, TIMED_OUT, 409, 425, TOO_MANY})
"""Statuses below 500 that another attempt may turn out better; 200 is a reply that is garbled."""
TOO_LARGE: Final = frozenset({BAD_REQUEST, 413, 422, SERVER_FAULT})
FILTERED: Final = frozenset({BAD_REQUEST, FORBIDDEN, 422, 451})
BILLS_REFUSALS: Final = frozenset({"azure", "azure_ai"})
"""Providers that state that requests refused after they were read are charged."""

BROKEN_OFF: Final = frozenset({"NetworkError", "ProtocolError", "ClientPayloadError"})
"""What the transports raise when a connection that stood is gone."""
TRACEBACK: Final = "Traceback (most recent call last)"

_OVERFLOW: Final = re.compile(
    r"exceeds? the available context|maximum context length|max(?:imum)? sequence length"
    r"|context_length_exceeded|exceed_context_size|context_window_exceeded"
    r"|exceed(?:s|ed|ing)? .{0,80}context (?:length|window|size|limit)"
    r"|context (?:length|window|size|limit) .{0,80}exceed"
    r"|(?:prompt|input|request) is too long|prompt_too_long"
    r"|exceeds the maximum number of tokens|input tokens exceed"
    r"|reduce the length of (?:the|your) (?:messages|prompt|input)"
    r"|(?:larger|longer) than the (?:maximum )?(?:model's )?context"
    r"|tokens \+ `?max_new_tokens`? must be|`inputs` must have less than"
    r"|maximum (?:prompt|input|model|context) length (?:is|of)|exceeds? max(?:imum)? length"
    r"|context (?:window|length|size) (?:is|of) only|than the context (?:window|length|size)"
    r"|(?:prompt|input|request) exceed(?:s|ed) .{0,40}token limit"
    r"|range of input length should be|number of tokens in the prompt cannot exceed"
    r"|tokens(?: \([0-9]+\))? ?> ?n_ctx",
    re.IGNORECASE,
)
_FILTER: Final = re.compile(
    r"content[ _](?:filter|policy|management policy)|responsibleaipolicyviolation"
    r"|data_inspection_failed|prohibited_content|(?:input|prompt|content) was flagged"
    r"|flagged .{0,40}moderation|violat\w{1,6} .{0,60}(?:usage|content|safety) polic",
    re.IGNORECASE,
)
_NO_KEY: Final = re.compile(
    r"missing credentials|missing .{0,40}api[ _]key|no api[ _]key|api[ _]key not (?:valid|found)"
    r"|api_key_invalid|(?:invalid|incorrect) api[ _]key|api_key client option must be set",
    re.IGNORECASE,
)
_NOT_SENT: Final = re.compile(r"LLM Provider NOT provided|UnsupportedParamsError")
_NO_MODEL: Final = re.compile(
    r"model_not_found|model .{0,80}(?:does not exist|not found)", re.IGNORECASE
)
_NO_CREDIT: Final = re.compile(
    r"insufficient_quota|exceeded your current quota|insufficient.{0,10}(?:balance|credit|funds)",
    re.IGNORECASE,
)
_PREFIX: Final = re.compile(r"^(?:(?:litellm\.)?[A-Za-z_]+(?:Error|Exception|Timeout)(?:: | - ))+")
_SECONDS: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?)s?")


@dataclass(frozen=True, slots=True)
class Fault:
    """What an exception of a call means.

    Attributes:
        kind: `stop_run` ends the run, `retry` is worth another attempt, `outcome` is final.
        reason: the item's finish reason if it ends so; None for `stop_run`.
        retry_after_s: how long the provider asks to wait, seconds; None if it does not.
        raw: status and the provider's code, such as `429 rate_limit_exceeded`; where the provider
            did not reply, what happened on the way, such as `ConnectionRefusedError`.
        message: one line, keys masked.
        may_be_billed: whether the lost attempt may have cost something.

    """

    kind: FaultKind
    reason: FinishReason | None
    retry_after_s: float | None
    raw: str
    message: str
    may_be_billed: bool


@dataclass(frozen=True, slots=True)
class _Said:
    """An exception in the provider's words.

    Attributes:
        names: the classes of the exception and of those behind it, with their bases.
        status: of HTTP; made up by litellm where there are no headers.
        headers: of the provider's reply, in lower case; empty if there was none.
        codes: the provider's codes, the most telling first.
        details: the provider's error object.
        text: everything that is said, for patterns.
        message: what the provider says, or else litellm.
        provider: as litellm names it.

    """

    names: Sequence[str]
    status: int | None
    headers: Mapping[str, str]
    codes: Sequence[str]
    details: Mapping[str, object]
    text: str
    message: str
    provider: str

    @property
    def is_reply(self) -> bool:
        return bool(self.headers)


def classify_error(
    error: BaseException,
    *,
    environ: Mapping[str, str] | None = None,
    keys: Sequence[str] = (),
    timeout_s: float | None = None,
) -> Fault:
    """What an exception of `litellm.acompletion`, or a timeout of ours, means for the run.

    Retried are connections that fail, timeouts, 408, 409, 425, 429, all from 500 on, and replies
    with status 200 that cannot be read. 401, a missing key and a provider that litellm does not
    know stop the run. Everything else is the item's outcome at once: a full context, a content
    filter, 403, an empty account.

    Args:
        error: what was raised.
        environ: the environment, whose keys are masked; the process's own if None.
        keys: further keys to mask.
        timeout_s: seconds after which a call is given up, to be named where they were over.

    """
    said = _said(error)
    kind, reason, may_be_billed = _judged(said)
    message = masked(_told(said, timeout_s), environ, keys=keys)
    return Fault(
        kind=kind,
        reason=None if kind == "stop_run" else reason,
        retry_after_s=_retry_after(said),
        raw=masked(_raw(said, reason), environ, keys=keys)[:100],
        message=message if len(message) <= MOST_MESSAGE else f"{message[: MOST_MESSAGE - 1]}…",
        may_be_billed=may_be_billed,
    )


def _judged(said: _Said) -> tuple[FaultKind, FinishReason, bool]:
    """Kind, finish reason, and whether the attempt may be billed."""
    if _is_clock(said):
        return "retry", "timeout", not _is_never_sent(said)
    if _stops(said):
        return "stop_run", "api_error", False
    if _overflows(said):
        return "outcome", "context_overflow", said.provider in BILLS_REFUSALS
    if "ContentPolicyViolationError" in said.names or (
        said.status in FILTERED and _FILTER.search(said.text)
    ):
        return "outcome", "content_filter", True
    kind, may_be_billed = _judged_by_status(said)
    return kind, "api_error", may_be_billed


def _overflows(said: _Said) -> bool:
    if _NO_MODEL.search(said.text):
        return False
    return "ContextWindowExceededError" in said.names or (
        said.status in TOO_LARGE and bool(_OVERFLOW.search(said.text))
    )


def _judged_by_status(said: _Said) -> tuple[FaultKind, bool]:
    status = said.status
    if status == TOO_MANY:
        # Gemini speaks of the quota of a minute as of an empty account, but says when to come back.
        is_over = _NO_CREDIT.search(said.text) and _retry_after(said) is None
        return "outcome" if is_over else "retry", False
    if status is None or status >= SERVER_FAULT or status in TRANSIENT:
        refused = said.is_reply and status in {409, 425, UNAVAILABLE, OVERLOADED}
        return "retry", not (refused or _is_never_sent(said))
    return "outcome", said.provider in BILLS_REFUSALS


def _told(said: _Said, timeout_s: float | None) -> str:
    """What is to be read of it: where the provider said nothing, what happened on the way."""
    if said.is_reply:
        return said.message
    if _is_never_sent(said):
        return f"the server was not reached ({said.names[-1]})"
    if _is_clock(said):
        return "no answer in time" if timeout_s is None else f"no answer within {timeout_s:g} s"
    if BROKEN_OFF & set(said.names):
        return f"the reply broke off ({said.names[-1]})"
    return said.message


def _is_clock(said: _Said) -> bool:
    names = {"TimeoutError", "APITimeoutError"}
    return not said.is_reply and bool(names & set(said.names))


def _is_never_sent(said: _Said) -> bool:
    return "ConnectError" in said.names or "ConnectTimeout" in said.names


def _stops(said: _Said) -> bool:
    if said.status == UNAUTHORISED:
        return True
    if said.is_reply:
        return said.status == BAD_REQUEST and bool(_NO_KEY.search(said.text))
    return bool(
        "AuthenticationError" in said.names
        or _NO_KEY.search(said.text)
        or _NOT_SENT.search(said.text)
        or "UnsupportedParamsError" in said.names
    )


def _raw(said: _Said, reason: FinishReason) -> str:
    code = said.codes[0] if said.codes else ""
    if said.is_reply or code:
        return f"{said.status or ''} {code}".strip()
    return "timeout" if reason == "timeout" else said.names[-1]


def _said(error: BaseException) -> _Said:
    text = _before_traceback(str(error))[:MOST_READ]
    response = getattr(error, "response", None)
    headers = _headers(getattr(error, "litellm_response_headers", None)) or _headers(
        getattr(response, "headers", None)
    )
    details = _details(getattr(error, "body", None)) or _details(_body(response)) or _details(text)
    stated = details.get("message")
    message = stated if isinstance(stated, str) and stated.strip() else _PREFIX.sub("", text)
    status = getattr(error, "status_code", None)
    return _Said(
        names=tuple(_names(error)),
        status=status if isinstance(status, int) else None,
        headers=headers,
        codes=tuple(_codes(details)),
        details=details,
        text=f"{text} {json.dumps(details, default=str)}"[:MOST_READ],
        message=_before_traceback(message).strip() or type(error).__name__,
        provider=str(getattr(error, "llm_provider", "")),
    )


def _before_traceback(text: str) -> str:
    """Without the traceback that litellm, or a server, writes behind what it says."""
    return text.partition(TRACEBACK)[0]


def _names(error: BaseException) -> Iterator[str]:
    """The names of the exception's classes and of what it came from; the innermost is the last."""
    seen: set[int] = set()
    link: BaseException | None = error
    innermost = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        innermost = link
        for base in type(link).__mro__:
            yield base.__name__
        link = link.__cause__ or link.__context__
    yield type(innermost).__name__


def _headers(headers: object) -> Mapping[str, str]:
    if headers is None or not hasattr(headers, "items"):
        return {}
    return {str(name).lower(): str(value) for name, value in headers.items()}


def _body(response: object) -> object:
    """The text of a response; litellm also makes up responses that have none."""
    content = getattr(response, "content", None)
    return content.decode("utf-8", "replace") if isinstance(content, bytes) else None


def _details(body: object) -> Mapping[str, object]:
    """The error object in a body, a JSON text, or a message that ends with one."""
    if isinstance(body, str):
        start = body.find("{")
        try:
            body, _ = json.JSONDecoder().raw_decode(body[start:]) if start >= 0 else ({}, 0)
        except (ValueError, RecursionError):
            return {}
    if not isinstance(body, Mapping):
        return {}
    inner = body.get("error", body)
    if isinstance(inner, str):
        return {"message": inner}
    return inner if isinstance(inner, Mapping) else {}


def _codes(details: Mapping[str, object]) -> Iterator[str]:
    """Codes that are words; numbers only repeat the status."""
    inner = details.get("innererror")
    for source in (details, inner if isinstance(inner, Mapping) else {}):
        for key in ("code", "type", "status"):
            value = source.get(key)
            if isinstance(value, str) and value.strip() and not value.strip().isdigit():
                yield value.strip()


def _retry_after(said: _Said) -> float | None:
    """Seconds to wait: `retry-after-ms`, `retry-after` as seconds or date, Google's `RetryInfo`."""
    milliseconds = _seconds(said.headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    stated = said.headers.get("retry-after", "")
    seconds = _seconds(stated)
    if seconds is None:
        seconds = _until(stated, said.headers.get("date", ""))
    if seconds is not None:
        return seconds
    extra = said.details.get("details")
    delays = (
        _seconds(part.get("retryDelay"))
        for part in (extra if isinstance(extra, list) else ())
        if isinstance(part, Mapping)
    )
    return next((delay for delay in delays if delay is not None), None)


def _seconds(text: object) -> float | None:
    found = _SECONDS.fullmatch(text.strip()) if isinstance(text, str) else None
    value = float(found[1]) if found else math.nan
    return value if math.isfinite(value) else None


def _until(moment: str, now: str) -> float | None:
    """Seconds from the server's own clock, or else from ours, until a moment."""
    then = _moment(moment)
    if then is None:
        return None
    return max(0.0, (then - (_moment(now) or dt.datetime.now(dt.UTC))).total_seconds())


def _moment(text: str) -> dt.datetime | None:
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    return moment.replace(tzinfo=dt.UTC) if moment.tzinfo is None else moment
