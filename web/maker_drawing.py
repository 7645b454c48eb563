"""What lies over the photo while a pack is made, as SVG in millimetres (or pixels of the photo)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from html import escape

import msgspec

from companion.drawing.svg import box, disc, line, tag, word
from companion.packs.draft import (
    Draft,
    areas_of,
    beside_of,
    fields_of,
    line_of,
    measured,
    spots_of,
    streets_of,
)
from companion.packs.draft_blank import Blank, Kind, Row, Step
from companion.packs.header import Point
from web.maker_port import Work
from web.maker_tools import Tool

Icon = Callable[[str, str], str]


class Proposal(msgspec.Struct, frozen=True):
    """What the picture makes obvious: more places, or words for places."""

    at: Sequence[Point] = ()
    words: Mapping[str, str] = {}


def overlay(work: Work, tool: Tool, icon: Icon, wrong: Collection[str], proposal: Proposal) -> str:
    """Draw everything on the surface of a tool; what the tool is about stands out."""
    if tool.mode == "corners":
        return "".join(_corners(work, tool))
    sketch = _Sketch(work, tool, icon, wrong, proposal)
    return "".join(sketch.draw())


def ring(work: Work, tool: Tool) -> tuple[float, float, bool]:
    """Return the size of what a tool puts down, and whether it is round."""
    blank, draft = work.blank, work.draft
    kind = blank.kind(tool.of)
    if tool.mode == "put" and kind is not None:
        return _extent(draft, blank, kind)
    if tool.mode == "beside" and kind is not None:
        return (*_tile(draft, blank, kind.beside_piece), False)
    row = blank.row(tool.of)
    return _field(draft, blank, row) if tool.mode == "row" and row else (0.0, 0.0, True)


def _extent(draft: Draft, blank: Blank, kind: Kind) -> tuple[float, float, bool]:
    if kind.radius:
        wide = 2 * measured(draft, blank, kind.radius)
        return wide, wide, True
    return (*_tile(draft, blank, kind.piece), False)


def _tile(draft: Draft, blank: Blank, piece: str) -> Point:
    return (
        measured(draft, blank, f"{piece}.size_mm.0"),
        measured(draft, blank, f"{piece}.size_mm.1"),
    )


def _field(draft: Draft, blank: Blank, row: Row) -> tuple[float, float, bool]:
    wide, deep = _tile(draft, blank, row.piece) if row.piece else (10.0, 10.0)
    if wide:
        return wide, deep, not row.piece
    base = measured(draft, blank, f"{row.piece}.base_mm.0")
    return base, base, True


def _corners(work: Work, tool: Tool) -> Iterator[str]:
    """Draw the outline of a surface on its photo, in pixels."""
    corners = work.draft.corners[tool.of]
    unit = work.photos_px[tool.of][0] / 400
    points = " ".join(f"{x:g},{y:g}" for x, y in corners)
    style = "outline guess" if tool.of in work.draft.guesses else "outline"
    yield tag("polygon", points=points, class_=style, stroke_width=unit / 2)
    for number, (x, y) in enumerate(corners):
        yield tag(
            "g",
            disc((x, y), 5 * unit, class_="handle", stroke_width=unit)
            + line((x - 2 * unit, y), (x + 2 * unit, y), class_="cross", stroke_width=unit / 4)
            + line((x, y - 2 * unit), (x, y + 2 * unit), class_="cross", stroke_width=unit / 4)
            + word((x, y - 9 * unit), str(number + 1), 6 * unit, "", class_="name"),
            class_="spot mine",
            data_place=str(number),
            data_x=x,
            data_y=y,
        )


class _Sketch:
    """Draw places; all that belongs to the tool is ``mine``."""

    def __init__(
        self,
        work: Work,
        tool: Tool,
        icon: Icon,
        wrong: Collection[str],
        proposal: Proposal,
    ) -> None:
        self._draft, self._blank, self._tool = work.draft, work.blank, tool
        self._icon, self._wrong, self._proposal = icon, wrong, proposal

    def draw(self) -> Iterator[str]:
        for kind in self._blank.kinds:
            if kind.surface == self._tool.surface:
                if self._tool.mode == "streets":
                    yield from self._streets(kind)
                yield from self._kind(kind)
        for row in self._blank.rows:
            if row.surface == self._tool.surface:
                yield from self._row(row)
        yield from self._ghosts()

    def _kind(self, kind: Kind) -> Iterator[str]:
        mine = self._tool.of == kind.id or self._is_end(kind)
        wide, deep, is_round = _extent(self._draft, self._blank, kind)
        for name, spot in spots_of(self._draft, kind).items():
            shape = (
                disc(spot.xy, wide / 2, class_="shape")
                if is_round
                else box(spot.xy, (wide, deep), class_="shape")
            )
            inside = shape + self._cross(spot.xy) + self._said(kind, name)
            yield self._spot(name, spot.xy, inside, mine=mine and self._tool.mode != "beside")
            yield from self._beside(kind, name)

    def _is_end(self, kind: Kind) -> bool:
        led = self._blank.kind(self._tool.of)
        return self._tool.mode == "streets" and led is not None and led.leads_to == kind.id

    def _beside(self, kind: Kind, name: str) -> Iterator[str]:
        xy = beside_of(self._draft, kind, name) if kind.beside else None
        if xy is not None and self._tool.of == kind.id and self._tool.mode in ("beside", "put"):
            shape = box(xy, _tile(self._draft, self._blank, kind.beside_piece), class_="shape")
            mine = self._tool.mode == "beside"
            yield self._spot(f"{kind.beside}:{name}", xy, shape + self._cross(xy), mine=mine)

    def _said(self, kind: Kind, name: str) -> str:
        """Draw what is said of a place: a word of the tool's fact, or only its name."""
        xy = self._draft.spots[name].xy
        if self._tool.mode == "fact" and self._tool.of == kind.id:
            said = self._draft.spots[name].facts.get(self._tool.fact, "")
            meant = said or self._proposal.words.get(name, "")
            return self._word(xy, meant, proposed=not said) if meant else ""
        return word(xy, name, 6, "", class_="name")

    def _word(self, at: Point, said: str, *, proposed: bool) -> str:
        drawing = self._icon(self._tool.fact, said)
        style = "said proposed" if proposed else "said"
        back = disc(at, 8, class_=style)
        if not drawing:
            return back + word(at, said, 10, "", class_="letter")
        x, y = at[0] - 6, at[1] - 6
        return back + drawing.replace(
            "<svg ", f'<svg x="{x:g}" y="{y:g}" width="12" height="12" ', 1
        )

    def _streets(self, kind: Kind) -> Iterator[str]:
        for name, spot in spots_of(self._draft, kind).items() if kind.leads_to else ():
            for end in streets_of(self._draft, self._blank, name):
                to = self._draft.spots[end].xy
                yield line(spot.xy, to, class_="street", data_of=name)

    def _row(self, row: Row) -> Iterator[str]:
        mine = self._tool.mode == "row" and self._tool.of == row.id
        anchors = line_of(self._draft, row).anchors
        areas = areas_of(self._draft, row) if row.areas else ()
        wide, deep, is_round = _field(self._draft, self._blank, row)
        for index, xy in fields_of(self._draft, row).items():
            style = "shape tapped" if index in anchors else "shape between"
            shape = (
                disc(xy, wide / 2, class_=style)
                if is_round
                else box(xy, (wide, deep), class_=style)
            )
            name = row.names[index] if row.names else str(index)
            shown = str(areas[index]) if areas else name if row.count > 1 else ""
            told = index in anchors or row.step is not Step.RING or index % 10 == 0
            label = word(xy, shown, 6, "", class_="name") if mine and told else ""
            begins = f" begins-{areas[index] % 2}" if areas else ""
            yield self._spot(
                row.place(index), xy, shape + label, mine=mine, more=begins, index=index
            )

    def _ghosts(self) -> Iterator[str]:
        kind = self._blank.kind(self._tool.of)
        if kind is None:
            return
        wide, deep, is_round = _extent(self._draft, self._blank, kind)
        for xy in self._proposal.at:
            yield (
                disc(xy, wide / 2, class_="ghost")
                if is_round
                else box(xy, (wide, deep), class_="ghost")
            )

    def _spot(
        self, name: str, xy: Point, inside: str, *, mine: bool, more: str = "", index: int = -1
    ) -> str:
        style = "spot" + (" mine" if mine else " dim") + more
        style += " wrong" if name in self._wrong else ""
        kind = self._blank.kind_of(name)
        facts = self._draft.spots[name].facts if name in self._draft.spots else {}
        return tag(
            "g",
            inside,
            class_=style,
            data_place=escape(name),
            data_kind=kind.id if kind else "",
            data_word=facts.get(self._tool.fact, ""),
            data_index=str(index),
            data_x=xy[0],
            data_y=xy[1],
        )

    @staticmethod
    def _cross(xy: Point) -> str:
        x, y = xy
        return line((x - 1.5, y), (x + 1.5, y), class_="cross") + line(
            (x, y - 1.5), (x, y + 1.5), class_="cross"
        )
