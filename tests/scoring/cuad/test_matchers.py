"""Verdicts: goldens, laws, and hostile answers in bounded time."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cuad import FLAGS, judge
from scoring.cuad.matchers import ABSENCE_PHRASES, FLAG_MEANINGS, max_answer_tokens
from tests.timing import at_most

DATA = Path(__file__).resolve().parents[2] / "data" / "clauses"
GOLDENS: list[dict[str, Any]] = json.loads((DATA / "verdicts.json").read_text("utf-8"))
REPORTED: list[dict[str, Any]] = json.loads((DATA / "reported.json").read_text("utf-8"))
CHECKS = [(entry["id"], check) for entry in REPORTED for check in entry["checks"]]

# Little pieces that the rules treat apart, so that short texts meet many rules at once.
PIECES = st.sampled_from(
    [
        *ABSENCE_PHRASES,
        *("none", "Absent", "n/a", "NA", "a", "an", "The", "fee", "fees", "buyer pays freight"),
        *('"', "“", "”", "'", "[***]", "[ * ]", "***", "**", "2.5", "25", "1,000", "-\n", "_", "é"),
        *("{", "}", "[", "]", '{"answer": ', "\\", "\ud800", "ſ", "İ", "K", "\u00a0"),
    ]
)
TEXTS = st.one_of(
    st.text(max_size=40),
    st.lists(PIECES, max_size=12).map(" ".join),
    st.lists(PIECES, max_size=12).map("".join),
)
SPANS = st.lists(TEXTS, max_size=4)


def published_by_the_page(text: str) -> str:
    """SQuAD normalisation, written down step by step as SCORING 2 has it."""
    text = text.lower()
    text = re.sub(r"\b(a|an|the)\b", "", text)
    text = "".join(c if c in "abcdefghijklmnopqrstuvwxyz0123456789 " else " " for c in text)
    return " ".join(text.split())


def score_by_the_page(answer: str, spans: list[str]) -> Fraction:
    best = Fraction(0)
    answer = published_by_the_page(answer)
    for raw in spans:
        span = published_by_the_page(raw)
        if span and span in answer:
            return Fraction(1)
        shared = (Counter(answer.split()) & Counter(span.split())).total()
        if shared:
            precision = Fraction(shared, len(answer.split()))
            recall = Fraction(shared, len(span.split()))
            best = max(best, 2 * precision * recall / (precision + recall))
    return best


@pytest.mark.parametrize("golden", GOLDENS, ids=[golden["name"] for golden in GOLDENS])
def test_golden(golden: dict[str, Any]) -> None:
    verdict = judge(golden["answer"], golden["gold"])
    assert verdict.passed is golden["passed"]
    assert verdict.strict_passed is golden["strict_passed"]
    assert verdict.score == Fraction(golden["score"])
    assert sorted(verdict.flags) == golden["flags"]


def test_goldens_have_their_own_names_and_a_source() -> None:
    assert len({golden["name"] for golden in GOLDENS}) == len(GOLDENS)
    assert all(golden["source"].startswith("SCORING 2") for golden in GOLDENS)


@pytest.mark.parametrize(
    ("case_id", "check"), CHECKS, ids=[f"{case}-{i}" for i, (case, _) in enumerate(CHECKS)]
)
def test_reported_fault(case_id: str, check: dict[str, Any]) -> None:
    verdict = judge(check["answer"], check["gold"])
    found = (verdict.passed, verdict.strict_passed, verdict.score)
    expected = (check["passed"], check["strict_passed"], Fraction(check["score"]))
    assert found == expected, case_id


def test_every_reported_clause_case_is_tested(shared: Path) -> None:
    lines = (shared / "cases" / "cases.jsonl").read_text("utf-8").splitlines()
    open_cases = [json.loads(line)["id"] for line in lines]
    clause_cases = [case_id for case_id in open_cases if case_id.startswith("C")]
    assert [entry["id"] for entry in REPORTED] == clause_cases
    assert all(entry["checks"] for entry in REPORTED)


def test_every_flag_is_documented_and_raised() -> None:
    assert tuple(FLAG_MEANINGS) == FLAGS
    raised = {flag for golden in GOLDENS for flag in golden["flags"]}
    # The first two come from a suite's card, the third needs a text too long for a golden.
    assert set(FLAGS) - raised == {"missing", "no_answer", "too_deep"}


@given(TEXTS, SPANS)
def test_published_rule_is_the_page_word_for_word(answer: str, spans: list[str]) -> None:
    verdict = judge(answer, spans)
    if "json_answer" in verdict.flags:
        return
    if not spans:
        words = published_by_the_page(answer)
        absent = any(phrase in words for phrase in ABSENCE_PHRASES) or bool(
            re.search(r"\b(none|absent|n/a|na)\b", answer.strip(), re.IGNORECASE)
        )
        assert verdict.passed is absent
        assert verdict.score == int(absent)
    else:
        assert verdict.score == score_by_the_page(answer.strip(), spans)
        assert verdict.passed is (verdict.score >= Fraction(1, 2))


@given(TEXTS, SPANS)
def test_a_verdict_is_sound(answer: str, spans: list[str]) -> None:
    verdict = judge(answer, spans)
    assert 0 <= verdict.score <= 1
    assert verdict.flags <= set(FLAGS)
    if verdict.strict_passed:
        assert not verdict.flags & {"empty", "contradiction", "non_string_answer", "too_deep"}
    if "contradiction" in verdict.flags:
        assert "quoted" in verdict.flags
        assert "absence_quoted" not in verdict.flags


@given(TEXTS, SPANS, st.randoms(use_true_random=False))
def test_the_order_of_gold_does_not_matter(answer: str, spans: list[str], random: Any) -> None:
    shuffled = list(spans)
    random.shuffle(shuffled)
    assert judge(answer, shuffled) == judge(answer, spans)


@given(TEXTS, SPANS, TEXTS)
def test_more_gold_never_lowers_the_published_score(
    answer: str, spans: list[str], another: str
) -> None:
    if spans:
        assert judge(answer, [*spans, another]).score >= judge(answer, spans).score


@given(TEXTS, SPANS, TEXTS)
def test_the_span_itself_passes_whatever_else_is_gold(
    span: str, spans: list[str], after: str
) -> None:
    if not published_by_the_page(span) or span.strip().startswith("{"):
        return
    assert judge(span, [*spans, span]).score == 1
    assert judge(f"{span} | {after}", [*spans, span]).score == 1


@given(st.lists(st.sampled_from(["buyer", "pays", "the", "freight", "due", "2"]), max_size=30))
def test_plain_words_are_judged_alike_by_both_rules(words: list[str]) -> None:
    verdict = judge(" ".join(words), ["Buyer pays the freight"])
    assert verdict.strict_passed is verdict.passed


@given(TEXTS)
def test_json_around_a_text_changes_nothing_but_the_flag(text: str) -> None:
    if text.strip().startswith("{"):
        return
    plain = judge(text, [])
    wrapped = judge(json.dumps({"answer": text.strip()}), [])
    assert wrapped.flags == plain.flags | {"json_answer"}
    assert (wrapped.passed, wrapped.strict_passed) == (plain.passed, plain.strict_passed)


def test_the_cap_on_contained_answers() -> None:
    assert max_answer_tokens(span_tokens=2, gold_tokens=400) == 25
    assert max_answer_tokens(span_tokens=3, gold_tokens=10) == 90


def test_deep_json_is_judged_as_text_and_fails_strictly() -> None:
    deep = '{"answer": ' + "[" * 100 + '"[none"' + "]" * 100 + "}"
    verdict = judge(deep, [])
    assert verdict.flags == {"too_deep", "absence_asserted"}
    assert (verdict.passed, verdict.strict_passed) == (True, False)


def test_brackets_in_strings_are_no_depth() -> None:
    flat = json.dumps({"answer": "None of them: " + "[" * 200 + '\\"', "n": [[1], [2]]})
    assert judge(flat, []).flags == {"json_answer", "absence_asserted"}
    level = '{"answer": ' + "[" * 99 + "]" * 99 + ', "more": [[]]}'
    assert judge(level, []).flags == {"json_answer", "non_string_answer"}


def test_a_number_of_any_length_prints_as_its_digits() -> None:
    digits = "7" * 5000
    verdict = judge('{"answer": ' + digits + "}", [digits])
    assert verdict.flags == {"json_answer", "non_string_answer", "contained", "quoted"}


LONG = 300_000
HOSTILE = {
    "whole contract": "NO CLAUSE FOUND "
    + 'The "Buyer" pays 2.5% to the Seller, none else. ' * 6000,
    "quotation marks": '"' * LONG,
    "quoted words": '"none" ' * (LONG // 7),
    "none": "none " * (LONG // 5),
    "n/a": "n/a" * (LONG // 3),
    "open brackets": "[" * LONG,
    "open redactions": "[*" * (LONG // 2),
    "one open redaction": "[" + " *" * (LONG // 2),
    "spaces in a bracket": "[" + " " * LONG,
    "points": "1." * (LONG // 2),
    "deep JSON": '{"answer":' * (LONG // 10) + "}",
    "open JSON string": '{"' + "\\" * LONG + "[" * 200 + "}",
    "JSON quotes": "{" + '"' * LONG + "[" * 200 + "}",
    "JSON digits": '{"answer": ' + "9" * LONG + "}",
    "articles": "a an the " * (LONG // 9),
    "periodic": "no clause " * (LONG // 10),
    "no ASCII": "ſİK“é" * (LONG // 5),
    "lone surrogates": "\ud800" * LONG,
    "NUL": "\0" * LONG,
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize(
    "gold",
    [[], ["none"], ["no clause no clause " * 50, "a", "buyer pays 2.5%"]],
    ids=["absent", "short", "long"],
)
def test_hostile_answers_take_linear_time(name: str, gold: list[str]) -> None:
    # Another text each time, so that no earlier reading of it is remembered.
    answer = " " * len(gold) + HOSTILE[name]
    with at_most(5):
        judge(answer, gold)
