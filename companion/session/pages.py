"""What the small display on the table says: one thing at a time, the most urgent first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from companion.engine import Cue, CueKind, Text
from companion.session.explain_tree import AnyGame
from companion.session.ports import Page
from companion.session.snapshot import Mode, Snapshot
from companion.session.texts import Texts
from companion.session.todo import Todo

#: So many lines fit under a title: one for each seat.
_LINES = 4
#: So much of an address fits beside its code in one row.
_ROW = 13

#: What is said on a small display of trouble with the disk.
_SHORT = {
    "core.store.disk-full": "core.page.disk-full",
    "core.store.disk-low": "core.page.disk-low",
    "core.store.disk-failing": "core.page.disk-failing",
    "core.store.read-only": "core.page.disk-failing",
    "core.store.aside": "core.page.aside",
    "serve.not-taken-up": "core.page.damaged",
}

#: A title and what belongs to it.
Words: TypeAlias = tuple[Text, tuple[Text, ...]]


class Pages:
    """Put snapshots into words for a small display."""

    def __init__(self, game: AnyGame, texts: Texts) -> None:
        """Take the game, and the language of the table."""
        self._game, self._texts = game, texts

    def page(self, snapshot: Snapshot) -> Page:
        """Return what to show now; where nothing has to be read first, there is room for scores."""
        urgent = next(filter(None, (say(snapshot) for say in self._urgent)), None)
        title, lines = urgent or self._phase(snapshot)
        scores = () if urgent else tuple(self._scores(snapshot))
        return Page(self._texts(title), tuple(map(self._texts, lines[:_LINES])), scores)

    def _scores(self, snapshot: Snapshot) -> Iterator[tuple[str, int]]:
        table = self._game.view(snapshot.state, None)
        seats = {panel.seat: panel for panel in reversed(table.panels) if panel.seat is not None}
        for _, panel in sorted(seats.items()):
            if panel.rows and isinstance(panel.rows[0].value, int):
                yield self._texts(panel.title), panel.rows[0].value

    @property
    def _urgent(self) -> tuple[Callable[[Snapshot], Words | None], ...]:
        return (
            self._refused,
            self._stopped,
            self._wrong,
            self._asked,
            self._late,
            self._set_up,
            self._dial,
            self._payday,
            self._prompt,
        )

    def _refused(self, snapshot: Snapshot) -> Words | None:
        """Tell whoever pressed a button why nothing came of it."""
        if snapshot.refused is None:
            return None
        return Text("core.page.refused"), (in_short(snapshot.refused),)

    def _stopped(self, snapshot: Snapshot) -> Words | None:
        if snapshot.mode is Mode.PAUSED:
            return Text("core.page.paused"), ()
        if snapshot.mode is Mode.COMPARE:
            if not snapshot.todo:  # nobody has seen the board yet
                return Text("core.page.looking"), tuple(map(in_short, snapshot.notices))
            return Text("core.page.compare"), tuple(self._todo(snapshot.todo))
        if snapshot.blind and snapshot.notices:
            return Text("core.page.blind"), snapshot.notices
        return None

    def _wrong(self, snapshot: Snapshot) -> Words | None:
        wrong = snapshot.wrong
        if wrong is None:
            return None
        why = wrong.text if wrong.to is None else Text("core.page.see-phone")
        return Text("core.page.wrong"), (why, *self._todo(wrong.todo))

    def _asked(self, snapshot: Snapshot) -> Words | None:
        if snapshot.doubt is None or snapshot.dial is None:
            return None
        return Text("core.page.which"), (snapshot.dial.label, _of(snapshot))

    def _late(self, snapshot: Snapshot) -> Words | None:
        if snapshot.overdue:
            return Text("core.page.to-do"), tuple(self._todo(snapshot.overdue))
        if snapshot.looking:
            names = tuple(self._name(place) for place in snapshot.unseen[:_LINES])
            return Text("core.page.looking"), names
        if snapshot.faded:
            return Text("core.page.faded"), tuple(self._name(place) for place in snapshot.faded)
        return None

    def _dial(self, snapshot: Snapshot) -> Words | None:
        dial = snapshot.dial
        if dial is None:
            return None
        question = self._question(snapshot, dial.seat, dial.ask) or Text("core.page.which")
        lines = dial.label, _of(snapshot)
        if dial.seat is None:
            return question, lines
        return self._seat(snapshot, dial.seat), (question, *lines)

    def _payday(self, snapshot: Snapshot) -> Words | None:
        """Say who pays how much, once all turns are over."""
        owed = [(cue.seat, cue.amount or 0) for cue in self._of(snapshot, CueKind.PAYDAY)]
        if not owed or self._of(snapshot, CueKind.TURN) or self._of(snapshot, CueKind.CARDS):
            return None
        return Text("core.page.payday"), tuple(
            Text("core.page.pays", {"name": self._seat(snapshot, seat), "count": amount})
            for seat, amount in owed
            if amount or seat == owed[0][0]  # whoever pays now is always named
        )

    def _prompt(self, snapshot: Snapshot) -> Words | None:
        """Put to a seat what it has to do on the board, where buttons cannot answer."""
        seats = [cue.seat for cue in self._of(snapshot, CueKind.ASKED)]
        if snapshot.mode is Mode.SET_UP:
            asks = (ask for ask in self._game.asks(snapshot.state) if ask.blocks)
            seats += [ask.seat for ask in asks if ask.seat is not None]
        for seat in seats:
            question = self._question(snapshot, seat)
            if question is not None:
                return self._seat(snapshot, seat), (question,)
        return None

    def _question(self, snapshot: Snapshot, seat: int | None, ask: str = "") -> Text | None:
        """Put an ask into words that everybody may read."""
        public = self._game.seen_by(snapshot.state, None)
        prompts = self._game.view(public, seat).prompts
        asked = (p.text for p in prompts if p.ask.seat == seat and ask in ("", p.ask.id))
        return next(asked, None)

    def _set_up(self, snapshot: Snapshot) -> Words | None:
        layout = snapshot.layout
        if snapshot.mode is not Mode.SET_UP or layout is None:
            return None
        left = len(layout.missing | layout.bare | layout.odd)
        if not (left or layout.moves):
            return None
        read = Text("core.page.layout", {"count": len(layout.moves)})
        strange = tuple(
            Text("core.page.strange", {"piece": self._name(piece)}) for piece in layout.strange[:1]
        )
        then = Text("core.page.layout-left", {"count": left}) if left else Text("core.page.confirm")
        return Text("core.page.set-up"), (read, *strange, then)

    def _phase(self, snapshot: Snapshot) -> Words:
        phase = self._game.view(snapshot.state, None).phase
        winner = self._of(snapshot, CueKind.WINNER)
        if winner:
            return Text("core.page.winner", {"name": self._seat(snapshot, winner[0].seat)}), ()
        turn = self._of(snapshot, CueKind.TURN)
        reminders = (*map(in_short, snapshot.notices), *self._reminders(snapshot))
        if turn:
            name = self._seat(snapshot, turn[0].seat)
            return Text("core.page.turn", {"name": name}), (*reminders, *_round(phase))
        return phase, reminders

    def _reminders(self, snapshot: Snapshot) -> Iterator[Text]:
        if self._of(snapshot, CueKind.LAST_ROUND):
            yield Text("core.page.last-round")
        if self._of(snapshot, CueKind.PURCHASE):
            yield Text("core.page.purchase")
        if self._of(snapshot, CueKind.PAYDAY):
            yield Text("core.page.payday-ahead")
        for cue in self._of(snapshot, CueKind.CARDS):
            yield Text("core.page.cards", {"name": self._seat(snapshot, cue.seat)})

    def _of(self, snapshot: Snapshot, kind: CueKind) -> tuple[Cue, ...]:
        return tuple(cue for cue in snapshot.cues if cue.kind is kind)

    def _seat(self, snapshot: Snapshot, seat: int | None) -> Text:
        panels = self._game.view(snapshot.state, None).panels
        return next((p.title for p in panels if p.seat == seat), Text("core.page.somebody"))

    def _todo(self, things: tuple[Todo, ...]) -> Iterator[Text]:
        return (todo.text(self._game.name) for todo in things)

    def _name(self, place: str) -> Text:
        name = self._game.name(place)
        return name if isinstance(name, Text) else Text("core.page.place", {"name": name})


def in_short(text: Text) -> Text:
    """Say what is wrong with disk and games without naming files: there is no room for that."""
    short = _SHORT.get(text.id)
    return text if short is None else Text(short)


def _round(phase: Text) -> Iterator[Text]:
    """Say which round it is, in a game that counts them."""
    number = phase.params.get("round")
    if number is not None:
        yield Text("core.page.round", {"round": number})


def _of(snapshot: Snapshot) -> Text:
    """Say which of how many choices is shown."""
    assert snapshot.dial is not None
    return Text(
        "core.page.dial", {"number": snapshot.dial.number + 1, "count": snapshot.dial.count}
    )


def welcome(texts: Texts, address: str, pin: str) -> Page:
    """Show how to join in and to be the host, while no game runs."""
    lines = (
        *in_rows(address.removeprefix("http://")),
        texts(Text("core.page.host-pin", {"pin": pin})),
    )
    return Page(texts(Text("core.page.join")), lines, code=address)


def in_rows(address: str) -> tuple[str, ...]:
    """Break a long address where it can be read on.

    >>> in_rows("table:8000"), in_rows("192.168.178.42:8000")
    (('table:8000',), ('192.168.', '178.42:8000'))
    """
    dots = [place + 1 for place, letter in enumerate(address) if letter == "."]
    if len(address) <= _ROW or not dots:
        return (address,)
    middle = min(dots, key=lambda place: abs(place - len(address) / 2))
    return address[:middle], address[middle:]
