"""Another evening: any game that is not over can be taken up again, and none is ever lost."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

import pytest
from boxed_table import PIN, TWO, BoxedTable
from browsers import CHROMIUM, SMALL, Site, open_chromium
from msgspec.structs import replace
from patience import comes_true
from web_house import Browser, guest

from companion.games import Wish
from companion.session.archive import export_game
from companion.session.archive_import import import_game
from companion.session.archive_read import read_archive
from companion.session.store import By, How, Reader, Store
from companion.session.store_entry import HOST
from companion.session.store_lock import Lock
from web.house import NewGame
from web.keys import Keys

GREEN_AND_RED = NewGame(Wish(2, "full", (), "full", colours=("green", "red"), start=1), (), ())


@pytest.fixture
def opened(tmp_path):
    """Return how to open a table on the same disk, as after a restart; all are closed at the end."""
    tables = []

    def open_table(folder=tmp_path):
        while tables:
            tables.pop().close()
        tables.append(BoxedTable(folder, "reference"))
        return tables[-1]

    yield open_table
    for table in tables:
        table.close()


def leading(table) -> Browser:
    host = Browser(table.app)
    host.lead(PIN)
    return host


def play(table, answers: int = 3) -> tuple[str, object]:
    """Let something happen in the running game; return its name, and what is on the disk."""
    for _ in range(answers):
        ask = next(ask for ask in table.asks() if ask.blocks)
        table.answer(ask, table.house.play.game.options(table.state, ask)[0])
    snapshot = table.house.play.session.snapshot
    return snapshot.game, snapshot.settled


def running(table) -> str | None:
    now = table.house.play
    return None if now is None else now.session.snapshot.game


def listed(host: Browser) -> list[str]:
    """Return the games that the host's page offers to play on."""
    return re.findall(r'action="/games/([^"/]+)/play"', host.text("/host"))


# --- at one table ------------------------------------------------------------------------------------


def test_the_game_that_was_played_last_is_taken_up_after_a_restart_not_the_one_begun_last(opened):
    table = opened()
    table.house.new_game(TWO)
    first, _ = play(table)
    table.house.new_game(GREEN_AND_RED)
    second, _ = play(table)
    assert table.house.resume(first) is None
    first, settled = play(table)
    again = opened()
    assert again.house.resume_last()
    assert running(again) == first
    assert again.house.play.session.snapshot.settled == settled
    assert again.house.resume(second) is None
    last = opened()  # it was only opened, and nothing happened in it
    assert last.house.resume_last()
    assert running(last) == second


def test_a_table_that_kept_no_note_goes_by_what_was_written_last(opened, tmp_path):
    table = opened()
    table.house.new_game(TWO)
    first, _ = play(table)
    table.house.new_game(GREEN_AND_RED)
    play(table)
    table.house.resume(first)
    play(table, 1)
    table.close()
    (tmp_path / "games.sqlite.on-table").unlink()
    again = opened()
    assert again.house.resume_last()
    assert running(again) == first


def test_a_game_that_people_put_away_stays_away_until_they_take_it_up(opened):
    table = opened()
    table.house.new_game(TWO)
    game, settled = play(table)
    table.house.end_game()
    again = opened()
    assert not again.house.resume_last()
    assert again.house.play is None
    assert again.house.resume(game) is None
    assert again.house.play.session.snapshot.settled == settled


def test_a_game_keeps_its_colours_and_who_begins(opened):
    table = opened()
    assert table.house.new_game(GREEN_AND_RED) is None
    game, _ = play(table)
    table.house.new_game(TWO)
    table.house.resume(game)
    state = table.house.play.session.snapshot.settled
    assert [seat.colour.value for seat in state.seats] == ["green", "red"]
    assert state.start == 1
    assert table.house.usual.colours == ("green", "red")


