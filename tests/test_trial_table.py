"""The table of a trial is taught by an owner who does what the report advises."""

from __future__ import annotations

import pytest

from companion.app.seating import take_seats
from companion.app.trial_table import bare_table, set_table
from companion.games import Wish
from companion.games.vienna.table_plan import table_plan
from companion.session.texts import Texts
from vision.health import Verdict


@pytest.mark.slow
def test_whoever_reads_that_the_board_glares_draws_the_lamp_back():
    """In this light the board is so bright that the eye refuses the picture."""
    seating = take_seats(Texts.load("en"), "vienna", Wish(4, "full", (), "board"))
    plan, seed = table_plan(seating.game.box.board), "4206.0"
    found, table = bare_table(seating.game.box.board.pack, seed), set_table(seating, plan, seed)
    assert table.bare.light != found.light
    (troubles,) = table.learned.troubles.values()
    assert Verdict.BAD not in {check.verdict for check in troubles}
