"""The numbers of a profile as they stand in its file, and what can be wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
import numpy as np

from companion.engine import Text
from vision.geometry import Lens, Pose, Vantage

#: Profiles of another number were made by a companion that saw differently.
FORMAT = 1

FILE = "profile.json"


class BadProfile(Exception):
    """A folder that is no profile we can use; ``text`` says why."""

    def __init__(self, text_id: str, **params: str | int) -> None:
        """Keep the sentence."""
        super().__init__(text_id)
        self.text = Text(text_id, params)


class LookRow(msgspec.Struct, frozen=True):
    """One look of a flat piece."""

    piece: str
    picture: str
    size_mm: tuple[float, float]
    round: bool


class SolidRow(msgspec.Struct, frozen=True):
    """The colours of a standing piece, and how well it usually fits its outline."""

    picture: str
    pixels: int
    usual_fit: float
    usual_area: float = 1.0
    spill: float = 0.0


class View(msgspec.Struct, frozen=True):
    """Where the camera of the first photo was: its lens, and each surface as turn and shift."""

    size_px: tuple[int, int]
    f_px: float
    k1: float
    poses: Mapping[str, tuple[float, ...]]

    @classmethod
    def of(cls, vantage: Vantage) -> View:
        """Write a vantage down."""
        poses = {name: tuple(pose.vector.round(6).tolist()) for name, pose in vantage.poses.items()}
        lens = vantage.lens
        width, height = lens.size
        return cls(
            (int(width), int(height)), round(float(lens.f_px), 3), round(float(lens.k1), 6), poses
        )

    def vantage(self) -> Vantage:
        """Return the vantage that was written down."""
        poses = {name: Pose.of(np.array(vector)) for name, vector in self.poses.items()}
        return Vantage(Lens(self.size_px, self.f_px, self.k1), poses)


class Story(msgspec.Struct, frozen=True):
    """How a table was learned: when, from where, from how many pieces, and what to beware of."""

    made: str = ""
    found_by: str = ""
    confidence: float = 0.0
    photos: tuple[str, ...] = ()
    taught: Mapping[str, int] = {}
    warnings: tuple[Text, ...] = ()
    view: View | None = None


class Table(msgspec.Struct, frozen=True):
    """The numbers of a profile; pictures are named as they lie in the folder ``pictures``."""

    format: int
    companion: str
    game: str
    edition: str
    story: Story
    pictures: str
    px_per_mm: float
    surfaces: Mapping[str, tuple[float, float]]
    reference: Mapping[str, str]
    standing: Mapping[str, SolidRow]
    lying: tuple[LookRow, ...]
    apart: tuple[tuple[str, str, float], ...]
    noise: float
    markers: Mapping[str, Mapping[str, tuple[tuple[float, float], ...]]] = {}


class _Numbered(msgspec.Struct, frozen=True):
    format: int
    companion: str = ""


def is_profile(folder: Path) -> bool:
    """Tell a profile of ours, of whatever format, from a stranger's file of the same name."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=_Numbered).companion != ""
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False


def read_table(folder: Path) -> Table:
    """Read the numbers of a profile, or say why they cannot be used."""
    path = folder / FILE
    try:
        raw = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise BadProfile("see.profile.none", path=str(folder)) from None
    except OSError:
        raise BadProfile("see.profile.unreadable", path=str(path)) from None
    try:
        number = msgspec.json.decode(raw, type=_Numbered).format
        if number > FORMAT:
            raise BadProfile("see.profile.newer", path=str(folder), number=number, known=FORMAT)
        if number < FORMAT:
            raise BadProfile("see.profile.older", path=str(folder), number=number, known=FORMAT)
        return msgspec.json.decode(raw, type=Table)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise damaged(path) from None


def damaged(path: Path) -> BadProfile:
    """Say that a file of a profile is not as we left it."""
    return BadProfile("see.profile.damaged", path=str(path))
