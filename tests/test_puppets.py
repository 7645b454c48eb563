"""Hands that play the free seats, and do for people what they say."""

from contextlib import closing

import pytest
from live_table import LiveTable

from companion.games import Wish
from companion.session.store_entry import How


@pytest.mark.parametrize(
    ("wish", "people"),
    [
        (Wish(2, "entry", (), "board"), ()),
        (Wish(2, "entry", (), "full"), (0,)),
        (Wish(3, "full", ("third-man", "feld"), "full"), (1,)),
    ],
)
def test_a_game_is_played_to_its_end(tmp_path, wish, people):
    with closing(LiveTable(tmp_path, wish, people)) as live:
        live.play()
    assert live.refused == []
    outcome = live.snapshot.outcome
    assert outcome is not None
    assert sorted(sheet.rank for sheet in outcome.sheets) == list(range(1, wish.players + 1))
    by = {entry.by.how for entry in live.table.chronicle.standing}
    assert {How.CAMERA, How.PHONE} <= by


def test_hands_put_right_what_differs(tmp_path):
    with closing(LiveTable(tmp_path, Wish(2, "entry", (), "board"))) as live:
        live.play(lambda snapshot: snapshot.state.round == 2)
        earlier = live.table.chronicle.state
        live.play(lambda snapshot: snapshot.state.round == 3)
        live.puppets.lay(earlier)
        live.play(lambda snapshot: snapshot.state.round == 4 and not snapshot.todo)
    view = live.game.expected_view(live.snapshot.state).atoms
    assert frozenset(live.puppets.moment.table) == view
