"""The lint of terms, facts and deal sheets, and of what families share."""

from __future__ import annotations

from pathlib import Path

import pytest

from leaderboard.openscrub.lint import lint

DEAL = """kind: supply
title: Supply Agreement
agreement_name: Agreement
roles: {A: Supplier, B: Buyer}
recitals: ["[A] makes [d:goods]."]
clauses: {required: [orders], optional: []}
deal_node: orders.deal
deals:
  - a: &a {name: Ash Works, form: a firm, address: 1 Road, signatory: A B, office: President}
    b: *a
    date: March 14, 2022
    law: Ohio
    courts: Ohio
    goods: valves
    schedules: [{label: prices, title: Prices, rows: [[a, b]]}]
"""
ORDERS = """family: orders
needs: -
excludes: -
stage: 1
cuad: -
== 1
# Orders
- @deal [A] sells [d:goods] at the prices in [ref:schedule.prices] within [f:days].
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("library/terms", "library/supply", "library/common", "deals"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "library" / "facts.yaml").write_text(
        "days: {unit: days, values: [10, 20, 30], what: time to sell}\n"
    )
    (tmp_path / "deals" / "supply.yaml").write_text(DEAL)
    (tmp_path / "library" / "supply" / "orders.txt").write_text(ORDERS)
    return tmp_path


def said(folder: Path, *, serious: bool = True) -> list[str]:
    return [
        f"{Path(item.file).name}:{item.line}: {item.message}"
        for item in lint(folder / "library", folder / "deals")
        if item.serious == serious
    ]


def test_only_the_measures_are_missed(folder: Path) -> None:
    assert all("wording 1:" in line for line in said(folder))
    warnings = said(folder, serious=False)
    assert "supply.yaml:1: 1 deals of 4" in warnings
    assert "orders.txt:1: the fact days is stated here only" in warnings


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("goods: valves", "goods: any party", "goods: “party” is a form of a term"),
        ("goods: valves", "wares: valves", "supply.yaml:5: not every deal of the kind has"),
        ("label: prices", "label: rates", "not every deal of the kind has the schedule prices"),
        ("orders.deal", "orders.sale", "wording 1 of orders has no @sale"),
        ("orders.deal", "orders", "deal_node is `family.label`"),
        ("law: Ohio", "law: [", "no YAML"),
        ("law: Ohio", "law: null", "deal 1: law is a text"),
        ("goods: valves", "goods: valves\n    facts: {weeks: 3}", "there is no fact weeks"),
        ("[A] makes", "The [A] makes", "an article before [A]"),
    ],
)
def test_a_fault_of_a_deal_sheet_is_told(folder: Path, old: str, new: str, message: str) -> None:
    assert old in DEAL
    (folder / "deals" / "supply.yaml").write_text(DEAL.replace(old, new, 1))
    assert any(message in line for line in said(folder)), said(folder)


def test_deals_have_the_same_keys(folder: Path) -> None:
    second = DEAL[DEAL.index("  - a:") :].replace("&a ", "").replace("b: *a", "b: *a\n    rate: x")
    second = second.replace("  - a: {", "  - a: {")
    (folder / "deals" / "supply.yaml").write_text(DEAL + second)
    assert any("not every deal has the keys rate" in line for line in said(folder))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("days: {unit: weeks, values: [2, 3, 4], what: x}\n", "facts.yaml:1: days: unit is one of"),
        ("- days\n", "not a mapping"),
        ("days: {unit\n", "no YAML"),
    ],
)
def test_a_fault_of_facts_is_told(folder: Path, text: str, message: str) -> None:
    (folder / "library" / "facts.yaml").write_text(text)
    assert any(message in line for line in said(folder)), said(folder)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]\n", "not a mapping"),
        ("Fees: []\n", "common.yaml:1: Fees: not a mapping"),
        (
            "Fees:\n  means: [sums]\n  substitutes: [sums, B C, D, E, F, G]\n",
            "the substitute “sums” is not words with capitals",
        ),
        ("Fees:\n  means: [the Sums]\n  substitutes: [A]\n", "means: “Sums” has a capital"),
        ("Fees:\n  means: [sums]\n  substitutes: [A]\n", "private says how many"),
    ],
)
def test_a_fault_of_terms_is_told(folder: Path, text: str, message: str) -> None:
    (folder / "library" / "terms" / "common.yaml").write_text(text)
    assert any(message in line for line in said(folder)), said(folder)


def test_two_terms_may_not_have_one_form(folder: Path) -> None:
    rest = "  means: [a, b]\n  substitutes: [A, B, C, D, E, F]\n  private: 1\n"
    terms = folder / "library" / "terms"
    (terms / "common.yaml").write_text(f"Fees:\n  other: Fee\n{rest}")
    (terms / "supply.yaml").write_text(f"Fee:\n  other: Fees\n{rest}")
    assert any("has the form" in line for line in said(folder))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- @deal [A] sells [f:days] and [f:days] and [f:days].", "is stated 3 times in all"),
        ("- @deal [A] sells [def:Sum|a]  b.", "“Sum” is no term of its terms"),
        ("- @deal [A] sells [t:Sum] , too.", "a blank before a point"),
        ("- @deal [A] sells [d:rate].", "has the key rate"),
        ("- @deal [A] under the [Agreement].", "write `this [Agreement]`"),
        ("- @deal [A] sells [w:Party].", "is written in lower case"),
        ("- @deal [w!:party] sells.", "first in a sentence is no site"),
        ("- @deal [A] sells under [ref:gone].", "gone may be missing"),
        ("- @deal [A] sells under [ref:schedule.gone].", "has the schedule gone"),
        ("- @deal <Orders Now> [A] sells.\n- [B] buys.", "some have none"),
        ("- @deal %no-such-tag [A] sells.", "%no-such-tag is no clause type"),
        ("- @deal <[A]> [A] sells.", "a token in the heading"),
    ],
)
def test_a_fault_of_a_family_is_told(folder: Path, text: str, message: str) -> None:
    (folder / "library" / "supply" / "orders.txt").write_text(
        ORDERS[: ORDERS.index("- @deal")] + text + "\n"
    )
    assert any(message in line for line in said(folder)), said(folder)


def test_a_family_that_may_be_missing_can_be_needed_or_asked_for(folder: Path) -> None:
    (folder / "library" / "common" / "taxes.txt").write_text(
        "family: taxes\n== 1\n# Taxes\n- @share [A] pays.\n== 2\n# Taxes\n- [B] pays.\n"
    )
    for text, message in (
        ("{?taxes: See [ref:taxes.share].}", "wording 2 of taxes has no @share"),
        ("{?taxes: See [refs:taxes].}", ""),
    ):
        (folder / "library" / "supply" / "orders.txt").write_text(f"{ORDERS[:-1]} {text}\n")
        found = [line for line in said(folder) if line.startswith("orders.txt:8")]
        assert any(message in line for line in found) == bool(message), found


def test_facts_are_stated_equally_often(folder: Path) -> None:
    (folder / "library" / "supply" / "orders.txt").write_text(
        ORDERS + "- [B] pays in [f:days].\n== 2\n# Orders\n- @deal [A] sells in [f:days].\n"
    )
    assert any("equally often" in line for line in said(folder))
