"""Pull requests that change what is not theirs, or would have something run."""

from __future__ import annotations

import json
from typing import Final

from tests.leaderboard.gits import Hosted
from tests.leaderboard.review.attack import (
    ANY_FILE,
    RUNS,
    SCOPE,
    Attack,
    Mutation,
    about,
    beside,
    changed,
    extra,
    folder,
    pull,
    renamed,
)
from tests.leaderboard.review.sample import (
    NEW,
    OTHERS,
    STANDING,
    bobs,
    meta_of,
    outputs_of,
    submission,
)

__all__ = ["ATTACKS"]


def _orphan(hosted: Hosted) -> str:
    return hosted.pull(submission(NEW), parents=[])


def _crossed(hosted: Hosted) -> tuple[str, str]:
    """A branch that parts from main at two commits, neither of them before the other."""
    one = hosted.base({"one.txt": "1"})
    other = hosted.base({"other.txt": "2"})
    main = hosted.base({"other.txt": "2"}, one, other)
    return hosted.pull({**submission(NEW), "one.txt": "1"}, parents=[other, one]), main


def _behind(hosted: Hosted) -> tuple[str, str]:
    """A change of an entry that main has changed since, in another file of it."""
    later = json.dumps(outputs_of("later"))
    main = hosted.base({f"submissions/{STANDING}/openscrub.json": later})
    about = json.dumps(meta_of("Reader One", notes="Newer notes"))
    return hosted.pull({f"submissions/{STANDING}/submission.json": about}), main


def _losing_rename(hosted: Hosted) -> tuple[str, str]:
    """An entry under a new id that leaves one of its two benchmarks behind."""
    bare = {
        "schema_version": 1,
        "benchmark": "openclause",
        "benchmark_version": "1.0",
        "outputs": [{"item": "x", "response": "", "finish_reason": "stop"}],
    }
    main = hosted.base({f"submissions/{STANDING}/openclause.json": json.dumps(bare)})
    files = {
        **submission(
            NEW, about=meta_of("Reader One", aliases=[STANDING]), answered=outputs_of(STANDING)
        ),
        **dict.fromkeys([*submission(STANDING), f"submissions/{STANDING}/openclause.json"]),
    }
    return hosted.pull(files, parents=[main]), main


def _losing_merge(hosted: Hosted) -> tuple[str, str]:
    """A new entry on a merge of main that keeps nothing of what main gained."""
    main = hosted.base(submission("acme--gained"))
    return hosted.pull(submission(NEW), parents=[hosted.main, main]), main


_BESIDE: Final = Mutation("leaderboard.review.scope:_Sorted.scope", "if self.folders:\n", "if 0:\n")
_OWNER: Final = Mutation(
    "leaderboard.review.ownership:check_owner", "author.lower() in logins(meta)", "True"
)
_ALIAS: Final = Mutation(
    "leaderboard.review.ownership:check_aliases", "if alias not in own:", "if False:"
)
_TAKEN: Final = Mutation(
    "leaderboard.checks.together:_check_aliases", "if name in owners:", "if False:"
)
_DELETED: Final = Mutation("leaderboard.review.scope:_deleted", 'change.status == "D"', "False")
_CHANGE: Final = Mutation(
    "leaderboard.review.ownership:check_changes",
    "elif len(now) == len(before) and",
    "elif False and",
)


