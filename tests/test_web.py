"""The screens of a table, asked for as browsers ask, on a real game."""

from __future__ import annotations

import re

import pytest
from web_house import BOARD, FULL, JPEG, PIN, STALE, Browser, guest, hold_still, open_app

from companion.engine import Cue, CueKind, Text
from companion.games import Wish
from companion.session.commands import Choose, Confirm, Override
from companion.session.snapshot import Doubt, Mode, Wrong
from companion.session.store_entry import HOST, By, How, seat
from companion.session.texts import LANGUAGES
from companion.session.todo import Deed, Todo
from web.house import NewGame
from web.keys import Keys
from web.limits import Limits


@pytest.fixture
def app(seated, app):
    return app


def shown(app):
    return app.extensions["companion"].relay.now.snapshot


# --- getting in ----------------------------------------------------------------------------------


def test_everybody_may_watch_the_table_but_not_join_by_it(app, phone):
    page = phone.text("/")
    assert "Round" in page
    assert "/join/" not in page
    assert "<svg width" not in page
    assert phone.keys.join not in page
    assert phone.get("/seat/0").status_code == 403
    assert phone.get("/host").status_code == 200
    assert phone.get("/api/seats/0").status_code == 403


def test_the_tables_own_screen_shows_how_to_join(phone):
    assert phone.get(f"/screen/{phone.keys.screen}").status_code == 302
    assert 'class="qr"' in phone.text("/")


def test_joining_takes_a_name_and_a_colour(phone):
    reply = phone.join(1, "  Anna\tBolika ")
    assert reply.status_code == 303
    assert reply.headers["Location"] == "/seat/1"
    assert "Anna Bolika" in phone.text("/seat/1")
    assert phone.get("/seat/0").status_code == 403


def test_a_seat_can_be_taken_only_once(app, phone):
    phone.join(1, "Anna")
    other = Browser(app)
    assert "just been taken" in other.join(1, "Ben").get_data(as_text=True)
    assert other.get("/seat/1").status_code == 403
    assert phone.keys.name(1) == "Anna"


def test_two_seats_may_share_a_phone(phone):
    phone.join(0, "Anna")
    phone.join(2, "Ben")
    page = phone.text("/seat/0")
    assert 'href="/seat/2"' in page
    assert phone.get("/seat/2").status_code == 200


def test_a_lost_phone_is_replaced_by_a_new_link(app, phone):
    phone.join(1, "Anna")
    host, spare = Browser(app), Browser(app)
    host.lead()
    link = host.send("/api/host/link", host.seat_letter(1)).json["link"]
    assert spare.get(link.removeprefix("http://table.test:8080")).status_code == 302
    assert "Anna" in spare.text("/seat/1")
    assert phone.get("/seat/1").status_code == 403
    assert phone.send("/api/seats/1/undo", {"version": 0}).status_code == 403


def test_links_can_be_made_worthless(app, phone, house):
    host = Browser(app)
    host.lead()
    old = phone.keys.join
    assert host.send("/api/host/new-join-link").status_code == 200
    assert phone.get(f"/join/{old}").status_code == 404
    assert host.send("/api/host/sign-out").status_code == 200
    assert host.send("/api/host/pause", {"on": True}).status_code == 403
    host.lead(PIN)  # which was valid before
    assert host.send("/api/host/pause", {"on": True}).status_code == 403
    host.lead(house.pin)
    assert host.send("/api/host/pause", {"on": True}).status_code == 200


def test_a_seat_has_the_name_that_the_host_gave_it_before_anybody_sits_there(tmp_path):
    keys = Keys(tmp_path / "keys.json")
    keys.rename(0, "Anna")
    keys.rename(1, "Ben")
    keys.rename(1, "")
    assert (keys.name(0), keys.name(1), dict(keys.seats)) == ("Anna", "", {})
    assert Keys(tmp_path / "keys.json").names == {0: "Anna"}
    keys.sit(0, "")
    assert keys.names == {0: "Anna"}
    keys.sit(0, "Hedwig", anew=True)
    assert keys.names == {0: "Hedwig"}
    keys.free(0)
    assert keys.names == {}


def test_keys_outlive_a_restart_and_are_for_our_eyes_only(tmp_path):
    path = tmp_path / "deep" / "keys.json"
    secret = Keys(path).sit(0, "Anna")
    again = Keys(path)
    assert again.seat_of(secret) == 0
    assert again.name(0) == "Anna"
    assert path.stat().st_mode & 0o077 == 0
    path.write_text("{")
    assert Keys(path).seats == {}


