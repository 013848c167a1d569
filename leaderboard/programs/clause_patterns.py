"""What sentences of each of CUAD's clause types tend to say.

Each type has signs: a pattern over a sentence in small letters with single spaces, and a weight.
A sentence whose weights add up to one or more may hold the clause; the heaviest is quoted. The
patterns are common knowledge about contracts; none was read from the cases that they answer. Gaps
are bounded, so that matching stays linear.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

__all__ = ["CLAUSE_TYPES", "DATE", "SIGNS", "Sign"]


class Sign(NamedTuple):
    """A pattern, and how much it says for the clause (negative: against it)."""

    pattern: re.Pattern[str]
    weight: float


def _signs(*pairs: tuple[str, float]) -> tuple[Sign, ...]:
    return tuple(Sign(re.compile(pattern), weight) for pattern, weight in pairs)


_LICENCE = r"\blicen[cs]es?\b"
_GRANTS = r"\b(?:grants?|granted|granting)\b"
_IP = (
    r"\b(?:intellectual property|inventions?|patents?|copyrights?|know-how|improvements?"
    r"|work product|deliverables|works?|trade ?marks?|developments?)\b"
)
_NOT = (
    r"\b(?:shall not|will not|may not|agrees? not to|neither|not to|nor|no right to|refrain from)\b"
)
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
)
_DATE = (
    rf"(?:{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}"
    rf"|\d{{1,2}}(?:st|nd|rd|th)? (?:day of )?{_MONTH},? \d{{4}}|\d{{1,2}}/\d{{1,2}}/\d{{2,4}})"
)
DATE: Final = re.compile(_DATE, re.IGNORECASE)
"""A date with its year; a single space stands for any white space."""

SIGNS: Final[dict[str, tuple[Sign, ...]]] = {
    "Document Name": _signs((r"\b(?:agreement|contract|amendment|addendum|lease)\b", 1.0)),
    "Parties": _signs(
        (r"\b(?:by and )?(?:between|among)\b", 0.7),
        (r"\b(?:corporation|company|inc\.?|llc|ltd|limited|partnership|plc)\b", 0.4),
        (r"[\"“][^\"”]{2,40}[\"”]\)", 0.3),
    ),
    "Agreement Date": _signs(
        (rf"\b(?:made|entered|dated|executed|effective|as of)\b.{{0,80}}{_DATE}", 1.0),
        (r"\bas of the ___?", 0.3),
    ),
    "Effective Date": _signs(
        (rf"[\"“]effective date[\"”].{{0,60}}{_DATE}|{_DATE}.{{0,60}}[\"“]effective date", 1.2),
        (rf"\b(?:effective|commenc\w+|begin\w*|in effect)\b.{{0,40}}{_DATE}", 1.0),
        (r"\b(?:effective (?:as of|on|upon)|takes? effect|commence on)\b", 0.7),
        (r"\bthis (?:\w+ )?agreement\b", 0.3),
    ),
    "Expiration Date": _signs(
        (
            r"\b(?:initial )?term\b.{0,60}\b(?:shall|will|is|of)\b.{0,100}\b(?:years?|months?)\b",
            0.7,
        ),
        (
            (
                r"\bthis (?:\w+ )?agreement\b.{0,80}\b(?:expires?|terminates?|continues?|remains?"
                r"|in effect)"
            ),
            0.4,
        ),
        (r"\b(?:continue|remain|in (?:full )?(?:force|effect)|commence|expire)\b", 0.3),
        (rf"\b(?:until|through|expires? on|ending on|terminat\w+ on)\b.{{0,30}}{_DATE}", 0.8),
    ),
    "Renewal Term": _signs(
        (r"\b(?:automatically|shall|will|may) (?:be )?(?:renew(?:ed)?|extend(?:ed)?)\b", 0.9),
        (
            r"\b(?:successive|additional|further|renewal)\b.{0,60}\b(?:terms?|periods?|years?)\b",
            0.5,
        ),
        (r"\brenew(?:al|ed|s)?\b", 0.3),
    ),
    "Notice Period To Terminate Renewal": _signs(
        (r"\b(?:renew\w*|extend\w*|extension)\b", 0.4),
        (r"\bunless\b.{0,160}\b(?:notice|notif\w+)\b", 0.4),
        (r"\bnotice\b.{0,120}\b(?:days|months)\b|\b(?:days|months)\b.{0,60}\bnotice\b", 0.3),
        (
            (
                r"\b(?:non-?renew\w*|not (?:to )?(?:renew|extend)|prior to (?:the )?(?:end"
                r"|expiration))\b"
            ),
            0.3,
        ),
    ),
    "Governing Law": _signs(
        (r"\b(?:govern(?:ed|s|ing)|construed|interpreted)\b.{0,120}\blaws?\b", 1.0),
        (r"\blaws? of (?:the )?(?:state|commonwealth|province|england|people|united|\w+)\b", 0.4),
        (r"\bconflicts? of laws?\b", 0.2),
    ),
    "Most Favored Nation": _signs(
        (r"\bmost[- ]favou?red\b", 1.2),
        (
            (
                r"\b(?:no less favou?rable|more favou?rable|lower price|better terms"
                r"|as favou?rable)\b.{0,200}\b(?:other|any|third|similar)\b"
            ),
            1.0,
        ),
        (r"\b(?:lowest|best) (?:price|rate|terms)\b", 0.6),
    ),
    "Competitive Restriction Exception": _signs(
        (
            (
                r"\b(?:notwithstanding|except|provided,? (?:however|that)|other than"
                r"|shall not (?:apply|prevent))\b"
            ),
            0.5,
        ),
        (r"\b(?:compet\w+|exclusiv\w+|non-?compet\w+|solicit\w*)\b", 0.5),
        (r"\bnothing\b.{0,60}\b(?:prevent|prohibit|restrict|preclude|limit)\w*\b", 0.4),
        (_NOT, 0.1),
    ),
    "Non-Compete": _signs(
        (rf"{_NOT}.{{0,200}}\bcompet(?:e|es|ing|itive|itors?|ition)\b", 1.0),
        (r"\b(?:non-?compet\w+|covenant not to compete|competing (?:products?|business))\b", 0.6),
        (r"\bcompetitive with\b|\bcompetes? with\b", 0.4),
    ),
    "Exclusivity": _signs(
        (
            (
                r"\b(?:exclusive(?:ly)?|sole(?:ly)?)\b.{0,80}\b(?:right|licen[cs]e|distribut\w+"
                r"|supplier|provider|agent|purchase|supply|appoint\w*)\b"
            ),
            0.8,
        ),
        (r"\b(?:grants?|appoints?|engages?)\b.{0,120}\bexclusive\b", 0.6),
        (r"\bexclusivity\b", 0.6),
        (r"\bnon-?exclusive\b", -0.8),
        (r"\bexclusive (?:jurisdiction|venue|remed)", -1.0),
    ),
    "No-Solicit Of Customers": _signs(
        (
            (
                rf"{_NOT}.{{0,160}}\b(?:solicit|divert|call on|entice|contact)\w*\b"
                rf".{{0,160}}\b(?:customers?|clients?|accounts?|members?|subscribers?)\b"
            ),
            1.1,
        ),
    ),
    "No-Solicit Of Employees": _signs(
        (
            (
                rf"{_NOT}.{{0,160}}\b(?:solicit|hire|employ|recruit|entice|induce|engage)\w*\b"
                rf".{{0,160}}\b(?:employees?|personnel|staff|consultants?)\b"
            ),
            1.1,
        ),
        (r"\bnon-?solicit", 0.4),
    ),
    "Non-Disparagement": _signs(
        (r"\bdisparag\w+|\bderogatory\b|\bdefam\w+", 0.8),
        (_NOT, 0.3),
        (r"\b(?:reputation|goodwill|unfavou?rable|damag\w+|detriment\w+) (?:of|to)\b", 0.3),
    ),
    "Termination For Convenience": _signs(
        (
            (
                r"\bterminat\w+\b.{0,160}\b(?:for convenience|without cause"
                r"|for any (?:or no )?reason|at any time|with or without cause"
                r"|in its sole discretion)\b"
            ),
            1.0,
        ),
        (r"\b(?:at any time|without cause|for any reason)\b.{0,120}\bterminat\w+\b", 0.8),
        (r"\bterminat\w+\b.{0,120}\b(?:days|months)['’]?\b.{0,30}\bnotice\b", 0.5),
        (r"\b(?:breach|default|bankrupt\w*|insolven\w+|fails?)\b", -0.4),
    ),
    "Rofr/Rofo/Rofn": _signs(
        (r"\b(?:first|last) (?:refusal|offer|negotiation|option|opportunity|look)\b", 1.1),
        (r"\bright to match\b|\bexclusive(?:ly)? negotiat", 0.8),
        (r"\bfirst (?:right|offer)\b", 0.6),
    ),
    "Change Of Control": _signs(
        (r"\bchange (?:of|in) control\b", 1.0),
        (r"\b(?:merger|consolidation|acquisition|sale of (?:all|substantially))\b", 0.4),
        (r"\b(?:terminat\w+|consent|assign\w*|notice)\b", 0.3),
        (r"\bsubstantially all\b", 0.2),
        (r"\b(?:control|ownership)\b.{0,60}\b(?:voting|stock|shares|securities)\b", 0.3),
    ),
    "Anti-Assignment": _signs(
        (
            (
                rf"{_NOT}.{{0,120}}\b(?:assign(?:ed|able)?|transfer(?:red|able)?|delegate"
                rf"|sublicen[cs]e)\b"
            ),
            0.8,
        ),
        (r"\bassign\w*\b.{0,200}\b(?:without|prior|written)\b.{0,60}\bconsent\b", 0.6),
        (r"\bthis (?:\w+ )?agreement\b", 0.2),
        (r"\b(?:null and )?void\b", 0.1),
    ),
    "Revenue/Profit Sharing": _signs(
        (
            r"\b(?:royalt\w+|commissions?|share of|percentage of|revenue shar\w+|profit shar\w+)\b",
            0.5,
        ),
        (r"\d+(?:\.\d+)?\s?(?:%|percent|per cent)", 0.4),
        (r"\b(?:net|gross)? ?(?:revenues?|profits?|sales|receipts|proceeds|income)\b", 0.4),
        (r"\bpay\b", 0.1),
    ),
    "Price Restrictions": _signs(
        (
            (
                r"\b(?:prices?|fees?|rates?|charges?)\b.{0,160}\b(?:increas\w+|rais\w+|chang\w+"
                r"|adjust\w+|exceed|reduc\w+)\b"
            ),
            0.6,
        ),
        (
            (
                rf"{_NOT}|\b(?:no more than|not more than|maximum|not exceed|once (?:per|a|every)"
                rf"|fixed)\b"
            ),
            0.4,
        ),
        (r"\b(?:%|percent|cpi|consumer price index)", 0.2),
    ),
    "Minimum Commitment": _signs(
        (
            (
                r"\bminimum\b.{0,80}\b(?:purchase|order|quantit\w+|amount|payment|fee|royalt\w+"
                r"|commitment|volume|sales|number|guarantee)\w*\b"
            ),
            1.0,
        ),
        (
            (
                r"\b(?:at least|no less than|not less than)\b.{0,80}\b(?:units?|purchase\w*"
                r"|per (?:year|month|quarter|annum)|each (?:year|month|quarter))\b"
            ),
            0.7,
        ),
        (r"\b(?:purchase|order|buy|pay)\b", 0.2),
        (r"\binsurance\b", -0.6),
    ),
    "Volume Restriction": _signs(
        (
            (
                r"\b(?:up to|no more than|not (?:to )?exceed|maximum|in excess of|exceeds?"
                r"|limited to)\b"
            ),
            0.5,
        ),
        (
            (
                r"\b(?:quantit\w+|volume|units|users|hours|copies|seats|transactions|capacity"
                r"|storage|page views|impressions)\b"
            ),
            0.5,
        ),
        (r"\b(?:additional (?:fee|charge)|per (?:month|year|quarter))\b", 0.2),
        (r"\bliabilit\w+|insurance\b", -0.6),
    ),
    "Ip Ownership Assignment": _signs(
        (rf"\b(?:assigns?|assigned|transfers?|conveys?)\b.{{0,200}}{_IP}", 0.6),
        (rf"{_IP}.{{0,200}}\b(?:owned by|property of|belong to|vest in|assigned to|title)\b", 0.6),
        (r"\bwork(?:s)? (?:made )?for hire\b", 0.7),
        (
            (
                r"\b(?:right, title,? and interest|hereby assigns?|sole and exclusive (?:owner"
                r"|property))\b"
            ),
            0.4,
        ),
    ),
    "Joint Ip Ownership": _signs(
        (r"\bjoint(?:ly)?\b.{0,60}\b(?:own|owned|owners?|ownership|title)\b|\bco-?own", 1.0),
        (_IP, 0.3),
        (r"\bjoint (?:inventions?|patents?|know-how|intellectual property|technology|ip)\b", 0.5),
    ),
    "License Grant": _signs(
        (rf"{_GRANTS}.{{0,160}}{_LICENCE}", 1.0),
        (r"\b(?:hereby|non-?exclusive|royalty-free|worldwide|revocable)\b", 0.2),
        (r"\bright (?:and|to) .{0,40}\b(?:use|distribute|reproduce|sell|market)\b", 0.3),
        (rf"{_NOT}.{{0,60}}{_GRANTS}|\bno licen[cs]e\b|\bnothing\b", -0.7),
    ),
    "Non-Transferable License": _signs(
        (r"\bnon-?\s?(?:transferable|assignable|sublicens[ae]a?ble)\b", 0.8),
        (_LICENCE, 0.4),
        (
            (
                rf"{_NOT}.{{0,100}}\b(?:sublicen[cs]e|transfer|assign)\b.{{0,80}}\b(?:licen[cs]e"
                rf"|rights? granted)\b"
            ),
            0.8,
        ),
    ),
    "Affiliate License-Licensor": _signs(
        (rf"\baffiliates?\b.{{0,80}}{_GRANTS}.{{0,160}}{_LICENCE}", 0.9),
        (
            (
                rf"{_GRANTS}.{{0,200}}{_LICENCE}.{{0,240}}\b(?:owned|controlled)\b"
                rf".{{0,60}}\baffiliates?\b"
            ),
            0.8,
        ),
        (r"\b(?:on behalf of|cause|and) (?:itself and )?its affiliates\b", 0.2),
    ),
    "Affiliate License-Licensee": _signs(
        (rf"{_GRANTS}.{{0,80}}\bto\b.{{0,80}}\baffiliates?\b.{{0,160}}{_LICENCE}", 1.0),
        (rf"{_GRANTS}.{{0,240}}{_LICENCE}.{{0,240}}\baffiliates?\b", 0.6),
        (r"\bsublicen[cs]e\b.{0,80}\baffiliates?\b", 0.5),
    ),
    "Unlimited/All-You-Can-Eat-License": _signs(
        (
            (
                r"\b(?:unlimited|enterprise|site|all-you-can-eat|unrestricted)\b"
                r".{0,60}\b(?:licen[cs]e|use|users|copies|number)\b"
            ),
            0.7,
        ),
        (_LICENCE, 0.4),
        (_GRANTS, 0.2),
        (r"\bunlimited liabilit", -1.0),
    ),
    "Irrevocable Or Perpetual License": _signs(
        (r"\b(?:perpetual|irrevocable|in perpetuity)\b", 0.7),
        (_LICENCE, 0.4),
        (_GRANTS, 0.2),
    ),
    "Source Code Escrow": _signs(
        (r"\bescrow\b", 0.6),
        (r"\bsource (?:code|materials?)\b", 0.5),
        (r"\b(?:deposit|release)\w*\b", 0.2),
    ),
    "Post-Termination Services": _signs(
        (r"\b(?:upon|after|following|on) (?:the |any )?(?:expiration|termination|expiry)\b", 0.5),
        (
            (
                r"\b(?:transition|wind[- ]?down|sell[- ]?off|continue to|return|destroy|cease"
                r"|for a period of)\b"
            ),
            0.5,
        ),
        (r"\b(?:inventory|services|assist\w*|support|stock)\b", 0.2),
        (r"\bsurviv\w+\b", -0.3),
    ),
    "Audit Rights": _signs(
        (
            (
                r"\b(?:audit|inspect|examine)\w*\b.{0,120}\b(?:books|records|accounts|facilit\w+"
                r"|premises)\b"
            ),
            1.0,
        ),
        (r"\b(?:books|records|accounts)\b.{0,160}\b(?:audit|inspect|examin)\w*\b", 1.0),
        (r"\bright to audit\b|\baudit rights?\b", 1.0),
    ),
    "Uncapped Liability": _signs(
        (
            r"\b(?:except|other than|shall not apply|notwithstanding|exclusion\w*|limitation\w*)\b",
            0.4,
        ),
        (r"\b(?:liabilit\w+|damages)\b", 0.3),
        (
            (
                r"\b(?:indemnif\w+|gross negligence|wil?lful misconduct|confidential\w*|fraud"
                r"|breach of)\b"
            ),
            0.4,
        ),
        (r"\b(?:consequential|indirect|limit\w*|unlimited)\b", 0.2),
    ),
    "Cap On Liability": _signs(
        (
            (
                r"\b(?:liabilit\w+|damages)\b.{0,240}\b(?:exceed|limited to|greater than"
                r"|not be more than|maximum|aggregate)\b"
            ),
            1.0,
        ),
        (
            (
                r"\b(?:in no event|under no circumstances|neither party)\b.{0,200}\b(?:liable"
                r"|liability)\b"
            ),
            0.7,
        ),
        (r"\b(?:consequential|incidental|indirect|special|punitive)\b", 0.3),
        (r"\b(?:amounts?|fees) (?:actually )?(?:paid|payable|received)\b", 0.3),
    ),
    "Liquidated Damages": _signs(
        (r"\bliquidated damages\b", 1.0),
        (
            (
                r"\b(?:not (?:as )?a penalty|termination fee|early termination (?:fee|charge)"
                r"|break-?up fee)\b"
            ),
            0.8,
        ),
        (r"\bpay\b", 0.1),
    ),
    "Warranty Duration": _signs(
        (r"\bwarrant(?:y|ies|s|ed)\b", 0.5),
        (
            (
                r"\b(?:period of|for (?:a|an|one|two|three|\d+)|within)\b.{0,60}\b(?:days?|months?"
                r"|years?)\b"
            ),
            0.5,
        ),
        (r"\b(?:defects?|workmanship|conform\w*|materials|free (?:from|of))\b", 0.4),
    ),
    "Insurance": _signs(
        (r"\b(?:maintain|obtain|carry|procure|keep|provide|secure)\w*\b.{0,120}\binsurance\b", 1.0),
        (r"\b(?:liability|commercial|general|workers['’]? compensation|additional insured)\b", 0.3),
        (r"\binsurance\b.{0,160}\b(?:\$|limits?|coverage|policy|policies|minimum)", 0.5),
    ),
    "Covenant Not To Sue": _signs(
        (
            (
                rf"{_NOT}.{{0,120}}\b(?:contest|challenge|dispute|attack|oppose|question)\w*\b"
                rf".{{0,160}}\b(?:validity|ownership|title|rights?|enforceab\w+|registration)\b"
            ),
            1.1,
        ),
        (r"\bcovenant not to sue\b|\b(?:not to|nor) (?:sue|assert|bring)\b", 0.8),
        (
            (
                r"\b(?:waives?|releases?|forever discharg\w*)\b.{0,120}\b(?:claims?"
                r"|causes? of action)\b"
            ),
            0.6,
        ),
    ),
    "Third Party Beneficiary": _signs(
        (r"\bthird[- ]party beneficiar\w+\b", 1.0),
        (r"\b(?:no|not|nothing)\b.{0,40}\bthird[- ]party beneficiar", -0.8),
        (r"\b(?:benefit of|enforceable by|enforce)\b", 0.2),
        (r"\b(?:no (?:other )?(?:person|third)|nothing in|except)\b", -0.2),
    ),
}
"""The signs of each clause type, by CUAD's name of it."""

CLAUSE_TYPES: Final[tuple[str, ...]] = tuple(SIGNS)
