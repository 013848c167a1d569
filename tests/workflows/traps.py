"""The known traps of workflows, each a check that names where it is fallen into.

Linters know some of them; these are the ones that this project's law forbids outright.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

__all__ = ["TRAPS", "Workflow", "find_traps"]

Workflow: TypeAlias = Mapping[Any, Any]
"""A workflow as YAML reads it: its key `on` is the value true."""

REQUIRED: Final = {"validate": "validate", "test": "test", "rescore": "rescore"}
"""Workflow → its job that branch protection requires."""
UNTRUSTED: Final = frozenset({"pull_request", "merge_group", "pull_request_target", "workflow_run"})
"""Events whose runs a stranger can start."""
PINNED: Final = re.compile(r"actions/[a-z-]+(?:/[a-z-]+)?@[0-9a-f]{40}")
WRITES: Final[Mapping[str, frozenset[tuple[str, str]]]] = {
    "comment": frozenset({("comment", "pull-requests")}),
    "pages": frozenset({("deploy", "pages"), ("deploy", "id-token")}),
    "release": frozenset(
        {("publish", "contents"), ("publish", "id-token"), ("publish", "attestations")}
    ),
}
"""Workflow → the only (job, permission) that may write."""
KEYED: Final = frozenset({"reproduce"})
"""Workflows that may use secrets, each in an environment that is protected."""
COMMANDS: Final = re.compile(r"\bGITHUB_(?:ENV|PATH)\b|::(?:set-output|add-path|set-env)")
WRITES_FILES: Final = re.compile(
    r"\b(?:git (?:-\S+ \S+ )*(?:am|apply|archive|checkout|checkout-index|cherry-pick|clone|merge|"
    r"pull|read-tree|rebase|reset|restore|revert|stash|submodule|switch|worktree)|gh pr checkout)"
    r"(?![\w-])"
)
HEAD: Final = re.compile(r"head\.(?:sha|ref)|head_(?:sha|ref|branch)|refs/pull|refs/judged")


def events(workflow: Workflow) -> dict[str, Any]:
    """Event → its settings."""
    on = workflow[True]
    if isinstance(on, str):
        return {on: None}
    return dict(on) if isinstance(on, Mapping) else dict.fromkeys(on)


def jobs(workflow: Workflow) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each job with its key."""
    yield from workflow["jobs"].items()


def steps(workflow: Workflow) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each step with the key of its job."""
    for key, job in jobs(workflow):
        for step in job.get("steps", ()):
            yield key, step


def texts(value: Any) -> Iterator[str]:
    """Every text in a value, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from texts(key)
            yield from texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)


def actions(workflow: Workflow, name: str) -> Iterator[Mapping[str, Any]]:
    """The steps that use one action."""
    for _, step in steps(workflow):
        if step.get("uses", "").startswith(f"actions/{name}@"):
            yield step


def pull_request_target(_: str, workflow: Workflow) -> Iterator[str]:
    """It runs with rights, for a stranger."""
    if "pull_request_target" in events(workflow):
        yield "the trigger pull_request_target"


def workflow_run(name: str, workflow: Workflow) -> Iterator[str]:
    """Only the comment needs it."""
    if "workflow_run" in events(workflow) and name != "comment":
        yield "the trigger workflow_run"


def unsafe_checkout(_: str, workflow: Workflow) -> Iterator[str]:
    """Takes away what actions/checkout refuses by itself."""
    if any("allow-unsafe-pr-checkout" in text for text in texts(workflow)):
        yield "allow-unsafe-pr-checkout"


def head_checkout(name: str, workflow: Workflow) -> Iterator[str]:
    """The head of a pull request is data: where it is judged or commented, it is never checked out.

    `test` and `rescore` check out code under test, in jobs without rights, and never by this way.
    """
    for step in actions(workflow, "checkout"):
        given = step.get("with", {})
        if any(HEAD.search(text) for text in texts(given)):
            yield f"{step['name']}: a head by name"
        if "repository" in given:
            yield f"{step['name']}: another repository"
        if name in {"validate", "comment"} and given.get("ref") != "main":
            yield f"{step['name']}: something else than main"
    for _, step in steps(workflow):
        if WRITES_FILES.search(step.get("run", "")):
            yield f"{step['name']}: git puts files there"


