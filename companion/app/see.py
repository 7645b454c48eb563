"""What ``calibrate`` and ``read`` share: which game a pack belongs to, and its plan."""

from __future__ import annotations

from pathlib import Path

from companion.app.pack import game_of
from companion.engine import Plan
from companion.games import Kit
from companion.packs.header import FILE, read_header
from vision.profile_table import damaged


def kit_of(folder: Path) -> tuple[Kit, str]:
    """Return the game a pack belongs to, and the pack's edition."""
    header = read_header(folder)
    return game_of(folder, header), header.edition


def plan_of(game: str, folder: Path) -> Plan:
    """Return the plan of the pack inside a profile, which must be one of the profile's game."""
    kit, _ = kit_of(folder)
    if kit.name != game:
        raise damaged(folder / FILE)
    return kit.plan(folder)
