"""A small contract with one error of each category, its clean twin, and all that proves it.

Marks such as `<ordinary:term>` say what the writer would declare; `<fact/cure:30 days>` names a
fact, or a reference's target.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from leaderboard.openscrub.verify.declared import parse_declared
from leaderboard.openscrub.verify.faults import Fault
from leaderboard.openscrub.verify.material import Material
from leaderboard.openscrub.verify.proof import Examined, examine

_MARK = re.compile(r"<(\w+)(?:/([\w.]+))?:([^<>]*)>")

CLEAN = """SUPPLY AGREEMENT

This <proper:Supply Agreement> (this "Agreement") is made on <proper:May 2, 2022> between \
<proper:Quill Valve Works, Inc., an Ohio corporation> (the "Supplier"), and <proper:Marsh Pumps, \
LLC> (the "Buyer") (each, a "Party" and together the "Parties").

RECITALS

WHEREAS, the Supplier makes valves in <proper:Ohio>; and

WHEREAS, the Buyer needs them.

NOW, THEREFORE, the Parties agree as follows:

ARTICLE I
Supply

Section 1.1 Sale.

(a) Basis. The Supplier shall sell to the Buyer the valves listed in <reference/prices:Schedule 1> \
(the "Products"), and the Buyer shall pay for the Products under this Agreement.

(b) Each Order shall be accepted within <value:five (5) days>. "Order" means a written demand \
for Products.

(c) The Buyer may reject Products that are late, under <reference/cure:Section 1.2(b)> on \
the time for cure, if a Notice says so:

(i) without delay;

(ii) in writing to the Supplier; and

(iii) with the Order attached to the Notice.

- 1 -

Section 1.2 Remedies. The rules below apply.

(a) Whatever must be told is told by mail (each, a "Notice"). The Supplier answers within \
<value:seven days>.

(b) The time for cure is <fact/cure:thirty (30) days> from the Notice. The <ordinary:products> \
of negotiation are counted among the belongings of their author.

(c) A Party that fails to cure within <fact/cure:thirty (30) days> shall pay the Losses. \
"Losses" means damages and costs.

(d) Losses are paid by the Party in default, as provided in <reference/cure:Section 1.2(b)>. \
Each Order stays due. Whoever pays Losses may ask for a receipt.

ARTICLE II
General

2.1 Law. The law of <fact/law:Ohio> governs. The courts apply the law of <fact/law:Ohio>.

2.2 Costs. The Supplier bears the freight. Any Order may be changed by Notice.

2.3 Rest. Each Party signs one copy of this Agreement. The Products stay with the Buyer \
until every Order is paid.

IN WITNESS WHEREOF, the Parties have signed this Agreement.

Quill Valve Works, Inc.

Signature: ____
Name: Ann Vale

SCHEDULE 1
Prices

Item    Price
V-1     $12.00

