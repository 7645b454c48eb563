"""A picture of the demonstration, for people who have not run it yet."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from companion.app.scene import Scene, compose
from companion.app.screen import Screen
from companion.app.seating import Seating
from companion.app.telling import Beat
from companion.app.wrong import Wrong

#: Columns and rows of the picture.
SIZE = (112, 40)

#: Rich's own frame would fetch its font from elsewhere; a picture must be complete by itself.
_FORMAT = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{
  font-family: "DejaVu Sans Mono", "Fira Code", Menlo, Consolas, monospace;
  font-size: {char_height}px; line-height: {line_height}px;
}}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def _liveliness(scene: Scene, beat: Beat) -> tuple[int, int]:
    taken = sum(bool(spot.gone) and not spot.pieces for spot in scene.spots)
    come = sum(bool(spot.come) for spot in scene.spots)
    return taken * come, len(beat.news)


def draw_picture(seating: Seating, screen: Screen, game: Sequence[Beat], path: Path) -> None:
    """Draw the liveliest moment of the second half of a game."""
    moments = [(compose(seating.game, b.after, b.before), b) for b in game[len(game) // 2 :]]
    scene, beat = max(moments[: len(moments) * 2 // 3], key=lambda moment: _liveliness(*moment))
    console = Console(
        record=True,
        file=io.StringIO(),
        width=SIZE[0],
        height=SIZE[1],
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
    )
    console.print(screen.draw(scene, beat.log, SIZE), height=SIZE[1])
    svg = console.export_svg(title="companion demo", code_format=_FORMAT)
    try:
        path.write_text(svg, encoding="utf-8")
    except OSError:
        raise Wrong("cli.error.cannot-write", path=str(path)) from None
