"""Capitalised words that need no definition: names, places, dates, statutes, titles.

These are the words of English contracts in general; a contract's own names are read from its
preamble, its signature block and its addresses.
"""

from __future__ import annotations

from typing import Final

from leaderboard.programs.text import word_set

__all__ = [
    "ADDRESS_WORDS",
    "LABEL_WORDS",
    "NAME_ENDINGS",
    "NAME_HEADS",
    "NAME_WORDS",
    "OPENERS",
    "POINTING",
    "TITLES",
]


OPENERS: Final = word_set(
    """a accordingly additionally after against all also although among an and any anything apart
    as at be because before being between both but by commencing conversely despite do does during
    each either every everything except following for from further furthermore had has have he her
    here hereby his how however i if immediately in including insofar is it its later likewise may
    me moreover my neither nevertheless no nobody none nonetheless nor not nothing notwithstanding
    now of on once only or other otherwise our out over promptly provided pursuant save shall she
    should similarly since so some subject such than that the their them then there thereafter
    therefore thereupon these they this those though through throughout thus to together under
    unless until upon us was we were what whatever when whenever where whereas wherever whether
    which whichever while who whoever whose why will with within without would you your"""
)
"""Words that open a sentence in a capital and are never the first word of a term."""

LABEL_WORDS: Final = word_set(
    """section sections article articles exhibit exhibits schedule schedules annex annexes appendix
    appendices attachment attachments clause clauses paragraph paragraphs subsection subsections
    sub-clause subclause subparagraph recital recitals preamble part parts chapter item items page
    table figure note rule rules title step phase level tier class series form no nos number lot
    witnesseth whereas background"""
)
"""Words that stand before a number or name a part of a document."""

NAME_WORDS: Final = word_set(
    """january february march april may june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday christmas easter thanksgiving
    jan feb mar apr jun jul aug sept sep oct nov dec am pm a.m p.m est edt pst pdt cst utc gmt
    english french german spanish chinese japanese korean italian dutch portuguese russian latin
    american european british canadian australian asian african swiss indian mexican israeli
    america europe asia africa australia canada china japan korea germany france italy spain india
    mexico brazil israel ireland scotland england wales britain kingdom switzerland netherlands
    belgium luxembourg austria sweden norway denmark finland poland russia turkey singapore taiwan
    thailand malaysia indonesia vietnam philippines zealand argentina chile colombia peru bermuda
    cayman delaware york california texas nevada florida illinois ohio michigan massachusetts
    pennsylvania georgia virginia washington maryland colorado arizona oregon utah minnesota
    wisconsin missouri indiana tennessee connecticut jersey carolina dakota kentucky louisiana
    alabama mississippi arkansas kansas oklahoma nebraska iowa idaho montana wyoming maine vermont
    hampshire alaska hawaii columbia puerto rico guam ontario quebec alberta manitoba london paris
    tokyo geneva zurich berlin hong kong beijing shanghai toronto vancouver montreal boston chicago
    houston dallas denver seattle atlanta miami philadelphia detroit phoenix angeles francisco diego
    jose orlando portland minneapolis cleveland pittsburgh baltimore manhattan brooklyn hague
    euro euros dollar dollars yen sterling pounds internet web www http https god christmas
    north south east west northern southern eastern western mr mrs ms dr messrs sir madam esq"""
)
"""Months, days, languages, countries, states, cities, currencies, forms of address."""

NAME_ENDINGS: Final = word_set(
    """act acts code codes convention treaty directive regulation regulations statute statutes
    constitution protocol ordinance inc incorporated corp corporation ltd limited llc l.l.c llp lp
    l.p plc gmbh ag s.a sa nv n.v bv b.v co company bank trust university institute association
    society foundation commission department ministry bureau authority administration office agency
    council congress parliament senate court courts tribunal committee board federation union
    chamber college hospital museum laboratory laboratories county state states commonwealth
    province republic district city town street avenue road boulevard drive lane building floor
    suite plaza square parkway highway place court way tower center centre river lake mountain
    valley island islands time day amendment test principles standards standard incoterms rules
    holdings group partners associates brothers sons industries international technologies"""
)
"""Last words of the names of statutes, companies, agencies, courts, places and holidays."""

NAME_HEADS: Final = word_set(
    """international national federal united ministry department commission bureau securities
    internal administration association institute university court courts tribunal congress council
    committee parliament union federation foundation society convention treaty directive act code
    statute chamber arbitral state states city county commonwealth port saint san los mount
    lake fort el la le de du von van republic kingdom royal"""
)
"""Words that mark a name wherever in it they stand."""

ADDRESS_WORDS: Final = word_set(
    """street avenue road boulevard drive lane building floor suite plaza square parkway highway
    tower po p.o box zip attention attn telephone fax facsimile email e-mail"""
)
"""Words by which an address is known."""

TITLES: Final = word_set(
    """president vice chief executive officer officers financial operating technology information
    secretary treasurer chairman chairperson chair director directors general counsel manager
    managing partner member controller senior junior head deputy assistant principal attorney
    governor mayor judge justice commissioner ceo cfo coo cto svp evp vp professor doctor esquire"""
)
"""Words of which the titles of persons are made."""

POINTING: Final = word_set(
    """a an the any each every such all no its their his her our your this that these those other
    said applicable respective relevant both either neither another certain initial final first
    second third last next new per same aforesaid foregoing same-such one two three"""
)
"""Words that point at a common noun: what follows them in a capital is a term, hardly a name."""
