"""A simulated table for a trial: made up for the evening, and learned as its owner would."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np

from calibration.learn import Learned, learn
from companion.app.seating import Seating
from companion.app.teach_layout import Layout
from companion.app.teach_photos import Photos
from companion.app.trial_light import without_glare
from companion.engine import Atom, Plan
from hardware.simulated.crowd import COLOURS
from hardware.simulated.drawn_art import drawn_art
from hardware.simulated.mount import hang
from hardware.simulated.pack import TablePack, as_table_pack
from hardware.simulated.positions import teaching
from hardware.simulated.renderer import Quality, Renderer
from hardware.simulated.scene import NO_ART, Scene, empty_table, scene_from_view
from hardware.simulated.shoot import in_view
from vision.eye import Knowledge
from vision.reference import Picture
from vision.solids_model import faint_pieces

#: How far a finger misses a corner; so many photos are taken with pieces on the table.
_FINGER_PX, _LESSONS = 2.5, ("front", "x", "front")
#: Cameras are hung so that a bump does not push the board out of the picture.
_MARGIN_PX = 28
_CLUTTER, _NAME = 5, "trial"
#: So often an owner reads the report, does what it advises, and teaches the table anew.
_READS = 3


@dataclass(frozen=True, eq=False)
class TrialTable:
    """A table with nothing on it, who draws it, what was learned of it, and from which photos."""

    bare: Scene
    renderer: Renderer
    learned: Learned
    photos: Photos

    @property
    def knowledge(self) -> Knowledge:
        """Return what an eye needs of it."""
        return self.learned.knowledge


def set_table(seating: Seating, plan: Plan, seed: str) -> TrialTable:
    """Make up a table that nobody has met, and learn it from photos and taps."""
    rng = Random(f"{_NAME}.{seed}")
    game: Any = seating.game
    bare = invent(as_table_pack(game.box.board.pack), rng)
    renderer = Renderer(Quality.FAST)
    feld = "feld" in seating.wish.expansions
    table = _learn(bare, renderer, plan, rng, feld=feld)
    for _ in range(_READS):
        advised = _heeded(table)
        if advised is table.bare:
            break
        table = _learn(advised, renderer, plan, rng, feld=feld)
    return table


def bare_table(pack: TablePack, seed: str) -> Scene:
    """Return the table that `set_table` makes up from this seed, before anybody has seen it."""
    return invent(pack, Random(f"{_NAME}.{seed}"))


def invent(pack: TablePack, rng: Random) -> Scene:
    """Make up board, pieces, camera and light."""
    scene = empty_table(pack, rng)
    mount = in_view(scene.lies, lambda: hang(rng), _MARGIN_PX)
    art = rng.choice((drawn_art, lambda _: NO_ART))(pack)
    return scene.changed(mount=mount, art=art, things=scene.things[:_CLUTTER])


def _heeded(table: TrialTable) -> Scene:
    """Return the table after its owner has read the report, and done what it advises."""
    bare, faint = table.bare, faint_pieces(table.knowledge.solids)
    if faint:
        bare = bare.changed(look=replace(bare.look, painted=(*bare.look.painted, *faint)))
    (troubles,) = table.learned.troubles.values()
    return without_glare(bare, troubles)


def _learn(bare: Scene, renderer: Renderer, plan: Plan, rng: Random, *, feld: bool) -> TrialTable:
    """Take the photos that an owner takes, and learn from them."""
    photo, label = renderer.render(bare)
    taps = {
        name: np.array(corners)
        + [[rng.uniform(-_FINGER_PX, _FINGER_PX) for _ in "xy"] for _ in "1234"]
        for name, corners in label["corners_px"].items()
    }
    photos = Photos(photo, taps)
    for number, side in enumerate(_LESSONS, 1):
        lesson = _lesson(bare, renderer, rng, _atoms(bare.pack, rng, side, feld=feld))
        photos = photos.and_also(f"lesson-{number}", *lesson)
    return TrialTable(bare, renderer, learn(plan, *photos.shots, photos.corners), photos)


def _atoms(pack: TablePack, rng: Random, side: str, *, feld: bool) -> Sequence[Atom]:
    """Show one of everything; the guests of an expansion only where it is played."""
    shown = list(teaching(pack, rng, side))
    taken = {atom.place for atom in shown}
    free = [b.id for b in pack.buildings if b.id not in taken]
    if feld:
        houses = rng.sample(free, len(COLOURS))
        shown += (Atom(b, f"feld:{c}") for b, c in zip(houses, COLOURS, strict=True))
    return shown


def _lesson(
    bare: Scene, renderer: Renderer, rng: Random, atoms: Iterable[Atom]
) -> tuple[Picture, Layout]:
    shown = tuple(atoms)
    scene = scene_from_view(bare.pack, shown, rng, at=bare.changed(seed=rng.randrange(10**6)))
    told: defaultdict[str, tuple[str, ...]] = defaultdict(tuple)
    for atom in shown:
        told[atom.place] += (atom.piece,)
    return renderer.render(scene)[0], dict(told)
