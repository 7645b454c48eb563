"""Where exactly pieces are put down: figures make room for each other, tiles lie nearly straight."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import cos, hypot, pi, sin

from msgspec.structs import replace

from companion.engine import Place
from companion.play.people_words import Thing
from hardware.simulated.pack import Point
from hardware.simulated.piece import Piece

#: How much of the untidiness of people a figure and a tile show, and how far off they are at most.
_FIGURE, _TILE, _MOST_MM = 0.3, 0.4, 2.2
_THICK_MM = 2.0
#: Figures that stand side by side keep so much more than their width between their middles.
_APART = 1.08
#: Whoever makes room looks so far around.
_NEAR_MM = 45.0
#: The upper tile of a stack is put down so that one sees both.
_STACKED_MM = (3.0, -3.5)
#: A roof tile sticks out from under the token, which makes room for it.
_UNDER_MM, _MADE_ROOM_MM = (-12.5, 5.0), (4.0, -2.0)
_TOKEN_PLACE = "investigation"
#: So far beside the edge of its place a figure lies that was knocked over.
_FALLEN_MM = 10.0
FLAT = ("tile", "marker")
#: Two figures may be the same to the last word, at the same place: the second of them is number 1.
_Figure = tuple[Thing, int]


def kind_and_name(piece: str) -> tuple[str, str]:
    """Say a piece in the words of the simulated table."""
    kind, _, name = piece.partition(":")
    if kind in ("tile", "flag", "token"):
        return "tile", f"{'investigation' if kind == 'token' else kind}_{name}"
    if kind in ("agent", "feld", "marker", "third_man", "investigator"):
        return kind, name or kind
    return "tile", piece


class Spots:
    """Remembers where every figure was put down; who comes next finds room or makes some."""

    def __init__(self, width_mm: Callable[[str], float], printed: Mapping[str, str]) -> None:
        """Take how wide figures are by their kind, and what is printed where."""
        self._width_mm, self._printed = width_mm, printed
        self._feet: dict[str, dict[_Figure, Point]] = {}
        self._untidy: set[str] = set()
        self._straight: set[Thing] = set()

    def straighten(self, places: Iterable[str]) -> None:
        """Put what is at these places in order, the next time they are shown."""
        self._untidy.update(places)

    def pieces(
        self, things: Sequence[Thing], loose: Sequence[Thing], places: Mapping[str, Place]
    ) -> Iterator[Piece]:
        """Put every piece where it is, the lower ones of a stack first."""
        here: defaultdict[str, list[Thing]] = defaultdict(list)
        for thing in things:
            if thing.place in places and self._printed.get(thing.place) != thing.piece:
                here[thing.place].append(self._as_it_lies(thing))
        self._untidy.clear()
        self._feet = {p: feet for p, feet in self._feet.items() if p in here}
        for name, pile in here.items():
            yield from self._at(places[name], pile)
        yield from (_fallen(thing, places[thing.place]) for thing in loose if thing.place in places)

    def _as_it_lies(self, thing: Thing) -> Thing:
        """Return a thing as it was set down, or as somebody has put it straight since."""
        if thing.place in self._untidy:
            self._straight.add(thing)
        return replace(thing, off_mm=(0.0, 0.0), turn_deg=0.0) if thing in self._straight else thing

    def _at(self, place: Place, pile: Iterable[Thing]) -> Iterator[Piece]:
        flat = [thing for thing in pile if kind_and_name(thing.piece)[0] in FLAT]
        figures = [thing for thing in pile if kind_and_name(thing.piece)[0] not in FLAT]
        yield from _laid(place, sorted(flat, key=_layer))
        for (thing, _), foot in self._stand(place, figures).items():
            kind, name = kind_and_name(thing.piece)
            above_mm = _THICK_MM * len(flat)
            yield Piece(kind, name, place.surface, foot, thing.turn_deg, above_mm, place.id)

    def _stand(self, place: Place, figures: Sequence[Thing]) -> Mapping[_Figure, Point]:
        """Return where the figures of a place stand; those that were there stay if they can."""
        there = tuple(_counted(figures))
        feet = {one: at for one, at in self._feet.get(place.id, {}).items() if one in there}
        for one in there:
            if one not in feet:
                free = self._free(place, one[0], feet)
                feet[one] = free or place.xy_mm
                if free is None:
                    feet = self._rearranged(place, tuple(feet))
        self._feet[place.id] = feet
        return feet

    def _free(self, place: Place, thing: Thing, feet: Mapping[_Figure, Point]) -> Point | None:
        """Find room beside the others: in the middle, or anywhere within the place."""
        wide = self._wide(thing)
        reach = max((place.size_mm[0] - wide) / 2 - 0.5, 0.0)
        off = _off(thing, _FIGURE)
        ways = [0.0, *(n * pi / 4 + pi / 8 for n in range(8))]
        for far, way in zip((0.0, *[reach] * 8), ways, strict=True):
            tidy = 1.0 if far == 0 else 0.3
            at = (
                place.xy_mm[0] + far * cos(way) + tidy * off[0],
                place.xy_mm[1] + far * sin(way) + tidy * off[1],
            )
            if all(_gap(at, foot) >= self._apart(thing, one) for (one, _), foot in feet.items()):
                return at
        return None

    def _rearranged(self, place: Place, figures: Sequence[_Figure]) -> dict[_Figure, Point]:
        """Push figures around the middle of their place, as far from all others as can be."""
        wide = max(self._apart(thing, thing) for thing, _ in figures)
        far = wide / 2 / sin(pi / len(figures))
        others = [
            foot
            for name, feet in self._feet.items()
            if name != place.id
            for foot in feet.values()
            if _gap(foot, place.xy_mm) < _NEAR_MM
        ]
        rings = (_ring(place.xy_mm, far, len(figures), turn * pi / 8) for turn in range(8))
        best = max(
            rings, key=lambda ring: min((_gap(a, b) for a in ring for b in others), default=0)
        )
        return dict(zip(figures, best, strict=True))

    def _wide(self, thing: Thing) -> float:
        return self._width_mm(kind_and_name(thing.piece)[0])

    def _apart(self, one: Thing, other: Thing) -> float:
        return _APART * (self._wide(one) + self._wide(other)) / 2


def _counted(figures: Iterable[Thing]) -> Iterator[_Figure]:
    """Tell figures apart that are just the same."""
    seen: Counter[Thing] = Counter()
    for thing in figures:
        yield thing, seen[thing]
        seen[thing] += 1


def _ring(middle: Point, far: float, count: int, start: float) -> list[Point]:
    """Return spots evenly around a middle."""
    ways = (start + 2 * pi * number / count for number in range(count))
    return [(middle[0] + far * cos(way), middle[1] + far * sin(way)) for way in ways]


def _laid(place: Place, pile: Sequence[Thing]) -> Iterator[Piece]:
    """Lay tiles and markers down, the lowest first."""
    under = place.id == _TOKEN_PLACE and len(pile) > 1
    for layer, thing in enumerate(pile):
        kind, name = kind_and_name(thing.piece)
        (x, y), (dx, dy) = place.xy_mm, _off(thing, _TILE)
        if place.id == _TOKEN_PLACE:
            token = thing.piece.startswith("token:")
            right, down = (_MADE_ROOM_MM if under else (0.0, 0.0)) if token else _UNDER_MM
        else:
            right, down = (layer * far for far in _STACKED_MM)
        at = (x + right + dx, y + down + dy)
        yield Piece(kind, name, place.surface, at, thing.turn_deg, _THICK_MM * layer, place.id)


def _fallen(thing: Thing, place: Place) -> Piece:
    """Lay a figure beside its place, on the side to which it fell."""
    kind, name = kind_and_name(thing.piece)
    far = place.size_mm[0] / 2 + _FALLEN_MM
    x, y = place.xy_mm
    at = (x + (far if thing.turn_deg > 0 else -far), y + thing.off_mm[1])
    return Piece(kind, name, place.surface, at, thing.turn_deg, lying=True)


def _off(thing: Thing, share: float) -> Point:
    """Return by how much a piece misses the middle of its place."""
    dx, dy = (share * off for off in thing.off_mm)
    far = hypot(dx, dy)
    less = min(1.0, _MOST_MM / far) if far else 1.0
    return dx * less, dy * less


def _gap(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _layer(thing: Thing) -> tuple[bool, Thing]:
    """Sort what lies below what: tiles, then the token."""
    return thing.piece.startswith("token:"), thing
