"""``companion demo --video``: people at the simulated table, as its camera sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil
from pathlib import Path
from random import Random
from typing import Any, cast

import cv2
from rich.console import Console
from rich.progress import track

from companion.app.seating import Seating
from companion.app.stage import Stage
from companion.app.video import check_video, open_video
from companion.app.wrong import Wrong
from companion.engine import Text
from companion.play.bots import Temper, seat_bot
from companion.play.dealer import Dealer
from companion.play.people import Evening, People
from companion.play.people_words import Habits, Level, Moment
from hardware.simulated.drawn_art import drawn_art
from hardware.simulated.pack import as_table_pack
from hardware.simulated.renderer import Quality, Renderer
from hardware.simulated.scene import Scene, empty_table

FRAMES_PER_S, SIZE = 10, (820, 616)
#: How long a video is when nobody says how many rounds it should show.
USUAL_S = 60.0
#: Frames of a moment: a hand needs a few to get anywhere, nobody watches others think, and tiles are dealt fast.
_MOVING, _RESTING, _DEALING = (3, 4), (1, 3), (1, 1)
#: A moment, and for how many frames it is seen.
Shot = tuple[Moment, int]


def film(seating: Seating, seed: int, rounds: int | None, file: Path) -> None:
    """Write the video."""
    if file.suffix.lower() != ".mp4":  # before a file of another kind is overwritten
        raise Wrong("cli.error.no-encoder", path=str(file))
    try:
        file.open("wb").close()
    except OSError:
        raise Wrong("cli.error.cannot-write", path=str(file)) from None
    writer = open_video(file, FRAMES_PER_S, SIZE)
    try:
        shots = tuple(shoot(seating, seed, rounds))
        renderer, total = Renderer(Quality.FAST), sum(frames for _, frames in shots)
        scenes = act_out(stage_of(seating, seed), shots)
        told, console = seating.texts(Text("demo.video.progress")), Console(stderr=True)
        quiet = not console.is_terminal
        seen = track(scenes, told, total, console=console, transient=True, disable=quiet)
        for number, scene in enumerate(seen):
            image, _ = renderer.render(scene.changed(seed=number))
            writer.write(cv2.resize(image, SIZE, interpolation=cv2.INTER_AREA))
    finally:
        writer.release()
    try:
        check_video(file)
    except OSError:
        file.unlink()
        raise Wrong("cli.error.cannot-write", path=str(file)) from None


def shoot(seating: Seating, seed: int, rounds: int | None) -> Iterator[Shot]:
    """Let people play, and decide how long each moment is seen."""
    players, options = seating.wish.players, seating.starting_with(0)
    bots = [seat_bot(Temper.GREEDY, f"{seed}.0.{seat}") for seat in range(players)]
    levels = (Level(seating.wish.tracking),) * players
    signs = seating.kit.signs
    evening = Evening(options, bots, Dealer(f"{seed}.0"), levels, signs, Habits(), seed)
    moments, left = People(seating.game, evening), int(USUAL_S * FRAMES_PER_S)
    last = now = next(moments)
    for later in moments:
        dealing, moves = now.seat is None, now.hands or last.hands
        least, most = _DEALING if dealing else _MOVING if moves else _RESTING
        frames = min(max(ceil((later.time_s - now.time_s) * FRAMES_PER_S), least), most)
        if rounds is None:
            frames = min(frames, left)
            left -= frames
        if frames == 0 or (rounds is not None and now.state.round > rounds):
            return
        yield now, frames
        last, now = now, later
    yield now, FRAMES_PER_S


def stage_of(seating: Seating, seed: int) -> Stage:
    """Set the table, with our own drawing as the print of the board."""
    game = cast("Any", seating.game)
    pack = as_table_pack(game.box.board.pack)
    bare = empty_table(pack, Random(f"video.{seed}"), "window")
    return Stage(game, seating.options, bare.changed(art=drawn_art(pack)))


def act_out(stage: Stage, shots: Iterable[Shot]) -> Iterator[Scene]:
    """Make the scene of each frame."""
    for moment, frames in shots:
        yield from stage.act(moment, frames)
