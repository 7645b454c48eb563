"""What lies beside the games and goes where they go: names, cards that were read, boards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import msgspec

from companion.app import card_file, people_file
from companion.app.own_boards import HOME, PACKS
from companion.app.people_file import PeopleFile
from companion.engine import Text
from companion.games import kits
from companion.games.prints import Prints
from companion.packs.fault import PackError, errors_of
from companion.packs.header import FILE, read_header
from companion.packs.save import save_text
from companion.session.archive_beside import Found
from companion.session.store_entry import Record
from companion.session.texts import Texts

PEOPLE, CARDS = people_file.NAME, card_file.NAME
_BOARD = re.compile(rf"{HOME}/{PACKS}/[a-z0-9-]{{1,120}}/{FILE}")


class Along(msgspec.Struct, frozen=True):
    """What became of such files: they went along, are damaged, or stayed as they were here."""

    files: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()
    stayed: tuple[str, ...] = ()


def gather(database: Path) -> dict[str, bytes]:
    """Read everything that lies beside the games."""
    home = database.parent
    boards = sorted((home / HOME / PACKS).glob(f"*/{FILE}"))
    names = (PEOPLE, CARDS, *(path.relative_to(home).as_posix() for path in boards))
    return {name: (home / name).read_bytes() for name in names if (home / name).is_file()}


def damaged(files: Mapping[str, bytes | None]) -> tuple[str, ...]:
    """Name the files that cannot be read as what they should be."""
    return tuple(name for name, content in files.items() if not _is_good(name, content))


def put_back(database: Path, found: Found) -> Along:
    """Put files beside the games; what is there already stays as it is."""
    bad = damaged(found)
    good = {name: text for name, text in found.items() if text is not None and name not in bad}
    stayed = tuple(name for name in good if (database.parent / name).exists())
    for name, content in good.items():
        if name not in stayed:
            path = database.parent / name
            path.parent.mkdir(parents=True, exist_ok=True)
            save_text(path, content.decode())
    return Along(tuple(name for name in good if name not in stayed), bad, stayed)


def of_game(database: Path, record: Record, names: Mapping[int, str]) -> dict[str, bytes]:
    """Return what goes along with one game: who sat where, and what was read of its cards."""
    files: dict[str, bytes] = {}
    if names:
        files[PEOPLE] = msgspec.json.encode({record.id: dict(names)})
    cards = database.with_name(CARDS)
    kit = kits().get(record.game)
    if kit is not None and record.edition != kit.editions[0] and cards.is_file():
        files[CARDS] = cards.read_bytes()
    return {name: content for name, content in files.items() if _is_good(name, content)}


def take_along(database: Path, record: Record, found: Found) -> Along:
    """Add what came with one game to what is known here; where the two disagree, ours stands."""
    bad = damaged(found)
    for name, content in found.items():
        if content is not None and name not in bad:
            _TAKERS[name](database, record, content)
    return Along(tuple(name for name in found if name not in bad), bad)


def _take_people(database: Path, record: Record, content: bytes) -> None:
    theirs = (people_file.read_names(content) or {}).get(record.id, {})
    people = PeopleFile(database.with_name(PEOPLE))
    people.note(record.id, {**theirs, **people.names(record.id)})


def _take_cards(database: Path, record: Record, content: bytes) -> None:
    kit, own = kits()[record.game], database.with_name(CARDS)
    if isinstance(kit, Prints):
        with TemporaryDirectory() as folder:
            other = Path(folder) / CARDS
            other.write_bytes(content)
            save_text(own, kit.taken_in(own, other)[0])


_TAKERS: dict[str, Callable[[Path, Record, bytes], None]] = {
    PEOPLE: _take_people,
    CARDS: _take_cards,
}


def _is_good(name: str, content: bytes | None) -> bool:
    """Tell whether a file can be read as what its name says."""
    if content is None:
        return False
    if name == PEOPLE:
        return people_file.read_names(content) is not None
    try:
        with TemporaryDirectory() as folder:
            path = Path(folder) / Path(name).name
            path.write_bytes(content)
            return any(_reads(name, path))
    except PackError:
        return False


def _reads(name: str, path: Path) -> Iterator[bool]:
    if name == CARDS:
        yield from (bool(kit.things((path,))) for kit in kits().values() if isinstance(kit, Prints))
    elif _BOARD.fullmatch(name):
        kit = kits().get(read_header(path.parent).game)
        yield kit is not None and not errors_of(kit.check_pack(path.parent))


def say_along(texts: Texts, sentences: Iterable[Text]) -> None:
    """Tell people about some of the files, each in a sentence."""
    for sentence in sentences:
        click.echo(texts(sentence), err=True)
