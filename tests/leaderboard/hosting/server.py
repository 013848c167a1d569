"""A small GitHub on this machine: the calls of its REST API that the project makes, over HTTP.

What it holds is set by a test. It filters, pages and redirects as GitHub does, and keeps what it
was asked and what was written.
"""

from __future__ import annotations

import io
import json
import re
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

__all__ = ["BOT", "REPOSITORY", "TOKEN", "Hub", "archive", "serve"]

REPOSITORY: Final = "board/leaderboard"
TOKEN: Final = "token-of-this-test"  # noqa: S105 - opens nothing but the server below
BOT: Final = {"login": "github-actions[bot]", "type": "Bot"}


@dataclass
class Hub:
    """The state of the repository on GitHub.

    Attributes:
        pulls: pull requests, as the API lists them.
        files: number → the files that it changes.
        comments: number → its comments, oldest first.
        artifacts: run → (artifact as listed, bytes of its archive).
        asked: (method, path with query, headers) of each request.
        replies: path → (status, bytes) that is answered instead.
        moves: path → (number, commit): once it has been answered, that pull request's head moves.
        api: address of the API.
        elsewhere: address of the place where archives are kept.

    """

    pulls: list[dict[str, Any]] = field(default_factory=list)
    files: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    comments: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    artifacts: dict[int, list[tuple[dict[str, Any], bytes]]] = field(default_factory=dict)
    asked: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)
    replies: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    moves: dict[str, tuple[int, str]] = field(default_factory=dict)
    api: str = ""
    elsewhere: str = ""

    def written(self) -> list[str]:
        """The requests that changed something."""
        return [f"{method} {path}" for method, path, _ in self.asked if method != "GET"]

    def answer(self, method: str, path: str, body: bytes) -> tuple[int, bytes, str | None]:
        """Status, bytes and place of a redirection."""
        parts = urlsplit(path)
        query = {key: values[0] for key, values in parse_qs(parts.query).items()}
        if parts.path in self.replies:
            return (*self.replies[parts.path], None)
        place = parts.path.removeprefix(f"/repos/{REPOSITORY}/")
        if found := re.fullmatch(r"actions/artifacts/(\d+)/zip", place):
            return 302, b"", f"{self.elsewhere}/archives/{found[1]}"
        if found := re.fullmatch(r"/archives/(\d+)", place):
            return 200, self._archive(int(found[1])), None
        value = self._value(method, place, query, json.loads(body) if body else {})
        if place in self.moves:
            number, sha = self.moves[place]
            next(pull for pull in self.pulls if pull["number"] == number)["head"]["sha"] = sha
        status = 404 if value is None else 201 if method == "POST" else 200
        return status, json.dumps(value).encode(), None

    def _archive(self, identifier: int) -> bytes:
        return next(
            data
            for items in self.artifacts.values()
            for listed, data in items
            if listed["id"] == identifier
        )

    def _value(self, method: str, place: str, query: dict[str, str], body: Any) -> Any:
        if method == "GET":
            return self._read(place, query)
        if found := re.fullmatch(r"issues/(\d+)/comments", place):
            comment = {"id": 9000 + len(self.asked), "body": body["body"], "user": BOT}
            self.comments.setdefault(int(found[1]), []).append(comment)
            return comment
        if found := re.fullmatch(r"issues/comments/(\d+)", place):
            for comments in self.comments.values():
                for comment in comments:
                    if comment["id"] == int(found[1]):
                        comment["body"] = body["body"]
                        return comment
        return None

    def _read(self, place: str, query: dict[str, str]) -> Any:
        if place == "pulls":
            return _page([pull for pull in self.pulls if _asked_for(pull, query)], query)
        if found := re.fullmatch(r"pulls/(\d+)", place):
            return next((pull for pull in self.pulls if pull["number"] == int(found[1])), None)
        if found := re.fullmatch(r"pulls/(\d+)/files", place):
            return _page(self.files.get(int(found[1]), []), query)
        if found := re.fullmatch(r"issues/(\d+)/comments", place):
            return _page(self.comments.get(int(found[1]), []), query)
        if found := re.fullmatch(r"actions/runs/(\d+)/artifacts", place):
            listed = [item for item, _ in self.artifacts.get(int(found[1]), [])]
            named = [item for item in listed if item["name"] == query["name"]]
            return {"total_count": len(named), "artifacts": named}
        return None


def _asked_for(pull: dict[str, Any], query: dict[str, str]) -> bool:
    """As GitHub filters: by state and by the head's owner and branch, never by its commit."""
    repo = pull["head"]["repo"]
    head = f"{repo['owner']['login']}:{pull['head']['ref']}" if repo else None
    return pull["state"] == query["state"] and query.get("head") in {None, head}


def _page(items: list[Any], query: dict[str, str]) -> list[Any]:
    size, page = int(query["per_page"]), int(query["page"])
    return items[(page - 1) * size : page * size]


def archive(**files: bytes | str) -> bytes:
    """A ZIP archive of files; a `_` in a name stands for its dot."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in files.items():
            file.writestr(name.replace("_", "."), data)
    return packed.getvalue()


@contextmanager
def serve(hub: Hub) -> Iterator[Hub]:
    """Serve `hub` on two ports: the API, and the place where archives are kept."""

    class Handler(BaseHTTPRequestHandler):
        def _reply(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            hub.asked.append((self.command, self.path, dict(self.headers)))
            status, data, place = hub.answer(self.command, self.path, body)
            self.send_response(status)
            if place:
                self.send_header("Location", place)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_PATCH = _reply  # noqa: N815 - the names that http.server calls

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

    servers = [ThreadingHTTPServer(("127.0.0.1", 0), Handler) for _ in range(2)]
    threads = [threading.Thread(target=server.serve_forever, args=(0.01,)) for server in servers]
    for thread in threads:
        thread.start()
    hub.api, hub.elsewhere = (f"http://127.0.0.1:{server.server_address[1]}" for server in servers)
    try:
        yield hub
    finally:
        for server, thread in zip(servers, threads, strict=True):
            server.shutdown()
            server.server_close()
            thread.join()
