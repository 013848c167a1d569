"""Kinds of agreement and the deals made under them, as they are written in `deals/<kind>.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from leaderboard.openscrub.errors import MarkupError
from leaderboard.openscrub.grammar import Token, parse_text

__all__ = [
    "DEALS_ROOT",
    "Deal",
    "Kind",
    "PartySheet",
    "Schedule",
    "parse_kind",
]

DEALS_ROOT: Final = Path(__file__).parent / "deals"
"""The public deal sheets."""

_PARTY_KEYS: Final = ("name", "form", "address", "signatory", "office")
_OWN_KEYS: Final = frozenset({"a", "b", "date", "law", "courts", "schedules", "schedule", "facts"})


@dataclass(frozen=True, slots=True)
class PartySheet:
    """One party: name, legal form, address, who signs for it, in which office, e-mail address."""

    name: str
    form: str
    address: str
    signatory: str
    office: str
    email: str = ""


@dataclass(frozen=True, slots=True)
class Schedule:
    """A table at the end of the contract; `head` names its columns, or is empty."""

    label: str
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal.

    Attributes:
        a: who provides.
        b: who receives and pays.
        date: the effective date in words.
        law: the state whose law governs.
        courts: county and state.
        texts: other texts by key.
        schedules: tables.
        facts: values of facts that this deal fixes.

    """

    a: PartySheet
    b: PartySheet
    date: str
    law: str
    courts: str
    texts: Mapping[str, tuple[Token, ...]]
    schedules: tuple[Schedule, ...]
    facts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of agreement.

    Attributes:
        name: of its file and folder.
        title: the contract's title.
        agreement: the contract's own name, as `Agreement` or `Lease`.
        roles: alternative pairs of short names, A then B.
        recitals: sentences of the background.
        required: families of every contract of the kind.
        optional: families that may be there.
        deal_node: `family.label` of the node that says who does what for whom, or "".
        deals: the deal sheets.

    """

    name: str
    title: str
    agreement: str
    roles: tuple[tuple[str, str], ...]
    recitals: tuple[tuple[Token, ...], ...]
    required: tuple[str, ...]
    optional: tuple[str, ...]
    deal_node: str
    deals: tuple[Deal, ...]


def parse_kind(value: object) -> Kind:
    """One file's content.

    Raises:
        MarkupError: it is not of the form.

    """
    data = _mapping(value, "the file")
    clauses = _mapping(data.get("clauses"), "clauses")
    roles = data.get("roles")
    pairs = roles if isinstance(roles, list) else [roles]
    deals = data.get("deals")
    if not isinstance(deals, list) or not deals:
        raise MarkupError("deals is a list of deal sheets")
    return Kind(
        name=_text(data, "kind"),
        title=_text(data, "title"),
        agreement=_text(data, "agreement_name"),
        roles=tuple(_roles(pair) for pair in pairs),
        recitals=tuple(parse_text(text) for text in _list(data, "recitals")),
        required=_list(clauses, "required"),
        optional=_list(clauses, "optional"),
        deal_node=str(data.get("deal_node", clauses.get("deal_node", ""))),
        deals=tuple(_deal(item, f"deal {number}") for number, item in enumerate(deals, start=1)),
    )


def _roles(value: object) -> tuple[str, str]:
    pair = _mapping(value, "roles")
    return _text(pair, "A"), _text(pair, "B")


def _deal(value: object, where: str) -> Deal:
    data = _mapping(value, where)
    try:
        schedules = data.get("schedules", [])
        if "schedule" in data:
            schedules = [{"label": "schedule", **_mapping(data["schedule"], "schedule")}]
        return Deal(
            a=_party(data.get("a"), "a"),
            b=_party(data.get("b"), "b"),
            date=_text(data, "date"),
            law=_text(data, "law"),
            courts=_text(data, "courts"),
            texts={str(key): parse_text(_text(data, key)) for key in data if key not in _OWN_KEYS},
            schedules=tuple(_schedule(item) for item in schedules),
            facts=_facts(data.get("facts", {})),
        )
    except MarkupError as error:
        raise MarkupError(f"{where}: {error}") from error


def _facts(value: object) -> dict[str, int]:
    facts = _mapping(value, "facts")
    if not all(type(number) is int for number in facts.values()):
        raise MarkupError("facts are whole numbers")
    return facts


def _party(value: object, where: str) -> PartySheet:
    data = _mapping(value, where)
    name, form, address, signatory, office = (_text(data, key) for key in _PARTY_KEYS)
    return PartySheet(name, form, address, signatory, office, str(data.get("email", "")))


def _schedule(value: object) -> Schedule:
    data = _mapping(value, "schedules")
    rows = data.get("rows")
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise MarkupError("rows of a schedule is a list of lists")
    return Schedule(
        label=_text(data, "label"),
        title=_text(data, "title"),
        head=tuple(str(cell) for cell in data.get("head", ())),
        rows=tuple(tuple(str(cell) for cell in row) for row in rows),
    )


def _mapping(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise MarkupError(f"{where} is a mapping")
    return value


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not value.strip():
        raise MarkupError(f"{key} is a text")
    return value.strip()


def _list(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = data.get(key) or []
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise MarkupError(f"{key} is a list of texts")
    return tuple(value)
