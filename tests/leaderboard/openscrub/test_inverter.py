from __future__ import annotations

import re
from pathlib import Path

from leaderboard.openscrub.card import invert, write_card
from leaderboard.openscrub.edition import write_edition
from leaderboard.openscrub.library import LIBRARY_ROOT
from leaderboard.openscrub.shelf import Library, with_pack

OTHER_WORDS = {
    " and ": " as well as ",
    " or ": " or else ",
    " the ": " such ",
    " of ": " in respect of ",
    " that ": " which ",
}


def reworded(line: str) -> str:
    """A line of a family file in other words, its tokens as they are."""
    if line.startswith(("#", "==")) or line.partition(" ")[0].endswith(":"):
        return line
    parts = re.split(r"(\[[^\]]*\]|\{\?[^:]*:)", line)
    for old, new in OTHER_WORDS.items():
        parts[::2] = [part.replace(old, new) for part in parts[::2]]
    return "".join(parts)


def test_who_knows_the_library_can_invert_it(library: Library, edition: Path) -> None:
    card = invert(edition, library)
    assert card.full.macro_recall is not None
    assert card.full.macro_recall > 0.6
    shown = write_card(edition, library)
    assert f"macro recall {float(card.full.macro_recall):.2f} at" in shown
    assert "44 contracts of" in shown


def test_private_wordings_take_the_ground_from_under_it(library: Library, tmp_path: Path) -> None:
    for path in LIBRARY_ROOT.glob("*/*.txt"):
        copy = tmp_path / "pack" / path.parent.name / path.name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text("\n".join(map(reworded, path.read_text().splitlines())))
    write_edition(with_pack(library, tmp_path / "pack"), "private", 6, tmp_path / "edition")
    card = invert(tmp_path / "edition", library)
    assert card.full.macro_recall is not None
    assert card.full.macro_recall < 0.5
