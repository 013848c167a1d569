"""What a pull request changes, told from the names in git's trees before anything is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from leaderboard.findings import Finding, Problem, printable, quoted, sort_findings
from leaderboard.git import (
    Change,
    GitError,
    MalformedError,
    Objects,
    OutgrownError,
    TreeEntry,
)
from leaderboard.names import id_problem, skeleton

__all__ = ["SUBMISSIONS", "Scope", "broken", "find_scope", "shown_path", "submission_trees"]

SUBMISSIONS: Final = "submissions"
"""The folder of submissions, at the top of the repository."""
MOST_NAMED: Final = 10
"""So many paths or folders of a kind are named."""
_BESIDE: Final = frozenset({b"README.md", b".gitkeep"})
"""Files beside the folders of submissions; they are no submission's."""
_LONGEST: Final = 200
_FOLDER: Final = "tree"


@dataclass(frozen=True, slots=True)
class Scope:
    """What a pull request changes.

    Attributes:
        base: id of main's commit, which everything else is taken from.
        head: id of the branch's commit.
        start: id of the commit of main that the branch started from; None where there is not one.
        folder: name of the one submission that is judged; None where there is none to judge.
        former: its name until now, where it is renamed.
        tree: id of the folder's tree in the head.
        standing: id of its tree in main, under its former name where it has one; None if new.
        outside: the first paths that are no submission's, made printable.
        outside_count: how many there are.
        findings: what is wrong with what is changed.

    """

    base: str
    head: str
    start: str | None
    folder: str | None = None
    former: str | None = None
    tree: str | None = None
    standing: str | None = None
    outside: tuple[str, ...] = ()
    outside_count: int = 0
    findings: tuple[Finding, ...] = ()


def find_scope(objects: Objects, base: str, head: str) -> Scope:
    """What the commits from where `head` left `base` to `head` change.

    Never the difference of the two tips: that would show what main gained since as taken away.

    Args:
        objects: of a clone that has both.
        base: id of main's commit.
        head: id of the branch's commit.

    Raises:
        GitError: history is cut off before the commit that both share.

    """
    try:
        starts = objects.merge_bases(base, head)
    except GitError as error:
        return Scope(base, head, None, findings=(broken(str(error)).at(SUBMISSIONS),))
    if len(starts) != 1:
        if not starts and objects.is_shallow:
            raise GitError(
                "history is cut off before the commit that both branches share: fetch more of "
                "it, with `git fetch --unshallow` or `git fetch --deepen=1000`"
            )
        return Scope(base, head, None, findings=(_unrelated(len(starts)),))
    try:
        changes = objects.changes(starts[0], head)
    except OutgrownError:
        return Scope(base, head, starts[0], findings=(_flood(),))
    except MalformedError as error:
        return Scope(base, head, starts[0], findings=(broken(str(error)).at(SUBMISSIONS),))
    return _Sorted(changes).scope(objects, base, head, starts[0])


def submission_trees(objects: Objects, commit: str) -> tuple[TreeEntry, ...]:
    """What lies in the folder of submissions; nothing where it is none."""
    top = [entry for entry in objects.entries(commit) if entry.path == SUBMISSIONS.encode()]
    if len(top) != 1 or top[0].kind != _FOLDER:
        return ()
    return objects.entries(top[0].id)


def broken(what: str) -> Problem:
    """What is said of objects that git itself would never have made."""
    mend = (
        "Start a new branch from main, add the submission's files with git itself, and push all "
        "of it."
    )
    return Problem("broken_object", what, mend)


def shown_path(path: bytes, most: int = _LONGEST) -> str:
    """A path safe to show: bytes that are no UTF-8 as escapes, all else made printable."""
    return printable(path.decode("utf-8", "backslashreplace"), most)


def _unrelated(count: int) -> Finding:
    problem = (
        f"the branch and main share {count} commits at which they part"
        if count
        else "the branch shares no commit with main"
    )
    mend = (
        "Rebase the branch on main (git rebase main), or start a new one from main and put the "
        "submission's files into it."
    )
    return Problem("unrelated_history", problem, mend).at(SUBMISSIONS)


def _flood() -> Finding:
    return Problem(
        "too_many_files",
        "the pull request changes more paths than anyone can look at",
        "Change the files of one submission alone.",
    ).at(SUBMISSIONS)


