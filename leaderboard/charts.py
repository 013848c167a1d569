"""Plots as data: positions for the static drawing, and a figure for the interactive one.

A plot is made from a `Table`, so it can show nothing that its table does not. Positions across
are per cent, so that the drawing keeps its type size on any screen; positions down are pixels.
"""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from leaderboard.display import Exact
from leaderboard.tables.table import Cell, Column, Range, Table, TableRow

__all__ = [
    "Dot",
    "DotPlot",
    "Label",
    "Scatter",
    "Spot",
    "Tick",
    "Title",
    "build_dots",
    "build_scatter",
]

LEFT: Final = 7.0
RIGHT: Final = 96.0
"""Per cent of the width between which values lie."""
ROW: Final = 34
"""Pixels from one line of a dot plot to the next."""
HEIGHT: Final = 300
"""Pixels from 0 to 1 in a scatter plot."""
TOP: Final = 14
WIDE: Final = 680
"""Pixels that a plot has at least on a wide screen."""
NARROW: Final = 330
"""Pixels that it has at least on a narrow one."""
CHAR: Final = 6.6
NEAR: Final = 4
MOST_DOTS: Final = 40
LOG_TICKS: Final = (0, 1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)


@dataclass(frozen=True, slots=True)
class Title:
    """What a plot is called, and what it shows, in a sentence."""

    title: str
    caption: str


