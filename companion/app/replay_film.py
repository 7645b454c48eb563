"""``companion replay --out``: a time-lapse as a video, a GIF, a page, or a folder of pictures."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import cv2
from rich.console import Console
from rich.progress import track

from companion.app.replay_frames import SIZE, Painter, Picture, Shot, shots
from companion.app.replay_game import Kept
from companion.app.replay_page import page
from companion.app.video import check_video, open_video
from companion.app.wrong import Wrong, not_written
from companion.engine import Text

#: A turn is seen for so long; the last picture stays longer.
TURN_S, LAST_S = 1.0, 4.0
_FRAMES_PER_S = 10


def film(kept: Kept, out: Path, watch: Callable[[int, int], None] | None = None) -> int:
    """Write a game into a file or a folder, and return how many pictures it has.

    ``watch`` hears how many pictures of how many are done; else a terminal shows it.
    """
    suffix = out.suffix.lower()
    if suffix not in _KINDS:
        words = ", ".join(filter(None, _KINDS))
        raise Wrong("cli.replay.no-such-kind", path=str(out), words=words)
    taken = shots(kept)
    if not taken:
        raise Wrong("cli.replay.nothing-to-film", game=kept.record.id)
    painter = Painter(kept)
    console = Console(stderr=True)
    label = kept.texts(Text("cli.replay.progress"))
    quiet = watch is not None or not console.is_terminal
    seen = track(taken, label, console=console, transient=True, disable=quiet)
    if watch is not None:
        seen = _watched(taken, watch)
    with _complaining(out):
        if suffix == ".html":
            with _whole(out) as part:
                part.write_text(page(kept, painter, seen), encoding="utf-8")
        else:
            last = painter.paint(taken[-1])
            _WRITERS[suffix](out, (painter.paint(shot) for shot in seen), last)
    return len(taken)


def _watched(taken: Sequence[Shot], watch: Callable[[int, int], None]) -> Iterator[Shot]:
    for done, shot in enumerate(taken):
        watch(done, len(taken))
        yield shot


@contextmanager
def _complaining(out: Path) -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        raise not_written(out, problem) from None


@contextmanager
def _whole(out: Path) -> Iterator[Path]:
    """Give a file its name only once it is complete."""
    part = out.with_name(f".{secrets.token_hex(4)}.{out.name}")
    try:
        part.open("xb").close()  # before the long work begins
        yield part
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)


def _write_video(out: Path, pictures: Iterable[Picture], last: Picture) -> None:
    with _whole(out) as part:
        writer = open_video(part, _FRAMES_PER_S, SIZE)
        try:
            for picture in pictures:
                for _ in range(round(TURN_S * _FRAMES_PER_S)):
                    writer.write(picture)
            for _ in range(round((LAST_S - TURN_S) * _FRAMES_PER_S)):
                writer.write(last)
        finally:
            writer.release()
        check_video(part)


def _write_gif(out: Path, pictures: Iterable[Picture], last: Picture) -> None:
    """Write a GIF; the palette of the last picture for all keeps what stays from flickering."""
    from PIL import Image  # noqa: PLC0415 - only a GIF needs it

    def image(picture: Picture) -> Image.Image:
        return Image.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))

    # This way of choosing colours keeps those of which there are only a few dots: the figures.
    palette = image(last).quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    with _whole(out) as part:
        first, *others = (
            image(picture).quantize(palette=palette, dither=Image.Dither.NONE)
            for picture in pictures
        )
        times = [int(TURN_S * 1000)] * len(others) + [int(LAST_S * 1000)]
        with part.open("wb") as file:
            first.save(file, "GIF", save_all=True, append_images=others, duration=times, loop=0)


def _write_folder(out: Path, pictures: Iterable[Picture], _last: Picture) -> None:
    out.mkdir(parents=True, exist_ok=True)
    if any(out.iterdir()):
        raise Wrong("cli.replay.folder-full", path=str(out))
    for number, picture in enumerate(pictures):
        (out / f"{number:04d}.png").write_bytes(cv2.imencode(".png", picture)[1].tobytes())


_WRITERS: dict[str, Callable[[Path, Iterable[Picture], Picture], None]] = {
    "": _write_folder,
    ".gif": _write_gif,
    ".mp4": _write_video,
}
#: What ends in one of these can be written.
_KINDS = (*_WRITERS, ".html")
