"""Is this picture good enough to read? Each check has a name, a figure and a verdict.

The words for people have the ids ``check.<name>`` (what is seen) and ``advice.<name>`` (what to
do about it).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import inf

import numpy as np

from vision.geometry import Vantage
from vision.hands_backdrop import PX_PER_MM, Backdrop, Bytes
from vision.health_detail import Detail
from vision.health_light import Glance, LightMap


class Verdict(Enum):
    """How much a check worries."""

    OK = "ok"
    POOR = "poor"
    BAD = "bad"


@dataclass(frozen=True)
class Check:
    """One figure of a picture; ``limit`` is where it begins to be poor."""

    name: str
    figure: float
    limit: float
    verdict: Verdict

    @property
    def text_id(self) -> str:
        """Return the id of the sentence that says what is seen."""
        return f"check.{self.name}"

    @property
    def advice_id(self) -> str:
        """Return the id of the sentence that says what to do about it."""
        return f"advice.{self.name}"


#: Where each figure begins to be poor, and where bad. A poor picture can be read, with more
#: places unsure; a bad one cannot be trusted.
LIMITS: Mapping[str, tuple[float, float]] = {
    "dark": (50.0, 28.0),  # brightness of the boards, 0 to 255
    "burnt": (0.05, 0.15),  # share of the boards that is burnt out
    "blurred": (0.6, 0.25),  # share of the reference's fine lines that is found again
    "uneven": (3.0, 4.0),  # brightest against darkest part, against the reference
    "coloured": (2.5, 4.5),  # strongest against weakest colour, against the reference
    "noisy": (7.0, 14.0),  # grain in steps of brightness
}
#: The same for what is no fault of the picture: it can be read all the same, however much it is.
TABLE_LIMITS: Mapping[str, tuple[float, float]] = {
    "moved": (3.0, inf),  # pixels that a surface is away from where it was last found
    "hidden": (1.0, inf),  # places and figures of which nothing can be said
}
_BURNT = 252


class HealthCheck:
    """Checks the pictures of one camera position."""

    def __init__(
        self,
        vantage: Vantage,
        references: Mapping[str, Bytes],
        backdrop: Backdrop,
        px_per_mm: float = PX_PER_MM,
    ) -> None:
        self._backdrop = backdrop
        self._detail = Detail(vantage, references, px_per_mm)

    def check(self, image: Bytes, glance: Glance) -> tuple[Check, ...]:
        """Measure everything that can be wrong with a picture."""
        boards = self._boards(glance)
        maps = sorted(glance.maps.values(), key=lambda light: light.seen.size, reverse=True)
        sharpness, grain = self._detail.sharpness_and_grain(image)
        return (
            judge("dark", float(np.median(boards)) if len(boards) else 0.0),
            judge("burnt", float((boards.max(axis=1) >= _BURNT).mean()) if len(boards) else 0.0),
            judge("blurred", sharpness),
            judge_all("uneven", [_unevenness(light) for light in maps]),
            judge_all("coloured", [_cast(light) for light in maps]),
            judge("noisy", grain),
        )

    def _boards(self, glance: Glance) -> Bytes:
        """Return all pixels of the small picture that show a surface."""
        cloths = self._backdrop.cloths.values()
        parts = [glance.small[cloth.box][cloth.inside] for cloth in cloths]
        return np.concatenate(parts) if parts else np.zeros((0, 3), np.uint8)


def judge(name: str, figure: float) -> Check:
    """Compare a figure with its limits; for some names less is worse, for others more."""
    poor, bad = LIMITS.get(name) or TABLE_LIMITS[name]
    sign = 1 if bad > poor else -1
    if sign * figure >= sign * bad:
        verdict = Verdict.BAD
    elif sign * figure >= sign * poor:
        verdict = Verdict.POOR
    else:
        verdict = Verdict.OK
    return Check(name, round(figure, 3), poor, verdict)


def judge_all(name: str, figures: Sequence[float]) -> Check:
    """Judge by the worst surface, largest first; an arm that lies on a small one spoils nothing."""
    worst = judge(name, max(figures, default=1.0))
    there_alone = worst.verdict is Verdict.BAD and judge(name, figures[0]).verdict is Verdict.OK
    return replace(worst, verdict=Verdict.POOR) if there_alone else worst


def _unevenness(light: LightMap) -> float:
    """Return how many times more light the brightest part gets than the darkest.

    A few cells at either end do not count: gloss, and shadows of what stands there.
    """
    grey = light.gains.mean(axis=-1)
    low, high = np.percentile(grey, (3, 97))
    return float(high / low)


def _cast(light: LightMap) -> float:
    """Return how many times stronger the strongest colour is than the weakest."""
    blue, green, red = np.median(light.gains.reshape(-1, 3), axis=0)
    return float(max(blue, green, red) / min(blue, green, red))
