"""The seam every game goes through: pure data and functions, no game and no table in sight.

A game is a value that answers the questions of :class:`~companion.engine.game.Game`.  Nothing here
knows VIENNA, a camera, a phone or a clock.
"""

from companion.engine.ask import Ask
from companion.engine.codec import Codec, Unreadable
from companion.engine.cue import Cue, CueKind
from companion.engine.game import BadOptions, Game, answer, fold
from companion.engine.outcome import Outcome, Scored, ScoreLine, ScoreSheet
from companion.engine.plan import Plan, Shape, Track
from companion.engine.sight import Atom, Place, View
from companion.engine.signs import Signs
from companion.engine.table import Choice, Panel, Prompt, Row, TableView
from companion.engine.text import Text
from companion.engine.unknown import UNKNOWN, Unknown, known
from companion.engine.verdict import (
    MISREAD,
    Accepted,
    Ambiguous,
    Illegal,
    Invalid,
    Refused,
    Verdict,
)

__all__ = [
    "MISREAD",
    "UNKNOWN",
    "Accepted",
    "Ambiguous",
    "Ask",
    "Atom",
    "BadOptions",
    "Choice",
    "Codec",
    "Cue",
    "CueKind",
    "Game",
    "Illegal",
    "Invalid",
    "Outcome",
    "Panel",
    "Place",
    "Plan",
    "Prompt",
    "Refused",
    "Row",
    "ScoreLine",
    "ScoreSheet",
    "Scored",
    "Shape",
    "Signs",
    "TableView",
    "Text",
    "Track",
    "Unknown",
    "Unreadable",
    "Verdict",
    "View",
    "answer",
    "fold",
    "known",
]