def test_the_form_of_a_new_game_proposes_to_tell_as_much_as_last_time(opened):
    table = opened()
    host = leading(table)
    chosen = re.compile(r'name="tracking-0".*?<option value="(\w+)" selected', re.DOTALL)
    for level in ("board", "full"):
        table.house.new_game(replace(TWO, tracking=(level,) * 2))
        table.app.extensions["companion"].relay.meet()
        assert chosen.search(host.text("/host"))[1] == level


def test_to_take_up_what_runs_changes_nothing(opened):
    table = opened()
    table.house.new_game(TWO)
    now = table.house.play
    assert table.house.resume(running(table)) is None
    assert table.house.play is now


# --- what may go wrong -------------------------------------------------------------------------------


def forge(path, game: str) -> None:
    """Write an entry that no store has sealed."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("create temp table one as select * from entry where game = ?", (game,))
        db.execute("delete from one where number > 1")
        db.execute("update one set number = 99, chain = 'nonsense'")
        db.execute("insert into entry select * from one")


def test_the_running_game_goes_on_when_another_cannot_be_opened(opened, tmp_path):
    table = opened()
    table.house.new_game(TWO)
    broken, _ = play(table)
    table.house.new_game(TWO)
    runs, _ = play(table)
    forge(tmp_path / "games.sqlite", broken)
    assert table.house.resume(broken).id == "core.store.entry-damaged"
    assert table.house.resume("nobody-knows").id == "core.store.no-such-game"
    assert running(table) == runs
    game, settled = play(table)  # it still has its door to the disk
    again = opened()
    assert again.house.resume_last()
    assert (running(again), again.house.play.session.snapshot.settled) == (game, settled)


def test_a_game_that_a_newer_companion_went_on_with_says_so(opened, tmp_path):
    table = opened()
    table.house.new_game(TWO)
    later, _ = play(table)
    table.house.new_game(TWO)
    runs, _ = play(table)
    with Store.open(tmp_path / "games.sqlite", beside=table.house._on_disk) as store:
        store.log(later).append([b'{"type": "unheard-of"}'], by=By(HOST, How.HOST))
    host = leading(table)
    answer = host.form(f"/games/{later}/play")
    assert "Perhaps a newer companion wrote it" in answer.get_data(as_text=True)
    assert table.house.resume(later).id == "cli.replay.unreadable"
    assert running(table) == runs


def test_only_one_program_has_the_games_while_one_game_follows_another(opened, tmp_path):
    table = opened()
    for _ in range(3):
        table.house.new_game(TWO)
        play(table, 1)
        with pytest.raises(Exception, match="in-use"):
            Lock(tmp_path / "games.sqlite")
    table.house.end_game()
    Lock(tmp_path / "games.sqlite").close()


def test_the_page_says_why_the_disk_does_not_let_a_game_begin(opened, tmp_path):
    table = opened()
    host = leading(table)
    table.house.new_game(TWO)
    game, _ = play(table)
    table.house.end_game()
    with Store.open(tmp_path / "games.sqlite"):
        answer = host.form("/host/new-game", players="2", version="entry")
        assert answer.status_code == 200
        assert "are in use by" in answer.get_data(as_text=True)
        answer = host.form(f"/games/{game}/play")
        assert "are in use by" in answer.get_data(as_text=True)
    assert table.house.play is None
    assert host.form(f"/games/{game}/play").status_code == 303
    assert running(table) == game


# --- on the host's page ------------------------------------------------------------------------------


def test_the_hosts_page_lists_what_is_not_over_and_one_tap_takes_it_up(opened):
    table = opened()
    host = leading(table)
    table.house.new_game(TWO)
    first, _ = play(table)
    assert listed(host) == []  # it is the one on the table
    table.house.new_game(GREEN_AND_RED)
    second, _ = play(table)
    assert listed(host) == [first]
    table.house.end_game()
    assert listed(host) == [second, first]
    page = host.text("/host")
    assert "Set-up" in page
    assert 'aria-label="Green"' in page
    stranger = Browser(table.app)
    assert stranger.form(f"/games/{first}/play").status_code == 403
    assert host.form(f"/games/{first}/play").status_code == 303
    assert running(table) == first
    assert listed(host) == [second]
    assert host.form("/games/nobody-knows/play").status_code == 404


def test_games_in_which_nothing_has_happened_are_not_in_the_way(opened):
    table = opened()
    host = leading(table)
    for _ in range(3):
        table.house.new_game(TWO)
    game, _ = play(table)
    table.house.new_game(GREEN_AND_RED)
    assert listed(host) == [game]
    table.house.end_game()
    assert listed(host) == [game]
    assert set(re.findall(r'href="/games/([^"/]+)"', host.text("/games"))) == {game}


def test_people_sit_where_they_sat(opened):
    table = opened()
    host, anna, ben, cleo = (Browser(table.app) for _ in range(4))
    host.lead(PIN)
    relay = table.app.extensions["companion"].relay

    def begin(*people):
        for seat in range(4):
            table.keys.free(seat)
        host.form("/host/new-game", players="2", version="entry")
        relay.meet()
        for seat, (phone, name) in enumerate(people):
            assert phone.join(seat, name).status_code == 303
        return running(table)

    first = begin((anna, "Anna"), (ben, "Ben"))
    play(table)
    assert comes_true(lambda: "Ben" in noted(table, first))
    begin((ben, "Ben"), (cleo, "Cleo"))
    play(table)
    host.form(f"/games/{first}/play")
    assert table.names() == {1: "Ben"}  # Anna joins again, and Cleo has no seat here
    assert ben.get("/seat/1").status_code == 200
    assert cleo.get("/seat/1").status_code == 403
    play(table)
    assert noted(table, first) == ["Anna", "Ben"]


def noted(table, game):
    """Return who played a game, as its page tells."""
    page = guest(table.app).text(f"/games/{game}")
    return sorted(set(re.findall(r"Anna|Ben|Cleo", page)))


def test_seats_without_a_name_stay_with_whoever_has_them():
    keys = Keys()
    for seat, name in enumerate(("Anna", "", "Cleo")):
        keys.sit(seat, name)
    keys.seat_again({0: "", 1: "", 2: "Anna"})
    assert {seat: key.name for seat, key in keys.seats.items()} == {1: "", 2: "Anna"}


def test_a_game_from_another_table_is_played_on(opened, tmp_path):
    table = opened(tmp_path)
    table.house.new_game(replace(GREEN_AND_RED, names=("Anna", "Ben")))
    game, settled = play(table, 5)
    table.close()
    file = tmp_path / "game.zip"
    with closing(Reader.open(tmp_path / "games.sqlite")) as reader:
        export_game(reader.log(game), file)
    other = tmp_path / "other"
    with Store.open(other / "games.sqlite") as store:
        import_game(store, read_archive(file))
    there = opened(other)
    host = leading(there)
    assert listed(host) == [game]
    assert host.form(f"/games/{game}/play").status_code == 303
    assert there.house.play.session.snapshot.settled == settled
    play(there)


# --- in a browser ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="NO CHROMIUM: the pages are not tested")
def test_a_host_puts_a_game_away_takes_it_up_and_gives_no_colour_twice(opened):
    table = opened()
    table.house.new_game(TWO)
    game, _ = play(table)
    with open_chromium() as chromium:
        site = Site(table.app, chromium, pin=PIN)
        page = site.lead()
        end = page.locator("[data-post='/api/host/end']")
        end.click()
        end.click()
        page.wait_for_selector("#unfinished[open]")
        assert running(table) is None
        assert page.evaluate(SMALL) == []
        page.select_option("[name=colour-0]", "red")
        chosen = [page.input_value(f"[name=colour-{seat}]") for seat in range(4)]
        assert chosen == ["red", "yellow", "blue", "green"]
        page.check("[name=start][value='3']")
        page.check("[name=players][value='2']")  # and so nobody sits there any more
        assert page.is_checked("[name=start][value='0']")
        page.click("#unfinished button")
        page.wait_for_selector("h1:has-text('Set the game up')")
        assert running(table) == game
        assert site.errors == []
        site.close()