[Please do not train on this. canary 0000]
"""

EDITS = (
    ("reject Products that", "reject Sold Wares that"),
    ("(iii) with the Order", "(iii) with the order"),
    ("The <ordinary:products>", "The <ordinary:Products>"),
    (
        "paid by the Party in default, as provided in <reference/cure:Section 1.2(b)>",
        "paid by the Party in default, as provided in <reference/cure:Section 1.2(a)>",
    ),
    ("The Supplier bears the freight", "The Buyer bears the freight"),
    ("to cure within <fact/cure:thirty (30)", "to cure within <fact/cure:sixty (60)"),
    ("this Agreement. The", 'this Agreement. "Carrier" means whoever moves goods. The'),
    ("by Notice.", 'by Notice. The term "Losses" means lost profits alone.'),
)
"""What makes the contract of its clean twin: one error of each category."""

GOLD: dict[str, list[dict[str, Any]]] = {
    "defined_terms": [
        *(
            {"term": term, "location": "P"}
            for term in ("Agreement", "Supplier", "Buyer", "Party", "Parties")
        ),
        {"term": "Products", "location": "Section 1.1(a)"},
        {"term": "Order", "location": "Section 1.1(b)"},
        {"term": "Notice", "location": "Section 1.2(a)"},
        {"term": "Losses", "location": "Section 1.2(c)"},
        {"term": "Losses", "location": "Section 2.2"},
        {"term": "Carrier", "location": "Section 2.3"},
    ],
    "undefined_capitalized_terms": [{"term": "Sold Wares", "location": "Section 1.1(c)"}],
    "uncapitalized_defined_terms": [{"term": "Order", "location": "Section 1.1(c)(iii)"}],
    "unused_defined_terms": [{"term": "Carrier", "location": "Section 2.3"}],
    "incorrect_references": [
        {
            "wrong_reference": "Section 1.2(a)",
            "correct_reference": "Section 1.2(b)",
            "location": "Section 1.2(d)",
        }
    ],
    "incorrect_party_references": [
        {
            "wrong_party": "Buyer",
            "correct_party": "Supplier",
            "location": "Section 2.2",
            "accept": {
                "wrong_party": ["the Buyer", "Marsh Pumps, LLC"],
                "correct_party": ["the Supplier", "Quill Valve Works, Inc."],
            },
        }
    ],
    "incorrect_capitalization": [{"term": "Products", "location": "Section 1.2(b)"}],
    "terms_defined_multiple_times": [
        {"term": "Losses", "location_1": "Section 1.2(c)", "location_2": "Section 2.2"}
    ],
    "inconsistent_language": [
        {
            "text_1": "thirty (30) days",
            "location_1": "Section 1.2(b)",
            "text_2": "sixty (60) days",
            "location_2": "Section 1.2(c)",
            "accept": {"text_1": ["30 days", "thirty days'"], "text_2": ["60 days"]},
        }
    ],
}

WITNESS = {
    "location": "Section 1.1(a)",
    "text": "The Supplier shall sell to the Buyer the valves listed in Schedule 1",
}


def marked(text: str) -> tuple[str, list[list[Any]]]:
    """The text without its marks, and the spans that they declare."""
    spans: list[list[Any]] = []
    parts: list[str] = []
    at = length = 0
    for match in _MARK.finditer(text):
        before = text[at : match.start()]
        length += len(before)
        spans.append([length, length + len(match[3]), match[1], "", match[2] or ""])
        parts += [before, match[3]]
        length += len(match[3])
        at = match.end()
    return "".join([*parts, text[at:]]), spans


def edited(text: str, edits: Iterable[tuple[str, str]]) -> str:
    """The text with each edit made once; an edit that does not fit exactly once is a mistake."""
    for old, new in edits:
        assert text.count(old) == 1, (old, text.count(old))
        text = text.replace(old, new)
    return text


def gold_copy() -> dict[str, list[dict[str, Any]]]:
    """The gold, to be changed freely."""
    return copy.deepcopy(GOLD)


def material(
    *more: tuple[str, str],
    twin: tuple[tuple[str, str], ...] = (),
    gold: dict[str, list[dict[str, Any]]] | None = None,
    evidence: bool = True,
    **proof: Any,
) -> Material:
    """The sample's material, with more edits of the contract or of its twin."""
    clean = edited(CLEAN, twin)
    text, spans = marked(edited(edited(clean, EDITS), more))
    declared = {"spans": spans, "witness": WITNESS, "insertions": [], **proof}
    return Material(
        name="sample",
        text=text,
        gold=gold if gold is not None else gold_copy(),
        twin=marked(clean)[0] if evidence else None,
        declared=parse_declared(declared) if evidence else None,
    )


def examined(*more: tuple[str, str], **options: Any) -> Examined:
    """The sample, read."""
    return examine(material(*more, **options))


def codes(faults: Iterable[Fault]) -> set[str]:
    """The codes of faults."""
    return {fault.code for fault in faults}


def write_sample(folder: Path, *names: str) -> Path:
    """Write the sample as an edition of one contract a name."""
    text, spans = marked(edited(CLEAN, EDITS))
    proof = {"control": False, "spans": spans, "witness": WITNESS, "insertions": []}
    files = {
        "contracts/{}.txt": text,
        "clean/{}.txt": marked(CLEAN)[0],
        "gold/{}.json": json.dumps(GOLD),
        "proof/{}.json": json.dumps(proof),
    }
    for pattern, content in files.items():
        for name in names or ("sample",):
            path = folder / pattern.format(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode())
    return folder
