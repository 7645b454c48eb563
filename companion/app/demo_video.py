"""``companion demo --video``: people at the simulated table, as its camera sees them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from pathlib import Path
from random import Random
from typing import Any, cast

import cv2
import numpy as np
from rich.console import Console
from rich.progress import track

from companion.app.seating import Seating
from companion.app.wrong import Wrong
from companion.engine import Atom, Place, Text
from companion.play.bots import Temper, seat_bot
from companion.play.dealer import Dealer
from companion.play.people import Evening, People
from companion.play.people_words import Habits, Level, Moment, Signs, Thing
from hardware.simulated.drawn_art import drawn_art
from hardware.simulated.pack import Point, as_table_pack
from hardware.simulated.piece import Hand, Piece
from hardware.simulated.renderer import Quality, Renderer
from hardware.simulated.scene import Scene, empty_table

FRAMES_PER_S, SIZE = 10, (820, 616)
#: How long a video is when nobody says how many rounds it should show.
USUAL_S = 60.0
#: Frames of a moment: a hand needs a few to get anywhere, nobody watches others think, and tiles are dealt fast.
_MOVING, _RESTING, _DEALING = (3, 4), (1, 3), (1, 1)
_SIGNS = Signs(score="score:", track="info:", pawn="roof:")
#: Where a hand comes from, by the side of the table: below, left, above, right (as in ``Reach``).
_SIDES: Mapping[int, Sequence[int]] = {2: (0, 2), 3: (0, 1, 2)}
_HEADINGS = (94.0, 4.0, 274.0, 184.0)
_SLEEVES = {"yellow": "#c9a227", "red": "#8f2f2b", "blue": "#31506b", "green": "#3f6b4a"}
_SKINS = ("#d8a282", "#8d5a3c", "#e2b493", "#b67d57")
#: Where figures stand that share a place: each colour has its own spot, wider apart in a house.
_SPOTS = {"yellow": (-0.7, -0.7), "red": (0.7, -0.7), "blue": (-0.7, 0.7), "green": (0.7, 0.7)}
_UNTIDY, _THICK_MM, _ROOMY_MM, _FLAT = 0.3, 2.0, 20.0, ("tile", "marker")
#: A moment, and for how many frames it is seen.
Shot = tuple[Moment, int]


def film(seating: Seating, seed: int, rounds: int | None, file: Path) -> None:
    """Write the video."""
    if file.suffix.lower() != ".mp4":  # before a file of another kind is overwritten
        raise Wrong("cli.error.no-encoder", path=str(file))
    try:
        file.open("wb").close()
    except OSError:
        raise Wrong("cli.error.cannot-write", path=str(file)) from None
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"mp4v"), FRAMES_PER_S, SIZE)
    if not writer.isOpened():
        raise Wrong("cli.error.no-encoder", path=str(file))
    try:
        shots = tuple(shoot(seating, seed, rounds))
        renderer, total = Renderer(Quality.FAST), sum(frames for _, frames in shots)
        scenes = Stage(seating, seed).scenes(shots)
        told, console = seating.texts(Text("demo.video.progress")), Console(stderr=True)
        quiet = not console.is_terminal
        seen = track(scenes, told, total, console=console, transient=True, disable=quiet)
        for number, scene in enumerate(seen):
            image, _ = renderer.render(scene.changed(seed=number))
            writer.write(cv2.resize(image, SIZE, interpolation=cv2.INTER_AREA))
    finally:
        writer.release()


def shoot(seating: Seating, seed: int, rounds: int | None) -> Iterator[Shot]:
    """Let people play, and decide how long each moment is seen."""
    players, options = seating.wish.players, seating.starting_with(0)
    bots = [seat_bot(Temper.GREEDY, f"{seed}.0.{seat}") for seat in range(players)]
    levels = (Level(seating.wish.tracking),) * players
    evening = Evening(options, bots, Dealer(f"{seed}.0"), levels, _SIGNS, Habits(), seed)
    moments, left = People(seating.game, evening), int(USUAL_S * FRAMES_PER_S)
    last = now = next(moments)
    for later in moments:
        dealing, moves = now.seat is None, now.hands or last.hands
        least, most = _DEALING if dealing else _MOVING if moves else _RESTING
        frames = min(max(ceil((later.time_s - now.time_s) * FRAMES_PER_S), least), most)
        if rounds is None:
            frames = min(frames, left)
            left -= frames
        if frames == 0 or (rounds is not None and now.state.round > rounds):
            return
        yield now, frames
        last, now = now, later
    yield now, FRAMES_PER_S


class Stage:
    """The table of one evening: knows where everything is at every frame."""

    def __init__(self, seating: Seating, seed: int) -> None:
        """Set the table, with our own drawing as the print of the board."""
        self._game = cast("Any", seating.game)
        self._colours = [str(s.colour) for s in self._game.setup(seating.options).seats]
        pack = as_table_pack(self._game.box.board.pack)
        bare = empty_table(pack, Random(f"video.{seed}"), "window")
        self.bare: Scene = bare.changed(art=drawn_art(pack))
        self._printed = {f"flag:{b.id}": f"flag:{b.flag}" for b in pack.buildings}
        self._places: dict[str, Place] = {}
        self._sides = _SIDES.get(len(self._colours), range(4))

    def scenes(self, shots: Sequence[Shot]) -> Iterator[Scene]:
        """Make the scene of each frame; hands glide from moment to moment."""
        tip: Point | None = None
        carried: tuple[str, ...] = ()
        seat = before = 0
        for moment, frames in shots:
            self._places = {place.id: place for place in self._game.places(moment.state)}
            pieces = tuple(self._pieces(moment.things))
            hand = next((hand for hand in moment.hands if hand.reach), None)
            # A piece that was taken and not put down leaves the table in the hand.
            if moment.held or len(moment.things) != before:
                carried = tuple(thing.piece for thing in moment.held)
            before, start, end = len(moment.things), tip, None
            if hand is not None:
                seat, end = hand.seat, self._spot(hand.reach[-1])
                start = tip or self._away(seat, end)
            elif tip is not None:
                end = self._away(seat, tip)
            for frame in range(1, frames + 1):
                if start is None or end is None:
                    yield self.bare.changed(pieces=pieces)
                    continue
                share = (3 - 2 * frame / frames) * (frame / frames) ** 2
                at = (
                    start[0] + share * (end[0] - start[0]),
                    start[1] + share * (end[1] - start[1]),
                )
                held = tuple(self._carried(name, at) for name in carried)
                yield self.bare.changed(pieces=(*pieces, *held), hands=(self._hand(seat, at),))
            tip, carried = (end, carried) if hand is not None else (None, ())

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
        return Hand(tip, heading, skin=_SKINS[seat % len(_SKINS)], sleeve=sleeve, over_mm=26.0)

    def _carried(self, name: str, tip: Point) -> Piece:
        """Hold a piece between the fingers, above whatever surface; here the first."""
        surface, lie = next(iter(self.bare.lies.items()))
        x, y = lie.from_table(np.array(tip[0]), np.array(tip[1]))
        kind, named = _kind_and_name(name)
        return Piece(kind, named, surface, (float(x), float(y)), 0.0, 24 if kind in _FLAT else 14)

    def _pieces(self, things: Sequence[Thing]) -> Iterator[Piece]:
        """Put every piece where it is, the lower ones of a stack first."""
        below, twins = Counter[str](), Counter[Atom]()
        for thing in sorted(things, key=_layer):
            if self._printed.get(thing.place) == thing.piece or thing.place not in self._places:
                continue
            place = self._places[thing.place]
            kind, name = _kind_and_name(thing.piece)
            (x, y), (dx, dy) = place.xy_mm, thing.off_mm
            z_mm = _THICK_MM * below[place.id]
            if kind in _FLAT:
                below[place.id] += 1
                if place.id == "investigation" and not thing.piece.startswith("token:"):
                    x, y = x - 12.5, y + 5  # it sticks out from under the token
            else:
                dx, dy = dx * _UNTIDY, dy * _UNTIDY
                twin = twins[thing.atom]
                twins[thing.atom] += 1
                wide = 12.5 if place.size_mm[0] > _ROOMY_MM else 8.0
                wide *= 1.6 if kind == "feld" else 1
                right, down = _SPOTS.get(name, (0.0, 0.0))
                x, y = x + wide * (right + 0.3 * twin), y + wide * (down - 0.9 * twin)
            yield Piece(kind, name, place.surface, (x + dx, y + dy), thing.turn_deg, z_mm, place.id)


def _layer(thing: Thing) -> tuple[bool, bool, Thing]:
    """Sort what lies below what: tiles, then the token, then figures."""
    kind, _ = _kind_and_name(thing.piece)
    return kind not in _FLAT, thing.piece.startswith("token:"), thing


def _kind_and_name(piece: str) -> tuple[str, str]:
    """Say a piece in the words of the simulated table."""
    kind, _, name = piece.partition(":")
    if kind in ("tile", "flag", "token"):
        return "tile", f"{'investigation' if kind == 'token' else kind}_{name}"
    if kind in ("agent", "feld", "marker", "third_man", "investigator"):
        return kind, name or kind
    return "tile", piece
