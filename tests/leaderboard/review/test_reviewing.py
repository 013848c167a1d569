"""Honest pull requests: what the check says of them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from leaderboard.errors import UsageError
from leaderboard.git import GitError, Objects
from leaderboard.review import Index, parse_index, review
from leaderboard.review.standing import build_index
from tests.leaderboard.gits import run_git
from tests.leaderboard.review.conftest import Check
from tests.leaderboard.review.sample import (
    NEW,
    OLDER,
    OTHERS,
    STANDING,
    answer,
    bobs,
    edition,
    meta_of,
    outputs_of,
    submission,
)
from tests.timing import at_most

REASON = [{"date": "2026-11-20", "reason": "Ran again with the newer snapshot."}]


def better(seed: str, keep: float = 0.8) -> dict[str, Any]:
    """Outputs that find more."""
    outputs = outputs_of(seed)
    for record in outputs["outputs"]:
        record["response"] = answer(record["item"], seed, keep=keep)
    return outputs


def test_a_new_entry_is_accepted_and_told_its_rank(check: Check) -> None:
    reviewed = check(check.hosted.pull(submission(NEW, answered=better(NEW))))
    report = reviewed.report
    assert (reviewed.findings, report.verdict, report.kind) == ((), "accept", "new")
    assert (report.id, report.former, report.author) == (NEW, None, "ada")
    assert reviewed.read_again == 0
    (board,) = report.boards
    assert board.primary.before is None
    assert board.primary.after == pytest.approx(0.8, abs=0.1)
    assert board.primary.after is not None
    assert board.interval is not None
    assert board.interval.low < board.primary.after < board.interval.high
    assert board.rank_before is None
    assert board.rank_after is not None
    ahead = board.rank_after.position
    moved = {move.id: (move.before, move.after) for move in board.moves}
    assert moved
    assert all(after == (before or 0) + 1 for before, after in moved.values())
    assert board.moves_count == board.rank_after.of - ahead


def test_an_update_by_its_owner_shows_what_changed(check: Check) -> None:
    about = meta_of("Reader One", changes=REASON)
    head = check.hosted.pull(submission(STANDING, about=about, answered=better(STANDING)))
    reviewed = check(head, "Ada")
    assert (reviewed.findings, reviewed.report.verdict) == ((), "accept")
    assert reviewed.report.kind == "update"
    (board,) = reviewed.report.boards
    assert board.primary.before is not None
    assert board.primary.after is not None
    assert board.primary.before < board.primary.after
    assert board.rank_before is not None
    assert board.rank_after is not None
    assert board.rank_before.of == board.rank_after.of
    recalls = [line for line in board.lines if line.title.startswith("Recall: ")]
    assert len(recalls) == 9
    assert all(line.before is not None and line.after is not None for line in recalls)


def test_words_alone_need_no_reason(check: Check) -> None:
    head = check.hosted.pull(submission(STANDING, about=meta_of("Reader One", notes="Mind.")))
    assert check(head).report.verdict == "accept"


def test_an_entry_may_be_retracted_by_its_owner_and_others_move_up(check: Check) -> None:
    about = meta_of("Reader One", status="retracted", reason="It was another model.")
    reviewed = check(check.hosted.pull(submission(STANDING, about=about)))
    assert reviewed.report.verdict == "accept"
    (board,) = reviewed.report.boards
    assert board.rank_before is not None
    assert board.rank_after is None
    assert board.marks == ("retracted",)
    assert all(move.after == (move.before or 0) - 1 for move in board.moves)


def test_a_partial_run_is_for_a_maintainer(check: Check) -> None:
    outputs = outputs_of(NEW)
    outputs["outputs"][0] |= {"response": None, "finish_reason": "timeout"}
    reviewed = check(check.hosted.pull(submission(NEW, answered=outputs)))
    assert reviewed.report.verdict == "needs a maintainer"
    assert [alarm.kind for alarm in reviewed.report.alarms] == ["partial"]
    assert reviewed.report.boards[0].rank_after is None


def test_a_rename_by_the_owner_is_accepted(check: Check) -> None:
    files = {
        **submission(
            NEW, about=meta_of("Reader One", aliases=[STANDING]), answered=outputs_of(STANDING)
        ),
        **dict.fromkeys(submission(STANDING)),
    }
    reviewed = check(check.hosted.pull(files))
    assert (reviewed.findings, reviewed.report.verdict) == ((), "accept")
    assert (reviewed.report.kind, reviewed.report.former) == ("rename", STANDING)
    (board,) = reviewed.report.boards
    assert board.rank_before == board.rank_after
    assert board.moves == ()


def test_one_gone_and_another_added_are_no_rename(check: Check) -> None:
    # Nothing of the one is in the other: what is said is about the one that is gone.
    reviewed = check(check.hosted.pull({**submission(NEW), **dict.fromkeys(submission(STANDING))}))
    assert (reviewed.report.kind, reviewed.report.former) == ("not judged", None)
    assert {finding.code for finding in reviewed.findings} == {
        "several_submissions",
        "deleted_file",
    }


def test_an_entry_may_take_back_an_id_that_it_bore(own_check: Check) -> None:
    older, newer = "acme--older", "acme--newer"
    about = meta_of("Back Again", aliases=[older])
    own_check.hosted.advance(submission(newer, about=about, answered=outputs_of("back")))
    about = meta_of("Back Again", aliases=[newer])
    files = {
        **submission(older, about=about, answered=outputs_of("back")),
        **dict.fromkeys(submission(newer)),
    }
    assert own_check(own_check.hosted.pull(files)).report.verdict == "accept"


def test_a_clause_benchmark_is_scored_too(check: Check) -> None:
    benchmark = check.scorer.registry["openclause"]
    clauses = check.scorer.edition(benchmark, benchmark.current)
    assert clauses is not None
    outputs = {
        "schema_version": 1,
        "benchmark": "openclause",
        "benchmark_version": benchmark.current,
        "outputs": [
            {"item": item, "response": "NO CLAUSE FOUND", "finish_reason": "stop"}
            for item in clauses.items
        ],
    }
    extra = {"openclause.json": json.dumps(outputs)}
    reviewed = check(check.hosted.pull(submission(NEW, extra=extra)))
    assert reviewed.findings == ()
    board = {board.benchmark: board for board in reviewed.report.boards}["openclause"]
    assert board.measure == "strict_accuracy"
    assert {line.key for line in board.lines} >= {"published", "present", "absent"}
    assert board.interval is not None


@pytest.mark.parametrize(
    "files",
    [
        {"scoring/score.py": "WEIGHT = 2\n"},
        {"submissions/README.md": "Other words.\n"},
        {".github/workflows/test.yml": "on: push\n", "a\nb": "odd"},
        {},
    ],
    ids=["code", "readme", "workflow", "nothing"],
)
def test_what_changes_no_submission_is_for_a_maintainer(
    check: Check, files: dict[str | bytes, Any]
) -> None:
    reviewed = check(check.hosted.pull(files), "dependabot[bot]")
    report = reviewed.report
    assert (reviewed.findings, report.verdict) == ((), "needs a maintainer")
    assert (report.kind, report.id, report.boards) == ("no submission", None, ())
    assert report.outside_count == len(files)
    assert [alarm.kind for alarm in report.alarms] == ["code"]


def test_what_main_gained_since_is_not_taken_for_taken_away(own_check: Check) -> None:
    start = own_check.hosted.main
    own_check.hosted.advance(submission("core--later", about=bobs("Core Later", aliases=[])))
    head = own_check.hosted.pull(submission(NEW), parents=[start])
    reviewed = own_check(head)
    assert (reviewed.findings, reviewed.report.verdict) == ((), "accept")
    assert reviewed.report.start == start
    assert reviewed.read_again == 1
    (board,) = reviewed.report.boards
    assert board.rank_after is not None
    assert board.rank_after.of == 6


def test_a_neighbour_that_came_since_counts(own_check: Check) -> None:
    start = own_check.hosted.main
    own_check.hosted.advance(submission("core--later", about=bobs("Reader Three", aliases=[])))
    about = meta_of("Reader-Three")
    head = own_check.hosted.pull(submission(NEW, about=about), parents=[start])
    assert {finding.code for finding in own_check(head).findings} == {"look_alike_name"}


def test_without_an_index_the_same_is_said(check: Check) -> None:
    head = check.hosted.pull(submission(NEW))
    plain = check(head, index=False)
    assert plain.report == check(head).report
    assert plain.read_again == 2


def test_a_row_of_the_index_that_is_not_of_the_folder_is_not_believed(check: Check) -> None:
    head = check.hosted.pull(submission(NEW))
    forged = check.index.rows[OTHERS].model_copy(update={"tree": "0" * 40, "cards": {}})
    index = Index({**check.index.rows, OTHERS: forged}, check.index.programs)
    clone, scorer = check.hosted.clone, check.scorer
    reviewed = review(clone, "origin/main", head, "ada", index, scorer=scorer)
    assert reviewed.read_again == 1
    assert reviewed.report == check(head).report


def test_a_row_of_other_gold_is_not_believed(check: Check) -> None:
    head = check.hosted.pull(submission(NEW))
    row = check.index.rows[OTHERS]
    card = row.cards["openscrub"].model_copy(update={"gold": "sha256:" + "0" * 64, "value": "1"})
    forged = row.model_copy(update={"cards": {"openscrub": card}})
    index = Index({**check.index.rows, OTHERS: forged}, {})
    clone, scorer = check.hosted.clone, check.scorer
    reviewed = review(clone, "origin/main", head, "ada", index, scorer=scorer)
    assert reviewed.read_again == 1
    assert reviewed.report == check(head).report


def test_an_older_index_makes_the_next_one(own_check: Check) -> None:
    commit = own_check.hosted.advance(submission("core--later", about=bobs("Later", aliases=[])))
    objects = Objects(own_check.hosted.clone)
    anew = build_index(objects, commit, own_check.scorer, Index())
    assert build_index(objects, commit, own_check.scorer, own_check.index) == anew
    assert set(parse_index(anew.encode(), "index").rows) == {STANDING, OTHERS, "core--later"}


def test_a_broken_neighbour_takes_no_rank_and_no_name(own_check: Check) -> None:
    folder = "submissions/core--broken"
    own_check.hosted.advance(
        {
            f"{folder}/submission.json": "{}",
            f"{folder}/openscrub.json": json.dumps(outputs_of("broken")),
            "submissions/not a folder.txt": "x",
        }
    )
    reviewed = own_check(own_check.hosted.pull(submission(NEW)))
    assert reviewed.report.verdict == "accept"
    assert reviewed.report.boards[0].rank_after is not None
    assert reviewed.report.boards[0].rank_after.of == 5


def test_an_entry_whose_copy_in_main_is_broken_has_no_owner(own_check: Check) -> None:
    file = f"submissions/{STANDING}/submission.json"
    own_check.hosted.advance({file: "{}"})
    reviewed = own_check(own_check.hosted.pull(submission(STANDING, about=meta_of("Reader One"))))
    assert {finding.code for finding in reviewed.findings} == {"not_the_owner"}


def test_an_entry_whose_answers_in_main_are_broken_can_be_mended(own_check: Check) -> None:
    own_check.hosted.advance({f"submissions/{STANDING}/openscrub.json": "{}"})
    about = meta_of("Reader One")
    silent = own_check(own_check.hosted.pull(submission(STANDING, about=about)))
    assert {finding.code for finding in silent.findings} == {"missing_change"}
    about = meta_of("Reader One", changes=REASON)
    told = own_check(own_check.hosted.pull(submission(STANDING, about=about)))
    assert told.report.verdict == "accept"
    assert told.report.boards[0].primary.before is None


def test_what_was_said_of_changes_stays(own_check: Check) -> None:
    text = json.dumps(meta_of("Reader One", changes=REASON))
    own_check.hosted.advance({f"submissions/{STANDING}/submission.json": text})
    about = meta_of("Reader One", changes=[{"date": "2026-11-20", "reason": "Nothing."}])
    reviewed = own_check(own_check.hosted.pull(submission(STANDING, about=about)))
    assert {finding.code for finding in reviewed.findings} == {"changed_history"}


def test_history_that_is_cut_off_is_said_to_be(check: Check) -> None:
    hosted = check.hosted
    old = hosted.main
    head = hosted.pull(submission(NEW), parents=[old])
    shallow = hosted.clone.parent / "shallow"
    main = hosted.base({"x.txt": "1"})
    run_git(hosted.clone.parent, "clone", "-q", "--depth=1", hosted.host.as_uri(), str(shallow))
    for one in (main, head):
        run_git(shallow, "fetch", "-q", "--depth=1", "origin", one)
    with pytest.raises(GitError, match="git fetch --unshallow"):
        review(shallow, main, head, "ada", Index(), scorer=check.scorer)
    run_git(shallow, "fetch", "-q", "--unshallow", "origin", main, head)
    reviewed = review(shallow, main, head, "ada", check.index, scorer=check.scorer)
    assert reviewed.report.verdict == "accept"


@pytest.mark.parametrize("author", ["", "a b", "$(id)", "-x", "a" * 60, "ada\n", "ada[bot]x"])
def test_only_a_login_opens_a_pull_request(check: Check, author: str) -> None:
    with pytest.raises(UsageError, match="is no GitHub login"):
        check("HEAD", author)


def test_all_items_are_answered_by_the_sample() -> None:
    assert len(edition().items) == len(outputs_of("x")["outputs"])


SLOW = {
    "brackets": "[" * 2_000_000,
    "objects": '{"defined_terms": ' * 100_000,
    "quotes": '"' * 2_000_000,
    "places": json.dumps({"defined_terms": [{"term": "x", "location": "1(a)" * 200_000}]}),
    "spaces": json.dumps({"defined_terms": [{"term": " \u00a0" * 500_000, "location": "1"}]}),
    "fences": "```json\n" * 300_000,
}


@pytest.mark.parametrize("text", SLOW.values(), ids=SLOW)
def test_no_answer_takes_long_to_read(check: Check, text: str) -> None:
    outputs = outputs_of(NEW)
    outputs["outputs"][0]["response"] = text
    head = check.hosted.pull(submission(NEW, answered=outputs))
    with at_most(5):
        assert check(head).findings == ()


def test_a_list_of_files_without_end_is_not_read(check: Check) -> None:
    hosted = check.hosted
    blob = hosted.blob(b"{}")
    names = [b"%s-%d.json" % (b"x" * 200, number) for number in range(10_000)]
    tree = hosted.tree([("100644", name, blob) for name in sorted(names)])
    entries = [*hosted.entries("submissions"), ("40000", NEW.encode(), tree.encode())]
    head = hosted.pull_tree(sorted(entries, key=lambda entry: entry[1]))
    with at_most(5):
        reviewed = check(head)
    assert {finding.code for finding in reviewed.findings} == {
        "too_many_files",
        "missing_file",
        "no_outputs",
    }


def test_a_second_folder_of_submissions_is_never_taken_for_code(check: Check) -> None:
    hosted = check.hosted
    (_, name, one) = next(entry for entry in hosted.entries("") if entry[1] == b"submissions")
    own = hosted.tree([("100644", b"submission.json", hosted.blob(b"{}"))])
    other = hosted.tree([*hosted.entries("submissions"), ("40000", b"zeta--x", own.encode())])
    pair = [("40000", name, other.encode()), ("40000", name, one)]
    top = [entry for entry in hosted.entries("") if entry[1] != name]
    tree = hosted.tree([*top, *pair])
    head = run_git(hosted.clone, "commit-tree", tree, "-p", hosted.main, "-m", "Twice")
    reviewed = check(head)
    assert reviewed.report.verdict == "refuse"
    assert {finding.code for finding in reviewed.findings} == {"case_twin"}


def test_an_answer_to_an_older_edition_is_compared_with_nothing(own_check: Check) -> None:
    older = json.dumps(outputs_of(STANDING, benchmark_version=OLDER))
    own_check.hosted.advance({f"submissions/{STANDING}/openscrub.json": older})
    about = meta_of("Reader One", changes=REASON)
    reviewed = own_check(own_check.hosted.pull(submission(STANDING, about=about)))
    assert reviewed.report.verdict == "accept"
    (board,) = reviewed.report.boards
    assert (board.primary.before, board.rank_before) == (None, None)
    assert board.rank_after is not None
    assert board.rank_after.of == 4
    back = own_check.hosted.pull(
        submission(STANDING, about=about, answered=outputs_of("x", benchmark_version=OLDER))
    )
    (board,) = own_check(back).report.boards
    assert (board.marks, board.rank_after) == (("other edition",), None)


def test_what_shares_less_than_nine_tenths_is_no_copy(check: Check) -> None:
    outputs = outputs_of(NEW)
    for record in outputs["outputs"]:
        entries = json.loads(answer(record["item"], OTHERS))
        entries["defined_terms"] = [
            entry for entry in entries["defined_terms"] if not entry["term"].startswith("Term ")
        ]
        entries["unused_defined_terms"] = [
            *entries.get("unused_defined_terms", []),
            *({"term": f"Own {number}", "location": f"{number + 1}"} for number in range(6)),
        ]
        record["response"] = json.dumps(entries, indent=2)
    assert check(check.hosted.pull(submission(NEW, answered=outputs))).report.alarms == ()
