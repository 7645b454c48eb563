"""What all who see share: which game a pack belongs to, its plan, and what a profile knows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.app.notebook import Notebook
from companion.app.pack import game_of
from companion.engine import Plan, Text
from companion.games import Kit
from companion.packs.header import FILE, read_header
from vision.profile import load_profile
from vision.profile_table import Table, damaged, read_table

#: What was learned of the table lies here, beside the games, unless somebody names another folder.
PROFILE, SIMULATED_PROFILE = "table", "simulated-table"
#: A profile keeps a copy of the pack it was taught with, among its pictures.
PACK = "pack"


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


def pack_in(profile: Path) -> Path:
    """Return the folder of the pack that a profile was taught with."""
    return profile / read_table(profile).pictures / PACK


def open_profile(profile: Path, warn: Callable[[Text], object]) -> tuple[Table, Notebook]:
    """Return what was taught of a table, and learned at it since; lessons that are broken are told."""

    def broken(lesson: Path) -> None:
        warn(Text("see.lesson.broken", {"path": str(lesson)}))

    table, knowledge = load_profile(profile, plan_of)
    return table, Notebook.open(profile, knowledge, broken)
