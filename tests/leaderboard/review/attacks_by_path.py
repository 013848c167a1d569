"""Pull requests whose names, modes or trees are not what they seem."""

from __future__ import annotations

import json
from typing import Final

from tests.leaderboard.gits import EXECUTABLE, LINK, MODULE, Blob, Hosted
from tests.leaderboard.review.attack import (
    ANY_FILE,
    PATHS,
    Attack,
    Mutation,
    extra,
    folder,
    pull,
)
from tests.leaderboard.review.sample import (
    NEW,
    OTHERS,
    STANDING,
    meta_of,
    outputs_of,
    submission,
)

__all__ = ["ATTACKS"]


def _repeated(hosted: Hosted) -> str:
    """A tree that holds a name twice: one for who checks, one for who checks out."""
    files = {
        "submission.json": json.dumps(meta_of("Reader Three")),
        "openscrub.json": json.dumps(outputs_of(NEW)),
    }
    made = [("100644", name.encode(), hosted.blob(text.encode())) for name, text in files.items()]
    twice = ("100644", b"openscrub.json", hosted.blob(json.dumps(outputs_of("other")).encode()))
    tree = hosted.tree([twice, *sorted(made, key=lambda entry: entry[1])])
    return hosted.pull_tree(
        sorted(
            [*hosted.entries("submissions"), ("40000", NEW.encode(), tree.encode())],
            key=lambda entry: entry[1],
        )
    )


def _twice(hosted: Hosted) -> str:
    """A folder of submissions with one name for two trees."""
    tree = hosted.entries("submissions")[1]
    files = [
        ("100644", b"openscrub.json", hosted.blob(json.dumps(outputs_of(NEW)).encode())),
        ("100644", b"submission.json", hosted.blob(json.dumps(meta_of("Reader 3")).encode())),
    ]
    made = hosted.tree(files)
    entries = hosted.entries("submissions")
    pair = [("40000", NEW.encode(), made.encode()), ("40000", NEW.encode(), tree[2])]
    return hosted.pull_tree([*entries[:1], *pair, *entries[1:]])


def _nested_git(hosted: Hosted) -> str:
    inner = hosted.tree([("100644", b"config", hosted.blob(b"[core]\n\tfsmonitor = false\n"))])
    files = [
        ("40000", b".git", inner.encode()),
        ("100644", b"openscrub.json", hosted.blob(json.dumps(outputs_of(NEW)).encode())),
        ("100644", b"submission.json", hosted.blob(json.dumps(meta_of("Reader 3")).encode())),
    ]
    tree = hosted.tree(files)
    entries = hosted.entries("submissions")
    return hosted.pull_tree([*entries[:1], ("40000", NEW.encode(), tree.encode()), *entries[1:]])


def _bytes(hosted: Hosted) -> str:
    return hosted.pull({**submission(NEW), f"submissions/{NEW}/".encode() + b"\xff\xfe.json": "{}"})


def _bomb(hosted: Hosted) -> str:
    """A folder of ten folders of ten folders …: a few objects, ten thousand million files."""
    entry = ("100644", b"f.json", hosted.blob(b"{}"))
    tree = hosted.tree([entry])
    for _ in range(10):
        tree = hosted.tree([("40000", f"d{one}".encode(), tree.encode()) for one in range(10)])
    entries = hosted.entries("submissions")
    return hosted.pull_tree([*entries[:1], ("40000", NEW.encode(), tree.encode()), *entries[1:]])


_BESIDE: Final = Mutation("leaderboard.review.scope:_Sorted.scope", "if self.folders:\n", "if 0:\n")
_ID: Final = Mutation("leaderboard.names:id_problem", "if not _ID.fullmatch(text):", "if False:")
_MODE: Final = Mutation(
    "leaderboard.review.folder:_check_entry", "elif entry.mode != _PLAIN:", "elif False:"
)
_CHANGE: Final = Mutation(
    "leaderboard.review.ownership:check_changes",
    "elif len(now) == len(before) and",
    "elif False and",
)