class _Sorted:
    """Changed paths by what they belong to."""

    def __init__(self, changes: Iterable[Change]) -> None:
        self.folders: dict[bytes, list[Change]] = {}
        self.outside: list[Change] = []
        self.twins: list[Change] = []
        for change in changes:
            top, _, rest = change.path.partition(b"/")
            if top == SUBMISSIONS.encode() and rest not in {b"", *_BESIDE}:
                self.folders.setdefault(rest.partition(b"/")[0], []).append(change)
                continue
            self.outside.append(change)
            # The folder itself as a file, or one that the eye or a disk takes for it.
            if skeleton(top[:100].decode("utf-8", "replace")) == skeleton(SUBMISSIONS) and (
                top != SUBMISSIONS.encode() or not rest
            ):
                self.twins.append(change)

    def scope(self, objects: Objects, base: str, head: str, start: str) -> Scope:
        """The scope, with what is wrong with it."""
        trees = _Trees(*(_Listing(submission_trees(objects, one)) for one in (start, base, head)))
        findings = [_twin(change) for change in self.twins[:MOST_NAMED]]
        if self.folders:
            findings += _beside(self.outside)
        folder, former = self._judged(trees)
        findings += self._check_folders(trees, folder, former)
        judged = folder is not None and not id_problem(folder)
        return Scope(
            base=base,
            head=head,
            start=start,
            folder=folder if judged else None,
            former=former if judged else None,
            tree=trees.head.tree(folder) if judged else None,
            standing=trees.base.tree(former or folder) if judged else None,
            outside=tuple(shown_path(change.path) for change in self.outside[:MOST_NAMED]),
            outside_count=len(self.outside),
            findings=sort_findings(findings),
        )

    def _judged(self, trees: _Trees) -> tuple[str | None, str | None]:
        """The folder that is judged and its former name: of two, one that goes and one that comes.

        A file at least comes as it went: else one is taken away, by a merge that went wrong
        perhaps, and another added. Nothing is judged where more are changed, or where the one is
        taken away.
        """
        names = [name.decode("utf-8", "backslashreplace") for name in self.folders]
        gone = [name for name in names if trees.start.tree(name) and not trees.head.has(name)]
        there = [name for name in names if trees.head.tree(name)]
        match names:
            case [_] if there:
                return there[0], None
            case [_, _] if len(gone) == len(there) == 1 and not trees.start.has(there[0]):
                return (there[0], gone[0]) if self._is_moved() else (None, None)
            case _:
                return None, None

    def _is_moved(self) -> bool:
        """Whether a file that is taken away from one folder is added to another."""
        ids = {
            status: {
                change.id
                for some in self.folders.values()
                for change in some
                if change.status == status
            }
            for status in "AD"
        }
        return not ids["A"].isdisjoint(ids["D"])

    def _check_folders(
        self, trees: _Trees, folder: str | None, former: str | None
    ) -> Iterator[Finding]:
        if len(self.folders) > 1 and folder is None:
            yield _several(list(self.folders))
        for name, changes in list(self.folders.items())[:MOST_NAMED]:
            text = name.decode("utf-8", "backslashreplace")
            place = f"{SUBMISSIONS}/{printable(text)}"
            problem = id_problem(text, "bad_folder_name")
            if problem:
                yield problem.at(place)
            if text in trees.head.repeated or (trees.head.has(text) and not trees.head.tree(text)):
                yield _no_folder(place, repeated=text in trees.head.repeated)
            if text != former:
                yield from _deleted(changes, whole=not trees.head.has(text))
            if trees.start.tree(text) != trees.base.tree(text):
                yield _behind(place)


class _Listing:
    """The folder of submissions in one commit.

    Attributes:
        repeated: names that stand in it twice.

    """

    def __init__(self, entries: Iterable[TreeEntry]) -> None:
        named = [(entry.path.decode("utf-8", "backslashreplace"), entry) for entry in entries]
        counts = Counter(name for name, _ in named)
        self.repeated = frozenset(name for name, count in counts.items() if count > 1)
        self._by_name = dict(named)

    def has(self, name: str) -> bool:
        """Whether anything bears the name."""
        return name in self._by_name

    def tree(self, name: str | None) -> str | None:
        """Id of the folder of that name; None if there is none, or no folder."""
        entry = self._by_name.get(name or "")
        return entry.id if entry and entry.kind == _FOLDER else None


@dataclass(frozen=True, slots=True)
class _Trees:
    """The submissions where the branch started, in main, and in the head."""

    start: _Listing
    base: _Listing
    head: _Listing


def _twin(change: Change) -> Finding:
    return Problem(
        "case_twin",
        f"{quoted(shown_path(change.path))} can be taken for a path in {SUBMISSIONS}/",
        f"Put submissions below {SUBMISSIONS}/, in just these letters, and nothing in its place.",
    ).at(shown_path(change.path))


def _beside(outside: Sequence[Change]) -> Iterator[Finding]:
    mend = "Take it out of this pull request: one with a submission holds its folder and no more."
    for change in outside[:MOST_NAMED]:
        path = shown_path(change.path)
        message = f"{quoted(path)} is changed beside a submission"
        yield Problem("beside_data", message, mend).at(path)
    if len(outside) > MOST_NAMED:
        message = f"{len(outside) - MOST_NAMED:,} more paths are changed beside a submission"
        yield Problem("beside_data", message, mend).at(SUBMISSIONS)


def _several(names: Sequence[bytes]) -> Finding:
    named = ", ".join(quoted(shown_path(name)) for name in names[:MOST_NAMED])
    more = f" and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else ""
    return Problem(
        "several_submissions",
        f"{len(names):,} submissions are changed: {named}{more}",
        "Open a pull request for each; only a rename takes one folder away and adds another, with "
        "the same answers.",
    ).at(SUBMISSIONS)


def _no_folder(place: str, *, repeated: bool) -> Finding:
    if repeated:
        return Problem(
            "repeated_path",
            "the name stands twice in the folder of submissions",
            "Make the branch again with git itself.",
        ).at(place)
    return Problem(
        "not_a_folder",
        "this is no folder but a file, a link or another repository",
        "Put the submission's files into a real folder of that name.",
    ).at(place)


def _deleted(changes: Sequence[Change], *, whole: bool) -> Iterator[Finding]:
    what = "the whole submission is" if whole else "the file is"
    for change in [change for change in changes if change.status == "D"][:MOST_NAMED]:
        yield Problem(
            "deleted_file",
            f"{what} taken away",
            'Put it back. An entry that was wrong gets "status": "retracted" and a reason; for '
            "another id, move the folder, its answers as they are, and name the old id in aliases.",
        ).at(shown_path(change.path))


def _behind(place: str) -> Finding:
    return Problem(
        "behind_main",
        "main has another version of this folder than the one that the branch started from",
        "Merge main into the branch, and look at what is left of your change.",
    ).at(place)
