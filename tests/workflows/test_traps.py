"""No workflow falls into a known trap, and each trap is seen when a workflow does."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.workflows.actions import WORKFLOWS, load_workflow
from tests.workflows.traps import TRAPS, find_traps

NAMES = sorted(path.stem for path in WORKFLOWS.iterdir())
CHECKOUT = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1"


def job(workflow: Any, key: str) -> Any:
    return workflow["jobs"][key]


def step(workflow: Any, name: str) -> Any:
    for each in workflow["jobs"].values():
        for found in each["steps"]:
            if found["name"] == name:
                return found
    raise AssertionError(name)


def add(workflow: Any, key: str, **value: Any) -> None:
    job(workflow, key)["steps"].append({"name": "Added", **value})


Change = Callable[[Any], object]
MUTATIONS: list[tuple[str, str, Change]] = [
    ("pull_request_target", "validate", lambda w: w[True].update(pull_request_target=None)),
    ("workflow_run", "test", lambda w: w[True].update(workflow_run={"workflows": ["validate"]})),
    (
        "unsafe_checkout",
        "comment",
        lambda w: step(w, "Check out main")["with"].update({"allow-unsafe-pr-checkout": True}),
    ),
    (
        "head_checkout",
        "validate",
        lambda w: step(w, "Check out main")["with"].update(
            ref="${{ github.event.pull_request.head.sha }}"
        ),
    ),
    ("head_checkout", "validate", lambda w: step(w, "Check out main")["with"].pop("ref")),
    (
        "head_checkout",
        "test",
        lambda w: step(w, "Check out the change")["with"].update(
            repository="${{ github.event.pull_request.head.repo.full_name }}"
        ),
    ),
    (
        "head_checkout",
        "comment",
        lambda w: step(w, "Check out main")["with"].update(
            ref="refs/pull/${{ github.event.number }}/merge"
        ),
    ),
    ("head_checkout", "validate", lambda w: add(w, "validate", run='git checkout "$HEAD" -- .')),
    ("head_checkout", "validate", lambda w: add(w, "validate", run="git -C trusted merge FETCH")),
    ("head_checkout", "validate", lambda w: add(w, "validate", run='gh pr checkout "$N"')),
    (
        "kept_credentials",
        "pages",
        lambda w: step(w, "Check out main")["with"].pop("persist-credentials"),
    ),
    ("unpinned", "test", lambda w: add(w, "test", uses="actions/checkout@v7")),
    ("unpinned", "test", lambda w: add(w, "test", uses=f"evil/{CHECKOUT.partition('/')[2]}")),
    ("unpinned", "test", lambda w: add(w, "test", uses="./.github/actions/own")),
    ("unpinned", "test", lambda w: job(w, "test").update(container="python:3.11")),
    ("unpinned", "test", lambda w: w["jobs"].update(called={"uses": "o/r/.github/x.yml@main"})),
    (
        "expression_in_shell",
        "validate",
        lambda w: add(w, "validate", run="echo '${{ github.event.pull_request.title }}'"),
    ),
    ("rights_at_the_top", "pages", lambda w: w.update(permissions={"contents": "read"})),
    ("rights_at_the_top", "pages", lambda w: w.pop("permissions")),
    ("rights_at_the_top", "pages", lambda w: job(w, "build").pop("permissions")),
    ("unknown_writes", "validate", lambda w: job(w, "validate").update(permissions="write-all")),
    (
        "unknown_writes",
        "validate",
        lambda w: job(w, "validate")["permissions"].update({"pull-requests": "write"}),
    ),
    (
        "unknown_writes",
        "release",
        lambda w: job(w, "check")["permissions"].update({"id-token": "write"}),
    ),
    ("caches", "validate", lambda w: step(w, "Set up Python")["with"].update(cache="pip")),
    ("caches", "comment", lambda w: add(w, "comment", uses=CHECKOUT.replace("checkout", "cache"))),
    (
        "secrets",
        "validate",
        lambda w: step(w, "Review")["env"].update(KEY="${{ secrets.OPENAI_API_KEY }}"),
    ),
    ("secrets", "test", lambda w: w.update(env={"KEY": "${{ secrets.OPENAI_API_KEY }}"})),
    ("secrets", "reproduce", lambda w: job(w, "reproduce").pop("environment")),
    ("secrets", "reproduce", lambda w: w[True].update(pull_request=None)),
    (
        "filtered_check",
        "validate",
        lambda w: w[True]["pull_request"].update(paths=["submissions/**"]),
    ),
    ("filtered_check", "test", lambda w: w[True]["pull_request"].update({"paths-ignore": ["x"]})),
    ("filtered_check", "validate", lambda w: w[True].pop("merge_group")),
    ("filtered_check", "rescore", lambda w: w[True]["pull_request"].update(types=["labeled"])),
    ("skipped_by_failure", "test", lambda w: job(w, "test").update({"if": "always()"})),
    (
        "skipped_by_failure",
        "rescore",
        lambda w: job(w, "rescore").update({"if": "needs.scope.outputs.scorer != 'false'"}),
    ),
    (
        "skipped_by_failure",
        "rescore",
        lambda w: job(w, "rescore").update(
            {"if": "${{ !cancelled() && needs.scope.outputs.scorer == 'true' }}"}
        ),
    ),
    (
        "skipped_by_failure",
        "validate",
        lambda w: job(w, "validate").update({"if": "github.actor != 'dependabot[bot]'"}),
    ),
    (
        "skipped_by_failure",
        "validate",
        lambda w: job(w, "validate").update({"continue-on-error": True}),
    ),
    ("skipped_by_failure", "validate", lambda w: job(w, "validate").update(name="other")),
    ("endless", "validate", lambda w: job(w, "validate").pop("timeout-minutes")),
    ("endless", "pages", lambda w: w.pop("concurrency")),
    ("endless", "validate", lambda w: job(w, "validate").update({"runs-on": "self-hosted"})),
    ("later_steps", "validate", lambda w: add(w, "validate", run='echo "A=$B" >> "$GITHUB_ENV"')),
    ("loose_shell", "validate", lambda w: w.pop("defaults")),
    ("loose_shell", "validate", lambda w: step(w, "Review").update({"shell": "sh"})),
    ("loose_shell", "validate", lambda w: step(w, "Review").update({"continue-on-error": True})),
    ("unlocked", "validate", lambda w: add(w, "validate", run="pip install -r head.txt")),
    ("unlocked", "pages", lambda w: add(w, "build", run="curl https://example.org/x | sh")),
    (
        "links_in_pages",
        "pages",
        lambda w: job(w, "build")["steps"].remove(step(w, "Refuse links and what is no file")),
    ),
    ("rights_beside_code", "pages", lambda w: add(w, "deploy", uses=CHECKOUT)),
]


def test_there_are_the_seven_workflows() -> None:
    assert NAMES == ["comment", "pages", "release", "reproduce", "rescore", "test", "validate"]


@pytest.mark.parametrize("name", NAMES)
def test_no_workflow_falls_into_a_known_trap(name: str) -> None:
    assert find_traps(name, load_workflow(name)) == []


@pytest.mark.parametrize(("trap", "name", "change"), MUTATIONS)
def test_a_workflow_that_falls_into_a_trap_is_seen(trap: str, name: str, change: Change) -> None:
    workflow = copy.deepcopy(load_workflow(name))
    change(workflow)
    assert trap in {found.partition(":")[0] for found in find_traps(name, workflow)}


def test_every_trap_has_a_workflow_that_falls_into_it() -> None:
    assert {trap for trap, _, _ in MUTATIONS} == {trap.__name__ for trap in TRAPS}


@pytest.mark.parametrize("name", NAMES)
def test_every_pin_says_which_version_it_is(name: str) -> None:
    text = (WORKFLOWS / f"{name}.yml").read_text("utf-8")
    used = re.findall(r"uses: .*", text)
    assert used
    for line in used:
        assert re.fullmatch(r"uses: actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line


def test_one_version_of_an_action_is_used_everywhere() -> None:
    pins: dict[str, set[str]] = {}
    for path in WORKFLOWS.iterdir():
        for action, pin in re.findall(r"uses: (\S+)@(.*)", path.read_text("utf-8")):
            pins.setdefault(action, set()).add(pin)
    assert all(len(found) == 1 for found in pins.values()), pins


def test_every_ignore_of_a_linter_gives_its_reason() -> None:
    ignores = [
        line
        for path in sorted((ROOT / ".github").rglob("*.yml"))
        for line in path.read_text("utf-8").splitlines()
        if re.search(r"zizmor: ?ignore|actionlint|shellcheck disable", line)
    ]
    assert ignores
    for line in ignores:
        assert re.search(r"ignore\[[a-z-]+\] \w+.{20,}", line), line
