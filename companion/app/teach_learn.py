"""Learn a table from its photos and keep what was learned, as a profile with a report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from calibration.learn import Learned, Progress, Pupil
from calibration.proof import Proof
from calibration.remarks import warnings_of
from calibration.report import report_page
from calibration.shot import Shot, Taught
from companion.app.teach_layout import Layout
from companion.app.teach_words import doubted_in, with_photo
from companion.engine import Plan, Text
from companion.games import Kit
from companion.packs.save import save_text
from companion.session.texts import Texts
from vision.eye import Knowledge
from vision.profile import REPORT, save_profile
from vision.profile_table import Story, View
from vision.wording import Wording

#: How much is done when a step begins; measured, and only there to move a bar.
SHARES = {"find": 0.02, "photo": 0.1, "pieces": 0.25, "proof": 0.65, "again": 0.8, "report": 0.95}


@dataclass(frozen=True, eq=False)
class Board:
    """A board pack, the game it belongs to, and what an eye must know of it."""

    kit: Kit
    folder: Path
    edition: str
    plan: Plan


@dataclass(frozen=True, eq=False)
class Taking:
    """The photos of a table, the corners in the first, and what of them must not count.

    ``forgotten`` names photos and places where something lies of which nobody was to speak. A
    ``pupil`` that knows some of the photos already has less to do.
    """

    empty: Sequence[Shot]
    taught: Sequence[Taught]
    taps: Mapping[str, np.ndarray] | None = None
    forgotten: frozenset[tuple[str, str]] = frozenset()
    pupil: Pupil | None = None


@dataclass(frozen=True, eq=False)
class Outcome:
    """What came of it; ``doubted`` is what should be on places that the eye is not sure of."""

    knowledge: Knowledge
    story: Story
    doubted: Layout


def learn_and_keep(
    board: Board,
    taking: Taking,
    out: Path,
    texts: Texts,
    progress: Progress,
    warn: Callable[[Text], None] = lambda _text: None,
) -> Outcome:
    """Learn a table, and write profile and report; raise `CannotLearn` if the photos forbid it."""
    pupil = taking.pupil or Pupil(board.plan, taking.empty[0], taking.taps)
    learned = pupil.learn(taking.taught, taking.empty[1:], progress)
    progress("report", 1, 1)
    outcome = keep_learned(board, taking, learned, out, texts)
    for warning in outcome.story.warnings:
        warn(warning)
    return outcome


def keep_learned(
    board: Board,
    taking: Taking,
    learned: Learned,
    out: Path,
    texts: Texts,
) -> Outcome:
    """Write profile and report of a table that was learned."""
    words, photo = Wording(board.kit.name, board.kit.call), taking.empty[0].photo
    learned = replace(learned, proofs=tuple(_fair(p, taking.forgotten) for p in learned.proofs))
    warnings = tuple(with_photo(warning, board) for warning in warnings_of(learned, words))
    names = [*(shot.name for shot in taking.empty), *(shot.name for shot in taking.taught)]
    story = _story(learned, names, warnings)
    save_profile(out, learned.knowledge, board.folder, board.kit.name, board.edition, story)
    save_text(out / REPORT, report_page(texts, words, learned, photo, story))
    return Outcome(learned.knowledge, story, doubted_in(learned))


def _fair(proof: Proof, forgotten: frozenset[tuple[str, str]]) -> Proof:
    """Leave out what contradicts only because nobody was to speak of it."""
    slips = tuple(slip for slip in proof.slips if (slip.photo, slip.place) not in forgotten)
    return replace(proof, slips=slips)


def _story(learned: Learned, photos: Sequence[str], warnings: tuple[Text, ...]) -> Story:
    return Story(
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        found_by=learned.sight.source,
        confidence=round(float(learned.sight.confidence), 3),
        photos=tuple(photos),
        taught=learned.taught,
        warnings=warnings,
        view=View.of(learned.sight.vantage),
    )
