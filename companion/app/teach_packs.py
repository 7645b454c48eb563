"""Which boards may lie on a table."""

from __future__ import annotations

from pathlib import Path

import companion.games
from companion.app.seating import Request
from companion.games import kits

_REFERENCE = Path("data", "reference")


def packs(request: Request) -> dict[str, Path]:
    """Return the boards by the name of their side, the usual one first: an owner's, or ours."""
    if request.board is not None:
        return {request.version: request.board}
    kit = kits()[request.game]
    home = Path(companion.games.__path__[0]) / kit.name / _REFERENCE
    sides = sorted(kit.versions, key=lambda side: side != request.version)
    return {side: home / side for side in sides}