def kept_credentials(_: str, workflow: Workflow) -> Iterator[str]:
    """A token in `.git/config` is there for every later step."""
    for step in actions(workflow, "checkout"):
        if step.get("with", {}).get("persist-credentials") is not False:
            yield f"{step['name']}: persist-credentials"


def unpinned(_: str, workflow: Workflow) -> Iterator[str]:
    """A tag can be moved; others' actions run with this repository's rights."""
    used = [step["uses"] for _, step in steps(workflow) if "uses" in step]
    used += [job["uses"] for _, job in jobs(workflow) if "uses" in job]
    yield from (use for use in used if not PINNED.fullmatch(use))
    for key, job in jobs(workflow):
        if "container" in job or "services" in job:
            yield f"{key}: a container"


def expression_in_shell(_: str, workflow: Workflow) -> Iterator[str]:
    """A title that is pasted into a script is a script."""
    for _, step in steps(workflow):
        if "${{" in step.get("run", "") or "${{" in step.get("shell", ""):
            yield f"{step['name']}: ${{{{ in run"


def rights_at_the_top(_: str, workflow: Workflow) -> Iterator[str]:
    """Each job states what it needs, and gets nothing else."""
    if workflow.get("permissions") != {}:
        yield "permissions at the top"
    for key, job in jobs(workflow):
        if not isinstance(job.get("permissions"), Mapping):
            yield f"{key}: no permissions of its own"


def unknown_writes(name: str, workflow: Workflow) -> Iterator[str]:
    """What may write is listed."""
    allowed = WRITES.get(name, frozenset())
    for key, job in jobs(workflow):
        given = job.get("permissions", {})
        for right, level in given.items() if isinstance(given, Mapping) else [("all", given)]:
            if level not in {"read", "none"} and (key, right) not in allowed:
                yield f"{key}: {right}: {level}"


def caches(_: str, workflow: Workflow) -> Iterator[str]:
    """What a stranger's run puts into a cache, a trusted one takes out."""
    if not UNTRUSTED & set(events(workflow)):
        return
    for _, step in steps(workflow):
        if step.get("uses", "").startswith("actions/cache"):
            yield f"{step['name']}: a cache"
        if any("cache" in key for key in step.get("with", {})):
            yield f"{step['name']}: an action's cache"


def secrets(name: str, workflow: Workflow) -> Iterator[str]:
    """Secrets are an environment's, and no stranger's run has one."""
    for key, job in jobs(workflow):
        named = any(re.search(r"\bsecrets\b", text) for text in texts(job))
        if named and (name not in KEYED or UNTRUSTED & set(events(workflow))):
            yield f"{key}: secrets"
        if named and "environment" not in job:
            yield f"{key}: secrets without an environment"
    if any(re.search(r"\bsecrets\b", text) for text in texts(workflow.get("env", {}))):
        yield "secrets for all jobs"


def filtered_check(name: str, workflow: Workflow) -> Iterator[str]:
    """A required check that is filtered out stays pending for ever."""
    if name not in REQUIRED:
        return
    for event in ("pull_request", "merge_group"):
        if event not in events(workflow):
            yield f"no {event}"
        settings = events(workflow).get(event) or {}
        for key in settings:
            if key != "branches" or settings[key] != ["main"]:
                yield f"{event}: {key}"


