"""What GitHub tells, as far as it is used here. Keys that are not named are not looked at."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "Artifact",
    "Artifacts",
    "Branch",
    "ChangedFile",
    "Comment",
    "Origin",
    "Person",
    "Pull",
    "RunEvent",
    "WorkflowRun",
]

SHA: Final = "^[0-9a-f]{40}$"


class _Told(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")


class Person(_Told):
    """An account: of a person, or of a program."""

    login: str
    type: str


class Origin(_Told):
    """A repository."""

    full_name: str
    owner: Person


class Branch(_Told):
    """One side of a pull request; `repo` is None where the fork is gone."""

    ref: str
    sha: Annotated[str, Field(pattern=SHA)]
    repo: Origin | None


class Pull(_Told):
    """A pull request."""

    number: Annotated[int, Field(ge=1)]
    state: str
    head: Branch
    base: Branch
    user: Person | None


class ChangedFile(_Told):
    """A file that a pull request changes, with its former name where it is taken for renamed."""

    filename: str
    previous_filename: str | None = None


class Comment(_Told):
    """A comment; `user` is None where the account is gone."""

    id: int
    body: str | None
    user: Person | None


class Artifact(_Told):
    """What a run of a workflow left."""

    id: int
    name: str
    size_in_bytes: int
    expired: bool


class Artifacts(_Told):
    """The artifacts of a run."""

    artifacts: tuple[Artifact, ...] = Field(strict=False)


class WorkflowRun(_Told):
    """A run of a workflow that has ended."""

    id: int
    path: str
    event: str
    conclusion: str | None
    head_branch: str | None
    head_sha: Annotated[str, Field(pattern=SHA)]
    head_repository: Origin | None
    html_url: str


class RunEvent(_Told):
    """The event `workflow_run`."""

    workflow_run: WorkflowRun