@dataclass(frozen=True, slots=True)
class Point:
    """A value of one entry, with its interval where it has one."""

    name: str
    value: Exact
    range: Range | None


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis: its text and where it is (per cent across, or pixels down)."""

    text: str
    at: str


@dataclass(frozen=True, slots=True)
class Dot:
    """One line of a dot plot.

    Attributes:
        key: the row's id.
        label: the entry's name.
        kind: model, program or reported.
        text: the value or values as the table shows them.
        at: where the value is, per cent across.
        second: where the value that it is compared with is, or None.
        top: pixels down to the line.
        low: where the value's interval begins, per cent across; None where there is none.
        high: where it ends.
        range: both, as the table shows them; "" where there is none.

    """

    key: str
    label: str
    kind: str
    text: str
    at: str
    second: str | None
    top: int
    low: str | None = None
    high: str | None = None
    range: str = ""


@dataclass(frozen=True, slots=True)
class DotPlot:
    """A value, or a value and one to compare it with, for each entry, best first."""

    title: str
    caption: str
    dots: tuple[Dot, ...]
    ticks: tuple[Tick, ...]
    height: int
    figure: dict[str, Any] = field(compare=False)
    form: str = "dots"


@dataclass(frozen=True, slots=True)
class Label:
    """The name at a spot: its text, pixels from the spot, and which end of the text is there."""

    text: str
    x: int
    y: int
    anchor: str


@dataclass(frozen=True, slots=True)
class Spot:
    """One point of a scatter plot.

    Attributes:
        key: the row's id.
        name: the entry's.
        text: both values, as the table shows them.
        kind: model, program or reported.
        x: per cent across.
        y: pixels down.
        wide: its label on a wide screen, if there is room for one.
        narrow: the same on a narrow screen.
        low: where the interval of its value upwards begins, pixels down; None where there is none.
        high: where it ends.

    """

    key: str
    name: str
    text: str
    kind: str
    x: str
    y: str
    wide: Label | None
    narrow: Label | None
    low: str | None = None
    high: str | None = None


@dataclass(frozen=True, slots=True)
class Scatter:
    """One number against another."""

    title: str
    caption: str
    x_title: str
    y_title: str
    spots: tuple[Spot, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    height: int
    figure: dict[str, Any] = field(compare=False)
    form: str = "scatter"


def build_dots(
    table: Table, column: str, named: Title, *, second: str | None = None
) -> DotPlot | None:
    """A dot plot of a column of values from 0 to 1; None unless two rows have one.

    Of a long table the first `MOST_DOTS` rows are drawn; the table has them all.

    Args:
        table: where values come from, best first.
        column: key of the column.
        named: heading and caption.
        second: key of a column to compare with.

    """
    places = _places(table)
    dots: list[Dot] = []
    traces: dict[tuple[str, str], list[Point]] = {}
    for row in table.rows:
        value = _value(row, places[column])
        if value is None or len(dots) == MOST_DOTS:
            continue
        other = _value(row, places[second]) if second else None
        text = row.cells[places[column]].text
        if second and other is not None:
            text += f" / {row.cells[places[second]].text}"
            traces.setdefault((table.columns[places[second]].title, "second"), []).append(
                Point(_name(table, row), other, row.cells[places[second]].range)
            )
        kind, range_ = _kind(row), row.cells[places[column]].range
        point = Point(_name(table, row), value, range_)
        traces.setdefault((_series(kind), kind), []).append(point)
        dots.append(
            Dot(
                key=row.key,
                label=_name(table, row),
                kind=kind,
                text=text,
                at=_across(float(value)),
                second=None if other is None else _across(float(other)),
                top=TOP + ROW * len(dots),
                low=_across(float(range_.low)) if range_ else None,
                high=_across(float(range_.high)) if range_ else None,
                range=range_.text if range_ else "",
            )
        )
    if len(dots) < 2:  # noqa: PLR2004 - a plot compares
        return None
    height = TOP + ROW * len(dots)
    return DotPlot(
        title=named.title,
        caption=named.caption,
        dots=tuple(dots),
        ticks=tuple(Tick(f"{tenth / 10:.1f}", _across(tenth / 10)) for tenth in range(0, 11, 2)),
        height=height + 26,
        figure=_dot_figure(table.columns[places[column]].title, [d.label for d in dots], traces),
    )


def build_scatter(
    table: Table, x: str, y: str, named: Title, *, logarithmic: bool = False
) -> Scatter | None:
    """A scatter plot of two columns; None unless two rows have both.

    Args:
        table: where values come from, best first.
        x: key of the column across, from 0 up.
        y: key of the column up, from 0 to 1.
        named: heading and caption.
        logarithmic: whether x is drawn as the logarithm of 1 + x, so that 0 has a place.

    """
    places = _places(table)
    points = [
        (row, float(across), float(up))
        for row in table.rows
        if (across := _value(row, places[x])) is not None
        and (up := _value(row, places[y])) is not None
    ]
    if len(points) < 2:  # noqa: PLR2004 - a plot compares
        return None
    x_column, y_column = table.columns[places[x]], table.columns[places[y]]
    scale, marks = _axis(max(across for _, across, _ in points), logarithmic=logarithmic)
    drawn = [
        (LEFT + (RIGHT - LEFT) * scale(across), TOP + HEIGHT * (1 - up)) for _, across, up in points
    ]
    to_name = [
        _Drawn(_name(table, row), *at, *_reach(row.cells[places[y]], at[1]))
        for (row, _, _), at in zip(points, drawn, strict=True)
    ]
    labels = zip(_labels(to_name, WIDE), _labels(to_name, NARROW), strict=True)
    spots = tuple(
        Spot(
            key=row.key,
            name=_name(table, row),
            text=f"{y_column.title} {_with_range(row.cells[places[y]])}, "
            f"{x_column.title.lower()} {row.cells[places[x]].text}",
            kind=_kind(row),
            x=f"{at[0]:.2f}",
            y=f"{at[1]:.1f}",
            wide=wide,
            narrow=narrow,
            low=_down(range_.low) if (range_ := row.cells[places[y]].range) else None,
            high=_down(range_.high) if range_ else None,
        )
        for (row, _, _), at, (wide, narrow) in zip(points, drawn, labels, strict=True)
    )
    return Scatter(
        title=named.title,
        caption=named.caption,
        x_title=x_column.title,
        y_title=y_column.title,
        spots=spots,
        x_ticks=tuple(Tick(text, f"{LEFT + (RIGHT - LEFT) * scale(at):.2f}") for text, at in marks),
        y_ticks=tuple(
            Tick(f"{tenth / 10:.1f}", f"{TOP + HEIGHT * (1 - tenth / 10):.1f}")
            for tenth in range(0, 11, 2)
        ),
        height=TOP + HEIGHT + 44,
        figure=_scatter_figure(
            (x_column, y_column),
            [
                (
                    _kind(row),
                    across,
                    Point(_name(table, row), Fraction(up), row.cells[places[y]].range),
                )
                for row, across, up in points
            ],
            marks if logarithmic else None,
        ),
    )


def _places(table: Table) -> dict[str, int]:
    return {column.key: index for index, column in enumerate(table.columns)}


def _value(row: TableRow, place: int) -> Exact | None:
    value = row.cells[place].value
    return None if isinstance(value, str) else value


def _name(table: Table, row: TableRow) -> str:
    return row.cells[_places(table)["entry"]].text


def _kind(row: TableRow) -> str:
    return next((kind for kind in ("program", "reported") if kind in row.badges), "model")


def _series(kind: str) -> str:
    return {"program": "Programs", "reported": "Reported"}.get(kind, "Models")


def _with_range(cell: Cell) -> str:
    return cell.text + (f" (95 % interval {cell.range.text})" if cell.range else "")


def _down(value: Exact) -> str:
    """Pixels down to a value from 0 to 1 of a scatter plot."""
    return f"{TOP + HEIGHT * (1 - float(value)):.1f}"


def _across(value: float) -> str:
    return f"{1 + 97 * value:.2f}"


Box = tuple[float, float, float, float]
"""Left, top, right, bottom of what is drawn, in pixels."""
Scale = Callable[[float], float]


def _axis(most: float, *, logarithmic: bool) -> tuple[Scale, list[tuple[str, float]]]:
    """A scale from values to 0 … 1, and its marks as (text, value)."""
    if logarithmic:
        top = max(most * 1.15, 3.0)
        marks = [(f"{tick:,}", float(tick)) for tick in LOG_TICKS if tick <= top]
        return lambda value: math.log1p(value) / math.log1p(top), marks
    step = _round_step(most)
    count = max(1, math.ceil(most / step - 1e-9))
    digits = max(0, -math.floor(math.log10(step)))
    marks = [(f"{index * step:.{digits}f}", index * step) for index in range(count + 1)]
    return lambda value: value / (count * step), marks


def _round_step(most: float) -> float:
    """A step of 1, 2 or 5 times a power of ten that divides `most` into about five."""
    if most <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(most / 5))
    return next(power * size for size in (1, 2, 5, 10) if most / (power * size) <= 5)  # noqa: PLR2004


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A point to be named: per cent across, pixels down, and from where to where its whisker is."""

    name: str
    x: float
    y: float
    top: float
    bottom: float


