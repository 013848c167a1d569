from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.names import id_problem, name_problems, named_character, skeleton, text_problems


def codes_of_text(text: str) -> list[str]:
    return [problem.code for problem in text_problems(text)]


def codes_of_name(text: str) -> list[str]:
    return [problem.code for problem in name_problems(text)]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("plain, with é and 漢字 and עברית and ✔️ and 👩‍💻", []),
        ("<b>&amp; {{ x }} =SUM(A1)", []),
        ("\x00", ["control_character"]),
        ("a\tb", ["control_character"]),
        ("a\nb", ["control_character"]),
        ("\x1b[31m", ["control_character"]),
        ("\x7f\x85", ["control_character"]),
        ("\u202eabc", ["bidirectional_character"]),
        ("\u2066\u2069", ["bidirectional_character"]),
        ("\u200e", ["bidirectional_character"]),
        ("a\u200bb", ["invisible_character"]),
        ("\ufeff", ["invisible_character"]),
        ("soft\u00adhyphen", ["invisible_character"]),
        ("\u2028", ["invisible_character"]),
        ("\U000e0041", ["invisible_character"]),
        ("\uffff", ["invisible_character"]),
        (
            "\u200b\u202e\x00",
            ["control_character", "bidirectional_character", "invisible_character"],
        ),
    ],
)
def test_rules_for_every_text(text: str, codes: list[str]) -> None:
    assert codes_of_text(text) == codes


def test_a_character_is_named_and_never_shown() -> None:
    assert named_character("\u202e") == "U+202E RIGHT-TO-LEFT OVERRIDE"
    assert named_character("\x00") == "U+0000"
    assert text_problems("ab\u202e")[0].message == "character 3 is U+202E RIGHT-TO-LEFT OVERRIDE"


@pytest.mark.parametrize(
    "name",
    [
        "GPT-5.5",
        "Claude Opus 4.7",
        "Qwen 3.5 (397B)",
        "Modèle é, v2",
        "<img src=x onerror=alert(1)>",
        "通义千问 Plus",
        "リーダー 漢字 v3",
        "하이퍼클로바 X",
        "注音 ㄅㄆ ok",
        "Яндекс 5",
        "ʻOkina",
        "o1",
        "3D (a=b) | c",
        "नमस्ते",
    ],
)
def test_names_that_anyone_may_bear(name: str) -> None:
    assert codes_of_name(name) == []


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("=1+1", ["formula_name"]),
        ("+1", ["formula_name"]),
        ("-1", ["formula_name"]),
        ("@A1", ["formula_name"]),
        ("\tA", ["formula_name", "name_spacing"]),
        ("\rA", ["formula_name", "name_spacing"]),
        ("＝1", ["formula_name", "name_not_normalised"]),
        (" A", ["name_spacing"]),
        ("A ", ["name_spacing"]),
        ("A  B", ["name_spacing"]),
        ("A\u2003B", ["name_spacing", "name_not_normalised"]),
        ("ＧＰＴ", ["name_not_normalised"]),
        ("𝐆𝐏𝐓", ["name_not_normalised"]),
        ("e\u0301", ["name_not_normalised"]),
        ("Rеader", ["mixed_script"]),
        ("OpenΑI", ["mixed_script"]),
        ("カナ ㄅ", ["mixed_script"]),
        ("---", ["formula_name", "name_characters"]),
        ("!?", ["name_characters"]),
        ("a\u0338\u0338\u0338b", ["name_characters"]),
        ("a\u200db", ["name_characters"]),
        ("a\ufe0f", ["name_characters"]),
        ("a\ue000", ["name_characters"]),
        ("a\u0378", ["name_characters"]),
        ("a\u200bb", []),  # told by the rules for every text
    ],
)
def test_names_that_nobody_may_bear(name: str, codes: list[str]) -> None:
    assert codes_of_name(name) == codes


