"""A report is bounded when it is written, and believed nowhere when it is read."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from markdown_it import MarkdownIt

from leaderboard.files import dump_json
from leaderboard.findings import Finding
from leaderboard.review import FIXED_TEXT, Report, ReportError, parse_report, render_markdown
from leaderboard.review.markdown import MOST_MARKDOWN
from leaderboard.review.report import finding_records
from leaderboard.review.text import render_annotations, render_text

EVIL = (
    "<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1)) "
    "![x](https://evil.example/x.png) @octocat #123 https://evil.example www.evil.example "
    "`code` | cell **bold** &lt;b&gt; GH-1 octo/repo#2 :tada: {{7*7}} ${{ secrets.X }} ##[error]x"
)
SHA = "0123456789" * 4


def line(**change: Any) -> dict[str, Any]:
    plain = {"key": "k", "title": "Macro recall", "digits": 3, "before": 0.25, "after": 0.5}
    return {**plain, **change}


def board(**change: Any) -> dict[str, Any]:
    plain = {
        "benchmark": "openscrub",
        "title": "OpenScrub",
        "version": "1.0",
        "signature": "contract-scrubbing|scoring:1.0|gold:sha256:0",
        "measure": "macro_recall",
        "primary": line(),
        "interval": {"low": 0.4, "high": 0.6},
        "answered": 43,
        "items": 44,
        "marks": ["partial"],
        "rank_before": {"position": 3, "shared": False, "of": 9},
        "rank_after": {"position": 2, "shared": True, "of": 9},
        "moves": [
            {"id": "bolt--one", "before": 2, "after": 3},
            {"id": "bolt--two", "before": 5, "after": 4},
            {"id": "bolt--three", "before": None, "after": 9},
            {"id": "bolt--four", "before": 9, "after": None},
        ],
        "moves_count": 30,
        "lines": [line(), line(title="False flags", digits=0, before=7.0, after=1.0)],
    }
    return {**plain, **change}


def finding(**change: Any) -> dict[str, Any]:
    plain = {"code": "unknown_key", "file": "f", "pointer": "/a", "message": "m", "mend": "n"}
    return {**plain, **change}


def value(**change: Any) -> dict[str, Any]:
    plain = {
        "review_version": 1,
        "scoring_version": "1.0",
        "verdict": "accept",
        "needs_human": False,
        "kind": "update",
        "id": "acme--lexi-2",
        "former": None,
        "author": "ada",
        "base": SHA,
        "head": SHA[::-1],
        "start": SHA,
        "findings": [],
        "findings_count": 0,
        "alarms": [],
        "outside": [],
        "outside_count": 0,
        "boards": [board()],
    }
    return {**plain, **change}


def refused(**change: Any) -> dict[str, Any]:
    made = {"verdict": "refuse", "findings": [finding()], "findings_count": 1, "boards": []}
    return value(**{**made, **change})


def flagged(message: str = "m") -> dict[str, Any]:
    alarms = [{"kind": "gold_copy", "benchmark": "openscrub", "message": message}]
    return value(verdict="needs a maintainer", needs_human=True, alarms=alarms)


def read(made: dict[str, Any]) -> Report:
    return parse_report(json.dumps(made).encode())


def test_a_report_survives_the_file() -> None:
    for made in (value(), refused(), flagged()):
        report = read(made)
        assert parse_report(dump_json(report.model_dump(mode="json")).encode()) == report
        assert json.loads(dump_json(report.model_dump(mode="json"))) == made


@pytest.mark.parametrize(
    "made",
    [
        value(extra=1),
        value(review_version=2),
        value(verdict="accept!"),
        value(verdict="refuse"),
        value(verdict="needs a maintainer"),
        value(needs_human=True),
        refused(verdict="accept"),
        refused(findings_count=0),
        value(findings_count=1),
        value(head="HEAD"),
        value(head=SHA[:-1]),
        value(head=SHA + "\n"),
        value(base=7),
        value(id="<b>x</b>"),
        value(id="a" * 81),
        value(author="@ada"),
        value(author="ada\n"),
        value(scoring_version="1.0 <b>"),
        value(kind="code"),
        value(boards=[board()] * 21),
        value(boards=[board(title="x" * 101)]),
        value(boards=[board(benchmark="Open Scrub")]),
        value(boards=[board(version="v1")]),
        value(boards=[board(primary=line(after="0.5"))]),
        value(boards=[board(primary=line(after=1e300))]),
        value(boards=[board(answered=-1)]),
        value(boards=[board(answered=True)]),
        value(boards=[board(rank_after={"position": 0, "shared": False, "of": 9})]),
        value(boards=[board(moves=[{"id": "bolt--one", "before": 2, "after": 3}] * 21)]),
        value(boards=[board(lines=[line()] * 81)]),
        value(outside=["x"] * 21),
        refused(findings=[finding()] * 101),
        refused(findings=[finding(code="no_such_code")]),
        refused(findings=[finding(code="<b>")]),
        refused(findings=[finding(message="x" * 601)]),
        refused(findings=[finding(file="a\u202eb")]),
        refused(findings=[finding(file="a\u200bb")]),
        refused(findings=[finding(message="a\nb")]),
        refused(findings=[finding(message="\ud800")]),
        {},
    ],
    ids=str,
)
def test_what_is_not_of_the_form_is_refused(made: dict[str, Any]) -> None:
    with pytest.raises(ReportError, match=r"^the report ") as told:
        read(made)
    assert str(told.value).isprintable()
    assert len(str(told.value)) < 500


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{",
        b"\xff",
        b'{"verdict": "accept", "verdict": "refuse"}',
        b'{"a": NaN}',
        b"[" * 100_000,
        json.dumps(value()).encode("utf-16"),
        b" " * (2 * 1024 * 1024 + 1),
    ],
    ids=range(9),
)
def test_what_is_no_json_is_refused(data: bytes) -> None:
    with pytest.raises(ReportError, match=r"^the report "):
        parse_report(data)


def test_findings_are_cut_to_what_a_report_holds() -> None:
    long = Finding("unknown_key", "f" * 1000, "/p" * 1000, "m" * 1000, "n" * 1000)
    records = finding_records((long,) * 150)
    assert len(records) == 100
    made = refused(findings=[record.model_dump() for record in records], findings_count=150)
    assert read(made).findings == records


def rendered_html(markdown: str) -> str:
    """What a reader of GitHub's Markdown makes of it, raw HTML and bare links let through."""
    page: str = MarkdownIt("gfm-like", {"html": True, "linkify": False}).render(markdown)
    return page


