"""A table of VIENNA's full version for the tests: set up by real moves, then put into a position.

>>> jan = table(3).with_money(0, 4).with_orders(0, "B-01")
>>> jan.seat(0).money, jan.seat(0).orders
(4, ('B-01',))
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from companion.engine import UNKNOWN, Accepted, Ask, Refused, fold
from companion.games.vienna import (
    Bribe,
    Colour,
    Expansion,
    Flag,
    Good,
    Hue,
    Info,
    Options,
    Seal,
    State,
    Tracking,
    Version,
    Vienna,
    entry_box,
    full_box,
)
from companion.games.vienna.box import HAND
from companion.games.vienna.card_phase import cards_in_pile, hand_size
from companion.games.vienna.events import Event
from companion.games.vienna.moves import (
    Done,
    Draw,
    LayTile,
    Move,
    Pass,
    Plan,
    SetThirdMan,
    TakeStarter,
    TakeStartOrder,
)
from companion.games.vienna.order import Order
from companion.games.vienna.stages import Acting, Finishing
from companion.games.vienna.state import Seat
from companion.games.vienna.words import PRICE_OF_HUE, RoofTile

FULL, ENTRY = Vienna(full_box()), Vienna(entry_box())
GAMES = {Version.FULL: FULL, Version.ENTRY: ENTRY}
BOARD, CARDS, ORDERS = FULL.box.board, FULL.box.cards, FULL.box.orders
FELD, THIRD_MAN = (Expansion.FELD,), (Expansion.THIRD_MAN,)
NONE = dict.fromkeys(Bribe, 0)
#: All figures of a colour but the score marker and the Feld figure.
AGENTS = 8


def card(family: str, param: object = None, *, twin: bool = False) -> int:
    """Return the card of a family that names this; of two equal ones the first, or its twin."""
    found = [c.number for c in CARDS.values() if c.family == family and c.param == param]
    return found[1] if twin else found[0]


#: A plan that sets off nothing as long as everybody keeps apart.
QUIET = (card("foreign-points"), Bribe.COFFEE, Info.SLIDE)


@dataclass(frozen=True)
class Table:
    """Hold a state, and lay it out afresh in the words of the rulebook's examples."""

    state: State

    @property
    def game(self) -> Vienna:
        return GAMES[self.state.version]

    def play(self, *moves: Move) -> Table:
        state = self.state
        for move in moves:
            verdict = self.game.decide(state, move)
            assert isinstance(verdict, Accepted), f"{move} was refused: {verdict}"
            state = fold(self.game, state, verdict.events)
        return Table(state)

    def refused(self, move: Move) -> Refused:
        verdict = self.game.decide(self.state, move)
        assert isinstance(verdict, Refused), f"{move} was accepted: {verdict}"
        return verdict

    def events(self, move: Move) -> tuple[Event, ...]:
        verdict = self.game.decide(self.state, move)
        assert isinstance(verdict, Accepted), f"{move} was refused: {verdict}"
        return verdict.events

    def seat(self, number: int) -> Seat:
        return self.state.seats[number]

    def ask(self) -> Ask:
        """Return the choice that the table waits for."""
        return next(a for a in self.game.asks(self.state) if a.blocks and not a.fact)

    def options(self) -> tuple[Move, ...]:
        return self.game.options(self.state, self.ask())

    # Cards.

    def planned(self, **plans: tuple[int, int | Bribe, int | Info]) -> Table:
        """Let seats draw and plan, as in ``seat0=(46, Bribe.WINE, Info.SLIDE)``.

        A bribe or an information stands for some card that shows it; of whom nothing is said plans
        any three cards, and whoever draws more than three drops the rest.
        """
        spoken_for = {card for plan in plans.values() for card in plan if isinstance(card, int)}
        free = [c for c in cards_in_pile(self.game.box, self.state) if c not in spoken_for]
        after = self
        chosen = {name: tuple(_take(free, wish) for wish in plan) for name, plan in plans.items()}
        for number, seat in enumerate(self.state.seats):
            if seat.tracking is Tracking.FULL:
                cards = chosen.get(f"seat{number}") or tuple(free.pop() for _ in range(HAND))
                spare = hand_size(seat) - len(seat.hand) - HAND
                drawn = (*cards, *(free.pop() for _ in range(spare)))
                after = after.play(*(Draw(number, card) for card in drawn), Plan(number, *cards))
        return after

    def with_drawers(self, seat: int, *cards: int) -> Table:
        pile = self.state.pile + len(self.seat(seat).drawers) - len(cards)
        return self.with_(pile=pile).with_seat(seat, drawers=cards)

    def with_unknown_drawers(self, seat: int, count: int) -> Table:
        pile = self.state.pile + len(self.seat(seat).drawers) - count
        return self.with_(pile=pile).with_seat(seat, drawers=(UNKNOWN,) * count)

    # What a seat has.

    def with_agents(self, seat: int, *buildings: str, feld: str | None = None) -> Table:
        """Set agents on buildings, with a Feld figure on one more; hire only whom it takes."""
        standing = sorted((*buildings, feld) if feld else buildings)
        for_hire = min(self.seat(seat).for_hire, AGENTS - len(buildings))
        everybody = AGENTS - for_hire if self.state.version is Version.FULL else 6
        supply = everybody - len(buildings)
        return self.with_seat(
            seat, agents=tuple(standing), supply=supply, for_hire=for_hire, feld=feld
        )

    def with_purse(self, seat: int, **counts: int) -> Table:
        return self.with_seat(seat, purse={bribe: counts.get(bribe, 0) for bribe in Bribe})

    def with_tiles(self, seat: int, **counts: int) -> Table:
        return self.with_seat(seat, tiles={info: counts.get(info, 0) for info in Info})

    def with_money(self, seat: int, money: int) -> Table:
        return self.with_seat(seat, money=money)

    def with_goods(self, seat: int, *goods: Good, cash_box: int = 0) -> Table:
        return self.with_seat(seat, goods=goods, cash_box=cash_box)

    def with_orders(self, seat: int, *orders: str) -> Table:
        return self.with_seat(seat, orders=orders)

    # What lies on the table.

    def with_display(self, **fields: str) -> Table:
        """Lay these orders open on the Prater and no others."""
        display = {field: fields.get(field) for field in ("A1", "A2", "B1", "B2")}
        return self.with_(display=display)

    def with_square(self, square: str, info: Info | None) -> Table:
        return self.with_(squares={**self.state.squares, square: info})

    def with_no_tiles_but(self, **squares: Info) -> Table:
        return self.with_(squares={**dict.fromkeys(BOARD.squares), **squares})

    def with_markers(self, **fields: int) -> Table:
        """Put markers on fields counted from 0; -1 is the last one."""
        on = {Info(name): range(len(BOARD.tracks[Info(name)]))[at] for name, at in fields.items()}
        return self.with_(markers={**self.state.markers, **on})

    def with_third_man(self, building: str) -> Table:
        return self.with_(third_man=building)

    def with_(self, **changes: object) -> Table:
        return Table(msgspec.structs.replace(self.state, **changes))

    def with_seat(self, number: int, **changes: object) -> Table:
        seats = list(self.state.seats)
        seats[number] = msgspec.structs.replace(seats[number], **changes)
        return self.with_(seats=tuple(seats))