def _reach(cell: Cell, y: float) -> tuple[float, float]:
    """Pixels down to the upper and the lower end of what is drawn for a point."""
    if cell.range is None:
        return y, y
    return float(_down(cell.range.high)), float(_down(cell.range.low))


def _labels(points: Sequence[_Drawn], width: int) -> list[Label | None]:
    """Names beside points, in order of the board, where they cover nothing that is drawn.

    Points that fall together share one label, at the first of them. Where all their names are too
    long it has the first, and how many more there are.

    Args:
        points: to be named.
        width: of the plot, in pixels.

    """
    taken: list[Box] = []
    together: dict[tuple[int, int], list[str]] = {}
    for point in points:
        at = point.x * width / 100
        taken += (at - 6, point.y - 6, at + 6, point.y + 6), (at, point.top, at, point.bottom)
        together.setdefault(_cell(point, width), []).append(point.name)
    labels: list[Label | None] = []
    for point in points:
        names = together.pop(_cell(point, width), [])
        tried = (_place_label(text, point, width, taken) for text in _texts(names))
        labels.append(next(filter(None, tried), None))
    return labels


def _texts(names: Sequence[str]) -> Iterator[str]:
    """What a label may say, the best first."""
    if names:
        yield ", ".join(names)
    if len(names) > 1:
        yield f"{names[0]} and {len(names) - 1} more"


def _cell(point: _Drawn, width: int) -> tuple[int, int]:
    return round(point.x * width / 100 / NEAR), round(point.y / NEAR)


