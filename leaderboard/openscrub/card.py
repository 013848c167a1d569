"""The card of an edition: what it holds, what is proven of it, and what is not."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from leaderboard.openscrub.inverter import Inverter
from leaderboard.openscrub.quotas import TABLE_4
from leaderboard.openscrub.shelf import Library
from leaderboard.openscrub.stats import Stats, measure
from scoring.contractscrub import CATEGORIES, ScoreCard, parse_answer, score
from scoring.gold import load_scrub_edition

__all__ = ["invert", "render_card", "write_card"]

_PAPER: Final = 44
_TEMPLATE: Final = Path(__file__).with_name("card.md")


def invert(folder: Path, library: Library) -> ScoreCard:
    """The score of a program that knows `library` on the edition in `folder`."""
    edition = load_scrub_edition(folder)
    inverter = Inverter(library)
    answers = {
        name: parse_answer(json.dumps(inverter.read(text)))
        for name, text in edition.contracts.items()
    }
    return score(edition.gold, answers)


def write_card(folder: Path, library: Library) -> str:
    """The card of the edition in `folder`, as Markdown.

    Raises:
        GoldError: it is no edition, or not in order.

    """
    digest = load_scrub_edition(folder).digest
    about = json.loads((folder / "edition.json").read_bytes())
    template = _TEMPLATE.read_text(encoding="utf-8")
    stats = measure(folder)
    return render_card(template, stats, invert(folder, library), digest, about["seed"])


def render_card(template: str, stats: Stats, inverted: ScoreCard, digest: str, seed: str) -> str:
    """The card's text: `template` with the numbers in its braces."""
    zero, cells = stats.zero_cells["zero"], stats.zero_cells["of"]
    return template.format(
        seed=seed,
        digest=digest,
        contracts=stats.contracts,
        controls=stats.controls,
        kinds=len(stats.kinds),
        counts=_counts(stats, inverted),
        form=_form(stats),
        zero=zero,
        cells=cells,
        zero_percent=f"{100 * zero / cells:.1f}",
        least_pool=stats.least_pool,
        bins=", ".join(f"{name} {count}" for name, count in stats.distance_bins.items()),
        overlap_median=f"{100 * stats.overlap['median']:.1f}",
        overlap_greatest=f"{100 * stats.overlap['greatest']:.1f}",
        inverter_recall=float(inverted.full.macro_recall or 0),
        inverter_precision=float(inverted.full.macro_precision or 0),
        **_measures("size", stats.sizes),
        **_measures("defined", stats.defined_per_contract),
        **_measures("words", stats.sentence_words),
    )


def _measures(prefix: str, numbers: Mapping[str, int]) -> dict[str, int]:
    return {f"{prefix}_{name}": number for name, number in numbers.items()}


def _counts(stats: Stats, inverted: ScoreCard) -> str:
    rows = []
    for category in CATEGORIES:
        paper = TABLE_4[category.key] * stats.contracts / _PAPER
        found = inverted.full.categories[category.key]
        whole = found.tp + found.fn
        share = f"{found.tp / whole:.2f}" if whole else "–"
        count = stats.categories[category.key]
        rows.append(f"| {category.title} | {count:,} | {paper:,.0f} | {share} |")
    return "\n".join(rows)


def _form(stats: Stats) -> str:
    rows = {"kinds": stats.kinds, **stats.styles}
    return "\n".join(
        f"| {name.replace('_', ' ')} | {', '.join(f'{v} {n}' for v, n in counts.items())} |"
        for name, counts in rows.items()
    )
