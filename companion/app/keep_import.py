"""``companion import``: a game from a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from companion.app.faults import show_faults
from companion.app.keep import counted, keep_page, opened, tell
from companion.app.keep_beside import say_along, take_along
from companion.app.pack import FaultLine
from companion.app.wrong import Wrong
from companion.engine import Codec, Text, Unreadable
from companion.games import Kit, Wish, kits
from companion.packs.fault import Fault, PackError, error
from companion.session.archive import ENTRIES, MANIFEST
from companion.session.archive_import import Taken, import_game
from companion.session.archive_read import Archive, read_archive
from companion.session.store_entry import NOTHING, Json
from companion.session.texts import Texts

#: The answer is no: the file is wrong.
NO = 1
_SAID = {
    Taken.NEW: "cli.import.new",
    Taken.LONGER: "cli.import.longer",
    Taken.KNOWN: "cli.import.known",
}


class Imported(msgspec.Struct, frozen=True):
    """The JSON object of ``companion import --json`` where all is well."""

    file: str
    ok: bool
    game: str
    result: Taken
    entries: int
    files: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()


class Faulty(msgspec.Struct, frozen=True):
    """The JSON object of ``companion import --json`` where it is not."""

    file: str
    ok: bool
    faults: tuple[FaultLine, ...]


def command(texts: Texts) -> click.Command:
    """Make the command."""
    return keep_page(texts, "import", take_in, ["file"])


def take_in(texts: Texts, *, file: Path, path: Path, as_json: bool) -> None:
    """Check a file and take its game in, or say what is wrong with it."""
    try:
        archive = read_archive(file)
        _check_words(archive, _kit_of(archive))
    except PackError as problem:
        if any("path" in fault.text.params for fault in problem.faults):
            raise  # no part of it can be read
        _refuse(texts, problem, as_json=as_json)
        return
    with opened(texts, path) as store:
        taken = import_game(store, archive)
        along = take_along(store.path, archive.record, archive.beside())
    entries = len(archive.entries)
    result = Imported(
        str(file), True, archive.record.id, taken, entries, along.files, along.damaged
    )
    counts = counted("entries", entries)
    tell(
        texts, result, Text(_SAID[taken], {"game": result.game, "entries": counts}), as_json=as_json
    )
    lost = (Text("cli.import.file-damaged", {"file": n, "path": str(file)}) for n in along.damaged)
    say_along(texts, lost)
    if along.damaged:
        click.get_current_context().exit(NO)


def _refuse(texts: Texts, problem: PackError, *, as_json: bool) -> None:
    path, faults = str(problem.path), problem.faults
    if as_json:
        lines = (FaultLine(f.severity, f.where, f.text.id, texts(f.text)) for f in faults)
        click.echo(msgspec.json.encode(Faulty(path, False, tuple(lines))).decode())
    else:
        click.echo(texts(Text("overlay.wrong", {"path": path, "count": len(faults)})))
        show_faults(texts, faults)
    click.get_current_context().exit(NO)


def _kit_of(archive: Archive) -> Kit:
    name = archive.record.game
    kit = kits().get(name)
    if kit is None:
        path, words = str(archive.path), ", ".join(kits())
        raise Wrong("cli.error.unknown-game", path=path, name=name[:40], words=words)
    return kit


def _check_words(archive: Archive, kit: Kit) -> None:
    """Read every state, move and event as the game itself would."""
    faults = tuple(_unreadable(archive, kit))
    if faults:
        raise PackError(archive.path, faults)


def _unreadable(archive: Archive, kit: Kit) -> Iterator[Fault]:
    game, _ = kit.open(Wish(min(kit.players), kit.versions[0]))
    yield from _try(game.states, archive.record.setup, MANIFEST)
    for entry in archive.entries:
        where = f"{ENTRIES}:{entry.number}"
        if bytes(entry.move) != bytes(NOTHING):
            yield from _try(game.moves, entry.move, where)
        for event in entry.events:
            yield from _try(game.events, event, where)


def _try(codec: Codec, json: Json, where: str) -> Iterator[Fault]:
    try:
        codec.decode(bytes(json))
    except Unreadable as problem:
        yield error(where, "core.archive.unreadable", detail=str(problem))
