from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.charts import (
    DotPlot,
    Label,
    Scatter,
    Spot,
    Title,
    build_dots,
    build_scatter,
)
from leaderboard.display import Exact
from leaderboard.tables.table import Column, Table, TableRow, number, text

NAMED = Title("Recall", "What is found.")
Values = tuple[Exact | None, Exact | None]


def table(rows: Sequence[tuple[str, Exact | None, Exact | None]], *badges: str) -> Table:
    columns = (
        Column("entry", "Entry", "", numeric=False),
        Column("recall", "Recall", ""),
        Column("flags", "False flags", ""),
    )
    return Table(
        "overall",
        "Overall",
        "",
        columns,
        tuple(
            TableRow(f"id-{place}", (text(name), number(up, 3), number(across, 1)), badges)
            for place, (name, up, across) in enumerate(rows)
        ),
    )


THREE = table([("A", Fraction(3, 4), 2), ("B", Fraction(1, 2), 0), ("C", None, 7)])


def dots(made: Table, second: str | None = None) -> DotPlot:
    plot = build_dots(made, "recall", NAMED, second=second)
    assert plot is not None
    return plot


def scatter(made: Table, *, logarithmic: bool = False) -> Scatter:
    plot = build_scatter(made, "flags", "recall", NAMED, logarithmic=logarithmic)
    assert plot is not None
    return plot


def test_a_dot_stands_where_its_value_is_and_missing_ones_are_left_out() -> None:
    plot = dots(THREE)
    assert [(dot.label, dot.text, dot.at) for dot in plot.dots] == [
        ("A", "0.750", "73.75"),
        ("B", "0.500", "49.50"),
    ]
    assert [tick.text for tick in plot.ticks] == ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]


def test_a_second_value_is_drawn_beside_the_first() -> None:
    plot = dots(table([("A", Fraction(1, 2), Fraction(1)), ("B", Fraction(1), None)]), "flags")
    assert [(dot.text, dot.second) for dot in plot.dots] == [
        ("0.500 / 1.0", "98.00"),
        ("1.000", None),
    ]


@pytest.mark.parametrize("rows", [[], [("A", Fraction(1), 1)], [("A", None, 1), ("B", None, 2)]])
def test_a_plot_needs_two_rows_to_compare(
    rows: Sequence[tuple[str, Exact | None, Exact | None]],
) -> None:
    assert build_dots(table(rows), "recall", NAMED) is None
    assert build_scatter(table(rows), "flags", "recall", NAMED) is None


def test_a_long_table_is_cut() -> None:
    assert len(dots(table([(f"M{n}", Fraction(1), 1) for n in range(100)])).dots) == 40


@pytest.mark.parametrize(
    ("badges", "kind"),
    [(["scored"], "model"), (["scored", "program"], "program"), (["reported"], "reported")],
)
def test_kinds_of_rows_are_told_apart(badges: list[str], kind: str) -> None:
    made = table([("A", Fraction(1), 1), ("B", Fraction(0), 1)], *badges)
    assert {dot.kind for dot in dots(made).dots} == {kind}
    assert {spot.kind for spot in scatter(made).spots} == {kind}


def test_more_is_higher_and_further_right() -> None:
    upper, lower = scatter(THREE).spots
    assert float(upper.y) < float(lower.y)
    assert float(upper.x) > float(lower.x)
    assert upper.text == "Recall 0.750, false flags 2.0"


def test_a_logarithmic_axis_has_a_place_for_zero() -> None:
    plot = scatter(table([("A", Fraction(1), 1_000), ("B", Fraction(0), 0)]), logarithmic=True)
    assert [tick.text for tick in plot.x_ticks] == [
        "0",
        "1",
        "3",
        "10",
        "30",
        "100",
        "300",
        "1,000",
    ]
    assert plot.spots[1].x == plot.x_ticks[0].at


@pytest.mark.parametrize(
    ("most", "marks"),
    [
        (Fraction(138, 100), ["0.0", "0.5", "1.0", "1.5"]),
        (10, ["0", "2", "4", "6", "8", "10"]),
        (Fraction(4, 1000), ["0.000", "0.001", "0.002", "0.003", "0.004"]),
        (0, ["0", "1"]),
    ],
)
def test_a_linear_axis_has_round_marks(most: Exact, marks: list[str]) -> None:
    plot = scatter(table([("A", Fraction(1), most), ("B", Fraction(0), 0)]))
    assert [tick.text for tick in plot.x_ticks] == marks


def test_points_that_fall_together_share_a_label() -> None:
    plot = scatter(table([("A", Fraction(0), 0), ("B", Fraction(0), 0), ("C", Fraction(1), 9)]))
    for labels in ([spot.wide for spot in plot.spots], [spot.narrow for spot in plot.spots]):
        assert [label.text if label else None for label in labels] == ["A, B", None, "C"]


def test_where_names_are_too_long_together_the_first_says_how_many_more() -> None:
    names = [f"a model of some length {number}" for number in range(3)]
    plot = scatter(table([*((name, Fraction(1, 2), 0) for name in names), ("C", Fraction(1), 9)]))
    label = plot.spots[0].narrow
    assert label is not None
    assert label.text == f"{names[0]} and 2 more"


def test_a_label_without_room_is_left_out() -> None:
    crowd = [("a name of some length " * 9, Fraction(1, 2), n) for n in range(2)]
    assert any(spot.wide is None for spot in scatter(table(crowd)).spots)


