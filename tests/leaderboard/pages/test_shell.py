from __future__ import annotations

import pytest

from leaderboard.pages.shell import DESCRIPTION, PLACEHOLDERS, TITLE, Shell, shell_source

PAGE = (
    '<link rel="canonical" href="https://x.org/submissions/shell/">'
    f"<title>{TITLE} - Site</title><meta content='{DESCRIPTION}'>"
    '<h1 hidden></h1><div class="wide">shell-content-k7q2</div>'
)


def fill(**changes: str) -> str:
    values = {"title": "T", "description": "D", "content": "<p>C</p>", "address": "submissions/a/"}
    return Shell.parse(PAGE, "submissions/shell/").fill(**(values | changes))


def test_the_source_has_every_placeholder() -> None:
    assert all(word in shell_source() for word in PLACEHOLDERS)


def test_a_filled_shell_is_the_page_at_its_own_address() -> None:
    assert fill() == (
        '<link rel="canonical" href="https://x.org/submissions/a/">'
        "<title>T - Site</title><meta content='D'>"
        '<div class="wide"><p>C</p></div>'
    )


def test_what_is_filled_in_is_not_searched_for_placeholders() -> None:
    page = fill(title="shell-content-k7q2", content=f"{TITLE} submissions/shell/")
    assert "<title>shell-content-k7q2 - Site</title>" in page
    assert f'<div class="wide">{TITLE} submissions/shell/</div>' in page


def test_title_and_description_are_escaped() -> None:
    page = fill(title="</title><script>", description="' onload='x")
    assert "<script>" not in page
    assert "' onload=" not in page


def test_a_theme_that_leaves_a_placeholder_out_is_a_fault() -> None:
    with pytest.raises(ValueError, match="left shell-description-k7q2 out"):
        Shell.parse(PAGE.replace(DESCRIPTION, ""), "submissions/shell/")
