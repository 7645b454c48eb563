"""VIENNA: agents, squares and secret information."""

from companion.games.vienna.box import Box, entry_box, full_box
from companion.games.vienna.game import Vienna
from companion.games.vienna.state import FlagSource, Options, State, Tracking
from companion.games.vienna.words import (
    Bribe,
    Colour,
    Expansion,
    Flag,
    Good,
    Hue,
    Info,
    Seal,
    Version,
)

__all__ = [
    "Box",
    "Bribe",
    "Colour",
    "Expansion",
    "Flag",
    "FlagSource",
    "Good",
    "Hue",
    "Info",
    "Options",
    "Seal",
    "State",
    "Tracking",
    "Version",
    "Vienna",
    "entry_box",
    "full_box",
]
