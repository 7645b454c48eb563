"""How to read the names that a game gives to its places and moves."""

from __future__ import annotations

import msgspec


class Signs(msgspec.Struct, frozen=True):
    """Say how a game's names begin: fields of the score track, of other tracks and of its pawn.

    ``turn_taps`` are the tags of the moves that end a turn.
    """

    score: str
    track: str
    pawn: str
    turn_taps: frozenset[str] = frozenset({"done"})
