"""The photos that a pack is made from, and where the corners in them may be."""

from __future__ import annotations

import secrets
from pathlib import Path

from companion.app.maker_corners import propose_corners
from companion.app.maker_edges import is_guess
from companion.app.maker_straight import Image, as_jpeg, read_photo
from companion.packs.draft_act import NotDone
from companion.packs.draft_actions import Corners
from companion.packs.draft_blank import Blank
from companion.packs.save import save_bytes


def photo_of(photo: bytes) -> Image:
    """Read a photo, or refuse what is none."""
    image = read_photo(photo)
    if image is None:
        raise NotDone("maker.no.photo")
    return image


def keep_photo(folder: Path, image: Image) -> str:
    """Keep a photo, with its size in its name."""
    height, width = image.shape[:2]
    file = f"photo-{secrets.token_hex(3)}-{width}x{height}.jpg"
    save_bytes(folder / file, as_jpeg(image))
    return file


def size_of(file: str) -> tuple[int, int]:
    """Return the size of a kept photo by its name.

    >>> size_of("photo-a1b2c3-1640x1232.jpg")
    (1640, 1232)
    """
    width, _, height = file.removesuffix(".jpg").rpartition("-")[2].partition("x")
    return int(width), int(height)


def proposed_corners(blank: Blank, image: Image, only: str = "") -> list[Corners]:
    """Propose the corners of all surfaces, found or, where that fails, somewhere to drag from."""
    sizes = {
        surface: (_usual(blank, f"{surface}.width"), _usual(blank, f"{surface}.depth"))
        for surface in blank.surfaces
        if only in ("", surface)
    }
    found = propose_corners(image, sizes)
    sure = {surface for surface, px in found.items() if not is_guess(image, px)}
    height, width = image.shape[:2]
    share = width / len(sizes)
    for number, surface in enumerate(sizes):
        left, right = share * (number + 0.1), share * (number + 0.9)
        deep = (right - left) * sizes[surface][1] / sizes[surface][0]
        top, low = (height - deep) / 2, (height + deep) / 2
        found.setdefault(surface, ((left, top), (right, top), (right, low), (left, low)))
    return [Corners(surface, found[surface], surface not in sure) for surface in sizes]


def _usual(blank: Blank, name: str) -> float:
    return next(measure.usual_mm for measure in blank.measures if measure.id == name)
