"""Taking back: a tap, an answer, a turn, and pieces that are put back by hand."""

from __future__ import annotations

import pytest
from table_room import ALL, BY_HOST, CARDS, ENTRY, Room, by, is_tap, record, two_agents

from companion.session.commands import Answer, Done, No, Undo
from companion.session.ports import Press
from companion.session.snapshot import Mode
from companion.session.store_entry import Kind


def test_a_tap_that_waits_is_taken_back(room):
    room.move()
    room.say(room.tap.move)
    assert room.snapshot.looking
    assert isinstance(room.undo(who=by(0)), Done)
    assert not room.snapshot.looking
    room.show(room.tap.before)
    room.wait()
    assert room.standing == ()
    room.turn()
    assert room.snapshot.settled == room.state


def test_a_turn_is_taken_back_and_tapped_again_as_it_lies(room):
    room.hands()
    tap = room.tap
    room.say(tap.move)
    assert isinstance(room.undo(who=by(0)), Done)
    room.wait()
    assert room.standing == ()
    assert room.snapshot.settled == room.state
    assert room.snapshot.state == tap.before
    assert len(room.snapshot.seen) > 0
    assert isinstance(room.say(tap.move), Done)
    assert room.snapshot.settled == tap.after


def test_pieces_put_back_across_a_tap_take_the_turn_back_and_it_may_be_redone(room):
    before, tap = room.state, room.tap
    room.hands()
    room.say(tap.move)
    room.at += 3
    room.move()
    room.show()
    room.wait()
    assert room.snapshot.settled == tap.after
    room.move()
    room.show(before)
    room.wait()
    assert [text.id for text in room.snapshot.last] == ["core.table.put-back"]
    assert room.standing == ()
    assert room.snapshot.settled == before
    room.at -= 3
    room.turn()
    assert room.snapshot.settled == tap.after
    room.turn()
    assert room.snapshot.settled == room.state


def test_pieces_put_back_after_a_restart_take_the_turn_back_as_well(room):
    room.turn()
    before = room.state
    room.turn()
    room.sit_down()
    room.show()
    room.wait()
    assert room.snapshot.mode is Mode.PLAY
    room.move()
    room.show(before)
    room.wait()
    assert [text.id for text in room.snapshot.last] == ["core.table.put-back"]
    assert (room.snapshot.wrong, room.snapshot.todo) == (None, ())
    assert room.snapshot.settled == before


def last_of_a_round(store):
    """Play up to the first turn after which the investigation token has to be turned."""
    room = Room(store)
    room.show()
    while True:
        tap = room.tap
        views = [room.game.expected_view(state).atoms for state in (tap.before, tap.after)]
        if views[0] != views[1]:
            return room
        room.turn()


@pytest.mark.parametrize("turned", [True, False], ids=["token-turned", "token-not-yet-turned"])
def test_pieces_of_the_last_turn_in_a_round_are_put_back(store, turned):
    room = last_of_a_round(store)
    start, tap = room.state, room.tap
    room.hands()
    room.say(tap.move)
    room.wait()
    assert room.snapshot.settled == tap.after
    assert room.snapshot.overdue  # the token: nobody could turn it before
    if turned:
        room.move()
        room.show(tap.after)
        room.wait()
    room.move()
    room.show(start)
    room.wait()
    assert room.snapshot.wrong is None
    assert room.snapshot.settled == start
    assert [text.id for text in room.snapshot.last] == ["core.table.put-back"]
    room.turn()
    assert room.snapshot.settled == tap.after


def test_what_a_tap_brings_and_nobody_has_done_yet_was_not_put_back(store):
    room = last_of_a_round(store)
    tap = room.tap
    for one in room.answers[room.at : room.answers.index(tap)]:
        room.say(one.move)  # hands follow, as slow as they like
    room.say(tap.move)
    room.show()
    room.wait()
    room.confirm()
    room.wait()
    assert room.snapshot.settled == tap.after


def test_what_was_hidden_at_a_tap_and_is_still_to_do_was_not_put_back(store):
    _, answers = record(ALL)
    at = next(
        number
        for number, one in enumerate(answers)
        if one.ask.kind == "payday" and one.after.stage != one.before.stage and is_tap(one)
        if not any(ask.kind == "payday" for ask in record(ALL)[0].asks(one.after))
    )
    room = Room(store, ALL, at=at)
    room.show()
    room.move()
    room.show(silent=("investigation",))  # an arm lies over the tile that has to go
    room.wait()
    assert isinstance(room.say(answers[at].move), Done)
    room.wait()
    assert room.snapshot.settled == answers[at].after
    assert room.snapshot.overdue == ()
    room.move()
    room.show()
    room.wait()
    assert room.snapshot.settled == answers[at].after
    assert {todo.origin for todo in room.snapshot.overdue} == {"investigation"}
    room.move()
    room.show(answers[at].after)
    room.wait()
    assert room.snapshot.overdue == ()


