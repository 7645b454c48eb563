"""What a running table asks of the devices around it."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec


class Frame(msgspec.Struct, frozen=True, eq=False):
    """One picture of the table: rows of blue, green, red bytes, as cameras give them.

    The image is a numpy array; its type stays open here, because the session never looks inside.
    """

    image: Any
    taken_at_s: float
    number: int


class Camera(Protocol):
    """A camera above the table, real or not."""

    def read(self) -> Frame:
        """Wait for the next picture."""
        ...

    def close(self) -> None:
        """Let go of the camera; calling it again does no harm."""
        ...
