"""Figures that nobody showed the camera pass for others of their colour: people are asked which."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from table_room import ALL, BOTH, ROOMY, Room, by, reading_of, record

from companion.engine import Atom, View
from companion.games.vienna.moves import Place, Relocate
from companion.session.commands import Answer, Choose, Saw
from companion.session.commands import Done as Yes
from companion.session.evidence import Evidence, Reading, Stir
from companion.session.explain import explain
from companion.session.explain_search import Told
from companion.session.explain_verdicts import Anchor, Explained, Question
from companion.session.snapshot import Mode
from companion.session.store import Store
from companion.session.table_steps import after

AGENT, GUEST = Atom("b05", "agent:red"), Atom("b05", "feld:red")
EITHER = {GUEST: AGENT}


def passing(atom: Atom) -> Atom:
    """Return what somebody sees who knows agents alone."""
    return replace(atom, piece=atom.piece.replace("feld:", "agent:"))


def untaught(whole: Reading) -> Reading:
    """Read the same table without ever having been shown a Feld figure."""
    seen = [passing(atom) for atom in sorted(whole.atoms)]
    atoms = frozenset(seen)
    figures = [a for a in atoms if a.piece.startswith("agent:") and a.place.startswith("b")]
    return Reading(
        atoms,
        whole.silent,
        twice=whole.twice | {atom for atom in atoms if seen.count(atom) > 1},
        alike={replace(a, piece=a.piece.replace("agent:", "feld:")): a for a in figures},
    )


class Untaught(Room):
    """A room whose eye has never been shown a Feld figure."""

    def show(self, state: Any = None, **changed: Any) -> Any:
        whole = reading_of(self.game, self.state if state is None else state)
        atoms = whole.atoms.union(changed.get("plus", ())).difference(changed.get("less", ()))
        return self.table.take(Saw(self.read(replace(whole, atoms=atoms))))

    @staticmethod
    def read(whole: Reading) -> Reading:
        return untaught(whole)


@pytest.fixture
def store(tmp_path):
    with Store.open(tmp_path / "games.sqlite", ROOMY) as store:
        yield store


def turns_with(found, seed=1) -> list[int]:
    return [n for n, one in enumerate(record(ALL, seed)[1]) if found(one)]


def is_forced(one) -> bool:
    """Tell whether the Feld figure was all that a seat had left in its supply."""
    return isinstance(one.move, Place) and one.move.feld


class Evening:
    """A seat that has both an agent and its Feld figure in the supply, and uses one of them."""

    def __init__(self, store) -> None:
        self.game, answers = record(ALL)
        at = turns_with(is_forced)[0]
        self.start = one_agent_home(answers[at].before, answers[at].move.seat)
        setup = self.game.states.encode(self.start)
        log = store.begin("vienna", edition="own", setup=setup)
        self.room = Untaught(store, ALL, at=at, log=log)
        self.tap = self.room.tap
        self.moves = [one.move for one in answers[at : answers.index(self.tap)]]

    def end(self, *, guest: bool) -> Any:
        """Return what the table shows when all but the tap is done."""
        state = self.start
        for move in (replace(self.moves[0], feld=guest), *self.moves[1:]):
            state = after(self.game, state, move)
        return state


def one_agent_home(state, number: int) -> Any:
    seats = list(state.seats)
    agents = seats[number].agents[:-1]
    seats[number] = replace(seats[number], agents=agents, supply=1, feld_unlocked=True)
    return replace(state, seats=tuple(seats))


@pytest.fixture
def either(store):
    return Evening(store)


@pytest.mark.parametrize("guest", [False, True])
def test_where_both_are_legal_the_tap_asks_and_the_answer_stands(either, guest):
    room, tap, state = either.room, either.tap, either.end(guest=guest)
    room.move()
    room.show(state)
    room.wait()
    assert (room.snapshot.doubt, room.snapshot.wrong) == (None, None)
    room.say(tap.move)
    room.wait()
    doubt = room.snapshot.doubt
    assert doubt is not None
    assert doubt.places == (either.moves[0].building,)
    placed = [choice.moves[0].feld for choice in doubt.choices]
    assert sorted(placed) == [False, True]
    assert len(set(map(str, doubt.labels))) == 2
    choose = Choose(by(tap.move.seat), room.snapshot.version, placed.index(guest))
    assert isinstance(room.table.take(choose), Yes)
    true = after(room.game, state, tap.move)
    assert room.snapshot.settled == true
    room.move()
    room.show(true)
    room.wait()
    assert (room.snapshot.todo, room.snapshot.overdue, room.snapshot.wrong) == ((), (), None)
    assert room.snapshot.mode is Mode.PLAY


def test_nobody_is_asked_or_accused_where_only_one_of_them_is_legal(store):
    start = turns_with(is_forced)[0]
    room = Untaught(store, ALL, at=start)
    asked = 0
    for _ in range(4):
        room.turn()
        asked += room.snapshot.doubt is not None
        assert (room.snapshot.overdue, room.snapshot.wrong) == ((), None)
        assert room.snapshot.settled == room.state
    assert not asked
    assert any(seat.feld for seat in room.state.seats)


def is_guest_on_the_move(one) -> bool:
    move = one.move
    return isinstance(move, Relocate) and one.before.seats[move.seat].feld == move.origin


def test_a_guest_that_moves_on_is_known_without_a_question(store):
    game, answers = record(ALL, 2)
    start = next(n for n, one in enumerate(answers) if is_guest_on_the_move(one))
    room = Untaught(store, ALL, at=start, seed=2)
    room.turn()
    assert room.snapshot.settled == room.state
    assert game is room.game


class Mistaken(Untaught):
    """A room whose eye swears that every Feld figure is as big as an agent."""

    @staticmethod
    def read(whole: Reading) -> Reading:
        seen = untaught(whole)
        return replace(seen, alike={}, twins=seen.alike)


def test_nobody_is_accused_for_the_size_of_a_figure_alone(store):
    starts = turns_with(is_guest_on_the_move, 2)
    room = Mistaken(store, ALL, at=starts[0], seed=2)
    room.move()
    room.show(room.tap.before)
    room.wait()
    assert room.snapshot.wrong is None
    room.say(room.tap.move)
    room.wait()
    assert (room.snapshot.wrong, room.snapshot.overdue, room.snapshot.doubt) == (None, (), None)
    assert room.snapshot.settled == room.tap.after


def test_a_guest_that_has_to_leave_and_is_still_there_is_only_late():
    owed = frozenset({GUEST})
    seen = Reading(frozenset({AGENT}), alike=EITHER).remembering(owed)
    assert (seen.atoms, seen.alike) == (owed, {})


def test_what_stood_there_is_not_another_because_it_seems_smaller_now():
    seen = Reading(frozenset({AGENT}), twins={GUEST: AGENT})
    assert seen.remembering(frozenset({GUEST})).atoms == {GUEST}
    assert seen.remembering(frozenset({AGENT})) == seen
    assert seen.remembering(frozenset()) == seen
    gone = replace(seen, atoms=frozenset({AGENT, Atom("b30", GUEST.piece)}))
    assert gone.remembering(frozenset({GUEST})) == gone, "there is only one, and it is elsewhere"


def test_what_the_record_knows_is_no_longer_in_doubt():
    seen = Reading(frozenset({AGENT}), alike=EITHER)
    assert seen.remembering(frozenset({GUEST})).atoms == {GUEST}
    known = seen.remembering(frozenset({AGENT}))
    assert (known.atoms, known.alike) == ({AGENT}, {})
    assert seen.remembering(frozenset()) == seen
    two = replace(seen, twice=frozenset({AGENT}))
    # A big figure may look like two small ones: that there is another is no more than a doubt.
    big = two.remembering(frozenset({GUEST}))
    assert big == Reading(frozenset({GUEST}), vague=frozenset({AGENT}))
    assert two.remembering(frozenset({AGENT})) == two


def test_each_of_two_agrees_with_what_was_seen_and_both_need_two_figures():
    def gap(reading, *atoms):
        difference = Evidence(reading).gap(View(frozenset(atoms)))
        return set(difference.missing), set(difference.extra)

    one = Reading(frozenset({AGENT}), alike=EITHER)
    two = replace(one, twice=frozenset({AGENT}))
    assert gap(one, AGENT) == gap(one, GUEST) == gap(two, AGENT, GUEST) == (set(), set())
    assert gap(one) == (set(), {AGENT})
    assert gap(one, AGENT, GUEST) == ({GUEST}, set())
    assert gap(two, AGENT) == gap(two, GUEST) == (set(), {AGENT})
    assert gap(Reading(frozenset()), GUEST) == ({GUEST}, set())


def test_the_same_picture_with_a_taught_guest_asks_nothing(either):
    game, tap = either.game, either.tap
    told = (Told(tap.ask.kind, tap.move),)
    for guest in (False, True):
        whole = reading_of(game, either.end(guest=guest))
        plain = explain(game, Anchor(either.start), whole, told, at_tap=True)
        assert isinstance(plain, Explained)
        assert plain.moves[0].feld is guest
        blurred = explain(game, Anchor(either.start), untaught(whole), told, at_tap=True)
        assert isinstance(blurred, Question)


def test_a_marker_between_two_fields_is_on_whichever_is_wanted_and_counts_once():
    fifth, sixth, ninth = (Atom(f"score:{n}", "agent:red") for n in (5, 6, 9))
    between = Evidence(Reading(frozenset({fifth}), alike={sixth: fifth}))
    for wanted in (fifth, sixth):
        view = View(frozenset({wanted}))
        assert len(between.gap(view)) == 0
        assert between.count("agent:red", view) == 1
    assert between.gap(View(frozenset({ninth}))).missing == {ninth}
    whole = between.reading
    assert whole.remembering(frozenset({sixth})) == whole, "it may have been moved a little"


def test_a_marker_between_two_fields_that_nobody_has_touched_stands_where_it_stood():
    fifth, sixth = (Atom(f"score:{n}", "agent:red") for n in (5, 6))
    between = Reading(frozenset({fifth}), alike={sixth: fifth})
    for known in (fifth, sixth):
        assert between.unless_moved(frozenset({known}), ()) == Reading(frozenset({known}))
        for touched in (fifth, sixth):
            assert between.unless_moved(frozenset({known}), (touched.place,)) == between
    assert between.unless_moved(frozenset(), ()) == between


def test_a_score_that_was_forgotten_between_two_fields_is_still_owed(room):
    room.hands()
    seat = room.tap.before.seats[0]
    before = room.game.expected_view(room.snapshot.settled).atoms
    shown = room.table.saw.reading.atoms
    marker = Atom(f"score:{seat.score}", f"agent:{seat.colour.value}")
    old = next(a for a in before if a.piece == marker.piece and a.place.startswith("score:"))
    assert old != marker
    forgotten = Reading(shown - {marker} | {old}, alike={marker: old})
    room.table.take(Saw(forgotten))
    room.say(room.tap.move)
    room.table.take(Saw(forgotten))
    room.wait(2.0)
    assert [todo.places for todo in room.snapshot.overdue] == [(old.place, marker.place)]
    handled = {old.place: Stir(1.0, 2.0)}
    room.table.take(Saw(forgotten, stirred=handled))
    assert room.snapshot.overdue == (), "it was put right, for all that one can see"


def test_an_answer_tells_which_of_two_was_set_down(store):
    """Only who has set down his Feld figure is asked what he pays with; an agent has a price."""
    cards = ("full", BOTH, 4, "full")
    game, answers = record(cards)
    at = next(
        n
        for n, one in enumerate(answers)
        if isinstance(one.move, Place) and one.move.feld and answers[n + 1].ask.kind == "pay"
    )
    placed, paid = answers[at], answers[at + 1]
    room = Room(store, cards, at=at)
    guest = next(
        iter(game.expected_view(placed.after).atoms - game.expected_view(room.state).atoms)
    )
    agent = passing(guest)
    whole = reading_of(game, paid.after)
    room.move()
    room.table.take(
        Saw(replace(whole, atoms=whole.atoms - {guest} | {agent}, alike={guest: agent}))
    )
    room.wait()
    assert paid.ask not in game.asks(room.snapshot.state)
    assert isinstance(room.table.take(Answer(by(paid.ask.seat), paid.ask.id, paid.move)), Yes)
    assert room.snapshot.state == paid.after
