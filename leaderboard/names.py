"""Characters that text may hold, ids and names that entries may bear, and names that look alike.

Two sets of rules. `text_problems` binds every string of a submission but a model's response.
`name_problems` binds display names on top of that: they stand in tables, files and links, beside
the names of others. `skeleton` follows the idea of UTS 39: two names with one skeleton can be
taken for each other.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from leaderboard.findings import Problem, quoted

__all__ = [
    "ID_PATTERN",
    "MAX_ID",
    "id_problem",
    "name_problems",
    "named_character",
    "skeleton",
    "text_problems",
]

_CONTROL: Final = "\x00-\x1f\x7f-\x9f"
_BIDIRECTIONAL: Final = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
# Not among them: the joiners and variation selectors, which emoji and some scripts need in prose.
_INVISIBLE: Final = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2028\u2029\u2060-\u2065\u206a-\u206f"
    "\u3164\ufdd0-\ufdef\ufeff\uffa0\ufff9-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_INVISIBLE_IN_NAMES: Final = re.compile("[\u180b-\u180d\u180f\u200c\u200d\u2800\ufe00-\ufe0f]")
_TEXT_RULES: Final = (
    (
        "control_character",
        re.compile(f"[{_CONTROL}]"),
        (
            "Take it out, or write a space for a line end or a tab: text here is one line. Name or "
            "link what is longer, such as a prompt, instead of pasting it."
        ),
    ),
    (
        "bidirectional_character",
        re.compile(f"[{_BIDIRECTIONAL}]"),
        "Take it out: it would make the text read otherwise than it is.",
    ),
    (
        "invisible_character",
        re.compile(f"[{_INVISIBLE}]"),
        "Take it out: nobody can see it.",
    ),
)
_ANY_RULE: Final = re.compile(f"[{_CONTROL}{_BIDIRECTIONAL}{_INVISIBLE}]")

MAX_ID: Final = 80
"""So many characters an id has at most."""

_WORD: Final = "[a-z0-9]+(?:[.-][a-z0-9]+)*"
ID_PATTERN: Final = f"^{_WORD}--{_WORD}(?:--{_WORD})?$"
"""What an id looks like, in the dialect that JSON Schema shares with Python."""

_ID: Final = re.compile(f"{_WORD}--{_WORD}(?:--{_WORD})?")
_RESERVED_ORGANIZATION: Final = "program"
_RESERVED_ENDING: Final = "reported"
_DEVICES: Final = re.compile("(?:con|prn|aux|nul|com[0-9]|lpt[0-9])[.]")

_FORMULA_STARTS: Final = "=+-@\t\r"
_MOST_MARKS: Final = 2
_EAST_ASIAN: Final = frozenset({"CJK", "IDEOGRAPHIC"})
_SCRIPTS_TOGETHER: Final = tuple(
    frozenset({"LATIN"}) | _EAST_ASIAN | extra
    for extra in (
        frozenset({"HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}),
        frozenset({"BOPOMOFO"}),
        frozenset({"HANGUL"}),
    )
)

# Letters of other alphabets, and digits, by the Latin letter that they can be taken for: after
# case folding and without marks. A choice from the confusables of UTS 39.
_CONFUSABLES: Final = str.maketrans(
    {
        char: latin
        for latin, chars in {
            "a": "аαɑ",
            "b": "ьβв",
            "c": "сϲⅽ",
            "d": "ԁɗ",
            "e": "еєҽε",
            "f": "ғƒ",
            "g": "ɡգԍ",
            "h": "һհη",
            "j": "јϳ",
            "k": "кκқ",
            "l": "1iıіιӏǀ|ɩ",
            "m": "мϻ",
            "n": "ոпℼ",
            "o": "0оοσօөθ",
            "p": "рρ",
            "q": "ԛգ",
            "r": "гɾ",
            "s": "ѕʂ",
            "t": "тτ",
            "u": "υսʋ",
            "v": "ѵν",
            "w": "ԝωѡա",
            "x": "хχ×",
            "y": "уүγʏ",
            "z": "ʐζ",
        }.items()
        for char in chars
    }
)


def named_character(char: str) -> str:
    """A character by its code point and name, never by itself: `U+202E RIGHT-TO-LEFT OVERRIDE`."""
    name = unicodedata.name(char, "")
    return f"U+{ord(char):04X}" + (f" {name}" if name else "")


def text_problems(text: str) -> list[Problem]:
    """What the rules for every string say against `text`; at most one problem of each kind.

    Lone surrogates are not looked for: they are no characters, and no exception is made for them.
    """
    if not _ANY_RULE.search(text):
        return []
    return [
        Problem(
            code,
            f"character {found.start() + 1:,} is {named_character(found.group())}",
            mend,
        )
        for code, pattern, mend in _TEXT_RULES
        if (found := pattern.search(text))
    ]


def id_problem(text: str, code: str = "bad_id") -> Problem | None:
    """What is wrong with `text` as the id of a submission, which is its folder's name too.

    Args:
        text: anything.
        code: that of a text that is not of the form. An id of the form that belongs to the board's
            own rows is a `reserved_id`.

    """
    if len(text) > MAX_ID:
        return Problem(
            code,
            f"{quoted(text)} has {len(text):,} characters; an id has at most {MAX_ID}",
            "Choose a shorter id.",
        )
    if not _ID.fullmatch(text):
        return Problem(
            code,
            f"{quoted(text)} is not of the form <org>--<model>[--<variant>]",
            "Use lower-case ASCII letters and digits, joined by single hyphens or dots, with two "
            'hyphens between the parts: "acme--reader-2" or "acme--reader-2--low".',
        )
    if _DEVICES.match(text):
        return Problem(
            code,
            f"{quoted(text)} starts with the name of a device, which some systems cannot store",
            "Choose another id.",
        )
    return _reserved(text)


def _reserved(text: str) -> Problem | None:
    """Whether an id could be taken for one of the board's own rows, which are no submissions."""
    organization = text.partition("--")[0]
    if skeleton(organization) == skeleton(_RESERVED_ORGANIZATION):
        return Problem(
            "reserved_id",
            f"{quoted(text)} starts like the ids of the board's own reference programs",
            f"Begin the id with who made the system, not with {quoted(organization)}.",
        )
    ending = re.split(r"[.-]+", text)[-1]
    if skeleton(ending) == skeleton(_RESERVED_ENDING):
        return Problem(
            "reserved_id",
            f"{quoted(text)} ends like the ids of the figures that a paper reports",
            f"End the id with another word than {quoted(ending)}.",
        )
    return None


