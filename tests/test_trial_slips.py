"""Which mistakes of an evening are there to be noticed."""

from __future__ import annotations

import pytest
from test_people import seat_people
from test_people_slips import ENTRY_BOARD, often

from companion.app.trial_slips import Slips
from companion.app.trial_words import Count
from companion.play.people_words import Level, Mends, SlipKind
from companion.session.evidence import Reading


@pytest.mark.parametrize(
    ("lies_there", "looked_s", "counted"), [(True, 9, 0), (False, 9, 1), (False, 1, 0)]
)
def test_a_fallen_figure_counts_once_it_is_missed_where_it_belongs(lies_there, looked_s, counted):
    _, people = seat_people(ENTRY_BOARD, often(SlipKind.KNOCK), 1)
    slips = Slips(people, [Level.BOARD] * 2)
    for moment in people:
        slips.note(moment, moment.turn)
        if any(slip.mends is Mends.TOLD for slip in moment.slips):
            break
    seen = frozenset(moment.table)
    fallen = frozenset(thing.atom for thing in moment.loose)
    for now_s in (0, looked_s):
        slips.look(moment, Reading(seen | fallen if lies_there else seen), now_s)
    count = Count()
    missed = list(slips.add_up(count))
    assert (count.mistakes_planted, count.mistakes_caught) == (counted, 0)
    assert len(missed) == counted
