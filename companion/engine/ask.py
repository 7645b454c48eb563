"""A question that is open at the table."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.engine.text import Text


class Ask(msgspec.Struct, frozen=True):
    """Put one question to one seat, or to the table (``seat`` is ``None``).

    The ``id`` is never used for another question: an answer that comes late is judged by whether
    its ask is still open.  A ``fact`` ask has a true answer out in the world (a drawn card, a tile
    from the bag); a dealer, the camera or a person knows it, and nobody chooses it.  An ask that
    does not ``block`` may wait while play goes on.  ``seen_at`` lists the places from which a
    camera may answer.  ``reads`` names the card, say, on which the answer is printed.
    """

    id: str
    kind: str
    seat: int | None = None
    fact: bool = False
    blocks: bool = True
    seen_at: tuple[str, ...] = ()
    params: Mapping[str, str | int | Text] = {}
    reads: str = ""
