"""A table of VIENNA for the tests: set up by real moves, then put into a wanted position.

>>> jan = table(players=2).with_drawers(0, 46, 56)
>>> jan.state.seats[0].drawers
(46, 56)
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from companion.engine import UNKNOWN, Accepted, Ask, Refused, fold
from companion.games.vienna import (
    Bribe,
    Colour,
    Flag,
    FlagSource,
    Hue,
    Info,
    Options,
    State,
    Tracking,
    Vienna,
    entry_box,
)
from companion.games.vienna.box import HAND, SUPPLY
from companion.games.vienna.card_phase import cards_in_pile
from companion.games.vienna.events import Event
from companion.games.vienna.moves import (
    Draw,
    LayFlag,
    LayTile,
    Move,
    Pass,
    Plan,
    TakeStarter,
)
from companion.games.vienna.stages import Finishing
from companion.games.vienna.state import Seat
from companion.games.vienna.words import PRICE_OF_HUE, Version

GAME = Vienna(entry_box())
BOARD = GAME.box.board
CARDS = GAME.box.cards


def play(game: Vienna, state: State, *moves: Move) -> State:
    """Make moves that the rules accept, and return the state after them."""
    for move in moves:
        verdict = game.decide(state, move)
        assert isinstance(verdict, Accepted), f"{move} was refused: {verdict}"
        state = fold(game, state, verdict.events)
    return state


def refused(game: Vienna, state: State, move: Move) -> Refused:
    """Make a move that the rules refuse, and return what they say."""
    verdict = game.decide(state, move)
    assert isinstance(verdict, Refused), f"{move} was accepted: {verdict}"
    return verdict


@dataclass(frozen=True)
class Table:
    """Hold a state, and lay it out afresh in the words of the rulebook's examples."""

    state: State

    def play(self, *moves: Move) -> Table:
        return Table(play(GAME, self.state, *moves))

    def refused(self, move: Move) -> Refused:
        return refused(GAME, self.state, move)

    def events(self, move: Move) -> tuple[Event, ...]:
        """Return what an accepted move brings about."""
        verdict = GAME.decide(self.state, move)
        assert isinstance(verdict, Accepted), f"{move} was refused: {verdict}"
        return verdict.events

    def seat(self, number: int) -> Seat:
        return self.state.seats[number]

    def asks(self, *, fact: bool = False) -> tuple[Ask, ...]:
        """Return the open questions that somebody must answer."""
        return tuple(ask for ask in GAME.asks(self.state) if ask.blocks and ask.fact is fact)

    def options(self) -> tuple[Move, ...]:
        """Return the answers to the first question that is a choice."""
        return GAME.options(self.state, self.asks()[0])

    # Cards.

    def planned(self, **plans: tuple[int, int | Bribe, int | Info]) -> Table:
        """Let seats plan cards for I, II and IV, as in ``seat0=(46, Bribe.WINE, Info.SLIDE)``.

        A bribe or an information stands for some card that shows it; a seat of which nothing is
        said plans any three cards.
        """
        spoken_for = {card for plan in plans.values() for card in plan if isinstance(card, int)}
        free = [c for c in cards_in_pile(GAME.box, self.state) if c not in spoken_for]
        after = self
        chosen = {name: tuple(_take(free, wish) for wish in plan) for name, plan in plans.items()}
        for number, seat in enumerate(self.state.seats):
            if seat.tracking is Tracking.FULL:
                cards = chosen.get(f"seat{number}") or tuple(free.pop() for _ in range(HAND))
                after = after.play(*(Draw(number, card) for card in cards), Plan(number, *cards))
        return after

    def with_drawers(self, seat: int, *cards: int) -> Table:
        """Put cards from the pile into a desk."""
        pile = self.state.pile + len(self.seat(seat).drawers) - len(cards)
        return self._with(pile=pile)._with_seat(seat, drawers=cards)

    def with_unknown_drawers(self, seat: int, count: int) -> Table:
        """Let so many cards lie in a desk of which nobody tells us anything."""
        pile = self.state.pile + len(self.seat(seat).drawers) - count
        return self._with(pile=pile)._with_seat(seat, drawers=(UNKNOWN,) * count)

    # Figures, tiles and bribes.

    def with_agents(self, seat: int, *buildings: str) -> Table:
        supply = SUPPLY[Version.ENTRY] - len(buildings)
        return self._with_seat(seat, agents=tuple(sorted(buildings)), supply=supply)

    def with_purse(self, seat: int, **counts: int) -> Table:
        """Give a seat just these bribes."""
        purse = {bribe: counts.get(bribe, 0) for bribe in Bribe}
        return self._with_seat(seat, purse=purse)

    def with_tiles(self, seat: int, **counts: int) -> Table:
        """Give a seat just these information tiles."""
        return self._with_seat(seat, tiles={info: counts.get(info, 0) for info in Info})

    def with_score(self, seat: int, score: int) -> Table:
        return self._with_seat(seat, score=score)

    def with_square(self, square: str, info: Info | None) -> Table:
        return self._with(squares={**self.state.squares, square: info})

    def with_markers(self, **fields: int) -> Table:
        """Put markers on fields counted from 0; -1 is the last one."""
        on = {Info(name): range(len(BOARD.tracks[Info(name)]))[at] for name, at in fields.items()}
        return self._with(markers={**self.state.markers, **on})

    def at_threshold(self, *infos: Info) -> Table:
        """Put markers on the last field before their first threshold."""
        return self.with_markers(**{info: BOARD.tracks[info].index(2) - 1 for info in infos})

    def with_investigator(self, letter: str) -> Table:
        return self._with(investigator=BOARD.roof.index(letter))

    def in_last_round(self) -> Table:
        return self._with(last_round=True)

    def _with(self, **changes: object) -> Table:
        return Table(msgspec.structs.replace(self.state, **changes))

    def _with_seat(self, number: int, **changes: object) -> Table:
        seats = list(self.state.seats)
        seats[number] = msgspec.structs.replace(seats[number], **changes)
        return self._with(seats=tuple(seats))