def test_the_pin_cannot_be_guessed(app):
    guesser = Browser(app)
    replies = [guesser.lead(f"{number:04d}").status_code for number in range(7)]
    assert replies == [200] * 5 + [429] * 2
    assert guesser.lead(PIN).status_code == 429


# --- commands ------------------------------------------------------------------------------------


def mover(app):
    """Return the seat that has to answer now, and its screen."""
    now = app.extensions["companion"].relay.now
    asks = now.play.game.asks(now.snapshot.state)
    return next(ask.seat for ask in asks if ask.blocks and ask.seat is not None)


def test_a_seat_answers_what_it_is_asked(app, phone):
    asked = mover(app)
    phone.join(asked)
    screen = phone.get(f"/api/seats/{asked}").json
    question = screen["questions"][0]
    assert question["mine"]
    body = {"ask": question["ask"], "version": screen["version"]}
    if question["keypad"]:
        reply = phone.send(f"/api/seats/{asked}/answer", {**body, "number": 175})
    else:
        body["move"] = question["buttons"][0]["move"]
        reply = phone.send(f"/api/seats/{asked}/answer", body)
    assert reply.status_code == 200, reply.json
    assert reply.json["version"] > screen["version"]


def test_nothing_can_be_answered_that_was_not_offered(app, phone):
    asked = mover(app)
    phone.join(asked)
    question = phone.get(f"/api/seats/{asked}").json["questions"][0]
    path = f"/api/seats/{asked}/answer"
    for move in ({"type": "done", "seat": asked + 1}, {"type": "?"}, [], None, 7):
        reply = phone.send(path, {"ask": question["ask"], "move": move})
        assert reply.status_code == 409, move
        assert reply.json["refused"]
    assert phone.send(path, {"ask": question["ask"], "number": 10**6}).status_code == 409
    assert phone.send(path, {"ask": "nothing", "move": {}}).status_code == 409
    assert phone.send(path, {"question": 1}).status_code == 400


def test_a_stale_tap_is_refused_in_kind_words(app, phone):
    phone.join(0)
    reply = phone.send("/api/seats/0/undo", {"version": shown(app).version + 1})
    assert reply.status_code == 409
    assert reply.json["refused"] == STALE


def test_only_our_own_pages_can_send_commands(app, phone):
    phone.join(0)
    body = {"version": shown(app).version}
    assert phone.http.post("/api/seats/0/undo", json=body).status_code == 403
    wrong = {"X-Token": "guessed"}
    assert phone.http.post("/api/seats/0/undo", json=body, headers=wrong).status_code == 403
    evil = phone.send("/api/seats/0/undo", body, Origin="http://evil.example")
    assert evil.status_code == 403
    assert phone.http.post(f"/join/{phone.keys.join}", data={"seat": 1}).status_code == 403


def test_too_much_and_too_fast_is_refused(house):
    house.sit(FULL)
    app = open_app(house, Limits(commands=(3, 60.0)))
    phone = Browser(app)
    phone.join(0)
    big = phone.send("/api/seats/0/undo", {"version": 1, "x": "y" * 20_000})
    assert big.status_code == 413
    replies = [phone.send("/api/seats/0/undo", {"version": -1}).status_code for _ in range(4)]
    assert replies[-1] == 429
    app.extensions["companion"].relay.stop()


# --- questions, complaints and reminders -----------------------------------------------------------


def still_app(house, **changes):
    house.sit(FULL, 9)
    still = hold_still(house, **changes)
    return still, open_app(house)


def test_a_doubt_is_put_to_the_seats_with_its_picture(house):
    labels = ((Text("core.table.taken-back"),), ())
    doubt = Doubt((None, None), labels, ("b01",), JPEG)
    still, app = still_app(house, doubt=doubt)
    phone = Browser(app)
    phone.join(0)
    page = phone.text("/seat/0")
    assert "Which was it?" in page
    assert "Nothing has happened." in page
    crop = re.search(r"/picture/(\w+)\.jpg", page)
    assert phone.get(crop[0]).data == JPEG
    assert phone.get("/picture/0.jpg").status_code == 404
    version = still.snapshot.version
    phone.send("/api/seats/0/choose", {"version": version, "choice": 1})
    assert still.heard == [Choose(By(seat(0), How.PHONE), version, 1)]
    app.extensions["companion"].relay.stop()


