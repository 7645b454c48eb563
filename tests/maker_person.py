"""A person with a photo, a ruler and an unsteady finger, who describes a board tap by tap."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any, Protocol

import numpy as np

from calibration.first_sight_fit import from_corners
from calibration.table_shape import TableShape
from companion.app.maker import PackBench
from companion.packs import draft_actions as a
from companion.packs.draft import Draft, beside_of, fields_of, line_of, streets_of
from vision.geometry import Vantage
from web.maker_port import Work
from web.maker_tools import Tool, pick

Point = tuple[float, float]
#: How far a finger lands beside what it points at (mm), and beside what need not be exact.
UNSTEADY_MM, CARELESS_MM = 0.8, 1.5
#: A ring that lies so far off is seen to be wrong.
SEEN_MM = 1.3
#: An honest guess of how long things take (s); "look" is a glance at one thing that was proposed.
SECONDS = {"tap": 2, "drag": 5, "icon": 4, "tool": 2, "press": 2, "type": 6, "look": 1}

#: A finger on a phone has to creep until the loupe shows what it wants, and typing takes longer.
FINGER_SECONDS = {"tap": 4, "drag": 7, "icon": 4, "tool": 3, "press": 3, "type": 8, "look": 2}


class Hands(Protocol):
    """What a person does with the page."""

    def work(self) -> Work: ...
    def tool(self, name: str) -> None: ...
    def tap(self, xy: Point) -> None: ...
    def mark(self, xy: Point) -> None: ...
    def drag(self, start: Point, end: Point, place: str) -> None: ...
    def icon(self, word: str) -> None: ...
    def look(self) -> bool: ...
    def accept(self) -> None: ...
    def remove(self, xy: Point) -> None: ...
    def measure(self, name: str, mm: float) -> None: ...
    def number(self, row: str, index: int, to: int) -> None: ...
    def count(self, row: str, count: int) -> None: ...
    def call(self, name: str) -> None: ...


class BenchHands:
    """Do to the bench what the page's own script would do."""

    def __init__(self, bench: PackBench, name: str) -> None:
        self._bench, self.name = bench, name
        self._word = self._chosen = ""
        self._proposed: a.Action | None = None
        self._tool: Tool | None = None

    def work(self) -> Work:
        return self._bench.open(self.name)

    def _act(self, action: a.Action) -> None:
        self._bench.do(self.name, self.work().journal.version, action)

    def tool(self, name: str) -> None:
        self._tool = pick(self.work(), name)
        assert self._tool.id == name
        self._word = self._chosen = ""

    def tap(self, xy: Point) -> None:
        tool = self._tool
        assert tool is not None
        self._act(getattr(self, f"_tap_{tool.mode}")(tool, xy))

    def mark(self, xy: Point) -> None:
        self.tap(xy)

    def _tap_put(self, tool: Tool, xy: Point) -> a.Action:
        return a.Put(tool.of, (xy,))

    def _tap_beside(self, tool: Tool, xy: Point) -> a.Action:
        kind = self.work().blank.kind(tool.of)
        return a.Move(f"{kind.beside}:{self._nearest(kind.prefix, xy)}", xy)

    def _tap_fact(self, tool: Tool, xy: Point) -> a.Action:
        prefix = self.work().blank.kind(tool.of).prefix
        return a.Say(tool.fact, {self._nearest(prefix, xy): self._word}, xy)

    def _tap_row(self, tool: Tool, xy: Point) -> a.Action:
        work = self.work()
        row = work.blank.row(tool.of)
        fields = fields_of(work.draft, row)
        near = min(fields, key=lambda n: math.dist(fields[n], xy), default=None)
        if row.areas and len(fields) > 1:
            return a.Area(row.id, near)
        return a.Field(row.id, xy)

    def _nearest(self, prefix: str, xy: Point) -> str:
        spots = {n: s for n, s in self.work().draft.spots.items() if n.startswith(prefix)}
        return min(spots, key=lambda n: math.dist(spots[n].xy, xy))

    def streets(self, square: Point, building: Point) -> None:
        self._act(a.Link(self._nearest("s", square), self._nearest("b", building)))

    def drag(self, start: Point, end: Point, place: str) -> None:
        tool = self._tool
        assert tool is not None
        if tool.mode == "corners":
            px = list(self.work().draft.corners[tool.of])
            px[int(place)] = end
            self._act(a.Corners(tool.of, tuple(px)))
        else:
            self._act(a.Move(place, end))

    def icon(self, word: str) -> None:
        self._word = word

    def look(self) -> bool:
        tool = self._tool
        assert tool is not None
        if tool.mode == "put":
            at = self._bench.more(self.name, tool.of)
            self._proposed = a.Put(tool.of, at) if at else None
        else:
            words = self._bench.words(self.name, tool.of, tool.fact)
            self._proposed = a.Say(tool.fact, words) if words else None
        return self._proposed is not None

    def accept(self) -> None:
        self._act(self._proposed)

    def remove(self, xy: Point) -> None:
        prefix = self.work().blank.kind(self._tool.of).prefix
        self._act(a.Drop(self._nearest(prefix, xy)))

    def measure(self, name: str, mm: float) -> None:
        self._act(a.Measured(name, mm))

    def number(self, row: str, index: int, to: int) -> None:
        self._act(a.Number(row, index, to))

    def count(self, row: str, count: int) -> None:
        self._act(a.Count(row, count))

    def call(self, name: str) -> None:
        self._act(a.Called(name))