def test_a_label_does_not_cover_a_whisker() -> None:
    made = ranged(
        ("a model of a longer name so", Fraction(1, 2), Fraction(4, 10), Fraction(6, 10)),
        ("B", 1, 1, 1),
    )
    first, second = made.rows
    further = replace(second, cells=(*second.cells[:2], number(2, 1)))
    spot, _ = scatter(replace(made, rows=(first, further))).spots
    assert spot.narrow is not None
    assert spot.low is not None
    assert spot.high is not None
    left, top, right, bottom = label_box(spot, spot.narrow, 330)
    assert left < float(spot.x) * 3.3 < right
    assert bottom <= float(spot.high) or top >= float(spot.low)


def test_a_narrow_screen_has_fewer_labels() -> None:
    names = ("a model of some name", "another model", "a third model", "and a fourth")
    rows = [(name, Fraction(1, 2), 20 * place) for place, name in enumerate(names)]
    spots = scatter(table(rows)).spots
    assert all(spot.wide for spot in spots)
    assert 1 <= sum(spot.narrow is not None for spot in spots) < len(spots)


@given(
    st.lists(
        st.tuples(
            st.text(max_size=20),
            st.fractions(0, 1),
            st.one_of(st.integers(0, 100_000), st.fractions(0, 50)),
        ),
        min_size=2,
        max_size=12,
    )
)
def test_any_values_stay_inside_and_labels_never_cover_each_other(
    rows: list[tuple[str, Fraction, Exact]],
) -> None:
    for logarithmic in (False, True):
        plot = scatter(table(rows), logarithmic=logarithmic)
        for spot in plot.spots:
            assert 0 <= float(spot.x) <= 100
            assert 0 <= float(spot.y) <= plot.height
        for screen, pixels in (("wide", 680), ("narrow", 330)):
            boxes = [
                label_box(spot, label, pixels)
                for spot in plot.spots
                if (label := getattr(spot, screen))
            ]
            for place, one in enumerate(boxes):
                assert -0.2 <= one[0] <= one[2] <= pixels + 0.2
                for other in boxes[:place]:
                    apart = (
                        one[2] <= other[0] + 0.2
                        or other[2] <= one[0] + 0.2
                        or one[3] <= other[1] + 0.2
                        or other[3] <= one[1] + 0.2
                    )
                    assert apart


def label_box(spot: Spot, label: Label, pixels: int) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a label in a plot of so many pixels across."""
    width = len(label.text) * 6.6
    at = float(spot.x) * pixels / 100 + label.x
    left = at - {"start": 0, "middle": width / 2, "end": width}[label.anchor]
    top = float(spot.y) + label.y - 12
    return left, top, left + width, top + 15


@pytest.mark.parametrize("plot", [dots(THREE), dots(THREE, "recall"), scatter(THREE)])
def test_the_interactive_figure_is_one_that_plotly_takes(plot: DotPlot | Scatter) -> None:
    figure = go.Figure(json.loads(json.dumps(plot.figure)))
    assert sum(len(trace.x) for trace in figure.data) >= 2
    assert "template" not in plot.figure["layout"]


def test_names_in_the_figure_are_no_markup() -> None:
    plot = scatter(table([("<b>A</b>", Fraction(1), 1), ("B", Fraction(0), 0)]), logarithmic=True)
    assert plot.figure["data"][0]["text"] == ["&lt;b&gt;A&lt;/b&gt;", "B"]


def ranged(*values: tuple[str, Exact, Exact, Exact]) -> Table:
    made = table([(name, value, 1) for name, value, _, _ in values])
    rows = tuple(
        replace(row, cells=(row.cells[0], number(value, 3, ends=(low, high)), row.cells[2]))
        for row, (_, value, low, high) in zip(made.rows, values, strict=True)
    )
    return replace(made, rows=rows)


INTERVALS = ranged(
    ("A", Fraction(3, 4), Fraction(1, 2), Fraction(1)), ("B", Fraction(1, 4), 0, Fraction(1, 2))
)


def test_intervals_are_whiskers_from_end_to_end() -> None:
    first, second = dots(INTERVALS).dots
    assert (first.low, first.high, first.range) == ("49.50", "98.00", "0.500–1.000")
    assert float(second.low or 0) < float(second.at) < float(second.high or 0)
    upper = scatter(INTERVALS).spots[0]
    # Down the page: the lower end has more pixels above it.
    assert float(upper.low or 0) > float(upper.y) > float(upper.high or 0)
    assert upper.text == "Recall 0.750 (95 % interval 0.500–1.000), false flags 1.0"
    assert dots(THREE).dots[0].low is None
    assert scatter(THREE).spots[0].low is None


def test_the_interactive_figure_has_the_same_whiskers() -> None:
    bars = dots(INTERVALS).figure["data"][0]["error_x"]
    assert (bars["array"], bars["arrayminus"]) == ([0.25, 0.25], [0.25, 0.25])
    assert scatter(INTERVALS).figure["data"][0]["error_y"]["arrayminus"] == [0.25, 0.25]
    assert "error_x" not in dots(THREE).figure["data"][0]
    go.Figure(json.loads(json.dumps(dots(INTERVALS).figure)))


def test_a_point_without_an_interval_among_others_has_whiskers_of_no_length() -> None:
    mixed = replace(INTERVALS, rows=(INTERVALS.rows[0], THREE.rows[1]))
    bars = dots(mixed).figure["data"][0]["error_x"]
    assert (bars["array"][1], bars["arrayminus"][1]) == (0, 0)


def test_a_range_below_zero_is_read_without_a_dash() -> None:
    made = ranged(("A", Fraction(1, 2), Fraction(-1, 4), Fraction(3, 4)), ("B", 0, 0, 0))
    assert [row.cells[1].range.text for row in made.rows if row.cells[1].range] == [
        "-0.250 to 0.750",
        "0.000–0.000",
    ]
