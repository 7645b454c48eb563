"""A camera that looks at a table in the computer."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from companion.session.ports import Frame
from hardware.simulated.renderer import Quality, Renderer
from hardware.simulated.scene import Scene


class SimulatedCamera:
    """Takes a picture of the scene of the moment, each with its own noise.

    >>> camera = SimulatedCamera(lambda: scene)  # doctest: +SKIP
    >>> camera.read().image.shape  # doctest: +SKIP
    (1232, 1640, 3)
    """

    def __init__(
        self,
        scene: Callable[[], Scene],
        *,
        quality: Quality = Quality.FAST,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._scene = scene
        self._renderer: Renderer | None = Renderer(quality)
        self._clock = clock
        self._number = 0
        #: What the last picture shows, in the words of the label format; for tests, not for sight.
        self.label: dict[str, Any] = {}

    def read(self) -> Frame:
        """Take the next picture."""
        if self._renderer is None:
            raise ValueError("the camera is closed")
        scene = self._scene()
        taken_at_s = self._clock()
        # Noise is never the same twice, but the same camera takes the same pictures again.
        noisy = scene.changed(seed=scene.seed + 7919 * self._number)
        image, self.label = self._renderer.render(noisy)
        frame = Frame(image, taken_at_s, self._number)
        self._number += 1
        return frame

    def close(self) -> None:
        """Let go of what was drawn; calling it again does no harm."""
        self._renderer = None
