"""`CHANGELOG.md`: where changes of scorer, gold, programs and price lists give their reasons.

A heading of the second level names what the section is about: a subject and its version, several
of them parted by commas (`## OpenScrub 1.0, OpenClause 1.0`). What has no version of its own names
the release after which it changed (`## Intervals after 2026.12`), and a row that was taken off the
board its id (`## Removed acme--reader-2`). The first paragraph is the reason that the ledger gives.
`## Unreleased` is for everything else. Newest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from leaderboard.errors import BrokenRepositoryError
from leaderboard.findings import Finding, quoted, sort_findings

__all__ = ["CHANGELOG", "Changelog", "check_changelog", "load_changelog", "parse_changelog"]

CHANGELOG: Final = "CHANGELOG.md"
SCORER: Final = "Scorer"
OPEN: Final = "unreleased"
_HEADING: Final = re.compile(r"^## +(.*?) *$", re.MULTILINE)
_MARKUP: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)|[`*]")


@dataclass(frozen=True, slots=True)
class Changelog:
    """What the file says.

    Attributes:
        sections: (what the heading names, in small letters, its first paragraph as plain text),
            in order of the file.

    """

    sections: tuple[tuple[str, str], ...]

    def reason(self, topic: str) -> tuple[str, ...]:
        """The reason under a heading that names `topic`; empty if there is none."""
        wanted = _normal(topic)
        return tuple(text for name, text in self.sections if name == wanted and text)[:1]

    def reasons_since(self, subject: str, old: str | None, new: str) -> tuple[str, ...]:
        """The reasons of a subject's versions after `old`, up to `new`, newest first.

        Empty where the section of `new` itself is missing: what was said of another version
        explains nothing of it.
        """
        head = _normal(subject) + " "
        found: list[str] = []
        seen = False
        for name, text in self.sections:
            if name == _normal(f"{subject} {old}"):
                break
            seen = seen or name == _normal(f"{subject} {new}")
            if seen and text and _is_version_of(name, head):
                found.append(text)
        return tuple(found) if self.reason(f"{subject} {new}") else ()


def _is_version_of(name: str, head: str) -> bool:
    """Whether a heading names a version of the subject, and not a longer subject's."""
    rest = name.removeprefix(head)
    return rest != name and " " not in rest


def _normal(topic: str) -> str:
    return " ".join(topic.lower().split())


def load_changelog(root: Path) -> Changelog:
    """Read the changelog of the repository at `root`; an empty one where there is none.

    Raises:
        BrokenRepositoryError: it cannot be read.

    """
    path = root / CHANGELOG
    if not path.exists():
        return Changelog(())
    try:
        return parse_changelog(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BrokenRepositoryError(f"{CHANGELOG} cannot be read: {error}") from error


def parse_changelog(text: str) -> Changelog:
    """The sections of a changelog; see the head of this module for its form."""
    parts = _HEADING.split(text)
    sections: list[tuple[str, str]] = []
    for heading, body in zip(parts[1::2], parts[2::2], strict=True):
        reason = _first_paragraph(body)
        sections += [(_normal(topic), reason) for topic in heading.split(",") if topic.strip()]
    return Changelog(tuple(sections))


def _first_paragraph(body: str) -> str:
    paragraph = body.strip().split("\n\n")[0]
    return _MARKUP.sub(r"\1", " ".join(paragraph.split()))


def check_changelog(
    changelog: Changelog, scoring_version: str, editions: Mapping[str, str]
) -> tuple[Finding, ...]:
    """What is wrong with the changelog itself.

    Args:
        changelog: the changelog.
        scoring_version: of the scorer, which must have a section.
        editions: title → ranked edition of each benchmark whose gold is kept in this repository;
            each must have a section.

    """
    named = [name for name, _ in changelog.sections if name != OPEN]
    wanted = [f"{SCORER} {scoring_version}", *(f"{key} {value}" for key, value in editions.items())]
    return sort_findings(
        (
            *(
                _about(topic, "there is no section", "Write one")
                for topic in _missing(named, wanted)
            ),
            *(
                _about(name, "there are two sections", "Put them together")
                for name in sorted(set(named))
                if named.count(name) > 1
            ),
            *(
                _about(name, "nothing is said in the section", "Write what moved and why")
                for name, text in changelog.sections
                if not text and name != OPEN
            ),
        )
    )


def _missing(named: Iterable[str], wanted: Iterable[str]) -> list[str]:
    known = set(named)
    return [topic for topic in wanted if _normal(topic) not in known]


def _about(topic: str, message: str, mend: str) -> Finding:
    return Finding(
        "changelog_section",
        CHANGELOG,
        "",
        f"{message} about {quoted(topic)}",
        f'{mend} under "## {topic}".',
    )
