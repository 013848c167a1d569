"""A local server with an API like OpenAI's that answers as its script says, well or badly."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar, Self

__all__ = ["ModelServer", "Request", "Scripted", "completion", "failure"]


@dataclass(frozen=True, slots=True)
class Scripted:
    """One reply.

    Attributes:
        body: a JSON value, or bytes that are sent as they are.
        status: of HTTP.
        headers: besides type and length of the content.
        delay_s: how long it takes until the reply begins.
        cut: after how many bytes of the body the connection is closed.

    """

    body: object = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    cut: int | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it came.

    Attributes:
        path: with the query.
        headers: names in lower case.
        body: the parsed JSON.
        number: how many came before it.

    """

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]
    number: int


def completion(
    text: str | None = "Yes.",
    *,
    finish: str | None = "stop",
    usage: Mapping[str, object] | None = None,
    **message: object,
) -> dict[str, object]:
    """A chat completion; without `usage`, as of a server that states none."""
    choice = {
        "index": 0,
        "finish_reason": finish,
        "message": {"role": "assistant", "content": text, **message},
    }
    reply = {
        "id": "r1",
        "object": "chat.completion",
        "created": 1,
        "model": "m1",
        "choices": [choice],
    }
    return reply if usage is None else {**reply, "usage": dict(usage)}


def failure(
    message: str, *, status: int, code: object = None, kind: str | None = None, **headers: str
) -> Scripted:
    """An error in OpenAI's form; headers with `_` for `-`."""
    error = {"message": message, "type": kind, "param": None, "code": code}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Scripted({"error": error}, status=status, headers=named)


class ModelServer:
    """Runs while it is a context.

    Attributes:
        script: the replies in order, the last for ever; or a function of the request.
        requests: those that came, in order.
        most_at_once: how many were under way at the same time at most.

    """

    def __init__(self) -> None:
        self.script: Sequence[Scripted] | Callable[[Request], Scripted] = [Scripted(completion())]
        self.requests: list[Request] = []
        self.most_at_once = 0
        self._at_once = 0
        self._lock = threading.Lock()
        handler = type("Handler", (_Handler,), {"told": self})
        self._http = _Server(("127.0.0.1", 0), handler)
        self._http.daemon_threads = True

    @property
    def root(self) -> str:
        """The address without a path, for providers that add their own."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    @property
    def address(self) -> str:
        """The address that OpenAI's clients call their base."""
        return f"{self.root}/v1"

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    def reply(self, path: str, headers: Mapping[str, str], body: bytes) -> Scripted:
        """What the script has for a request; it waits as long as the script says."""
        with self._lock:
            request = Request(path, headers, json.loads(body or b"{}"), len(self.requests))
            self.requests.append(request)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
        script = self.script
        if callable(script):
            scripted = script(request)
        else:
            scripted = script[min(request.number, len(script) - 1)]
        time.sleep(scripted.delay_s)
        with self._lock:
            self._at_once -= 1
        return scripted


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of whoever was killed while asking; everything else is told."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    told: ClassVar[ModelServer]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        scripted = self.told.reply(self.path, headers, body)
        content = scripted.body
        sent = content if isinstance(content, bytes) else json.dumps(content).encode()
        try:
            self.send_response(scripted.status)
            for name, value in scripted.headers.items():
                self.send_header(name, value)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent[: scripted.cut])
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # whoever asked has given up
        if scripted.cut is not None:
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Say nothing: what came stands in `requests`."""
