"""What is asked of whom: a viewer's own questions, those to everybody, and what others owe."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from msgspec.structs import replace

from companion.engine import Prompt
from companion.session.concerned import concerned
from companion.session.snapshot import Mode
from companion.session.table_level import levels
from web.look import Look
from web.pointing import pointing
from web.questions import question, tag_of
from web.shown import Question, Switch

#: So many questions to everybody are put at a time; the next ones follow.
_COMMON = 2


def seats_asked(look: Look) -> list[int]:
    """Return the seats that everybody waits for."""
    asks = (prompt.ask for prompt in look.view.prompts)
    return sorted({ask.seat for ask in asks if ask.blocks and ask.seat is not None})


def questions(look: Look, drawing: str = "") -> Iterator[Question]:
    """Return what this viewer may answer; nobody is asked while the table rests.

    A seat may also point at the ``drawing`` of the board.
    """
    if look.snapshot.mode in (Mode.PAUSED, Mode.COMPARE):
        return
    mine = [p for p in look.view.prompts if p.ask.seat is not None and p.ask.seat == look.viewer]
    mine.sort(key=lambda prompt: not prompt.ask.blocks)
    for prompt in (*mine, *common(look)[:_COMMON]):
        taps = look.play.kit.signs.turn_taps
        # Between turns a tap is quicker than a piece; in a turn hands are at the board anyway.
        watched = not look.snapshot.blind and look.turn is not None
        asked = question(prompt, look.words, taps, watched=watched)
        if look.viewer is not None and not asked.keypad:
            asked = replace(asked, board=pointing(look, prompt.choices, drawing))
        yield replace(asked, picture=_picture(look, prompt)) if prompt in mine else asked


def _picture(look: Look, prompt: Prompt) -> str:
    """Return where a seat finds the crop that its question is about."""
    if not look.snapshot.pictured or not places_asked(look, prompt):
        return ""
    return f"/seat/{look.viewer}/ask/{quote(prompt.ask.id, safe='')}.jpg"


def places_asked(look: Look, prompt: Prompt) -> tuple[str, ...]:
    """Return the places that a question is about, if they are few."""
    game = look.play.game
    moves = [game.moves.decode(bytes(choice.move)) for choice in prompt.choices]
    return concerned(game, look.play.kit.signs, look.snapshot.state, prompt.ask, moves)


def common(look: Look) -> list[Prompt]:
    """Return what anybody may answer; what the camera sees, it answers for the table."""
    asked = [prompt for prompt in look.view.prompts if prompt.ask.seat is None]
    return [p for p in asked if look.snapshot.blind or not p.ask.seen_at]


def waiting(look: Look) -> Iterator[str]:
    """Say what others have to answer."""
    for prompt in look.view.prompts:
        if prompt.ask.seat not in (None, look.viewer) and prompt.ask.blocks:
            yield look.words.say(prompt.text)


def switches(look: Look, seat: int) -> Iterator[Switch]:
    """Offer a seat to be tracked otherwise, as long as nothing has been seen of a turn."""
    snapshot, play = look.snapshot, look.play
    if snapshot.mode not in (Mode.PLAY, Mode.SET_UP) or snapshot.seen or snapshot.looking:
        return
    for level in levels(play.game, play.kit.signs, snapshot.settled, seat):
        yield Switch(seat, level, look.words(f"web.switch.{level}"))


def can_end(look: Look) -> bool:
    """Tell whether the viewer may end his turn now."""
    taps = look.play.kit.signs.turn_taps
    mine = [p for p in look.view.prompts if p.ask.seat == look.viewer and p.ask.blocks]
    if look.snapshot.mode is not Mode.PLAY or not mine or look.viewer is None:
        return False
    offered = (choice for prompt in mine for choice in prompt.choices)
    return look.turn == look.viewer or any(tag_of(choice) in taps for choice in offered)
