"""Keys that must never be written anywhere: masked in what is told, and in a model's answer.

What a provider tells of a fault is masked freely: whatever looks like a key goes. An answer is
evidence and stays as it came, but for the very keys that are at hand.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from leaderboard.findings import printable

__all__ = ["MASK", "MOST_READ", "masked", "masked_answer"]

MOST_PROSE: Final = 20_000
MOST_READ: Final = 100_000
LEAST_KEY: Final = 8
MASK: Final = "[key]"

_SECRETS: Final = re.compile(
    r"(?P<kept>(?:bearer|basic)\s+(?=\S{16})"
    r"|(?:api[-_ ]?key|access[-_ ]?key|token|secret|password|authorization)(?: provided)?"
    r"[\"']?\s*[:=]\s*[\"']?(?:(?:bearer|basic)\s+)?|[?&]key=|//(?=[^\s/@]+@))"
    r"(?P<named>[^\s\"',;&@]{6,})"
    r"|\b(?:sk|pk|rk|gsk|xai|hf|pplx|r8|nvapi|ghp|gho|github_pat|fw|tgp|csk)[-_][A-Za-z0-9*_.-]{8,}"
    r"|\bAIza[A-Za-z0-9_-]{20,}|\b(?:AKIA|ASIA)[A-Z0-9]{12,}|\beyJ[A-Za-z0-9_-]{10,}[A-Za-z0-9._-]*",
    re.IGNORECASE,
)
_SECRET_NAME: Final = re.compile(r"API_?KEY|(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS?)$")


def masked(text: str, environ: Mapping[str, str] | None = None, *, keys: Sequence[str] = ()) -> str:
    """The text in one printable line, with everything that looks like a key, or is one, masked.

    Args:
        text: whatever a provider said.
        environ: the environment: the values of variables named like keys are masked, but for
            those of fewer than 8 characters, which may be words; the process's own if None.
        keys: further keys to mask, however short they are.

    """
    line = " ".join(text[:MOST_READ].split())
    line = _without(line, {*_of_environment(environ), *keys})
    line = _SECRETS.sub(lambda found: f"{found['kept'] or ''}{MASK}", line)
    return printable(line, MOST_PROSE)


def masked_answer(
    text: str, question: str, environ: Mapping[str, str] | None = None, *, keys: Sequence[str] = ()
) -> str:
    """A model's answer without the keys that are at hand; nothing else of it is touched.

    An answer is made of the words of its question. So what stands in the question is no secret,
    and a key of fewer than 8 characters is masked only if it is no word: it has letters, and
    something else besides.

    Args:
        text: the answer.
        question: what was asked.
        environ: the environment, whose values of 8 characters and more are masked where the
            variable is named like a key; the process's own if None.
        keys: further keys.

    """
    known = {*_of_environment(environ), *(key for key in keys if _is_telling(key))}
    return _without(text, {key for key in known if key not in question})


def _of_environment(environ: Mapping[str, str] | None) -> Iterable[str]:
    variables = os.environ if environ is None else environ
    return (
        value
        for name, value in variables.items()
        if len(value) >= LEAST_KEY and _SECRET_NAME.search(name.upper())
    )


def _is_telling(key: str) -> bool:
    is_mixed = any(map(str.isalpha, key)) and not key.isalpha()
    return len(key) >= LEAST_KEY or is_mixed


def _without(text: str, keys: Iterable[str]) -> str:
    """The text with each of the keys replaced at once, longer ones first; masks stay whole."""
    known = sorted((key for key in keys if key), key=lambda key: (-len(key), key))
    if not any(key in text for key in known):
        return text
    return re.sub("|".join(map(re.escape, (MASK, *known))), MASK, text)
