from __future__ import annotations

import dataclasses
import datetime as dt
import json
import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.citation import (
    FORMS,
    Cited,
    escape_tex,
    render_apa,
    render_bibtex,
    render_cff,
    render_csl,
    render_zenodo,
)
from leaderboard.names import name_problems
from leaderboard.project import Author
from tests.leaderboard.citation.judges import (
    check_cff,
    check_csl,
    check_zenodo,
    cite_csl,
    decode_tex,
    parse_bibtex,
)

ROW = Cited(
    key="board-2026.12-openscrub-acme--x",
    title="Board: A_B & {C} % é by Acme on OpenScrub 1.0",
    abstract="Which model: proof-reads best?",
    authors=(Author(name="The A&B board's maintainers"), Author(family="Doe", given="Jo Ann")),
    date=dt.date(2026, 12, 1),
    version="2026.12",
    place="v/2026.12/openscrub/acme--x/",
    url="https://board.example/x/v/2026.12/openscrub/acme--x/",
    repository="https://code.example/board",
    doi=None,
    license="CC-BY-4.0",
    keywords=("contracts", "a: b"),
    note="Macro recall 0.472; 95 % interval 0.412 to 0.527; rank =2",
    signature="contract-scrubbing|scoring:1.0|gold:sha256:00",
)
BARE = dataclasses.replace(ROW, url=None, repository=None, license=None, keywords=(), abstract="")
BOARD = dataclasses.replace(
    BARE, version=None, place="", note="", signature="", doi="10.5281/zenodo.123"
)
WORKS = {"row": ROW, "bare": BARE, "board": BOARD}
HARD = (
    "A_B & {C} % é", "}{", "{", "}}", "\\", "\\}", "%", "100% #1_$x^y~z", "a--b---c", "``x''",
    "<|>", '"', "@misc{x,", "x: y", "- a", "# b", "'single'", "? `!`", "null", "2026.12", "[a]",
    "a, and b", "日本語", "“q” – —", "&amp;", "{{7*7}}", "\\textbraceleft",
)  # fmt: skip
NAMES = st.one_of(
    st.sampled_from(HARD),
    st.text(
        st.characters(codec="utf-8", categories=("L", "N", "P", "S"), exclude_characters="ˆ"),
        min_size=1,
        max_size=12,
    ),
    st.text(r"\{}%$#&_^~`'<>|-\" ab", min_size=1, max_size=12),
)


def titled(name: str) -> Cited:
    return dataclasses.replace(ROW, title=f"Board: {name} by Acme", note=f"Row of {name}")


@pytest.mark.parametrize("cited", WORKS.values(), ids=WORKS)
def test_cff_is_valid_by_the_schema_of_its_authors(cited: Cited, tmp_path: Path) -> None:
    text = render_cff(cited)
    check_cff(text, tmp_path)
    said = yaml.safe_load(text)
    assert said["title"] == cited.title
    assert said.get("version") == cited.version
    assert said["date-released"] == "2026-12-01"
    assert said["authors"][1] == {"family-names": "Doe", "given-names": "Jo Ann"}
    assert said.get("url") == cited.url
    if cited.place:
        assert said["identifiers"][0]["value"] == cited.place


def test_the_judge_of_cff_refuses_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="version"):
        check_cff(render_cff(ROW).replace("1.2.0", "9"), tmp_path)


@pytest.mark.parametrize("cited", WORKS.values(), ids=WORKS)
def test_bibtex_is_read_by_a_parser(cited: Cited) -> None:
    (entry,) = parse_bibtex(render_bibtex(cited))
    assert (entry["kind"], entry["key"]) == ("misc", cited.key)
    assert decode_tex(entry["title"]) == cited.title
    assert decode_tex(entry["author"]) == "The A&B board's maintainers and Doe, Jo Ann"
    assert (entry["year"], entry["month"]) == ("2026", "dec")
    assert entry.get("url") == cited.url
    assert entry.get("version") == cited.version
    assert entry.get("doi") == cited.doi
    note = decode_tex(entry.get("note", ""))
    assert cited.note in note
    assert cited.page in note
    assert all(author.count("{") == author.count("}") for author in entry["author"].split(" and "))


def test_a_processor_of_csl_cites_a_row_as_it_is_called() -> None:
    (cited,) = cite_csl(json.loads(render_csl(WORKS["row"])))
    assert cited == (
        "The A&B board's maintainers and Doe, J.A. (2026) “Board: A_B & {C} % é by Acme on "
        "OpenScrub 1.0”. Available at: https://board.example/x/v/2026.12/openscrub/acme--x/."
    )


