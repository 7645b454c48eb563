"""What can go wrong with a camera, as sentences for people."""

from __future__ import annotations

from companion.engine.text import Text


class CameraFault(Exception):
    """Report that a camera gives no picture; ``text`` says why, and what to do."""

    def __init__(self, text_id: str, **params: str | int | Text) -> None:
        """Keep the sentence."""
        super().__init__(text_id, params)
        self.text = Text(text_id, params)


class CameraEnded(CameraFault):
    """All pictures of a folder or a video have been shown; nothing is broken."""
