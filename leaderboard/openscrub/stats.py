"""What an edition is made of: counts, sizes, kinds, styles, overlap, zero cells, distances."""

from __future__ import annotations

import json
import re
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from leaderboard.openscrub.insert.references import bin_of
from leaderboard.openscrub.quotas import TABLE_4
from scoring.gold import load_scrub_edition

__all__ = ["RUN", "Stats", "measure", "render_stats", "runs_of", "shared_runs"]

RUN: Final = 8
"""Words of a run, by which contracts are compared."""

_WORD: Final = re.compile(r"[a-z0-9$%]+(?:['’][a-z]+)?", re.IGNORECASE)
_SENTENCE: Final = re.compile(r"(?<=[.?!])\s+|\n\n")
_BIN_NAMES: Final = ("under 1k", "1k-3k", "3k-10k", "over 10k")
_STYLES: Final = (
    "scheme", "definitions", "entry", "recitals", "role_article", "curly", "capitals", "numbers",
    "label", "heading", "inline", "width", "pages", "schedule",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stats:
    """The numbers of an edition; shares are from 0 to 1, sizes in characters.

    Attributes:
        contracts: how many.
        controls: how many have no error.
        categories: gold entries by category.
        sizes: least, median and greatest size.
        kinds: contracts by kind.
        styles: attribute → value → contracts; empty where `edition.json` is missing.
        overlap: greatest and median share of 8-word runs that two contracts have in common.
        zero_cells: contract-category cells without gold, of how many.
        distance_bins: wrong references by distance in characters (SCORING 1.7).
        least_pool: the smallest number of sites that an insertion was drawn from, or None.
        defined_per_contract: least, median and greatest number of definitions.
        sentence_words: median and 90th percentile of words a sentence.

    """

    contracts: int
    controls: int
    categories: Mapping[str, int]
    sizes: Mapping[str, int]
    kinds: Mapping[str, int]
    styles: Mapping[str, Mapping[str, int]]
    overlap: Mapping[str, float]
    zero_cells: Mapping[str, int]
    distance_bins: Mapping[str, int]
    least_pool: int | None
    defined_per_contract: Mapping[str, int]
    sentence_words: Mapping[str, int]

    def as_json(self) -> dict[str, Any]:
        """The numbers as JSON has them."""
        return {name: getattr(self, name) for name in self.__slots__}


def measure(folder: Path) -> Stats:
    """The numbers of the edition in `folder`.

    Raises:
        GoldError: it is no edition, or not in order.

    """
    edition = load_scrub_edition(folder)
    gold = edition.gold
    about = folder / "edition.json"
    sheets = list(json.loads(about.read_bytes())["sheets"].values()) if about.is_file() else []
    errors = [key for key in TABLE_4 if key != "defined_terms"]
    cells = [len(gold[name][key]) for name in gold for key in TABLE_4]
    bins = Counter(
        bin_of(entry["distance"])
        for entries in gold.values()
        for entry in entries["incorrect_references"]
        if "distance" in entry
    )
    sizes = sorted(len(text) for text in edition.contracts.values())
    defined = sorted(len(entries["defined_terms"]) for entries in gold.values())
    words = _sentence_words(edition.contracts.values())
    pools = [sheet["least_pool"] for sheet in sheets if sheet["least_pool"] is not None]
    return Stats(
        contracts=len(gold),
        controls=sum(not any(gold[name][key] for key in errors) for name in gold),
        categories={key: sum(len(e[key]) for e in gold.values()) for key in TABLE_4},
        sizes=_three(sizes),
        kinds=dict(sorted(Counter(name.rpartition("-")[0] for name in gold).items())),
        styles={
            style: dict(sorted(Counter(str(sheet["style"][style]) for sheet in sheets).items()))
            for style in (_STYLES if sheets else ())
        },
        overlap=_overlap(list(edition.contracts.values())),
        zero_cells={"zero": cells.count(0), "of": len(cells)},
        distance_bins={name: bins[at] for at, name in enumerate(_BIN_NAMES)},
        least_pool=min(pools) if pools else None,
        defined_per_contract=_three(defined),
        sentence_words={"median": words[len(words) // 2], "p90": words[len(words) * 9 // 10]},
    )


def _three(numbers: Sequence[int]) -> dict[str, int]:
    return {
        "least": numbers[0],
        "median": int(statistics.median(numbers)),
        "greatest": numbers[-1],
    }


def _sentence_words(texts: Iterable[str]) -> list[int]:
    return sorted(
        count
        for text in texts
        for sentence in _SENTENCE.split(text)
        if (count := len(_WORD.findall(sentence))) > 3  # noqa: PLR2004 - marks and headings
    )


def runs_of(text: str) -> frozenset[int]:
    """The 8-word runs of a text, as hashes that hold within one process."""
    words = _WORD.findall(text.lower())
    return frozenset(hash(tuple(words[at : at + RUN])) for at in range(len(words) - RUN + 1))


def shared_runs(one: frozenset[int], other: frozenset[int]) -> float:
    """Share of the smaller set's runs that the other has too."""
    least = min(len(one), len(other))
    return len(one & other) / least if least else 0.0


def _overlap(texts: Sequence[str]) -> dict[str, float]:
    runs = [runs_of(text) for text in texts]
    shares = sorted(shared_runs(a, b) for a, b in combinations(runs, 2)) or [0.0]
    return {
        "greatest": round(shares[-1], 4),
        "median": round(statistics.median(shares), 4),
    }


def render_stats(stats: Stats) -> str:
    """The numbers as text, one subject a line."""
    lines = [f"contracts           {stats.contracts}, of them {stats.controls} without errors"]
    lines += ["", f"{'category':32}{'entries':>8}{'paper':>8}{'ratio':>8}"]
    for key, count in stats.categories.items():
        paper = TABLE_4[key] * stats.contracts / 44
        lines.append(f"{key:32}{count:>8}{paper:>8.0f}{count / paper if paper else 0:>8.2f}")
    lines.append("")
    for name in ("sizes", "defined_per_contract", "sentence_words", "kinds", "distance_bins"):
        lines.append(f"{name.replace('_', ' '):20}{_listed(getattr(stats, name))}")
    lines.append(f"{'overlap':20}{_listed(stats.overlap)}")
    zero, of = stats.zero_cells["zero"], stats.zero_cells["of"]
    lines.append(f"{'zero cells':20}{zero} of {of} ({100 * zero / of:.1f} %)")
    pool = "–" if stats.least_pool is None else str(stats.least_pool)
    lines.append(f"{'least pool of sites':20}{pool}")
    lines += [f"{name:20}{_listed(counts)}" for name, counts in stats.styles.items()]
    return "\n".join(lines) + "\n"


def _listed(counts: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())
