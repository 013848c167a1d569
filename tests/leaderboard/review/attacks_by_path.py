"""Pull requests whose names, modes or trees are not what they seem."""

from __future__ import annotations

import json
from typing import Final

from tests.leaderboard.gits import EXECUTABLE, LINK, MODULE, Blob, Hosted
from tests.leaderboard.review.attack import (
    ANY_FILE,
    PATHS,
    Attack,
    Make,
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


def _by_hand(hosted: Hosted, tree: str, *more: tuple[str, bytes, bytes]) -> str:
    """A folder of submissions with a new entry of that tree and what else is put into it."""
    entries = [*hosted.entries("submissions"), ("40000", NEW.encode(), tree.encode()), *more]
    return hosted.pull_tree(sorted(entries, key=lambda entry: entry[1]))


def _honest(hosted: Hosted, **instead: tuple[str, bytes]) -> str:
    """The tree of a new entry; `instead` gives its outputs another mode and object."""
    about = hosted.blob(json.dumps(meta_of("Reader Three")).encode())
    plain = ("100644", hosted.blob(json.dumps(outputs_of(NEW)).encode()))
    mode, one = instead.get("outputs", plain)
    return hosted.tree([(mode, b"openscrub.json", one), ("100644", b"submission.json", about)])


def _beside_an_entry(mode: str, name: bytes) -> Make:
    """An honest new entry, and beside it in the folder of submissions what git would not make."""

    def make(hosted: Hosted) -> str:
        one = hosted.tree([]).encode() if mode == "40000" else hosted.blob(b"x")
        return _by_hand(hosted, _honest(hosted), (mode, name, one))

    return make


def _at_the_top(hosted: Hosted) -> str:
    """An honest new entry, and at the top a file that reads as if it lay in that entry."""
    new = ("40000", NEW.encode(), _honest(hosted).encode())
    folder_id = hosted.tree(
        sorted([*hosted.entries("submissions"), new], key=lambda entry: entry[1])
    ).encode()
    top = [
        (mode, name, folder_id if name == b"submissions" else one)
        for mode, name, one in hosted.entries("")
    ]
    path = f"submissions/{NEW}/../../scoring/gold.py".encode()
    return hosted.pull_top([*top, ("100755", path, hosted.blob(b"import os\n"))])


def _of_bytes(body: bytes) -> Make:
    """A folder whose tree has these bytes."""
    return lambda hosted: _by_hand(hosted, hosted.raw_tree(body))


def _missing(mode: str) -> Make:
    """A new entry whose outputs are nowhere."""
    return lambda hosted: _by_hand(hosted, _honest(hosted, outputs=(mode, b"1" * 40)))


def _folder_for_a_file(hosted: Hosted) -> str:
    """A new entry whose outputs have a plain file's mode and a folder's object."""
    inner = hosted.tree([("100644", b"f.json", hosted.blob(b"{}"))])
    return _by_hand(hosted, _honest(hosted, outputs=("100644", inner.encode())))


_IMPOSSIBLE: Final = Mutation(
    "leaderboard.git_trees:compare", "name in news and _is_impossible(name)", "False"
)
_FORM: Final = Mutation("leaderboard.review.scope:broken", '"broken_object"', '"unexpected_file"')
"""No check can be taken out and the bytes read: so the finding gets another name."""
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
    Attack(
        "a_repository_in_the_folder", PATHS, "broken_object", _nested_git, (_IMPOSSIBLE, ANY_FILE)
    ),
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
    # Trees that git itself would not make.
    Attack("a_path_for_a_name_at_the_top", PATHS, "broken_object", _at_the_top, (_IMPOSSIBLE,)),
    Attack(
        "a_path_for_a_name",
        PATHS,
        "broken_object",
        _beside_an_entry("120000", f"{NEW}/evil.sh".encode()),
        (_IMPOSSIBLE,),
    ),
    Attack(
        "an_empty_folder_beside_an_entry",
        PATHS,
        "broken_object",
        _beside_an_entry("40000", b"zzz--empty"),
        (
            Mutation(
                "leaderboard.git_trees:compare", "if after is not None and not after:", "if False:"
            ),
        ),
    ),
    *(
        Attack(
            f"a_name_that_no_path_can_hold_{place}",
            PATHS,
            "broken_object",
            _beside_an_entry("100644", name),
            (_IMPOSSIBLE,),
            alone=False,  # it is no folder of a submission
        )
        for place, name in enumerate([b".", b"..", b".git", b".GIT", b".Git. ", b"git~1", b"a/b"])
    ),
    *(
        Attack(
            f"a_tree_of_another_form_{place}",
            PATHS,
            "broken_object",
            _of_bytes(body),
            (_FORM,),
            alone=False,
        )
        for place, body in enumerate(
            [
                b"neither",
                b"no NUL at all",
                b"100644 cut\0short",
                b"\xff zz\0" + b"1" * 20,
                b"10064x zz\0" + b"1" * 20,
                b" zz\0" + b"1" * 20,
                b"100644\0zz " + b"1" * 20,
            ]
        )
    ),
    Attack(
        "a_folder_that_is_nowhere",
        PATHS,
        "broken_object",
        _missing("40000"),
        (_FORM,),
        alone=False,
    ),
    Attack(
        "a_file_that_is_nowhere",
        PATHS,
        "broken_object",
        _missing("100644"),
        (_FORM,),
        alone=False,
    ),
    Attack(
        "a_folder_for_a_file",
        PATHS,
        "broken_object",
        _folder_for_a_file,
        (_FORM,),
        alone=False,
    ),
    Attack(
        "nothing_at_all",
        PATHS,
        "broken_object",
        lambda hosted: hosted.pull_top([]),
        (_FORM,),
        alone=False,
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
