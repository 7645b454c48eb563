"""The intelligence board of the schematic: roof, tracks, the investigation and the oriel."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from companion.drawing import schematic_style as style
from companion.drawing.schematic_pack import NamedFields, Pack, TrackField
from companion.drawing.svg import Point, box, disc, group, line, tag, word

_FIELD_MM = 18.0
_MARKER_MM = 14.0


def draw_intel(pack: Pack, surface: str) -> Iterator[str]:
    """Draw those parts of a pack that lie on this surface."""
    if pack.roof.surface == surface and pack.score_track.surface != surface:
        yield _night(pack.surfaces[surface].size_mm)
    if pack.roof.surface == surface:
        yield _roof(pack.roof)
    if pack.info_tracks.surface == surface:
        yield from (_track(name, fields) for name, fields in pack.info_tracks.fields.items())
    if pack.investigation.surface == surface:
        yield _lens(pack.investigation.xy)
    if pack.oriel is not None and pack.oriel.surface == surface:
        yield _window(pack.oriel.xy)


def _night(size: Point) -> str:
    edge = {"fill": style.NIGHT, "stroke": style.NIGHT_LINE}
    return box((size[0] / 2, size[1] / 2), size, rx=3, stroke_width=0.8, **edge)


def _roof(roof: NamedFields) -> str:
    """Draw tiles under the fields, from eaves to eaves."""
    points = [roof.fields[name] for name in sorted(roof.fields)]
    ridge = [f"{x:g},{y - 3:g}" for x, y in points]
    low = max(y for _, y in points) + 11
    corners = [f"{points[-1][0] + 13:g},{low:g}", f"{points[0][0] - 13:g},{low:g}"]
    fields = (
        box(xy, (_FIELD_MM, _FIELD_MM), rx=1.5, fill=style.CELL, stroke=style.INK, stroke_width=0.6)
        + word(xy, name, 9, style.INK, font_weight="bold")
        for name, xy in sorted(roof.fields.items())
    )
    return group(tag("polygon", points=" ".join(ridge + corners), fill=style.ROOF), *fields)


def _track(name: str, fields: tuple[TrackField, ...]) -> str:
    (first_x, y), (last_x, _) = fields[0].xy, fields[-1].xy
    middle, size = ((first_x + last_x) / 2, y), (last_x - first_x + 20, 20.0)
    parts = [box(middle, size, rx=10, fill=style.BAND)]
    for before, after in pairwise(fields):
        if before.area != after.area:
            x = (before.xy[0] + after.xy[0]) / 2
            parts.append(line((x, y - 9), (x, y + 9), stroke=style.THRESHOLD, stroke_width=1.4))
    for field in fields:
        tint = style.AREA_TINTS[min(field.area, len(style.AREA_TINTS)) - 1]
        parts.append(disc(field.xy, _MARKER_MM / 2, fill=tint))
        parts.append(word(field.xy, str(field.area), 7, style.INK))
    label = (first_x - 13, y)
    parts.append(word(label, name, 7.6, style.NIGHT_INK, text_anchor="end", font_style="italic"))
    return group(*parts)


def _lens(xy: Point) -> str:
    x, y = xy
    brass = {"stroke": style.THRESHOLD, "stroke_linecap": "round"}
    return group(
        disc(xy, 13, fill=style.CELL, stroke=style.INK, stroke_width=0.6),
        line((x + 3, y + 3), (x + 7.5, y + 7.5), stroke_width=2.4, **brass),
        disc((x - 1.5, y - 1.5), 5.5, fill="none", stroke=style.INK, stroke_width=1.4),
    )


def _window(xy: Point) -> str:
    x, y = xy
    gable = f"{x - 13:g},{y - 9:g} {x:g},{y - 19:g} {x + 13:g},{y - 9:g}"
    bars: dict[str, str | float] = {"stroke": style.INK, "stroke_width": 0.8}
    return group(
        tag("polygon", points=gable, fill=style.ROOF),
        box(xy, (_FIELD_MM + 4, _FIELD_MM + 4), fill=style.CASING),
        box(
            xy, (_FIELD_MM, _FIELD_MM), fill=style.AREA_TINTS[2], stroke=style.INK, stroke_width=0.8
        ),
        line((x, y - 9), (x, y + 9), **bars),
        line((x - 9, y), (x + 9, y), **bars),
    )
