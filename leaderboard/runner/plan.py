"""What one run asks: the model, its settings, the prompt and the questions."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from leaderboard.errors import UsageError
from leaderboard.prompts import Prompt
from leaderboard.registry import Benchmark, Registry
from leaderboard.runner.answer_forms import response_format
from scoring.gold import Edition, ScrubEdition

__all__ = ["Plan", "build_plan", "load_own_prompt", "parse_own_prompt"]

CLAUSES = "clause-extraction"


@dataclass(frozen=True, slots=True)
class Plan:
    """One run.

    Attributes:
        model: as litellm is asked for it, with the provider's prefix.
        api_base: another address than the provider's own, or None.
        benchmark: what is answered.
        prompt: what is asked, before a contract is put in.
        own_prompt: the name of a prompt that is not the benchmark's own; None for its own.
        form: how the model is held to the form of its answer, one of `FORMS`.
        settings: OpenAI's names (`temperature`, `max_tokens`, `reasoning_effort` …) and values;
            only those that were asked for.
        texts_digest: of the contracts' texts, so that a run goes on with the same texts only.
        questions: item → what is sent, in the order of the file of outputs.

    """

    model: str
    api_base: str | None
    benchmark: Benchmark
    prompt: Prompt
    own_prompt: str | None
    form: str
    settings: Mapping[str, object]
    texts_digest: str
    questions: Mapping[str, str]

    @property
    def parameters(self) -> dict[str, object]:
        """The settings with the form of the answer among them, as litellm takes them."""
        asked = dict(self.settings)
        form = response_format(self.benchmark.task, self.form)
        return asked if form is None else {**asked, "response_format": form}

    @property
    def settings_asked(self) -> dict[str, object]:
        """What is recorded as asked for. An address of one's own is not published."""
        return {
            "model": self.model,
            "api_base": "own" if self.api_base else "provider",
            "answer_form": self.form,
            **self.settings,
        }

    @property
    def identity(self) -> dict[str, object]:
        """What must be equal for a run to go on: JSON values by name."""
        return {
            "benchmark": self.benchmark.key,
            "edition": self.benchmark.current,
            "texts": self.texts_digest,
            "model": self.model,
            "api_base": _without_secrets(self.api_base),
            "prompt_sha256": self.prompt.sha256,
            "answer_form": self.form,
            **{f"setting {name}": value for name, value in sorted(self.settings.items())},
        }


def build_plan(  # noqa: PLR0913 - one argument for each thing that a run is told
    registry: Registry,
    benchmark: Benchmark,
    model: str,
    *,
    api_base: str | None = None,
    own_prompt: tuple[str, str] | None = None,
    form: str = "plain",
    settings: Mapping[str, object] | None = None,
) -> Plan:
    """The plan of a run on the benchmark's current edition.

    Args:
        registry: where the editions lie.
        benchmark: what is answered.
        model: as litellm is asked for it.
        api_base: another address than the provider's own.
        own_prompt: name and text of a prompt that is not the benchmark's own.
        form: one of `FORMS`.
        settings: OpenAI's names and values; None is not asked for.

    Raises:
        UsageError: the benchmark's texts are not here, or the prompt is not of the form.
        BrokenRepositoryError: they are here and not in order.

    """
    edition = registry.load_edition(benchmark, benchmark.current)
    if edition is None:
        raise UsageError(
            f"the contracts of {benchmark.key} {benchmark.current} are not here; fetch them with "
            f"`leaderboard data fetch {benchmark.key}`"
        )
    prompt = benchmark.prompt
    if own_prompt is not None and own_prompt[1] != prompt.text:
        prompt = parse_own_prompt(benchmark.task, own_prompt[1])
    return Plan(
        model=model,
        api_base=api_base,
        benchmark=benchmark,
        prompt=prompt,
        own_prompt=own_prompt[0] if own_prompt and prompt != benchmark.prompt else None,
        form=form,
        settings={name: value for name, value in (settings or {}).items() if value is not None},
        texts_digest=edition.texts_digest,
        questions=_questions(edition, prompt),
    )


def parse_own_prompt(task: str, text: str) -> Prompt:
    """A submitter's own prompt.

    Args:
        task: the kind of task.
        text: what is asked. A contract to be scrubbed follows its last line; the prompt of clause
            extraction says itself where `{contract}` and `{question}` go.

    Raises:
        UsageError: it is empty, or a place to be filled in is missing or there twice.

    """
    if not text.strip():
        raise UsageError("the prompt is empty; write what the model is to be asked")
    if task == CLAUSES:
        for place in ("{contract}", "{question}"):
            if text.count(place) != 1:
                raise UsageError(
                    f"the prompt holds {place} {text.count(place)} times; a prompt for clause "
                    "extraction holds {contract} and {question} once each"
                )
    digest = hashlib.sha256(text.encode("utf-8")).hexdigest()
    return Prompt(task, f"own-{digest[:8]}", text)


def load_own_prompt(path: Path) -> tuple[str, str]:
    """Name and text of a prompt in a file.

    Raises:
        UsageError: the file is no UTF-8.
        OSError: it cannot be read.

    """
    try:
        return path.name, path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8; save it as UTF-8") from error


def _without_secrets(address: str | None) -> str | None:
    """The address without user, password and query, any of which may be a key."""
    if address is None:
        return None
    parts = urlsplit(address)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def _questions(edition: Edition, prompt: Prompt) -> dict[str, str]:
    if isinstance(edition, ScrubEdition):
        return {item: prompt.filled(edition.contracts[item]) for item in edition.items}
    return {
        item: prompt.filled(edition.contracts[edition.contract_of[item]], edition.questions[item])
        for item in sorted(edition.items)
    }
