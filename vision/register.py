"""Find the surfaces of a known copy in any picture, from nothing.

Features give a first idea, small patches of the print then say it to a tenth of a pixel. What
does not look like the print in the end is not it, however well some features fit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.geometry import Lens, Vantage
from vision.landmarks import Landmarks, Picture
from vision.landmarks_match import Agreed, Features, agree
from vision.markers import recognise_markers
from vision.register_evidence import Evidence, Fit, Missing, Reason, believable, scale_of
from vision.register_fit import Trust, fit, pose_of
from vision.register_patches import Patches

#: Features that agree, or corners of markers (two of them), before a shape is believed.
_FEW_FEATURES, _FEW_LANDMARKS, _FEW_CORNERS = 50, 15, 7
#: How many patches are looked at, and how far around (pixels): first a few, then all over.
_PASSES = ((100, 6), (260, 2))
_FEATURE_NOISE_PX, _PATCH_NOISE_PX = 1.0, 0.2
#: So many features will do for a start.
_ENOUGH = 300


@dataclass(frozen=True, eq=False)
class Found:
    """Where the surfaces are; those that are not in ``vantage`` are in ``missing``."""

    vantage: Vantage
    fits: Mapping[str, Fit]
    missing: Mapping[str, Missing]


@dataclass(frozen=True)
class NotFound:
    """No surface could be found."""

    missing: Mapping[str, Missing]


def find(
    frame: Picture, landmarks: Mapping[str, Landmarks], lens: Lens | None = None
) -> Found | NotFound:
    """Find the surfaces in a colour frame; ``lens`` if this very camera is already known."""
    gray = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    size = (frame.shape[1], frame.shape[0])
    trust = Trust.of(_FEATURE_NOISE_PX, size, lens)
    features = Features.of(gray)
    sights = {name: _sight(gray, features, known) for name, known in landmarks.items()}
    missing = {name: sight for name, sight in sights.items() if isinstance(sight, Missing)}
    hopes = {name: sight for name, sight in sights.items() if isinstance(sight, Agreed)}
    while hopes:
        known = {name: landmarks[name] for name in hopes}
        vantage, evidence = _settle(gray, known, hopes, trust)
        verdicts = {name: evidence[name].judge(vantage, name) for name in hopes}
        doubts = {name: doubt for name, doubt in verdicts.items() if isinstance(doubt, Missing)}
        if not doubts:
            fits = {name: good for name, good in verdicts.items() if isinstance(good, Fit)}
            return Found(vantage, fits, missing)
        missing |= doubts
        hopes = {name: sight for name, sight in hopes.items() if name not in doubts}
    return NotFound(missing)


def _sight(gray: Picture, features: Features, landmarks: Landmarks) -> Agreed | Missing:
    """Find a surface by its features, or else by the corner markers around it."""
    reach_px = max(gray.shape)
    matched = features.recognise(landmarks)
    sight = _believe(landmarks, agree(matched, reach_px), _FEW_LANDMARKS)
    if isinstance(sight, Missing):
        corners = recognise_markers(gray, landmarks.markers)
        marked = _believe(landmarks, agree(corners, reach_px), _FEW_CORNERS)
        sight = marked if isinstance(marked, Agreed) else sight
    if isinstance(sight, Missing) and len(features.px) < _FEW_FEATURES:
        return Missing(Reason.FEATURELESS, {"features": len(features.px), "needed": _FEW_FEATURES})
    return sight


def _believe(landmarks: Landmarks, agreed: Agreed | None, needed: int) -> Agreed | Missing:
    """Take a homography for a first idea if enough agree and a camera could see such a shape."""
    count = 0 if agreed is None else len(agreed.pairs.mm)
    if agreed is None or count < needed:
        return Missing(Reason.TOO_FEW_LANDMARKS, {"agreed": count, "needed": needed})
    seen = np.column_stack([landmarks.corners_mm, np.ones(4)]) @ agreed.plane.T
    behind = (seen[:, 2] * np.sign(seen[0, 2]) <= 0).any()
    scale = 0.0 if behind else scale_of(seen[:, :2] / seen[:, 2:], landmarks)
    if not believable(scale):
        return Missing(Reason.IMPOSSIBLE_SHAPE, {"px_per_mm": scale, "agreed": count})
    return agreed


def _settle(
    gray: Picture, landmarks: Mapping[str, Landmarks], hopes: Mapping[str, Agreed], trust: Trust
) -> tuple[Vantage, dict[str, Evidence]]:
    """Fit lens and poses to features, then to patches of the print, ever closer."""
    poses = {name: pose_of(sight.plane, trust.lens) for name, sight in hopes.items()}
    pairs = {name: sight.pairs.thinned(_ENOUGH) for name, sight in hopes.items()}
    vantage = fit(Vantage(trust.lens, poses), pairs, trust)
    evidence: dict[str, Evidence] = {}
    for count, reach_px in _PASSES:
        for name, known in landmarks.items():
            spots = known.spread(count)
            patches = Patches.seen(vantage, name, known, spots)
            evidence[name] = Evidence.gather(gray, patches, known, len(spots), reach_px)
        pairs = {name: witness.pairs for name, witness in evidence.items()}
        vantage = fit(vantage, pairs, replace(trust, noise_px=_PATCH_NOISE_PX))
    return vantage, evidence
