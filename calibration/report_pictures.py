"""The pictures of a calibration report: photos with what was found drawn over them."""

from __future__ import annotations

from base64 import b64encode

import cv2
import numpy as np

from companion.engine import Place, Plan
from vision.geometry import Array, Vantage
from vision.light import CELL, LightMap
from vision.reading import Reading
from vision.reference import Picture, Reference
from vision.silhouette import bodies_px

#: How wide pictures are on the page, in pixels of their own.
WIDTH = 1200
_QUALITY = 82

_RIM = (40, 40, 40)

#: Colours of lines, blue first: outlines, places, pieces that stand, pieces that lie, doubts.
OUTLINE, PLACE, STANDING, LYING, DOUBT = (
    (60, 220, 255), (255, 255, 255), (255, 230, 60), (120, 255, 120), (60, 60, 255),
)  # fmt: skip


def data_uri(picture: Picture, kind: str = ".jpg") -> str:
    """Return a picture as an address that needs no file."""
    options = [cv2.IMWRITE_JPEG_QUALITY, _QUALITY] if kind == ".jpg" else []
    _, data = cv2.imencode(kind, picture, options)
    mime = "image/jpeg" if kind == ".jpg" else "image/png"
    return f"data:{mime};base64,{b64encode(data.tobytes()).decode()}"


class Canvas:
    """The part of a photo that shows the table, to draw on in the photo's own pixels."""

    def __init__(self, photo: Picture, vantage: Vantage, plan: Plan) -> None:
        """Cut out the table, and make it as wide as the page."""
        left, top, right, bottom = _around(vantage, plan, photo.shape)
        part = photo[top:bottom, left:right]
        self._corner, self._scale = np.array([left, top]), WIDTH / part.shape[1]
        self.picture = cv2.resize(part, None, fx=self._scale, fy=self._scale)

    def draw(self, outline: Array, colour: tuple[int, int, int], thick: int = 1) -> None:
        """Draw a closed line, with a dark rim so that it shows on any ground."""
        points = ((outline - self._corner + 0.5) * self._scale - 0.5) * 16
        shape = [points.round().astype(np.int32).reshape(-1, 1, 2)]
        for ink, width in ((_RIM, thick + 1), (colour, thick)):
            cv2.polylines(self.picture, shape, True, ink, width, cv2.LINE_AA, 4)


def _around(
    vantage: Vantage, plan: Plan, shape: tuple[int, ...], cell: int = 1
) -> tuple[int, int, int, int]:
    """Return the box around all surfaces, with some table top, in pixels or larger cells."""
    corners = np.concatenate([vantage.corners(n, plan.surfaces[n]) for n in vantage.poses]) / cell
    room = 0.03 * (corners.max(axis=0) - corners.min(axis=0)).max()
    low = np.clip(corners.min(axis=0) - room, 0, None).astype(int)
    high = np.clip(corners.max(axis=0) + room, None, (shape[1], shape[0])).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def outlined(photo: Picture, vantage: Vantage, plan: Plan) -> Picture:
    """Return a photo with the outline of every surface and every place on it."""
    canvas = Canvas(photo, vantage, plan)
    for place in plan.places:
        round_ = all(plan.pieces[piece].stands for piece in place.holds)
        canvas.draw(_outline(place, place.size_mm, vantage, round_), PLACE)
    for name, size in plan.surfaces.items():
        canvas.draw(vantage.corners(name, size), OUTLINE, 2)
    return canvas.picture


def found(photo: Picture, vantage: Vantage, plan: Plan, reading: Reading) -> Picture:
    """Return a photo with the outlines of all pieces that were found in it."""
    canvas = Canvas(photo, vantage, plan)
    places = {place.id: place for place in plan.places}
    for name, pieces in reading.found.items():
        flat = [p for p in pieces if not plan.pieces[p].stands]
        if flat and (plan.printed.get(name),) != tuple(flat):
            size = max(plan.pieces[p].size_mm for p in flat)
            colour = DOUBT if name in reading.unsure else LYING
            canvas.draw(_outline(places[name], size, vantage), colour, 2)
    for piece, place, spot in reading.spots:
        surface = places[place].surface
        (outline,) = bodies_px([(plan.pieces[piece], spot)], surface, vantage)
        canvas.draw(outline, DOUBT if place in reading.unsure else STANDING, 2)
    return canvas.picture


def _outline(
    place: Place, size_mm: tuple[float, float], vantage: Vantage, round_: bool = False
) -> Array:
    """Return the outline of an area around the middle of a place; where figures stand, it is round."""
    half = np.array(size_mm) / 2
    if round_:
        turn = np.linspace(0, 2 * np.pi, 28, endpoint=False)
        around = np.stack([np.cos(turn), np.sin(turn)], axis=-1)
    else:
        around = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
    return vantage.project(place.surface, around * half + place.xy_mm)


def light_of(reference: Reference) -> dict[str, Picture]:
    """Return how bright each empty surface is all over, as a heat picture: dark means half.

    What is printed must not count: around each spot the brightest print speaks for the light.
    """
    heats = {}
    for name, picture in reference.pictures.items():
        small = cv2.resize(picture, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        bright = cv2.dilate(small.max(axis=2), np.ones((25, 25), np.uint8))
        level = cv2.GaussianBlur(bright, (0, 0), 12).astype(np.float32)
        heats[name] = heat(1 + np.log2(level / max(float(level.max()), 1.0)))
    return heats


def change_of_light(light: LightMap, vantage: Vantage, plan: Plan) -> Picture:
    """Return how much brighter or darker the surfaces are than in the first photo, up to twice."""
    grey = light.gains.mean(axis=-1).astype(np.float32)
    mask = np.zeros(grey.shape, np.uint8)
    for name in vantage.poses:
        corners = vantage.corners(name, plan.surfaces[name]) / CELL
        cv2.fillConvexPoly(mask, corners.round().astype(np.int32), 255)
    left, top, right, bottom = _around(vantage, plan, grey.shape, CELL)
    picture = np.dstack([heat((1 + np.log2(np.maximum(grey, 0.01))) / 2), mask])
    return cv2.resize(picture[top:bottom, left:right], None, fx=4, fy=4)


def heat(share: Picture) -> Picture:
    """Return numbers from 0 (dark, blue) to 1 (bright, yellow) as colours."""
    return cv2.applyColorMap((np.clip(share, 0, 1) * 255).astype(np.uint8), cv2.COLORMAP_CIVIDIS)


def swatch(pixels: Picture) -> Picture:
    """Return taught pixels in rows, from dark to bright."""
    if not len(pixels):
        return np.zeros((8, 40, 3), np.uint8)
    order = np.argsort(pixels.astype(int).sum(axis=1))
    chosen = pixels[order[np.linspace(0, len(pixels) - 1, 8 * 40).astype(int)]]
    return chosen.reshape(40, 8, 3).transpose(1, 0, 2)
