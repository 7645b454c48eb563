"""The simulated table of one evening: moments of simulated people become scenes for a camera."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from companion.app.stage_spots import FLAT, Spots, kind_and_name
from companion.engine import Place
from companion.play.people_words import Cover, Moment, Room
from companion.play.people_words import Hand as Reaching
from hardware.simulated.light import Light
from hardware.simulated.pack import Point
from hardware.simulated.piece import CARDBOARD_MM, Hand, Piece, Thing
from hardware.simulated.scene import Scene

#: Where a hand comes from, by the side of the table: below, left, above, right (as in ``Reach``).
_SIDES: Mapping[int, Sequence[int]] = {2: (0, 2), 3: (0, 1, 2)}
_HEADINGS = (94.0, 4.0, 274.0, 184.0)
_SLEEVES = {"yellow": "#c9a227", "red": "#8f2f2b", "blue": "#31506b", "green": "#3f6b4a"}
_SKINS = ("#d8a282", "#8d5a3c", "#e2b493", "#b67d57")
_HOLDS_MM, _RESTS_MM = 26.0, 12.0
#: Frames in which a hand leaves the table, and how far a hand at work sways.
_LEAVES, _SWAY_MM = 3, 7.0
#: What is left of the first lamp when somebody turns it down.
_DIMMED = 0.3


class Stage:
    """Knows where everything is at every frame of an evening.

    ``bare`` is the table with nothing on it, before anybody pushes anything.
    """

    def __init__(self, game: Any, options: Any, bare: Scene) -> None:
        """Set the table for a game."""
        self._game, self.bare = game, bare
        self._colours = [str(seat.colour) for seat in game.setup(options).seats]
        self._sides = _SIDES.get(len(self._colours), range(4))
        printed = {f"flag:{b.id}": f"flag:{b.flag}" for b in bare.pack.buildings}
        self._spots = Spots(lambda kind: bare.pack.piece(kind).width_mm, printed)
        self._places: dict[str, Place] = {}
        self._tip: Point | None = None
        self._carried: tuple[str, ...] = ()
        self._seat = self._before = 0

    def act(self, moment: Moment, frames: int) -> Iterator[Scene]:
        """Make the scene of each frame of a moment; hands glide to where it wants them."""
        scene = self._set(moment)
        hand = next((h for h in moment.hands if h.cover is Cover.HAND and h.reach), None)
        # A piece that was taken and not put down leaves the table in the hand.
        if moment.held or len(moment.things) != self._before:
            self._carried = tuple(thing.piece for thing in moment.held)
        self._before, start, end = len(moment.things), self._tip, None
        if hand is not None:
            self._seat, end = hand.seat, self._spot(hand.reach[-1])
            start = self._tip or self._away(hand.seat, end)
        elif self._tip is not None:
            end = self._away(self._seat, self._tip)
        # A hand at work is never still; one that has done its work is away soon.
        glides = frames if hand is not None else min(frames, _LEAVES)
        for frame in range(1, frames + 1):
            if start is None or end is None or frame > glides:
                yield scene
                continue
            share = (3 - 2 * frame / glides) * (frame / glides) ** 2
            sway = _SWAY_MM * (frame % 2)
            at = (
                start[0] + share * (end[0] - start[0]) + sway,
                start[1] + share * (end[1] - start[1]),
            )
            held = tuple(self._held(name, at) for name in self._carried)
            yield scene.changed(
                pieces=(*scene.pieces, *held), hands=(*scene.hands, self._hand(self._seat, at))
            )
        self._tip, self._carried = (end, self._carried) if hand is not None else (None, ())

    def straighten(self, places: Iterable[str]) -> None:
        """Put the pieces at these places straight."""
        self._spots.straighten(places)

    def _set(self, moment: Moment) -> Scene:
        """Put everything where it is, but for the hand that is at work."""
        self._places = {place.id: place for place in self._game.places(moment.state)}
        pieces = tuple(self._spots.pieces(moment.things, moment.loose, self._places))
        arms = tuple(self._arm(h) for h in moment.hands if h.cover is Cover.SLEEVE)
        cups = tuple(self._cup(h) for h in moment.hands if h.cover is Cover.CUP)
        room = in_room(self.bare, moment.room)
        return room.changed(pieces=pieces, hands=arms, things=(*room.things, *cups))

    def _spot(self, place_id: str) -> Point:
        """Return where a place is on the table."""
        place = self._places[place_id]
        x, y, _ = self.bare.lies[place.surface].to_table(np.array(place.xy_mm))
        return round(float(x), 1), round(float(y), 1)

    def _away(self, seat: int, near: Point) -> Point:
        """Return where a hand is out of the picture, on its own side of the table."""
        x, y = near
        return ((0.7 * x, -480), (-620, 0.7 * y), (0.7 * x, 480), (620, 0.7 * y))[self._sides[seat]]

    def _hand(self, seat: int, tip: Point) -> Hand:
        heading, sleeve = _HEADINGS[self._sides[seat]], _SLEEVES[self._colours[seat]]
        return Hand(tip, heading, skin=_SKINS[seat % len(_SKINS)], sleeve=sleeve, over_mm=_HOLDS_MM)

    def _arm(self, resting: Reaching) -> Hand:
        """Rest an arm on the table."""
        hand = self._hand(resting.seat, self._spot(resting.reach[-1]))
        return replace(hand, over_mm=_RESTS_MM, grip=0.2, cuff_mm=60.0)

    def _cup(self, standing: Reaching) -> Thing:
        return Thing("cup", self._spot(standing.reach[-1]), colour="#e6dfd0", z_mm=CARDBOARD_MM)

    def _held(self, name: str, tip: Point) -> Piece:
        """Hold a piece between the fingers, above whatever surface; here the first."""
        surface, lie = next(iter(self.bare.lies.items()))
        x, y = lie.from_table(np.array(tip[0]), np.array(tip[1]))
        kind, named = kind_and_name(name)
        return Piece(kind, named, surface, (float(x), float(y)), 0.0, 24 if kind in FLAT else 14)


def in_room(bare: Scene, room: Room) -> Scene:
    """Return a table after all the pushes of an evening, in the light of the moment."""
    scene, camera = bare, room.camera
    for surface, pose in room.surfaces.items():
        scene = scene.pushed(surface, pose.x_mm, pose.y_mm, pose.turn_deg)
    x, y, z = bare.mount.shift_mm
    mount = replace(
        bare.mount,
        shift_mm=(x + camera.x_mm, y + camera.y_mm, z),
        roll=bare.mount.roll + camera.turn_deg,
    )
    light = bare.light if room.lamp else turned_down(bare.light)
    return scene.changed(mount=mount, light=light)


def turned_down(light: Light) -> Light:
    """Return a light with its first lamp nearly out."""
    first, *others = light.lamps
    lamps = (replace(first, strength=_DIMMED * first.strength), *others)
    return replace(light, lamps=lamps, grain=1.3 * light.grain)
