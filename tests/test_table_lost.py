"""What is gone at a tap may be lost: it is asked about, and what was put right is not brought up again."""

from __future__ import annotations

from itertools import pairwise

import pytest
from table_room import ALL, CARDS, ENTRY, Room, by, reading_of, record

from companion.engine import Accepted, Atom, Text
from companion.games.vienna.moves import Advance, CardBonus, Dismiss, Done, Place, Relocate, Use
from companion.session.commands import Choose, No, Saw
from companion.session.commands import Done as Yes
from companion.session.evidence import Reading
from companion.session.explain import explain
from companion.session.explain_search import Told
from companion.session.explain_verdicts import Anchor, Unsure
from companion.session.ports import Press
from companion.session.table_steps import after


@pytest.fixture
def room(store):
    """Open a room in the turn that a payday follows."""
    _, answers = record(ALL)
    first = next(n for n, one in enumerate(answers) if one.ask.kind == "payday") - 1
    turn = answers[first].before.stage.seat
    while getattr(answers[first - 1].move, "seat", None) == turn:
        first -= 1
    room = Room(store, ALL, at=first)
    room.show()
    return room


def knock(room, later=0):
    """Let the turn end with an agent lying on its side that its owner might dismiss next, or later."""
    payday = room.answers[room.answers.index(room.tap) + 1]
    owner = payday.before.seats[(payday.ask.seat + later) % 4]
    house = next(house for house in owner.agents if house != owner.feld)
    lost = Atom(house, f"agent:{owner.colour.value}")
    room.move()
    room.show(room.tap.before, less=(lost,))
    assert isinstance(room.say(room.tap.move), Yes)
    room.wait()
    room.at = room.answers.index(payday)
    return payday, lost


def test_an_agent_that_was_gone_before_the_payday_is_not_taken_for_dismissed(room):
    payday, lost = knock(room)
    assert room.snapshot.settled == payday.before
    assert isinstance(room.say(payday.move), Yes)
    room.wait()
    doubt = room.snapshot.doubt
    assert lost.place in doubt.places
    kept, sent = Done(payday.ask.seat), Dismiss(payday.ask.seat, lost.place)
    assert [choice.moves for choice in doubt.choices] == [(sent, kept), (kept,)]
    assert isinstance(room.table.take(Choose(by(0), room.snapshot.version, 1)), Yes)
    assert room.snapshot.settled == payday.after
    assert lost.place in {place for todo in room.snapshot.overdue for place in todo.places}
    room.at += 1
    room.show()
    room.wait()
    assert (room.snapshot.overdue, room.snapshot.wrong) == ((), None)


def test_an_agent_that_goes_during_the_payday_is_dismissed_without_a_word(room):
    _, lost = knock(room)
    room.show()
    room.move()
    room.show(less=(lost,))
    room.wait()
    assert room.snapshot.doubt is None
    assert room.moves()[-1] == "dismiss"


def test_at_a_payday_two_take_their_agents_off_at_once(room):
    payday, first = knock(room)
    second = payday.before.seats[(payday.ask.seat + 1) % 4]
    house = next(house for house in second.agents if house != second.feld)
    room.show()
    room.move()
    room.show(less=(first, Atom(house, f"agent:{second.colour.value}")))
    room.wait()
    assert room.moves()[-2:] == ["dismiss", "dismiss"]
    assert isinstance(room.say(payday.move), Yes)
    room.wait()
    assert (room.snapshot.doubt, room.snapshot.overdue) == (None, ())
    assert room.snapshot.settled.stage.seat == (payday.ask.seat + 1) % 4
    assert house not in room.snapshot.settled.seats[room.snapshot.settled.stage.seat].agents


def test_a_button_pressed_as_the_payday_goes_on_by_itself_is_not_the_next_players(room):
    payday, _ = knock(room)
    owner = payday.before.seats[payday.ask.seat]
    all_of_his = {Atom(house, f"agent:{owner.colour.value}") for house in owner.agents}
    all_of_his |= {Atom(house, f"feld:{owner.colour.value}") for house in owner.agents}
    room.show()
    room.move()
    room.show(less=all_of_his)
    room.wait(1.5)
    following = room.snapshot.settled
    assert following.stage.seat == (payday.ask.seat + 1) % 4, "it goes on by itself"
    assert room.press(Press.DONE) == No(Text("core.table.stale"))
    room.wait()
    assert room.snapshot.settled == following
    assert isinstance(room.press(Press.DONE), Yes)
    room.wait()
    assert room.snapshot.settled.stage.seat == (payday.ask.seat + 2) % 4


def test_an_agent_that_was_gone_before_is_not_dismissed_in_somebody_elses_payday_either(room):
    payday, _ = knock(room, later=1)
    room.wait()
    assert room.snapshot.settled == payday.before
    assert isinstance(room.say(payday.move), Yes)
    room.wait()
    assert "dismiss" not in room.moves()


def test_what_was_put_right_once_is_not_brought_up_again(room):
    _, lost = knock(room)
    room.show()
    assert room.table.turn.anchor.owed >= {lost}
    assert lost not in room.table.turn.owed
    room.move()
    room.show(less=(lost,))
    assert lost.place not in {place for todo in room.snapshot.overdue for place in todo.places}


@pytest.fixture
def placing(store):
    """Open a room before an agent goes to an empty house and an ability is used there."""
    _, answers = record(CARDS)
    at = next(
        n
        for n, one in enumerate(answers)
        if isinstance(one.move, Place)
        and isinstance(answers[n + 1].move, Use)
        and all(one.move.building not in seat.agents for seat in one.before.seats)
    )
    room = Room(store, CARDS, at=at)
    room.show()
    room.move()
    return room, answers[at], answers[at + 1]


