"""The simulated table: hands set up and play every kind of game, also with a person at it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from explain_people import perfect
from live_table import HOST_BY, KIT

from companion.app.parlour import Parlour
from companion.app.trial_game import Clock
from companion.engine import Atom, CueKind
from companion.games import Wish
from companion.play.bots import Temper, seat_bot
from companion.play.dealer import Dealer
from companion.play.people_words import Moment
from companion.play.puppets import Puppets
from companion.session.commands import Answer, Command, Confirm, Done, Moving, Reply, Saw, Undo
from companion.session.evidence import Reading
from companion.session.snapshot import Mode, Snapshot
from companion.session.store import By, How, Store, seat
from companion.session.table import Table

EXPANSIONS = ((), ("third-man",), ("feld",), ("third-man", "feld"))
KINDS = [("entry", ()), *(("full", some) for some in EXPANSIONS)]
ENTRY = Wish(2, "entry", (), "board")
ME = By(seat(0), How.PHONE)


class Simulated:
    """A table whose hands are those of the real parlour; its eye sees moments, and time is made up.

    The eye cannot read the places and pieces of ``blurred``, unless they were put straight.
    """

    def __init__(
        self,
        folder: Path,
        wish: Wish,
        people: tuple[int, ...] = (),
        *,
        helps: bool = True,
        agrees: bool = True,
    ) -> None:
        self.game, options = KIT.open(wish)
        start = self.game.setup(options)
        self.store = Store.open(folder / "games.sqlite")
        log = self.store.begin(KIT.name, edition="reference", setup=self.game.states.encode(start))
        self.clock, self.people = Clock(), set(people)
        self.table = Table(self.game, log, signs=KIT.signs, clock=self.clock)
        bots = {n: seat_bot(Temper.GREEDY, n) for n in range(wish.players)}
        ends_turn = KIT.signs.ends_turn
        self.puppets = Puppets(self.game, start, bots, Dealer(1), lambda: self.people, ends_turn)
        self.blurred, self._helps = frozenset[str](), helps
        self._moment: Moment | None = None
        self.said: list[Command] = []
        self.refused: list[Reply] = []
        self.bare, self.wrong = 0, 0
        self.waited, self.longest = 0, 0
        self.parlour = Parlour(self, self.puppets, self, self, self.pause, agrees=agrees)

    def close(self) -> None:
        self.store.close()

    # The session

    @property
    def snapshot(self) -> Snapshot:
        return self.table.snapshot

    def submit(self, command: Command) -> Future[Reply]:
        reply: Future[Reply] = Future()
        reply.set_result(self.ask(command))
        return reply

    def ask(self, command: Command) -> Reply:
        reply = self.table.take(command)
        self.said.append(command)
        self.refused += [] if isinstance(reply, Done) else [reply]
        return reply

    # The stage, the camera and the clock

    def act(self, moment: Moment, _frames: int) -> Iterator[Moment]:
        yield moment

    def show(self, moment: Moment) -> None:
        self._moment = moment
        tiles = any(atom.piece.startswith("tile:") for atom in moment.table)
        self.bare += not tiles and not moment.hands

    def pause(self, seconds: float) -> None:
        end_s = self.clock.now_s + seconds
        while (due_s := self.table.due_s) is not None and due_s <= end_s:
            self.clock.now_s = max(due_s, self.clock.now_s)
            self.table.take(None)
        self.clock.now_s = end_s
        assert self._moment is not None
        self.table.take(Saw(self._read(self._moment)) if self._moment.at_rest else Moving())
        self.wrong += self.snapshot.wrong is not None
        self._count(self.snapshot)

    def _count(self, snapshot: Snapshot) -> None:
        """Count for how many pictures people are asked for what somebody has drawn."""
        asks = self.game.asks(snapshot.state)
        asked = any(ask.fact and not ask.seen_at for ask in asks)
        self.waited = self.waited + 1 if asked and not snapshot.looking else 0
        self.longest = max(self.longest, self.waited)

    def _read(self, moment: Moment) -> Reading:
        whole = perfect(moment)
        untidy = {thing.place for thing in moment.things if thing.turn_deg}
        blurred = self.blurred & untidy if self._helps else self.blurred
        atoms = frozenset(a for a in whole.atoms if a.place not in blurred)
        return Reading(atoms, whole.silent | blurred, twice=whole.twice)

    # An evening

    def play(self, until: Any, patience_s: float = 120.0) -> None:
        """Let hands play until something is so; nobody may wait for ever."""
        version, since_s = -1, self.clock.now_s
        while not until(self.snapshot):
            self.parlour.step()
            if self.snapshot.version != version:
                version, since_s = self.snapshot.version, self.clock.now_s
            assert self.clock.now_s - since_s < patience_s, self.snapshot.layout

    def tell(self, move: Any) -> Reply:
        """Say on the phone what is to be done; hands do it."""
        state = self.snapshot.state
        ask = next(ask for ask in self.game.asks(state) if move in self.game.options(state, ask))
        return self.ask(Answer(ME, ask.id, move))

    @property
    def lies(self) -> frozenset[Atom]:
        return frozenset(self.puppets.moment.table)


@pytest.fixture
def simulated(tmp_path):
    opened: list[Simulated] = []

    def open_it(*given: Any, **more: Any) -> Simulated:
        opened.append(Simulated(tmp_path, *given, **more))
        return opened[-1]

    yield open_it
    for one in opened:
        one.close()


def in_round(number: int) -> Any:
    return lambda snapshot: snapshot.mode is Mode.PLAY and snapshot.state.round >= number


@pytest.mark.parametrize(
    ("kind", "players", "tracking"), list(product(KINDS, (2, 3, 4), ("board", "full")))
)
def test_hands_set_up_and_play_a_round_of_every_kind_of_game(simulated, kind, players, tracking):
    table = simulated(Wish(players, *kind, tracking))
    table.parlour.lay_out()
    table.play(in_round(1))
    assert table.clock.now_s < 30
    table.play(in_round(2))
    assert (table.refused, table.bare, table.wrong) == ([], 0, 0)
    assert table.longest <= 2


def test_what_cannot_be_read_at_set_up_is_put_straight(simulated):
    table = simulated(Wish(3, "full", ("third-man",), "board"))
    table.parlour.lay_out()
    third = next(atom.place for atom in table.lies if atom.piece == "third_man")
    table.blurred = frozenset({third, "s07"})
    table.play(in_round(1))
    assert (table.refused, table.bare) == ([], 0)
    answered = [one.move for one in table.said if isinstance(one, Answer)]
    assert not [move for move in answered if hasattr(move, "building") or hasattr(move, "square")]


def test_what_can_never_be_read_at_set_up_is_told(simulated):
    table = simulated(Wish(3, "full", ("third-man",), "board"), helps=False)
    table.parlour.lay_out()
    third = next(atom.place for atom in table.lies if atom.piece == "third_man")
    table.blurred = frozenset({third, "s07", "s08"})
    table.play(in_round(1))
    assert table.refused == []
    settled = table.snapshot.settled
    assert settled.third_man == third
    assert {Atom(s, f"tile:{settled.squares[s]}") for s in ("s07", "s08")} <= table.lies


def test_a_move_that_is_never_seen_is_told(simulated):
    table = simulated(ENTRY, helps=False)
    table.parlour.lay_out()
    table.play(in_round(1))
    places = table.game.places(table.snapshot.state)
    table.blurred = frozenset(p.id for p in places if p.id.startswith("info:"))
    soon_s = table.clock.now_s + 600
    table.play(lambda shot: in_round(3)(shot) or table.clock.now_s > soon_s)
    assert in_round(3)(table.snapshot)
    assert table.refused == []


def test_hands_leave_everything_where_it_lies_when_the_host_agrees_too_early(simulated):
    table = simulated(Wish(4, "full", ("third-man", "feld"), "full"))
    table.blurred = frozenset(f"s{n:02d}" for n in range(1, 41))
    table.parlour.lay_out()
    for _ in range(20):
        table.ask(Confirm(HOST_BY, table.snapshot.version))
        table.parlour.step()
    assert table.snapshot.mode is Mode.SET_UP
    table.play(in_round(1))
    assert table.bare == 0
    assert table.game.expected_view(table.snapshot.settled).atoms == table.lies


def test_a_person_sets_the_third_man_out_and_hands_put_him_there(simulated):
    table = simulated(Wish(2, "full", ("third-man",), "board"), (0, 1))
    table.parlour.lay_out()
    table.play(lambda snapshot: not snapshot.settled.squares or snapshot.layout is not None, 30)
    for _ in range(40):
        table.parlour.step()
    state = table.snapshot.settled
    assert not [atom for atom in table.lies if atom.piece == "third_man"]
    ask = next(ask for ask in table.game.asks(state) if ask.id == "third-man")
    move = table.game.options(state, ask)[3]
    assert isinstance(table.ask(Answer(By(seat(ask.seat), How.PHONE), ask.id, move)), Done)
    table.play(in_round(1))
    table.play(lambda _snapshot: Atom(move.building, "third_man") in table.lies)


def turns(snapshot: Snapshot) -> list[int | None]:
    return [cue.seat for cue in snapshot.cues if cue.kind is CueKind.TURN]


def my_turn(snapshot: Snapshot) -> bool:
    return turns(snapshot) == [0] and not (snapshot.seen or snapshot.todo or snapshot.moving)


def placing(table: Simulated) -> Any:
    state = table.snapshot.state
    ask = next(ask for ask in table.game.asks(state) if ask.seat == 0)
    return ask, table.game.options(state, ask)[0]


def with_me(simulated: Any) -> tuple[Simulated, Atom, Any]:
    """Sit down at the table, tell a move, and let hands do it."""
    table = simulated(ENTRY, (0,))
    table.parlour.lay_out()
    table.play(my_turn)
    _, move = placing(table)
    mine = Atom(move.building, f"agent:{table.snapshot.state.seats[0].colour}")
    tell_and_do(table, move, mine)
    return table, mine, move


def tell_and_do(table: Simulated, move: Any, mine: Atom) -> None:
    assert isinstance(table.tell(move), Done)
    table.play(lambda shot: mine in table.lies and not shot.todo and not shot.moving)


def undo(table: Simulated) -> None:
    assert isinstance(table.ask(Undo(ME, table.snapshot.version)), Done)


def test_hands_put_a_piece_back_when_its_move_is_taken_back_on_the_phone(simulated):
    table, mine, move = with_me(simulated)
    undo(table)
    table.play(lambda shot: mine not in table.lies and my_turn(shot))
    for _ in range(100):
        table.parlour.step()
    assert mine not in table.lies
    assert table.snapshot.state == table.snapshot.settled
    tell_and_do(table, move, mine)
    done(table)
    table.play(in_round(2))
    assert (table.refused, table.wrong) == ([], 0)


def done(table: Simulated) -> None:
    """End my turn, and tell whatever else I am asked until then."""
    while not KIT.signs.ends_turn(placing(table)[1]):
        assert isinstance(table.tell(placing(table)[1]), Done)
        table.play(lambda shot: not shot.todo and not shot.moving)
    assert isinstance(table.tell(placing(table)[1]), Done)
    table.people.clear()


@pytest.mark.parametrize("steps", [1, 4, 6, 40])
def test_hands_put_a_turn_back_and_what_the_next_player_has_begun(simulated, steps):
    table, mine, _ = with_me(simulated)
    before = table.snapshot.settled
    done(table)
    table.play(lambda shot: shot.settled != before)
    table.people.add(0)
    for _ in range(steps):
        table.parlour.step()
    assert isinstance(table.ask(Undo(HOST_BY, table.snapshot.version)), Done)
    table.people.add(1)  # so that nothing is done but to put it back
    table.play(lambda shot: table.lies == table.game.expected_view(shot.settled).atoms)
    assert (mine in table.lies) == (table.snapshot.settled != before)
    table.people.clear()
    table.play(in_round(2))
    assert (table.refused, table.wrong) == ([], 0)


def test_the_host_says_himself_that_the_set_up_is_right(simulated):
    table = simulated(ENTRY, (0, 1), agrees=False)
    table.parlour.lay_out()
    table.play(lambda shot: shot.layout is not None and shot.layout.moves)
    for _ in range(300):
        table.parlour.step()
    assert table.snapshot.mode is Mode.SET_UP
    assert table.snapshot.layout is not None
    assert not table.snapshot.layout.missing | table.snapshot.layout.bare
    table.ask(Confirm(HOST_BY, table.snapshot.version))
    table.play(in_round(1))
    assert (table.refused, table.wrong) == ([], 0)


@pytest.mark.parametrize("wish", [ENTRY, Wish(2, "full", ("third-man",), "full")])
def test_hands_play_a_turn_for_me_and_leave_its_end_to_me(simulated, wish):
    table = simulated(wish)
    table.parlour.lay_out()
    table.play(my_turn)
    table.people.add(0)
    before, lay = table.snapshot.settled, table.lies
    table.parlour.play_for(0)
    table.play(lambda shot: shot.seen)
    for _ in range(200):
        table.parlour.step()
    assert table.snapshot.settled == before
    assert table.lies != lay
    ask, _ = placing(table)
    ends = [m for m in table.game.options(table.snapshot.state, ask) if KIT.signs.ends_turn(m)]
    assert isinstance(table.tell(ends[0]), Done)
    table.play(lambda shot: shot.settled != before)
    table.people.clear()
    table.play(in_round(2))
    assert (table.refused, table.wrong) == ([], 0)


def test_hands_that_were_lent_too_late_leave_my_next_turn_alone(simulated):
    table = simulated(ENTRY, (0,))
    table.parlour.lay_out()
    table.play(my_turn)
    _, move = placing(table)
    tell_and_do(table, move, Atom(move.building, f"agent:{table.snapshot.state.seats[0].colour}"))
    while not KIT.signs.ends_turn(placing(table)[1]):
        assert isinstance(table.tell(placing(table)[1]), Done)
        table.play(lambda shot: not shot.todo and not shot.moving)
    assert isinstance(table.tell(placing(table)[1]), Done)
    table.play(lambda shot: not my_turn(shot))
    table.parlour.play_for(0)
    table.play(my_turn)
    for _ in range(100):
        table.parlour.step()
    assert my_turn(table.snapshot)


def test_hands_play_one_turn_for_me_though_the_next_is_mine_as_well(simulated):
    table = simulated(ENTRY)
    table.parlour.lay_out()
    table.play(lambda shot: turns(shot) == [1] and shot.state.round == 1 and not shot.seen)
    table.people.add(1)
    table.parlour.play_for(1)
    table.play(lambda shot: shot.seen and not shot.moving)
    state = table.snapshot.state
    ask = next(ask for ask in table.game.asks(state) if ask.seat == 1)
    end = table.game.moves.decode(b'{"type": "done", "seat": 1}')
    assert isinstance(table.ask(Answer(By(seat(1), How.PHONE), ask.id, end)), Done)
    table.play(lambda shot: shot.settled.round == 2)
    assert turns(table.snapshot) == [1]
    for _ in range(100):
        table.parlour.step()
    assert table.snapshot.seen == ()
