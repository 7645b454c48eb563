"""Put one moment of a table together for whoever looks: only what that viewer may know goes in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec import structs

from companion.engine import Panel
from companion.session.sheet_known import who_and_how
from companion.session.store_entry import digest
from web import shown
from web.asked import common, questions, waiting
from web.calls import alert, headline, looking, notices, reminders
from web.drawing import drawing_key
from web.history import Chapter
from web.look import Look
from web.wording import excuse, say_once, tell

#: So many turns of the log are shown.
TOLD = 16


def everything(look: Look, chapters: int = TOLD) -> dict[str, Any]:
    """Return what all kinds of screens have, with the last chapters of the log."""
    snapshot, words = look.snapshot, look.words
    return {
        "version": snapshot.version,
        "game": snapshot.game,
        "mode": snapshot.mode.value,
        "headline": headline(look),
        "phase": words.say(look.view.phase),
        "alert": alert(look),
        "people": look.people,
        "cards": tuple(map(partial(_card, look), look.view.panels)),
        "questions": tuple(questions(look)),
        "common": len(common(look)),
        "waiting": tuple(dict.fromkeys(waiting(look))),
        "reminders": tuple(reminders(look)),
        "notices": tuple(notices(look)),
        "seen": words.all(snapshot.seen),
        "log": tuple(_log(look, chapters)),
        "todo": words.todo(look.play, snapshot.todo),
        "overdue": words.todo(look.play, snapshot.overdue),
        "wrong": _wrong(look),
        "doubt": _doubt(look),
        "looking": looking(look),
        "drawing": drawing_key(look.now),
        "over": snapshot.outcome is not None,
    }


def own(look: Look, public: shown.Screen) -> dict[str, Any]:
    """Return what a seat's screen has: all that everybody sees, and what is its own."""
    others = tuple(card for card in public.cards if card.seat != look.viewer)
    mine = (panel for panel in look.view.panels if panel.seat == look.viewer)
    return structs.asdict(public) | {
        "headline": headline(look),
        "alert": alert(look),
        "cards": (*others, *map(partial(_card, look), mine)),
        "questions": tuple(questions(look, public.drawing)),
        "waiting": tuple(dict.fromkeys(waiting(look))),
        "wrong": _wrong(look),
        "drawing": "",
    }


def gains(look: Look) -> Iterator[shown.Line]:
    """Tell where the viewer's points came from, the last ones first."""
    for chapter in reversed(look.now.chapters):
        for gain in reversed(chapter.gains):
            if gain.seat == look.viewer and gain.points:
                yield shown.Line(say_once(look.words, gain), f"{gain.points:+d}")


def _card(look: Look, panel: Panel) -> shown.Card:
    """Show a panel; values of the same name share a line."""
    say = look.words.say
    lines: dict[str, list[str]] = {}
    for row in panel.rows:
        lines.setdefault(say(row.label), []).append(say(row.value))
    joined = tuple(shown.Line(label, ", ".join(values)) for label, values in lines.items())
    return shown.Card(panel.id, say(panel.title), joined, panel.seat)


def _log(look: Look, count: int) -> Iterator[shown.Chapter]:
    for chapter in reversed(look.now.chapters[-count:]):
        time, words = f"{chapter.at.astimezone():%H:%M}", look.words
        text = tell(words, chapter)
        untold = "" if text else _untold(look, chapter.seat)
        excused, said = excuse(words, chapter), _vouched(look, chapter)
        yield shown.Chapter(chapter.number, time, text, excused, untold, said)


def _vouched(look: Look, chapter: Chapter) -> str:
    """Say who stands for what could not be seen, if anybody does."""
    names = {person.seat: person.name for person in look.people}
    return " ".join(
        look.words("web.log.vouched", who=who_and_how(by, ask, names))
        for by, ask in chapter.vouched
    )


def _untold(look: Look, seat: int | None) -> str:
    """Say that something happened of which nobody else may hear more."""
    if seat is None:
        return look.words("web.log.untold")
    return look.words("web.log.told-secretly", name=look.name(seat))


def _wrong(look: Look) -> shown.Wrong | None:
    wrong, words = look.snapshot.wrong, look.words
    if wrong is None:
        return None
    hears = wrong.to is None or wrong.to == look.viewer
    text = words.say(wrong.text) if hears else words("web.wrong.private", name=look.name(wrong.to))
    section = words(wrong.section) if hears and wrong.section else ""
    todo = words.todo(look.play, wrong.todo)
    return shown.Wrong(text, section, todo, look.name(wrong.seat), _picture(wrong.picture))


def _doubt(look: Look) -> shown.Doubt | None:
    doubt = look.snapshot.doubt
    if doubt is None:
        return None
    nothing = (look.words("core.table.nothing-happened"),)
    labels = tuple(look.words.all(label) or nothing for label in doubt.labels)
    return shown.Doubt(labels, _picture(doubt.picture))


def _picture(jpeg: bytes | None) -> str:
    return "" if jpeg is None else digest(jpeg)
