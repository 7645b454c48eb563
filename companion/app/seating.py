"""Which game is played, and by how many: the options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.app.kinds import Whole, Word, refuse_word
from companion.app.page import option
from companion.app.wrong import Wrong, broken_data
from companion.engine import BadOptions, Game, Text
from companion.games import Kit, Wish, kits
from companion.packs.fault import PackError
from companion.session.store_entry import Record
from companion.session.texts import Texts

#: The game that is meant when nobody names one.
DEFAULT_GAME = "vienna"
#: How much the companion is told of a game.
TRACKING = ("full", "board")
#: Every seed is welcome that other programs can write as well.
LARGEST_SEED = 2**63 - 1


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """What was asked for on the command line; a command adds its own."""

    game: str
    players: int
    version: str
    edition: str
    board: Path | None
    overlay: tuple[Path, ...]
    expansion: tuple[str, ...]
    seed: int
    colour: tuple[str, ...] = ()

    def wish(self, tracking: str = "full") -> Wish:
        """Put the request into words that fit any game."""
        return Wish(
            self.players,
            self.version,
            self.expansion,
            tracking,
            board=self.board,
            edition=self.edition,
            overlays=self.overlay,
            colours=self.colour,
        )


class Seating(msgspec.Struct, frozen=True):
    """A game ready to be set up, with all that was asked for; a host began it, or the table itself."""

    kit: Kit
    wish: Wish
    game: Game[Any, Any, Any, Any]
    options: Any
    texts: Texts
    hosted: bool = False

    @property
    def name(self) -> Text:
        """Return the game's name."""
        return Text(f"{self.kit.name}.name")

    def starting_with(self, seat: int) -> Any:
        """Return the options with another start player; all our games have one."""
        return msgspec.structs.replace(self.options, start=seat)


def game_options(texts: Texts) -> list[click.Parameter]:
    """Make the options that say what is played."""
    kit = kits()[DEFAULT_GAME]
    versions, editions = Word(_all("versions")), Word(_all("editions"))
    seeds = Whole(-LARGEST_SEED, LARGEST_SEED)
    make = partial(option, texts)
    return [
        make("--game", help_id="cli.option.game", type=Word(tuple(kits())), default=DEFAULT_GAME),
        make(
            "--players",
            help_id="cli.option.players",
            metavar="number",
            type=Whole(),
            default=max(kit.players),
        ),
        make("--version", help_id="cli.option.edition", type=versions, default=kit.versions[0]),
        make("--edition", help_id="cli.option.cards", type=editions, default=kit.editions[0]),
        make(
            "--board",
            help_id="cli.option.board",
            metavar="folder",
            type=click.Path(path_type=Path),
        ),
        make(
            "--overlay",
            help_id="cli.option.overlay",
            metavar="file",
            multiple=True,
            type=click.Path(path_type=Path),
        ),
        make("--expansion", help_id="cli.option.expansion", metavar="word", multiple=True),
        make("--colour", help_id="cli.option.colour", metavar="word", multiple=True),
        make("--seed", help_id="cli.option.seed", metavar="seed", type=seeds, default=1),
    ]


def _all(words: str) -> tuple[str, ...]:
    """Gather the versions, say, of all games; which of them fit together is seen later."""
    return tuple(dict.fromkeys(word for kit in kits().values() for word in getattr(kit, words)))


def take_seats(texts: Texts, game: str, wish: Wish) -> Seating:
    """Open a game as wished, or say what it does not offer."""
    kit = kits()[game]
    if wish.players < min(kit.players):
        _refuse_players("cli.error.too-small", wish.players, least=min(kit.players))
    if wish.players > max(kit.players):
        _refuse_players("cli.error.too-large", wish.players, most=max(kit.players))
    _check_words("--version", (wish.version,), kit.versions)
    _check_words("--edition", (wish.edition,), kit.editions)
    _check_words("--expansion", wish.expansions, kit.expansions)
    _check_words("--colour", wish.colours, kit.colours)
    words = Texts.load(texts.language, kit.texts)
    try:
        rules, options = kit.open(wish)
        rules.setup(options)
    except BadOptions as error:
        raise Wrong("cli.error.options", sentence=words(error.text)) from None
    except PackError as error:
        # Its words are the game's, which the command itself does not know.
        raise Wrong("cli.error.options", sentence=words(broken_data(error))) from None
    return Seating(kit, wish, rules, options, words)


def check_board(texts: Texts, kit: Kit, record: Record, wish: Wish) -> None:
    """Refuse to take up a kept game with another board than the one it was begun on."""
    words = Texts.load(texts.language, kit.texts)
    try:
        kit.reopen(bytes(record.setup), record.edition, wish.board, wish.overlays)
    except BadOptions as error:
        raise Wrong("serve.cannot-resume", game=record.id, sentence=words(error.text)) from None
    except PackError as error:
        sentence = words(broken_data(error))
        raise Wrong("serve.cannot-resume", game=record.id, sentence=sentence) from None


def _refuse_players(text_id: str, players: int, **bound: int) -> None:
    raise Wrong(text_id, option="--players", value=players, **bound)


def _check_words(name: str, words: Sequence[str], known: Sequence[str]) -> None:
    for word in words:
        if word not in known:
            refuse_word(name, word, known)
