"""The pictures of a time-lapse: the table after each turn, what happened, and who has how much."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.app.marks import choose_marks
from companion.app.replay_game import Kept
from companion.app.scene import compose
from companion.drawing.document import document
from companion.drawing.lettering import width, wrap
from companion.drawing.svg import box, word
from companion.drawing.table_art import draw_pieces, draw_state
from companion.engine import Text, Unknown
from companion.session.sheet_history import Happening
from hardware.raster import rasterise, rasterise_clear

Picture = NDArray[np.uint8]
#: Name, colour and points of a seat.
Score = tuple[str, str, str]
#: Columns and rows of a picture, and the rows below the table that tell about it.
SIZE, FOOT = (960, 560), 112
#: A film is seen from the sofa: so many lines are told, in letters of this size.
LINES, _LETTERS = 3, 19.0
_GROUND, _INK, _SOFT = "#20262e", "#f3efe6", "#a9b2bc"
_CROPS = 2
#: A longer name leaves no room for the others.
_LONGEST_NAME = 14


class Shot(msgspec.Struct, frozen=True):
    """One turn: the table after it, what was told, and the crops that are still kept.

    ``seen`` is the part of it that the table shows, or that brought points.
    """

    turn: int | None
    state: Any
    told: tuple[Text, ...]
    crops: tuple[str, ...] = ()
    seen: tuple[Text, ...] = ()


def shots(kept: Kept) -> tuple[Shot, ...]:
    """Part a game into what is worth a picture: the set-up, every turn, and the end."""
    standing = [one for one in kept.past if one.stands and one.entry.events]
    if not standing:
        return ()
    groups: list[list[Happening]] = [[]]
    for one in standing:
        groups[-1].append(one)
        if one.ends_turn:
            groups.append([])
    first = next((n for n, one in enumerate(groups[0]) if one.turn is not None), len(groups[0]))
    parts = [groups[0][:first], groups[0][first:], *groups[1:]]
    return tuple(_shot(kept, part, laying_out=n == 0) for n, part in enumerate(parts) if part)


def _shot(kept: Kept, part: Sequence[Happening], *, laying_out: bool) -> Shot:
    # Laying out the board is told by the board itself: forty sentences would say less.
    past = () if laying_out else part
    told = tuple(text for one in past for text in one.told)
    seen = tuple(text for one in past if _shows(kept, one) for text in one.told)
    crops = dict.fromkeys(one.entry.picture for one in part if one.entry.picture)
    turn = next((one.turn for one in part if one.turn is not None), None)
    return Shot(turn, part[-1].after, told, () if laying_out else tuple(crops)[-_CROPS:], seen)


def _shows(kept: Kept, one: Happening) -> bool:
    """Tell whether the table shows what happened, or it brought points."""
    view = kept.game.expected_view
    return bool(one.gains) or view(one.before).atoms != view(one.after).atoms


class Painter:
    """Paint the shots of one game."""

    def __init__(self, kept: Kept) -> None:
        """Choose the colours of the seats."""
        self._kept = kept
        bare = kept.shown(kept.setup)
        marks = choose_marks(compose(kept.game, bare, bare), kept.texts)
        self._colours = {seat: mark.style.rpartition(" ")[2] for seat, mark in marks.seats.items()}

    def paint(self, shot: Shot) -> Picture:
        """Paint a shot with its caption."""
        picture = np.full((SIZE[1], SIZE[0], 3), 0, np.uint8)
        table = self.table(shot.state, (SIZE[0], SIZE[1] - FOOT))
        picture[: SIZE[1] - FOOT] = table
        crops = [found for name in shot.crops if (found := self.crop(name)) is not None]
        room = SIZE[0] - sum(crop.shape[1] + 4 for crop in crops)
        picture[-FOOT:, :room] = rasterise(self._caption(shot, room), 1)[:FOOT, :room]
        left = room
        for crop in crops:
            picture[-FOOT + 4 : -4, left : left + crop.shape[1]] = crop
            left += crop.shape[1] + 4
        return picture

    def table(self, state: Any, size: tuple[int, int]) -> Picture:
        """Draw the table alone, into a frame of this size; what is printed is drawn only once."""
        kept = self._kept
        pack = kept.kit.printed(kept.game)
        scale, bare = _bare(draw_state(pack, ()), draw_pieces(pack, ()), size)
        claims = [(atom.place, atom.piece) for atom in kept.game.expected_view(state).atoms]
        pieces = rasterise_clear(draw_pieces(pack, claims), scale)
        cover = pieces[:, :, 3:].astype(np.float32) / 255
        drawn = (bare * (1 - cover) + pieces[:, :, :3] * cover + 0.5).astype(np.uint8)
        rows, columns = min(drawn.shape[0], size[1]), min(drawn.shape[1], size[0])
        frame = np.full((size[1], size[0], 3), (0x2E, 0x26, 0x20), np.uint8)
        top, left = (size[1] - rows) // 2, (size[0] - columns) // 2
        frame[top : top + rows, left : left + columns] = drawn[:rows, :columns]
        return frame

    def crop(self, digest: str) -> Picture | None:
        """Return a crop in the height of the caption, if it is still kept and can be read."""
        jpeg = self._kept.crop(digest)
        if not jpeg:
            return None
        picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        if picture is None:
            return None
        high = FOOT - 8
        wide = min(round(picture.shape[1] * high / picture.shape[0]), 2 * high)
        shrunk = cv2.resize(picture, (max(wide, 1), high), interpolation=cv2.INTER_AREA)
        return np.asarray(shrunk, np.uint8)

    def title(self, shot: Shot) -> str:
        """Say which turn this is."""
        say = self._kept.texts
        if shot.turn is None:
            return say(self._kept.told(self._kept.game.view(shot.state, None).phase))
        return say(Text("cli.replay.frame-turn", {"turn": shot.turn}))

    def told(self, shot: Shot) -> str:
        """Tell what happened."""
        return " ".join(self._say(shot.told))

    def lines(self, shot: Shot, room: float) -> list[str]:
        """Tell the end of a turn in a few lines, which is where agents and points are."""
        chosen: list[str] = []
        told = self._say(shot.seen or shot.told)
        for sentence in reversed(told):
            more = [sentence, *chosen]
            start = [] if len(more) == len(told) else ["…"]
            if chosen and len(wrap(" ".join(start + more), room, _LETTERS)) > LINES:
                break
            chosen = more
        start = [] if len(chosen) == len(told) else ["…"]
        return wrap(" ".join(start + chosen), room, _LETTERS)[:LINES] if chosen else []

    def _say(self, told: Iterable[Text]) -> list[str]:
        return [self._kept.texts(self._kept.told(text)) for text in told]

    def scores(self, shot: Shot) -> Iterator[Score]:
        """Return name, colour and points of every seat."""
        for panel in self._kept.game.view(shot.state, None).panels:
            if panel.seat is not None:
                value = panel.rows[0].value
                points = "?" if isinstance(value, Text | Unknown) else str(value)
                yield self._kept.called(panel.seat), self._colours[panel.seat], points

    def _caption(self, shot: Shot, room: int) -> str:
        parts = [box((room / 2, FOOT / 2), (room, FOOT), fill=_GROUND)]
        parts.append(word((12, 16), self.title(shot), 15, _SOFT, text_anchor="start"))
        right = room - 12.0
        space = right - width(self.title(shot), 15) - 30
        for name, colour, points in reversed(_fitting(list(self.scores(shot)), space)):
            parts.append(word((right, 16), points, 18, _INK, text_anchor="end", font_weight="bold"))
            right -= width(points, 18, bold=True) + 6
            parts.append(word((right, 16), name, 16, _SOFT, text_anchor="end"))
            right -= width(name, 16) + 12
            parts.append(box((right, 16), (12, 12), fill=colour, rx=3))
            right -= 22
        for number, line in enumerate(self.lines(shot, room - 24.0)):
            at = (12, 44 + number * _LETTERS * 1.25)
            parts.append(word(at, line, _LETTERS, _INK, text_anchor="start"))
        return document((room, FOOT), *parts)


def _fitting(scores: list[Score], room: float) -> list[Score]:
    """Shorten names until all of them have room beside each other."""
    short = scores
    for most in range(_LONGEST_NAME, 2, -1):
        short = [(n if len(n) <= most else f"{n[: most - 1]}…", c, p) for n, c, p in scores]
        if sum(width(n, 16) + width(p, 18, bold=True) + 40 for n, _, p in short) <= room:
            break
    return short


@lru_cache(maxsize=4)
def _bare(table: str, nothing: str, size: tuple[int, int]) -> tuple[float, Picture]:
    """Draw what is printed, as large as it fits; the other picture is as large, and quick to draw."""
    rows, columns, _ = rasterise_clear(nothing, 1).shape
    scale = min(size[0] / columns, size[1] / rows)
    return scale, rasterise(table, scale)
