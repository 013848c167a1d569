"""The order in which categories are inserted: those with the fewest sites first."""

from __future__ import annotations

from leaderboard.openscrub.build import Built
from leaderboard.openscrub.changes import Changes
from leaderboard.openscrub.insert.definitions import AGAIN, UNUSED, define_again, define_for_nothing
from leaderboard.openscrub.insert.facts import CATEGORY as INCONSISTENT
from leaderboard.openscrub.insert.facts import contradict
from leaderboard.openscrub.insert.ground import make_ground
from leaderboard.openscrub.insert.lexical import (
    CAPITALISED,
    UNCAPITALISED,
    UNDEFINED,
    capitalise_in_context,
    uncapitalise,
    use_undefined,
)
from leaderboard.openscrub.insert.parties import CATEGORY as PARTY
from leaderboard.openscrub.insert.parties import name_wrong_party
from leaderboard.openscrub.insert.references import CATEGORY as REFERENCES
from leaderboard.openscrub.insert.references import misdirect
from leaderboard.openscrub.plan import ContractPlan
from leaderboard.openscrub.render import Rendering
from leaderboard.openscrub.shelf import Library

__all__ = ["insert_errors"]


def insert_errors(library: Library, plan: ContractPlan, built: Built, clean: Rendering) -> Changes:
    """The errors of a contract, as many of each category as planned where there are sites.

    Args:
        library: for the values of facts.
        plan: the quotas and draws.
        built: the clean contract.
        clean: its text.

    """
    witness = built.contract.by_name.get(built.setting.kind.deal_node)
    ground = make_ground(
        built.contract, built.setting, plan.draws.below("errors"), clean.text, witness
    )
    quota = plan.quota
    contradict(ground, quota[INCONSISTENT], dict(library.facts))
    misdirect(ground, quota[REFERENCES], clean.starts)
    name_wrong_party(ground, quota[PARTY])
    define_again(ground, quota[AGAIN])
    capitalise_in_context(ground, quota[CAPITALISED])
    define_for_nothing(ground, quota[UNUSED])
    uncapitalise(ground, quota[UNCAPITALISED])
    use_undefined(ground, quota[UNDEFINED])
    return ground.changes
