"""The expression language that the tests run workflows with, against what GitHub's pages say."""

from __future__ import annotations

from typing import Any

import pytest

from tests.workflows.expressions import ExpressionError, evaluate, holds, interpolate

CONTEXTS: dict[str, Any] = {
    "github": {"event_name": "pull_request", "event": {"number": 7, "pull_request": {"x": "A"}}},
    "needs": {"scope": {"result": "failure", "outputs": {"code": ""}}},
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("github.event.number", 7),
        ("github.event['number']", 7),
        ("github.event.nothing.at.all", None),
        ("github.event_name == 'PULL_REQUEST'", True),
        ("github.event.number == '7'", True),
        ("null == ''", True),
        ("'it''s'", "it's"),
        ("!github.event.nothing", True),
        ("github.event.nothing || 'main'", "main"),
        ("github.event.pull_request && 'yes' || 'no'", "yes"),
        ("github.event_name == 'push' && 'a' || 'b'", "b"),
        ("'a' || 'b' && ''", "a"),
        ("('a' || 'b') && ''", ""),
        ("format('refs/pull/{0}/head', github.event.number)", "refs/pull/7/head"),
        ("fromJSON('[1,2]')", [1, 2]),
        ("startsWith('Refs/heads', 'refs/')", True),
        ("1.5 != 2", True),
    ],
)
def test_expressions_mean_what_they_do_on_github(text: str, value: Any) -> None:
    assert evaluate(text, CONTEXTS) == value


@pytest.mark.parametrize(
    "text", ["unknown.x", "hashFiles('x')", "github.event ==", "1 2", "github.*.x", "(1", "'open"]
)
def test_what_is_not_known_is_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        evaluate(text, CONTEXTS)


def test_text_around_expressions_stays() -> None:
    text = "a ${{ github.event.number }} b ${{ github.event.nothing }}${{ true }}"
    assert interpolate(text, CONTEXTS) == "a 7 b true"
    assert interpolate("${{ fromJSON('[1]') }}", CONTEXTS) == [1]
    assert interpolate(3, CONTEXTS) == 3


@pytest.mark.parametrize(
    ("condition", "failed", "runs"),
    [
        (None, False, True),
        (None, True, False),
        ("github.event.number == 7", False, True),
        ("github.event.number == 7", True, False),
        ("${{ !cancelled() }}", True, True),
        ("${{ !cancelled() && needs.scope.outputs.code != 'false' }}", True, True),
        ("always()", True, True),
        ("failure()", False, False),
    ],
)
def test_a_condition_without_a_status_function_wants_all_to_be_well(
    condition: str | None, *, failed: bool, runs: bool
) -> None:
    assert holds(condition, CONTEXTS, failed=failed, cancelled=False) is runs