@dataclass
class Person:
    """Somebody who looks at a photo of a known board; ``printed`` is where things are printed."""

    hands: Any
    pack: Mapping[str, Any]
    camera: Vantage
    printed: Mapping[str, Point]
    seed: int = 1
    did: Counter[str] = field(default_factory=Counter)
    seen: Vantage | None = None
    seconds: Mapping[str, int] = field(default_factory=lambda: SECONDS)

    def __post_init__(self) -> None:
        self.random = Random(self.seed)

    # --- what the eye sees ---------------------------------------------------------------------

    @property
    def draft(self) -> Draft:
        return self.hands.work().draft

    def shown(self, surface: str, xy: Sequence[float]) -> Point:
        """Return where a point of the board is on the straightened picture."""
        if self.seen is None:
            corners = {s: np.array(px, float) for s, px in self.draft.corners.items()}
            sizes = {s: tuple(self.pack["surfaces"][s]["size_mm"]) for s in corners}
            self.seen = from_corners(TableShape(sizes, ()), self.camera.lens.size, corners, 1.0)
        at = self.seen.unproject(surface, self.camera.project(surface, np.array([xy], float)))[0]
        return float(at[0]), float(at[1])

    def _off(self, mm: float) -> float:
        return self.random.uniform(-mm, mm)

    def aim(self, surface: str, xy: Sequence[float], unsteady_mm: float = UNSTEADY_MM) -> Point:
        x, y = self.shown(surface, xy)
        return x + self._off(unsteady_mm), y + self._off(unsteady_mm)

    def _tool(self, name: str) -> None:
        self.hands.tool(name)
        self.did["tool"] += 1

    def _tap(self, xy: Point) -> None:
        self.hands.tap(xy)
        self.did["tap"] += 1

    # --- everything, in order ------------------------------------------------------------------

    def describe(self, name: str) -> None:
        """Go through all tools from the first to the last."""
        self.corners()
        self.kind("building", "b", self.pack["buildings"])
        self.flags()
        for fact in ("colour", "flag", "seal"):
            self.fact("building", "b", fact, self.pack["buildings"])
        self.letters()
        self.kind("square", "s", self.pack["squares"])
        self.fact("square", "s", "value", self.pack["squares"])
        self.streets()
        self.score()
        self.tracks()
        self.rows()
        self.pieces()
        self._tool("check")
        self.hands.call(name)
        self.did["type"] += 1

    def corners(self) -> None:
        """Drag every corner onto the corner of the cardboard."""
        self.seen = None
        for surface, part in self.pack["surfaces"].items():
            self._tool(f"corners.{surface}")
            true = self.camera.corners(surface, tuple(part["size_mm"]))
            width = float(np.linalg.norm(true[1] - true[0]))
            off = UNSTEADY_MM * width / part["size_mm"][0]
            for n, (x, y) in enumerate(true.tolist()):
                start = self.draft.corners[surface][n]
                self.hands.drag(start, (x + self._off(off), y + self._off(off)), str(n))
                self.did["drag"] += 1
            for way, mm in zip(("width", "depth"), part["size_mm"], strict=True):
                usual = {m.id: m.usual_mm for m in self.hands.work().blank.measures}
                if mm != usual[f"{surface}.{way}"]:
                    self.hands.measure(f"{surface}.{way}", mm)
                self.did["type"] += 1

    def kind(self, kind: str, prefix: str, parts: Sequence[Mapping[str, Any]]) -> None:
        """Tap three of a kind, take the others that are proposed, and put right what is not."""
        self._tool(f"put.{kind}")
        some = self.random.sample(range(len(parts)), 3)
        for n in some:
            self._tap(self.aim("board", parts[n]["xy"]))
        self.did["press"] += 1
        if self.hands.look():
            self.hands.accept()
            self.did["press"] += 1
        self._put_right(prefix, parts)

    def _put_right(self, prefix: str, parts: Sequence[Mapping[str, Any]]) -> None:
        wanted = {part["id"]: self.shown("board", part["xy"]) for part in parts}
        spots = {n: s.xy for n, s in self.draft.spots.items() if n.startswith(prefix)}
        self.did["look"] += len(spots)
        met = set()
        for name, xy in spots.items():
            part = min(wanted, key=lambda p: math.dist(wanted[p], xy))
            if math.dist(wanted[part], xy) > 8 or part in met:
                self.hands.remove(xy)
                self.did["tap"] += 1
                self.did["press"] += 1
                continue
            met.add(part)
            if math.dist(wanted[part], xy) > SEEN_MM:
                x, y = wanted[part]
                self.hands.drag(xy, (x + self._off(UNSTEADY_MM), y + self._off(UNSTEADY_MM)), name)
                self.did["drag"] += 1
        for part in parts:
            if part["id"] not in met:
                self._tap(self.aim("board", part["xy"]))

    def same(self, prefix: str, parts: Sequence[Mapping[str, Any]]) -> dict[str, str]:
        """Return which place of the draft is which part of the pack."""
        spots = {n: s.xy for n, s in self.draft.spots.items() if n.startswith(prefix)}
        return {
            min(spots, key=lambda n: math.dist(spots[n], self.shown("board", part["xy"]))): part[
                "id"
            ]
            for part in parts
        }

    def flags(self) -> None:
        """Show one flag, and those that lie otherwise."""
        parts = {part["id"]: part for part in self.pack["buildings"]}
        self._tool("beside.building")
        first = next(iter(parts.values()))
        self._tap(self.aim("board", first["flag_xy"]))
        kind = self.hands.work().blank.kind("building")
        self.did["look"] += len(parts)
        for name, part in self.same("b", list(parts.values())).items():
            xy = beside_of(self.draft, kind, name)
            true = self.shown("board", parts[part]["flag_xy"])
            if math.dist(xy, true) > SEEN_MM:
                near = (true[0] + self._off(UNSTEADY_MM), true[1] + self._off(UNSTEADY_MM))
                self.hands.drag(xy, near, f"flag:{name}")
                self.did["drag"] += 1

    def _on(self, fact: str, part: Mapping[str, Any]) -> Point:
        if fact == "flag":
            return self.aim("board", part["flag_xy"], CARELESS_MM)
        dx, dy = self.printed[fact]
        return self.aim("board", (part["xy"][0] + dx, part["xy"][1] + dy), CARELESS_MM)

    def fact(self, kind: str, prefix: str, fact: str, parts: Sequence[Mapping[str, Any]]) -> None:
        """Show one of each word, take what is proposed, and put right what is wrong or missing."""
        self._tool(f"fact.{kind}.{fact}")
        for word in dict.fromkeys(str(part[fact]) for part in parts):
            self._say(word, fact, [next(p for p in parts if str(p[fact]) == word)])
        self.did["press"] += 1
        if self.hands.look():
            self.hands.accept()
            self.did["press"] += 1
        by_id = {part["id"]: part for part in parts}
        self.did["look"] += len(parts)
        wrong: dict[str, list[Mapping[str, Any]]] = {}
        for name, part in self.same(prefix, parts).items():
            true = str(by_id[part][fact])
            if self.draft.spots[name].facts.get(fact) != true:
                wrong.setdefault(true, []).append(by_id[part])
        for word, those in wrong.items():
            self._say(word, fact, those)

    def _say(self, word: str, fact: str, parts: Sequence[Mapping[str, Any]]) -> None:
        self.hands.icon(word)
        self.did["icon"] += 1
        for part in parts:
            self._tap(self._on(fact, part))

    def letters(self) -> None:
        self._tool("fact.building.letter")
        for part in self.pack["buildings"]:
            if part["letter"]:
                self._say(part["letter"], "letter", [part])

    def streets(self) -> None:
        """Look at all streets, and put right what is wrong."""
        self._tool("streets.square")
        buildings = {part["id"]: part for part in self.pack["buildings"]}
        same = self.same("b", self.pack["buildings"])
        squares = {part["id"]: part for part in self.pack["squares"]}
        self.did["look"] += len(squares)
        for name, square in self.same("s", self.pack["squares"]).items():
            work = self.hands.work()
            led = {same[end] for end in streets_of(work.draft, work.blank, name)}
            for end in sorted(led ^ set(squares[square]["buildings"])):
                at = self.shown("board", squares[square]["xy"])
                self.hands.streets(at, self.shown("board", buildings[end]["xy"]))
                self.did["tap"] += 2

    def score(self) -> None:
        """Tap the corners of the track, and put its numbers right."""
        self._tool("row.score")
        fields = self.pack["score_track"]["fields"]
        for number in _bends(fields):
            self._tap(self.aim("board", fields[number]))
            row = self.hands.work().blank.row("score")
            last = list(line_of(self.draft, row).anchors)[-1]
            if last != number:
                self.hands.number("score", last, number)
                self.did["type"] += 1

    def tracks(self) -> None:
        for info, fields in self.pack["info_tracks"]["fields"].items():
            name = f"info:{info}"
            self._tool(f"row.info-{info}")
            for n in (0, -1):
                self._tap(self.aim("intel", fields[n]["xy"]))
            if len(fields) != line_of(self.draft, self.hands.work().blank.row(name)).count:
                self.hands.count(name, len(fields))
                self.did["type"] += 1
            for before, this in pairwise(fields[:-1]):
                if this["area"] != before["area"]:
                    self.hands.mark(self.aim("intel", this["xy"]))
                    self.did["tap"] += 1

    def rows(self) -> None:
        self._tool("row.roof")
        for letter in sorted(self.pack["roof"]["fields"]):
            self._tap(self.aim("intel", self.pack["roof"]["fields"][letter]))
        for name in ("investigation", "oriel"):
            self._tool(f"row.{name}")
            self._tap(self.aim("intel", self.pack[name]["xy"]))
        for pile in "AB":
            self._tool(f"row.order-{pile}")
            for xy in self.pack["orders"][pile]:
                self._tap(self.aim("board", xy))

    def pieces(self) -> None:
        """Measure every piece, and type what is not as usual."""
        self._tool("pieces")
        usual = {m.id: m.usual_mm for m in self.hands.work().blank.measures}
        for piece, sizes in self.pack["pieces"].items():
            for length, mm in sizes.items():
                for n, side in enumerate(mm if isinstance(mm, list) else [mm]):
                    self.did["look"] += 3  # with a ruler
                    if side != usual[f"{piece}.{length}.{n}"]:
                        self.hands.measure(f"{piece}.{length}.{n}", side)
                        self.did["type"] += 1

    @property
    def minutes(self) -> float:
        """Return how long all of that takes."""
        return sum(self.seconds[what] * count for what, count in self.did.items()) / 60