OURS = r"</?(?:h3|h4|p|ul|li|strong|code|table|thead|tbody|tr|th|td)>|<br>"


@pytest.mark.parametrize(
    "made",
    [
        refused(findings=[finding(file=EVIL[:300], pointer=EVIL[:300], message=EVIL, mend=EVIL)]),
        flagged(EVIL),
        value(
            boards=[
                board(
                    title=EVIL[:100],
                    marks=[EVIL[:100], EVIL[100:200], EVIL[200:300]],
                    primary=line(title=EVIL[:100]),
                    lines=[line(title=EVIL[start : start + 100]) for start in range(0, 300, 100)],
                )
            ]
        ),
    ],
    ids=["findings", "alarms", "boards"],
)
def test_whatever_a_report_says_is_only_text(made: dict[str, Any]) -> None:
    markdown = render_markdown(read(made))
    page = rendered_html(markdown)
    assert re.sub(OURS, "", page).count("<") == 0
    # GitHub makes mentions, references and links of text anywhere but in code.
    bare = html.unescape(re.sub(r"<code>.*?</code>", "", page))
    assert not re.search(r"[@#]\w|https?:|www[.]|GH-|javascript|octo", bare)
    assert not re.search(r"https?://|www[.]|@\w|`\w", markdown)
    shown = html.unescape(" ".join(re.findall(r"<code>(.*?)</code>", page)))
    assert "<script>alert(1)</script>" in shown


def test_every_text_is_escaped_whatever_it_holds() -> None:
    for char in map(chr, range(0x20, 0x7F)):
        page = rendered_html(render_markdown(read(flagged(f"a{char * 3}b"))))
        assert html.unescape(page).count(f"a{char * 3}b") == 1
        assert re.sub(OURS, "", page).count("<") == 0


def test_a_comment_says_what_matters() -> None:
    text = html.unescape(render_markdown(read(value())))
    text = re.sub("</?code>", "", text)
    assert text.startswith("### Check of this pull request: accept\n")
    assert "It holds a change of an entry that stands acme--lexi-2." in text
    assert "| **Macro recall** | 0.250 | **0.500** (95 % interval 0.400 to 0.600) |" in text
    assert "| rank | 3 of 9 | =2 of 9 |" in text
    assert "Answered: 43 of 44. Marks: partial." in text
    assert "Who moves: 30\n\n- bolt--one: 2 → 3 (down by 1)\n" in text
    assert "- bolt--two: 5 → 4 (up by 1)\n- bolt--three gains its rank\n" in text
    assert "- bolt--four loses its rank\n- 26 more entries move\n" in text
    assert "| Macro recall | 0.250 | 0.500 | +0.250 |\n| False flags | 7 | 1 | -6 |" in text


def test_ids_and_paths_are_legible_as_plain_text() -> None:
    text = render_markdown(read(refused(findings=[finding(file="submissions/a--b.1/x.json")])))
    assert "<code>acme--lexi-2</code>" in text
    assert "<code>submissions/a--b.1/x.json</code>" in text


@pytest.mark.parametrize("word", ["www.x.example", "WWW.x.example", "see www.x.example/a"])
def test_no_host_becomes_a_link(word: str) -> None:
    markdown = render_markdown(read(flagged(word)))
    assert not re.search("www[.]", markdown, re.IGNORECASE)
    assert word in html.unescape(markdown)


