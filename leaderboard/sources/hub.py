"""The official ContractScrub gold: fetched from the Hugging Face hub, or read from a folder.

The layout of the dataset's files is described by a small mapping file, so that a change of layout
is a change of data. The reader takes just what the mapping names and refuses everything else,
saying what it saw. ContractScrub's mapping, scoring/gold/contractscrub/mapping.json, was written
before the dataset could be read: it may have to be filled in when the layout is published.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated, Final, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from leaderboard.sources.errors import NoSourceError, SourceError
from scoring.contractscrub import CATEGORIES

__all__ = ["DatasetMapping", "HubGold", "fetch_dataset", "load_mapping", "read_dataset"]

MOST_BYTES: Final = 256 * 1024 * 1024
"""A file of the dataset over this size is refused unread."""

LONGEST_ID: Final = 200
_MOST_LISTED: Final = 20
_MEND: Final = "If the dataset's layout is another one, fill in the benchmark's mapping.json."

Row: TypeAlias = Mapping[str, object]
Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class ContractColumns(_Record):
    """Where contracts are.

    Attributes:
        file: path below the dataset's root, `.jsonl`, `.json` or `.csv`.
        id: column with a contract's id.
        text: column with its text.
        ignored: columns that may be there and are not read.

    """

    file: Name
    id: Name
    text: Name
    ignored: tuple[Name, ...] = ()


class GoldColumns(_Record):
    """Where gold entries are, one a row.

    Attributes:
        file: path below the dataset's root, `.jsonl`, `.json` or `.csv`.
        contract: column with the contract's id.
        category: column with the category's name.
        categories: name of a category in the dataset → our key.
        fields: category key → our field → column.
        ignored: columns that may be there and are not read.

    """

    file: Name
    contract: Name
    category: Name
    categories: Mapping[Name, Name]
    fields: Mapping[Name, Mapping[Name, Name]]
    ignored: tuple[Name, ...] = ()


class DatasetMapping(_Record):
    """Which files and columns of the dataset are what."""

    contracts: ContractColumns
    gold: GoldColumns


@dataclass(frozen=True, slots=True)
class HubGold:
    """A dataset as read.

    Attributes:
        contracts: contract id → text.
        gold: contract id → category key → entries, all nine keys.

    """

    contracts: Mapping[str, str]
    gold: Mapping[str, Mapping[str, Sequence[Mapping[str, str]]]]


def load_mapping(path: Path) -> DatasetMapping:
    """Read a mapping file.

    Raises:
        SourceError: it is missing, of another form, or does not cover the nine categories.

    """
    try:
        mapping = DatasetMapping.model_validate_json(path.read_bytes())
    except OSError as error:
        raise SourceError(
            f"the mapping file {path.name} cannot be read: {error.strerror}"
        ) from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = "/".join(str(part) for part in first["loc"])
        raise SourceError(
            f"{path.name} is not in order at {where or 'the top'}: {first['msg']}"
        ) from error
    for category in CATEGORIES:
        named = set(mapping.gold.fields.get(category.key, {}))
        if named != set(category.fields):
            raise SourceError(
                f"{path.name}: gold/fields/{category.key} must name {', '.join(category.fields)}; "
                f"it names {', '.join(sorted(named)) or 'nothing'}"
            )
    strangers = sorted(set(mapping.gold.categories.values()) - {item.key for item in CATEGORIES})
    if strangers:
        raise SourceError(f"{path.name}: gold/categories leads to the unknown key {strangers[0]!r}")
    return mapping


def fetch_dataset(
    repository: str, revision: str, into: Path, mapping: DatasetMapping, endpoint: str | None = None
) -> Path:
    """Download the two files that `mapping` names at a pinned commit; the folder they are in.

    Args:
        repository: `owner/name` of the dataset.
        revision: full commit id, so that the same call brings the same bytes.
        into: folder to download to.
        mapping: which files to take.
        endpoint: address of the hub, None for the public one.

    Raises:
        SourceError: the hub cannot be reached, or has no such dataset, revision or file.

    """
    from huggingface_hub import hf_hub_download
    from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError

    for name in (mapping.contracts.file, mapping.gold.file):
        try:
            hf_hub_download(
                repository,
                name,
                repo_type="dataset",
                revision=revision,
                local_dir=into,
                endpoint=endpoint,
            )
        except (HfHubHTTPError, LocalEntryNotFoundError, OSError) as error:
            first_line = str(error).strip().splitlines()[0] if str(error).strip() else "no answer"
            raise SourceError(
                f"{name} of {repository} at {revision[:12]} could not be fetched "
                f"({type(error).__name__}: {first_line}). Check the network, that you may read the "
                "dataset, and the revision; or download it yourself and pass --from PATH."
            ) from error
    return into


def read_dataset(folder: Path, mapping: DatasetMapping) -> HubGold:
    """Contracts and gold of a dataset in `folder`, as `mapping` describes them.

    Raises:
        NoSourceError: `folder` is none.
        SourceError: a file, column, category or contract is missing or unknown.

    """
    if not folder.is_dir():
        raise NoSourceError(f"{folder} is no folder: name one that holds the dataset's files")
    contracts: dict[str, str] = {}
    shape = mapping.contracts
    for where, row in _rows(folder, shape.file, {shape.id, shape.text}, set(shape.ignored)):
        name = _text(where, row, shape.id)
        if name in contracts:
            raise SourceError(f"{where}: the contract {name!r} comes twice")
        if not _is_safe(name):
            raise SourceError(f"{where}: the contract id {name!r} cannot be a file name")
        contracts[name] = _text(where, row, shape.text)
    if not contracts:
        raise SourceError(f"{shape.file} holds no contract")
    return HubGold(contracts, _gold(folder, mapping.gold, contracts))


def _gold(
    folder: Path, shape: GoldColumns, contracts: Mapping[str, str]
) -> dict[str, dict[str, list[dict[str, str]]]]:
    gold: dict[str, dict[str, list[dict[str, str]]]] = {
        name: {category.key: [] for category in CATEGORIES} for name in sorted(contracts)
    }
    columns = {column for fields in shape.fields.values() for column in fields.values()}
    known = columns | set(shape.ignored)
    for where, row in _rows(folder, shape.file, {shape.contract, shape.category}, known):
        contract = _text(where, row, shape.contract)
        if contract not in gold:
            raise SourceError(f"{where}: an entry of the unknown contract {contract!r}")
        named = _text(where, row, shape.category)
        key = shape.categories.get(named)
        if key is None:
            raise SourceError(
                f"{where}: the unknown category {named!r}; the mapping knows "
                f"{', '.join(sorted(shape.categories))}. {_MEND}"
            )
        gold[contract][key].append(
            {field: _text(where, row, column) for field, column in shape.fields[key].items()}
        )
    return gold


def _rows(
    folder: Path, name: str, needed: set[str], optional: set[str]
) -> Iterator[tuple[str, Row]]:
    """Each row of a file with where it stands; its columns must be known."""
    for number, row in enumerate(_read(folder, name), start=1):
        where = f"{name}, row {number}"
        if not isinstance(row, Mapping):
            raise SourceError(f"{where}: an object is expected, {type(row).__name__} was found")
        columns = {str(column) for column in row}
        lacking, strange = needed - columns, columns - needed - optional
        if lacking or strange:
            raise SourceError(
                f"{where}: the columns are {', '.join(sorted(columns))}; "
                f"missing: {', '.join(sorted(lacking)) or 'none'}; "
                f"unknown to the mapping: {', '.join(sorted(strange)) or 'none'}. {_MEND}"
            )
        yield where, row


def _read(folder: Path, name: str) -> Sequence[object]:
    path = folder / name
    if not path.is_file():
        # The folder may be any: the search ends with the first few files, in whatever order.
        files = (found for found in folder.rglob("*") if found.is_file())
        seen = sorted(str(found.relative_to(folder)) for found in islice(files, _MOST_LISTED))
        raise SourceError(
            f"the file {name} is not there; found: {', '.join(seen) or 'nothing'}. {_MEND}"
        )
    with path.open("rb") as file:
        read = file.read(MOST_BYTES + 1)
    if len(read) > MOST_BYTES:
        raise SourceError(f"{name} is over {MOST_BYTES >> 20} MiB")
    try:
        content = read.decode("utf-8-sig")
        if path.suffix == ".jsonl":
            return [json.loads(line) for line in content.split("\n") if line.strip()]
        if path.suffix == ".json":
            value = json.loads(content)
            if not isinstance(value, list):
                raise SourceError(f"{name}: a list of objects is expected")
            return value
        if path.suffix == ".csv":
            return list(csv.DictReader(io.StringIO(content, newline=""), restkey="(beyond)"))
    except (ValueError, RecursionError, csv.Error) as error:
        raise SourceError(f"{name} cannot be read: {error}") from error
    raise SourceError(f"{name} is of no known kind; .jsonl, .json and .csv are read")


def _text(where: str, row: Row, column: str) -> str:
    value = row.get(column)
    if not isinstance(value, str):
        raise SourceError(f"{where}: the column {column!r} holds {type(value).__name__}, not text")
    return value


def _is_safe(name: str) -> bool:
    """Whether an id may become a file name: it comes from outside."""
    return (
        0 < len(name) <= LONGEST_ID
        and name.isprintable()
        and not name.startswith((".", "-"))
        and not (set(name) & set('/\\:*?"<>|'))
    )
