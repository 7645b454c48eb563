"""The bench where owners describe their own copy: drafts, photos, and the packs that come of them."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path
from threading import RLock
from typing import Any

import msgspec

from companion.app.maker_camera import TableCamera
from companion.app.maker_icons import draw_icon
from companion.app.maker_photos import keep_photo, photo_of, proposed_corners, size_of
from companion.app.maker_propose import propose_places, propose_words
from companion.app.maker_shelf import PackShelf, lies_there, when_written
from companion.app.maker_straight import Image, Quad, as_jpeg, straighten
from companion.app.teach_scout import thumbnail
from companion.drawing.table_art import draw_surface
from companion.games import Kit
from companion.packs.draft import places, surface_size
from companion.packs.draft_act import NotDone, act
from companion.packs.draft_actions import Action, Photo
from companion.packs.draft_journal import Journal, draft_of, keep, load
from companion.packs.fault import Fault, errors_of
from companion.packs.header import Point
from companion.packs.json_file import read_json
from web.maker_port import Kept, Unfit, Work

_FILE = "draft.json"
#: So many straightened pictures are remembered.
_KEPT = 4
#: How wide a draft is shown on the first page, and how much it may lose on the way there.
_SMALL_PX, _SMALL_QUALITY = 240, 70


class PackBench:
    """Keep drafts in a folder; whatever was confirmed is on the disk."""

    def __init__(self, kit: Kit, folder: Path, camera: TableCamera | None = None) -> None:
        """Take the game whose boards are described, where to keep everything, and a camera."""
        self.camera = camera
        self._kit, self._drafts = kit, folder / "drafts"
        self._shelf = PackShelf(kit, folder / "packs")
        self._lock = RLock()
        self._straight: dict[tuple[object, ...], tuple[Image, float]] = {}

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the sides that a board may have."""
        return self._kit.blank("").sides

    # --- drafts --------------------------------------------------------------------------------

    def drafts(self) -> tuple[Kept, ...]:
        """List the packs in the making, the newest first."""
        files = sorted(self._drafts.glob(f"*/{_FILE}"), key=lambda f: -f.stat().st_mtime)
        works = (self._try_open(file.parent.name) for file in files)
        return tuple(
            Kept(
                work.name,
                work.draft.edition,
                not errors_of(self.faults(work)),
                work.draft.side,
                when_written(self._drafts / work.name / _FILE),
            )
            for work in works
            if work is not None
        )

    def _try_open(self, name: str) -> Work | None:
        try:
            return self.open(name)
        except NotDone:
            return None

    def begin(self, photo: bytes, side: str) -> str:
        """Begin a pack from a photo; where the surfaces are is proposed at once."""
        blank = self._kit.blank(side)
        image = photo_of(photo)
        name = f"draft-{secrets.token_hex(4)}"
        folder = self._drafts / name
        folder.mkdir(parents=True)
        file = keep_photo(folder, image)
        journal = Journal(game=self._kit.name, side=blank.side)
        shown = [Photo(surface, file) for surface in blank.surfaces]
        journal = journal.then(*shown, *proposed_corners(blank, image), taps=0)
        keep(folder / _FILE, journal.settle())
        return name

    def show(self, name: str, surface: str, photo: bytes) -> Work:
        """Take another photo of one surface."""
        with self._lock:
            work = self.open(name)
            if surface not in work.blank.surfaces:
                raise NotDone("maker.no.unknown")
            image = photo_of(photo)
            file = keep_photo(self._drafts / name, image)
            guess = [
                c for c in proposed_corners(work.blank, image, surface) if c.surface == surface
            ]
            return self._keep(name, work.journal.then(Photo(surface, file), *guess).settle())

    def open(self, name: str) -> Work:
        """Return a draft as it was left."""
        folder = self._folder(name)
        try:
            journal = load(folder / _FILE)
            blank = self._kit.blank(journal.side)
            draft = draft_of(journal, blank)
        except (OSError, msgspec.MsgspecError, NotDone):
            raise NotDone("maker.no.draft") from None
        sizes = {surface: size_of(file) for surface, file in draft.photos.items()}
        return Work(name, journal, draft, blank, sizes)

    def do(self, name: str, version: int, action: Action, taps: int = 1) -> Work:
        """Do one thing, and have it on the disk, with how many taps it took."""
        with self._lock:
            work = self._seen(name, version)
            if isinstance(action, Photo):
                raise NotDone("maker.no.unknown")
            act(work.draft, work.blank, action)
            return self._keep(name, work.journal.then(action, taps=taps))

    def undo(self, name: str, version: int) -> Work:
        """Take the last thing back."""
        with self._lock:
            return self._keep(name, self._seen(name, version).journal.undone())

    def forget(self, name: str) -> None:
        """Throw a draft away, with its photos."""
        with self._lock:
            shutil.rmtree(self._folder(name), ignore_errors=True)

    def _seen(self, name: str, version: int) -> Work:
        work = self.open(name)
        if work.journal.version != version:
            raise NotDone("maker.no.moved-on")
        return work

    def _keep(self, name: str, journal: Journal) -> Work:
        keep(self._folder(name) / _FILE, journal)
        return self.open(name)

    def _folder(self, name: str) -> Path:
        folder = self._drafts / name
        if folder.parent != self._drafts or not lies_there(folder / _FILE):
            raise NotDone("maker.no.draft")
        return folder

    # --- pictures ------------------------------------------------------------------------------

    def photo(self, name: str, surface: str) -> bytes:
        """Return the photo of a surface."""
        work = self.open(name)
        if surface not in work.draft.photos:
            raise NotDone("maker.no.unknown")
        return (self._folder(name) / work.draft.photos[surface]).read_bytes()

    def straight(self, name: str, surface: str) -> bytes:
        """Return a surface as if seen from straight above."""
        return as_jpeg(self._picture(self.open(name), surface)[0])

    def _picture(self, work: Work, surface: str) -> tuple[Image, float]:
        draft = work.draft
        if surface not in draft.corners:
            raise NotDone("maker.no.unknown")
        together = [s for s in draft.corners if draft.photos[s] == draft.photos[surface]]
        corners: dict[str, Quad] = {s: draft.corners[s] for s in together}
        sizes = {s: surface_size(draft, work.blank, s) for s in together}
        key = (work.name, surface, repr(corners), repr(sizes), draft.photos[surface])
        with self._lock:
            if key not in self._straight:
                photo = photo_of(self.photo(work.name, surface))
                self._straight[key] = straighten(photo, corners, sizes, surface)
            while len(self._straight) > _KEPT:
                del self._straight[next(iter(self._straight))]
            return self._straight[key]

    # --- proposals -----------------------------------------------------------------------------

    def more(self, name: str, kind: str) -> tuple[Point, ...]:
        """Propose further places that look like those that were tapped."""
        work = self.open(name)
        wanted = work.blank.kind(kind)
        if wanted is None:
            raise NotDone("maker.no.unknown")
        return propose_places(work, wanted, *self._picture(work, wanted.surface))

    def words(self, name: str, kind: str, fact: str) -> Mapping[str, str]:
        """Propose what is printed where nobody has said it."""
        work = self.open(name)
        wanted = work.blank.kind(kind)
        asked = next((f for f in wanted.facts if f.id == fact), None) if wanted else None
        if wanted is None or asked is None or asked.once:
            raise NotDone("maker.no.unknown")
        return propose_words(work, wanted, asked, *self._picture(work, wanted.surface))

    def icon(self, fact: str, word: str) -> str:
        """Draw a word."""
        return draw_icon(fact, word)

    # --- packs ---------------------------------------------------------------------------------

    def faults(self, work: Work) -> tuple[Fault, ...]:
        """List what is wrong with a draft, as ``companion pack check`` would."""
        return self._kit.pack_faults(self._kit.pack_of(work.draft))

    def slips(self, work: Work) -> tuple[Fault, ...]:
        """List what is wrong with what is there already."""
        there = {place for place, _, _ in places(work.draft, work.blank)}
        found = self._kit.pack_faults(self._kit.pack_of(work.draft, guess=True))
        return tuple(fault for fault in found if fault.where in there)

    def save(self, name: str) -> Kept:
        """Keep a finished draft as a pack."""
        with self._lock:
            work = self.open(name)
            if not work.draft.edition:
                raise NotDone("maker.no.name-missing")
            wrong = errors_of(self.faults(work))
            if wrong:
                raise Unfit(wrong)
            return self._shelf.put(self._kit.pack_of(work.draft), made_from=name)

    def packs(self) -> tuple[Kept, ...]:
        """List the packs that are done."""
        return self._shelf.all()

    def pack(self, name: str) -> bytes:
        """Return a pack as one file."""
        return self._shelf.file(name).read_bytes()

    def bring(self, content: bytes) -> Kept:
        """Take in a pack that somebody else has made."""
        with self._lock:
            return self._shelf.bring(content)

    def remove(self, name: str) -> None:
        """Take a pack off the shelf."""
        with self._lock:
            self._shelf.remove(name)

    def small(self, name: str) -> bytes:
        """Return a small picture of a draft."""
        first = self.open(name).blank.surfaces[0]
        return thumbnail(photo_of(self.photo(name, first)), _SMALL_PX, _SMALL_QUALITY)

    def drawing(self, name: str) -> str:
        """Draw the board of a pack."""
        source: Any = read_json(self._shelf.file(name))
        return draw_surface(source, next(iter(source["surfaces"])))
