from __future__ import annotations

import datetime as dt
from fractions import Fraction
from pathlib import Path

import pytest
from markupsafe import Markup

from leaderboard.display import MISSING
from leaderboard.errors import BrokenRepositoryError
from leaderboard.pages.rendering import LONGEST, Place, Renderer, shown
from leaderboard.tables.table import Better, Cell, Column


def render(tmp_path: Path, template: str, **values: object) -> str:
    (tmp_path / "page.html").write_text(template, "utf-8")
    return Renderer(tmp_path).render("page.html", Place("a/b/"), values)


def test_what_is_missing_is_shown_as_such() -> None:
    assert shown(None) == MISSING


def test_hidden_and_turning_characters_are_named() -> None:
    assert shown("a\u202eb\u200bc\x00") == "a\\u202eb\\u200bc\\u0000"


def test_half_a_surrogate_pair_can_be_written_to_a_page() -> None:
    assert str(shown("\ud800")).encode("utf-8") == b"\\ud800"


def test_white_space_is_folded() -> None:
    assert shown("a\n\n \tb") == "a b"


def test_long_text_is_cut() -> None:
    text = str(shown("x" * 10_000))
    assert len(text) == LONGEST
    assert text.endswith("…")


def test_markup_is_left_alone() -> None:
    assert shown(Markup("<b>\n</b>")) == Markup("<b>\n</b>")


@pytest.mark.parametrize("value", [Fraction(1, 3), 0.1])
def test_a_number_that_nobody_rounded_is_a_fault(value: object) -> None:
    with pytest.raises(TypeError, match="not rounded"):
        shown(value)


@pytest.mark.parametrize(
    ("address", "base"), [("", ""), ("data/", "../"), ("submissions/x/y/", "../../../")]
)
def test_base_is_the_root_seen_from_a_page(address: str, base: str) -> None:
    assert Place(address).base == base


def test_the_root_seen_from_itself_is_an_address() -> None:
    assert Place("").to("") == "./"
    assert Place("").to("data/") == "data/"
    assert Place("a/b/").to("data/") == "../../data/"


def test_text_is_escaped_and_never_rendered(tmp_path: Path) -> None:
    assert render(tmp_path, "{{ x }}", x="<b>{{7*7}}&'\"") == "&lt;b&gt;{{7*7}}&amp;&#39;&#34;"


def test_a_name_that_a_template_misspells_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(BrokenRepositoryError, match=r"page\.html, line 2: 'nothing' is undefined"):
        render(tmp_path, "\n{{ nothing }}")


@pytest.mark.parametrize(
    ("template", "part", "says"),
    [
        ("a\nb\n{% if %}", "", r"page\.html, line 3: "),
        (
            '{% import "part.html" as part %}\n{{ part.show() }}',
            "{% macro show() %}\n\n{{ x }}{% endmacro %}",
            r"part\.html, line 3: 'x' is undefined",
        ),
        ('{% import "part.html" as part %}', "{{ 1 +", r"part\.html, line 1: "),
        ('\n{% include "gone.html" %}', "", r"page\.html, line 2: there is no template gone\.html"),
    ],
)
def test_a_broken_template_is_named_with_its_line(
    tmp_path: Path, template: str, part: str, says: str
) -> None:
    (tmp_path / "part.html").write_text(part, "utf-8")
    with pytest.raises(BrokenRepositoryError, match=says):
        render(tmp_path, template)


def test_a_missing_template_breaks_the_repository(tmp_path: Path) -> None:
    with pytest.raises(BrokenRepositoryError, match=r"the template pages/x\.md is missing"):
        Renderer(tmp_path).render("pages/x.md", Place(""), {})


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (3, "3"),
        (Fraction(1, 3), "0.3333333333333333"),
        (Fraction(2), "2.0"),
        ("a", "a"),
    ],
)
def test_exact_is_the_number_that_results_have(tmp_path: Path, value: object, text: str) -> None:
    assert render(tmp_path, "{{ x | exact }}", x=value) == text


def test_filters(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        "{{ n | decimals(2) }} {{ d | day }} {{ none | day }} {{ 'own prompt' | slug }} "
        "{{ code | code_marks }} {{ lines | preformatted }}",
        n=Fraction(1, 3),
        d=dt.date(2026, 11, 30),
        none=None,
        code="see `<a>` & `b`",
        lines="<a>\nb\u202e",
    )
    assert page == (
        "0.33 2026-11-30 – own-prompt see <code>&lt;a&gt;</code> &amp; <code>b</code> "
        "&lt;a&gt;\nb\\u202e"
    )


@pytest.mark.parametrize(
    ("heat", "value", "step"),
    [
        (True, Fraction(0), "None"),
        (True, Fraction(1, 100), "1"),
        (True, Fraction(1), "10"),
        (True, None, "None"),
        (True, "text", "None"),
        (False, Fraction(1), "None"),
    ],
)
def test_heat(
    tmp_path: Path,
    heat: bool,  # noqa: FBT001
    value: Fraction | str | None,
    step: str,
) -> None:
    column = Column("k", "t", "h", heat=heat)
    template = "{{ heat(column, cell) if heat(column, cell) else 'None' }}"
    assert render(tmp_path, template, column=column, cell=Cell("x", value)) == step


@pytest.mark.parametrize(
    ("better", "order"),
    [(Better.HIGH, "descending"), (Better.LOW, "ascending"), (Better.NEITHER, "ascending")],
)
def test_the_first_click_puts_the_better_end_up(tmp_path: Path, better: Better, order: str) -> None:
    column = Column("k", "t", "h", better=better)
    assert render(tmp_path, "{{ first_order(column) }}", column=column) == order
