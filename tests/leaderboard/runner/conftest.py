"""litellm for the tests of the runner: no prices from the network, no key of the machine."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.leaderboard.runner.server import ModelServer

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

SECRETS = ("_KEY", "_TOKEN", "_SECRET")
ADDRESSES = ("_API_BASE", "_BASE_URL")


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.upper().endswith((*SECRETS, *ADDRESSES)):
            monkeypatch.delenv(name)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """A server that is told what to reply (`server.script`)."""
    with ModelServer() as running:
        yield running
