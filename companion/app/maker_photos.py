"""The photos that a pack is made from, and where the corners in them may be."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

from companion.app.maker_corners import propose_corners
from companion.app.maker_straight import Image, Point, Quad, as_jpeg, read_photo
from companion.packs.draft_act import NotDone
from companion.packs.draft_actions import Corners
from companion.packs.draft_blank import Blank
from companion.packs.save import save_bytes

#: How much of the free room an outline to drag from takes.
_SPARED = 0.8


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
    px = {surface: proposal.px for surface, proposal in found.items()}
    for surface, size in sizes.items():
        if surface not in px:
            px[surface] = somewhere(image, size, list(px.values()), len(sizes) - len(px))
    guesses = {surface for surface in sizes if surface not in found or found[surface].guess}
    return [Corners(surface, px[surface], surface in guesses) for surface in sizes]


def somewhere(image: Image, size_mm: Point, taken: Sequence[Quad], still: int) -> Quad:
    """Return an outline to drag from, beside all others; ``still`` so many need room."""
    height, width = image.shape[:2]
    xs, ys = [x for quad in taken for x, _ in quad], [y for quad in taken for _, y in quad]
    free = [(0.0, 0.0, width / still, float(height))]
    if taken:
        free = [
            (0.0, 0.0, min(xs), height),
            (max(xs), 0.0, width - max(xs), height),
            (0.0, 0.0, width, min(ys)),
            (0.0, max(ys), width, height - max(ys)),
        ]
    left, top, across, down = max(free, key=lambda room: _fits(room, size_mm))
    half = [side * _fits((left, top, across, down), size_mm) / 2 for side in size_mm]
    x, y = left + across / 2, top + down / 2
    low, high = (x - half[0], y - half[1]), (x + half[0], y + half[1])
    return low, (high[0], low[1]), high, (low[0], high[1])


def _fits(room: tuple[float, float, float, float], size_mm: Point) -> float:
    """Return the pixels per millimetre with which a surface fits into a part of a photo."""
    return _SPARED * min(room[2] / size_mm[0], room[3] / size_mm[1])


def _usual(blank: Blank, name: str) -> float:
    return next(measure.usual_mm for measure in blank.measures if measure.id == name)
