"""What an owner should know about a table that was learned, as texts."""

from __future__ import annotations

from collections.abc import Iterator

from calibration.learn import Learned
from calibration.lesson import Lesson
from calibration.proof import Proof, Slip
from calibration.separation import CLOSE, colours_apart, looks_apart
from companion.engine import Text
from vision.blind_spots import untaught
from vision.health import Check
from vision.solids_model import faint_pieces
from vision.wording import Wording, trouble


def warnings_of(learned: Learned, words: Wording) -> Iterator[Text]:
    """Name what contradicts, what is missing and which photos could be better."""
    for lesson, proof in zip(learned.lessons, learned.proofs, strict=True):
        yield from _contradictions(lesson, proof, words)
    if missing := untaught(learned.knowledge):
        yield Text("see.untaught", {"pieces": words.pieces(missing)})
    if faint := faint_pieces(learned.knowledge.solids):
        yield Text("see.faint", {"pieces": words.pieces(faint)})
    for a, b, apart in (*colours_apart(learned.knowledge), *looks_apart(learned.knowledge)):
        if apart < CLOSE:
            params = {"first": words.piece(a), "second": words.piece(b)}
            yield Text("see.alike", {**params, "percent": round(100 * apart)})
    for photo, checks in learned.troubles.items():
        yield from (_of_photo(photo, check) for check in checks)
    for lesson, proof in zip(learned.lessons, learned.proofs, strict=True):
        yield from (_of_photo(lesson.name, check) for check in proof.troubles)


def _contradictions(lesson: Lesson, proof: Proof, words: Wording) -> Iterator[Text]:
    yield from (slip_text(slip, words) for slip in proof.slips)
    if proof.doubts:
        yield Text("see.doubted", {"photo": lesson.name, "places": words.places(proof.doubts)})


def slip_text(slip: Slip, words: Wording) -> Text:
    """Say what was told and what is seen at one place of a photo."""
    return Text(
        "see.slip",
        {
            "photo": slip.photo,
            "place": words.places([slip.place]),
            "told": words.pieces(slip.told),
            "seen": words.pieces(slip.seen),
        },
    )


def _of_photo(photo: str, check: Check) -> Text:
    return Text("see.photo.trouble", {"photo": photo, "trouble": trouble(check)})
