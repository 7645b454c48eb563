"""Where a game begins: what is proposed, which box is opened, and who sits where."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.app.house_play import LogIn
from companion.app.kept_games import KeptGames
from companion.app.own_box import PLAIN, OwnBox
from companion.app.seating import Seating, check_board, take_seats
from companion.app.wrong import Wrong
from companion.engine import Text, Unreadable
from companion.games import Kit, Wish
from companion.session.store_entry import Record
from companion.session.texts import Texts
from web.house import Box, NewGame


class Ready(msgspec.Struct, frozen=True, eq=False):
    """A game that only has to be opened, and how to find or begin it on the disk."""

    seating: Seating
    log_in: LogIn


class Reception:
    """Make games ready for one table, or raise :class:`Wrong`."""

    def __init__(self, kit: Kit, texts: Texts, database: Path) -> None:
        """Propose what is usual in the game; people may play with anything they wish for."""
        self._kit, self._texts = kit, texts
        self.kept = KeptGames(kit, database)
        self.box: OwnBox = PLAIN
        self.proposed = Wish(max(kit.players), kit.versions[0])

    @property
    def usual(self) -> Wish:
        """Return the game that is proposed, with colours, choices and tracking of the last one."""
        wish, last = self.proposed, self.kept.wish()
        if last is None:
            return wish
        colours = wish.colours or last.colours
        return replace(wish, colours=colours, choices=last.choices, tracking=last.tracking)

    @property
    def invitation(self) -> Text:
        """Say what a press of a button begins."""
        return Text("core.page.begin", {"count": self.proposed.players})

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Return what may be played with: our own edition, and the boards of the owner."""
        return tuple(self.box.choices(self._kit.name, self.kept.wish()))

    def count_on(self) -> None:
        """Propose a game for one more, or for the fewest after the most."""
        players = self.proposed.players + 1
        fits = players in self._kit.players
        self.proposed = replace(self.proposed, players=players if fits else min(self._kit.players))

    def propose(self) -> Ready:
        """Make ready what is proposed."""
        usual, tracking = self.usual, self.proposed.tracking
        colours = usual.colours[: usual.players]
        return self.begin(NewGame(replace(usual, colours=colours, tracking=tracking), (), ()))

    def begin(self, new: NewGame) -> Ready:
        """Open the box that was chosen, and let every seat tell as much as it likes."""
        seating = self._seated(self.box.for_new(new.wish, new.box))
        level = type(seating.options.tracking[0])
        tracking = tuple(map(level, new.tracking)) or seating.options.tracking
        options = replace(seating.options, tracking=tracking)
        setup = seating.game.states.encode(seating.game.setup(options))
        name, edition = self._kit.name, seating.wish.edition
        seating = replace(seating, options=options, hosted=bool(new.names))
        return Ready(seating, lambda store: store.begin(name, edition=edition, setup=setup))

    def take_up(self, record: Record) -> Ready:
        """Open the box of a kept game, to go on where its log ends."""
        try:
            wish = self.box.for_kept(self.kept.wish_of(record))
        except Unreadable as problem:
            raise Wrong("cli.replay.unreadable", game=record.id, detail=str(problem)) from None
        check_board(self._texts, self._kit, record, wish)
        return Ready(self._seated(wish), lambda store: store.log(record.id))

    def learn(self, seating: Seating) -> Seating | None:
        """Return a running game with what its owner's file says by now, if it has one."""
        wish = self.box.for_kept(seating.wish)
        return self._seated(wish) if wish.overlays else None

    def _seated(self, wish: Wish) -> Seating:
        return take_seats(self._texts, self._kit.name, wish)
