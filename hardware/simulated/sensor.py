"""From light to bytes: exposure, white balance, noise, tone and compression."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.colour import Array, Bytes, to_srgb
from hardware.simulated.light import Light

#: In the square root of light, shot noise is the same everywhere: there it is simply added.
ROOT = 255.0
#: Noise in those units at base sensitivity; dark parts get a little more, from reading out.
GRAIN, READ = 4.3, 0.9
_POOL_MARGIN = 96


@dataclass(frozen=True)
class Exposure:
    """Gains for blue, green and red that bring a scene to the brightness the camera wants."""

    gains: tuple[float, float, float]
    grain: float


def expose(lit: Array, light: Light) -> Exposure:
    """Choose the exposure from a picture of the light."""
    balance = light.balance()
    small = lit[::16, ::16].reshape(-1, 3)
    # Meters look at the highlights too: a white table must not burn out.
    mean = float((small * balance).mean())
    bright = float(np.percentile(small * balance, 98))
    gain = min(light.target / mean, 1.0 / bright)
    return Exposure((*(float(g) for g in balance * gain),), light.grain)  # type: ignore[arg-type]


def to_root(lit: Array, exposure: Exposure) -> Bytes:
    """Turn light into bytes on the scale of its square root."""
    # The gains go into the square root by way of a matrix: one call on all cores.
    scaled = cv2.transform(lit, np.diag(exposure.gains).astype(np.float32))
    cv2.sqrt(scaled, dst=scaled)
    return cv2.convertScaleAbs(scaled, alpha=ROOT)


def _tone_table() -> Bytes:
    """Return screen bytes for each step of the root scale: sRGB with a soft shoulder."""
    light = (np.arange(256, dtype=np.float64) / ROOT) ** 2
    soft = np.where(
        light < 0.7, light, 0.7 + 0.3 * np.sin(np.minimum((light - 0.7) / 0.3, 1) * np.pi / 2)
    )
    return np.clip(to_srgb(soft) * 255 + 0.5, 0, 255).astype(np.uint8)


_TONES = _tone_table()


@lru_cache(maxsize=4)
def _pool(size: tuple[int, int], grain: float) -> NDArray[np.int8]:
    """Make noise once, larger than a picture."""
    rng = np.random.default_rng(12345)
    shape = (size[1] + _POOL_MARGIN, size[0] + _POOL_MARGIN, 3)
    soft = _soft_noise(rng, shape) * np.float32(GRAIN * grain**0.75)
    return np.clip(np.round(soft), -127, 127).astype(np.int8)


def _soft_noise(rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
    """Return noise of unit spread; colours are made from neighbours, so it is a little smooth."""
    rough = rng.standard_normal(shape, dtype=np.float32)
    mixed = 0.8 * rough + 0.45 * rough.mean(axis=2, keepdims=True)
    soft = cv2.GaussianBlur(mixed, (0, 0), 0.36)
    return soft / np.float32(soft[::7, ::7].std())


class NoisePool:
    """Noise made once, larger than a picture, and used from another corner each time."""

    def __init__(self, size: tuple[int, int], grain: float) -> None:
        self._noise = _pool(size, grain)
        self._size = size

    def add(self, root: Bytes, seed: int) -> Bytes:
        """Return a picture with the noise of this moment."""
        rng = np.random.default_rng(seed)
        top, left = (int(at) for at in rng.integers(0, _POOL_MARGIN, 2))
        width, height = self._size
        part = self._noise[top : top + height, left : left + width]
        return cv2.add(root, part, dtype=cv2.CV_8U)


def add_fine_noise(root: Array, grain: float, seed: int) -> Array:
    """Add fresh shot and read noise to a picture on the root scale (not rounded yet)."""
    rng = np.random.default_rng(seed)
    dark = np.float32(READ * 18) / np.maximum(root, np.float32(6))
    strength = np.float32(GRAIN * grain**0.75) * np.sqrt(1 + dark * dark)
    return root + _soft_noise(rng, root.shape) * strength


def develop(root: Bytes, quality: int | None) -> Bytes:
    """Turn the root scale into a picture, by way of a JPEG as cameras and networks do."""
    image = cv2.LUT(root, _TONES)
    if quality is None:
        return image
    packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))
