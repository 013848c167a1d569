"""The records of a submission, exactly as its two kinds of file hold them.

All are strict and frozen; a key that is not named here is refused. The JSON Schemas are made from
these classes, so a field's description is what submitters read about it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, field_validator

from leaderboard.entry_rules import each_once, fits_successor, none_before, says_why
from leaderboard.fields import (
    Amount,
    BenchmarkKey,
    Count,
    Currency,
    Date,
    Edition,
    GithubLogin,
    Id,
    Item,
    Line,
    Link,
    Moment,
    Name,
    Prose,
    Reason,
    SchemaVersion,
    Settings,
    Sha256,
    listed,
    refused,
)
from leaderboard.findings import Problem

__all__ = [
    "FINISH_REASONS",
    "Access",
    "Change",
    "FinishReason",
    "LinkedPage",
    "ModelInfo",
    "OutputRecord",
    "OutputsFile",
    "PriceTier",
    "Pricing",
    "Run",
    "Status",
    "Submission",
    "SubmissionFile",
    "Submitter",
    "SystemInfo",
    "SystemKind",
    "TokenUsage",
]

Access: TypeAlias = Literal["api", "open-weights", "internal", "program"]
SystemKind: TypeAlias = Literal["model", "agent", "program"]
Reasoning: TypeAlias = Literal["off", "low", "medium", "high", "default", "n/a"]
Status: TypeAlias = Literal["active", "superseded", "retracted"]
FinishReason: TypeAlias = Literal[
    "stop",
    "length",
    "refusal",
    "content_filter",
    "context_overflow",
    "timeout",
    "api_error",
    "tool_calls",
    "other",
]
FINISH_REASONS: Final[tuple[str, ...]] = get_args(FinishReason)
"""How a call of a model can end; the same as the scorer knows."""

MOST_OUTPUTS: Final = 10_000
MOST_SUBMITTERS: Final = 20
MOST_ALIASES: Final = 20
MOST_TIERS: Final = 10
MOST_CHANGES: Final = 100
MOST_LINKS: Final = 20


class _Record(BaseModel):
    model_config = ConfigDict(
        strict=True, frozen=True, extra="forbid", use_attribute_docstrings=True
    )


class ModelInfo(_Record):
    """The model, or what stands in its place."""

    name: Name
    """Display name, as its maker writes it."""
    organization: Name
    """Who made it."""
    version: Name | None = None
    """The maker's version or snapshot."""
    released: Date | None = None
    """When it was released."""
    access: Access
    """How it can be reached."""
    license: Name | None = None
    """Licence of the weights or the program."""
    url: Link | None = None
    """Where it is described."""


class SystemInfo(_Record):
    """The system around the model: what was run."""

    kind: SystemKind
    """A model called once a contract, an agent, or a program without a model."""
    reasoning: Reasoning = "default"
    """The reasoning effort that was asked for."""
    settings: Settings | None = None
    """Sampling and other settings, by name."""
    prompt: Prose | None = None
    """Which prompt was used, if not the benchmark's own: its name or a link to it, in one line."""
    harness: Name | None = None
    """The program that called the model, with its version."""
    description: Prose | None = None
    """What the system does, in a sentence or two, in one line."""


class Submitter(_Record):
    """Someone who answers for the submission."""

    name: Name
    """Display name."""
    github: GithubLogin
    """GitHub login; its owner may change the submission."""
    affiliation: Name | None = None
    """Where they work or study."""


class PriceTier(_Record):
    """Other prices for requests with more input tokens: the whole request moves."""

    above_input_tokens: Count
    """The tier holds for requests of more input tokens than this."""
    input: Amount | None = None
    """Price of a million input tokens."""
    cached_input: Amount | None = None
    """Price of a million input tokens that were read from a cache."""
    output: Amount | None = None
    """Price of a million output tokens, reasoning among them."""


