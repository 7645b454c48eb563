"""A kept game, taken up again: its rules, its log, and everything that happened in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.app.keep import database, looked_at
from companion.app.own_box import box_beside
from companion.app.page import option
from companion.app.people_file import NAME as PEOPLE
from companion.app.people_file import PeopleFile
from companion.app.wrong import Wrong, broken_data
from companion.engine import BadOptions, Text, Unreadable
from companion.games import Kit, Wish, kits
from companion.packs.fault import PackError
from companion.session.explain_tree import AnyGame
from companion.session.named import People, named
from companion.session.sheet import Account, account, seat_names
from companion.session.sheet_history import Happening, history
from companion.session.sheet_known import who_and_how as known
from companion.session.store_entry import Kind, Record
from companion.session.store_reader import Log
from companion.session.texts import Texts


class Wanted(msgspec.Struct, frozen=True):
    """Which game is meant, and what it was played with."""

    game: str
    database: Path | None = None
    board: Path | None = None
    overlay: tuple[Path, ...] = ()


class Kept(msgspec.Struct, frozen=True):
    """A game with all that happened in it; ``texts`` has the game's own words as well.

    ``titles`` are what the game calls its seats, ``names`` those of the people who are known.
    """

    kit: Kit
    game: AnyGame
    record: Record
    setup: Any
    past: tuple[Happening, ...]
    log: Log
    texts: Texts
    titles: Mapping[int, Text] = {}
    names: Mapping[int, str] = {}

    @property
    def title(self) -> Text:
        """Return the game's name."""
        return Text(f"{self.kit.name}.name")

    @property
    def is_over(self) -> bool:
        """Tell whether secrets are secrets no longer."""
        return any(one.stands and one.entry.kind is Kind.END for one in self.past)

    def shown(self, state: Any) -> Any:
        """Return a state as everybody may see it: while a game is played, hands stay hidden."""
        return state if self.is_over else self.game.seen_by(state, None)

    def called(self, seat: int) -> str:
        """Say who sits there: the name, or what the game calls the seat."""
        return self.names.get(seat) or self.texts(self._title(seat))

    def _title(self, seat: int) -> Text:
        return self.titles.get(seat, Text("cli.replay.somebody"))

    def seated(self, seat: int) -> Text:
        """Say who sits there with both: "Anna (Red)"."""
        title, name = self._title(seat), self.names.get(seat)
        return Text("core.seat.named", {"name": name, "seat": title}) if name else title

    def told(self, text: Text) -> Text:
        """Return a sentence that names people instead of seats."""
        return named(text, self._people)

    @property
    def _people(self) -> People:
        return [(self.titles[seat], name) for seat, name in self.names.items() if name]

    def account(self) -> Account:
        """Return the score sheet."""
        return account(self.game, self.setup, self.past)

    def crop(self, digest: str | None) -> bytes | None:
        """Return a picture, if it is still kept."""
        found = (one.entry for one in self.past if digest and one.entry.picture == digest)
        entry = next(found, None)
        return None if entry is None else self.log.picture(entry)


@contextmanager
def taken_up(texts: Texts, wanted: Wanted) -> Iterator[Kept]:
    """Find a game, open what it is played with and read its log; say so where that fails."""
    with looked_at(wanted.database) as reader:
        log = reader.log(wanted.game)
        kit = _kit(log.record)
        words = Texts.load(texts.language, kit.texts)
        yield _read(kit, log, words, wanted)


def _kit(record: Record) -> Kit:
    kit = kits().get(record.game)
    if kit is None:
        words = ", ".join(kits())
        raise Wrong("cli.replay.unknown-game", game=record.id, name=record.game[:40], words=words)
    return kit


def _read(kit: Kit, log: Log, words: Texts, wanted: Wanted) -> Kept:
    record = log.record
    try:
        box = _box(kit, record, wanted)
        game = kit.reopen(bytes(record.setup), record.edition, box.board, box.overlays)
        setup = game.states.decode(bytes(record.setup))
        past = history(game, setup, log.entries(), kit.signs)
        titles = seat_names(game, game.seen_by(setup, None))
    except Unreadable as problem:
        raise Wrong("cli.replay.unreadable", game=record.id, detail=str(problem)) from None
    except BadOptions as problem:
        raise Wrong("cli.error.options", sentence=words(problem.text)) from None
    except PackError as problem:
        raise Wrong("cli.error.options", sentence=words(broken_data(problem))) from None
    names = PeopleFile(log.database.with_name(PEOPLE)).names(record.id)
    return Kept(kit, game, record, setup, past, log, words, titles, names)


def _box(kit: Kit, record: Record, wanted: Wanted) -> Wish:
    """Return what a game was played with: as somebody says, or as it lies beside the games."""
    known = kit.wish(bytes(record.setup), record.edition)
    found = box_beside(kit, wanted.database or database()).for_kept(known)
    board, overlays = wanted.board or found.board, wanted.overlay or found.overlays
    return msgspec.structs.replace(known, board=board, overlays=overlays)


def who_and_how(kept: Kept, one: Happening, but: int | None = None) -> Text:
    """Say whose doing an entry is and how it became known; ``but`` one seat needs no name."""
    names = {seat: kept.called(seat) for seat in kept.titles}
    return known(one.entry.by, one.entry.ask, names, but)


def game_params(texts: Texts) -> list[click.Parameter]:
    """Make the argument and the options that say which kept game is meant."""
    sign = texts(Text("cli.metavar.game"))
    return [click.Argument(["game"], metavar=sign), *store_params(texts), *box_params(texts)]


def store_params(texts: Texts) -> list[click.Parameter]:
    """Make the option that says where the games are."""
    file = click.Path(path_type=Path)
    return [
        option(texts, "--database", help_id="cli.option.database", metavar="file", type=file),
    ]


def box_params(texts: Texts) -> list[click.Parameter]:
    """Make the options for what a game was played with."""
    file = click.Path(path_type=Path)
    return [
        option(texts, "--board", help_id="cli.option.board", metavar="folder", type=file),
        option(
            texts,
            "--overlay",
            help_id="cli.option.overlay",
            metavar="file",
            multiple=True,
            type=file,
        ),
    ]