def name_problems(text: str) -> list[Problem]:
    """What the rules for display names say against `text`, beyond those for every string.

    Args:
        text: of a length that is capped already.

    """
    checks = (_formula, _spacing, _characters, _normal_form, _scripts)
    return [problem for check in checks if (problem := check(text))]


def _formula(text: str) -> Problem | None:
    if not unicodedata.normalize("NFKC", text[:1]).startswith(tuple(_FORMULA_STARTS)):
        return None
    return Problem(
        "formula_name",
        f"{quoted(text)} starts with {quoted(text[0])}, which a spreadsheet reads as a formula",
        "Start the name with a letter or a digit.",
    )


def _spacing(text: str) -> Problem | None:
    if text == " ".join(text.split()):
        return None
    return Problem(
        "name_spacing",
        f"{quoted(text)} has white space at an end, twice in a row, or other than a plain space",
        "Leave single plain spaces between words and none at the ends.",
    )


def _characters(text: str) -> Problem | None:
    run = 0
    for char in text:
        run = run + 1 if unicodedata.category(char) in {"Mn", "Me"} else 0
        shown = char.isprintable() or char.isspace()
        # What every string is forbidden is reported as that.
        if run > _MOST_MARKS or _INVISIBLE_IN_NAMES.match(char) or not shown:
            if _ANY_RULE.match(char):
                continue
            return Problem(
                "name_characters",
                f"{quoted(text)} holds {named_character(char)}, which a name may not hold there",
                "Write the name with letters, digits and plain punctuation.",
            )
    if text and not any(char.isalnum() for char in text):
        return Problem(
            "name_characters",
            f"{quoted(text)} holds no letter and no digit",
            "Write a name that can be read out.",
        )
    return None


def _normal_form(text: str) -> Problem | None:
    normal = unicodedata.normalize("NFKC", text)
    if normal == text or _ANY_RULE.search(text):
        return None
    return Problem(
        "name_not_normalised",
        f"{quoted(text)} holds characters that stand for others: its normal form is "
        f"{quoted(normal)}",
        f"Write {quoted(normal)}.",
    )


def _scripts(text: str) -> Problem | None:
    first: dict[str, str] = {}
    for char in text:
        if char.isalpha():
            first.setdefault(_script(char), char)
    first.pop("", None)
    if len(first) <= 1 or any(first.keys() <= together for together in _SCRIPTS_TOGETHER):
        return None
    letters = ", ".join(named_character(char) for char in first.values())
    return Problem(
        "mixed_script",
        f"{quoted(text)} mixes alphabets: {letters}",
        "Write the name in the letters of one alphabet.",
    )


def _script(char: str) -> str:
    """The first word of a letter's Unicode name, which is its alphabet; "" where it has none."""
    word = unicodedata.name(char, "").partition(" ")[0]
    return "" if word == "MODIFIER" else word


def skeleton(text: str) -> str:
    """What is left of a name when all that the eye may overlook is gone.

    Case, marks, spaces and punctuation go; letters and digits that can be taken for a Latin letter
    become it; a separator between two digits stays, so that `3.5` is not `35`. Two names with one
    skeleton look alike (`GPT 9 Pro`, `gpt-9-pro`, `GPT‑9‑Pro`).
    """
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    bare = "".join(char for char in folded if unicodedata.category(char)[0] != "M")
    kept: list[str] = []
    gap = False
    for char in bare:
        if char.isalnum() or char in "|×":
            if gap and kept and kept[-1].isdecimal() and char.isdecimal():
                kept.append(".")
            kept.append(char)
            gap = False
        else:
            gap = True
    alike = "".join(kept).translate(_CONFUSABLES)
    return alike.replace("rn", "m").replace("vv", "w")
