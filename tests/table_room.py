"""A room with a table in it: what people do is written down, and a perfect eye sees all of it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from explain_people import perfect
from msgspec.structs import replace
from test_people import BOTH, KIT, seat_people

from companion.app.trial_game import Clock, Trial
from companion.engine import Atom, CueKind
from companion.games import Wish
from companion.games.vienna.moves import Place
from companion.play.bots import Temper, seat_bot
from companion.play.dealer import Dealer
from companion.play.match import Turned, play
from companion.play.people_words import Habits, Level
from companion.session.commands import (
    Answer,
    Confirm,
    Done,
    Moving,
    Override,
    Pressed,
    Reply,
    Saw,
    Undo,
)
from companion.session.evidence import Reading
from companion.session.override import override
from companion.session.ports import Press
from companion.session.snapshot import Mode, Snapshot
from companion.session.store import By, How, OpenLog, Settings, Store, seat
from companion.session.store_entry import HOST, Entry
from companion.session.table import Table

ENTRY, CARDS, ALL = ("entry", (), 2, "board"), ("full", (), 2, "full"), ("full", BOTH, 4, "board")
BY_HOST = By(HOST, How.HOST)
ROOMY = Settings(reserve_bytes=0)
SET_UP = frozenset({"lay-tile", "lay-flag", "take-starter", "set-third-man"})


def by(number: int | None) -> By:
    return BY_HOST if number is None else By(seat(number), How.PHONE)


@cache
def record(table: tuple[Any, ...], seed: int = 1) -> tuple[Any, tuple[Turned, ...]]:
    """Return a game, and all its answers as bots give them."""
    version, expansions, players, tracking = table
    game, options = KIT.open(Wish(players, version, expansions, "full"))
    level = type(options.tracking[0])(tracking)
    options = replace(options, tracking=(level,) * players)
    bots = [seat_bot(Temper.GREEDY, f"{seed}.{number}") for number in range(players)]
    return game, tuple(play(game, options, bots, Dealer(seed)))


def reading_of(game: Any, state: Any) -> Reading:
    view = game.expected_view(state)
    return Reading(view.atoms, twice=view.twice)


class Room:
    """Play one recorded game; ``at`` is the next answer of it."""

    def __init__(
        self,
        store: Store,
        table: tuple[Any, ...] = ENTRY,
        *,
        at: int | None = None,
        eyes: bool = True,
        seed: int = 1,
        log: OpenLog | None = None,
    ) -> None:
        self.game, self.answers = record(table, seed)
        if at is None:
            at = next(n for n, one in enumerate(self.answers) if one.ask.kind not in SET_UP)
        self.at = at
        setup = self.game.states.encode(self.answers[at].before)
        self.log = log or store.begin("vienna", edition="own", setup=setup)
        self.clock = Clock()
        self.sit_down(eyes=eyes)

    def sit_down(self, log: OpenLog | None = None, *, eyes: bool = True) -> None:
        """Begin, or come back another evening."""
        self.table = Table(self.game, log or self.log, signs=KIT.signs, clock=self.clock, eyes=eyes)

    @property
    def snapshot(self) -> Snapshot:
        return self.table.snapshot

    @property
    def state(self) -> Any:
        """Return where the recorded game is."""
        return (
            self.answers[self.at].before if self.at < len(self.answers) else self.answers[-1].after
        )

    @property
    def standing(self) -> tuple[Entry, ...]:
        return self.log.standing()

    def moves(self) -> list[str]:
        """Name the moves that stand on the disk."""
        return [self.game.moves.decode(bytes(e.move)).__struct_config__.tag for e in self.standing]

    # What the eye sees

    def show(
        self, state: Any = None, *, plus: tuple[Atom, ...] = (), less: Any = (), silent: Any = ()
    ) -> Reply:
        """Let the table lie still as this state wants it, but for a few things."""
        whole = reading_of(self.game, self.state if state is None else state)
        atoms = (whole.atoms | frozenset(plus)) - frozenset(less)
        hidden = frozenset(silent)
        seen = frozenset(atom for atom in atoms if atom.place not in hidden)
        return self.table.take(Saw(Reading(seen, hidden, twice=whole.twice)))

    def move(self) -> Reply:
        return self.table.take(Moving())

    def wait(self, seconds: float = 3.0) -> None:
        """Let time pass, as the thread of a session would."""
        end_s = self.clock.now_s + seconds
        while (due_s := self.table.due_s) is not None and due_s <= end_s:
            self.clock.now_s = max(due_s, self.clock.now_s)
            self.table.take(None)
        self.clock.now_s = end_s
        self.table.take(None)

    # What people say

    def say(self, move: Any, who: By | None = None) -> Reply:
        """Answer the ask that a move belongs to."""
        number = getattr(move, "seat", None)
        states = self.snapshot.state, self.table.chronicle.state
        asks = [ask for state in states for ask in self.game.asks(state)]
        asks.sort(key=lambda ask: move not in self.game.options(self.snapshot.state, ask))
        ask = next(ask for ask in asks if ask.seat == number)
        return self.table.take(Answer(who or by(number), ask.id, move))

    def press(self, press: Press) -> Reply:
        return self.table.take(Pressed(press))

    def undo(self, number: int | None = None, who: By = BY_HOST) -> Reply:
        return self.table.take(Undo(who, self.snapshot.version, number))

    def confirm(self, who: By = BY_HOST) -> Reply:
        return self.table.take(Confirm(who, self.snapshot.version))

    def override(self, who: By = BY_HOST) -> Reply:
        return self.table.take(Override(who, self.snapshot.version))

    # Turns of the recorded game

    @property
    def tap(self) -> Turned:
        """Return the tap that ends the turn under way."""
        return next(one for one in self.answers[self.at :] if is_tap(one))

    def hands(self) -> Any:
        """Do with hands what the turn brings; return the state that the table shows then."""
        self.move()
        done = self.tap.before
        self.show(done)
        return done

    def turn(self) -> None:
        """Play a turn of the board level: hands first, then the tap, then what the tap brings."""
        self.hands()
        reply = self.say(self.tap.move)
        assert isinstance(reply, Done), reply
        self.at = self.answers.index(self.tap) + 1
        self.move()
        self.show()
        self.wait()


def two_agents(room: Room) -> tuple[Any, Atom]:
    """Return the table after the first agent of a turn, and a second one that is set down too."""
    place = room.answers[room.at]
    state = place.after
    second = next(
        move
        for move in room.game.options(room.state, room.game.asks(room.state)[0])
        if isinstance(move, Place) and move.building != place.move.building
    )
    colour = room.state.seats[0].colour.value
    return state, Atom(second.building, f"agent:{colour}")


def is_tap(answer: Turned) -> bool:
    return answer.move.__struct_config__.tag in KIT.signs.turn_taps


class PerfectEye:
    """See everything at once."""

    def watch(self, moment: Any, _until_s: float) -> Any:
        yield moment.time_s, (Saw(perfect(moment)) if moment.at_rest else Moving())

    def straighten(self, _places: Any) -> None:
        """Do nothing: it sees whatever lies there."""


class Evening(Trial):
    """A trial in which nobody may ever be stuck, and what lamps say is held against the rules."""

    seen: int = 0

    def _respond(self, moment: Any) -> None:
        super()._respond(moment)
        self.seen += 1
        assert_way_on(self.table)
        assert_cues(self.table)


def evening(
    folder: Path, table: tuple[Any, ...], habits: Habits, seed: int
) -> tuple[Evening, list[Entry]]:
    """Let people play a whole evening; return it, and all that is on the disk."""
    game, people = seat_people(table, habits, seed)
    with Store.open(folder / "games.sqlite", ROOMY) as store:
        setup = game.states.encode(people._spans[0].start)
        log = store.begin("vienna", edition="own", setup=setup)
        levels = [Level(table[3])] * table[2]
        trial = Evening(game, people, log, PerfectEye(), signs=KIT.signs, levels=levels)
        trial.play()
        return trial, list(log.entries())


def assert_way_on(table: Table) -> None:
    """Whatever is shown, somebody can do something about it."""
    shown, game = table.snapshot, table.game
    if shown.mode is Mode.OVER:
        assert shown.outcome is not None
        return
    asks = [ask for ask in game.asks(shown.settled) if ask.blocks]
    assert asks
    assert any(game.options(shown.settled, ask) for ask in asks)
    if shown.doubt is not None:
        assert len(shown.doubt.choices) > 1
        assert all(map(len, shown.doubt.labels))
    if shown.wrong is not None:
        verdict = table.turn.accused
        allowed = override(game, verdict.state, verdict.move)
        assert shown.wrong.todo or hasattr(allowed, "events"), shown.wrong
    if shown.overdue:
        assert all(todo.places for todo in shown.overdue)
    if shown.looking:
        # A tap that waits can be taken back, and says what it waits for as soon as it is clear.
        assert table.turn.tapped is not None


def assert_cues(table: Table) -> None:
    """Purchase and payday are announced in just the rounds that end with them."""
    state = table.snapshot.state
    kinds = {cue.kind for cue in table.snapshot.cues}
    stage = type(state.stage).__name__
    announced = {CueKind.PURCHASE, CueKind.PAYDAY} & kinds
    if stage in ("Purchasing", "Settling"):
        assert announced == {CueKind.PURCHASE}
    elif stage == "Payday":
        assert announced == {CueKind.PAYDAY}
    elif stage in ("SettingUp", "Dismissing", "Counting", "Over"):
        assert not announced
    else:
        tile = state.on_token
        assert announced == ({CueKind(tile.value)} if tile is not None else set())
