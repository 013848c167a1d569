"""The form of an answer as a JSON Schema, for providers that hold a model to one."""

from __future__ import annotations

from typing import Final

from scoring.contractscrub import CATEGORIES

__all__ = ["FORMS", "response_format"]

FORMS: Final = ("plain", "json_object", "json_schema")
"""How a model is held to its form, the weakest first."""


def response_format(task: str, form: str) -> dict[str, object] | None:
    """OpenAI's `response_format` for one task; None for the plain form.

    Args:
        task: the kind of task.
        form: one of `FORMS`.

    """
    if form == "plain":
        return None
    if form == "json_object":
        return {"type": "json_object"}
    name, schema = (
        ("scrubbing", _scrubbing()) if task == "contract-scrubbing" else ("clause", _clause())
    )
    return {"type": "json_schema", "json_schema": {"name": name, "strict": True, "schema": schema}}


def _scrubbing() -> dict[str, object]:
    return _object(
        {
            category.key: {
                "type": "array",
                "items": _object({field: {"type": "string"} for field in category.fields}),
            }
            for category in CATEGORIES
        }
    )


def _clause() -> dict[str, object]:
    return _object({"answer": {"type": "string"}})


def _object(properties: dict[str, object]) -> dict[str, object]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
