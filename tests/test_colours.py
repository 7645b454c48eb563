"""People have their own colours, sit in any order, and begin where they like."""

from __future__ import annotations

import re
from contextlib import closing

import pytest
from boxed_table import PIN, BoxedTable
from live_table import KIT, LiveTable
from msgspec.structs import replace
from table_room import ENTRY, Room, reading_of
from web_house import Browser, House, open_app

from companion.app.seating import take_seats
from companion.app.wrong import Wrong
from companion.engine import BadOptions, CueKind
from companion.games import Wish
from companion.session.commands import Saw
from companion.session.layout import lay_out
from companion.session.pages import Pages
from companion.session.texts import Texts

WISH = Wish(
    3, "full", (), "board", colours=("green", "blue", "red"), start=2, choices={"flags": "tiles"}
)


def colours(state) -> list[str]:
    return [seat.colour.value for seat in state.seats]


# --- the box -----------------------------------------------------------------------------------------


def test_everybody_gets_the_colour_he_wished_for_and_the_rest_what_is_left():
    game, options = KIT.open(Wish(3, "entry", colours=("blue",)))
    assert colours(game.setup(options)) == ["blue", "yellow", "red"]


def test_what_was_wished_for_is_known_from_the_set_up():
    game, options = KIT.open(WISH)
    kept = KIT.wish(game.states.encode(game.setup(options)), "reference")
    assert (kept.colours, kept.start, kept.choices) == (WISH.colours, 2, {"flags": "tiles"})
    usual = KIT.wish(game.states.encode(game.setup(KIT.open(Wish(3, "full"))[1])), "reference")
    assert (usual.start, usual.choices) == (0, {"flags": "printed"})


def test_no_colour_is_played_by_two_and_none_by_nobody():
    game, options = KIT.open(Wish(2, "entry", colours=("red", "red")))
    with pytest.raises(BadOptions):
        game.setup(options)
    with pytest.raises(BadOptions):
        KIT.open(Wish(2, "entry", colours=("red", "blue", "green")))
    with pytest.raises(Wrong) as pink:
        take_seats(Texts.load("en"), "vienna", Wish(2, "entry", colours=("pink",)))
    assert "--colour" in pink.value.text.params["option"]


def test_a_game_is_played_to_its_end_in_any_order_of_colours(tmp_path):
    with closing(LiveTable(tmp_path, WISH)) as live:
        live.play(lambda snapshot: any(cue.kind is CueKind.TURN for cue in snapshot.cues))
        first = next(cue.seat for cue in live.snapshot.cues if cue.kind is CueKind.TURN)
        assert first == 2
        page = Pages(live.game, Texts.load("en", KIT.texts)).page(live.snapshot)
        assert page.title == "Red to play"
        assert [name for name, _ in page.scores] == ["Green", "Blue", "Red"]
        state = live.snapshot.settled
        printed = KIT.open(Wish(2, "full"))[0].box.board.buildings.values()
        assert state.flags != {b.id: b.flag for b in printed}  # read off the table
        live.play()
    assert live.refused == []


# --- what the camera sees of it ----------------------------------------------------------------------


def test_a_colour_that_nobody_plays_is_named_while_the_table_is_set_up(store):
    room = Room(store, ENTRY, at=0)
    seen = replace(reading_of(room.game, room.state), strange=frozenset({"agent:green"}))
    assert lay_out(room.game, room.state, seen).strange == ("agent:green",)
    room.table.take(Saw(seen))
    page = Pages(room.game, Texts.load("en", KIT.texts)).page(room.snapshot)
    assert "Not in this game: Green’s figure" in page.lines


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    yield house
    house.close()


def test_the_hosts_page_names_it_and_says_what_to_do(house):
    house.sit(("entry", (), 2, "board"), 0)
    app = open_app(house)
    host = Browser(app)
    host.lead()
    house.look(strange=frozenset({"agent:green", "agent:blue"}))
    relay = app.extensions["companion"].relay
    relay.catch_up(house.session.snapshot.version)
    page = host.text("/host")
    assert "not in this game: Blue’s figure, Green’s figure" in page
    house.look()
    relay.catch_up(house.session.snapshot.version)
    assert "not in this game" not in host.text("/host")
    relay.stop()


# --- the form ----------------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path):
    table = BoxedTable(tmp_path, "reference")
    yield table
    table.close()


@pytest.fixture
def host(table) -> Browser:
    host = Browser(table.app)
    host.lead(PIN)
    return host


def proposed(host: Browser) -> list[str]:
    """Return the colours that the form has chosen already, seat by seat."""
    selects = re.findall(r'<select name="colour-.*?</select>', host.text("/host"), re.S)
    return [re.search(r'value="(\w+)" selected', one)[1] for one in selects]


def test_a_host_who_does_not_care_taps_nothing_more(table, host):
    host.form("/host/new-game", players="2", version="entry")
    assert colours(table.state) == ["yellow", "red"]
    assert (table.state.start, table.state.flag_source.value) == (0, "printed")


def test_a_host_says_who_plays_what_and_who_begins(table, host):
    assert proposed(host) == ["yellow", "red", "blue", "green"]
    fields = {"players": "3", "version": "full", "start": "1", "choice-flags": "tiles"}
    fields |= {"colour-0": "green", "colour-1": "yellow", "colour-2": "red", "colour-3": "blue"}
    assert host.form("/host/new-game", **fields).status_code == 303
    assert colours(table.state) == ["green", "yellow", "red"]
    assert (table.state.start, table.state.flag_source.value) == (1, "tiles")
    phone = Browser(table.app)
    table.app.extensions["companion"].relay.meet()
    seats = re.findall(r'value="(\d)"[^>]*><svg class="mark c-(\w+)', page_of(phone))
    assert seats == [("0", "green"), ("1", "yellow"), ("2", "red")]
    # People keep their colours from game to game.
    assert proposed(host) == ["green", "yellow", "red", "blue"]
    assert '<option value="tiles" selected>' in host.text("/host")


def page_of(phone: Browser) -> str:
    return re.sub(r">\s+<", "><", phone.text(f"/join/{phone.keys.join}"))


def test_two_who_want_the_same_colour_are_told(table, host):
    fields = {"players": "2", "version": "entry", "colour-0": "red", "colour-1": "red"}
    page = host.form("/host/new-game", **fields).get_data(as_text=True)
    assert "each with a colour of their own" in page
    assert table.house.play is None


def test_rubbish_in_the_form_is_as_if_nothing_was_said(table, host):
    fields = {"players": "2", "version": "entry", "start": "7", "choice-flags": "paper"}
    host.form("/host/new-game", **fields, **{"colour-0": "pink", "colour-1": "red"})
    assert colours(table.state) == ["yellow", "red"]
    assert (table.state.start, table.state.flag_source.value) == (0, "printed")