ATTACKS: Final[tuple[Attack, ...]] = (
    # What runs, or would.
    Attack(
        "a_workflow_beside_data",
        RUNS,
        "beside_data",
        beside(".github/workflows/evil.yml", "on: pull_request_target\n"),
        (_BESIDE,),
    ),
    Attack(
        "an_install_script_beside_data",
        RUNS,
        "beside_data",
        beside("setup.py", "import os; os.system('id')\n"),
        (_BESIDE,),
    ),
    Attack(
        "git_attributes_beside_data",
        RUNS,
        "beside_data",
        beside(".gitattributes", "* filter=evil diff=evil merge=evil\n"),
        (_BESIDE,),
    ),
    Attack(
        "git_attributes_in_the_folder",
        RUNS,
        "unexpected_file",
        extra(".gitattributes", "* filter=evil diff=evil\n"),
        (ANY_FILE,),
    ),
    Attack(
        "a_python_module_in_the_folder",
        RUNS,
        "unexpected_file",
        extra("conftest.py", "import os\n"),
        (ANY_FILE,),
    ),
    # What lies outside, and what is somebody else's.
    Attack("the_scorer", SCOPE, "beside_data", beside("scoring/score.py", "W = 2\n"), (_BESIDE,)),
    Attack("the_gold", SCOPE, "beside_data", beside("scoring/gold/openscrub/x.json"), (_BESIDE,)),
    Attack(
        "the_schema",
        SCOPE,
        "beside_data",
        beside("site/docs/schemas/submission.schema.json", "{}"),
        (_BESIDE,),
    ),
    Attack("a_readme", SCOPE, "beside_data", beside("submissions/README.md"), (_BESIDE,)),
    Attack(
        "a_file_taken_away_outside",
        SCOPE,
        "beside_data",
        beside("scoring/score.py", None),
        (_BESIDE,),
    ),
    Attack(
        "two_new_entries",
        SCOPE,
        "several_submissions",
        pull(lambda: {**submission(NEW), **submission("acme--second")}),
        (
            Mutation(
                "leaderboard.review.scope:_Sorted._check_folders",
                "if len(self.folders) > 1 and folder is None:",
                "if False:",
            ),
        ),
        alone=False,  # what is not judged is never accepted
    ),
    Attack(
        "somebody_elses_entry",
        SCOPE,
        "not_the_owner",
        changed(OTHERS, bobs(notes="Worse than it seems.")),
        (_OWNER,),
    ),
    Attack(
        "writing_oneself_into_somebody_elses_entry",
        SCOPE,
        "not_the_owner",
        changed(
            OTHERS,
            bobs(submitters=[{"name": "Bob", "github": "bob"}, {"name": "Ada", "github": "ada"}]),
        ),
        (
            Mutation(
                "leaderboard.review.reviewing:_Case.findings",
                "meta if is_new else self.standing_meta",
                "meta",
            ),
        ),
        alone=False,  # that other people answer for it is flagged
    ),
    Attack(
        "a_new_entry_in_somebody_elses_name",
        SCOPE,
        "not_the_owner",
        about(submitters=[{"name": "Bob", "github": "bob"}]),
        (_OWNER,),
        alone=False,  # whom it names is flagged
    ),
    Attack(
        "somebody_elses_entry_taken_away",
        SCOPE,
        "deleted_file",
        pull(dict.fromkeys(submission(OTHERS))),
        (_DELETED,),
        alone=False,  # nothing is left that could be judged
    ),
    Attack(
        "ones_own_entry_taken_away",
        SCOPE,
        "deleted_file",
        pull(dict.fromkeys(submission(STANDING))),
        (_DELETED,),
        alone=False,
    ),
    Attack(
        "a_merge_that_loses_what_main_gained",
        SCOPE,
        "deleted_file",
        _losing_merge,
        (_DELETED,),
        alone=False,  # two are changed
    ),
    Attack(
        "somebody_elses_entry_renamed",
        SCOPE,
        "not_the_owner",
        renamed(OTHERS, NEW, meta_of("Bolt Two", aliases=["bolt--formerly", OTHERS])),
        (_OWNER,),
        alone=False,  # and other people answer for it
    ),
    Attack(
        "a_former_id_that_is_somebody_elses_entry",
        SCOPE,
        "alias_taken",
        about(aliases=[OTHERS]),
        (_TAKEN, _ALIAS),
    ),
    Attack(
        "a_former_id_that_was_somebody_elses",
        SCOPE,
        "alias_taken",
        about(aliases=["bolt--formerly"]),
        (_TAKEN, _ALIAS),
    ),
    Attack(
        "a_former_id_that_nobody_bears",
        SCOPE,
        "alias_not_own",
        about(aliases=["core--someone"]),
        (_ALIAS,),
    ),
    Attack(
        "a_new_id_that_is_somebody_elses_former_one",
        SCOPE,
        "alias_taken",
        folder("bolt--formerly"),
        (_TAKEN,),
    ),
    Attack(
        "a_rename_that_forgets_the_old_id",
        SCOPE,
        "alias_dropped",
        renamed(STANDING, NEW, meta_of("Reader One")),
        (
            Mutation(
                "leaderboard.review.ownership:check_aliases",
                "if alias not in aliases:",
                "if False:",
            ),
        ),
    ),
    Attack(
        "a_rename_that_loses_a_file",
        SCOPE,
        "deleted_file",
        _losing_rename,
        (
            Mutation(
                "leaderboard.review.reviewing:_Case.findings",
                "for name in self.lost:",
                "for name in ():",
            ),
        ),
        alone=False,  # its answers are other than main's, and nothing says why
    ),
    Attack(
        "other_answers_without_a_reason",
        SCOPE,
        "missing_change",
        changed(STANDING, meta_of("Reader One"), "better"),
        (_CHANGE,),
    ),
    Attack(
        "another_model_without_a_reason",
        SCOPE,
        "missing_change",
        changed(STANDING, meta_of("Reader One", model={"version": "2"})),
        (_CHANGE,),
    ),
    Attack(
        "other_prices_without_a_reason",
        SCOPE,
        "missing_change",
        changed(
            STANDING,
            meta_of("Reader One", pricing={"currency": "USD", "input": 1, "as_of": "2026-11-01"}),
        ),
        (_CHANGE,),
    ),
    *(
        Attack(
            f"another_{key}_without_a_reason",
            SCOPE,
            "missing_change",
            changed(STANDING, meta_of("Reader One", **{key: value})),
            (_CHANGE,),
        )
        for key, value in (("submitted", "2020-01-01"), ("license", "proprietary"))
    ),
    Attack(
        "a_branch_of_another_history",
        SCOPE,
        "unrelated_history",
        _orphan,
        (
            Mutation(
                "leaderboard.review.scope:find_scope",
                "if len(starts) != 1:",
                "starts = starts or (base,)\n    if len(starts) != 1:",
            ),
        ),
        alone=False,  # then all of main counts as taken away
    ),
    Attack(
        "a_branch_that_parts_twice",
        SCOPE,
        "unrelated_history",
        _crossed,
        (
            Mutation(
                "leaderboard.review.scope:find_scope", "if len(starts) != 1:", "if not starts:"
            ),
        ),
        alone=False,  # the other side's file lies outside
    ),
    Attack(
        "a_change_beside_mains_own",
        SCOPE,
        "behind_main",
        _behind,
        (
            Mutation(
                "leaderboard.review.scope:_Sorted._check_folders",
                "if trees.start.tree(text) != trees.base.tree(text):",
                "if False:",
            ),
        ),
        alone=False,  # its answers are other than main's
    ),
)
