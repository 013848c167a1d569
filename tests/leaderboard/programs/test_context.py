from __future__ import annotations

import pytest

from leaderboard.programs.context import ordinary_uses
from tests.leaderboard.programs.readings import read

BASE = (
    'In short: "Order" means a request. "Project" means the works. "Field" means baking. '
    '"Party" means each of us.\n\n'
    + "The Order is kept. The Project is built. The Field is wide. The Party is ours. "
    * 7
)


def ordinary(text: str) -> list[str]:
    whole = BASE + text
    found = ordinary_uses(read(whole.replace("In short", "1. TERMS\n\n1.1 In short", 1)), ["baker"])
    return [found_use.use.key for found_use in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He did it in Order to bake.", ["order"]),
        ("A third Party may bake.", ["party"]),
        ("A Third Party may bake.", []),
        ("It is the Field of modern baking.", ["field"]),
        ("It is the Field of the baker.", []),
        ("It is a Field of ____ and more.", []),
        ("It is any other construction Project.", ["project"]),
        ("It is an additional Project.", []),
        ("It is a finished Project.", []),
        ("It is the Oakmere Project.", []),
        ("He built Project one.", []),
        ('He said "in Order to" bake.', []),
    ],
)
def test_ordinary_senses(text: str, expected: list[str]) -> None:
    assert ordinary(text) == expected


def test_a_sign_that_comes_often_is_a_habit() -> None:
    assert ordinary("It is the Field of modern baking. " * 3) == []
    assert ordinary("It is a construction Project. " * 3) == []


def test_terms_that_act_are_persons() -> None:
    text = 'x. "Agent" means him.\n\n' + "The Agent shall bake. " * 5
    assert ordinary(text + "He is a free Agent of modern baking.") == []


def test_an_idiom_says_its_reason() -> None:
    text = "1. TERMS\n\n" + BASE + "He did it in Order to bake."
    (found,) = ordinary_uses(read(text), [])
    assert found.reason == "“in Order to” is a set phrase."


def test_a_term_at_the_end_of_the_text() -> None:
    assert ordinary("It is the Field of") == []
    assert ordinary("Field") == []
