"""``companion bundle``: a zip for a report of something that went wrong, without anything private."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import click
import msgspec

from companion.app import people_file
from companion.app.bundle_parts import (
    Contents,
    Wishes,
    add_game,
    add_people,
    add_profile,
    add_settings,
    versions,
)
from companion.app.bundle_private import Curtain
from companion.app.keep import complaining, database, looked_at
from companion.app.page import Page, option
from companion.app.see import PROFILE
from companion.app.settings import settings_file
from companion.app.wrong import Wrong
from companion.engine import Text
from companion.session.archive import whole_file
from companion.session.store_reader import Log, Reader
from companion.session.texts import Texts

EXAMPLES = (
    "companion bundle",
    "companion bundle k3f9 --profile my-table --with-pictures",
)
README = "README.txt"
#: The newest pictures of a folder; more would be too much to send.
FRAMES = 40
_ENDS = {".jpg", ".jpeg", ".png"}


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """What goes into a bundle."""

    game: str | None
    out: Path | None
    database: Path | None
    settings: Path | None
    profile: Path | None
    frames: Path | None
    with_pictures: bool
    with_names: bool
    as_json: bool


class Inside(msgspec.Struct, frozen=True):
    """A file of the bundle."""

    name: str
    bytes: int


class Bundled(msgspec.Struct, frozen=True):
    """The JSON object of ``companion bundle --json``."""

    file: str
    inside: tuple[Inside, ...]
    left_out: tuple[str, ...]
    faults: tuple[str, ...]


def command(texts: Texts) -> click.Command:
    """Make the command."""

    def run(**given: Any) -> None:
        bundle(texts, Request(**given))

    make = partial(option, texts)
    file = click.Path(path_type=Path)
    folder = click.Path(path_type=Path, exists=False)
    params: list[click.Parameter] = [
        click.Argument(["game"], metavar=texts(Text("cli.bundle.game")), required=False),
        make("--out", help_id="cli.bundle.out", metavar="file", type=file),
        make("--database", help_id="cli.option.database", metavar="file", type=file),
        make("--settings", help_id="cli.bundle.settings", metavar="file", type=file),
        make("--profile", help_id="cli.bundle.profile", metavar="folder", type=folder),
        make("--frames", help_id="cli.bundle.frames", metavar="folder", type=folder),
        make("--with-pictures", help_id="cli.bundle.with-pictures", is_flag=True),
        make("--with-names", help_id="cli.bundle.with-names", is_flag=True),
        make("--json", "as_json", help_id="cli.option.json", is_flag=True),
    ]
    return Page("bundle", texts, params=params, examples=EXAMPLES, callback=run)


def bundle(texts: Texts, request: Request) -> None:
    """Gather, write, and say what is inside and what is not."""
    out = request.out or Path(f"companion-report-{datetime.now().astimezone():%Y%m%d-%H%M%S}.zip")
    contents = gather(request)
    curtain = Curtain()
    readme = curtain.hide_all("\n".join(_page(texts, contents)) + "\n")
    with complaining(), whole_file(out) as part, ZipFile(part, "x", ZIP_DEFLATED) as archive:
        archive.writestr(_member(README), readme.encode())
        for one in contents.parts:
            archive.writestr(_member(one.name), one.content)
    if request.as_json:
        click.echo(msgspec.json.encode(_summary(texts, out, contents)).decode())
        return
    click.echo(texts(Text("cli.bundle.done", {"path": str(out)})))
    click.echo("\n".join(_page(texts, contents)))


def _member(name: str) -> ZipInfo:
    """Name a part; it bears no date and no owner."""
    info = ZipInfo(name)
    info.compress_type = ZIP_DEFLATED
    return info


def gather(request: Request) -> Contents:
    """Collect everything that may be told."""
    wishes = Wishes(request.with_pictures, request.with_names)
    curtain = Curtain()
    contents = Contents([], [], [])
    contents.add("versions.json", "cli.bundle.part-versions", msgspec.json.encode(versions()))
    _add_log(contents, request, curtain, wishes)
    add_settings(contents, request.settings or settings_file(), curtain, wishes)
    add_profile(contents, _profile(contents, request), curtain, wishes)
    if request.frames is not None:
        _add_frames(contents, request.frames)
    if not request.with_names:
        contents.left_out.append(Text("cli.bundle.no-names"))
    contents.left_out.append(Text("cli.bundle.never"))
    return contents


def _profile(contents: Contents, request: Request) -> Path | None:
    """Return the profile that is meant: the one beside the games, if nobody names another."""
    usual = (request.database or database()).with_name(PROFILE)
    if request.profile is None and not usual.exists():
        contents.left_out.append(Text("cli.bundle.no-profile"))
        return None
    return request.profile or usual


def _add_log(contents: Contents, request: Request, curtain: Curtain, wishes: Wishes) -> None:
    path = request.database or database()
    try:
        with looked_at(path) as reader:
            log = _log(reader, request.game)
            if log is not None:
                add_game(contents, reader, log, curtain, wishes)
                if wishes.with_names:
                    add_people(contents, path.with_name(people_file.NAME), log.record.id)
                return
    except Wrong as problem:
        if request.game is not None:
            raise  # somebody has named a game, and it is not there
        contents.complain(problem.text)
    contents.left_out.append(Text("cli.bundle.no-game"))


def _log(reader: Reader, game: str | None) -> Log | None:
    """Find a game, or the one that was played last; one that was only chosen tells nobody anything."""
    if game is None:
        kept = reader.summaries()
        last = max(kept, key=lambda one: (one.entries > 0, one.last_at), default=None)
        game = None if last is None else last.record.id
    return None if game is None else reader.log(game)


def _add_frames(contents: Contents, folder: Path) -> None:
    """Add photos anew encoded, under new names: a camera writes places and times into its own."""
    import cv2  # noqa: PLC0415 - only photos need it

    if not folder.is_dir():
        raise Wrong("cli.bundle.no-folder", path=str(folder))
    files = [file for file in folder.iterdir() if file.suffix.lower() in _ENDS]
    files.sort(key=lambda file: (file.stat().st_mtime, file.name))
    if len(files) > FRAMES:
        older = len(files) - FRAMES
        contents.left_out.append(Text("cli.bundle.older-frames", {"count": older}))
    for number, file in enumerate(files[-FRAMES:], start=1):
        picture = cv2.imread(str(file))
        if picture is None:
            contents.complain(Text("cli.bundle.bad-frame", {"number": number}))
            continue
        jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
        contents.add(f"frames/{number:03d}.jpg", "cli.bundle.part-frame", jpeg)


def _page(texts: Texts, contents: Contents) -> list[str]:
    """List what is inside, what was left out, and what was found to be wrong on the way."""
    say = texts
    lines = [say(Text("cli.bundle.inside"))]
    shown: dict[str, list[int]] = {}
    for part in contents.parts:
        folder, _, name = part.name.rpartition("/")
        many = folder in ("pictures", "frames") or (folder and name.endswith(".png"))
        label = f"{folder}/" if many else part.name
        shown.setdefault(f"{label}: {say(part.about)}", []).append(len(part.content))
    for label, sizes in shown.items():
        count = f" × {len(sizes)}" if len(sizes) > 1 else ""
        lines.append(f"  {label}{count} ({sum(sizes) / 1000:.1f} kB)")
    for title, found in (
        ("cli.bundle.left-out", contents.left_out),
        ("cli.bundle.faults", contents.faults),
    ):
        if found:
            lines += ["", say(Text(title)), *(f"  {say(text)}" for text in found)]
    return lines


def _summary(texts: Texts, out: Path, contents: Contents) -> Bundled:
    return Bundled(
        str(out),
        tuple(Inside(part.name, len(part.content)) for part in contents.parts),
        tuple(map(texts, contents.left_out)),
        tuple(map(texts, contents.faults)),
    )
