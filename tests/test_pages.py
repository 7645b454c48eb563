"""What the small display says, moment by moment."""

from contextlib import closing

import pytest
from display_pages import asking, either_of_two
from live_table import KIT, LiveTable
from msgspec.structs import replace
from table_room import CARDS

from companion.engine import Cue, CueKind, Text
from companion.games import Wish
from companion.session.commands import Pause, Saw, Sight
from companion.session.evidence import Reading
from companion.session.pages import Pages
from companion.session.ports import Press
from companion.session.snapshot import Mode
from companion.session.store import By, How
from companion.session.store_entry import HOST
from companion.session.texts import Texts

LANGUAGES = ("en", "de", "fr", "nl")


@pytest.fixture
def live(tmp_path):
    with closing(LiveTable(tmp_path, Wish(2, "full", (), "board"))) as live:
        yield live


def page(live, language="en"):
    return Pages(live.game, Texts.load(language, KIT.texts)).page(live.snapshot)


def test_set_up_is_confirmed(live):
    shown = page(live)
    assert shown.title == "Set up the table"
    assert shown.lines[-1] == "All right? Press confirm."


def test_whose_turn_and_the_scores(live):
    live.play(lambda snapshot: any(cue.kind is CueKind.TURN for cue in snapshot.cues))
    shown = page(live)
    assert shown.title == "Yellow to play"
    assert [name for name, _ in shown.scores] == ["Yellow", "Red"]


def test_the_starting_tile_is_dialled(live):
    live.play(lambda snapshot: snapshot.layout is None or not snapshot.layout.moves)
    dial = live.snapshot.dial
    assert dial is not None
    shown = page(live)
    assert shown.title == "Yellow"
    assert shown.lines[0] == "Which secret information do you start with?"
    assert shown.lines[2].startswith("1 of 5")


@pytest.mark.parametrize("kind", ["draw", "plan", "buy"])
def test_nothing_that_one_seat_alone_knows_is_dialled_where_all_can_read_it(store, kind):
    room = asking(kind, CARDS)(store)
    game, state = room.game, room.snapshot.state
    public = game.view(game.seen_by(state, None), room.answers[room.at].ask.seat).prompts
    offered = [choice.label for prompt in public for choice in prompt.choices]
    dial = room.snapshot.dial
    assert dial is None or (dial.label in offered and dial.count <= len(offered))
    assert (dial is None) == (kind != "buy")


def test_a_question_shows_where_its_answers_differ(store):
    room = either_of_two(store)
    pages = Pages(room.game, Texts.load("en", KIT.texts))
    labels = set()
    for _ in room.snapshot.doubt.choices:
        labels.add(pages.page(room.snapshot).lines[0])
        room.press(Press.DONE)
    assert len(labels) == len(room.snapshot.doubt.choices)


def test_whoever_has_to_take_agents_off_the_board_is_told_so(store):
    room = asking("dismiss-some")(store)
    shown = Pages(room.game, Texts.load("en", KIT.texts)).page(room.snapshot)
    assert shown.title in ("Yellow", "Red", "Blue", "Green")
    assert "off the board" in shown.lines[0]


def test_whoever_has_to_set_the_third_man_is_told_so(store):
    room = asking("set-third-man")(store)
    shown = Pages(room.game, Texts.load("en", KIT.texts)).page(room.snapshot)
    assert room.snapshot.mode is Mode.SET_UP
    assert (shown.title, len(shown.lines)) == ("Green", 1)
    assert "third man" in shown.lines[0]


def test_whoever_owes_only_a_chocolate_at_payday_is_named_too(store):
    room = asking("payday")(store)
    seat = room.state.stage.seat
    owing = Cue(CueKind.PAYDAY, seat, 0), Cue(CueKind.PAYDAY, (seat + 1) % 4, 0)
    snapshot = replace(room.snapshot, cues=(*owing, Cue(CueKind.PAYDAY, (seat + 2) % 4, 3)))
    shown = Pages(room.game, Texts.load("en", KIT.texts)).page(snapshot)
    assert shown.title == "Payday"
    assert [line.rpartition(" ")[2] for line in shown.lines] == ["0", "3"]


def test_a_board_that_nobody_has_seen_yet_does_not_have_to_be_laid_again(store):
    room = asking("buy")(store)
    room.say(room.answers[room.at].move)
    room.sit_down()
    pages = Pages(room.game, Texts.load("en", KIT.texts))
    assert room.snapshot.mode is Mode.COMPARE
    assert (pages.page(room.snapshot).title, pages.page(room.snapshot).lines) == (
        "One moment …",
        (),
    )
    room.table.take(Saw(Reading(frozenset())))
    assert pages.page(room.snapshot).title == "Lay the board again"


def test_a_pause_and_a_camera_that_sees_nothing(live):
    live.play(lambda snapshot: snapshot.mode is Mode.PLAY)
    live.table.take(Sight(blind=True, notices=(Text("core.page.see-phone"),)))
    assert page(live).title == "I cannot see the board"
    live.table.take(Pause(By(HOST, How.HOST), on=True))
    assert page(live).title == "Paused"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_a_game_can_be_said(live, language):
    pages = Pages(live.game, Texts.load(language, KIT.texts))
    titles = set()

    def over(snapshot):
        shown = pages.page(snapshot)
        assert shown.title
        assert "{" not in "".join((shown.title, *shown.lines))
        titles.add(shown.title)
        return snapshot.mode is Mode.OVER

    live.play(over)
    assert len(titles) > 5