ATTACKS: Final[tuple[Attack, ...]] = (
    # Modes and names.
    Attack(
        "a_symbolic_link",
        PATHS,
        "not_a_regular_file",
        pull(
            lambda: {
                **submission(NEW),
                f"submissions/{NEW}/openscrub.json": Blob(
                    json.dumps(outputs_of(NEW)).encode(), LINK
                ),
            }
        ),
        (_MODE,),
    ),
    Attack(
        "a_symbolic_link_out_of_the_repository",
        PATHS,
        "not_a_regular_file",
        extra("openclause.json", Blob(b"../../../../etc/passwd", LINK)),
        (_MODE,),
        alone=False,  # its target is no JSON
    ),
    Attack(
        "a_link_for_a_folder",
        PATHS,
        "not_a_folder",
        pull(lambda: {f"submissions/{NEW}": Blob(b"../scoring", LINK)}),
        (
            Mutation(
                "leaderboard.review.scope:_Sorted._check_folders",
                "(trees.head.has(text) and not trees.head.tree(text))",
                "False",
            ),
        ),
        alone=False,  # what is not judged is never accepted
    ),
    Attack(
        "a_submodule_for_a_folder",
        PATHS,
        "not_a_folder",
        pull(lambda: {f"submissions/{NEW}": Blob(b"x", MODULE)}),
        (
            Mutation(
                "leaderboard.review.scope:_Sorted._check_folders",
                "(trees.head.has(text) and not trees.head.tree(text))",
                "False",
            ),
        ),
        alone=False,
    ),
    Attack(
        "a_submodule_in_the_folder",
        PATHS,
        "not_a_regular_file",
        extra("openclause.json", Blob(b"x", MODULE)),
        (
            Mutation(
                "leaderboard.review.folder:_check_entry",
                'elif entry.kind == "commit":',
                "elif False:",
            ),
            _MODE,
        ),
        alone=False,  # it has no bytes
    ),
    Attack(
        "a_submodule_that_asks_to_be_ignored",
        PATHS,
        "beside_data",
        pull(
            lambda: {
                **submission(NEW),
                "lib": Blob(b"x", MODULE),
                ".gitmodules": '[submodule "lib"]\n\tpath = lib\n\tignore = all\n',
            }
        ),
        (_BESIDE,),
    ),
    Attack(
        "an_executable_file",
        PATHS,
        "executable_file",
        pull(
            lambda: {
                **submission(NEW),
                f"submissions/{NEW}/openscrub.json": Blob(
                    json.dumps(outputs_of(NEW)).encode(), EXECUTABLE
                ),
            }
        ),
        (
            Mutation(
                "leaderboard.review.folder:_check_entry",
                'elif entry.mode == "100755":',
                "elif False:",
            ),
            _MODE,
        ),
    ),
    Attack("a_line_end_in_a_name", PATHS, "unexpected_file", extra("a\nb.json"), (ANY_FILE,)),
    Attack("a_command_in_a_name", PATHS, "unexpected_file", extra("$(id).json"), (ANY_FILE,)),
    Attack("a_leading_dash", PATHS, "unexpected_file", extra("--output=x"), (ANY_FILE,)),
    Attack("a_backslash", PATHS, "unexpected_file", extra("..\\..\\x.json"), (ANY_FILE,)),
    Attack("a_device", PATHS, "unexpected_file", extra("CON"), (ANY_FILE,)),
    Attack("a_trailing_dot", PATHS, "unexpected_file", extra("openscrub.json."), (ANY_FILE,)),
    Attack("letters_of_elsewhere", PATHS, "unexpected_file", extra("оpenscrub.json"), (ANY_FILE,)),
    Attack("a_stream_of_windows", PATHS, "unexpected_file", extra("a.json:evil"), (ANY_FILE,)),
    Attack(
        "a_folder_in_the_folder", PATHS, "unexpected_file", extra("deep/er/x.json"), (ANY_FILE,)
    ),
    Attack("bytes_that_are_no_text", PATHS, "unexpected_file", _bytes, (ANY_FILE,)),
    Attack("a_repository_in_the_folder", PATHS, "unexpected_file", _nested_git, (ANY_FILE,)),
    Attack(
        "a_case_twin_of_a_file",
        PATHS,
        "repeated_path",
        extra("Submission.json"),
        (
            Mutation("leaderboard.review.folder:_check_repeated", "if count > 1", "if False"),
            ANY_FILE,
        ),
    ),
    Attack(
        "a_case_twin_of_the_folder",
        PATHS,
        "case_twin",
        pull(lambda: {f"Submissions/{NEW}/submission.json": "{}"}),
        (
            Mutation(
                "leaderboard.review.scope:_Sorted.__init__", "self.twins.append(change)", "pass"
            ),
        ),
        alone=False,  # what is no submission is for a maintainer
    ),
    Attack(
        "a_case_twin_of_an_entry",
        PATHS,
        "bad_folder_name",
        folder("Acme--Stands"),
        (_ID,),
        alone=False,
    ),
    Attack(
        "a_command_for_a_folder", PATHS, "bad_folder_name", folder("$(id)--x"), (_ID,), alone=False
    ),
    Attack(
        "a_line_end_in_a_folder",
        PATHS,
        "bad_folder_name",
        folder("acme--x\ny"),
        (_ID,),
        alone=False,
    ),
    Attack(
        "a_dash_before_a_folder", PATHS, "bad_folder_name", folder("--root"), (_ID,), alone=False
    ),
    Attack(
        "a_folder_of_elsewhere",
        PATHS,
        "bad_folder_name",
        folder("аcme--stands"),
        (_ID,),
        alone=False,
    ),
    Attack(
        "a_dot_after_a_folder", PATHS, "bad_folder_name", folder("acme--x."), (_ID,), alone=False
    ),
    Attack(
        "a_device_for_a_folder",
        PATHS,
        "bad_folder_name",
        folder("con.x--y"),
        (Mutation("leaderboard.names:id_problem", "if _DEVICES.match(text):", "if False:"),),
    ),
    Attack(
        "an_id_of_the_boards_own",
        PATHS,
        "reserved_id",
        folder("program--best"),
        (Mutation("leaderboard.names:id_problem", "return _reserved(text)", "return None"),),
    ),
    Attack(
        "a_file_for_the_folder_of_submissions",
        PATHS,
        "case_twin",
        lambda hosted: hosted.pull(
            {
                **dict.fromkeys((*submission(STANDING), *submission(OTHERS))),
                "submissions/README.md": None,
                "submissions": Blob(b"/etc", LINK),
            }
        ),
        (
            Mutation(
                "leaderboard.review.scope:_Sorted.__init__", "self.twins.append(change)", "pass"
            ),
        ),
        alone=False,  # everything is taken away
    ),
    Attack(
        "one_name_for_two_files",
        PATHS,
        "repeated_path",
        _repeated,
        (Mutation("leaderboard.review.folder:_check_repeated", "if count > 1", "if False"),),
    ),
    Attack(
        "one_name_for_two_folders",
        PATHS,
        "repeated_path",
        _twice,
        (
            Mutation(
                "leaderboard.review.scope:_Sorted._check_folders",
                "if text in trees.head.repeated or (",
                "if (",
            ),
        ),
        alone=False,  # the second of them lacks what the first has
    ),
    Attack(
        "too_many_files",
        PATHS,
        "too_many_files",
        pull(lambda: submission(NEW, extra={f"judgments/j{one}.json": "{}" for one in range(200)})),
        (
            Mutation(
                "leaderboard.review.folder:load_tree", "if len(entries) > MOST_FILES:", "if 0:"
            ),
        ),
        alone=False,  # verdicts are flagged
    ),
    Attack(
        "a_bomb_of_folders",
        PATHS,
        "too_many_files",
        _bomb,
        (
            Mutation(
                "leaderboard.review.scope:_flood",
                '"too_many_files"',
                '"unexpected_file"',
            ),
        ),
        alone=False,  # the bound on git's answer cannot be taken out and the test end
    ),
)