def test_a_comment_says_what_comes_next() -> None:
    assert "**Next:** a maintainer merges it" in render_markdown(read(value()))
    assert "**Next:** a maintainer answers here" in render_markdown(read(flagged()))
    assert "**Next:** mend what is listed and push" in render_markdown(read(refused()))
    assert "](" not in render_markdown(read(value()))


def test_a_comment_links_the_board_and_the_entry() -> None:
    site = "https://board.example/x/"
    text = render_markdown(read(value()), site)
    assert f"[openscrub]({site}openscrub/)" in text
    assert f"[the entry's page]({site}submissions/acme--lexi-2/)" in text
    assert f"[how to submit]({site}submit/)" in text
    text = render_markdown(read(value(kind="new")), site)
    assert "[the entry's page after a merge](" in text
    text = render_markdown(read(refused()), site)
    assert f"[how to submit]({site}submit/)" in text
    assert "the entry's page" not in text


def test_an_address_of_another_form_is_no_link() -> None:
    for site in ("javascript:alert(1)/", "https://x.example/)[y](z/", "https://x.example"):
        assert "](" not in render_markdown(read(value()), site)


def test_a_comment_says_what_is_missing() -> None:
    made = value(
        kind="rename",
        former="acme--lexi",
        boards=[
            board(primary=line(before=None, after=None), interval=None, moves=[], lines=[]),
            board(
                primary=line(before=None),
                interval=None,
                rank_before=None,
                rank_after=None,
                moves=[],
                moves_count=0,
                marks=[],
                lines=[line(before=None)],
            ),
        ],
    )
    text = re.sub("</?code>", "", html.unescape(render_markdown(read(made))))
    assert "an entry under a new id acme--lexi-2, until now acme--lexi." in text
    assert "Not scored: the gold of this edition is not at hand. Marks: partial." in text
    assert "| **Macro recall** | – | **0.500** |\n| rank | – | – |" in text
    assert "| Macro recall | – | 0.500 | – |" in text


def test_findings_and_alarms_stand_in_the_comment() -> None:
    text = re.sub("</?code>", "", html.unescape(render_markdown(read(refused(findings_count=7)))))
    assert "#### To mend: 7\n\n- unknown_key in f at /a: m<br>n\n" in text
    assert "- 6 more; `leaderboard validate` lists" in text
    text = html.unescape(render_markdown(read(flagged("too good"))))
    assert "- **gold copy** on <code>openscrub</code>: <code>too good</code>" in text


def test_a_comment_fits_and_counts_what_does_not() -> None:
    large = finding(file="<" * 300, pointer="<" * 300, message="<" * 600, mend="<" * 600)
    text = render_markdown(read(refused(findings=[large] * 100, findings_count=100)))
    assert len(text) <= MOST_MARKDOWN
    shown = text.count("&#60;" * 10 + "</code>")
    left = re.search(r"(\d+) more parts do not fit here; the file `report.json` has them", text)
    assert left is not None
    assert shown > 0
    assert text.count("\n- <code>unknown") + int(left[1]) == 100


def test_one_part_that_does_not_fit_is_one() -> None:
    boards = [
        board(
            benchmark=f"b{one}",
            title="<" * 100,
            lines=[line(title="<" * 100)] * 80,
            moves=[],
            moves_count=0,
        )
        for one in range(2)
    ]
    text = render_markdown(read(value(boards=boards)))
    assert len(text) <= MOST_MARKDOWN
    assert "1 more part does not fit here" in text


def test_the_fixed_text_is_fixed() -> None:
    assert "report is not shown here" in FIXED_TEXT
    assert FIXED_TEXT.isascii()


def test_a_terminal_gets_the_same() -> None:
    text = render_text(read(value()))
    assert text.startswith("verdict: accept (acme--lexi-2)\n\nopenscrub 1.0  [partial]\n")
    assert "  rank 3 of 9 → =2 of 9   95 % interval 0.400 to 0.600\n" in text
    assert re.search(r"False flags +7 → 1\n", text)
    assert "  30 other entries move\n" in text
    text = render_text(read(flagged("a\tb".replace("\t", " "))))
    assert "  for a maintainer: a b on openscrub [gold_copy]\n" in text
    bare = board(
        primary=line(after=None), interval=None, marks=[], rank_before=None, rank_after=None
    )
    assert "  not scored: the gold" in render_text(read(value(boards=[bare])))
    plain = board(interval=None, moves=[], moves_count=0, rank_before=None)
    assert "  rank – → =2 of 9\n" in render_text(read(value(boards=[plain])))
    code = value(
        id=None,
        kind="no submission",
        boards=[],
        verdict="needs a maintainer",
        needs_human=True,
        alarms=[{"kind": "code", "benchmark": None, "message": "no submission"}],
    )
    assert render_text(read(code)) == (
        "verdict: needs a maintainer\n  for a maintainer: no submission [code]\n"
    )


def test_alarms_are_warnings_of_a_workflow() -> None:
    assert render_annotations(read(flagged("50 % of it"))) == (
        "::warning title=gold_copy::50 %25 of it\n"
    )
