"""What surrounds the clauses: title, opening paragraph, recitals, signatures, schedules."""

from __future__ import annotations

from collections.abc import Sequence

from leaderboard.openscrub.atoms import (
    atoms_of,
    quote_atoms,
    resolve,
    split_sentences,
    typed,
    unquoted,
)
from leaderboard.openscrub.setting import Setting
from leaderboard.openscrub.tree import Atom, Block, Role, Sort

__all__ = ["contact_block", "opening", "schedules", "signatures"]


def opening(setting: Setting, effective: bool) -> list[Block]:  # noqa: FBT001 - the one fact
    """Title, opening paragraph, recitals and the words that lead into the clauses."""
    blocks = [Block(Role.FRAME, [_plain(setting.kind.title.upper())], own_line=False)]
    blocks += _preamble(setting, effective=effective)
    blocks += _recitals(setting)
    blocks.append(Block(Role.FRAME, _agreed(setting), own_line=False))
    return blocks


def _plain(text: str) -> Atom:
    return Atom(Sort.PLAIN, text)


def _deal(text: str) -> Atom:
    return Atom(Sort.DEAL, text)


def _role(setting: Setting, role: str) -> list[Atom]:
    article = "the " if setting.style.role_article else ""
    if not setting.style.quoted:
        return _glued(unquoted(article, setting.roles[role], setting))
    return [
        _plain(f'({article}"'),
        quote_atoms(setting.roles[role], setting),
        _plain('")'),
    ]


def _glued(atoms: list[Atom]) -> list[Atom]:
    """`atoms` without the blank before them."""
    atoms[0].text = atoms[0].text.lstrip()
    return atoms


def _named(setting: Setting, role: str) -> list[Atom]:
    party = setting.party(role)
    join = setting.draws.choice(
        (" with its principal office at ", " whose address is ", ", having an office at "), "office"
    )
    return [_deal(f"{party.name}, {party.form}"), _plain(join), _deal(f"{party.address} ")]


def _both(setting: Setting) -> list[Atom]:
    manner = setting.draws.under(3, "both")
    mark = '"' if setting.style.quoted else ""
    a, b = (Atom(Sort.PARTY, _shown(setting, role), role) for role in "AB")
    party, parties = (quote_atoms(word, setting) for word in ("Party", "Parties"))
    if manner == 0:
        return [
            _plain(". "), a, _plain(" and "), b, _plain(f" are each a {mark}"), party,
            _plain(f"{mark} and together the {mark}"), parties, _plain(f"{mark}."),
        ]  # fmt: skip
    if manner == 1:
        return [
            _plain(". Each of "), a, _plain(" and "), b, _plain(f" is a {mark}"), party,
            _plain(f"{mark}, and both are the {mark}"), parties, _plain(f"{mark}."),
        ]  # fmt: skip
    return [
        _plain(' (each, a "'), party, _plain('" and, collectively, the "'), parties, _plain('").'),
    ]  # fmt: skip


def _shown(setting: Setting, role: str) -> str:
    return f"the {setting.roles[role]}" if setting.style.role_article else setting.roles[role]


def _own_name(setting: Setting) -> list[Atom]:
    if not setting.style.quoted:
        return _glued(unquoted("this ", setting.kind.agreement, setting))
    lead = setting.draws.choice(('(this "', '(the "', '("'), "own-name")
    return [_plain(lead), quote_atoms(setting.kind.agreement, setting), _plain('")')]


def _date(setting: Setting, *, effective: bool) -> list[Atom]:
    atoms = [_deal(setting.deal.date)]
    if effective and not setting.style.quoted:
        atoms += unquoted("the ", "Effective Date", setting)
    elif effective:
        atoms += [_plain(' (the "'), quote_atoms("Effective Date", setting), _plain('")')]
    return atoms


def _preamble(setting: Setting, *, effective: bool) -> list[Block]:
    title = setting.kind.title
    manner = setting.draws.under(4, "preamble")
    date = _date(setting, effective=effective)
    closing = _both(setting)
    if manner == 3:  # noqa: PLR2004 - the last manner
        paragraphs = [
            [_plain("This "), _deal(title), _plain(" "), *_own_name(setting),
             _plain(" is dated "), *date, _plain(" and is made between:")],
            [*_named(setting, "A"), *_role(setting, "A"), _plain("; and")],
            [*_named(setting, "B"), *_role(setting, "B"), *closing],
        ]  # fmt: skip
    else:
        lead, verb, between = (
            ("This ", " is entered into as of ", " by and between "),
            ("THIS ", ", made and effective as of ", ", is between "),
            ("This ", " is made on ", " between "),
        )[manner]
        name = title.upper() if lead == "THIS " else title
        paragraphs = [
            [_plain(lead), _deal(name), _plain(" "), *_own_name(setting), _plain(verb), *date,
             _plain(between), *_named(setting, "A"), *_role(setting, "A"), _plain(", and "),
             *_named(setting, "B"), *_role(setting, "B"), *closing],
        ]  # fmt: skip
    return [
        Block(Role.PREAMBLE, split_sentences(_retyped(atoms, setting)), place="P", own_line=False)
        for atoms in paragraphs
    ]


