"""Builds the clean contract of a plan: its tree of typed text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from leaderboard.openscrub.atoms import atoms_of, quote_atoms, resolve, split_sentences, typed
from leaderboard.openscrub.casting import EFFECTIVE, Casting, Text, cast_terms
from leaderboard.openscrub.errors import ProofError
from leaderboard.openscrub.frame import contact_block, opening, schedules, signatures
from leaderboard.openscrub.grammar import Token
from leaderboard.openscrub.library import Family, Node, Wording
from leaderboard.openscrub.numbering import number_blocks
from leaderboard.openscrub.plan import ContractPlan
from leaderboard.openscrub.setting import Setting, make_setting
from leaderboard.openscrub.shelf import Library
from leaderboard.openscrub.tree import Atom, Block, Contract, Role, Sort

__all__ = [
    "LEAST_USES",
    "Built",
    "add_contacts",
    "build_contract",
    "definition_entry",
    "definition_sentence",
    "uses_of",
]

GROUPS: Final = {
    0: "Definitions",
    1: "Scope",
    2: "Performance",
    3: "Financial Provisions",
    4: "Information, Rights and Risk",
    5: "Duration and End",
    6: "General Provisions",
}
LEAST_USES: Final = 2
"""Correct uses outside its definition that a live term has and keeps."""

_POINTERS: Final = 3
_LIST_AT_LEAST: Final = 3
_LASTING: Final = (
    "confidentiality", "indemnity", "liability", "ownership", "records", "disputes", "arbitration",
    "governing-law", "notices",
)  # fmt: skip
_GENERAL_AT_MOST: Final = 5
_GENERAL_STAGE: Final = 6


@dataclass(frozen=True, slots=True)
class Built:
    """A clean contract and what it speaks of."""

    contract: Contract
    setting: Setting
    wordings: tuple[tuple[str, str, str], ...]


@dataclass(slots=True)
class _Chosen:
    """One clause of the contract, its nodes resolved."""

    family: Family
    wording: Wording
    heading: str
    nodes: dict[int, tuple[Token, ...]]
    left_out: set[int]


def build_contract(library: Library, plan: ContractPlan) -> Built:
    """The clean contract of `plan`.

    Raises:
        ProofError: a wording speaks of what is not there.

    """
    setting = make_setting(library, plan)
    chosen = [
        _choose(library, plan, setting, name, number) for name, number in plan.clauses.items()
    ]
    texts = [
        Text(clause.nodes[id(node)], fit=not node.caps)
        for clause in chosen
        for node in clause.wording.walk()
        if id(node) in clause.nodes
    ]
    banned: frozenset[str] = frozenset()
    while True:
        casting = cast_terms(texts, setting, plan.terms, banned)
        setting.choose_live(casting.live)
        contract = _compose(chosen, setting, casting)
        idle = frozenset(key for key, count in uses_of(contract).items() if count < LEAST_USES)
        if not idle:
            break
        banned |= idle
    number_blocks(contract, setting.style)
    used = tuple((c.family.kind, c.family.name, c.wording.name) for c in chosen)
    return Built(contract, setting, used)


def _compose(chosen: Sequence[_Chosen], setting: Setting, casting: Casting) -> Contract:
    """The tree of a contract whose terms are cast, not numbered yet."""
    sections = [_section(clause, setting, casting) for clause in chosen]
    _sentences(sections, setting, casting)
    _survive(sections, setting)
    if setting.style.pointers:
        _point(sections, casting)
    body = _arrange(sections, chosen, setting, casting)
    top = [
        *opening(setting, EFFECTIVE in casting.live),
        *body,
        *signatures(setting),
        *schedules(setting),
    ]
    contract = Contract(top, dict(casting.homes), list(casting.live))
    _index(contract)
    return contract


def uses_of(contract: Contract) -> Counter[str]:
    """Live term → its uses outside the sentence that defines it; passages in capitals apart."""
    uses = Counter(dict.fromkeys(contract.live, 0))
    for block in contract.walk():
        if block.capitals:
            continue
        defined = {(atom.sentence, atom.key) for atom in block.atoms if atom.sort is Sort.QUOTE}
        for atom in block.atoms:
            if atom.sort is Sort.TERM and (atom.sentence, atom.key) not in defined:
                uses[atom.key] += 1
    return uses


def _choose(
    library: Library, plan: ContractPlan, setting: Setting, name: str, number: int
) -> _Chosen:
    family = library.family(plan.kind, name)
    if family is None:
        raise ProofError(f"{plan.name}: the family {name} is gone")
    wording = family.wordings[number]
    draws = plan.draws
    nodes: dict[int, tuple[Token, ...]] = {}
    left_out: set[int] = set()
    for position, node in enumerate(wording.walk()):
        if node.optional and draws.under(2, "optional", name, position):
            left_out.add(id(node))
        else:
            nodes[id(node)] = tuple(resolve(node.tokens, setting.present))
    return _Chosen(
        family, wording, draws.choice(wording.headings, "heading", name), nodes, left_out
    )


def _section(clause: _Chosen, setting: Setting, casting: Casting) -> Block:
    def write(node: Node) -> list[Atom]:
        return _trimmed(atoms_of(clause.nodes[id(node)], setting, casting.home_tokens))

    family = clause.family.name
    capitals = setting.style.capital_passages
    section = Block(Role.SECTION, name=family, heading=clause.heading, family=family)
    own = clause.wording.own
    if own is not None and id(own) in clause.nodes:
        section.atoms = write(own)
        section.tags = own.tags
        section.capitals = own.caps and capitals
    for node in clause.wording.nodes:
        if id(node) in clause.left_out:
            continue
        block = _block(Role.NODE, node, family, write(node), capitals=capitals)
        for item in node.items:
            if id(item) not in clause.left_out:
                block.blocks.append(_block(Role.ITEM, item, family, write(item), capitals=capitals))
        section.blocks.append(block)
    return section


def _block(role: Role, node: Node, family: str, atoms: list[Atom], *, capitals: bool) -> Block:
    return Block(
        role,
        atoms,
        name=f"{family}.{node.label}" if node.label else "",
        heading=node.heading,
        tags=node.tags,
        capitals=node.caps and capitals,
        family=family,
    )


def _trimmed(atoms: list[Atom]) -> list[Atom]:
    """`atoms` without blanks at both ends."""
    for atom in (atoms[0], atoms[-1]) if atoms else ():
        if atom.sort is Sort.PLAIN:
            atom.text = atom.text.lstrip() if atom is atoms[0] else atom.text
            atom.text = atom.text.rstrip() if atom is atoms[-1] else atom.text
    return atoms


def definition_sentence(key: str, meaning: int, setting: Setting) -> list[Atom]:
    """A sentence of its own that defines a term."""
    term = setting.vocabulary.terms[key]
    lead, verb = (
        ('"', '" means '),
        ('The term "', '" means '),
        ('As used in this [Agreement], "', '" means '),
        ('"', '" shall mean '),
    )[setting.style.sentence]
    if not setting.style.quoted:
        lead, verb = lead.replace('"', ""), verb.replace('"', "")
    before, name, after = lead.partition("[Agreement]")
    atoms = list(typed(before, setting))
    if name:
        own = setting.kind.agreement
        atoms += [Atom(Sort.AGREEMENT, own, own), *typed(after, setting)]
    atoms += [quote_atoms(key, setting), Atom(Sort.PLAIN, verb)]
    atoms += atoms_of(list(resolve(term.means[meaning], setting.present)), setting)
    _stop(atoms)
    return atoms


def _stop(atoms: list[Atom]) -> None:
    """End a sentence, unless an abbreviation has ended it."""
    if not atoms[-1].text.endswith("."):
        atoms.append(Atom(Sort.PLAIN, "."))


def definition_entry(key: str, setting: Setting) -> list[Atom]:
    """An entry of the article of definitions."""
    term = setting.vocabulary.terms[key]
    quote, verb = {
        "means": ('"', '" means '),
        "shall-mean": ('"', '" shall mean '),
        "has": ('The term "', '" means '),
        "colon": ('"', '": '),
        "unquoted": ("", " means "),
    }[setting.style.entry]
    if not setting.style.quoted:
        quote, verb = quote.replace('"', ""), verb.replace('"', "")
        if setting.style.numbered_entries and setting.style.entry == "colon":
            verb = " means "  # `1.1 Affiliate: any entity` would read as a heading
    atoms = list(typed(quote, setting))
    atoms += [quote_atoms(key, setting), Atom(Sort.PLAIN, verb)]
    atoms += atoms_of(list(resolve(term.means[0], setting.present)), setting)
    _stop(atoms)
    return split_sentences(atoms)


def _sentences(sections: Sequence[Block], setting: Setting, casting: Casting) -> None:
    """Put the definitions that are sentences of their own where their terms are first used."""
    for key, home in casting.homes.items():
        if home.kind != "sentence":
            continue
        place = _first_use(sections, key)
        if place is None:
            raise ProofError(f"the term {key} has no place for its definition")
        append_sentence(place, definition_sentence(key, 0, setting))


def _survive(sections: Sequence[Block], setting: Setting) -> None:
    """Say what outlasts the contract, in a list or a range, where no clause says it."""
    by_family = {section.family: section for section in sections}
    last = next((by_family[name] for name in ("termination", "term") if name in by_family), None)
    lasting = [by_family[name] for name in _LASTING if name in by_family]
    if last is None or "consequences" in by_family or len(lasting) < _LIST_AT_LEAST:
        return
    block = next((one for one in reversed(last.blocks) if not one.blocks), None)
    if block is None or block.capitals:
        return
    targets = lasting[: _LIST_AT_LEAST + setting.draws.under(2, "survive")]
    nodes = lasting[0].blocks
    if setting.draws.under(2, "range") and len(nodes) > _LIST_AT_LEAST:
        targets = nodes[:_LIST_AT_LEAST]
        for number, node in enumerate(targets, start=1):
            node.name = node.name or f"lasting.{number}"
    own = setting.kind.agreement
    references = Atom(Sort.REFERENCES, "", targets=tuple(target.name for target in targets))
    manner = setting.draws.under(3, "survival")
    ended = [Atom(Sort.PLAIN, "The end of this "), Atom(Sort.AGREEMENT, own, own)]
    atoms = [
        [
            references,
            Atom(Sort.PLAIN, " survive the end of this "),
            ended[1],
            Atom(Sort.PLAIN, "."),
        ],
        [*ended, Atom(Sort.PLAIN, " leaves "), references, Atom(Sort.PLAIN, " in force.")],
        [*ended, Atom(Sort.PLAIN, " does not affect "), references, Atom(Sort.PLAIN, ".")],
    ][manner]
    append_sentence(block, atoms if manner else [Atom(Sort.PLAIN, ""), *atoms])


def _point(sections: Sequence[Block], casting: Casting) -> None:
    """Say at a first use that comes before the definition where that definition is."""
    homes: dict[str, Block] = {}
    uses: dict[str, tuple[Block, int]] = {}
    for section in sections:
        for block in section.walk():
            for at, atom in enumerate(block.atoms):
                if atom.sort is Sort.QUOTE:
                    homes.setdefault(atom.key, block)
                elif atom.sort is Sort.TERM and atom.key not in homes and _has_room(block, at):
                    uses.setdefault(atom.key, (block, at))
    early = [key for key in casting.live if key in uses and key in homes]
    for key in early[:_POINTERS]:
        block, at = uses[key]
        home = homes[key]
        if home is block or any(uses[other][0] is block for other in early[: early.index(key)]):
            continue
        home.name = home.name or f"home.{key}"
        sentence = block.atoms[at].sentence
        # An error here would say of a word that it is defined where it is not.
        block.atoms[at].sure = False
        block.atoms[at + 1 : at + 1] = [
            Atom(Sort.PLAIN, " (as defined in ", sentence=sentence),
            Atom(Sort.REFERENCE, "", home.name, sentence=sentence),
            Atom(Sort.PLAIN, ")", sentence=sentence),
        ]


def _has_room(block: Block, at: int) -> bool:
    """Whether a bracket can follow an atom: no possessive and no other bracket comes next."""
    after = block.atoms[at + 1].text if at + 1 < len(block.atoms) else ""
    fit = block.role is Role.NODE and block.own_line and not block.capitals
    return fit and after.startswith((" ", ",", ".")) and not after.startswith(" (")


def append_sentence(block: Block, atoms: list[Atom]) -> None:
    """Add a sentence at the end of a text."""
    sentence = block.atoms[-1].sentence + 1 if block.atoms else 0
    for atom in atoms:
        atom.sentence = sentence
        atom.first = False
    if block.atoms:
        atoms[0].text = f" {atoms[0].text}"
    block.atoms += atoms


def _first_use(sections: Sequence[Block], key: str) -> Block | None:
    fallback = None
    for section in sections:
        for block in section.walk():
            if block.role is Role.ITEM or block.blocks or block.capitals or not block.atoms:
                continue
            if any(atom.sort is Sort.TERM and atom.key == key for atom in block.atoms):
                return block
            fallback = fallback or block
    return fallback


def _arrange(
    sections: Sequence[Block], chosen: Sequence[_Chosen], setting: Setting, casting: Casting
) -> list[Block]:
    """The body: clauses in articles by subject, or one by one, definitions first."""
    style = setting.style
    first = _definitions(setting, casting)
    if style.grouped:
        groups: dict[int, Block] = {}
        if first is not None:
            groups[0] = Block(Role.GROUP, heading=GROUPS[0], blocks=[first])
        for section, clause in zip(sections, chosen, strict=True):
            stage = clause.family.stage
            groups.setdefault(stage, Block(Role.GROUP, heading=GROUPS[stage])).blocks.append(
                section
            )
        return [groups[stage] for stage in sorted(groups)]
    body = [first] if first is not None else []
    general = Block(Role.GROUP, heading=GROUPS[_GENERAL_STAGE])
    for section, clause in zip(sections, chosen, strict=True):
        short = len(section.blocks) <= _GENERAL_AT_MOST
        last = clause.family.stage == _GENERAL_STAGE and style.general and style.scheme == "decimal"
        (general.blocks if last and short else body).append(section)
    if len(general.blocks) > 1:
        body.append(general)
    else:
        body += general.blocks
    return body


def _definitions(setting: Setting, casting: Casting) -> Block | None:
    keys = sorted(key for key, home in casting.homes.items() if home.kind == "article")
    if not keys:
        return None
    lead = setting.draws.choice(
        (
            "In this [Agreement], the following words have these meanings:",
            "The terms below have the meanings given to them here.",
            "Capitalized words are used in this [Agreement] as follows:",
        ),
        "definitions",
    )
    before, name, after = lead.partition("[Agreement]")
    own = setting.kind.agreement
    atoms = list(typed(before, setting))
    if name:
        atoms += [Atom(Sort.AGREEMENT, own, own), *typed(after, setting)]
    atoms = split_sentences(atoms)
    heading = setting.draws.choice(
        ("Definitions", "Defined Terms", "Certain Definitions"), "heading"
    )
    section = Block(Role.SECTION, atoms, name="definitions", heading=heading)
    for key in keys:
        section.blocks.append(
            Block(
                Role.ENTRY,
                definition_entry(key, setting),
                name=f"definitions.{key}",
                own_line=setting.style.numbered_entries,
            )
        )
    return section


def _index(contract: Contract) -> None:
    """Give blocks and atoms their numbers, names their blocks, and notices their addresses."""
    number = 0
    for position, block in enumerate(contract.walk()):
        block.index = position
        if block.name:
            if block.name in contract.by_name:
                raise ProofError(f"two nodes are called {block.name}")
            contract.by_name[block.name] = block
        for atom in block.atoms:
            atom.block = block
            atom.index = number
            number += 1


def add_contacts(contract: Contract, setting: Setting) -> None:
    """Print the parties' addresses below the clause that speaks of them."""
    block = contract.by_name.get("notices.addresses")
    if block is not None:
        block.blocks += contact_block(setting)