class Pricing(_Record):
    """The price list at the time of the run, per million tokens; null is unknown."""

    currency: Currency
    """ISO 4217 code; costs are shown for USD."""
    input: Amount | None = None
    """Price of a million input tokens."""
    cached_input: Amount | None = None
    """Price of a million input tokens that were read from a cache."""
    output: Amount | None = None
    """Price of a million output tokens, reasoning among them."""
    tiers: Annotated[
        tuple[PriceTier, ...],
        BeforeValidator(listed(0, MOST_TIERS)),
        Field(json_schema_extra={"maxItems": MOST_TIERS}),
    ] = ()
    """Prices of longer requests, in rising order."""
    source: Line | None = None
    """Where the prices are published."""
    as_of: Date
    """The day on which they were read."""

    @field_validator("tiers", mode="after")
    @classmethod
    def _tiers_rise(cls, tiers: tuple[PriceTier, ...]) -> tuple[PriceTier, ...]:
        bounds = [tier.above_input_tokens for tier in tiers]
        if bounds != sorted(set(bounds)):
            raise refused(
                Problem(
                    "tier_order",
                    "the tiers are not in rising order of above_input_tokens: "
                    + ", ".join(map(str, bounds)),
                    "Put the lowest bound first and give each bound once.",
                )
            )
        return tiers


class Change(_Record):
    """A change of the submission after it was merged."""

    date: Date
    """The day of the change."""
    reason: Reason
    """What was changed, and why."""


class LinkedPage(_Record):
    """A page about the system."""

    title: Name
    """What the link says."""
    url: Link
    """Its https address."""


class SubmissionFile(_Record):
    """`submission.json`: who submits what."""

    schema_version: SchemaVersion
    """Version of this format."""
    model: ModelInfo
    """The model."""
    system: SystemInfo
    """The system around it."""
    submitters: Annotated[
        tuple[Submitter, ...],
        BeforeValidator(listed(1, MOST_SUBMITTERS)),
        Field(json_schema_extra={"minItems": 1, "maxItems": MOST_SUBMITTERS}),
    ]
    """Who answers for it."""
    submitted: Date
    """The day of the submission."""
    pricing: Pricing | None = None
    """What the model's tokens cost; null is unknown."""
    license: Name
    """Licence of the outputs."""
    aliases: Annotated[
        tuple[Id, ...],
        BeforeValidator(listed(0, MOST_ALIASES)),
        Field(json_schema_extra={"maxItems": MOST_ALIASES}),
    ] = ()
    """Former ids of this submission; links to them keep working."""
    status: Status = "active"
    """Whether the entry stands."""
    reason: Reason | None = Field(default=None, validate_default=True)
    """Why the entry is superseded or retracted."""
    successor: Id | None = None
    """Id of the entry that takes the place of a superseded one."""
    changes: Annotated[
        tuple[Change, ...],
        BeforeValidator(listed(0, MOST_CHANGES)),
        Field(json_schema_extra={"maxItems": MOST_CHANGES}),
    ] = ()
    """What was changed after the merge."""
    links: Annotated[
        tuple[LinkedPage, ...],
        BeforeValidator(listed(0, MOST_LINKS)),
        Field(json_schema_extra={"maxItems": MOST_LINKS}),
    ] = ()
    """Pages about the system."""
    notes: Prose | None = None
    """Anything else that readers should know, in one line; shown as plain text."""

    @field_validator("submitters", mode="after")
    @classmethod
    def _each_once(cls, submitters: tuple[Submitter, ...]) -> tuple[Submitter, ...]:
        each_once([submitter.github for submitter in submitters])
        return submitters

    @field_validator("changes", mode="after")
    @classmethod
    def _changed_after_submission(
        cls, changes: tuple[Change, ...], info: ValidationInfo
    ) -> tuple[Change, ...]:
        none_before([change.date for change in changes], info.data.get("submitted"))
        return changes

    @field_validator("reason", mode="after")
    @classmethod
    def _inactive_says_why(cls, reason: str | None, info: ValidationInfo) -> str | None:
        says_why(info.data.get("status", "active"), reason)
        return reason

    @field_validator("successor", mode="after")
    @classmethod
    def _only_superseded_has_one(cls, successor: str | None, info: ValidationInfo) -> str | None:
        fits_successor(info.data.get("status", "active"), successor)
        return successor


