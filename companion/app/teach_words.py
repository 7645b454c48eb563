"""Words for what somebody has shown who never saw a file: photos, places, and pieces on tracks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from calibration.learn import Learned
from companion.app.teach_layout import Layout
from companion.app.teach_photos import EMPTY, lesson_of
from companion.engine import Plan, Text
from vision.wording import Wording

if TYPE_CHECKING:
    from companion.app.teach_learn import Board

_LESSON = re.compile(r"lesson-(\d+)")


def with_photo(warning: Text, board: Board) -> Text:
    """Let a warning name its photo as people count them."""
    photo = warning.params.get("photo")
    if not isinstance(photo, str):
        return warning
    return Text(warning.id, {**warning.params, "photo": _photo(photo, board)})


def _photo(name: str, board: Board) -> Text | str:
    if name == EMPTY:
        return Text("see.photo.empty")
    if found := _LESSON.fullmatch(name):
        return Text("see.photo.number", {"number": int(found[1])})
    piece = next((piece for piece in board.plan.pieces if lesson_of(piece) == name), None)
    if piece is None:
        return name
    return Text("see.photo.piece", {"piece": Wording(board.kit.name).piece(piece)})


def doubted_in(learned: Learned) -> Layout:
    """Return the places of which the eye is not sure, with what was shown there."""
    doubted: dict[str, tuple[str, ...]] = {}
    for lesson, proof in zip(learned.lessons, learned.proofs, strict=True):
        for place in sorted(proof.doubted):
            shown = lesson.told.get(place) or proof.reading.found.get(place, ())
            doubted[place] = tuple(shown)
    return doubted


def doubt_text(plan: Plan, words: Wording, name: str) -> Text | str:
    """Say what a reading doubts: a place, or where on its track a piece stands."""
    walks = {each: piece for track in plan.tracks for piece, each in track.pieces.items()}
    if name in walks:
        return Text("see.doubt.walks", {"piece": words.piece(walks[name])})
    return words.places([name])
