"""VIENNA's own edition as files of sheets: how many there are of everything, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from companion.app.print_markers import BOARD_SIGN, calibration_board, corner_markers
from companion.app.print_words import card_face, desk_words, order_face, player_aids
from companion.drawing import figures, tiles
from companion.drawing.aid_art import aid
from companion.drawing.card_art import card, card_back
from companion.drawing.cutout import Cutout
from companion.drawing.desk_art import GOODS, desk, side_table
from companion.drawing.order_art import order, order_back
from companion.drawing.poster import plan, poster
from companion.drawing.schematic_pack import as_pack
from companion.drawing.sheet import Paper, SheetWords, sheets_of, two_sided
from companion.drawing.svg import Point
from companion.drawing.table_art import surface_content
from companion.engine import Text
from companion.games.vienna import Box, entry_box, full_box
from companion.games.vienna.box import ENTRY_CARDS
from companion.games.vienna.words import Bribe, Colour, Flag, Info, RoofTile
from companion.session.texts import Texts

#: How many there are (rulebook: components).
TILES_EACH = 9
FLAGS_EACH = 6
BRIBES_EACH = 20
COINS = {1: 32, 5: 10}
ROOF_TILES = {RoofTile.PURCHASE: 5, RoofTile.PAYDAY: 2}
AGENTS_EACH = 9
AIDS_EACH = 4
#: Paper between pieces that are not cut along common lines.
_GAP_MM = 4.0
_NARROW_GAP_MM = 3.0


class Wanted(msgspec.Struct, frozen=True):
    """What somebody wants to print."""

    paper: Paper
    texts: Texts
    backs: bool = False


class Part(msgspec.Struct, frozen=True):
    """One file: its name, its title, the paper as it lies, and its sheets."""

    name: str
    title: str
    size_mm: Point
    sheets: tuple[str, ...]


#: The files in the order of printing, with the ids of their titles.
TITLES = {
    "board-full": "vienna.print.board-full",
    "board-entry": "vienna.print.board-entry",
    "tableau": "vienna.print.tableau",
    "secret-information": "vienna.print.infos",
    "flags": "vienna.print.flags",
    "cards": "vienna.print.cards",
    "orders": "vienna.print.orders",
    "desks": "vienna.print.desks",
    "desk-tiles": "vienna.print.desk-tiles",
    "bribes": "vienna.print.bribes",
    "coins": "vienna.print.coins",
    "figures": "vienna.print.figures",
    "player-aids": "vienna.print.aids",
    "calibration": "vienna.print.calibration",
    "corner-markers": "vienna.print.corners",
}


def parts(wanted: Wanted) -> Iterator[Part]:
    """Draw the files one by one."""
    yield from (part(wanted, name) for name in TITLES)


def part(wanted: Wanted, name: str) -> Part:
    """Draw one file."""
    number = tuple(TITLES).index(name) + 1
    title = wanted.texts(Text(TITLES[name]))
    title += f" ({BOARD_SIGN})" if name == "calibration" else ""
    words = SheetWords(title, wanted.texts(Text("cli.print.hint")), _page(wanted.texts))
    size, sheets = _draw(name, wanted, words)
    return Part(f"{number:02d}-{name}.pdf", title, size, tuple(sheets))


def _page(texts: Texts) -> str:
    """Leave the gaps open: a sheet fills them in."""
    return texts(Text("cli.print.page", {"number": "{number}", "count": "{count}"}))


def _draw(name: str, wanted: Wanted, words: SheetWords) -> tuple[Point, list[str]]:
    paper = wanted.paper
    if name in _LARGE:
        piece = _LARGE[name]()
        return plan(piece.size_mm, paper).paper.size_mm, poster(piece, paper, words)
    gap = _GAPS.get(name, 0.0)
    pieces = list(PIECES[name](wanted.texts))
    if wanted.backs and name in _BACKS:
        return paper.size_mm, two_sided(pieces, list(_BACKS[name](pieces)), paper, words)
    return paper.size_mm, sheets_of(pieces, paper, words, gap)


def _surface(box: Box, surface: str) -> Cutout:
    pack = as_pack(box.board.pack)
    return Cutout(surface, pack.surfaces[surface].size_mm, surface_content(pack, surface))


def _infos(_: Texts) -> Iterator[Cutout]:
    yield from (tiles.info_tile(kind) for kind in Info for _ in range(TILES_EACH))


def _flags(_: Texts) -> Iterator[Cutout]:
    yield from (tiles.flag_tile(flag) for flag in Flag for _ in range(FLAGS_EACH))


def _cards(texts: Texts) -> Iterator[Cutout]:
    yield from (card(card_face(texts, one)) for one in full_box().cards.values())


def _orders(_: Texts) -> Iterator[Cutout]:
    yield from (order(order_face(one)) for one in full_box().orders.values())


def _desks(texts: Texts) -> Iterator[Cutout]:
    yield from (desk(colour, desk_words(texts, colour)) for colour in Colour)
    yield from (side_table(colour, desk_words(texts, colour)) for colour in Colour)


def _desk_tiles(_: Texts) -> Iterator[Cutout]:
    """Lay out what there is little of: two-sided pieces lie beside their backs."""
    yield from (tiles.desk_tile(good, colour) for colour in Colour for good in GOODS)
    for colour in Colour:
        yield from (tiles.hundred_tile(colour, points) for points in (100, 200))
    yield from (tiles.roof_tile(kind) for kind, count in ROOF_TILES.items() for _ in range(count))
    yield from (tiles.marker(kind) for kind in Info)
    yield from (tiles.investigation(side) for side in ("front", "x"))
    yield tiles.coat_of_arms()


def _bribes(_: Texts) -> Iterator[Cutout]:
    yield from (tiles.bribe_token(kind) for kind in Bribe for _ in range(BRIBES_EACH))


def _coins(_: Texts) -> Iterator[Cutout]:
    yield from (tiles.coin(value) for value, count in COINS.items() for _ in range(count))


def _figures(_: Texts) -> Iterator[Cutout]:
    sizes = full_box().board.pieces
    agent, third = sizes["agent"], sizes["third_man"]
    investigator = sizes["investigator"]
    for colour in Colour:
        for _n in range(AGENTS_EACH):
            yield figures.standee(f"agent:{colour}", agent.width_mm, agent.height_mm)
    yield figures.standee("investigator", investigator.width_mm, investigator.height_mm)
    yield figures.standee("third_man", third.width_mm, third.height_mm)
    for colour in Colour:
        yield figures.standee(f"feld:{colour}", third.width_mm, third.height_mm)


def _aids(texts: Texts) -> Iterator[Cutout]:
    yield from (aid(face) for face in player_aids(texts) for _ in range(AIDS_EACH))


def _card_backs(pieces: Sequence[Cutout]) -> Iterator[Cutout]:
    last_entry = max(ENTRY_CARDS)
    for piece in pieces:
        yield card_back(full=int(piece.name.partition(":")[2]) > last_entry)


def _order_backs(pieces: Sequence[Cutout]) -> Iterator[Cutout]:
    yield from (order_back(piece.name.partition(":")[2][0]) for piece in pieces)


_LARGE: dict[str, Callable[[], Cutout]] = {
    "board-full": lambda: _surface(full_box(), "board"),
    "board-entry": lambda: _surface(entry_box(), "board"),
    "tableau": lambda: _surface(full_box(), "intel"),
}
PIECES: dict[str, Callable[[Texts], Iterator[Cutout]]] = {
    "secret-information": _infos,
    "flags": _flags,
    "cards": _cards,
    "orders": _orders,
    "desks": _desks,
    "desk-tiles": _desk_tiles,
    "bribes": _bribes,
    "coins": _coins,
    "figures": _figures,
    "player-aids": _aids,
    "calibration": lambda _: iter([calibration_board()]),
    "corner-markers": lambda _: iter(corner_markers()),
}
_GAPS = {
    "desks": _GAP_MM,
    "desk-tiles": _GAP_MM,
    "bribes": _NARROW_GAP_MM,
    "coins": _NARROW_GAP_MM,
    "figures": _GAP_MM,
    "calibration": _GAP_MM,
    "corner-markers": 2 * _GAP_MM,
}
_BACKS: dict[str, Callable[[Sequence[Cutout]], Iterator[Cutout]]] = {
    "cards": _card_backs,
    "orders": _order_backs,
}
