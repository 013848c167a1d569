"""The second reader: proves an edition's gold against its text.

It shares neither code nor word lists with the writer: of the project it imports the scorer's
places and categories alone. Its proof has three parts (OPENSCRUB, "The independent reader"):
`alone` reads the text and nothing else, `accounting` asks that everything in the text be gold or
declared, `twins` compares each contract with its clean twin. `lies` measures how much that sees.
"""

from leaderboard.openscrub.verify.edition import verify_edition
from leaderboard.openscrub.verify.faults import Fault
from leaderboard.openscrub.verify.report import Report

__all__ = ["Fault", "Report", "verify_edition"]