@pytest.mark.parametrize("cited", WORKS.values(), ids=WORKS)
def test_csl_holds_what_the_vocabulary_allows(cited: Cited) -> None:
    (item,) = check_csl(render_csl(cited))
    assert item["title"] == cited.title
    assert item["issued"] == {"date-parts": [[2026, 12, 1]]}
    assert item["author"][1] == {"family": "Doe", "given": "Jo Ann"}
    assert item.get("URL") == cited.url
    assert cited.page in item.get("note", "")


@pytest.mark.parametrize(
    ("old", "new"), [('"type": "dataset"', '"type": "row"'), ('"id"', '"ID"'), ('"URL"', '"url"')]
)
def test_the_judge_of_csl_refuses_what_is_wrong(old: str, new: str) -> None:
    import jsonschema

    text = render_csl(ROW)
    assert old in text
    with pytest.raises(jsonschema.ValidationError):
        check_csl(text.replace(old, new))


@pytest.mark.parametrize("cited", WORKS.values(), ids=WORKS)
def test_zenodo_gets_the_keys_that_it_knows(cited: Cited) -> None:
    said = check_zenodo(render_zenodo(cited))
    assert said["creators"][1] == {"name": "Doe, Jo Ann"}
    assert said["description"].startswith("<p>")
    with pytest.raises(AssertionError, match="Title"):
        check_zenodo(render_zenodo(cited).replace('"title"', '"Title"'))


def test_the_description_for_zenodo_is_escaped() -> None:
    cited = dataclasses.replace(ROW, abstract="<script>&")
    assert check_zenodo(render_zenodo(cited))["description"] == "<p>&lt;script&gt;&amp;</p>"


def test_apa_reads_as_the_style_asks() -> None:
    assert render_apa(ROW) == (
        "The A&B board's maintainers, & Doe, J. A. (2026). Board: A_B & {C} % é by Acme on "
        "OpenScrub 1.0 (Version 2026.12) [Data set]. Macro recall 0.472; 95 % interval 0.412 to "
        "0.527; rank =2. https://board.example/x/v/2026.12/openscrub/acme--x/\n"
    )
    assert render_apa(BARE).endswith(". Page v/2026.12/openscrub/acme--x/ of the site.\n")
    assert render_apa(BOARD).endswith("[Data set]. https://doi.org/10.5281/zenodo.123\n")
    alone = dataclasses.replace(BOARD, doi=None, authors=(Author(name="Board"),))
    assert render_apa(alone) == f"Board. (2026). {ROW.title} [Data set].\n"


@given(NAMES)
def test_a_name_comes_back_from_bibtex(name: str) -> None:
    folded = " ".join(titled(name).title.split())
    (entry,) = parse_bibtex(render_bibtex(titled(name)))
    assert decode_tex(entry["title"]) == folded
    assert decode_tex(entry["note"]) == " ".join(f"Row of {name}".split()) + f"; {ROW.signature}"


@given(NAMES)
def test_a_name_comes_back_from_cff_and_csl(name: str) -> None:
    cited = titled(name)
    assert yaml.safe_load(render_cff(cited))["title"] == cited.title
    assert check_csl(render_csl(cited))[0]["title"] == cited.title


@given(NAMES)
def test_no_escape_leaves_a_brace_alone_or_a_dash_to_be_drawn(name: str) -> None:
    depth = 0
    for char in escape_tex(name):
        depth += {"{": 1, "}": -1}.get(char, 0)
        assert depth >= 0
    assert depth == 0
    assert "--" not in escape_tex(name)
    assert not re.search(r"(?<!\\)[%#&_]", escape_tex(name))


@pytest.mark.parametrize("name", HARD)
def test_the_hard_names_stay_valid_in_every_form(name: str, tmp_path: Path) -> None:
    cited = titled(name)
    check_cff(render_cff(cited), tmp_path)
    check_csl(render_csl(cited))
    check_zenodo(render_zenodo(cited))
    assert name in render_apa(cited)


def test_names_that_submissions_may_bear_are_among_the_hard_ones() -> None:
    assert not name_problems("A_B & {C} % é")


def test_every_form_ends_its_last_line() -> None:
    for render in FORMS.values():
        assert render(ROW).endswith("\n")
        assert not render(ROW).endswith("\n\n")
