"""The score sheet of the real house: what every line came from, and where a marker disagrees."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

import pytest
from markupsafe import escape
from patience import comes_true
from perfect_house import BY_HOST, PerfectEyes, is_over, open_house
from web_house import JPEG, KIT, PIN, STALE, Browser, guest

from companion.engine import Atom, CueKind
from companion.games import Wish
from companion.session.commands import Confirm, Undo
from companion.session.pictures import pictures_beside
from companion.session.snapshot import Mode
from companion.session.store_entry import By, How
from companion.session.store_entry import seat as person
from companion.session.texts import LANGUAGES, Texts
from web.house import NewGame

TWO = NewGame(Wish(2, "entry", (), "board"), ("Anna", "Ben"), ("board",) * 2)


@pytest.fixture
def eyes():
    return PerfectEyes()


@pytest.fixture
def house(tmp_path, eyes):
    house = open_house(tmp_path, eyes)
    house.new_game(TWO)
    yield house
    house.close()


def catch_up(app, eyes):
    app.extensions["companion"].relay.catch_up(eyes.snapshot.version)


def marker_at(eyes, colour: str, shown: int):
    """Return what is seen where a score marker stands on another field."""
    piece = f"agent:{colour}"
    others = {a for a in eyes.reading.atoms if a.piece != piece or not a.place.startswith("score:")}
    return frozenset(others | {Atom(f"score:{shown}", piece)})


def score(eyes, seat: int) -> int:
    return eyes.snapshot.settled.seats[seat].score


def colour(eyes, seat: int) -> str:
    return str(eyes.snapshot.settled.seats[seat].colour.value)


# --- evidence --------------------------------------------------------------------------------------


def test_every_line_opens_to_the_turns_it_came_from(eyes, app):
    eyes.play(is_over)
    catch_up(app, eyes)
    phone = guest(app)
    page = phone.text("/sheet")
    for sheet in eyes.snapshot.outcome.sheets:
        for line in sheet.lines:
            found = re.search(
                rf'id="line-{sheet.seat}-{line.source}">(.*?)</li>\s*<li (?:id="line|class="total)',
                page,
                re.DOTALL,
            )
            points = map(int, re.findall(r'class="points">([+-]\d+)<', found[1]))
            assert sum(points) == line.points, line.source
    assert re.search(r"Turn \d+ · \d\d:\d\d · camera", page)
    crop = re.search(r"/sheet/\w+\.jpg", page)[0]
    assert phone.get(crop).data == JPEG
    assert phone.get("/sheet/0.jpg").status_code == 404


def test_a_crop_that_is_no_longer_kept_is_not_promised(eyes, app, tmp_path):
    eyes.play(is_over)
    with closing(sqlite3.connect(pictures_beside(tmp_path / "games.sqlite"))) as db, db:
        db.execute("delete from picture")
    catch_up(app, eyes)
    page = guest(app).text("/sheet")
    assert re.search(r"Turn \d+ · \d\d:\d\d · camera", page)
    assert ".jpg" not in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_speaks_every_language(eyes, app, language):
    eyes.play(is_over)
    eyes.look(atoms=marker_at(eyes, colour(eyes, 0), 3))
    catch_up(app, eyes)
    phone = guest(app)
    phone.get(f"/?language={language}")
    page = phone.text("/sheet")
    assert 'id="dispute-0"' in page
    assert "«" not in page.replace("«\u202f", "")


def test_a_sheet_that_is_taken_back_says_so_on_the_open_page(eyes, app):
    eyes.play(is_over)
    catch_up(app, eyes)
    stream = guest(app).http.get("/live/sheet")
    parts = iter(stream.response)
    told = "".join(next(parts).decode() for _ in range(2))
    assert "single-0" in told
    eyes.session.ask(Undo(BY_HOST, eyes.snapshot.version))
    catch_up(app, eyes)
    assert "not over yet" in next(parts).decode()
    stream.close()


# --- markers that disagree -------------------------------------------------------------------------


def test_a_marker_that_disagrees_is_shown_with_the_moves(eyes, app):
    eyes.play(is_over)
    catch_up(app, eyes)
    phone = guest(app)
    phone.join(1, "Ben")
    assert "disagree" not in phone.text("/sheet")
    eyes.look(atoms=marker_at(eyes, colour(eyes, 1), 0))
    catch_up(app, eyes)
    page = phone.text("/sheet")
    assert 100 < score(eyes, 1) < 200
    logged = f"field {score(eyes, 1) - 100}, second lap"
    assert f"Ben: the score marker shows field 0, first lap, the log says {logged}." in page
    section = page.partition('id="dispute-1"')[2].partition("</section>")[0]
    assert sum(map(int, re.findall(r'class="points">([+-]\d+)<', section))) == score(eyes, 1)
    eyes.look()
    catch_up(app, eyes)
    assert "disagree" not in phone.text("/sheet")


def test_what_is_counted_at_the_end_nobody_has_to_show(eyes, app):
    eyes.play(is_over)
    assert len(eyes.snapshot.astray) == 2
    catch_up(app, eyes)
    assert 'id="disputes"' not in guest(app).text("/sheet")


def leave_marker(eyes) -> int:
    """Play until somebody ends a turn with his score marker left behind; return the seat."""
    left = []

    def say(says):
        seat = says.ask.seat
        settled, seen = eyes.snapshot.settled, eyes.snapshot.state
        if seat is not None and settled.seats[seat].score != seen.seats[seat].score:
            eyes.look(atoms=marker_at(eyes, colour(eyes, seat), settled.seats[seat].score))
            left.append(seat)
        eyes._say(says)

    eyes.say = say
    eyes.play(lambda _: bool(left))
    assert comes_true(lambda: bool(eyes.snapshot.astray))
    return left[0]


def test_a_marker_left_behind_is_told_the_host_while_the_game_goes_on(eyes, app):
    phone, host = guest(app), guest(app)
    host.lead()
    seat = leave_marker(eyes)
    phone.join(seat, "Clementine")
    catch_up(app, eyes)
    page = host.text("/host")
    section = page.partition(f'id="dispute-{seat}"')[2].partition("</section>")[0]
    assert "Clementine: the score marker shows" in section
    crop = re.search(r"/sheet/\w+\.jpg", section)[0]
    assert host.get(crop).data == JPEG
    assert phone.get(crop).status_code == 404
    assert 'id="dispute' not in phone.text("/")
    eyes.look()
    catch_up(app, eyes)
    assert 'id="dispute' not in host.text("/host")


# --- what the host let stand -----------------------------------------------------------------------


def break_a_rule(eyes) -> None:
    """Let somebody set an agent down out of turn, and wait until that is noticed."""
    eyes.play(lambda snapshot: snapshot.mode is Mode.PLAY and bool(snapshot.last))
    turn = next(cue.seat for cue in eyes.snapshot.cues if cue.kind is CueKind.TURN)
    taken = {atom.place for atom in eyes.reading.atoms}
    free = next(b for b in eyes.game.box.board.buildings if b not in taken)
    agent = Atom(free, f"agent:{colour(eyes, 1 - turn)}")
    eyes.look(atoms=eyes.reading.atoms | {agent})
    assert comes_true(lambda: eyes.snapshot.wrong is not None)


def test_what_the_host_let_stand_is_marked_in_every_log(eyes, app):
    phone, host = guest(app), guest(app)
    phone.join(0)
    host.lead()
    break_a_rule(eyes)
    rule = Texts.load("en", KIT.texts)(eyes.snapshot.wrong.text)
    assert host.send("/api/host/override", {"version": eyes.snapshot.version}).status_code == 200
    catch_up(app, eyes)
    mark = f'<span class="let-stand">(The host let this stand: {escape(rule)})</span>'
    for page in (phone.text("/"), phone.text("/seat/0"), host.text("/host")):
        assert page.count(mark) == 1
    log = phone.get("/api/table").json["log"]
    assert [bool(chapter["excuse"]) for chapter in log][:2] == [True, False]
    host.send("/api/host/undo", {"version": eyes.snapshot.version})
    catch_up(app, eyes)
    assert mark not in phone.text("/")


# --- what somebody stands for ----------------------------------------------------------------------


def test_log_and_sheet_say_who_confirmed_a_turn_that_was_hidden(eyes, app):
    phone, other = guest(app), guest(app)
    seen: list[int] = []

    def say(says):
        seat = says.ask.seat
        settled, now = eyes.snapshot.settled, eyes.snapshot.state
        hides = seat is not None and settled.seats[seat].score != now.seats[seat].score
        if hides and not seen:
            eyes.look(silent=frozenset(a.place for a in eyes.reading.atoms if "info:" in a.place))
        eyes._say(says)
        if eyes.snapshot.looking and not seen:
            seen.append(seat)
            eyes.session.ask(Confirm(By(person(1 - seat), How.PHONE), eyes.snapshot.version))

    eyes.say = say
    eyes.play(lambda _: bool(seen))
    phone.join(seen[0], "Anna")
    other.join(1 - seen[0], "Ben")
    catch_up(app, eyes)
    said = "Ben (phone, confirmed unseen)"
    assert f'<span class="let-stand">As said by: {said}.</span>' in phone.text("/")
    assert phone.get("/api/table").json["log"][0]["vouched"] == f"As said by: {said}."
    eyes.play(is_over)
    catch_up(app, eyes)
    assert f" · {said}</span>" in phone.text("/sheet")


# --- how much is told ------------------------------------------------------------------------------


def test_a_seat_is_tracked_otherwise_from_its_own_phone_or_the_hosts(eyes, app):
    eyes.play(lambda snapshot: snapshot.mode is Mode.PLAY)
    turn = next(cue.seat for cue in eyes.snapshot.cues if cue.kind is CueKind.TURN)
    waits = 1 - turn
    catch_up(app, eyes)
    phone, host = guest(app), guest(app)
    phone.join(waits)
    host.lead()
    assert "From now on: with cards" in phone.text(f"/seat/{waits}")
    assert host.text("/host").count("From now on: with cards") == 1
    seen = {"version": eyes.snapshot.version}
    full = {**seen, "level": "full"}
    assert phone.send(f"/api/seats/{waits}/tracking", full).status_code == 200
    catch_up(app, eyes)
    assert eyes.snapshot.settled.seats[waits].tracking.value == "full"
    assert "From now on: camera only" in host.text("/host")
    board = {"seat": waits, "level": "board"}
    stale = host.send("/api/host/tracking", {**seen, **board})
    assert (stale.status_code, stale.json["refused"]) == (409, STALE)
    seen = {"version": eyes.snapshot.version}
    assert host.send("/api/host/tracking", {**seen, **board}).status_code == 200
    seen = {"version": eyes.snapshot.version}
    refused = host.send("/api/host/tracking", {**seen, "seat": turn, "level": "full"})
    assert refused.status_code == 409
    assert refused.json["refused"] != STALE


def test_the_winner_comes_first_and_the_host_is_shown_the_way_to_the_sheet(eyes, app):
    eyes.play(is_over)
    catch_up(app, eyes)
    host = guest(app)
    host.lead(PIN)
    page = host.text("/sheet")
    order = list(map(int, re.findall(r'id="single-(\d)"', page)))
    ranks = {sheet.seat: sheet.rank for sheet in eyes.snapshot.outcome.sheets}
    assert [ranks[seat] for seat in order] == sorted(ranks.values())
    page = host.text("/host")
    assert 'href="/sheet"' in page
    assert "/api/host/pause" not in page
    stranger = Browser(app).text("/")
    assert "wins" in stranger
    assert 'href="/sheet"' not in stranger


def test_a_screen_without_a_game_shows_the_way_to_the_hosts_page(app, house):
    house.end_game()
    app.extensions["companion"].relay.meet()
    page = guest(app).text("/")
    assert "scans this code and enters the PIN" in page
    assert "<svg" in page
    assert "<svg" not in Browser(app).text("/").split("<main")[1]