def _bends(fields: Sequence[Sequence[float]]) -> list[int]:
    """Return the first field and those where the track turns."""
    bends = [0]
    for n in range(1, len(fields) - 1):
        (ax, ay), (bx, by), (cx, cy) = fields[n - 1], fields[n], fields[n + 1]
        if abs((bx - ax) * (cy - by) - (by - ay) * (cx - bx)) > 1:
            bends.append(n)
    return bends


def differences(made: Mapping[str, Any], given: Mapping[str, Any]) -> tuple[float, list[str]]:
    """Return how far apart two packs' places are at most, and all facts in which they differ."""
    far: list[float] = []
    wrong: list[str] = []
    same: dict[str, str] = {}
    for part, facts in (
        ("buildings", ("colour", "flag", "seal", "letter", "radius", "surface")),
        ("squares", ("value", "surface")),
    ):
        assert len(made[part]) == len(given[part])
        for true in given[part]:
            found = min(made[part], key=lambda one: math.dist(one["xy"], true["xy"]))
            far.append(math.dist(found["xy"], true["xy"]))
            same[found["id"]] = true["id"]
            wrong += [f"{true['id']}.{fact}" for fact in facts if found[fact] != true.get(fact)]
            if part == "buildings":
                far.append(math.dist(found["flag_xy"], true["flag_xy"]))
            elif {same[end] for end in found["buildings"]} != set(true["buildings"]):
                wrong.append(f"{true['id']}.streets")
    assert len(same) == len(given["buildings"]) + len(given["squares"])
    far += _rows_apart(made, given)
    for info, fields in given["info_tracks"]["fields"].items():
        mine = made["info_tracks"]["fields"][info]
        if [f["area"] for f in mine] != [f["area"] for f in fields]:
            wrong.append(f"info:{info}.areas")
    wrong += [key for key in ("side", "surfaces", "pieces") if made[key] != given[key]]
    return max(far), wrong


def _rows_apart(made: Mapping[str, Any], given: Mapping[str, Any]) -> list[float]:
    pairs = list(zip(made["score_track"]["fields"], given["score_track"]["fields"], strict=True))
    for info, fields in given["info_tracks"]["fields"].items():
        mine = made["info_tracks"]["fields"][info]
        pairs += [(a["xy"], b["xy"]) for a, b in zip(mine, fields, strict=True)]
    pairs += [(made["roof"]["fields"][k], xy) for k, xy in given["roof"]["fields"].items()]
    pairs += [(made[name]["xy"], given[name]["xy"]) for name in ("investigation", "oriel")]
    for pile in "AB":
        pairs += zip(made["orders"][pile], given["orders"][pile], strict=True)
    return [math.dist(one, other) for one, other in pairs]
