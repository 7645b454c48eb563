"""Where the camera stands: kept, put right after a drift, and searched anew after a bump."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from vision.eye import Eye, Post
from vision.geometry import Vantage
from vision.lookout_news import Found, Lost, Moved, News
from vision.reference import Picture
from vision.register import NotFound, find
from vision.register_evidence import Missing
from vision.register_watch import Check, Stir

#: So often in a row a surface may be out of sight (a sleeve, a newspaper) before we search for it.
_PATIENCE = 3
#: A print that repeats itself looks the same one pitch further on, but not everywhere: after
#: something moved, fewer patches than this share are no proof that a surface stayed where it was.
_PROOF = 0.6
#: Corners so near are where they were; so far, they were pushed and did not just drift.
_SAME_PX, _DRIFT_PX = 0.25, 3.0


class Footing:
    """Keeps the post of a camera.

    While a surface is out of sight or lost there is nothing ``firm`` to read from, although the
    last ``post`` is kept: it is the first guess when the surface shows again.
    """

    def __init__(self, eye: Eye) -> None:
        self._eye = eye
        self._doubts = 0
        self._settled = False
        self._why: dict[str, str] = {}
        self.post: Post | None = None
        self.firm = False

    def change(self, eye: Eye) -> None:
        """Look from the same place with another eye for the same table."""
        self._eye = eye
        if self.post is not None:
            self.post = Post(eye, self.post.vantage)

    @property
    def lost(self) -> bool:
        """Tell whether the last search was in vain."""
        return bool(self._why)

    def check(self, image: Picture, *, undisturbed: bool = False) -> Iterator[News]:
        """See that everything is where it was, or find it again; tell what happened.

        ``undisturbed`` says that nothing has moved since this was last firm.
        """
        self.firm = False
        if self.post is None or self.post.vantage.lens.size != image.shape[1::-1]:
            yield from self._search(image)
            return
        check = self.post.watch.check(image)
        stirs = {glance.stir for glance in check.glances.values()}
        self._doubts = self._doubts + 1 if Stir.UNSURE in stirs else 0
        if 0 < self._doubts < _PATIENCE:
            return
        if not stirs <= {Stir.STILL, Stir.DRIFTED} or not (undisturbed or _proven(check)):
            yield from self._search(image)
        else:
            yield from self._stand(check.vantage)

    def _search(self, image: Picture) -> Iterator[News]:
        """Find everything from nothing; the lens is known once the table was found with it."""
        lens = self.post.vantage.lens if self.post is not None else None
        if lens is not None and lens.size != image.shape[1::-1]:
            lens = None
        found = find(image, self._eye.landmarks, lens)
        if isinstance(found, NotFound) or found.missing:
            yield from self._give_up(found.missing)
        else:
            yield from self._stand(found.vantage)

    def _stand(self, vantage: Vantage) -> Iterator[News]:
        """Read from here from now on; making a post is work, so an equal one is kept."""
        ways = dict(self._ways(vantage))
        if not ways or max(ways.values()) > _SAME_PX:
            self.post = Post(self._eye, vantage)
        if not self._settled:
            yield Found(vantage)
        yield from (Moved(name, round(px, 1)) for name, px in ways.items() if px > _DRIFT_PX)
        self.firm, self._settled, self._doubts, self._why = True, True, 0, {}

    def _ways(self, vantage: Vantage) -> Iterator[tuple[str, float]]:
        """Yield how far the corners of each surface are from where they were, at most."""
        if self.post is None or self.post.vantage.lens.size != vantage.lens.size:
            return
        before = self.post.vantage
        for name, size in self._eye.knowledge.plan.surfaces.items():
            way = vantage.corners(name, size) - before.corners(name, size)
            yield name, float(np.linalg.norm(way, axis=1).max())

    def _give_up(self, missing: Mapping[str, Missing]) -> Iterator[News]:
        """Say why, and say it again only when the reason is another."""
        for surface, why in missing.items():
            if self._why.get(surface) != why.reason:
                yield Lost(surface, str(why.reason), why.figures)
        self._settled = False
        self._why = {surface: why.reason for surface, why in missing.items()}


def _proven(check: Check) -> bool:
    """Tell whether most of each surface is seen to be where it was."""
    return all(glance.seen >= _PROOF * glance.asked for glance in check.glances.values())
