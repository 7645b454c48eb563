"""From a scene to a picture and its label; what has not changed is not drawn again."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from enum import Enum
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated import sensor
from hardware.simulated.body import Body, draw_body, draw_shadow
from hardware.simulated.clutter import items_of
from hardware.simulated.colour import Array, Bytes
from hardware.simulated.flat import Slab, draw_slab, draw_slab_shadow
from hardware.simulated.ground import Printed, bare_ground, falling_light
from hardware.simulated.hand_body import draw_hand
from hardware.simulated.items import Item, item_of
from hardware.simulated.label import label_of
from hardware.simulated.mount import Mount
from hardware.simulated.pack import TablePack
from hardware.simulated.patch import Box, Patch, cover_of, cut, joined
from hardware.simulated.piece import Hand, Piece, Thing
from hardware.simulated.print_board import PX_PER_MM
from hardware.simulated.print_intel import print_surface
from hardware.simulated.scene import Scene
from hardware.simulated.tabletop import table_top

Thingish = Piece | Thing


class Quality(Enum):
    """How much work goes into a picture."""

    FAST = "fast"  # for showing: one sample a pixel on the ground, hands moved as cut-outs
    FINE = "fine"  # for tests of sight: twice the resolution, scaled down


class Renderer:
    """Draws scenes of one table; keeps what it has drawn for the next picture."""

    def __init__(self, quality: Quality = Quality.FAST, jpeg_quality: int | None = 92) -> None:
        self.quality = quality
        self._jpeg = jpeg_quality if quality is Quality.FINE else None
        self._factor = 2 if quality is Quality.FINE else 1
        self._key: tuple[Hashable, ...] = ()
        self._patches: dict[Thingish, list[Patch]] = {}
        self._hands: dict[tuple[Hashable, ...], tuple[Hand, list[Patch]]] = {}
        self._drawn: frozenset[Thingish] = frozenset()
        self._bare: tuple[tuple[Hashable, ...], tuple[Array, Array]] | None = None

    def render(self, scene: Scene) -> tuple[Bytes, dict[str, Any]]:
        """Draw a scene; return the picture (blue, green, red bytes) and its label."""
        image, cover = self._picture(scene)
        return image, label_of(scene, cover)

    def _picture(self, scene: Scene) -> tuple[Bytes, NDArray | None]:
        self._prepare(scene)
        self._update_still(scene)
        hands = [patch for hand in scene.hands for patch in self._hand_patches(hand, scene)]
        if self.quality is Quality.FINE:
            return self._fine_picture(scene, hands)
        root = self._root.copy()
        for box in joined([cut(patch.box, self._frame) for patch in hands]):
            left, top, right, bottom = box
            part = np.s_[top:bottom, left:right]
            window = self._still[part].copy()
            for patch in hands:
                patch.moved(-left, -top).lay(window, (0, 0, right - left, bottom - top))
            root[part] = sensor.to_root(window, self._exposure)
        noisy = self._pool.add(root, scene.seed)
        return sensor.develop(noisy, self._jpeg), cover_of(hands, self._frame)

    def _fine_picture(self, scene: Scene, hands: list[Patch]) -> tuple[Bytes, NDArray | None]:
        canvas = self._still.copy()
        for patch in hands:
            patch.lay(canvas, self._frame)
        lit = cv2.resize(canvas, scene.mount.size, interpolation=cv2.INTER_AREA)
        lit = cv2.GaussianBlur(lit, (0, 0), 0.55)
        lit = lit * np.asarray(self._exposure.gains, np.float32)
        root = np.sqrt(np.clip(lit, 0, 1)) * np.float32(sensor.ROOT)
        noisy = sensor.add_fine_noise(root, self._exposure.grain, scene.seed)
        rounded = np.clip(noisy + 0.5, 0, 255).astype(np.uint8)
        cover = cover_of(hands, self._frame)
        if cover is not None:
            cover = cv2.resize(cover, scene.mount.size, interpolation=cv2.INTER_AREA)
        return sensor.develop(rounded, self._jpeg), cover

    def _prepare(self, scene: Scene) -> None:
        """Light the bare table anew where camera, light or boards have changed."""
        lies = tuple(scene.lies.items())
        where = (scene.mount, scene.table, lies, id(scene.pack), scene.look, id(scene.art))
        key = (*where, scene.light)
        if key == self._key:
            return
        self._kept = scene  # so that ids in the key stay true
        self._mount: Mount = scene.mount.enlarged(self._factor)
        self._frame: Box = (0, 0, *self._mount.size)
        if self._bare is None or self._bare[0] != where:
            printed = {name: self._printed(scene, name) for name in scene.lies}
            top = table_top(scene.table, scene.look.seed)
            self._bare = (where, bare_ground(self._mount, top, printed))
        gives, gloss = self._bare[1]
        falls, mirrors = falling_light(self._mount, scene.light)
        self._lit = gives * falls + gloss[..., None] * mirrors
        self._exposure = sensor.expose(self._lit, scene.light)
        self._still = self._lit.copy()
        if self.quality is Quality.FAST:
            self._pool = sensor.NoisePool(scene.mount.size, scene.light.grain)
            self._root = sensor.to_root(self._lit, self._exposure)
        self._patches.clear()
        self._hands.clear()
        self._drawn = frozenset()
        self._key = key

    def _printed(self, scene: Scene, name: str) -> Printed:
        lie = scene.lies[name]
        art = scene.art.surfaces.get(name)
        if art is not None:
            return Printed(lie, art, art.shape[1] / lie.size_mm[0])
        return Printed(lie, _printed(scene.pack, name, scene.look.seed), PX_PER_MM)

    def _update_still(self, scene: Scene) -> None:
        """Redraw only where a piece has come, gone or moved."""
        here: tuple[Thingish, ...] = (*scene.things, *scene.pieces)
        now = frozenset(here)
        changed = now ^ self._drawn
        if not changed:
            return
        for thing in now - self._drawn:
            if thing not in self._patches:
                self._patches[thing] = self._draw(thing, scene)
        boxes = [cut(p.box, self._frame) for thing in changed for p in self._patches[thing]]
        order = self._order(scene)
        for box in joined(boxes):
            part = np.s_[box[1] : box[3], box[0] : box[2]]
            self._still[part] = self._lit[part]
            for patch in order:
                patch.lay(self._still, box)
            if self.quality is Quality.FAST:
                self._root[part] = sensor.to_root(self._still[part], self._exposure)
        for thing in self._drawn - now:
            del self._patches[thing]
        self._drawn = now

    def _order(self, scene: Scene) -> list[Patch]:
        """Sort patches: low before high; among figures those farther from the camera first."""
        eye = scene.mount.position_mm[:2]
        flat: list[tuple[float, list[Patch]]] = []
        tall: list[tuple[float, list[Patch]]] = []
        here: tuple[Thingish, ...] = (*scene.things, *scene.pieces)
        for thing in here:
            if isinstance(thing, Piece) and thing.kind not in ("tile", "marker"):
                at = scene.lies[thing.surface].to_table(np.array(thing.xy_mm))[:2]
                tall.append((-float(np.hypot(*(at - eye))), self._patches[thing]))
            else:
                flat.append((thing.z_mm, self._patches[thing]))
        out = [patch for _, patches in sorted(flat, key=_first) for patch in patches]
        # All shadows first: a figure's shadow falls on the board, not over its neighbour's head.
        tall.sort(key=_first)
        out += [patches[0] for _, patches in tall]
        return out + [patch for _, patches in tall for patch in patches[1:]]

    def _draw(self, thing: Thingish, scene: Scene) -> list[Patch]:
        items = [item_of(thing, scene)] if isinstance(thing, Piece) else items_of(thing)
        return [patch for item in items for patch in self._draw_item(item, scene)]

    def _draw_item(self, item: Item, scene: Scene) -> Iterator[Patch]:
        mount, light = self._mount, scene.light
        shade = _corner_shade(mount, item, light.vignette)
        if isinstance(item, Slab):
            yield draw_slab_shadow(item, mount, light)
            yield _dimmed(draw_slab(item, mount, light, 4 // self._factor), shade)
        elif isinstance(item, Body):
            yield draw_shadow(item, mount, light, 2 * self._factor)
            yield _dimmed(draw_body(item, mount, light, 2), shade)

    def _hand_patches(self, hand: Hand, scene: Scene) -> list[Patch]:
        """Draw a hand; in fast pictures it is cut out once and then pushed about."""
        if self.quality is Quality.FINE:
            return draw_hand(hand, self._mount, scene.light, self._frame, self._factor)
        key = (
            hand.heading,
            hand.over_mm,
            hand.grip,
            hand.skin,
            hand.sleeve,
            hand.cuff_mm,
            hand.size,
            hand.left,
        )
        if key not in self._hands:
            width, height = self._mount.size
            wide = (-width, -height, 2 * width, 2 * height)
            middle = Hand((0.0, 0.0), *key)
            drawn = draw_hand(middle, self._mount, scene.light, wide, 2)
            self._hands[key] = (middle, [patch.unfolded() for patch in drawn])
        first, patches = self._hands[key]
        tips = np.array([(*first.tip_mm, hand.over_mm), (*hand.tip_mm, hand.over_mm)])
        here, there = self._mount.project(tips)
        dx, dy = (int(part) for part in np.round(there - here))
        return [patch.moved(dx, dy) for patch in patches]


#: Prints by pack, surface and seed; they hold on to the pack, so that its id stays its own.
_PRINTS: dict[tuple[int, str, int], tuple[object, Bytes]] = {}


def _printed(pack: TablePack, surface: str, seed: int) -> Bytes:
    key = (id(pack), surface, seed)
    if key not in _PRINTS:
        while len(_PRINTS) >= 8:
            del _PRINTS[next(iter(_PRINTS))]
        _PRINTS[key] = (pack, print_surface(pack, surface, seed))
    return _PRINTS[key][1]


def _first(pair: tuple[float, list[Patch]]) -> float:
    return pair[0]


def _dimmed(patch: Patch, shade: float) -> Patch:
    light = None if patch.light is None else patch.light * np.float32(shade)
    return Patch(patch.left, patch.top, patch.through, light, patch.cover)


def _corner_shade(mount: Mount, item: Item, strength: float) -> float:
    """Return how much darker the lens makes things away from its middle."""
    px = mount.project(np.array(item.at_mm))
    off = (px - np.array(mount.centre_px)) / mount.f_px
    return float(1 / (1 + strength * float(off @ off)) ** 2)


def render(scene: Scene, quality: Quality = Quality.FINE) -> tuple[Bytes, dict[str, Any]]:
    """Draw one scene from nothing."""
    return Renderer(quality).render(scene)
