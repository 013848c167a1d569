"""What judges citations: parsers and schemas of others, and vocabularies that others publish."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
from bibtexparser.entrypoint import parse_string
from citeproc import (
    Citation,
    CitationItem,
    CitationStylesBibliography,
    CitationStylesStyle,
    formatter,
)
from citeproc.source.json import CiteProcJSON
from pylatexenc.latex2text import LatexNodes2Text

from tests.conftest import ROOT

DATA = ROOT / "tests" / "data" / "citation"
TEXT_OR_NUMBER = {"type": ["string", "number"]}


def parse_bibtex(text: str) -> list[dict[str, str]]:
    """Fields of each entry, by a parser of BibTeX, as they stand; `key` and `kind` beside them."""
    library = parse_string(text)
    assert not library.failed_blocks, library.failed_blocks
    return [
        {"key": entry.key, "kind": entry.entry_type}
        | {field.key: str(field.value) for field in entry.fields}
        for entry in library.entries
    ]


def decode_tex(text: str) -> str:
    """What TeX prints. The decoder takes an ASCII circumflex for the modifier letter."""
    decoder = LatexNodes2Text(math_mode="text", strict_latex_spaces=True, keep_comments=True)
    return str(decoder.latex_to_text(text)).replace("ˆ", "^")


def check_cff(text: str, folder: Path) -> None:
    """Judge a `CITATION.cff` by the schema that the format's authors publish."""
    path = folder / "CITATION.cff"
    path.write_text(text, "utf-8")
    judge = Path(sys.executable).with_name("check-jsonschema")
    judged = subprocess.run(
        [str(judge), "--builtin-schema", "vendor.citation-file-format", str(path)],
        capture_output=True,
        check=False,
        text=True,
    )
    assert judged.returncode == 0, judged.stdout


def _lines(name: str) -> list[tuple[str, str]]:
    rows = (DATA / name).read_text("utf-8").splitlines()
    return [(row.split("\t")[0], row.split("\t")[1]) for row in rows if not row.startswith("#")]


def csl_schema() -> dict[str, Any]:
    """The schema of CSL-JSON, put together from its vocabulary."""
    rows = _lines("csl.tsv")

    def part(prefix: str) -> dict[str, str]:
        return {key.removeprefix(prefix): kind for key, kind in rows if key.startswith(prefix)}

    kinds: dict[str, Any] = {
        "text": {"type": "string"},
        "text or number": TEXT_OR_NUMBER,
        "texts": {"type": "array", "items": {"type": "string"}},
        "object": {"type": "object"},
        "any": {"type": ["string", "number", "boolean"]},
        "type": {"enum": list(part("type:"))},
        "parts": {
            "type": "array",
            "items": {"type": "array", "items": TEXT_OR_NUMBER, "minItems": 1, "maxItems": 3},
            "minItems": 1,
            "maxItems": 2,
        },
    }

    def closed(fields: dict[str, str]) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {key: kinds[kind] for key, kind in fields.items()},
            "additionalProperties": False,
        }

    kinds["date"] = closed(part("date:"))
    kinds["names"] = {"type": "array", "items": closed(part("name:"))}
    item = closed({key: kind for key, kind in rows if ":" not in key})
    return {"type": "array", "items": {**item, "required": ["type", "id"]}}


def check_csl(text: str) -> list[dict[str, Any]]:
    """Judge CSL-JSON, also by a processor of citations that reads it; gives its items."""
    items: list[dict[str, Any]] = json.loads(text)
    jsonschema.Draft7Validator(csl_schema()).validate(items)
    for item, cited in zip(items, cite_csl(items), strict=True):
        assert f"({item['issued']['date-parts'][0][0]})" in cited
        assert item.get("DOI", item.get("URL", "")) in cited
    return items


def cite_csl(items: list[dict[str, Any]]) -> list[str]:
    """How a processor of CSL that is not ours cites each item, in its own Harvard style."""
    style = CitationStylesStyle("harvard-cite-them-right", validate=False)
    made = CitationStylesBibliography(style, CiteProcJSON(items), formatter.plain)
    for item in items:
        made.register(Citation([CitationItem(item["id"])]))
    return [str(entry) for entry in made.bibliography()]


def check_zenodo(text: str) -> dict[str, Any]:
    """Judge a `.zenodo.json`; gives what it says."""
    rows = dict(_lines("zenodo.tsv"))
    value: dict[str, Any] = json.loads(text)
    assert value.keys() <= rows.keys(), value.keys() - rows.keys()
    assert {"title", "description", "upload_type", "creators"} <= value.keys()
    for key, part in value.items():
        kind, _, fields = rows[key].partition(": ")
        if kind in {"people", "links"}:
            assert all(item.keys() <= set(fields.split()) for item in part), key
        elif kind == "texts":
            assert all(isinstance(item, str) for item in part), key
        elif kind in {"text", "date"}:
            assert isinstance(part, str), key
        else:
            assert part in rows[key].split(), key
    relations = rows["relation:"].split()
    assert all(link["relation"] in relations for link in value.get("related_identifiers", ()))
    return value