def test_pieces_put_back_take_back_what_the_host_let_stand(room):
    before, (state, agent) = room.state, two_agents(room)
    room.move()
    room.show(state, plus=(agent,))
    room.wait()
    assert isinstance(room.override(), Done)
    assert room.standing
    room.move()
    room.show(before)
    room.wait()
    assert room.snapshot.wrong is None
    assert (room.standing, room.snapshot.settled) == ((), before)
    room.turn()
    assert room.snapshot.settled == room.state


def test_somebody_elses_turn_is_taken_back_by_the_host_alone(room):
    room.turn()
    refusal = room.undo(who=by(1))
    assert refusal.text.id == "core.store.undo-host-only"
    assert room.snapshot.settled == room.state
    assert isinstance(room.undo(), Done)
    assert room.standing == ()


def test_further_back_goes_only_the_host(room):
    start = room.state
    room.turn()
    room.turn()
    refusal = room.undo(1, by(0))
    assert refusal.text.id == "core.store.undo-host-only"
    assert isinstance(room.undo(1), Done)
    assert room.snapshot.settled == start
    room.move()
    room.show(start)
    assert room.snapshot.wrong is None
    room.at -= 6
    room.turn()
    assert room.snapshot.settled == room.state


def test_an_undo_can_be_undone(room):
    room.turn()
    after = room.snapshot.settled
    room.undo()
    number = room.log.entries()[-1].number
    assert isinstance(room.undo(number), Done)
    assert room.snapshot.settled == after


def test_nothing_to_take_back_and_stale_undos_are_refused(room):
    assert room.undo().text.id == "core.table.nothing-to-do"
    room.hands()
    before = room.snapshot.version
    room.turn()
    assert room.table.take(Undo(BY_HOST, before)).text.id == "core.table.stale"
    assert isinstance(room.undo(99), No)
    assert room.snapshot.settled == room.state


def test_an_answer_in_a_turn_is_taken_back_and_the_turn_goes_on(store):
    answers = Room(store, CARDS).answers
    at = next(n for n, one in enumerate(answers) if one.ask.kind == "act")
    room = Room(store, CARDS, at=at)
    room.show()
    act = answers[at]
    room.table.take(Answer(by(act.ask.seat), act.ask.id, act.move))
    assert room.snapshot.state == act.after
    owed = room.table.turn.anchor.owed
    assert isinstance(room.undo(who=by(act.ask.seat)), Done)
    assert room.standing == ()
    assert room.snapshot.state == act.before
    assert room.table.turn.anchor.owed == owed
    assert isinstance(room.table.take(Answer(by(act.ask.seat), act.ask.id, act.move)), Done)
    assert [entry.kind for entry in room.standing] == [Kind.TOLD]


def test_what_is_owed_from_an_earlier_turn_is_not_forgotten_with_an_answer(store):
    """Undoing an answer must not turn what was late into a fault of the next player."""
    game, answers = record(ENTRY)
    at, tap = next((n, one) for n, one in enumerate(answers) if is_tap(one) and scored(game, n))
    first = max(n for n in range(at) if is_tap(answers[n])) + 1
    room = Room(store, ENTRY, at=first)
    room.show()
    gone, come = scored(game, at)
    room.move()
    room.show(tap.before, less=come, plus=tuple(gone))
    room.say(tap.move)
    room.wait()
    assert room.snapshot.settled == tap.after
    assert room.snapshot.overdue
    assert room.snapshot.owing == tap.move.seat
    place = answers[at + 1]
    assert isinstance(room.say(place.move), Done)
    assert isinstance(room.undo(who=by(place.move.seat)), Done)
    room.wait()
    assert room.snapshot.overdue
    assert room.snapshot.wrong is None
    room.at = at + 1
    room.move()
    room.show()
    assert room.snapshot.overdue == ()


def scored(game, at):
    """Return how score markers have moved in the turn that this tap ends."""
    _, answers = record(ENTRY)
    begin = max((n for n in range(at) if is_tap(answers[n])), default=None)
    if begin is None:
        return None
    change = game.expected_view(answers[begin].after).change_to(
        game.expected_view(answers[at].before)
    )
    gone, come = (frozenset(a for a in part if a.place.startswith("score:")) for part in change)
    return (gone, come) if gone else None


