"""What a check reports: a code, where, what is wrong, and how to mend it.

`CODES` is the closed list of codes; the page about them is made from it. A code never changes its
meaning and is never used for another, so that tools may rely on it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

__all__ = [
    "CODES",
    "MOST_OF_A_KIND",
    "Finding",
    "Problem",
    "json_pointer",
    "printable",
    "quoted",
    "sort_findings",
]

CODES: Final[Mapping[str, str]] = MappingProxyType(
    {
        # The folder and its files.
        "bad_folder_name": "The folder's name is not of the form `<org>--<model>[--<variant>]`.",
        "reserved_id": "An id of the kind that the reference programs or a paper's figures bear.",
        "not_a_folder": "Where a submission's folder is expected there is something else.",
        "not_a_regular_file": "A link, folder, pipe or device stands where a file belongs.",
        "executable_file": "A data file is marked as executable.",
        "unexpected_file": "A file that is no part of a submission.",
        "too_many_files": "The folder holds more files than a submission can have.",
        "unreadable_file": "The file cannot be opened or read.",
        "missing_file": "The folder holds no `submission.json`.",
        "no_outputs": "The folder holds no `<benchmark>.json`.",
        # Bytes and JSON.
        "file_too_large": "The file is over 16 MiB.",
        "empty_file": "The file holds nothing but white space.",
        "wrong_encoding": "The file is UTF-16 or UTF-32.",
        "not_utf8": "The file holds bytes that are not UTF-8.",
        "byte_order_mark": "The file starts with a byte order mark.",
        "invalid_json": "The text is not JSON.",
        "unescaped_control_character": "A string holds a control character that JSON has escaped.",
        "too_deep": "Objects and lists are nested over 64 deep.",
        "too_many_values": "The file, or one object or list in it, holds too many values.",
        "duplicate_key": "An object has one key twice.",
        "not_a_number": "`NaN`, `Infinity` or `-Infinity`, which JSON does not have.",
        "number_too_large": "A number too large to be kept exactly (whole) or at all (decimal).",
        "lone_surrogate": "Half of a surrogate pair, which is no character; U+FFFD replaces it.",
        "control_character": "A control character (NUL, tab, line feed, escape …) in a string.",
        "bidirectional_character": "A character that turns the direction of writing.",
        "invisible_character": "A zero-width or otherwise invisible character.",
        # Records.
        "missing_key": "A required key is missing.",
        "unknown_key": "A key that the format does not have.",
        "claimed_score": "A score in a submission: scores are computed here, never stated.",
        "wrong_type": "A value of the wrong JSON type.",
        "not_a_choice": "A value that is not in the closed vocabulary of its field.",
        "out_of_range": "A number outside its field's range.",
        "too_short": "A text or list with too little in it.",
        "too_long": "A text or list with too much in it.",
        "bad_date": "A date that is not `YYYY-MM-DD` or does not exist.",
        "bad_time": "A time that is not `YYYY-MM-DDTHH:MM:SS` with `Z` or an offset.",
        "bad_digest": "A digest that is not 64 lower-case hexadecimal digits.",
        "bad_link": "An address that is not a plain https link.",
        "bad_login": "A name that GitHub does not allow as a login.",
        "bad_id": "An id that is not of the form `<org>--<model>[--<variant>]`.",
        "bad_benchmark": "A name that is not of the form of a benchmark's key.",
        "bad_version": "A version that is not of the form of an edition's.",
        "bad_currency": "A currency that is not three capital letters.",
        "missing_reason": "An entry that is not active says no reason.",
        "wordless_reason": "A reason without a word in it.",
        "early_change": "A change that is dated before the submission.",
        "repeated_submitter": "One login stands with several submitters.",
        "bad_successor": "A successor of an entry that stands, or one that is not on this board.",
        "tier_order": "Price tiers do not rise.",
        "finished_before_started": "A run ends before it begins.",
        "placeholder": "A value that `leaderboard new` left to be filled in.",
        # Display names.
        "formula_name": "A name that a spreadsheet would run as a formula.",
        "mixed_script": "A name that mixes look-alike alphabets.",
        "name_not_normalised": "A name in characters that Unicode's normal form (NFKC) replaces.",
        "name_spacing": "A name with white space at an end, doubled, or other than a space.",
        "name_characters": "A name with unprintable or piled-up characters, or with no letter.",
        # Between files and submissions.
        "unknown_benchmark": "A benchmark that this leaderboard does not have.",
        "benchmark_mismatch": "The file's name and its `benchmark` differ.",
        "unknown_edition": "An edition that the benchmark does not have.",
        "unknown_item": "An output for an item that the benchmark does not have.",
        "duplicate_item": "Two outputs for one item.",
        "missing_item": "No output for an item of the benchmark.",
        "look_alike_name": "A display name that can be taken for another entry's.",
        "look_alike_id": "An id that can be taken for another entry's.",
        "duplicate_submission": "Two active submissions of the same system.",
        "alias_taken": "A former id that another submission bears.",
        # A pull request.
        "beside_data": "A pull request with a submission changes something else as well.",
        "several_submissions": "A pull request changes more than one submission.",
        "deleted_file": "A file of a submission, or the whole of it, is taken away.",
        "case_twin": "A path that some systems take for another one, such as `Submissions/`.",
        "repeated_path": "A folder that holds one name twice, which no real folder can.",
        "broken_object": "An object of git that is missing, malformed or holds an impossible name.",
        "folder_too_large": "The files of a submission are over 40 MiB together.",
        "lfs_pointer": "A pointer of Git LFS in the place of the file itself.",
        "unrelated_history": "A branch that does not start from one commit of main.",
        "behind_main": "Main's copy of the submission is not the one that the branch started from.",
        "not_the_owner": "The author of the pull request is not among the submitters.",
        "alias_not_own": "A former id that the submission did not bear until now.",
        "alias_dropped": "A former id is taken out, so that links to it would break.",
        "missing_change": "What an entry is or answered changes, and `changes` does not say why.",
        "changed_history": "A line of `changes` that was merged is altered or taken out.",
        # Between the board and the latest release.
        "unexplained_move": "A published number moved and nothing says why.",
        "vanished_row": "A published row is gone from the board and nothing says why.",
        "changelog_section": "A section of `CHANGELOG.md` that is empty, doubled or missing.",
    }
)
"""Every code and what it means, in the order in which the page lists them."""

MOST_OF_A_KIND: Final = 50
"""So many findings of one code and file are listed; the rest are counted."""

_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
"""Characters that count as printable and show nothing."""

FIRST_ASTRAL: Final = 0x10000
MOST_INDEX_DIGITS: Final = 9
MOST_TEXT: Final = 80
"""So many characters of a submission's own text are ever echoed."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong and how to mend it, before it has a place; see `Finding`."""

    code: str
    message: str
    mend: str

    def at(self, file: str, pointer: str = "") -> Finding:
        """The finding of this problem at that place."""
        return Finding(self.code, file, pointer, self.message, self.mend)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a submission.

    Attributes:
        code: a key of `CODES`.
        file: relative path of the file or folder.
        pointer: RFC 6901 JSON pointer into the file, "" for the whole of it. Keys in it are
            escaped and cut like all echoed text.
        message: what is wrong; echoed text is escaped and cut.
        mend: a sentence that says how to mend it.

    Raises:
        ValueError: `code` is not a key of `CODES`.

    """

    code: str
    file: str
    pointer: str
    message: str
    mend: str

    def __post_init__(self) -> None:
        """Hold the list of codes closed."""
        if self.code not in CODES:
            raise ValueError(f"{self.code!r} is not in the list of codes")


def printable(text: str, most: int = MOST_TEXT) -> str:
    r"""`text` safe to show: unprintable characters as `\uXXXX`, cut to `most` characters.

    What is safe is `str.isprintable`: no control, format, bidirectional or surrogate character,
    no line end, no space but the plain one; and no letter or mark that shows nothing. Time is
    bounded by `most`, not by the text.
    """
    shown = "".join(
        char if char.isprintable() and not _BLANK.match(char) else _escaped(ord(char))
        for char in text[: most + 1]
    )
    return shown if len(text) <= most and len(shown) <= most else shown[: most - 1] + "…"


def _escaped(code: int) -> str:
    return f"\\u{code:04x}" if code < FIRST_ASTRAL else f"\\U{code:08x}"


def quoted(text: str, most: int = MOST_TEXT) -> str:
    """`text` made printable, in double quotes."""
    return f'"{printable(text, most)}"'


def json_pointer(path: Iterable[str | int]) -> str:
    """RFC 6901 pointer of a path of keys and indices; keys are made printable and cut."""
    return "".join(
        "/" + printable(str(part)).replace("~", "~0").replace("/", "~1") for part in path
    )


def sort_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings in their one order, doubles dropped, floods of one kind cut.

    The order is file, then pointer (indices as numbers), then code and message. Of one code in one
    file `MOST_OF_A_KIND` are kept; one more finding of that code tells that others are left out.
    """
    ordered = sorted(set(findings), key=_order)
    seen: Counter[tuple[str, str]] = Counter()
    kept: list[Finding] = []
    for finding in ordered:
        kind = (finding.file, finding.code)
        seen[kind] += 1
        if seen[kind] <= MOST_OF_A_KIND:
            kept.append(finding)
    kept += [
        Finding(
            code=code,
            file=file,
            pointer="",
            message=f"more than {MOST_OF_A_KIND} of this kind; the rest are not listed",
            mend="Mend those that are listed and validate again.",
        )
        for (file, code), count in seen.items()
        if count > MOST_OF_A_KIND
    ]
    return tuple(sorted(kept, key=_order))


def _order(finding: Finding) -> tuple[str, Sequence[tuple[bool, int, str]], str, str, str]:
    parts = finding.pointer.split("/")
    natural = [
        # A hostile key may be a number of any length; it is not read as one.
        (False, int(part), "")
        if part.isdecimal() and len(part) <= MOST_INDEX_DIGITS
        else (True, 0, part)
        for part in parts
    ]
    return finding.file, natural, finding.code, finding.message, finding.mend
