"""Learn a simulated table, and keep what was learned as if its owner had taught it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from companion.app.seating import Seating
from companion.app.see import kit_of
from companion.app.teach_learn import Board, Taking, keep_learned
from companion.app.teach_packs import our_board
from companion.app.teach_photos import keep_photos
from companion.app.trial_table import TrialTable, set_table
from companion.engine import Plan
from vision.profile_table import BadProfile


def learn_and_keep(profile: Path, seating: Seating, plan: Plan, name: str) -> TrialTable:
    """Learn a table, and keep that with its photos; it can be played at though nothing is kept."""
    table = set_table(seating, plan, name)
    with suppress(BadProfile, OSError):
        _keep(profile, seating, plan, table)
    return table


def _keep(profile: Path, seating: Seating, plan: Plan, table: TrialTable) -> None:
    kit, wish = seating.kit, seating.wish
    folder = wish.board or our_board(kit.name, wish.version or kit.versions[0])
    board = Board(kit, folder, kit_of(folder)[1], plan)
    taking = Taking(*table.photos.shots, dict(table.photos.corners))
    keep_learned(board, taking, table.learned, profile, seating.texts)
    keep_photos(profile, table.photos, kit)