def skipped_by_failure(name: str, workflow: Workflow) -> Iterator[str]:
    """A required job that is skipped because another failed counts as passed."""
    if name not in REQUIRED:
        return
    job = workflow["jobs"].get(REQUIRED[name])
    if job is None or job.get("name") != REQUIRED[name]:
        yield "the required job is not there under its name"
        return
    if "needs" in job and "!cancelled() &&" not in str(job.get("if")):
        yield f"{REQUIRED[name]}: skipped where what it needs fails"
    if "needs" in job and "!= 'false'" not in str(job.get("if")):
        yield f"{REQUIRED[name]}: skipped where nothing is known"
    if "needs" not in job and "if" in job:
        yield f"{REQUIRED[name]}: a condition"
    if job.get("continue-on-error"):
        yield f"{REQUIRED[name]}: goes on after an error"


def endless(_: str, workflow: Workflow) -> Iterator[str]:
    """No job runs for six hours by itself, none twice at a time."""
    if "concurrency" not in workflow:
        yield "no concurrency group"
    for key, job in jobs(workflow):
        if not isinstance(job.get("timeout-minutes"), int):
            yield f"{key}: no timeout"
        if job.get("runs-on") != "ubuntu-24.04":
            yield f"{key}: another runner"


def later_steps(_: str, workflow: Workflow) -> Iterator[str]:
    """Files and words that change how later steps run."""
    for _, step in steps(workflow):
        if COMMANDS.search(step.get("run", "")):
            yield f"{step['name']}: changes later steps"


def loose_shell(_: str, workflow: Workflow) -> Iterator[str]:
    """`shell: bash` stops at the first failure, also inside a pipe; the default does not."""
    if workflow.get("defaults") != {"run": {"shell": "bash"}}:
        yield "no defaults for run"
    for _, step in steps(workflow):
        if "shell" in step:
            yield f"{step['name']}: a shell of its own"
        if step.get("continue-on-error"):
            yield f"{step['name']}: goes on after an error"


def unlocked(_: str, workflow: Workflow) -> Iterator[str]:
    """What is installed is what the lock file pins by digest, through make."""
    for _, step in steps(workflow):
        if re.search(
            r"\b(?:pip3?|uv|npm|npx|pipx|apt-get|brew|conda|cargo|gem)\b", step.get("run", "")
        ):
            yield f"{step['name']}: installs by itself"
        if re.search(r"\|\s*(?:ba|z)?sh\b|\beval\b", step.get("run", "")):
            yield f"{step['name']}: runs what it reads"


def links_in_pages(name: str, workflow: Workflow) -> Iterator[str]:
    """Packing the site follows links: what is no file is looked for first."""
    if name != "pages":
        return
    names = [step for _, step in steps(workflow)]
    packed = next(
        at for at, step in enumerate(names) if "upload-pages-artifact" in step.get("uses", "")
    )
    if not any("! -type f ! -type d" in step.get("run", "") for step in names[:packed]):
        yield "no look for links before the site is packed"


def rights_beside_code(name: str, workflow: Workflow) -> Iterator[str]:
    """A job that may publish runs nothing of the repository: another one has built."""
    for key, job in jobs(workflow):
        given = job.get("permissions", {})
        writes = "write" in set(given.values() if isinstance(given, Mapping) else given.split("-"))
        runs = any("checkout" in step.get("uses", "") for step in job.get("steps", ()))
        if writes and runs and name != "comment":
            yield f"{key}: checks out and may write"


TRAPS: Final[tuple[Callable[[str, Workflow], Iterator[str]], ...]] = (
    pull_request_target,
    workflow_run,
    unsafe_checkout,
    head_checkout,
    kept_credentials,
    unpinned,
    expression_in_shell,
    rights_at_the_top,
    unknown_writes,
    caches,
    secrets,
    filtered_check,
    skipped_by_failure,
    endless,
    later_steps,
    loose_shell,
    unlocked,
    links_in_pages,
    rights_beside_code,
)


def find_traps(name: str, workflow: Workflow) -> list[str]:
    """What of the known traps a workflow falls into, as `trap: where`.

    Args:
        name: of its file, without the ending.
        workflow: as YAML reads it.

    """
    return [f"{trap.__name__}: {found}" for trap in TRAPS for found in trap(name, workflow)]