def test_what_was_seen_and_answered_stays_though_the_place_gets_unclear(placing):
    room, place, use = placing
    room.show(place.after)
    assert isinstance(room.say(use.move), Yes)
    assert room.snapshot.state == use.after
    unclear = Atom(place.move.building, f"agent:{use.after.seats[use.ask.seat].colour.value}")
    seen = reading_of(room.game, use.after)
    room.table.take(Saw(Reading(seen.atoms - {unclear}, vague=frozenset({unclear}))))
    assert room.snapshot.state == use.after


def test_where_only_one_thing_is_legal_it_is_supposed_until_the_tap(placing):
    room, place, use = placing
    house = next(p for p in room.game.places(room.state) if p.id == place.move.building)
    doubts = frozenset(Atom(house.id, piece) for piece in house.holds)
    seen = reading_of(room.game, place.after)
    room.table.take(Saw(Reading(seen.atoms - doubts, vague=doubts)))
    assert room.snapshot.state == place.after
    assert room.moves() == []
    assert isinstance(room.say(use.move), Yes)


def test_in_the_last_turn_a_step_too_far_is_asked_about_for_all_points_move_anyway(store):
    game, answers = record(ENTRY)
    *_, last = (n for n, one in enumerate(answers) if is_plain_step(game, one))
    walk, step = answers[last - 1], answers[last]
    room = Room(store, at=last - 1)
    room.show()
    once, twice = step.after, after(game, step.after, step.move)
    seat = step.move.seat
    points = [
        Atom(f"score:{state.seats[seat].score}", f"agent:{state.seats[seat].colour.value}")
        for state in (once, twice)
    ]
    room.move()
    room.show(twice, less=points[1:], plus=tuple(points[:1]))
    assert isinstance(room.say(Done(seat)), Yes)
    room.wait()
    assert [choice.moves for choice in room.snapshot.doubt.choices] == [
        (walk.move, step.move, step.move, Done(seat)),
        (walk.move, step.move, Done(seat)),
    ]


def is_plain_step(game, one):
    """Tell whether an advance may be made again, and moves nothing but its marker and the score."""
    if not isinstance(one.move, Advance):
        return False
    if not isinstance(game.decide(one.after, one.move), Accepted):
        return False
    once, twice = map(game.expected_view, (one.after, after(game, one.after, one.move)))
    return len(once.atoms ^ twice.atoms) == 4


def late_turns():
    """Return the late turns of a game in which a figure moves on and a marker scores."""
    game, answers = record(ALL)
    taps = [n for n, one in enumerate(answers) if isinstance(one.move, Done)]
    for first, last in pairwise(taps):
        turn = answers[first + 1 : last + 1]
        if [type(one.move) for one in turn] == [Relocate, Advance, Done]:
            yield game, turn


def one_short(game, turn):
    """Return what the table shows if a score marker was not moved quite far enough."""
    before, done = game.expected_view(turn[0].before).atoms, game.expected_view(turn[-1].before)
    (points,) = (a for a in done.atoms - before if a.place.startswith("score:"))
    short = Atom(f"score:{int(points.place[6:]) - 1}", points.piece)
    return (done.atoms - {points}) | {short}


def test_that_somebody_elses_figure_is_unclear_keeps_nothing_from_being_said():
    """However much could be done in a late turn: nobody but its owner moves it."""
    tried = 0
    for game, turn in late_turns():
        owner = next(s for s in turn[0].before.seats if s.colour != seat_of(turn).colour)
        unclear = frozenset(Atom(b, f"feld:{owner.colour}") for b in ("b01", "b06", "b11"))
        atoms = one_short(game, turn)
        told = (Told(turn[-1].ask.kind, turn[-1].move),)
        seen = Reading(atoms - unclear, vague=unclear)
        clear = explain(game, Anchor(turn[0].before), Reading(atoms), told, at_tap=True)
        said = explain(game, Anchor(turn[0].before), seen, told, at_tap=True)
        assert type(said) is type(clear), turn
        assert not isinstance(said, Unsure)
        tried += 1
    assert tried > 3


def seat_of(turn):
    return turn[0].before.seats[turn[0].move.seat]


def test_a_score_that_was_too_far_and_is_put_right_before_the_tap_is_not_asked_about(store):
    game, answers = record(ENTRY)
    taps = [n for n, one in enumerate(answers) if isinstance(one.move, Done)]
    at = next(
        first + 1
        for first, last in pairwise(taps)
        # The tap itself turns the token over, which nobody has had time for.
        if game.expected_view(answers[last].before) != game.expected_view(answers[last].after)
        if [type(one.move) for one in answers[first + 1 : last + 1]] == [Place, Advance, Done]
    )
    room = Room(store, ENTRY, at=at)
    room.show()
    done, tap = game.expected_view(room.tap.before).atoms, room.tap
    points = next(a for a in done if a.place.startswith("score:") and a.piece == mine(room))
    far = Atom(f"score:{int(points.place[6:]) + 2}", points.piece)
    room.move()
    room.show(tap.before, plus=(far,), less=(points,))
    room.wait()
    assert any(isinstance(move, CardBonus) for move in room.table.turn.seen.moves)
    room.move()
    room.say(tap.move)
    room.show(tap.before)
    room.wait()
    assert room.snapshot.doubt is None
    assert room.snapshot.settled == tap.after


def mine(room):
    return f"agent:{room.state.seats[room.tap.move.seat].colour}"
