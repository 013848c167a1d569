"""Numbers, references, articles and quotes as they are printed."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from leaderboard.openscrub.changes import Changes
from leaderboard.openscrub.errors import ProofError
from leaderboard.openscrub.numbering import letter, number_blocks, roman
from leaderboard.openscrub.render import render
from leaderboard.openscrub.styles import SCHEMES, Style, choose_style
from leaderboard.openscrub.tree import Atom, Block, Contract, Role, Sort
from scoring.contractscrub import canonical_place


def style(scheme: str, **more: Any) -> Style:
    plain = choose_style(lambda _: 0.99)
    return dataclasses.replace(
        plain,
        scheme=scheme,
        **{
            "label": "Section", "curly": False, "width": 0, "pages": "none",
            "reference_space": False, "heading": "plain", "capitals": False, **more,
        },
    )  # fmt: skip


def contract(*atoms: Atom, grouped: bool = False) -> Contract:
    item = Block(Role.ITEM, [Atom(Sort.PLAIN, "an item.", first=True)], name="a.item")
    nodes = [
        Block(Role.NODE, list(atoms), name="a.one", blocks=[item]),
        Block(Role.NODE, [Atom(Sort.PLAIN, "two.", first=True)], name="a.two"),
        Block(Role.NODE, [Atom(Sort.PLAIN, "three.", first=True)], name="a.three"),
    ]
    section = Block(Role.SECTION, name="a", heading="First", blocks=nodes)
    other = Block(Role.SECTION, [Atom(Sort.PLAIN, "own.")], name="b", heading="Second")
    blocks = [section, other]
    top = [Block(Role.GROUP, heading="All", blocks=blocks)] if grouped else blocks
    found = Contract([*top], {}, [])
    for position, block in enumerate(found.walk()):
        block.index = position
        if block.name:
            found.by_name[block.name] = block
    return found


def printed(made: Contract, form: Style, changes: Changes | None = None) -> str:
    number_blocks(made, form)
    return render(made, form, changes or Changes(), "[canary]").text


@pytest.mark.parametrize(
    ("scheme", "places"),
    [
        ("decimal", ["Section 1", "Section 1.1", "Section 1.1(a)", "Section 2"]),
        ("simple", ["Section 1", "Section 1(a)", "Section 1(a)(i)", "Section 2"]),
        ("sections", ["Section 1", "Section 1(a)", "Section 1(a)(i)", "Section 2"]),
        ("articles-flat", ["Article I", "Section 1.1", "Section 1.1(a)", "Article II"]),
        ("articles", ["Section 1.1", "Section 1.1(a)", "Section 1.1(a)(i)", "Section 1.2"]),
        ("padded", ["Section 1.01", "Section 1.01(a)", "Section 1.01(a)(i)", "Section 1.02"]),
        ("three-level", ["Section 1.1", "Section 1.1.1", "Section 1.1.1(a)", "Section 1.2"]),
    ],
)
def test_places_of_each_scheme(scheme: str, places: list[str]) -> None:
    form = style(scheme)
    made = contract(Atom(Sort.PLAIN, "one:", first=True), grouped=form.grouped)
    text = printed(made, form)
    assert [made.by_name[name].place for name in ("a", "a.one", "a.item", "b")] == places
    assert len({canonical_place(place) for place in places}) == 4
    for name in ("a", "a.one", "a.item", "b"):
        assert made.by_name[name].mark in text
    assert scheme in dict(SCHEMES)


def test_numerals() -> None:
    assert [roman(n) for n in (1, 4, 9, 14, 27, 39)] == ["I", "IV", "IX", "XIV", "XXVII", "XXXIX"]
    assert [letter(n) for n in (1, 26, 27)] == ["a", "z", "aa"]


@pytest.mark.parametrize(
    ("targets", "shown"),
    [
        (("a.one",), "Section 1.1"),
        (("b", "a.one"), "Sections 1.1 and 2"),
        (("a.three", "a.one", "a.two", "a.two"), "Sections 1.1 through 1.3"),
        (("a.one", "a.item", "b"), "Sections 1.1, 1.1(a) and 2"),
    ],
)
def test_lists_and_ranges(targets: tuple[str, ...], shown: str) -> None:
    made = contract(
        Atom(Sort.PLAIN, "see ", first=True), Atom(Sort.REFERENCES, "", targets=targets)
    )
    assert f"1.1 See {shown}\n" in printed(made, style("decimal"))


def test_articles_and_sections_in_one_list() -> None:
    made = contract(Atom(Sort.REFERENCES, "", targets=("b", "a", "a.one")))
    assert "Articles I and II and Section 1.1" in printed(made, style("articles-flat"))


def test_a_reference_without_a_target_is_told() -> None:
    with pytest.raises(ProofError, match="a reference to gone"):
        printed(contract(Atom(Sort.REFERENCE, "", "gone")), style("decimal"))
    with pytest.raises(ProofError, match="without any target"):
        printed(contract(Atom(Sort.REFERENCES, "", targets=("gone",))), style("decimal"))


def test_a_blank_before_a_bracket() -> None:
    made = contract(Atom(Sort.REFERENCE, "", "a.item"))
    assert "Section 1.1 (a)" in printed(made, style("decimal", reference_space=True))


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("Order", "an Order"),
        ("Product", "a Product"),
        ("Unit Price", "a Unit Price"),
        ("Usage Limit", "a Usage Limit"),
        ("Hourly Rate", "an Hourly Rate"),
        ("one-time charge", "a one-time charge"),
        ("8-hour day", "an 8-hour day"),
        ("European rule", "a European rule"),
    ],
)
@pytest.mark.parametrize("article", ["a", "an"])
def test_the_article_fits_what_follows(word: str, shown: str, article: str) -> None:
    made = contract(Atom(Sort.PLAIN, f"It is {article} ", first=True), Atom(Sort.TERM, word, word))
    assert f"It is {shown}\n" in printed(made, style("decimal"))


def test_words_in_capitals() -> None:
    made = contract(
        Atom(Sort.PLAIN, "If ", first=True),
        Atom(Sort.PARTY, "the Buyer", "B", possessive=True),
        Atom(Sort.PLAIN, " "),
        Atom(Sort.TERM, "Products", "Products"),
        Atom(Sort.PLAIN, " and the "),
        Atom(Sort.PARTY_WORD, "Parties", "Parties", possessive=True),
        Atom(Sort.PLAIN, " "),
        Atom(Sort.ORDINARY, "products", "products"),
    )
    text = printed(made, style("decimal", capitals=True))
    assert "If the BUYER's PRODUCTS and the PARTIES' products" in text


def test_quotes_curl_and_lines_break_without_moving_a_sign() -> None:
    made = contract(Atom(Sort.PLAIN, 'the "Fees" (the "Sums") and days\' rest ' * 6, first=True))
    straight = printed(made, style("decimal"))
    curly = printed(made, style("decimal", curly=True, width=40))
    assert len(straight) == len(curly)
    assert "“Fees” (the “Sums”)" in " ".join(curly.split())
    assert "days’ rest" in " ".join(curly.split())
    assert max(map(len, curly.splitlines())) <= 41
