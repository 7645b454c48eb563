"""What a screen says first: the headline, what is worth a sound, and who owes what."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from companion.engine import Cue, CueKind
from companion.session.snapshot import Mode
from web.asked import seats_asked
from web.look import Look

_LOUD = frozenset({CueKind.PURCHASE, CueKind.PAYDAY, CueKind.LAST_ROUND, CueKind.OVER})


def headline(look: Look) -> str:
    """Say in a few words what everybody should know first."""
    snapshot, words = look.snapshot, look.words
    if snapshot.mode is Mode.PAUSED:
        return words("web.headline.paused")
    if snapshot.mode is Mode.COMPARE:
        return words("web.headline.compare")
    if snapshot.wrong is not None:
        return words("web.headline.wrong")
    if snapshot.doubt is not None:
        return words("web.headline.doubt")
    return _calm_headline(look)


def _calm_headline(look: Look) -> str:
    snapshot, words, viewer = look.snapshot, look.words, look.viewer
    asked = seats_asked(look)
    if snapshot.outcome is not None and not asked:
        winner = snapshot.outcome.winner
        over = words("web.headline.over")
        return over if winner is None else words("web.headline.winner", name=look.name(winner))
    if look.turn is not None:
        mine = look.turn == viewer
        return (
            words("web.headline.your-turn")
            if mine
            else words("web.headline.turn", name=look.name(look.turn))
        )
    if viewer is not None and viewer in asked:
        return words("web.headline.your-answer")
    if snapshot.mode is Mode.SET_UP or not asked:
        return words("web.headline.set-up")
    return words("web.headline.asked", names=", ".join(map(look.name, asked)))


def alert(look: Look) -> str:
    """Name what is worth a sound, word by word; a word that was there before is not."""
    return " ".join(dict.fromkeys(_calls(look)))


def _calls(look: Look) -> Iterator[str]:
    snapshot, viewer = look.snapshot, look.viewer
    told = len(look.now.chapters)
    if snapshot.wrong is not None:
        yield f"wrong-{told}"
    if snapshot.doubt is not None:
        yield f"doubt-{told}"
    if snapshot.overdue and viewer in (None, snapshot.owing):
        yield f"overdue-{told}"
    if viewer is not None:
        if viewer == look.turn:
            yield f"turn-{told}"
        else:
            mine = (p.ask for p in look.view.prompts if p.ask.seat == viewer and p.ask.blocks)
            yield from (f"asked-{ask.id}" for ask in islice(mine, 1))
    loud = (cue for cue in snapshot.cues if cue.kind in _LOUD)
    yield from sorted(cue.kind for cue in loud if viewer is None or cue.seat in (None, viewer))


def reminders(look: Look) -> Iterator[str]:
    """Say who owes what, and that the end is near."""
    words, cues = look.words, look.snapshot.cues
    if look.snapshot.mode is Mode.COMPARE:
        return  # first things first
    buyers = [look.name(cue.seat) for cue in cues if cue.kind is CueKind.PURCHASE]
    if buyers:
        yield words("web.reminder.purchase", names=", ".join(buyers))
    payers = [_debt(look, cue) for cue in cues if cue.kind is CueKind.PAYDAY]
    if payers:
        yield words("web.reminder.payday", names=", ".join(payers))
    if any(cue.kind is CueKind.LAST_ROUND for cue in cues):
        yield words("web.reminder.last-round")
    if look.snapshot.faded:
        yield words("web.reminder.faded", places=words.places(look.play, look.snapshot.faded))


def _debt(look: Look, cue: Cue) -> str:
    name = look.name(cue.seat)
    return name if cue.amount is None else f"{name} {cue.amount}"


def notices(look: Look) -> Iterator[str]:
    """Say what people should know about camera and disk, lamps, buttons and display."""
    if look.snapshot.blind:
        yield look.words("web.notice.blind")
    yield from look.words.all((*look.snapshot.notices, *look.snapshot.ailing))


def looking(look: Look) -> str:
    """Say what a tap waits for, or a game that is taken up again, if they do."""
    snapshot, words = look.snapshot, look.words
    if snapshot.mode is Mode.COMPARE and not snapshot.todo:
        return words("web.looking.moment")
    if not snapshot.looking or snapshot.wrong or snapshot.doubt:
        return ""
    if snapshot.unseen:
        return words("web.looking.unseen", places=words.places(look.play, snapshot.unseen))
    return words("web.looking.moment")
