"""Runs the jobs of a workflow on this machine, against a git repository that stands for GitHub.

The shell of every `run` step is run as it stands in the file, by the same bash with the same
options and the variables that Actions sets. Only what is not this project's is replaced by an
equivalent: `actions/*` steps, and the step that installs the lock file, for which the environment
that runs the tests stands.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import yaml

from tests.conftest import ROOT
from tests.workflows.expressions import holds, interpolate, shown

__all__ = ["WORKFLOWS", "Event", "Hosted", "Job", "Ran", "load_workflow"]

WORKFLOWS: Final = ROOT / ".github" / "workflows"
INSTALL: Final = re.compile(r"make (?:-C (?P<folder>[\w/-]+) )?\.venv/\.ready")
SHELL: Final = ("bash", "--noprofile", "--norc", "-eo", "pipefail")
"""What `shell: bash` means on GitHub."""


def load_workflow(name: str) -> dict[Any, Any]:
    """A workflow of this repository; PyYAML reads its key `on` as true."""
    read: dict[Any, Any] = yaml.safe_load((WORKFLOWS / f"{name}.yml").read_text("utf-8"))
    return read


@dataclass(frozen=True)
class Event:
    """What started a workflow.

    Attributes:
        name: pull_request, merge_group, push, workflow_dispatch.
        ref: `GITHUB_REF`.
        sha: `GITHUB_SHA`.
        payload: what the event says.

    """

    name: str
    ref: str
    sha: str
    payload: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class Job:
    """How one job ended.

    Attributes:
        result: success, failure or skipped.
        outputs: as the workflow names them.
        log: what its steps printed.
        steps: name → success, failure or skipped.
        summary: what it wrote for the run's page.
        workspace: its folder.

    """

    result: str
    outputs: dict[str, str] = field(default_factory=dict)
    log: str = ""
    steps: dict[str, str] = field(default_factory=dict)
    summary: str = ""
    workspace: Path | None = None


@dataclass
class Ran:
    """How a workflow ended.

    Attributes:
        jobs: key → job; parts of a matrix as `key 1`, `key 2`.
        artifacts: the folder with one folder per artifact.

    """

    jobs: dict[str, Job]
    artifacts: Path

    @property
    def log(self) -> str:
        """All that was printed."""
        return "\n".join(job.log for job in self.jobs.values())

    def passes(self, job: str) -> bool:
        """Whether the job satisfies a branch protection that requires it."""
        return self.jobs[job].result in {"success", "skipped"}


@dataclass(frozen=True)
class Hosted:
    """A repository on a hosting service that is a folder of this machine.

    Attributes:
        origin: the bare repository.
        work: where jobs get their folders.
        variables: the repository's own variables.
        secrets: as an environment holds them.
        inputs: of a run that is started by hand.
        environment: more variables for all steps, for programs that are replaced.
        programs: a folder that stands first on the path.

    """

    origin: Path
    work: Path
    variables: Mapping[str, str] = field(default_factory=dict)
    secrets: Mapping[str, str] = field(default_factory=dict)
    inputs: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    programs: Path | None = None

    def run(self, name: str, event: Event, *, change: Callable[[Any], None] | None = None) -> Ran:
        """Run a workflow.

        Args:
            name: of its file.
            event: what starts it.
            change: alters the workflow first, to show that a test notices.

        """
        workflow = load_workflow(name)
        if change is not None:
            change(workflow)
        place = self.work / f"{name}-{len(list(self.work.glob('*'))) + 1}"
        ran = Ran({}, place / "artifacts")
        ran.artifacts.mkdir(parents=True)
        for key, job in workflow["jobs"].items():
            for part, matrix in self._parts(key, job, event, ran):
                _Runner(self, workflow, job, event, ran, matrix, place / part).run(part)
            _join(ran, key)
        return ran

    def contexts(self, event: Event, ran: Ran, matrix: Mapping[str, Any]) -> dict[str, Any]:
        """What expressions may name."""
        return {
            "github": {
                "event_name": event.name,
                "event": event.payload,
                "ref": event.ref,
                "ref_name": event.ref.removeprefix("refs/heads/").removeprefix("refs/tags/"),
                "sha": event.sha,
                "repository": "board/leaderboard",
                "token": "token-of-this-test",
            },
            "inputs": self.inputs,
            "vars": self.variables,
            "secrets": self.secrets,
            "matrix": matrix,
            "needs": {
                key: {"result": job.result, "outputs": job.outputs} for key, job in ran.jobs.items()
            },
        }

    def _parts(
        self, key: str, job: Mapping[str, Any], event: Event, ran: Ran
    ) -> list[tuple[str, dict[str, Any]]]:
        matrix = job.get("strategy", {}).get("matrix", {})
        values = {
            name: interpolate(value, self.contexts(event, ran, {}))
            for name, value in matrix.items()
            if _runs(self, job, event, ran)
        }
        if not values:
            return [(key, {})]
        ((name, items),) = values.items()
        return [(f"{key} {item}", {name: item}) for item in items]


def _runs(hosted: Hosted, job: Mapping[str, Any], event: Event, ran: Ran) -> bool:
    needs = job.get("needs", [])
    needed = [ran.jobs[name] for name in ([needs] if isinstance(needs, str) else needs)]
    failed = any(item.result != "success" for item in needed)
    contexts = hosted.contexts(event, ran, {})
    return holds(job.get("if"), contexts, failed=failed, cancelled=False)


def _join(ran: Ran, key: str) -> None:
    """One result for all parts of a matrix."""
    parts = [job for name, job in ran.jobs.items() if name.startswith(f"{key} ")]
    if parts:
        well = all(part.result == "success" for part in parts)
        ran.jobs[key] = Job("success" if well else "failure")


@dataclass
class _Runner:
    hosted: Hosted
    workflow: Mapping[Any, Any]
    job: Mapping[str, Any]
    event: Event
    ran: Ran
    matrix: Mapping[str, Any]
    place: Path
    outputs: dict[str, dict[str, Any]] = field(default_factory=dict)
    extra: dict[str, str] = field(default_factory=dict)

    def run(self, part: str) -> None:
        done = Job("skipped")
        self.ran.jobs[part] = done
        if not _runs(self.hosted, self.job, self.event, self.ran):
            return
        done.workspace = self.place / "workspace"
        done.workspace.mkdir(parents=True)
        (self.place / "temp").mkdir()
        done.result = "success"
        for step in self.job["steps"]:
            name = step["name"]
            failed = done.result == "failure"
            if not holds(step.get("if"), self._contexts(), failed=failed, cancelled=False):
                done.steps[name] = "skipped"
                continue
            code, log = self._step(step, done.workspace)
            done.log += f"\n### {name}\n{log}"
            done.steps[name] = "success" if code == 0 else "failure"
            if code:
                done.result = "failure"
        summary = self.place / "summary.md"
        done.summary = summary.read_text("utf-8") if summary.exists() else ""
        done.outputs = {
            name: shown(interpolate(value, self._contexts()))
            for name, value in self.job.get("outputs", {}).items()
        }

    def _contexts(self) -> dict[str, Any]:
        contexts = self.hosted.contexts(self.event, self.ran, self.matrix)
        return {**contexts, "steps": {key: {"outputs": v} for key, v in self.outputs.items()}}

    def _step(self, step: Mapping[str, Any], workspace: Path) -> tuple[int, str]:
        if "uses" in step:
            given = {
                key: interpolate(value, self._contexts())
                for key, value in step.get("with", {}).items()
            }
            action = step["uses"].partition("@")[0].removeprefix("actions/")
            return ACTIONS[action](self, given, workspace)
        install = INSTALL.search(step["run"])
        if install:
            return self._installed(workspace / (install["folder"] or "."))
        return self._shell(step, workspace)

    def _installed(self, clone: Path) -> tuple[int, str]:
        """The environment that runs the tests stands for the one that make would download."""
        (clone / ".venv").symlink_to(sys.prefix)
        self.extra["PYTHONPATH"] = str(clone)
        return 0, "the environment of the tests"

    def _shell(self, step: Mapping[str, Any], workspace: Path) -> tuple[int, str]:
        assert self.workflow["defaults"] == {"run": {"shell": "bash"}}
        output, script = self.place / "output", self.place / "step.sh"
        output.write_text("", "utf-8")
        script.write_text(step["run"], "utf-8")
        own = {
            key: shown(interpolate(value, self._contexts()))
            for key, value in step.get("env", {}).items()
        }
        ended = subprocess.run(
            [*SHELL, str(script)],
            cwd=workspace / step.get("working-directory", "."),
            env={**self._environment(output), **own},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            errors="backslashreplace",
            check=False,
            timeout=600,
        )
        if "id" in step:
            pairs = (line.partition("=") for line in output.read_text("utf-8").splitlines())
            self.outputs[step["id"]] = {name: value for name, _, value in pairs}
        return ended.returncode, ended.stdout

    def _environment(self, output: Path) -> dict[str, str]:
        payload = self.place / "event.json"
        payload.write_text(json.dumps(self.event.payload), "utf-8")
        path = os.environ["PATH"]
        if self.hosted.programs is not None:
            path = f"{self.hosted.programs}{os.pathsep}{path}"
        return {
            "PATH": path,
            "HOME": str(self.place),
            "LANG": "C.UTF-8",
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_API_URL": "https://api.invalid",
            "GITHUB_EVENT_NAME": self.event.name,
            "GITHUB_EVENT_PATH": str(payload),
            "GITHUB_OUTPUT": str(output),
            "GITHUB_REF": self.event.ref,
            "GITHUB_REF_NAME": shown(self._contexts()["github"]["ref_name"]),
            "GITHUB_REPOSITORY": "board/leaderboard",
            "GITHUB_REPOSITORY_OWNER": "board",
            "GITHUB_SHA": self.event.sha,
            "GITHUB_STEP_SUMMARY": str(self.place / "summary.md"),
            "RUNNER_TEMP": str(self.place / "temp"),
            **self.extra,
            **self.hosted.environment,
        }


def _git(*arguments: str, at: Path) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=at, check=True, capture_output=True, text=True, timeout=120
    ).stdout.strip()


def _checkout(runner: _Runner, given: Mapping[str, Any], workspace: Path) -> tuple[int, str]:
    """As actions/checkout does it: one commit, or with depth 0 all branches and tags."""
    assert given.get("persist-credentials") is False
    clone = workspace / given.get("path", ".")
    clone.mkdir(exist_ok=True)
    _git("init", "-q", "-b", "unborn", at=clone)
    _git("remote", "add", "origin", runner.hosted.origin.as_uri(), at=clone)
    ref = given.get("ref")
    wanted = f"refs/heads/{ref}" if ref else runner.event.ref
    if given.get("fetch-depth") == 0:
        _git(
            "fetch", "-q", "origin", "+refs/heads/*:refs/remotes/origin/*",
            "+refs/tags/*:refs/tags/*", at=clone,
        )  # fmt: skip
        _git("fetch", "-q", "origin", f"+{wanted}:refs/wanted", at=clone)
    else:
        _git("fetch", "-q", "--depth=1", "origin", f"+{wanted}:refs/wanted", at=clone)
    if ref:
        _git("checkout", "-q", "-B", ref, "refs/wanted", at=clone)
    else:
        _git("checkout", "-q", "--detach", "refs/wanted", at=clone)
    return 0, f"checked out {wanted}"


def _nothing(_: _Runner, given: Mapping[str, Any], workspace: Path) -> tuple[int, str]:
    return 0, f"{workspace.name}: {dict(given)}"


def _upload(runner: _Runner, given: Mapping[str, Any], workspace: Path) -> tuple[int, str]:
    source = workspace / given["path"]
    if not source.exists():
        return int(given.get("if-no-files-found") == "error"), f"no {given['path']}"
    target = runner.ran.artifacts / given.get("name", "github-pages")
    assert not target.exists(), "an artifact's name is taken"
    if source.is_dir():
        shutil.copytree(source, target, ignore=_hidden(given))
    else:
        target.mkdir()
        shutil.copyfile(source, target / source.name)
    return 0, f"uploaded {given['path']}"


def _hidden(given: Mapping[str, Any]) -> Callable[[str, list[str]], list[str]]:
    keep = given.get("include-hidden-files") is True
    return lambda _, names: [] if keep else [name for name in names if name.startswith(".")]


def _download(runner: _Runner, given: Mapping[str, Any], workspace: Path) -> tuple[int, str]:
    target = workspace / given["path"]
    pattern = given.get("name") or given["pattern"]
    found = sorted(runner.ran.artifacts.glob(pattern))
    assert "name" in given or given.get("merge-multiple") is True
    for artifact in found:
        shutil.copytree(artifact, target, dirs_exist_ok=True)
    return int("name" in given and not found), f"downloaded {[item.name for item in found]}"


def _deploy(runner: _Runner, _: Mapping[str, Any], workspace: Path) -> tuple[int, str]:
    runner.outputs["deployment"] = {"page_url": "https://board.example/"}
    return int(not (runner.ran.artifacts / "github-pages").is_dir()), workspace.name


def _attest(_: _Runner, given: Mapping[str, Any], workspace: Path) -> tuple[int, str]:
    subjects = sorted(path.name for path in workspace.glob(given["subject-path"]))
    return int(not subjects), f"attested {subjects}"


ACTIONS: Final[Mapping[str, Callable[[_Runner, Mapping[str, Any], Path], tuple[int, str]]]] = {
    "checkout": _checkout,
    "setup-python": _nothing,
    "upload-artifact": _upload,
    "upload-pages-artifact": _upload,
    "download-artifact": _download,
    "deploy-pages": _deploy,
    "attest": _attest,
}
