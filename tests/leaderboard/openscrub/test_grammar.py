from __future__ import annotations

import pytest

from leaderboard.openscrub.errors import MarkupError
from leaderboard.openscrub.grammar import (
    AgreementName,
    DealText,
    Definition,
    FactUse,
    IndefiniteArticle,
    Optional,
    Ordinary,
    PartyName,
    PartyWord,
    Plain,
    Proper,
    Reference,
    ReferenceList,
    TermUse,
    Token,
    Value,
    parse_text,
    walk,
)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("words", Plain("words")),
        ("[t:Net Price]", TermUse("Net Price")),
        ("[t!:Net Price]", TermUse("Net Price", sure=True)),
        ("[ts:Product]", TermUse("Product", plural=True)),
        ("[w:product]", Ordinary("product")),
        ("[w!:product]", Ordinary("product", sure=True)),
        ("[ref:liability.cap]", Reference("liability.cap")),
        ("[ref!:liability]", Reference("liability", sure=True)),
        ("[refs:a, b.c]", ReferenceList(("a", "b.c"))),
        ("[f:payment_days]", FactUse("payment_days")),
        ("[v:10 days]", Value("10 days")),
        ("[n:Delaware]", Proper("Delaware")),
        ("[d:goods]", DealText("goods")),
        ("[a]", IndefiniteArticle()),
        ("[A]", PartyName("A")),
        ("[B's]", PartyName("B", possessive=True)),
        ("[A!]", PartyName("A", sure=True)),
        ("[Parties']", PartyWord("Parties", possessive=True)),
        ("[Party!]", PartyWord("Party", sure=True)),
        ("[Agreement]", AgreementName()),
        ("{?tax: and [t:Fees]}", Optional(("tax",), (Plain("and "), TermUse("Fees")))),
        ("{?a,b.c:,so}", Optional(("a", "b.c"), (Plain(",so"),))),
        ("[def:Fees|as [A]]", Definition("Fees", (Plain("as "), PartyName("A")))),
        ("[def:Fees|sums|[t:Fees]]", Definition("Fees", (Plain("sums"),), (TermUse("Fees"),))),
    ],
)  # fmt: skip
def test_a_token_is_read(text: str, token: Token) -> None:
    assert parse_text(text) == (token,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[t:Fees", "not closed"),
        ("Fees]", "closes nothing"),
        ("a | b", "outside a token"),
        ("[x:Fees]", "no token"),
        ("[t:]", "no token"),
        ("[Agreements]", "no token"),
        ("[f!:days]", "no exclamation mark"),
        ("[ref:Liability]", "is no name"),
        ("[f:a b]", "is no name"),
        ("[t:[A]]", "holds a token"),
        ("[def:Fees]", "`def:Term|phrase`"),
        ("[def:Fees|a|b|c]", "`def:Term|phrase`"),
        ("[def:Fees|the [def:Sums|b]]", "another definition"),
        ("{tax: a}", "begins with `?family:`"),
        ("{?Tax: a}", "no name of a family"),
        ("{?a: b {?c: d}}", "inside other such text"),
        ("[t:Fees}", "not closed"),
    ],
)
def test_a_fault_is_named(text: str, message: str) -> None:
    with pytest.raises(MarkupError, match=message.replace("|", r"\|").replace("?", r"\?")):
        parse_text(text)


def test_walk_goes_into_definitions_and_optional_text() -> None:
    tokens = parse_text("[def:Fees|what [A] asks|the [t:Fees]] {?tax: [B]}")
    assert [type(token).__name__ for token in walk(tokens)] == [
        "Definition",
        "Plain",
        "PartyName",
        "Plain",
        "Plain",
        "TermUse",
        "Plain",
        "Optional",
        "PartyName",
    ]