def table(
    players: int | tuple[Colour, ...] = 3,
    *,
    start: int = 0,
    tracking: tuple[Tracking, ...] = (),
    expansions: tuple[Expansion, ...] = (),
    version: Version = Version.FULL,
    bare: bool = True,
) -> Table:
    """Set a table up by moves, up to the first cards; ``bare`` leaves all orders out."""
    colours = tuple(Colour)[:players] if isinstance(players, int) else players
    options = Options(colours, start, tracking=tracking, expansions=expansions, version=version)
    laid = Table(GAMES[version].setup(options))
    laid = laid.play(*(LayTile(s, tuple(Info)[n % 5]) for n, s in enumerate(BOARD.squares)))
    if Expansion.THIRD_MAN in expansions:
        last = (start - 1) % len(colours)
        laid = laid.play(SetThirdMan(last, buildings(Hue.VIOLET)[0]))
    laid = laid.play(*(TakeStarter(n, tuple(Info)[n]) for n in range(len(colours))))
    if version is Version.ENTRY:
        return laid
    told = [n for n, seat in enumerate(laid.state.seats) if seat.tracking is Tracking.FULL]
    laid = laid.play(*(TakeStartOrder(n, f"S-{n + 1:02d}") for n in told))
    if bare:
        laid = laid.with_display()
        for number in told:
            laid = laid.with_orders(number)
    return laid