def test_a_reason_that_would_tell_a_secret_is_told_to_one_seat_alone(house):
    rule, reason = "vienna.rule.no-road-there", Text("core.refused.not-your-ask")
    todo = (Todo(Deed.TAKE, "agent:red", "b01"),)
    wrong = Wrong(reason, rule, "vienna.section.tracking", 1, 1, ("b01",), todo)
    still, app = still_app(house, wrong=wrong)
    mine, other, host = Browser(app), Browser(app), Browser(app)
    mine.join(1, "Ben")
    other.join(0, "Anna")
    host.lead()
    assert "for somebody else" in mine.text("/seat/1")
    for page in (other.text("/seat/0"), other.text("/"), host.text("/host")):
        assert "for somebody else" not in page
        assert rule not in page
        assert "Ben can read the reason" in page
        assert "take from b01" in page
    host.send("/api/host/override", {"version": still.snapshot.version})
    assert still.heard == [Override(By(HOST, How.HOST), still.snapshot.version)]
    app.extensions["companion"].relay.stop()


def test_both_ways_out_of_a_broken_rule_are_on_every_screen(house):
    wrong = Wrong(Text("core.table.stale"), "rule", "", 1, None, ("b01",), ())
    still, app = still_app(house, wrong=wrong)
    phone, leader = Browser(app), Browser(app)
    phone.join(0, "Anna")
    leader.join(1, "Ben")
    leader.lead()
    said, button = "or the host lets it stand", 'data-post="/api/host/override"'
    for page in (phone.text("/seat/0"), phone.text("/")):
        assert said in page
        assert button not in page
    # The host has the button on his seat's page as well, and one tap will do.
    assert button in leader.text("/seat/1")
    assert f"data-sure {button}" not in leader.text("/seat/1")
    leader.send("/api/host/override", {"version": still.snapshot.version})
    assert still.heard == [Override(By(HOST, How.HOST), still.snapshot.version)]
    app.extensions["companion"].relay.stop()


def test_everybody_is_reminded_of_what_is_owed(house):
    owed = (Cue(CueKind.PAYDAY, 0, 3), Cue(CueKind.PAYDAY, 1, 2), Cue(CueKind.LAST_ROUND))
    forgotten = (Todo(Deed.MOVE, "investigator", "roof:A", "roof:B"),)
    _, app = still_app(house, cues=owed, overdue=forgotten, owing=0)
    phone = Browser(app)
    phone.join(0, "Anna")
    for page in (phone.text("/seat/0"), phone.text("/")):
        assert "To pay: Anna 3, Red 2." in page
        assert "This is the last round." in page
        assert "Forgotten on the board" in page
    assert 'data-alert="overdue' in phone.text("/seat/0")
    app.extensions["companion"].relay.stop()


def test_a_turn_that_cannot_be_seen_may_be_insisted_on(house):
    still, app = still_app(house, looking=True, unseen=("b01",))
    phone = Browser(app)
    phone.join(0)
    assert "It is right as it is" in phone.text("/seat/0")
    phone.send("/api/seats/0/confirm", {"version": still.snapshot.version})
    assert still.heard == [Confirm(By(seat(0), How.PHONE), still.snapshot.version)]
    app.extensions["companion"].relay.stop()


def test_the_score_sheet_shows_every_point(house):
    house.sit(FULL, 9)
    end = house.moments[-1].state
    outcome = house.play.game.outcome(end)
    hold_still(house, state=end, settled=end, outcome=outcome)
    app = open_app(house)
    page = guest(app).text("/sheet")
    for sheet in outcome.sheets:
        assert f"<strong>{sheet.total}</strong>" in page
    assert "wins" in page
    app.extensions["companion"].relay.stop()


def test_there_is_no_sheet_before_the_end(app):
    assert guest(app).get("/sheet").status_code == 404


# --- the host ------------------------------------------------------------------------------------


def test_a_host_pauses_goes_back_and_ends(app, house):
    host = Browser(app)
    assert host.lead().status_code == 303
    assert host.send("/api/host/pause", {"on": True}).status_code == 200
    assert house.session.snapshot.mode is Mode.PAUSED
    host.send("/api/host/pause", {"on": False})
    house.look()
    log = host.get("/api/table").json["log"]
    back = {"version": house.session.snapshot.version, "number": log[3]["number"]}
    assert host.send("/api/host/undo", back).status_code == 200
    app.extensions["companion"].relay.catch_up(house.session.snapshot.version)
    assert host.get("/api/table").json["log"][0]["number"] == log[4]["number"]
    assert host.send("/api/host/end", {"game": house.session.snapshot.game}).status_code == 200
    assert house.play is None
    assert host.send("/api/host/shut-down").status_code == 200
    assert house.off


