"""A seat changes in the middle of a game how much it tells."""

from __future__ import annotations

import pytest
from table_room import ALL, BY_HOST, Room, by

from companion.games.vienna.state import Tracking
from companion.session.commands import Done, Pause, Switch
from companion.session.store_entry import Role
from companion.session.table_level import levels


def switch(room, seat, level="full", who=BY_HOST):
    return room.table.take(Switch(who, room.snapshot.version, seat, level))


def tracking(room):
    return [seat.tracking for seat in room.snapshot.settled.seats]


def test_a_tap_that_has_not_seen_the_last_change_of_level_is_refused(room):
    seen = room.snapshot.version
    assert isinstance(switch(room, 1), Done)
    late = room.table.take(Switch(BY_HOST, seen, 1, "board"))
    assert late.text.id == "core.table.stale"
    assert tracking(room) == [Tracking.BOARD, Tracking.FULL]
    assert isinstance(switch(room, 1, "board"), Done)


@pytest.mark.parametrize("who", [BY_HOST, by(1)])
def test_a_seat_that_waits_tells_more_from_now_on(room, who):
    assert isinstance(switch(room, 1, who=who), Done)
    assert tracking(room) == [Tracking.BOARD, Tracking.FULL]
    assert room.moves() == ["track"]
    assert room.standing[0].by == who
    room.turn()
    room.turn()  # the cards of this round were laid unseen; then all is asked for that lies there
    asked = {ask.kind for ask in room.game.asks(room.snapshot.state) if ask.seat == 1}
    assert asked == {"tell-drawer", "tell-bribes"}


def test_it_can_be_taken_back(room):
    switch(room, 1)
    room.undo()
    assert tracking(room) == [Tracking.BOARD] * 2
    assert isinstance(switch(room, 1), Done)


def test_nobody_changes_it_for_another_seat(room):
    assert switch(room, 1, who=by(0)).text.id == "core.table.host-only"
    assert room.standing == ()


def test_the_rules_say_when(room):
    assert switch(room, 0).text.id == "vienna.rule.turn-under-way"
    assert switch(room, 1, "board").text.id == "vienna.rule.tracked-so-already"
    assert switch(room, 1, "deep").text.id == "core.table.nothing-to-do"
    assert switch(room, 7).text.id.startswith("vienna.rule.")
    assert room.standing == ()


def test_a_turn_that_is_only_seen_so_far_is_not_settled_by_it(room):
    room.hands()
    assert switch(room, 1).text.id == "core.table.turn-first"
    assert room.standing == ()
    room.say(room.tap.move)
    assert room.moves()[-1] == "done"


def test_a_table_that_rests_changes_nothing(room):
    room.table.take(Pause(BY_HOST, True))
    assert switch(room, 1).text.id == "core.table.paused"


def test_what_is_offered_is_what_is_taken(room):
    signs, state = room.table.signs, room.snapshot.settled
    assert [levels(room.game, signs, state, n) for n in (0, 1)] == [(), ("full",)]
    switch(room, 1)
    assert levels(room.game, signs, room.snapshot.settled, 1) == ("board",)


def test_a_whole_table_goes_over_to_cards_one_by_one(store):
    room = Room(store, ALL)
    room.show()
    for seat in (1, 2, 3):
        assert isinstance(switch(room, seat, who=by(seat)), Done)
    room.turn()
    assert isinstance(switch(room, 0), Done)
    assert set(tracking(room)) == {Tracking.FULL}
    assert {entry.by.who.role for entry in room.standing} >= {Role.SEAT, Role.HOST}