def table(
    players: int = 3,
    *,
    start: int = 0,
    flags: FlagSource = FlagSource.PRINTED,
    tracking: tuple[Tracking, ...] = (),
) -> Table:
    """Set a table up by moves, with tiles and flags in a fixed order, up to the first cards."""
    options = Options(tuple(Colour)[:players], start, flags, tracking)
    laid = Table(GAME.setup(options))
    laid = laid.play(*(LayTile(s, tuple(Info)[n % 5]) for n, s in enumerate(BOARD.squares)))
    if flags is FlagSource.TILES:
        laid = laid.play(*(LayFlag(b, tuple(Flag)[n % 5]) for n, b in enumerate(BOARD.buildings)))
    return laid.play(*(TakeStarter(n, tuple(Info)[n]) for n in range(players)))


def idle(position: Table) -> Table:
    """Answer the next question by doing as little as the rules allow."""
    ask = next(ask for ask in GAME.asks(position.state) if ask.blocks)
    answers = GAME.options(position.state, ask)
    move: Move = Pass(ask.seat) if ask.seat is not None else answers[0]
    return position.play(move if move in answers else answers[0])


def idle_until(position: Table, stage: type) -> Table:
    position = idle(position)
    while not isinstance(position.state.stage, stage):
        position = idle(position)
    return position


def last_tap(players: int, *, start: int = 0) -> Table:
    """Return the very last turn of a game: all but the tap that ends it has been done."""
    position = table(players, start=start).in_last_round()
    last = (start - 1) % players
    while position.state.stage != Finishing(last):
        position = idle(position)
    return position


def watched(players: int = 2) -> Table:
    """Set up a table at which nobody types anything: the first seat's turn has begun."""
    return table(players, tracking=(Tracking.BOARD,) * players)


def buildings(hue: Hue | None = None, flag: Flag | None = None) -> tuple[str, ...]:
    """Return the buildings of this colour and with this printed flag."""
    return tuple(
        b.id for b in BOARD.buildings.values() if hue in (None, b.hue) and flag in (None, b.flag)
    )


def card(family: str, param: object = None, *, twin: bool = False) -> int:
    """Return the card of a family that names this; of two equal ones the first, or its twin."""
    found = [c.number for c in CARDS.values() if c.family == family and c.param == param]
    return found[1] if twin else found[0]


def _take(free: list[int], wish: int | Bribe | Info) -> int:
    if isinstance(wish, int):
        return wish
    found = next(c for c in free if wish in (CARDS[c].bribe, CARDS[c].info))
    free.remove(found)
    return found


@dataclass(frozen=True)
class Fork:
    """Name a building that closes a 2-square and a 3-square at once, and what it takes."""

    building: str
    two: str
    three: str
    helpers: tuple[str, ...]

    @property
    def price(self) -> dict[str, int]:
        return {PRICE_OF_HUE[BOARD.buildings[self.building].hue]: 2}


def fork() -> Fork:
    """Find such a building on the board, with no third square closed by the same agents."""
    for building in BOARD.buildings.values():
        around = [BOARD.squares[name] for name in building.squares]
        pairs = ((a, b) for a in around for b in around if (a.value, b.value) == (2, 3))
        for two, three in pairs:
            corners = {*two.buildings, *three.buildings}
            if sum(corners >= {*square.buildings} for square in BOARD.squares.values()) == 2:
                helpers = tuple(sorted(corners - {building.id}))
                return Fork(building.id, two.id, three.id, helpers)
    raise AssertionError("a board without such a building is hardly worth playing on")