def _retyped(atoms: list[Atom], setting: Setting) -> list[Atom]:
    """`atoms` with forms of live terms in the writer's own words typed as ordinary words."""
    found: list[Atom] = []
    for atom in atoms:
        found += typed(atom.text, setting) if atom.sort is Sort.PLAIN else [atom]
    return found


def _recitals(setting: Setting) -> list[Block]:
    manner = setting.style.recitals
    if manner == "none":
        return []
    texts = [
        atoms_of(list(resolve(tokens, setting.present)), setting)
        for tokens in setting.kind.recitals
    ]
    blocks = []
    heading = setting.draws.choice(("RECITALS", "BACKGROUND", "W I T N E S S E T H"), "recitals")
    if manner == "lettered" or heading != "BACKGROUND":
        shown = "BACKGROUND" if manner == "lettered" and heading[0] == "W" else heading
        blocks.append(Block(Role.FRAME, [_plain(shown)], own_line=False))
    for number, atoms in enumerate(texts):
        if manner == "lettered":
            blocks.append(
                Block(Role.RECITAL, atoms, mark=f"{chr(65 + number)}.", place="R", own_line=False)
            )
            continue
        for atom in atoms:
            atom.first = False
        if atoms and atoms[0].sort is Sort.PLAIN:
            atoms[0].text = atoms[0].text[:1].lower() + atoms[0].text[1:]
        if atoms and atoms[-1].sort is Sort.PLAIN:
            atoms[-1].text = atoms[-1].text.rstrip(" .")
        end = "; and" if number < len(texts) - 1 else "."
        blocks.append(
            Block(
                Role.RECITAL, [_plain("WHEREAS, "), *atoms, _plain(end)], place="R", own_line=False
            )
        )
    return blocks


def _agreed(setting: Setting) -> list[Atom]:
    parties = Atom(Sort.PARTY_WORD, "Parties", "Parties")
    manner = setting.draws.under(3, "agreed")
    if setting.style.recitals == "none":
        return [_plain("The "), parties, _plain(" agree as follows:")]
    if manner == 0:
        lead = "NOW, THEREFORE, in consideration of the mutual promises set out below, the "
        return [_plain(lead), parties, _plain(" agree as follows:")]
    if manner == 1:
        lead = "NOW, THEREFORE, for good and valuable consideration, duly received, the "
        return [_plain(lead), parties, _plain(" hereby covenant and agree:")]
    return [_plain("The "), parties, _plain(" therefore agree as follows:")]


def contact_block(setting: Setting) -> list[Block]:
    """The parties' addresses, below the clause about notices."""
    lines: list[str] = []
    for role in "AB":
        party = setting.party(role)
        lines.append(f"If to {_shown(setting, role)}:")
        lines.append(f"    {party.name}")
        lines.append(f"    {party.address}")
        lines.append(f"    Attention: {party.office}")
        if party.email:
            lines.append(f"    Email: {party.email}")
    return [Block(Role.FRAME, [_plain("\n".join(lines))], own_line=False)]


def signatures(setting: Setting) -> list[Block]:
    """The signature block."""
    manner = setting.draws.under(3, "signatures")
    name = setting.kind.agreement
    lead = (
        f"IN WITNESS WHEREOF, the Parties have caused this {name} to be signed by their officers.",
        f"The Parties have signed this {name} on the date first written above.",
        f"IN WITNESS WHEREOF, this {name} has been executed as of the date first above written.",
    )[manner]
    blocks = [Block(Role.FRAME, [_plain(lead)], own_line=False)]
    for role in "AB":
        party = setting.party(role)
        lines = [party.name.upper() if manner == 0 else party.name, ""]
        if manner == 1:
            lines += ["Signature: ____________________", f"Name: {party.signatory}"]
            lines += [f"Title: {party.office}", "Date: ____________________"]
        else:
            lines += ["By: /s/ " + party.signatory, f"Name: {party.signatory}"]
            lines += [f"Title: {party.office}"]
        blocks.append(Block(Role.FRAME, [_plain("\n".join(lines))], own_line=False))
    return blocks


def schedules(setting: Setting) -> list[Block]:
    """The schedules with their tables."""
    blocks = []
    for item in setting.deal.schedules:
        rows = (*((item.head,) if item.head else ()), *item.rows)
        blocks.append(
            Block(
                Role.SCHEDULE,
                name=f"schedule.{item.label}",
                heading=item.title,
                rows=rows,
            )
        )
    return blocks


def table_lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """The rows of a table in columns."""
    columns = max(len(row) for row in rows)
    padded = [[*row, *[""] * (columns - len(row))] for row in rows]
    widths = [max(len(row[at]) for row in padded) for at in range(columns)]
    return [
        "    ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in padded
    ]
