"""The JSON Schemas of a submission's files, made from the records.

They are kept in the repository and published with the site; `leaderboard schema --check` fails
when they are stale.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pydantic import BaseModel

from leaderboard.files import dump_json, write_text
from leaderboard.models import OutputsFile, SubmissionFile

__all__ = ["SCHEMA_FOLDER", "build_schemas", "stale_schemas", "write_schemas"]

SCHEMA_FOLDER: Final = "site/docs/schemas"
"""Where the schemas lie, below the repository's root."""

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_LIMITS: Final = (
    " Files that fit this schema can still have findings: `leaderboard validate` decides."
)
_REASON_RULE: Final[Mapping[str, object]] = {
    "if": {"properties": {"status": {"not": {"const": "active"}}}, "required": ["status"]},
    "then": {"properties": {"reason": {"type": "string"}}, "required": ["reason"]},
}


def build_schemas() -> dict[str, str]:
    """File name → text of each schema."""
    submission = _schema(SubmissionFile, "Submission")
    submission.update(_REASON_RULE)
    return {
        "outputs.schema.json": dump_json(_schema(OutputsFile, "Outputs on one benchmark")),
        "submission.schema.json": dump_json(submission),
    }


def _schema(model: type[BaseModel], title: str) -> dict[str, object]:
    made = model.model_json_schema()
    definitions = {name: _untitled(part) for name, part in sorted(made.pop("$defs").items())}
    return {
        "$schema": _DIALECT,
        "title": title,
        "description": made.pop("description") + _LIMITS,
        **_untitled(made),
        "$defs": definitions,
    }


def _untitled(part: dict[str, object]) -> dict[str, object]:
    """An object's schema without the titles that pydantic makes of the keys."""
    bare = {key: value for key, value in part.items() if key != "title"}
    fields = bare["properties"]
    assert isinstance(fields, dict)  # noqa: S101 - every record is an object
    bare["properties"] = {
        name: {key: value for key, value in field.items() if key != "title"}
        for name, field in fields.items()
    }
    return bare


def write_schemas(folder: Path) -> tuple[str, ...]:
    """Write the schemas into `folder`; gives their file names.

    Raises:
        OSError: the folder cannot be written to.

    """
    schemas = build_schemas()
    for name, text in schemas.items():
        write_text(folder / name, text)
    return tuple(schemas)


def stale_schemas(folder: Path) -> tuple[str, ...]:
    """File names of the schemas that `folder` lacks or holds with another text."""
    return tuple(
        name
        for name, text in build_schemas().items()
        if not (folder / name).is_file() or (folder / name).read_bytes() != text.encode()
    )
