"""Put one moment of a table together for whoever looks: only what that viewer may know goes in."""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import partial
from itertools import groupby, islice
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


def everything(look: Look) -> dict[str, Any]:
    """Return what all kinds of screens have, with the last chapters of the log."""
    snapshot, words = look.snapshot, look.words
    return {
        "version": snapshot.version,
        "game": snapshot.game,
        "mode": snapshot.mode.value,
        "headline": headline(look),
        "phase": look.say(look.view.phase),
        "alert": alert(look),
        "people": look.people,
        "cards": tuple(map(partial(_card, look), look.view.panels)),
        "questions": tuple(questions(look)),
        "common": len(common(look)),
        "waiting": tuple(dict.fromkeys(waiting(look))),
        "reminders": tuple(reminders(look)),
        "notices": tuple(notices(look)),
        "seen": tuple(map(look.say, snapshot.seen)),
        "log": tuple(_log(look)),
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
                yield shown.Line(say_once(look.words, gain, look.names), f"{gain.points:+d}")


def _card(look: Look, panel: Panel) -> shown.Card:
    """Show a panel; values of the same name share a line."""
    say = look.words.say
    lines: dict[str, list[str]] = {}
    for row in panel.rows:
        lines.setdefault(say(row.label), []).append(say(row.value))
    joined = tuple(shown.Line(label, ", ".join(values)) for label, values in lines.items())
    return shown.Card(panel.id, say(panel.title), joined, panel.seat)


def _log(look: Look) -> Iterator[shown.Chapter]:
    """Tell of the last turns; what nobody else may hear of takes no other turn's room."""
    heard = (one for one in reversed(look.now.chapters) if not _is_secret(look, one))
    return (_told(look, chapter) for chapter in islice(heard, TOLD))


def way_back(look: Look) -> Iterator[shown.Chapter]:
    """Tell of everything that can be taken back; secrets in a row share one line."""
    for secret, run in groupby(reversed(look.now.chapters), partial(_is_secret, look)):
        if not secret:
            yield from (_told(look, chapter) for chapter in run)
            continue
        hidden = tuple(run)
        first = _told(look, hidden[-1])
        yield structs.replace(first, untold=_untold(look, {one.seat for one in hidden}))


def _is_secret(look: Look, chapter: Chapter) -> bool:
    return not tell(look.words, chapter, look.names) and not chapter.broken


def _told(look: Look, chapter: Chapter) -> shown.Chapter:
    time, words = f"{chapter.at.astimezone():%H:%M}", look.words
    excused, said = excuse(words, chapter), _vouched(look, chapter)
    text = tell(words, chapter, look.names)
    return shown.Chapter(chapter.number, time, text, excused, "", said)


def _vouched(look: Look, chapter: Chapter) -> str:
    """Say who stands for what could not be seen, if anybody does."""
    names = {person.seat: person.name for person in look.people}
    return " ".join(
        look.words("web.log.vouched", who=who_and_how(by, ask, names))
        for by, ask in chapter.vouched
    )


def _untold(look: Look, seats: Set[int | None]) -> str:
    """Say that something happened of which nobody else may hear more."""
    names = [person.name for person in look.people if person.seat in seats]
    if not names:
        return look.words("web.log.untold")
    if len(names) == 1:
        return look.words("web.log.told-secretly", name=names[0])
    return look.words("web.log.several-told-secretly", names=", ".join(names))


def _wrong(look: Look) -> shown.Wrong | None:
    wrong, words = look.snapshot.wrong, look.words
    if wrong is None:
        return None
    hears = wrong.to is None or wrong.to == look.viewer
    text = look.say(wrong.text) if hears else words("web.wrong.private", name=look.name(wrong.to))
    section = words(wrong.section) if hears and wrong.section else ""
    todo = words.todo(look.play, wrong.todo)
    return shown.Wrong(text, section, todo, look.name(wrong.seat), _picture(wrong.picture))


def _doubt(look: Look) -> shown.Doubt | None:
    doubt = look.snapshot.doubt
    if doubt is None:
        return None
    nothing = (look.words("core.table.nothing-happened"),)
    labels = tuple(tuple(map(look.say, label)) or nothing for label in doubt.labels)
    return shown.Doubt(labels, _picture(doubt.picture))


def _picture(jpeg: bytes | None) -> str:
    return "" if jpeg is None else digest(jpeg)
