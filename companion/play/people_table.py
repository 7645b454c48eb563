"""The table as it really is, moment by moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.play.people_deeds import Jolt
from companion.play.people_reach import Reach
from companion.play.people_turns import AnyGame, Shift
from companion.play.people_words import Cover, Hand, Moment, Pose, Room, Slip, Tap, Thing

#: How far from the middle of its place a piece is set down, and how far it is turned.
OFF_MM, TURN_DEG = 2.5, 6.0


class Table:
    """Pieces, hands, cups and the clock.  Everything that changes it returns the new moment."""

    def __init__(self, game: AnyGame, state: Any, rng: Random, reach: Reach) -> None:
        """Lay out what the game begins with."""
        self._game, self._rng = game, rng
        self.state, self.reach = state, reach
        self.now_s, self.turn = 0.0, 0
        self.seat: int | None = None
        self.room = Room()
        self.hand: Hand | None = None
        self.covers: dict[Cover, Hand] = {}
        self.slips: list[Slip] = []
        self._held: tuple[Thing, ...] = ()
        self._loose: tuple[Thing, ...] = ()
        self._expected: tuple[Any, Counter[Any]] = (None, Counter())
        self._compared: tuple[Any, Any, bool] = (None, None, False)
        self._things = tuple(self._set_down(a.place, a.piece) for a in sorted(self._view()))

    def _view(self) -> Counter[Any]:
        """Return what the state wants to be seen, worked out once a state."""
        if self._expected[0] is not self.state:
            self._expected = self.state, Counter(self._game.expected_view(self.state).atoms)
        return self._expected[1]

    def _is_settled(self) -> bool:
        """Tell whether the table shows the state, worked out once for each of both."""
        things, state, settled = self._compared
        if things is not self._things or state is not self.state:
            settled = Counter(thing.atom for thing in self._things) == self._view()
            self._compared = self._things, self.state, settled
        return settled

    def _set_down(self, place: str, piece: str) -> Thing:
        rng = self._rng
        off = round(rng.gauss(0, OFF_MM), 2), round(rng.gauss(0, OFF_MM), 2)
        return Thing(place, piece, off, round(rng.gauss(0, TURN_DEG), 1))

    def moment(
        self, after_s: float, *, taps: tuple[Tap, ...] = (), **labels: Slip | None
    ) -> Moment:
        """Let some time pass and return what is there then."""
        self.now_s = round(self.now_s + max(after_s, 0.01), 3)
        hands = (() if self.hand is None else (self.hand,)) + tuple(self.covers.values())
        return Moment(
            time_s=self.now_s,
            turn=self.turn,
            seat=self.seat,
            things=self._things,
            loose=self._loose,
            held=self._held,
            hands=hands,
            at_rest=not any(hand.moving for hand in hands),
            settled=self._is_settled(),
            taps=tuple(replace(tap, time_s=self.now_s) for tap in taps),
            state=self.state,
            room=self.room,
            slips=tuple(self.slips),
            **labels,
        )

    def arrive(self, seat: int, *places: str | None) -> None:
        """Let a hand come, or go on, over these places."""
        reach = tuple(place for place in places if place is not None)
        hides = frozenset[str]().union(*(self.reach.arm(seat, place) for place in reach))
        self.hand = Hand(Cover.HAND, seat, reach, hides, moving=True)

    def take(self, shift: Shift) -> None:
        """Take a piece into the hand: from its place, from where it lies, or from the supply."""
        source = self._things if shift.origin is not None else self._loose
        place = shift.to if shift.origin is None else shift.origin
        found = next((t for t in source if (t.place, t.piece) == (place, shift.piece)), None)
        if found is None:
            assert shift.origin is None, shift
            self._held = (Thing("", shift.piece),)
            return
        rest = list(source)
        rest.remove(found)
        if shift.origin is None:
            self._loose = tuple(rest)
        else:
            self._things = tuple(rest)
        self._held = (found,)

    def put(self, shift: Shift) -> None:
        """Put the piece down, or away."""
        self._held = ()
        if shift.to is not None:
            thing = self._set_down(shift.to, shift.result)
            self._things = tuple(sorted((*self._things, thing)))

    def straighten(self, places: Collection[str]) -> None:
        """Put what is at these places into their middle, and straight."""
        self._things = tuple(
            replace(t, off_mm=(0.0, 0.0), turn_deg=0.0) if t.place in places else t
            for t in self._things
        )

    def knock(self, piece: str, place: str) -> None:
        """Let a piece fall over: it lies beside its place, at none."""
        found = next(t for t in self._things if (t.place, t.piece) == (place, piece))
        self._things = tuple(t for t in self._things if t is not found)
        self._loose = (*self._loose, replace(found, turn_deg=self._rng.choice((-90.0, 90.0))))

    def lay(self, cover: Cover, place: str, seat: int) -> None:
        """Leave something over the table."""
        hides = self.reach.cup(place) if cover is Cover.CUP else self.reach.arm(seat, place)
        self.covers[cover] = Hand(cover, seat, (place,), hides)

    def jolt(self, jolt: Jolt) -> None:
        """Change what the camera depends on."""
        room = self.room
        if jolt.by is None:
            self.room = replace(room, lamp=not room.lamp)
        elif jolt.surface is None:
            self.room = replace(room, camera=room.camera.pushed(jolt.by))
        else:
            pose = room.surfaces.get(jolt.surface, Pose()).pushed(jolt.by)
            self.room = replace(room, surfaces={**room.surfaces, jolt.surface: pose})
