"""What ``calibrate`` and ``read`` share: which game a pack belongs to, and its plan."""

from __future__ import annotations

from pathlib import Path

from companion.app.pack import game_of
from companion.app.wrong import Wrong
from companion.engine import Plan
from companion.games import Kit
from companion.packs.header import FILE, read_header
from vision.eye import Knowledge
from vision.profile import load_profile
from vision.profile_table import BadProfile, damaged


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


def knowledge_of(profile: Path) -> Knowledge:
    """Return what was learned of a table, or end the command with what is wrong with it."""
    try:
        _, knowledge = load_profile(profile, plan_of)
    except BadProfile as problem:
        raise Wrong(problem.text.id, **problem.text.params) from None
    return knowledge
