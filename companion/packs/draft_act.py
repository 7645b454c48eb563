"""The draft after an action: a new one, or a refusal in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.engine.text import Text
from companion.packs import draft_actions as a
from companion.packs.draft import (
    Draft,
    Line,
    Spot,
    fields_of,
    goes_round,
    line_of,
    next_field,
    spots_of,
    streets_of,
)
from companion.packs.draft_blank import Blank, Row
from companion.packs.header import Point

#: Nothing of a board lies further away than this (mm).
FARTHEST = 20_000.0
LONGEST_NAME = 40


class NotDone(Exception):
    """Refuse an action, in words for whoever tapped."""

    def __init__(self, text_id: str, **params: str | int | Text) -> None:
        """Keep the words."""
        super().__init__(text_id)
        self.text = Text(text_id, params)


def act(draft: Draft, blank: Blank, action: a.Action) -> Draft:
    """Return the draft after an action, or say why that cannot be."""
    return _DOERS[type(action)](draft, blank, action)


def _photo(draft: Draft, blank: Blank, action: a.Photo) -> Draft:
    _known(action.surface in blank.surfaces)
    corners = {s: px for s, px in draft.corners.items() if s != action.surface}
    return replace(draft, photos={**draft.photos, action.surface: action.name}, corners=corners)


def _corners(draft: Draft, blank: Blank, action: a.Corners) -> Draft:
    _known(action.surface in blank.surfaces)
    if not goes_round(action.px):
        raise NotDone("maker.no.corners-crossed")
    guesses = draft.guesses - {action.surface} | ({action.surface} if action.guess else set())
    corners = {**draft.corners, action.surface: action.px}
    return replace(draft, corners=corners, guesses=frozenset(guesses))


def _measured(draft: Draft, blank: Blank, action: a.Measured) -> Draft:
    _known(any(measure.id == action.name for measure in blank.measures))
    if not 0.1 <= action.mm <= 2000:
        raise NotDone("maker.no.measure")
    return replace(draft, measures={**draft.measures, action.name: round(action.mm, 2)})


def _called(draft: Draft, _blank: Blank, action: a.Called) -> Draft:
    name = " ".join(action.edition.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise NotDone("maker.no.name", count=LONGEST_NAME)
    return replace(draft, edition=name)


def _put(draft: Draft, blank: Blank, action: a.Put) -> Draft:
    kind = blank.kind(action.kind)
    if kind is None:
        raise NotDone("maker.no.unknown")
    taken = spots_of(draft, kind)
    names = (f"{kind.prefix}{number:02d}" for number in range(1, kind.count + 1))
    free = [name for name in names if name not in taken]
    if len(action.at) > len(free):
        raise NotDone("maker.no.all-there", count=kind.count)
    new = {name: Spot(_near(xy)) for name, xy in zip(free, action.at, strict=False)}
    return replace(draft, spots={**draft.spots, **new})


def _move(draft: Draft, blank: Blank, action: a.Move) -> Draft:
    xy = _near(action.xy)
    if action.place in draft.spots:
        spot = replace(draft.spots[action.place], xy=xy)
        return replace(draft, spots={**draft.spots, action.place: spot})
    beside, _, owner = action.place.partition(":")
    kind = blank.kind_of(owner)
    if owner in draft.spots and kind is not None and kind.beside == beside:
        return _move_beside(draft, kind.id, owner, xy)
    field = blank.field(action.place)
    if field is None:
        raise NotDone("maker.no.unknown")
    return _field(draft, blank, a.Field(field[0].id, xy, field[1]))


def _move_beside(draft: Draft, kind: str, owner: str, xy: Point) -> Draft:
    spot = draft.spots[owner]
    if kind not in draft.offsets:
        offset = (round(xy[0] - spot.xy[0], 2), round(xy[1] - spot.xy[1], 2))
        return replace(draft, offsets={**draft.offsets, kind: offset})
    return replace(draft, spots={**draft.spots, owner: replace(spot, beside=xy)})


def _drop(draft: Draft, blank: Blank, action: a.Drop) -> Draft:
    if action.place in draft.spots:
        kept = {name: spot for name, spot in draft.spots.items() if name != action.place}
        return replace(draft, spots=kept)
    row, index = _tapped(draft, blank, action.place)
    line = line_of(draft, row)
    anchors = {number: xy for number, xy in line.anchors.items() if number != index}
    return _with_line(draft, row, replace(line, anchors=anchors))


def _say(draft: Draft, blank: Blank, action: a.Say) -> Draft:
    spots = dict(draft.spots)
    for place, word in action.words.items():
        kind = blank.kind_of(place)
        fact = next((f for f in kind.facts if f.id == action.fact), None) if kind else None
        if fact is None or place not in spots or word not in ("", *fact.words):
            raise NotDone("maker.no.unknown")
        facts = {name: said for name, said in spots[place].facts.items() if name != fact.id}
        if word and fact.once:
            spots = {name: _without(spot, fact.id, word) for name, spot in spots.items()}
        spots[place] = replace(spots[place], facts={**facts, fact.id: word} if word else facts)
    return replace(_with_shown(draft, blank, action), spots=spots)


def _with_shown(draft: Draft, blank: Blank, action: a.Say) -> Draft:
    """Remember where somebody tapped to say what is printed there."""
    if action.at is None or len(action.words) != 1:
        return draft
    (place,) = action.words
    kind, (x, y) = blank.kind_of(place), draft.spots[place].xy
    key = f"{kind.id if kind else ''}.{action.fact}"
    offset = _near((action.at[0] - x, action.at[1] - y))
    return replace(draft, shown={**draft.shown, key: (*draft.shown.get(key, ()), offset)})


def _without(spot: Spot, fact: str, word: str) -> Spot:
    if spot.facts.get(fact) != word:
        return spot
    return replace(spot, facts={name: said for name, said in spot.facts.items() if name != fact})


def _link(draft: Draft, blank: Blank, action: a.Link) -> Draft:
    kind, end = blank.kind_of(action.place), blank.kind_of(action.to)
    known = action.place in draft.spots and action.to in draft.spots
    _known(known and kind is not None and end is not None and kind.leads_to == end.id)
    streets = set(streets_of(draft, blank, action.place)) ^ {action.to}
    spot = replace(draft.spots[action.place], streets=tuple(sorted(streets)))
    return replace(draft, spots={**draft.spots, action.place: spot})


def _field(draft: Draft, blank: Blank, action: a.Field) -> Draft:
    row = _row(blank, action.row)
    line, xy = line_of(draft, row), _near(action.xy)
    if action.index is None and row.count > 1 and len(fields_of(draft, row)) == line.count:
        raise NotDone("maker.no.row-full")
    index = next_field(draft, blank, row, xy) if action.index is None else action.index
    _known(0 <= index < line.count)
    return _with_line(draft, row, replace(line, anchors={**line.anchors, index: xy}))


def _number(draft: Draft, blank: Blank, action: a.Number) -> Draft:
    row = _row(blank, action.row)
    line = line_of(draft, row)
    _known(action.index in line.anchors and 0 <= action.to < line.count)
    anchors = {n: xy for n, xy in line.anchors.items() if n != action.index}
    if action.to in anchors:
        raise NotDone("maker.no.number-taken", number=action.to)
    anchors[action.to] = line.anchors[action.index]
    return _with_line(draft, row, replace(line, anchors=anchors))


def _count(draft: Draft, blank: Blank, action: a.Count) -> Draft:
    row = _row(blank, action.row)
    line = line_of(draft, row)
    _known(row.counts[0] <= action.count <= row.counts[1])
    last = line.count - 1
    anchors = {n: xy for n, xy in line.anchors.items() if n < min(last, action.count - 1)}
    if last in line.anchors:
        anchors[action.count - 1] = line.anchors[last]
    starts = tuple(start for start in line.starts if start < action.count - 1)
    return _with_line(draft, row, Line(action.count, anchors, starts))


def _area(draft: Draft, blank: Blank, action: a.Area) -> Draft:
    row = _row(blank, action.row)
    line = line_of(draft, row)
    _known(row.areas > 0 and 0 < action.index < line.count - 1)
    starts = tuple(sorted(set(line.starts) ^ {action.index}))
    if len(starts) > row.areas - 2:
        raise NotDone("maker.no.areas", count=row.areas)
    return _with_line(draft, row, replace(line, starts=starts))


def _with_line(draft: Draft, row: Row, line: Line) -> Draft:
    return replace(draft, lines={**draft.lines, row.id: line})


def _row(blank: Blank, name: str) -> Row:
    row = blank.row(name)
    if row is None:
        raise NotDone("maker.no.unknown")
    return row


def _tapped(draft: Draft, blank: Blank, place: str) -> tuple[Row, int]:
    field = blank.field(place)
    if field is None or field[1] not in line_of(draft, field[0]).anchors:
        raise NotDone("maker.no.unknown")
    return field


def _near(xy: Point) -> Point:
    x, y = xy
    _known(abs(x) < FARTHEST and abs(y) < FARTHEST)
    return round(x, 2), round(y, 2)


def _known(is_so: bool) -> None:
    """Refuse what no page of ours would send."""
    if not is_so:
        raise NotDone("maker.no.unknown")


_DOERS: dict[type, Callable[[Draft, Blank, Any], Draft]] = {
    a.Photo: _photo,
    a.Corners: _corners,
    a.Measured: _measured,
    a.Called: _called,
    a.Put: _put,
    a.Move: _move,
    a.Drop: _drop,
    a.Say: _say,
    a.Link: _link,
    a.Field: _field,
    a.Number: _number,
    a.Count: _count,
    a.Area: _area,
}
