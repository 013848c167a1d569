"""Terms, deals and the whole library as they are read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from leaderboard.openscrub.deals import parse_kind
from leaderboard.openscrub.draws import Draws
from leaderboard.openscrub.errors import LibraryError, MarkupError
from leaderboard.openscrub.grammar import Plain, Proper
from leaderboard.openscrub.names import rename
from leaderboard.openscrub.shelf import Library, read_library, with_pack
from leaderboard.openscrub.terms import Vocabulary, load_yaml, lower_form, parse_term

TERM: dict[str, Any] = {
    "other": "Notices",
    "article": "a",
    "means": ["a letter", "any message"],
    "substitutes": ["Letter", "Missive", "Bulletin"],
    "private": 1,
}


def party(name: str) -> dict[str, str]:
    return {
        "name": name,
        "form": "an Ohio corporation",
        "address": "1 Mill Road",
        "signatory": "A B",
        "office": "President",
        "email": "law@harlan.example",
    }


def kind() -> dict[str, Any]:
    return {
        "kind": "supply",
        "title": "Supply Agreement",
        "agreement_name": "Agreement",
        "roles": {"A": "Supplier", "B": "Buyer"},
        "recitals": ["[A] makes [d:goods]."],
        "clauses": {"required": ["orders"], "optional": []},
        "deal_node": "orders.deal",
        "deals": [
            {
                "a": party("Harlan Valves, Inc."),
                "b": party("The Tide Company"),
                "date": "March 14, 2022",
                "law": "Ohio",
                "courts": "Cuyahoga County, Ohio",
                "goods": "valves of the [n:Harlan Standard] make by Harlan",
                "rate": 5,
                "facts": {"days": 30},
                "schedule": {"label": "prices", "title": "Prices", "rows": [["Harlan 2", 4]]},
            }
        ],
    }


def test_a_term_is_read() -> None:
    term = parse_term("Notice", TERM, "common")
    assert term.forms == ("Notice", "Notices")
    assert term.substitutes[-term.private :] == ("Bulletin",)
    vocabulary = Vocabulary.of([term, term])
    assert vocabulary.by_form == {"Notice": "Notice", "Notices": "Notice"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"article": "an"}, "article is one of"),
        ({"means": []}, "means is a list"),
        ({"substitutes": "Letter"}, "substitutes is a list"),
        ({"private": 9}, "private is a number"),
        ({"other": 3}, "other is a text"),
        ({"extra": 1}, "unknown key extra"),
    ],
)
def test_a_bad_term_is_told(change: dict[str, Any], message: str) -> None:
    with pytest.raises(MarkupError, match=message):
        parse_term("Notice", {**TERM, **change}, "common")
    with pytest.raises(MarkupError, match="not a mapping"):
        parse_term("Notice", [], "common")


def test_lower_case_keeps_abbreviations() -> None:
    assert lower_form("FDA Approval") == "FDA approval"
    assert lower_form("Wind-Down Period") == "wind-down period"


def test_a_kind_is_read() -> None:
    found = parse_kind(kind())
    assert found.roles == (("Supplier", "Buyer"),)
    deal = found.deals[0]
    assert deal.schedules[0].rows == (("Harlan 2", "4"),)
    assert deal.facts == {"days": 30}
    assert deal.texts["rate"] == (Plain("5"),)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("clauses",), [], "clauses is a mapping"),
        (("deals",), [], "deals is a list"),
        (("title",), None, "title is a text"),
        (("recitals",), "x", "recitals is a list"),
        (("deals", 0, "facts"), {"days": "30"}, "deal 1: facts are whole numbers"),
        (("deals", 0, "a"), None, "deal 1: a is a mapping"),
        (("deals", 0, "schedule"), {"label": "a", "title": "b"}, "rows of a schedule"),
    ],
)
def test_a_bad_kind_is_told(path: tuple[Any, ...], value: object, message: str) -> None:
    data: Any = kind()
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(MarkupError, match=message):
        parse_kind(data)


def test_every_seed_has_names_of_its_own() -> None:
    deal = parse_kind(kind()).deals[0]
    one, other = rename(deal, Draws("1")), rename(deal, Draws("2"))
    house = one.a.name.split()[0]
    assert house not in {"Harlan", other.a.name.split()[0]}
    assert one.a.name == f"{house} Valves, Inc."
    assert one.b.name == "The Tide Company"
    assert one.a.email == f"law@{house.lower()}.example"
    assert one.texts["goods"][1] == Proper(f"{house} Standard")
    assert one.schedules[0].rows == ((f"{house} 2", "4"),)
    assert one.a.signatory != other.a.signatory


def test_what_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "terms").mkdir()
    (tmp_path / "terms" / "common.yaml").write_text("Fees: []\nNotice: {article: the\n")
    (tmp_path / "facts.yaml").write_text("days: {unit: weeks}\n")
    deals = tmp_path / "deals"
    deals.mkdir()
    (deals / "supply.yaml").write_text("[]")
    (deals / "lease.yaml").write_text("kind: lease\n")
    found = read_library(tmp_path, deals)
    assert (found.families, found.facts, found.kinds) == ({}, {}, {})
    assert found.terms == {"common": ()}
    with pytest.raises(LibraryError, match=r"terms/common.yaml:\d: no YAML"):
        load_yaml(tmp_path / "terms" / "common.yaml")


def test_a_pack_replaces_wordings(library: Library, tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="holds no clause family"):
        with_pack(library, tmp_path)
    (tmp_path / "common").mkdir()
    (tmp_path / "common" / "taxes.txt").write_text("family: taxes\n== 1\n# Taxes\n- Pay.\n")
    packed = with_pack(library, tmp_path)
    assert packed.private
    assert len(packed.families["common", "taxes"].wordings) == 1
    assert packed.family("supply", "taxes") == packed.families["common", "taxes"]
