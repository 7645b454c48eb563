"""What people do when the table says that it cannot see for glare."""

from __future__ import annotations

from collections.abc import Iterable

from hardware.simulated.light import drawn_back
from hardware.simulated.scene import Scene
from vision.health import Check, Verdict

#: What it helps against to draw the lamp back.
_GLARING = frozenset({"burnt", "uneven"})


def without_glare(scene: Scene, checks: Iterable[Check]) -> Scene:
    """Return a scene in which somebody has drawn the lamp back, if that is what is advised."""
    glares = any(check.name in _GLARING and check.verdict is Verdict.BAD for check in checks)
    return scene.changed(light=drawn_back(scene.light)) if glares else scene