def test_the_last_turn_of_a_game_is_taken_back_too(store):
    answers = Room(store, ENTRY).answers
    room = Room(store, ENTRY, at=len(answers) - 3)
    room.show()
    assert room.tap is answers[-1]
    room.hands()
    room.say(room.tap.move)
    assert room.snapshot.mode is Mode.OVER
    kinds = [entry.kind for entry in room.standing]
    assert kinds[-1] is Kind.END
    assert isinstance(room.undo(who=by(room.tap.ask.seat)), Done)
    room.wait()
    assert room.snapshot.mode is Mode.PLAY
    assert room.standing == ()
    assert isinstance(room.say(room.tap.move), Done)
    assert room.snapshot.mode is Mode.OVER
    assert [entry.kind for entry in room.standing].count(Kind.END) == 1


def test_a_purchase_is_taken_back_by_its_buyer(store):
    answers = Room(store, ALL).answers
    at = next(n for n, one in enumerate(answers) if one.ask.kind == "buy")
    room = Room(store, ALL, at=at)
    room.show()
    buy = answers[at]
    assert isinstance(room.say(buy.move), Done)
    room.wait()
    assert room.snapshot.settled == buy.after
    assert isinstance(room.undo(who=by(buy.ask.seat)), Done)
    room.wait()
    assert room.snapshot.settled == buy.before


def test_a_tap_that_waits_is_taken_back_by_whoever_gave_it_the_host_or_a_button(room):
    takers = (lambda: room.undo(who=by(0)), room.undo, lambda: room.press(Press.UNDO))
    for take_back in takers:
        room.move()
        room.say(room.tap.move)
        assert room.undo(who=by(1)).text.id == "core.store.undo-host-only"
        assert room.snapshot.looking
        assert isinstance(take_back(), Done)
        assert not room.snapshot.looking


def test_a_tap_that_a_button_gave_is_anybodys(room):
    room.move()
    room.press(Press.DONE)
    assert isinstance(room.undo(who=by(1)), Done)
    assert not room.snapshot.looking


def told_and_placed(room):
    """Tell the first agent of a turn, and set it down; return who did, and what was told."""
    place = room.answers[room.at]
    room.show()
    assert isinstance(room.say(place.move), Done)
    room.move()
    room.show(place.after)
    room.wait()
    assert room.snapshot.state == place.after
    return by(place.ask.seat), place


def test_what_was_told_and_taken_back_is_to_be_put_back_and_not_believed_again(room):
    me, place = told_and_placed(room)
    assert isinstance(room.undo(who=me), Done)
    room.wait(10)
    spot = place.move.building
    for _ in range(2):  # the hand comes, and goes away again
        assert room.snapshot.state == place.before
        assert room.snapshot.seen == ()
        assert [(todo.origin, todo.to) for todo in room.snapshot.todo] == [(spot, None)]
        assert room.snapshot.wrong is None
        room.move()
        room.show(place.after, silent=(spot,))
        room.show(place.after)
        room.wait()
    room.move()
    room.show(place.before)
    room.wait()
    assert room.snapshot.todo == ()
    room.turn()
    assert room.snapshot.settled == room.state


def test_a_piece_that_is_in_the_air_when_its_move_is_taken_back_is_not_believed(room):
    place = room.answers[room.at]
    room.show()
    room.say(place.move)
    room.move()
    room.undo(who=by(place.ask.seat))
    room.show(place.after)
    room.wait()
    assert room.snapshot.state == place.before
    assert len(room.snapshot.todo) == 1


def test_after_an_undo_something_else_is_told_and_hands_follow(room):
    me, place = told_and_placed(room)
    room.undo(who=me)
    options = room.game.options(place.before, place.ask)
    other = next(move for move in options if move.building != place.move.building)
    assert isinstance(room.say(other), Done)
    room.wait()
    assert room.snapshot.wrong is None
    todo = [(todo.origin, todo.to) for todo in room.snapshot.todo]
    assert (place.move.building, other.building) in todo


def test_what_was_taken_back_counts_when_it_is_told_again(room):
    me, place = told_and_placed(room)
    room.undo(who=me)
    assert isinstance(room.say(place.move), Done)
    room.wait()
    assert room.snapshot.state == place.after
    assert room.snapshot.todo == ()


def test_whoever_has_begun_the_next_turn_is_not_accused_when_the_last_is_taken_back(room):
    room.turn()
    following = room.answers[room.at]
    room.move()
    room.show(following.after)
    room.wait()
    assert isinstance(room.undo(), Done)
    room.wait()
    assert room.snapshot.wrong is None
    assert room.snapshot.todo
    room.move()
    room.wait()
    assert room.snapshot.wrong is None
