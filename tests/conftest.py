"""Fixtures shared by all tests, and the rule about what may be skipped."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A law is not about time, and a machine may be busy; on CI its examples are always the same.
settings.register_profile(
    "patient", parent=settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"


def need(present: object, what: str) -> None:
    """Skip the test loudly when `what` is missing; fail it when REQUIRE_ALL=1."""
    if present:
        return
    if os.environ.get("REQUIRE_ALL") == "1":
        pytest.fail(f"{what} is missing, and REQUIRE_ALL=1 allows no skipping")
    pytest.skip(f"SKIPPED, NOT PASSED: {what} is missing")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of working papers beside the repository."""
    need(SHARED.is_dir(), "../shared")
    return SHARED


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium binary."""
    path = shutil.which("chromium")
    need(path, "Chromium")
    assert path is not None
    return path


@pytest.fixture(scope="session")
def node() -> str:
    """The path of node."""
    path = shutil.which("node")
    need(path, "node")
    assert path is not None
    return path
