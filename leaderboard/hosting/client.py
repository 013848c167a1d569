"""A small client of GitHub's REST API: just the calls that the comment needs, each of them bounded.

The token goes to the API alone. Artifacts are kept elsewhere, and the API sends us there by a
redirection: that request goes without it.
"""

from __future__ import annotations

import http.client
import io
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from leaderboard.errors import LeaderboardError, UsageError
from leaderboard.findings import printable
from leaderboard.hosting.records import Artifacts, ChangedFile, Comment, Pull

__all__ = ["MOST_PAGES", "GitHub", "HostingError", "LargeReplyError"]

VERSION: Final = "2022-11-28"
"""Of the REST API; its replies keep their form."""
PAGE: Final = 100
MOST_PAGES: Final = 100
MOST_REPLY: Final = 64 * 1024 * 1024
"""A page of a hundred comments of the longest kind is below it."""
TIMEOUT: Final = 30.0
DEADLINE: Final = 120.0
CHUNK: Final = 64 * 1024
_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,100}/[A-Za-z0-9_.-]{1,100}")

Read = TypeVar("Read", bound=BaseModel)


class HostingError(LeaderboardError):
    """GitHub could not be reached, refused, or answered something of another form."""


class LargeReplyError(HostingError):
    """A reply is larger than it may be."""


@dataclass(frozen=True, slots=True)
class GitHub:
    """One repository on GitHub.

    Attributes:
        api: address of the REST API, without a slash at its end.
        repository: `owner/name`.
        token: what may be done with it is said by the workflow's permissions; never shown.
        timeout: seconds that the server may be silent.
        deadline: seconds that a reply may take.

    """

    api: str
    repository: str
    token: str = field(repr=False)
    timeout: float = TIMEOUT
    deadline: float = DEADLINE

    def __post_init__(self) -> None:
        """Refuse what is no address or no name.

        Raises:
            UsageError: one of them is not.

        """
        if urllib.parse.urlsplit(self.api).scheme not in {"https", "http"}:
            raise UsageError(f"{printable(self.api)} is no address of an API")
        if not _NAME.fullmatch(self.repository):
            raise UsageError(f"{printable(self.repository)} is no repository: give owner/name")

    def open_pulls(self, head: str) -> Iterator[Pull]:
        """Open pull requests from `head`, which is `owner:branch`."""
        return self._pages("pulls", Pull, {"state": "open", "head": head})

    def pull(self, number: int) -> Pull:
        """One pull request."""
        return _parsed(Pull, self._json(f"pulls/{number}"))

    def files(self, number: int) -> Iterator[ChangedFile]:
        """The files that a pull request changes."""
        return self._pages(f"pulls/{number}/files", ChangedFile, {})

    def comments(self, number: int) -> Iterator[Comment]:
        """The comments of a pull request, oldest first."""
        return self._pages(f"issues/{number}/comments", Comment, {})

    def comment(self, number: int, body: str) -> Comment:
        """Write a comment on a pull request."""
        return _parsed(Comment, self._json(f"issues/{number}/comments", "POST", {"body": body}))

    def change_comment(self, identifier: int, body: str) -> Comment:
        """Put `body` in the place of what a comment says."""
        path = f"issues/comments/{identifier}"
        return _parsed(Comment, self._json(path, "PATCH", {"body": body}))

    def artifacts(self, run: int, name: str) -> Artifacts:
        """The artifacts of that name that a run of a workflow left."""
        query = urllib.parse.urlencode({"name": name, "per_page": PAGE})
        return _parsed(Artifacts, self._json(f"actions/runs/{run}/artifacts?{query}"))

    def archive(self, artifact: int, most: int) -> bytes:
        """The archive of an artifact.

        Raises:
            LargeReplyError: it has over `most` bytes.

        """
        return self._bytes(f"actions/artifacts/{artifact}/zip", most=most)

    def _pages(self, path: str, record: type[Read], query: Mapping[str, str]) -> Iterator[Read]:
        for page in range(1, MOST_PAGES + 1):
            asked = urllib.parse.urlencode({**query, "per_page": PAGE, "page": page})
            listed = self._json(f"{path}?{asked}")
            if not isinstance(listed, list):
                raise HostingError(f"GitHub answered {path} with something that is no list")
            yield from (_parsed(record, value) for value in listed)
            if len(listed) < PAGE:
                return
        raise HostingError(f"GitHub lists over {MOST_PAGES * PAGE:,} things for {path}")

    def _json(self, path: str, method: str = "GET", value: object = None) -> object:
        data = self._bytes(path, method, value)
        try:
            read: object = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise HostingError(f"GitHub answered {path} with something that is no JSON") from error
        return read

    def _bytes(
        self, path: str, method: str = "GET", value: object = None, *, most: int = MOST_REPLY
    ) -> bytes:
        request = urllib.request.Request(  # noqa: S310 - http(s) alone, see __post_init__
            f"{self.api}/repos/{self.repository}/{path}",
            method=method,
            data=None if value is None else json.dumps(value).encode("utf-8"),
            headers={
                "Accept": "application/vnd.github+json",
                "Content-Type": "application/json",
                "User-Agent": "contractscrub-leaderboard",
                "X-GitHub-Api-Version": VERSION,
            },
        )
        # Unredirected: wherever the API sends us on to, the token stays here.
        request.add_unredirected_header("Authorization", f"Bearer {self.token}")
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as reply:  # noqa: S310
                return _bounded(reply, path, most, self.deadline)
        except urllib.error.HTTPError as error:
            with error:
                raise HostingError(f"GitHub answered {method} {path} with {error.code}") from error
        except (OSError, http.client.HTTPException) as error:
            raise HostingError(f"GitHub could not be asked for {path} ({error})") from error


def _bounded(
    reply: Any,  # noqa: ANN401 - urllib types no reply
    path: str,
    most: int,
    deadline: float,
) -> bytes:
    """The bytes of a reply, read until they are too many or take too long."""
    read = io.BytesIO()
    end = time.monotonic() + deadline
    while chunk := reply.read1(CHUNK):
        read.write(chunk)
        if read.tell() > most:
            raise LargeReplyError(f"GitHub's reply to {path} has over {most:,} bytes")
        if time.monotonic() > end:
            raise HostingError(f"GitHub's reply to {path} took over {deadline:.0f} seconds")
    return read.getvalue()


def _parsed(record: type[Read], value: object) -> Read:
    try:
        return record.model_validate(value)
    except ValidationError as error:
        faults = "; ".join(
            f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()
        )
        raise HostingError(
            f"GitHub's {record.__name__.lower()} is of another form: {printable(faults)}"
        ) from error