def test_a_tap_on_an_old_page_ends_no_other_game(app, house):
    host = Browser(app)
    host.lead()
    old = house.session.snapshot.game
    assert f'"game": "{old}"' in host.text("/host")
    house.new_game(NewGame(Wish(2, "entry"), ("", ""), ("board", "board")))
    app.extensions["companion"].relay.meet()
    refused = host.send("/api/host/end", {"game": old})
    assert (refused.status_code, refused.json["refused"]) == (409, STALE)
    assert house.play is not None


@pytest.mark.parametrize("what", ["free", "link"])
def test_a_tap_on_an_old_page_throws_nobody_else_out(app, phone, what):
    host = Browser(app)
    host.lead()
    empty = host.seat_letter(1)
    assert f'"sitter": "{empty["sitter"]}"' in host.text("/host")
    phone.join(1, "Anna")
    annas = host.seat_letter(1)
    assert f'"sitter": "{annas["sitter"]}"' in host.text("/host")
    refused = host.send(f"/api/host/{what}", empty)
    assert (refused.status_code, refused.json["refused"]) == (409, STALE)
    assert host.send("/api/host/free", annas).status_code == 200
    Browser(app).join(1, "Ben")
    assert host.send(f"/api/host/{what}", annas).status_code == 409
    assert phone.keys.name(1) == "Ben"


def test_a_host_begins_a_game_and_confirms_what_the_camera_read(house):
    app = open_app(house)
    relay = app.extensions["companion"].relay
    host = Browser(app)
    host.lead()
    assert "No game yet" in host.text("/")
    fields = {"version": "full", "players": "3", "expansion": ["third-man"]}
    fields |= {"name-0": "Anna", "tracking-0": "full", "tracking-1": "board"}
    assert host.form("/host/new-game", **fields).status_code == 303
    while relay.now.play is None:
        assert relay.wait(relay.id(relay.now), 5.0)
    assert "Set the game up" in host.text("/host")
    state = house.session.snapshot.state
    assert [seat.tracking.value for seat in state.seats] == ["full", "board", "board"]
    bad = {"version": "entry", "players": "2", "expansion": ["feld"]}
    assert "need the full version" in host.form("/host/new-game", **bad).get_data(as_text=True)
    relay.stop()


@pytest.mark.parametrize(("page", "call"), [("/host", "/api/host"), ("/seat/1", "/api/seats/1")])
def test_after_a_restart_the_board_is_compared_and_everybody_may_play_on(house, page, call):
    house.sit(BOARD, 5, look=False)
    app = open_app(house)
    host = Browser(app)
    host.lead()
    host.join(1)
    assert house.session.snapshot.mode is Mode.COMPARE
    assert "The camera is looking" in host.text(page)
    assert "differs from the saved game" not in host.text(page)  # nobody has seen it yet
    gone = sorted(house.reading.atoms)[:2]
    house.look(atoms=house.reading.atoms - frozenset(gone))
    relay = app.extensions["companion"].relay
    relay.catch_up(house.session.snapshot.version)
    assert house.session.snapshot.mode is Mode.COMPARE
    assert "differs from the saved game" in host.text(page)
    assert f'data-post="{call}/confirm"' in host.text(page)
    version = house.session.snapshot.version
    assert host.send(f"{call}/confirm", {"version": version}).status_code == 200
    assert house.session.snapshot.mode is not Mode.COMPARE
    relay.stop()


# --- how it looks --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_speaks_every_language(app, phone, language):
    phone.join(0)
    phone.lead()
    phone.get(f"/?language={language}")
    pages = ["/", "/seat/0", "/host", f"/join/{phone.keys.join}", "/nowhere"]
    for path in pages:
        page = phone.text(path)
        assert f'<html lang="{language}"' in page, path
        assert "«" not in page.replace("«\u202f", ""), path


def test_a_browser_gets_its_own_language_and_light(phone):
    german = phone.get("/", headers={"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"})
    assert 'lang="de"' in german.get_data(as_text=True)
    phone.get("/?theme=dark")
    assert 'data-theme="dark"' in phone.text("/")


def test_pages_carry_the_usual_protections(phone):
    headers = phone.get("/").headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "no-referrer"
    cookie = headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_the_board_is_drawn_once_for_everybody(app, phone):
    first = phone.get("/drawing.svg")
    assert first.headers["Content-Encoding"] == "gzip"
    assert first.data == Browser(app).get("/drawing.svg").data
    key = phone.get("/api/table").json["drawing"]
    assert "max-age" in phone.get(f"/drawing.svg?of={key}").headers["Cache-Control"]