@given(st.text(st.characters(exclude_categories=()), max_size=120))
def test_every_text_can_be_judged(text: str) -> None:
    for problem in [*text_problems(text), *name_problems(text)]:
        assert problem.message.isprintable()
        assert problem.mend.isprintable()
    skeleton(text)


@pytest.mark.parametrize(
    "text",
    [
        "a--b",
        "acme--reader-2",
        "acme--gpt-5.5--low",
        "3m--x",
        "a.b--c-d.e",
        "con--x",
        "a--" + "b" * 77,
    ],
)
def test_ids_that_a_submission_may_bear(text: str) -> None:
    assert id_problem(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "acme",
        "acme-reader",
        "acme--",
        "--reader",
        "acme---reader",
        "acme--reader--low--x",
        "Acme--reader",
        "acme--réader",
        "acme--reader ",
        "acme--reader\n",
        "acme--read_er",
        "acme--reader.",
        ".acme--reader",
        "acme--rea..der",
        "acme--../reader",
        "acme--$(id)",
        "acme--a;b",
        "-acme--reader",
        "acme--rеader",
        "con.x--reader",
        "lpt1.a--b",
        "a--" + "b" * 78,
        "a" * 1_000_000,
    ],
)
def test_ids_that_no_submission_may_bear(text: str) -> None:
    problem = id_problem(text, "bad_folder_name")
    assert problem is not None
    assert problem.code == "bad_folder_name"
    assert len(problem.message) < 200


ALIKE = [
    ("GPT 9 Pro", "GPT-9-Pro"),  # E022
    ("GPT 9 Pro", "gpt9pro"),
    ("Claude 3.5", "Claude 3-5"),
    ("Claude 3.5", "claude-3_5"),
    ("OpenAI", "0penAl"),
    ("OpenAI", "ОреnАІ"),
    ("Acme", "АСМЕ"),
    ("Modèle", "Modele"),
    ("Reader", "Ｒｅａｄｅｒ"),
    ("corner", "comer"),
    ("Reader", "Read\u200ber"),
]
DIFFERENT = [
    ("Claude 3.5", "Claude 35"),
    ("GPT-4.1", "GPT-41"),
    ("Reader 1 2", "Reader 12"),
    ("Reader", "Reader 2"),
    ("Яндекс", "Yandex"),
    ("GPT-5", "GPT-5 mini"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_look_alikes_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_names_have_different_skeletons(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@given(st.text(max_size=40))
def test_case_and_spaces_at_the_ends_never_matter(text: str) -> None:
    assert skeleton(text) == skeleton(f" {text} ")
    assert skeleton(text.casefold()) == skeleton(text.casefold().casefold())


@pytest.mark.parametrize(
    "text",
    [
        "program--nothing",
        "program--mine--low",
        "pr0gram--nothing",
        "openai--gpt-5-5--reported",
        "openai--gpt-5-5--reasoning-high-reported",
        "openai--gpt-5-5-reported",
        "openai--gpt-5-5--rep0rted",
    ],
)
def test_ids_of_the_board_s_own_rows_are_reserved(text: str) -> None:
    for code in ("bad_id", "bad_folder_name"):
        problem = id_problem(text, code)
        assert problem is not None
        assert problem.code == "reserved_id"
        assert problem.mend.endswith(".")


@pytest.mark.parametrize(
    "text", ["programs--x", "acme--program", "acme--program--low", "reported--x", "a--unreported"]
)
def test_ids_that_only_sound_reserved_are_free(text: str) -> None:
    assert id_problem(text) is None


@pytest.mark.parametrize("char", "\n\r\t")
def test_a_line_end_is_mended_by_naming_the_prompt(char: str) -> None:
    (problem,) = text_problems(f"You are{char}a lawyer")
    assert problem.code == "control_character"
    assert "space" in problem.mend
    assert "Name or link" in problem.mend
    assert "prompt" in problem.mend
