"""Set-up of the entry version: tiles, flags and starting tiles from the bag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar

from companion.engine import MISREAD, UNKNOWN, Ask, BadOptions, Text, Unknown, known
from companion.games.vienna import third_man
from companion.games.vienna.box import FOR_HIRE, SUPPLY, Box
from companion.games.vienna.events import FlagLaid, StarterTaken, TileLaid
from companion.games.vienna.moves import LayFlag, LayTile, Move, TakeStarter
from companion.games.vienna.rulebook import Rule, illegal, invalid
from companion.games.vienna.stages import SettingUp
from companion.games.vienna.state import FlagSource, Options, Seat, State, Tracking
from companion.games.vienna.story import Refusal, Step, Story, find_seat
from companion.games.vienna.terms import term
from companion.games.vienna.words import (
    Bribe,
    Colour,
    Expansion,
    Flag,
    Info,
    RoofTile,
    Version,
)

W = TypeVar("W", bound=StrEnum)

#: Tiles of each kind in the bag, once one of each is set aside for the players.
TILES_OF_A_KIND = 8
#: Flag tiles of each nation.
FLAGS_OF_A_KIND = 6
#: Schillings at the start (full version).
START_MONEY = 1
#: Fields of the Prater where orders lie open.
DISPLAY = ("A1", "A2", "B1", "B2")
#: Where purchase and payday tiles lie, by number of players.
ROOF_TILES = {2: ("BCDGH", "EH"), 3: ("BCEIJ", "GJ"), 4: ("BDFJL", "HL")}


def lay_out(box: Box, options: Options) -> State:
    """Return the table with an empty board and nothing but questions."""
    players = options.players
    if not 2 <= len(players) <= len(Colour) or len(set(players)) != len(players):
        raise BadOptions(Text("vienna.options.players"))
    if not 0 <= options.start < len(players):
        raise BadOptions(Text("vienna.options.start", {"count": len(players)}))
    tracking = options.tracking or (Tracking.FULL,) * len(players)
    if len(tracking) != len(players):
        raise BadOptions(Text("vienna.options.tracking", {"count": len(players)}))
    if options.version is not box.version:
        raise BadOptions(Text("vienna.options.version"))
    if Expansion.FELD in options.expansions and options.version is Version.ENTRY:
        raise BadOptions(Text("vienna.options.feld"))
    board = box.board
    printed = options.flags is FlagSource.PRINTED
    full = options.version is Version.FULL
    return State(
        edition=board.edition,
        flag_source=options.flags,
        seats=tuple(_sit_down(options, *player) for player in zip(players, tracking, strict=True)),
        start=options.start,
        squares=dict.fromkeys(board.squares, UNKNOWN),
        flags={b.id: b.flag if printed else UNKNOWN for b in board.buildings.values()},
        markers=dict.fromkeys(Info, 0),
        pile=len(box.cards),
        version=options.version,
        expansions=options.expansions,
        third_man=UNKNOWN if Expansion.THIRD_MAN in options.expansions else None,
        display=dict.fromkeys(DISPLAY, UNKNOWN) if full else {},
        roof=roof_tiles(len(players)) if full else {},
    )


def roof_tiles(players: int) -> dict[str, tuple[RoofTile, ...]]:
    """Lay out purchase and payday tiles for this many players (rulebook: set-up 7)."""
    purchases, paydays = ROOF_TILES[players]
    fields = sorted({*purchases, *paydays})
    both = ((RoofTile.PURCHASE, purchases), (RoofTile.PAYDAY, paydays))
    return {f: tuple(tile for tile, at in both if f in at) for f in fields}


def _sit_down(options: Options, colour: Colour, tracking: Tracking) -> Seat:
    """Give a player agents, bribes and money; who tells us nothing keeps his wealth to himself."""
    told = tracking is Tracking.FULL
    full = options.version is Version.FULL
    # Marrakesh gets a Schilling for every order accepted, the first one included.
    money = START_MONEY + (colour is Colour.YELLOW and Expansion.FELD in options.expansions)
    return Seat(
        colour,
        tracking,
        SUPPLY[options.version],
        dict.fromkeys(Bribe, 1 if told else UNKNOWN),
        tiles=dict.fromkeys(Info, 0),
        money=(money if told else UNKNOWN) if full else 0,
        for_hire=FOR_HIRE[options.version],
        orders=(UNKNOWN,) if full else (),
    )


def asks(box: Box, state: State) -> tuple[Ask, ...]:
    """Ask what lies on each square, above each building and beside each desk."""
    squares = tuple(
        Ask(f"tile.{square}", "lay-tile", fact=True, seen_at=(square,), params={"square": square})
        for square, info in state.squares.items()
        if isinstance(info, Unknown)
    )
    flags = tuple(
        Ask(f"flag.{b}", "lay-flag", fact=True, seen_at=(f"flag:{b}",), params={"building": b})
        for b, flag in state.flags.items()
        if isinstance(flag, Unknown)
    )
    starters = tuple(
        Ask(f"starter.{n}", "take-starter", n, fact=True)
        for n, seat in enumerate(state.seats)
        if isinstance(seat.starter, Unknown)
    )
    return squares + flags + starters + third_man.setup_asks(box, state)


def options(_box: Box, state: State, ask: Ask) -> tuple[Move, ...]:
    """List what may still come out of the bag."""
    if ask.kind == "lay-tile":
        square = str(ask.params["square"])
        tiles = _left(state.squares.values(), tuple(Info), TILES_OF_A_KIND)
        return tuple(LayTile(square, info) for info in tiles)
    if ask.kind == "lay-flag":
        building = str(ask.params["building"])
        flags = _left(state.flags.values(), tuple(Flag), FLAGS_OF_A_KIND)
        return tuple(LayFlag(building, flag) for flag in flags)
    assert ask.seat is not None
    given = {seat.starter for seat in state.seats}
    return tuple(TakeStarter(ask.seat, info) for info in Info if info not in given)


def _left(laid: Iterable[object], kinds: tuple[W, ...], each: int) -> tuple[W, ...]:
    counts = Counter(laid)
    return tuple(kind for kind in kinds if counts[kind] < each)


def lay_tile(story: Story, move: LayTile) -> Step | Refusal | None:
    """Lay a tile on a square."""
    state = story.state
    if move.square not in state.squares:
        return invalid(Rule.NO_SUCH_SQUARE, square=move.square)
    if MISREAD in story.waived and state.squares[move.square] is not None:
        # Where two were mixed up, there is one too many of a kind until both are put right.
        story.tell(TileLaid(move.square, move.info))
        return _go_on(state)
    if not isinstance(state.stage, SettingUp):
        return illegal(Rule.NOT_NOW)
    lies = not isinstance(state.squares[move.square], Unknown)
    if lies and story.enforces(Rule.ALREADY_LAID):
        return illegal(Rule.ALREADY_LAID, place=move.square)
    if list(state.squares.values()).count(move.info) >= TILES_OF_A_KIND:
        return illegal(Rule.TILE_USED_UP, info=term(move.info), count=TILES_OF_A_KIND)
    story.tell(TileLaid(move.square, move.info))
    return Step.SET_UP


def _go_on(state: State) -> Step | None:
    """Say what follows when something turns out to be another tile than was thought."""
    return Step.SET_UP if isinstance(state.stage, SettingUp) else None


def lay_flag(story: Story, move: LayFlag) -> Step | Refusal | None:
    """Lay a flag tile above a building."""
    state = story.state
    if move.building not in state.flags:
        return invalid(Rule.NO_SUCH_BUILDING, building=move.building)
    if MISREAD in story.waived and state.flag_source is not FlagSource.PRINTED:
        story.tell(FlagLaid(move.building, move.flag))
        return _go_on(state)
    if not isinstance(state.stage, SettingUp):
        return illegal(Rule.NOT_NOW)
    if state.flag_source is FlagSource.PRINTED:
        return illegal(Rule.FLAGS_ARE_PRINTED)
    lies = not isinstance(state.flags[move.building], Unknown)
    if lies and story.enforces(Rule.ALREADY_LAID):
        return illegal(Rule.ALREADY_LAID, place=move.building)
    if list(state.flags.values()).count(move.flag) >= FLAGS_OF_A_KIND:
        return illegal(Rule.FLAG_USED_UP, flag=term(move.flag), count=FLAGS_OF_A_KIND)
    story.tell(FlagLaid(move.building, move.flag))
    return Step.SET_UP


def take_starter(story: Story, move: TakeStarter) -> Step | Refusal | None:
    """Give a seat its starting tile; there is one of each kind."""
    seat = find_seat(story.state, move.seat)
    if not isinstance(seat, Seat):
        return seat
    if not isinstance(story.state.stage, SettingUp):
        return illegal(Rule.NOT_NOW)
    if not isinstance(seat.starter, Unknown):
        return illegal(Rule.ALREADY_LAID, place=term(seat.colour))
    if any(other.starter == move.info for other in story.state.seats):
        return illegal(Rule.STARTER_GIVEN, info=term(move.info))
    story.tell(StarterTaken(move.seat, move.info))
    return Step.SET_UP


def begin_if_ready(story: Story, _seat: int) -> Step | None:
    """Begin the first round once everything is laid out."""
    state = story.state
    starters = [seat.starter for seat in state.seats]
    laid = known(state.squares.values()) and known(state.flags.values()) and known(starters)
    return Step.BEGIN_ROUND if laid and known([state.third_man]) else None
