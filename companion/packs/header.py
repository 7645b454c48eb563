"""What every board pack says about itself, whatever the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from companion.packs.fault import Fault, PackError, error
from companion.packs.json_file import read_json
from companion.packs.shape import misfits

#: The only pack format there is so far.
FORMAT = 1

#: The file that describes a pack.
FILE = "board.json"

Length = Annotated[float, Meta(gt=0)]
Name = Annotated[str, Meta(min_length=1)]
Point = tuple[float, float]


class Surface(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A flat thing with places on it: a board, a side board, a mat."""

    size_mm: tuple[Length, Length]
    image: Name | None = None


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How big a piece is: round figures have a base, tiles a size."""

    height_mm: Length
    base_mm: Length | None = None
    size_mm: tuple[Length, Length] | None = None

    @property
    def width_mm(self) -> float:
        """Give the extent from left to right."""
        return self.size_mm[0] if self.size_mm else self.base_mm or 0.0

    @property
    def depth_mm(self) -> float:
        """Give the extent from front to back."""
        return self.size_mm[1] if self.size_mm else self.base_mm or 0.0


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a pack that any game can read."""

    format: int
    game: Name
    edition: Name
    side: Name = "full"
    surfaces: Mapping[str, Surface]
    pieces: Mapping[str, Piece]


def read_pack(folder: Path) -> dict[str, object]:
    """Read a folder's ``board.json``, or refuse what cannot be a pack of our format at all."""
    path = board_file(folder)
    raw = read_json(path)
    if not isinstance(raw, dict):
        raise PackError(path, [error(path.name, "pack.not-an-object")])
    number = raw.get("format")
    if isinstance(number, bool) or number != FORMAT:
        raise PackError(path, [_wrong_format(raw)])
    return raw


def read_header(folder: Path) -> Header:
    """Read what a pack says about itself, to learn which game it belongs to."""
    raw = read_pack(folder)
    faults = misfits(raw, Header, FILE)
    if faults:
        raise PackError(board_file(folder), faults)
    return msgspec.convert(raw, Header)


def board_file(folder: Path) -> Path:
    """Name the file that describes a pack."""
    return folder / FILE


def header_faults(
    surfaces: Mapping[str, Surface], pieces: Mapping[str, Piece], folder: Path
) -> Iterator[Fault]:
    """Check what shape alone cannot: pieces without a footprint, pictures that are not there."""
    for name, piece in pieces.items():
        if (piece.base_mm is None) == (piece.size_mm is None):
            yield error(f"pieces.{name}", "pack.piece-base-or-size")
    for name, surface in surfaces.items():
        if surface.image is not None and not _is_inside(folder, surface.image):
            yield error(f"surfaces.{name}.image", "pack.image-missing", file=surface.image)


def _is_inside(folder: Path, file: str) -> bool:
    """Accept a picture only from the pack's own folder: packs are passed from hand to hand."""
    path = (folder / file).resolve()
    return path.is_relative_to(folder.resolve()) and path.is_file()


def _wrong_format(raw: dict[str, object]) -> Fault:
    if "format" not in raw:
        return error("format", "pack.format-missing", wanted=FORMAT)
    return error("format", "pack.format-unknown", got=repr(raw["format"])[:40], wanted=FORMAT)
