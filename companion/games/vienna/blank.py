"""What has to be filled in to describe a copy of VIENNA, and the pack that comes of it."""

from __future__ import annotations

from companion.games.vienna.board_check import (
    BUILDINGS,
    GAME,
    LAST_AREA,
    SCORE_FIELDS,
    SQUARES,
    SURFACES,
    VALUES,
)
from companion.games.vienna.board_file import LETTERS, ROOF, Side
from companion.games.vienna.words import Flag, Hue, Info, Seal
from companion.packs.draft_blank import Blank, Fact, Kind, Measure, Row, Step

#: What our own edition measures; every owner's ruler may say otherwise.
PIECES_MM: dict[str, dict[str, tuple[float, ...]]] = {
    "agent": {"base_mm": (12,), "height_mm": (26,)},
    "third_man": {"base_mm": (13,), "height_mm": (29,)},
    "investigator": {"base_mm": (14,), "height_mm": (28,)},
    "marker": {"base_mm": (12,), "height_mm": (6,)},
    "info_tile": {"size_mm": (20, 20), "height_mm": (2,)},
    "flag_tile": {"size_mm": (14, 9), "height_mm": (2,)},
    "roof_tile": {"size_mm": (18, 18), "height_mm": (2,)},
    "investigation": {"size_mm": (26, 26), "height_mm": (2,)},
}
_SIZES_MM = {"board": (560.0, 420.0), "intel": (320.0, 240.0)}
_RADIUS_MM = 19.0
_SURFACES = {"board": "vienna.surface.board", "intel": "vienna.surface.intel"}
_PILES = {"A": "vienna.maker.orders-a", "B": "vienna.maker.orders-b"}
_PIECES = {
    "agent": "vienna.maker.piece.agent",
    "third_man": "vienna.maker.piece.third-man",
    "investigator": "vienna.maker.piece.investigator",
    "marker": "vienna.maker.piece.marker",
    "info_tile": "vienna.maker.piece.info-tile",
    "flag_tile": "vienna.maker.piece.flag-tile",
    "roof_tile": "vienna.maker.piece.roof-tile",
    "investigation": "vienna.maker.piece.investigation",
}
#: A track has about a dozen fields.
_TRACK, _TRACKS = 12, (7, 18)


def blank_of(side: str) -> Blank:
    """Return what has to be filled in for a side of the board."""
    full = side != Side.ENTRY
    return Blank(
        game=GAME,
        sides=tuple(Side),
        side=Side.FULL if full else Side.ENTRY,
        surfaces=SURFACES,
        kinds=(_buildings(full=full), _squares()),
        rows=_rows(full=full),
        measures=_measures(),
    )


def _buildings(*, full: bool) -> Kind:
    facts = [
        Fact("colour", "vienna.maker.colour", tuple(Hue), "hue", (32, 18), colour=True),
        Fact("flag", "vienna.maker.flag", tuple(Flag), "flag", (14, 9)),
    ]
    if full:
        facts += [
            Fact("seal", "vienna.maker.seal", tuple(Seal), "seal", (9, 9)),
            Fact("letter", "vienna.maker.letter", LETTERS, size_mm=(7, 7), once=True),
        ]
    return Kind(
        "building",
        "vienna.maker.building",
        "board",
        "b",
        BUILDINGS,
        radius="building.radius",
        facts=tuple(facts),
        beside="flag",
        beside_title="vienna.maker.flag-spot",
        beside_piece="flag_tile",
    )


def _squares() -> Kind:
    values = tuple(map(str, VALUES))
    value = Fact("value", "vienna.maker.value", values, size_mm=(9, 9))
    return Kind(
        "square",
        "vienna.maker.square",
        "board",
        "s",
        SQUARES,
        piece="info_tile",
        facts=(value,),
        leads_to="building",
        streets="value",
    )


def _rows(*, full: bool) -> tuple[Row, ...]:
    score = Row("score", "vienna.maker.score", "board", SCORE_FIELDS, Step.RING, piece="agent")
    tracks = (
        Row(
            f"info:{info}",
            f"vienna.info.{info}",
            "intel",
            _TRACK,
            Step.ENDS,
            piece="marker",
            areas=LAST_AREA,
            counts=_TRACKS,
        )
        for info in Info
    )
    roof = Row("roof", "vienna.maker.roof", "intel", len(ROOF), names=ROOF, piece="roof_tile")
    single = "investigation"
    token = Row(single, "vienna.maker.investigation", "intel", 1, piece="investigation")
    rows = (score, *tracks, roof, token)
    if not full:
        return rows
    oriel = Row("oriel", "vienna.maker.oriel", "intel", 1, piece="roof_tile")
    piles = (Row(f"order:{pile}", title, "board", 2) for pile, title in _PILES.items())
    return (*rows, oriel, *piles)


def _measures() -> tuple[Measure, ...]:
    surfaces = (
        Measure(f"{surface}.{way}", _SURFACES[surface], mm, surface)
        for surface in SURFACES
        for way, mm in zip(("width", "depth"), _SIZES_MM[surface], strict=True)
    )
    radius = Measure("building.radius", "vienna.maker.radius", _RADIUS_MM, "building")
    pieces = (
        Measure(f"{piece}.{length}.{n}", _PIECES[piece], mm, "pieces")
        for piece, lengths in PIECES_MM.items()
        for length, sizes in lengths.items()
        for n, mm in enumerate(sizes)
    )
    return (*surfaces, radius, *pieces)
