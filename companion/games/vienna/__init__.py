"""VIENNA: agents, squares and secret information (entry version)."""

from companion.games.vienna.box import Box, entry_box
from companion.games.vienna.game import Vienna
from companion.games.vienna.state import FlagSource, Options, State, Tracking
from companion.games.vienna.words import Bribe, Colour, Flag, Hue, Info, Seal

__all__ = [
    "Box",
    "Bribe",
    "Colour",
    "Flag",
    "FlagSource",
    "Hue",
    "Info",
    "Options",
    "Seal",
    "State",
    "Tracking",
    "Vienna",
    "entry_box",
]
