"""The whole clause library: families, terms, facts and kinds with their deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from leaderboard.openscrub.deals import DEALS_ROOT, Kind, parse_kind
from leaderboard.openscrub.errors import LibraryError, MarkupError
from leaderboard.openscrub.facts import Fact, parse_fact
from leaderboard.openscrub.library import COMMON, LIBRARY_ROOT, Family, load_families
from leaderboard.openscrub.terms import Term, load_yaml, parse_term

__all__ = ["Library", "read_library", "with_pack"]


@dataclass(frozen=True, slots=True)
class Library:
    """All that is written, as far as it can be read.

    Attributes:
        families: by kind (or `common`) and name.
        terms: by group, `common` or a kind.
        facts: by id.
        kinds: by name.
        private: whether private substitutes and wordings are used.

    """

    families: Mapping[tuple[str, str], Family]
    terms: Mapping[str, tuple[Term, ...]]
    facts: Mapping[str, Fact]
    kinds: Mapping[str, Kind]
    private: bool = False

    def family(self, kind: str, name: str) -> Family | None:
        """The family that a text of `kind` means by `name`."""
        return self.families.get((kind, name)) or self.families.get((COMMON, name))


def read_library(library: Path = LIBRARY_ROOT, deals: Path = DEALS_ROOT) -> Library:
    """What can be read of a library that may be unfinished; what cannot is left out."""
    terms: dict[str, tuple[Term, ...]] = {}
    for path in sorted((library / "terms").glob("*.yaml")):
        good = []
        for key, value in _mapping(path).items():
            try:
                good.append(parse_term(str(key), value, path.stem))
            except MarkupError:
                continue
        terms[path.stem] = tuple(good)
    facts: dict[str, Fact] = {}
    for path in sorted(library.glob("facts*.yaml")):
        for name, value in _mapping(path).items():
            try:
                facts[str(name)] = parse_fact(str(name), value)
            except MarkupError:
                continue
    kinds: dict[str, Kind] = {}
    for path in sorted(deals.glob("*.yaml")):
        try:
            kinds[path.stem] = parse_kind(_mapping(path))
        except MarkupError:
            continue
    return Library(load_families(library, only_good=True), terms, facts, kinds)


def with_pack(library: Library, pack: Path) -> Library:
    """`library` with the wordings of a private pack in place of the public ones.

    The pack is a folder like the library: `common/<family>.txt` and `<kind>/<family>.txt`. Of a
    family that it holds only its wordings are used; substitutes are the private ones.

    Raises:
        LibraryError: the pack has no family, or a file of it has a fault.

    """
    families = load_families(pack)
    if not families:
        raise LibraryError(f"{pack.name} holds no clause family: <kind>/<family>.txt is missing")
    return replace(library, families={**library.families, **families}, private=True)


def _mapping(path: Path) -> dict[object, object]:
    try:
        data = load_yaml(path)
    except LibraryError:
        return {}
    return data if isinstance(data, dict) else {}
