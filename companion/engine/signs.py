"""How to read the names that a game gives to its places and moves."""

from __future__ import annotations

from typing import Any

import msgspec


class Signs(msgspec.Struct, frozen=True):
    """Say how a game's names begin: fields of the score track, of other tracks and of its pawn.

    ``turn_taps`` are the tags of the moves that end a turn, ``tracking`` that of the move with which a
    seat changes how closely it is tracked; its fields are ``seat`` and ``tracking``.
    """

    score: str
    track: str
    pawn: str
    turn_taps: frozenset[str] = frozenset({"done"})
    tracking: str = ""

    def ends_turn(self, move: Any) -> bool:
        """Tell whether a move is a tap that ends a turn."""
        return move.__struct_config__.tag in self.turn_taps
