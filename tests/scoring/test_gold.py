from __future__ import annotations

import json
from pathlib import Path

import pytest

from scoring.contractscrub import score
from scoring.errors import GoldError
from scoring.gold import load_clause_edition, load_scrub_edition
from scoring.signature import digest

CASE = {
    "id": "p01",
    "category": "Governing Law",
    "title": "Supply",
    "contract": "supply",
    "question": "Which law?",
    "gold": ["the law of Ohio"],
}

AMBIGUOUS = json.dumps(
    {
        "defined_terms": [
            {"term": "Fee", "location": "1", "accept": {"term": ["Charge"]}},
            {"term": "Charge", "location": "2"},
        ]
    }
)


def write(folder: Path, name: str, content: object) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    text = content if isinstance(content, str) else json.dumps(content)
    path.write_bytes(text.encode())


@pytest.fixture
def scrub(tmp_path: Path) -> Path:
    folder = tmp_path / "openscrub" / "1"
    for name in ("beta", "alpha"):
        write(folder, f"contracts/{name}.txt", f"Contract {name}\r\n")
        write(folder, f"gold/{name}.json", {"defined_terms": []})
    return folder


@pytest.fixture
def clauses(tmp_path: Path) -> Path:
    folder = tmp_path / "cuad" / "1"
    write(folder, "contracts/supply.txt", "Contract")
    write(folder, "cases.json", [CASE])
    return folder


def test_a_scrubbing_edition_is_read_in_order_of_id_with_its_text_unchanged(scrub: Path) -> None:
    edition = load_scrub_edition(scrub)
    assert edition.items == ("alpha", "beta")
    assert edition.contracts["alpha"] == "Contract alpha\r\n"
    assert load_scrub_edition(scrub, edition.digest) == edition


def test_a_change_of_gold_or_of_a_text_changes_its_own_digest(scrub: Path) -> None:
    before = load_scrub_edition(scrub)
    write(scrub, "contracts/alpha.txt", "Contract alpha\n")
    assert load_scrub_edition(scrub, before.digest).texts_digest != before.texts_digest
    with pytest.raises(GoldError, match=r"texts .* pinned"):
        load_scrub_edition(scrub, before.digest, before.texts_digest)
    write(scrub, "gold/alpha.json", {"defined_terms": [{"term": "Fee", "location": "1"}]})
    with pytest.raises(GoldError, match=r"gold .* pinned"):
        load_scrub_edition(scrub, before.digest)


def test_the_digest_of_the_gold_is_the_one_in_a_score_s_signature(scrub: Path) -> None:
    edition = load_scrub_edition(scrub)
    assert score(edition.gold, {}).signature.endswith(f"gold:{edition.digest}")


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("gold/alpha.json", "[]", "alpha is no object"),
        ("gold/alpha.json", "{", "not in order"),
        ("gold/alpha.json", "[" * 200_000, "not in order"),
        ("gold/alpha.json", '{"defined_terms": NaN}', "NaN"),
        ("gold/alpha.json", '{"typos": []}', "typos"),
        ("gold/alpha.json", '{"defined_terms": {}}', "no list"),
        ("gold/alpha.json", '{"defined_terms": [3]}', "no object"),
        ("gold/alpha.json", '{"defined_terms": [{"term": "Fee"}]}', "location"),
        ("gold/alpha.json", AMBIGUOUS, "two different spellings"),
        ("gold/gamma.json", "{}", "gamma"),
    ],
)
def test_broken_gold_is_refused(scrub: Path, name: str, content: str, says: str) -> None:
    write(scrub, name, content)
    with pytest.raises(GoldError, match=says):
        load_scrub_edition(scrub)


def test_a_missing_file_or_folder_is_named(scrub: Path) -> None:
    (scrub / "gold/alpha.json").unlink()
    with pytest.raises(GoldError, match=r"alpha\.json"):
        load_scrub_edition(scrub)
    with pytest.raises(GoldError, match="contracts"):
        load_scrub_edition(scrub / "nowhere")


def test_a_clause_edition_is_read_with_its_questions(clauses: Path) -> None:
    edition = load_clause_edition(clauses)
    assert edition.items == ("p01",)
    assert edition.cases[0].gold == ("the law of Ohio",)
    assert edition.contract_of["p01"] == "supply"
    assert edition.questions["p01"] == "Which law?"
    bare = {key: CASE[key] for key in ("id", "category", "title", "gold")}
    assert edition.digest == digest([bare])


def test_the_digest_of_cases_is_none_of_the_archive_s_or_the_contract_s(clauses: Path) -> None:
    before = load_clause_edition(clauses).digest
    write(clauses, "contracts/supply.txt", "Contract, other spacing")
    assert load_clause_edition(clauses, before).digest == before
    write(clauses, "cases.json", [{**CASE, "gold": ["the law of Iowa"]}])
    with pytest.raises(GoldError, match="pinned"):
        load_clause_edition(clauses, before)


@pytest.mark.parametrize(
    "cases",
    [
        3,
        ["p01"],
        [{"id": "p01"}],
        [{**CASE, "id": 3}],
        [{**CASE, "contract": "gone"}],
        [{**CASE, "gold": "the law of Ohio"}],
        [{**CASE, "gold": [3]}],
        [CASE, CASE],
    ],
)
def test_broken_cases_are_refused(clauses: Path, cases: object) -> None:
    write(clauses, "cases.json", cases)
    with pytest.raises(GoldError, match=r"cases\.json"):
        load_clause_edition(clauses)


def test_a_text_that_is_not_utf_8_or_cannot_be_read_is_named(clauses: Path) -> None:
    (clauses / "contracts" / "supply.txt").write_bytes(b"caf\xe9")
    with pytest.raises(GoldError, match=r"supply\.txt is not UTF-8 at byte 3"):
        load_clause_edition(clauses)
    (clauses / "contracts" / "supply.txt").unlink()
    (clauses / "contracts" / "supply.txt").mkdir()
    with pytest.raises(GoldError, match=r"supply\.txt cannot be read"):
        load_clause_edition(clauses)
