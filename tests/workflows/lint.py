"""Judges what lies in `.github` with tools that are not ours, offline: 0 findings, or it fails.

`make test` runs it, and `make workflows` it alone.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.conftest import ROOT

__all__ = ["FORMS", "judge"]

TOOLS: Final = Path(sys.executable).parent
FORMS: Final = {
    "vendor.github-workflows": "workflows/*.yml",
    "vendor.dependabot": "dependabot.yml",
    "vendor.github-issue-config": "ISSUE_TEMPLATE/config.yml",
    "vendor.github-issue-forms": "ISSUE_TEMPLATE/[!c]*.yml",
}
"""Schema that check-jsonschema carries → the files below `.github` that must be of its form."""


def judge(root: Path) -> dict[str, str]:
    """What each tool says against the repository at `root`; empty if nothing.

    Args:
        root: a folder with `.github`, a git repository or not.

    """
    said = {}
    for name, command in _commands(root).items():
        ended = subprocess.run(
            command,
            cwd=root,
            # actionlint calls shellcheck, and looks for it on the path.
            env={**os.environ, "PATH": f"{TOOLS}{os.pathsep}{os.environ['PATH']}"},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        if ended.returncode:
            said[name] = ended.stdout + ended.stderr
    return said


def _commands(root: Path) -> dict[str, list[str]]:
    github = root / ".github"
    workflows = [str(path) for path in sorted(github.glob("workflows/*.yml"))]
    strict = ["--offline", "--persona=auditor", "--strict-collection", "--quiet"]
    commands = {
        "zizmor": [str(TOOLS / "zizmor"), *strict, "."],
        "actionlint": [
            str(TOOLS / "actionlint"), "-shellcheck", str(TOOLS / "shellcheck"), "-pyflakes", "",
            *workflows,
        ],
    }  # fmt: skip
    for schema, pattern in FORMS.items():
        files = [str(path) for path in sorted(github.glob(pattern))]
        commands[schema] = [
            str(TOOLS / "check-jsonschema"), "--builtin-schema", schema, *files,
        ]  # fmt: skip
    return commands


def main() -> int:
    """Print what is said; 1 if anything is."""
    said = judge(ROOT)
    for name, text in said.items():
        sys.stdout.write(f"{name}:\n{text}\n")
    if not said:
        sys.stdout.write("workflows and forms: nothing to say against them\n")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
