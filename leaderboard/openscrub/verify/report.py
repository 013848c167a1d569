"""What a verification found, as text and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from leaderboard.openscrub.verify.faults import Fault
from leaderboard.openscrub.verify.lies import SORTS, Tally
from scoring.contractscrub import CATEGORIES

__all__ = ["LIMITS", "Report"]

LIMITS: Final = (
    "that clean text is sensible",
    "that an ordinary sense is impossible where a term is logged as uncapitalised",
    "that it is certain which party must be meant",
    "that two facts which differ are in conflict",
)
"""What no machine of this sort can prove; reading a sample does."""


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a verification.

    Attributes:
        contracts: how many contracts were read.
        entries: how many gold entries there are, by category key.
        accounted: how many things were accounted for, by what they are.
        faults: everything that keeps the edition from being proven, in order.
        kills: category key → sort of lie → tally; empty when no lies were planted.

    """

    contracts: int
    entries: Mapping[str, int]
    accounted: Mapping[str, int]
    faults: tuple[Fault, ...]
    kills: Mapping[str, Mapping[str, Tally]]

    @property
    def proven(self) -> bool:
        """Whether no error is unlogged and no logged error is missing from the text."""
        return not self.faults

    def as_json(self) -> dict[str, Any]:
        """The report as JSON's types."""
        return {
            "proven": self.proven,
            "contracts": self.contracts,
            "entries": dict(self.entries),
            "accounted": dict(self.accounted),
            "findings": [fault._asdict() for fault in self.faults],
            "kill_rates": {
                category: {
                    "all": _rates(_total(by_sort)),
                    **{sort: _rates(tally) for sort, tally in by_sort.items()},
                }
                for category, by_sort in self.kills.items()
            },
            "not_proven_by_this": list(LIMITS),
        }

    def render_text(self) -> str:
        """The report for a person to read, ending in a line end."""
        lines = [
            f"{fault.contract}: {fault.code} at {fault.place or '-'}: {fault.sentence}"
            for fault in self.faults
        ]
        verdict = "proven" if self.proven else f"not proven: {len(self.faults)} findings"
        lines += ["" for _ in lines[:1]]
        lines.append(f"{self.contracts} contracts, {sum(self.entries.values())} entries: {verdict}")
        accounted = ", ".join(f"{count} {what}" for what, count in self.accounted.items())
        lines.append(f"Accounted for: {accounted}.")
        if self.kills:
            lines += ["", *self._kill_lines()]
        lines += ["", "This cannot prove " + "; ".join(LIMITS) + ". Reading a sample does."]
        return "\n".join(lines) + "\n"

    def _kill_lines(self) -> list[str]:
        """A table of kill rates: a category a line."""
        titles = {category.key: category.title for category in CATEGORIES}
        width = max(len(titles[key]) for key in self.kills)
        heads = ["lies", "without twin", "with twin", *(f"{sort}" for sort in SORTS)]
        lines = [
            "Planted lies that were found, by category (by sort: with the twin)",
            f"{'':{width}}  " + "  ".join(heads),
        ]
        for key, by_sort in self.kills.items():
            total = _total(by_sort)
            cells = [
                str(total.planted),
                _share(total.without_twin, total.planted),
                _share(total.with_twin, total.planted),
                *(_share(by_sort[sort].with_twin, by_sort[sort].planted) for sort in SORTS),
            ]
            shown = "  ".join(
                f"{cell:>{len(head)}}" for cell, head in zip(cells, heads, strict=True)
            )
            lines.append(f"{titles[key]:{width}}  {shown}")
        return lines


def _total(by_sort: Mapping[str, Tally]) -> Tally:
    tallies = by_sort.values()
    return Tally(
        sum(tally.planted for tally in tallies),
        sum(tally.without_twin for tally in tallies),
        sum(tally.with_twin for tally in tallies),
    )


def _share(found: int, planted: int) -> str:
    """A share in per cent to one digit, rounded down so that 100 % means all; "–" of none."""
    if not planted:
        return "–"
    tenths = found * 1000 // planted
    return f"{tenths // 10}.{tenths % 10} %"


def _rates(tally: Tally) -> dict[str, Any]:
    return {
        "planted": tally.planted,
        "found_without_twin": tally.without_twin,
        "found_with_twin": tally.with_twin,
    }
