from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from leaderboard.errors import BrokenRepositoryError
from leaderboard.pricing import PRICES_FILE, load_common_prices

DAY = "as_of: 2026-11-30\n"


def test_the_common_price_list_is_in_order() -> None:
    assert isinstance(load_common_prices(PRICES_FILE), dict)


def test_prices_are_the_numbers_that_were_written(tmp_path: Path) -> None:
    path = tmp_path / "prices.yaml"
    path.write_text(f"{DAY}models: {{A: {{input: 0.1, output: 3}}, B: {{}}}}", "utf-8")
    prices = load_common_prices(path)
    assert prices["A"].tiers[0].input == Fraction(1, 10)
    assert prices["A"].tiers[0].output == Fraction(3)
    assert prices["B"].tiers[0].input is None


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "must hold the keys `as_of` and `models`; it holds nothing"),
        ("[]", "must hold the keys `as_of` and `models`; it holds a list"),
        ("models: {}", "`as_of` must be the day of the prices, such as 2026-11-30; it is nothing"),
        ("as_of: soon", '`as_of` must be the day .*; it is the text "soon"'),
        ("as_of: 2026-11-30 12:00:00", "`as_of` must be the day .*; it is 2026-11-30 12:00:00"),
        (DAY, "`models` must give each model's name its prices, or be {}; it is nothing"),
        (f"{DAY}models: [A]", "`models` must .*; it is a list"),
        (f"{DAY}models: {{A: }}", "`models`, 'A': prices such as .* belong here; it is nothing"),
        (f"{DAY}models: {{A: {{input: -1}}}}", "`models`, 'A', `input`: -1 is not between 0 and"),
        (f"{DAY}models: {{A: {{input: .nan}}}}", "`models`, 'A', `input`: nan is not between"),
        (f"{DAY}models: {{A: {{inptu: 1}}}}", "`models`, 'A', `inptu`: the format has no key"),
        (f"{DAY}models: {{A: {{1: 1}}}}", "`models`, 'A', `1`: "),
        (": :", "cannot be read as YAML: .*line 1"),
    ],
)
def test_a_fault_is_a_sentence_that_names_its_place(
    tmp_path: Path, content: str, says: str
) -> None:
    path = tmp_path / "prices.yaml"
    path.write_text(content, "utf-8")
    with pytest.raises(BrokenRepositoryError, match=rf"(?s)^prices\.yaml:? {says}"):
        load_common_prices(path)


def test_a_list_that_cannot_be_read_breaks_the_repository(tmp_path: Path) -> None:
    with pytest.raises(BrokenRepositoryError, match="No such file"):
        load_common_prices(tmp_path / "prices.yaml")
    (tmp_path / "prices.yaml").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(BrokenRepositoryError, match="cannot be read"):
        load_common_prices(tmp_path / "prices.yaml")