def _place_label(text: str, point: _Drawn, width: int, taken: list[Box]) -> Label | None:
    """A place for `text` beside a point that covers nothing taken so far."""
    at, y, long = point.x * width / 100, point.y, len(text) * CHAR
    tries = (
        (10, -4, "start", at + 10),
        (-10, -4, "end", at - 10 - long),
        (0, round(min(-11, point.top - y - 5)), "middle", at - long / 2),
        (0, round(max(20, point.bottom - y + 14)), "middle", at - long / 2),
    )
    for dx, dy, anchor, left in tries:
        box = (left, y + dy - 12, left + long, y + dy + 3)
        fits = box[0] >= 0 and box[2] <= width and box[3] <= TOP + HEIGHT
        if fits and not any(_meet(box, other) for other in taken):
            taken.append(box)
            return Label(text, dx, dy, anchor)
    return None


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _dot_figure(
    title: str, order: Sequence[str], traces: dict[tuple[str, str], list[Point]]
) -> dict[str, Any]:
    return {
        "data": [
            _trace(
                name,
                kind,
                x=[float(point.value) for point in points],
                y=[_plain(point.name) for point in points],
                hovertemplate="%{y}<br>%{x:.3f}<extra>%{fullData.name}</extra>",
                **_whiskers("error_x", points),
            )
            for (name, kind), points in sorted(traces.items())
        ],
        "layout": _layout(
            {"title": {"text": title}, "range": [0, 1]},
            {
                "categoryorder": "array",
                "categoryarray": [_plain(label) for label in reversed(order)],
                "automargin": True,
            },
            height=120 + 30 * len(order),
        ),
    }


def _scatter_figure(
    columns: tuple[Column, Column],
    points: Sequence[tuple[str, float, Point]],
    marks: Sequence[tuple[str, float]] | None,
) -> dict[str, Any]:
    x_axis: dict[str, Any] = {"title": {"text": columns[0].title}, "rangemode": "tozero"}
    if marks is not None:
        x_axis |= {
            "tickvals": [math.log1p(value) for _, value in marks],
            "ticktext": [text for text, _ in marks],
        }
    data = []
    for kind in ("model", "program", "reported"):
        mine = [(across, point) for own, across, point in points if own == kind]
        if mine:
            data.append(
                _trace(
                    _series(kind),
                    kind,
                    x=[math.log1p(x) if marks is not None else x for x, _ in mine],
                    y=[float(point.value) for _, point in mine],
                    text=[_plain(point.name) for _, point in mine],
                    customdata=[x for x, _ in mine],
                    **_whiskers("error_y", [point for _, point in mine]),
                    hovertemplate="%{text}<br>"
                    f"{_plain(columns[1].title)} %{{y:.3f}}<br>"
                    f"{_plain(columns[0].title)} %{{customdata:.4~g}}<extra></extra>",
                )
            )
    y_axis = {"title": {"text": columns[1].title}, "range": [-0.03, 1.03]}
    return {"data": data, "layout": _layout(x_axis, y_axis, height=420)}


def _whiskers(axis: str, points: Sequence[Point]) -> dict[str, Any]:
    """Error bars of a trace; none where no point has an interval."""
    if not any(point.range for point in points):
        return {}
    values = [float(point.value) for point in points]
    highs = [float(point.range.high) if point.range else float(point.value) for point in points]
    lows = [float(point.range.low) if point.range else float(point.value) for point in points]
    return {
        axis: {
            "type": "data",
            "symmetric": False,
            "array": [max(0.0, high - value) for high, value in zip(highs, values, strict=True)],
            "arrayminus": [max(0.0, value - low) for low, value in zip(lows, values, strict=True)],
            "thickness": 1,
            "width": 4,
        }
    }


def _trace(name: str, kind: str, **values: object) -> dict[str, Any]:
    colour = {"program": "rule-strong", "second": "quiet"}.get(kind, "accent")
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "marker": {"size": 11},
        "cliponaxis": False,
        "meta": {"hollow": kind in {"reported", "second"}, "colour": colour},
        **values,
    }


def _layout(x_axis: dict[str, Any], y_axis: dict[str, Any], *, height: int) -> dict[str, Any]:
    """A layout without a template: colours come from the page."""
    return {
        "xaxis": x_axis,
        "yaxis": y_axis,
        "height": height,
        "margin": {"l": 60, "r": 20, "t": 20, "b": 60},
        "legend": {"orientation": "h", "y": 1.08},
        "hovermode": "closest",
    }


def _plain(text: str) -> str:
    """Text that the plotting library shows as it is: it reads a little HTML in labels."""
    return html.escape(text, quote=False)
