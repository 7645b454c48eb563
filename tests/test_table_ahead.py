"""What people do ahead while nobody's turn is on is nobody's fault, and no move."""

from __future__ import annotations

import pytest
from table_room import Room, by

from companion.engine import Atom
from companion.session.commands import Answer, Done
from companion.session.snapshot import Mode

FULL = ("full", (), 2, "board")
MONEY = ("dismiss-some", "payday", "count-money")


def scores(game, state):
    return {atom for atom in game.expected_view(state).atoms if atom.place.startswith("score:")}


def is_quiet(room):
    snapshot = room.snapshot
    return not (snapshot.wrong or snapshot.overdue or snapshot.doubt or snapshot.todo)


def give(room, answer):
    """Give a recorded answer, and wait."""
    reply = room.table.take(Answer(by(answer.ask.seat), answer.ask.id, answer.move))
    assert isinstance(reply, Done)
    room.at += 1
    room.wait()


def play_to(room, at):
    """Play as recorded up to an answer."""
    room.show()
    while room.at < at:
        if room.answers[room.at].ask.kind == "watch":
            room.turn()
        else:
            give(room, room.answers[room.at])
            room.move()
            room.show()
            room.wait()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_last_points_may_be_counted_before_the_last_money_is_paid(store, seed):
    room = Room(store, FULL, seed=seed)
    last = max(n for n, one in enumerate(room.answers) if one.ask.kind == "watch")
    play_to(room, last + 1)
    final, left = scores(room.game, room.answers[-1].after), room.answers[room.at :]
    assert {one.ask.kind for one in left} <= set(MONEY)
    for answer in left:
        room.move()
        room.show(answer.before, plus=tuple(final), less=scores(room.game, answer.before))
        room.wait(15)
        assert is_quiet(room)
        give(room, answer)
        assert room.snapshot.settled == answer.after
        if room.snapshot.mode is Mode.OVER:
            break  # from here on a marker that differs is told on the score sheet
        assert not room.snapshot.overdue
    for answer in room.answers[room.at :]:
        give(room, answer)
    room.move()
    room.show()
    room.wait()
    assert room.snapshot.mode is Mode.OVER
    assert is_quiet(room)


def test_a_score_that_went_astray_at_payday_is_asked_for_in_the_next_turn(store):
    room = Room(store, FULL)
    kinds = [one.ask.kind for one in room.answers]
    payday = kinds.index("payday")
    after = next(n for n in range(payday, len(kinds)) if kinds[n] == "watch")
    play_to(room, payday)
    stands = min(scores(room.game, room.answers[payday].before))
    strays = Atom(f"score:{(int(stands.place[6:]) + 3) % 100}", stands.piece)
    for answer in room.answers[room.at : after]:
        room.move()
        room.show(answer.before, plus=(strays,), less=(stands,))
        room.wait()
        assert is_quiet(room)
        give(room, answer)
    room.move()
    stands = next(a for a in scores(room.game, room.state) if a.piece == stands.piece)
    room.show(plus=(strays,), less=(stands,))
    room.wait()
    assert [todo.piece for todo in room.snapshot.overdue] == [stands.piece]
    assert room.snapshot.settled == room.state


@pytest.mark.parametrize("seed", [1, 3])
def test_the_payday_tile_may_be_laid_aside_before_everybody_has_tapped(store, seed):
    room = Room(store, ("full", (), 4, "board"), seed=seed)
    kinds = [one.ask.kind for one in room.answers]
    payday = kinds.index("payday")
    play_to(room, payday)
    over = next(n for n in range(payday, len(kinds)) if kinds[n] != "payday")
    room.move()
    room.show(room.answers[over].before)
    room.wait(15)
    assert is_quiet(room)
    for answer in room.answers[payday:over]:
        if any(ask.id == answer.ask.id for ask in room.game.asks(room.snapshot.settled)):
            give(room, answer)
            assert not room.snapshot.looking
            assert is_quiet(room)
    assert room.snapshot.settled == room.answers[over].before