class TokenUsage(_Record):
    """Tokens of all attempts of one answer, as the provider counts them; null is unknown."""

    input_tokens: Count | None = None
    """Tokens of the prompt, cached ones among them."""
    cached_input_tokens: Count | None = None
    """Those of them that were read from a cache."""
    output_tokens: Count | None = None
    """Tokens of the answer, reasoning among them."""
    reasoning_tokens: Count | None = None
    """Those of them that were reasoning."""


class OutputRecord(_Record):
    """What the system answered for one contract or case."""

    item: Item
    """Id of the contract or case."""
    response: str | None
    """Raw text of the answer, unchanged (but U+FFFD for half surrogates); null if none came."""
    finish_reason: FinishReason | None
    """How the call ended; null if the provider did not say."""
    finish_reason_raw: Line | None = None
    """How the provider put it."""
    model_reported: Line | None = None
    """The model's name in the provider's reply."""
    usage: TokenUsage | None = None
    """Tokens; null is unknown."""
    cost_usd: Amount | None = None
    """Cost as computed by the harness, in US dollars."""
    cost_is_lower_bound: bool | None = None
    """Whether lost attempts may have cost more."""
    gateway_cost_usd: Amount | None = None
    """Cost as the gateway stated it, in US dollars."""
    latency_s: Amount | None = None
    """Seconds of the attempt that gave the answer."""
    waited_s: Amount | None = None
    """Seconds spent waiting: earlier attempts, queues, pauses."""
    attempts: Annotated[int, Field(ge=1, le=1_000)] | None = None
    """How often the call was made."""
    error: Prose | None = None
    """What the provider said if it failed, in one line: spaces stand for line ends."""


class Run(_Record):
    """When and how the outputs were made."""

    started: Moment | None = None
    """When the first call was made."""
    finished: Moment | None = None
    """When the last answer came."""
    tool: Name | None = None
    """The program that made the outputs, with its version."""
    concurrency: Annotated[int, Field(ge=1, le=100_000)] | None = None
    """How many calls ran at once."""

    @field_validator("finished", mode="after")
    @classmethod
    def _not_before_started(
        cls, finished: dt.datetime | None, info: ValidationInfo
    ) -> dt.datetime | None:
        started = info.data.get("started")
        if started is not None and finished is not None and finished < started:
            raise refused(
                Problem(
                    "finished_before_started",
                    f"the run ends at {finished.isoformat()}, before it starts at "
                    f"{started.isoformat()}",
                    "Check both times and their offsets.",
                )
            )
        return finished


class OutputsFile(_Record):
    """`<benchmark>.json`: the raw outputs on one benchmark."""

    schema_version: SchemaVersion
    """Version of this format."""
    benchmark: BenchmarkKey
    """Key of the benchmark; also the file's name."""
    benchmark_version: Edition
    """The edition that was answered."""
    prompt_sha256: Sha256 | None = None
    """SHA-256 of the prompt's text in UTF-8, before the contract is put in."""
    run: Run | None = None
    """When and how."""
    settings_asked: Settings | None = None
    """Settings that were asked for."""
    settings_sent: Settings | None = None
    """Settings that the provider was sent."""
    outputs: Annotated[
        tuple[OutputRecord, ...],
        BeforeValidator(listed(1, MOST_OUTPUTS)),
        Field(json_schema_extra={"minItems": 1, "maxItems": MOST_OUTPUTS}),
    ]
    """One record for each contract or case."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A submission whose files are all of the form.

    Attributes:
        id: the folder's name.
        meta: `submission.json`.
        outputs: benchmark key → outputs, in order of the keys.
        digest: `sha256:` and the SHA-256 over the names and bytes of these files, in order.

    """

    id: str
    meta: SubmissionFile
    outputs: Mapping[str, OutputsFile]
    digest: str