def acting(
    players: int | tuple[Colour, ...] = 3, *, plan: tuple = QUIET, **options: object
) -> Table:
    """Let the first seat stand before action III, with a rich purse and no cards in its desk."""
    position = table(players, **options).planned(seat0=plan).with_drawers(0)
    assert position.state.stage == Acting(0)
    return position.with_purse(0, **dict.fromkeys(Bribe, 4)).with_tiles(0)


def idle(position: Table) -> Table:
    """Answer the next question by doing as little as the rules allow."""
    ask = next(ask for ask in position.game.asks(position.state) if ask.blocks)
    answers = position.game.options(position.state, ask)
    move: Move = Pass(ask.seat) if ask.seat is not None else answers[0]
    return position.play(move if move in answers else answers[0])


def idle_until(position: Table, *stages: object) -> Table:
    """Idle up to a stage, named by itself or by its kind."""
    kinds = tuple(stage for stage in stages if isinstance(stage, type))
    while position.state.stage not in stages and not isinstance(position.state.stage, kinds):
        position = idle(position)
    return position


def last_tap(
    players: int | tuple[Colour, ...] = 2, *, found: RoofTile | None = None, **options: object
) -> Table:
    """Stop before the tap that ends a round, in which the investigator has found this tile."""
    position = table(players, **options)
    last = (position.state.start - 1) % len(position.state.seats)
    return idle_until(position, Finishing(last)).with_(on_token=found)


def round_over(position: Table) -> Table:
    return position.play(Done((position.state.start - 1) % len(position.state.seats)))


def last_round(position: Table) -> Table:
    """Turn the round into the last one: the second payday waits in the oriel window."""
    return position.with_(last_round=True, oriel=True, on_token=None, paydays=1)


def buildings(
    hue: Hue | None = None, flag: Flag | None = None, seal: Seal | None = None
) -> tuple[str, ...]:
    """Return the buildings of this colour, with this printed flag and this seal."""
    return tuple(
        b.id
        for b in BOARD.buildings.values()
        if hue in (None, b.hue) and flag in (None, b.flag) and seal in (None, b.seal)
    )


def siege(position: Table, info: Info, value: int = 2) -> tuple[Table, str]:
    """Let the first seat's next agent take this tile from a square, and no other tile lie around."""
    square = next(s for s in BOARD.squares.values() if s.value == value)
    *corners, gate = square.buildings
    return position.with_agents(0, *corners).with_no_tiles_but(**{square.id: info}), gate


@dataclass(frozen=True)
class Fork:
    """Name a building that closes a 2-square and a 3-square at once, and what it takes."""

    building: str
    two: str
    three: str
    helpers: tuple[str, ...]


def fork() -> Fork:
    """Find such a building on the board."""
    for building in BOARD.buildings.values():
        around = [BOARD.squares[name] for name in building.squares]
        pairs = [(a, b) for a in around for b in around if (a.value, b.value) == (2, 3)]
        for two, three in pairs:
            helpers = tuple(sorted({*two.buildings, *three.buildings} - {building.id}))
            return Fork(building.id, two.id, three.id, helpers)
    raise AssertionError("a board without such a building is hardly worth playing on")


def price(building: str) -> Bribe:
    return PRICE_OF_HUE[BOARD.buildings[building].hue]


def order(number: str) -> Order:
    return ORDERS[number]


def _take(free: list[int], wish: int | Bribe | Info) -> int:
    if isinstance(wish, int):
        return wish
    found = next(c for c in free if wish in (CARDS[c].bribe, CARDS[c].info))
    free.remove(found)
    return found
