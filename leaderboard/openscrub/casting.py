"""Which terms a contract defines, and where.

A term of the library that the contract does not define is printed in lower case.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from leaderboard.openscrub.grammar import Definition, Ordinary, TermUse, Token, walk
from leaderboard.openscrub.setting import Setting
from leaderboard.openscrub.terms import lower_form
from leaderboard.openscrub.tree import Home

__all__ = ["Casting", "Text", "cast_terms"]

EFFECTIVE: Final = "Effective Date"
_IN_ARTICLE: Final = (8, 12)
_LEAST_USES: Final = 3


@dataclass(frozen=True, slots=True)
class Text:
    """A text of the contract before its terms are cast; `fit` where a definition may stand."""

    tokens: tuple[Token, ...]
    fit: bool


@dataclass(frozen=True, slots=True)
class Casting:
    """The outcome: live terms in order of definition, their homes, and home tokens by `id`."""

    live: tuple[str, ...]
    homes: Mapping[str, Home]
    home_tokens: Mapping[int, str]


def cast_terms(
    texts: Sequence[Text], setting: Setting, wish: int, banned: frozenset[str]
) -> Casting:
    """Choose about `wish` live terms among those that `texts` use often enough.

    Args:
        texts: the clauses.
        setting: what the contract speaks of.
        wish: how many terms.
        banned: terms that turned out to be used too little.

    """
    uses: Counter[str] = Counter()
    everyday: Counter[str] = Counter()
    tokens: dict[str, Definition] = {}
    by_form = setting.vocabulary.by_form
    for text in texts:
        for token in walk(text.tokens):
            if isinstance(token, TermUse) and token.form in by_form:
                uses[by_form[token.form]] += 1
            elif isinstance(token, Ordinary) and token.sure:
                everyday[token.text] += 1
            elif isinstance(token, Definition) and token.term in setting.vocabulary.terms:
                if text.fit:
                    tokens.setdefault(token.term, token)
                uses[token.term] += 0
    for key in banned:
        uses.pop(key, None)
    live = _choose(uses, everyday, set(tokens), setting, wish)
    return _house(live, tokens, setting)


def _choose(
    uses: Mapping[str, int],
    everyday: Mapping[str, int],
    homed: AbstractSet[str],
    setting: Setting,
    wish: int,
) -> list[str]:
    """The terms used most, with some chance.

    A term counts for more that has a home of its own, that belongs to the kind, or whose word is
    also used in its everyday sense: there a reader has to think.
    """
    draws = setting.draws
    scored = []
    for key, count in uses.items():
        # What stands in a definition's phrase is gone where the definition stands elsewhere.
        if count >= _LEAST_USES:
            weight = min(count, 8) * (600 + draws.under(800, "live", key))
            own = setting.vocabulary.terms[key].group == setting.kind.name
            weight *= (130 if key in homed else 100) * (140 if own else 100)
            weight *= 10 + 2 * min(everyday.get(lower_form(key), 0), 3)
            scored.append((-weight, key))
    return [key for _, key in sorted(scored)[:wish]]


def _house(live: Sequence[str], tokens: Mapping[str, Definition], setting: Setting) -> Casting:
    draws, style = setting.draws, setting.style
    homes: dict[str, Home] = {}
    if EFFECTIVE in live:
        homes[EFFECTIVE] = Home(EFFECTIVE, "preamble")
    rest = [key for key in live if key not in homes]
    # A term whose name holds another live term is not defined inside a sentence that would then
    # read twice; those without a token have no choice.
    homeless = [key for key in rest if key not in tokens]
    housed = draws.shuffled([key for key in rest if key in tokens], "housed")
    room = _IN_ARTICLE[0] + draws.under(_IN_ARTICLE[1] - _IN_ARTICLE[0] + 1, "room")
    if style.definitions == "article":
        for key in [*homeless, *housed][:room]:
            homes[key] = Home(key, "article")
    for key in rest:
        if key not in homes:
            homes[key] = Home(key, "parenthesis" if key in tokens else "sentence")
    home_tokens = {
        id(tokens[key]): key for key, home in homes.items() if home.kind == "parenthesis"
    }
    return Casting(tuple(live), homes, home_tokens)
