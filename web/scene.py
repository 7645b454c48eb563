"""Put one moment of a table together for whoever looks: only what that viewer may know goes in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from msgspec import structs

from companion.engine import Cue, CueKind, Panel, Prompt, TableView
from companion.session.snapshot import Mode, Snapshot
from companion.session.store_entry import digest
from web import shown
from web.drawing import drawing_key
from web.house import Play
from web.keys import Keys
from web.questions import question, tag_of
from web.relay import Now
from web.seats import people
from web.wording import Words, say_once, tell

#: The people at the table, or the keys that know their names.
People: TypeAlias = Keys | tuple[shown.Person, ...]
#: So many turns of the log are shown.
TOLD = 16
#: So many questions to everybody are put at a time; the next ones follow.
_COMMON = 2


class Scene:
    """One moment for one viewer: a seat, or ``None`` for everybody."""

    def __init__(self, now: Now, viewer: int | None, words: Words, people: People) -> None:
        """Look at the table with the viewer's eyes."""
        assert now.play is not None
        assert now.snapshot is not None
        self.now, self.viewer, self.words = now, viewer, words
        self.play: Play = now.play
        self.snapshot: Snapshot = now.snapshot
        self.view: TableView = self.play.game.view(self.snapshot.state, viewer)
        self.people = people if isinstance(people, tuple) else self._people(people)
        self.turn = next((c.seat for c in self.snapshot.cues if c.kind is CueKind.TURN), None)

    def everything(self, chapters: int = TOLD) -> dict[str, Any]:
        """Return what all kinds of screens have, with the last chapters of the log."""
        snapshot, words = self.snapshot, self.words
        return {
            "version": snapshot.version,
            "game": snapshot.game,
            "mode": snapshot.mode.value,
            "headline": self.headline(),
            "phase": words.say(self.view.phase),
            "alert": self.alert(),
            "people": self.people,
            "cards": tuple(map(self._card, self.view.panels)),
            "questions": tuple(self.questions()),
            "common": len(self._common()),
            "waiting": tuple(dict.fromkeys(self._waiting())),
            "reminders": tuple(self.reminders()),
            "notices": tuple(self._notices()),
            "seen": words.all(snapshot.seen),
            "log": tuple(self._log(chapters)),
            "todo": words.todo(self.play, snapshot.todo),
            "overdue": words.todo(self.play, snapshot.overdue),
            "wrong": self._wrong(),
            "doubt": self._doubt(),
            "looking": self._looking(),
            "drawing": drawing_key(self.now),
            "over": snapshot.outcome is not None,
        }

    def _people(self, keys: Keys) -> tuple[shown.Person, ...]:
        return people(self.view, self.snapshot, self.words, keys)

    def own(self, public: shown.Screen) -> dict[str, Any]:
        """Return what a seat's screen has: all that everybody sees, and what is its own."""
        others = tuple(card for card in public.cards if card.seat != self.viewer)
        mine = (panel for panel in self.view.panels if panel.seat == self.viewer)
        return structs.asdict(public) | {
            "headline": self.headline(),
            "alert": self.alert(),
            "cards": (*others, *map(self._card, mine)),
            "questions": tuple(self.questions()),
            "waiting": tuple(dict.fromkeys(self._waiting())),
            "wrong": self._wrong(),
            "drawing": "",
        }

    def name(self, seat: int | None) -> str:
        """Name a seat."""
        return next((p.name for p in self.people if p.seat == seat), "")

    # What it is all about now

    def headline(self) -> str:
        """Say in a few words what everybody should know first."""
        snapshot, words = self.snapshot, self.words
        if snapshot.mode is Mode.PAUSED:
            return words("web.headline.paused")
        if snapshot.mode is Mode.COMPARE:
            return words("web.headline.compare")
        if snapshot.wrong is not None:
            return words("web.headline.wrong")
        if snapshot.doubt is not None:
            return words("web.headline.doubt")
        return self._calm_headline()

    def _calm_headline(self) -> str:
        snapshot, words = self.snapshot, self.words
        asked = self._asked()
        if snapshot.outcome is not None and not asked:
            winner = snapshot.outcome.winner
            over = words("web.headline.over")
            return over if winner is None else words("web.headline.winner", name=self.name(winner))
        if self.turn is not None:
            mine = self.turn == self.viewer
            return (
                words("web.headline.your-turn")
                if mine
                else words("web.headline.turn", name=self.name(self.turn))
            )
        if self.viewer is not None and self.viewer in asked:
            return words("web.headline.your-answer")
        if snapshot.mode is Mode.SET_UP or not asked:
            return words("web.headline.set-up")
        return words("web.headline.asked", names=", ".join(map(self.name, asked)))

    def _asked(self) -> list[int]:
        """Return the seats that everybody waits for."""
        asks = (prompt.ask for prompt in self.view.prompts)
        return sorted({ask.seat for ask in asks if ask.blocks and ask.seat is not None})

    def alert(self) -> str:
        """Name what is worth a sound; the same name again is not."""
        snapshot = self.snapshot
        if snapshot.wrong is not None:
            return f"wrong {len(self.now.chapters)}"
        if snapshot.doubt is not None:
            return f"doubt {len(self.now.chapters)}"
        if snapshot.overdue and self.viewer in (None, snapshot.owing):
            return f"overdue {len(self.now.chapters)}"
        if self.viewer is None:
            kinds = {cue.kind for cue in snapshot.cues} & _LOUD
            return " ".join(sorted(kinds))
        if self.viewer == self.turn:
            return f"turn {len(self.now.chapters)}"
        mine = (p.ask.id for p in self.view.prompts if p.ask.seat == self.viewer and p.ask.blocks)
        return next((f"asked {ask}" for ask in mine), "")

    def reminders(self) -> Iterator[str]:
        """Say who owes what, and that the end is near."""
        words, cues = self.words, self.snapshot.cues
        buyers = [self.name(cue.seat) for cue in cues if cue.kind is CueKind.PURCHASE]
        if buyers:
            yield words("web.reminder.purchase", names=", ".join(buyers))
        payers = [self._debt(cue) for cue in cues if cue.kind is CueKind.PAYDAY]
        if payers:
            yield words("web.reminder.payday", names=", ".join(payers))
        if any(cue.kind is CueKind.LAST_ROUND for cue in cues):
            yield words("web.reminder.last-round")

    def _debt(self, cue: Cue) -> str:
        name = self.name(cue.seat)
        return name if cue.amount is None else f"{name} {cue.amount}"

    def _notices(self) -> Iterator[str]:
        snapshot, words = self.snapshot, self.words
        if snapshot.blind:
            yield words("web.notice.blind")
        yield from words.all(snapshot.notices)

    # What is asked

    def questions(self) -> Iterator[shown.Question]:
        """Return what this viewer may answer; nobody is asked while the table rests."""
        if self.snapshot.mode in (Mode.PAUSED, Mode.COMPARE):
            return
        mine = [
            p for p in self.view.prompts if p.ask.seat is not None and p.ask.seat == self.viewer
        ]
        mine.sort(key=lambda prompt: not prompt.ask.blocks)
        for prompt in (*mine, *self._common()[:_COMMON]):
            taps = self.play.kit.signs.turn_taps
            # Between turns a tap is quicker than a piece; in a turn hands are at the board anyway.
            watched = not self.snapshot.blind and self.turn is not None
            yield question(prompt, self.words, taps, watched=watched)

    def _common(self) -> list[Prompt]:
        """Return what anybody may answer; what the camera sees, it answers for the table."""
        asked = [prompt for prompt in self.view.prompts if prompt.ask.seat is None]
        return [p for p in asked if self.snapshot.blind or not p.ask.seen_at]

    def _waiting(self) -> Iterator[str]:
        for prompt in self.view.prompts:
            if prompt.ask.seat not in (None, self.viewer) and prompt.ask.blocks:
                yield self.words.say(prompt.text)

    @property
    def can_end(self) -> bool:
        """Tell whether the viewer may end his turn now."""
        taps = self.play.kit.signs.turn_taps
        mine = [p for p in self.view.prompts if p.ask.seat == self.viewer and p.ask.blocks]
        if self.snapshot.mode is not Mode.PLAY or not mine or self.viewer is None:
            return False
        offered = (choice for prompt in mine for choice in prompt.choices)
        return self.turn == self.viewer or any(tag_of(choice) in taps for choice in offered)

    # What the table shows

    def _card(self, panel: Panel) -> shown.Card:
        """Show a panel; values of the same name share a line."""
        say = self.words.say
        lines: dict[str, list[str]] = {}
        for row in panel.rows:
            lines.setdefault(say(row.label), []).append(say(row.value))
        joined = tuple(shown.Line(label, ", ".join(values)) for label, values in lines.items())
        return shown.Card(panel.id, say(panel.title), joined, panel.seat)

    def _log(self, count: int) -> Iterator[shown.Chapter]:
        for chapter in reversed(self.now.chapters[-count:]):
            time = f"{chapter.at.astimezone():%H:%M}"
            yield shown.Chapter(chapter.number, time, tell(self.words, chapter))

    def gains(self) -> Iterator[shown.Line]:
        """Tell where the viewer's points came from, the last ones first."""
        for chapter in reversed(self.now.chapters):
            for gain in reversed(chapter.gains):
                if gain.seat == self.viewer and gain.points:
                    yield shown.Line(say_once(self.words, gain), f"{gain.points:+d}")

    def _wrong(self) -> shown.Wrong | None:
        wrong, words = self.snapshot.wrong, self.words
        if wrong is None:
            return None
        hears = wrong.to is None or wrong.to == self.viewer
        text = (
            words.say(wrong.text) if hears else words("web.wrong.private", name=self.name(wrong.to))
        )
        section = words(wrong.section) if hears and wrong.section else ""
        todo = words.todo(self.play, wrong.todo)
        return shown.Wrong(text, section, todo, self.name(wrong.seat), _picture(wrong.picture))

    def _doubt(self) -> shown.Doubt | None:
        doubt = self.snapshot.doubt
        if doubt is None:
            return None
        nothing = (self.words("core.table.nothing-happened"),)
        labels = tuple(self.words.all(label) or nothing for label in doubt.labels)
        return shown.Doubt(labels, _picture(doubt.picture))

    def _looking(self) -> str:
        snapshot, words = self.snapshot, self.words
        if not snapshot.looking or snapshot.wrong or snapshot.doubt:
            return ""
        if snapshot.unseen:
            return words("web.looking.unseen", places=words.places(self.play, snapshot.unseen))
        return words("web.looking.moment")


_LOUD = frozenset({CueKind.PURCHASE, CueKind.PAYDAY, CueKind.LAST_ROUND, CueKind.OVER})


def _picture(jpeg: bytes | None) -> str:
    return "" if jpeg is None else digest(jpeg)
