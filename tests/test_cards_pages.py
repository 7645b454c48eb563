"""Cards and orders of a bought box: three taps, and what was read is known from then on."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from boxed_table import KIT, PIN, BoxedTable
from patience import comes_true
from web_house import Browser, guest

from companion.games.prints import Prints
from companion.packs.fault import PackError


@pytest.fixture
def table(tmp_path):
    table = BoxedTable(tmp_path)
    yield table
    table.close()


@pytest.fixture
def phone(table) -> Browser:
    """A phone at seat 0 of a game in which a card must be read."""
    table.begin()
    phone = Browser(table.app)
    assert comes_true(lambda: bool(table.app.extensions["companion"].relay.now.seats))
    assert phone.join(0).status_code == 303
    return phone


@pytest.fixture
def host(table) -> Browser:
    host = Browser(table.app)
    host.lead(PIN)
    return host


def noted(table: BoxedTable) -> dict:
    return json.loads(table.file.read_text(encoding="utf-8"))


def take_in(host: Browser, raw: object, name: str = "friend.json"):
    data = raw if isinstance(raw, bytes) else json.dumps(raw).encode()
    fields = {"token": host.token, "file": (io.BytesIO(data), name)}
    return host.http.post("/cards/file", data=fields, content_type="multipart/form-data")


def overlay(**cards: dict) -> dict:
    return {"edition": "boxed", "format": 1, "cards": cards, "orders": {}, "tracks": {}}


# --- during play ---------------------------------------------------------------------------------


def test_the_seat_is_shown_the_way_to_three_taps(table, phone):
    ask = table.play_until_reading()
    comes_true(lambda: "/cards/cards/001?back=/api/seats/0" in phone.text("/seat/0"))
    page = phone.text("/cards/cards/001?back=/api/seats/0")
    assert ask.reads == "cards.001"
    assert page.count("<fieldset") == 3
    assert 'data-hurry="yes"' in page
    signs = re.findall(r'<img src="(/cards/[^"]+)" alt="([^"]+)"', page)
    assert len(signs) == 15
    for address, name in signs:
        assert name
        assert phone.get(address).data.startswith(b"<svg")


def test_three_taps_are_taken_up_by_the_running_game(table, phone):
    table.play_until_reading()
    fields = {"bribe": "wine", "info": "slide", "param": "coffee", "back": "/api/seats/0"}
    answer = phone.form("/cards/cards/001", **fields)
    assert (answer.status_code, answer.location) == (303, "/seat/0")
    assert noted(table)["cards"] == {
        "001": {"bribe": "wine", "info": "slide", "param": "coffee"},
    }
    # The question is answered by itself, and none about this card comes again.
    assert getattr(table.state.stage, "card", None) != 1
    assert table.play_until_reading().reads != "cards.001"
    card = table.house.play.game.box.cards[1]
    assert (card.bribe, card.info, card.param) == ("wine", "slide", "coffee")


def test_a_card_learned_in_one_game_is_known_in_the_next(table, phone):
    ask = table.play_until_reading()
    options = table.house.play.game.options(table.state, ask)
    table.answer(ask, options[2])
    comes_true(table.file.exists)
    known = noted(table)["cards"]["001"]
    assert known == {"param": options[2].value}
    table.begin()
    assert table.house.play.game.box.cards[1].param == options[2].value
    assert table.play_until_reading().reads != "cards.001" or table.reading().kind != ask.kind


def test_it_is_known_after_a_restart_too(table, phone, tmp_path):
    table.play_until_reading()
    phone.form("/cards/cards/001", bribe="wine", info="slide", param="coffee")
    table.close()
    again = BoxedTable(tmp_path)
    try:
        assert again.house.resume_last()
        assert again.house.play.game.box.cards[1].bribe == "wine"
        assert again.reading() is None or again.reading().reads != "cards.001"
    finally:
        again.close()


def test_what_was_read_again_after_an_undo_counts(table, phone):
    ask = table.play_until_reading()
    first, second = table.house.play.game.options(table.state, ask)[:2]
    table.answer(ask, first)
    comes_true(table.file.exists)
    phone.send("/api/seats/0/undo", {"version": table.house.play.session.snapshot.version})
    host = Browser(table.app)
    host.lead(PIN)
    host.send("/api/host/undo", {"version": table.house.play.session.snapshot.version})
    again = table.play_until_reading()
    table.answer(again, second)
    comes_true(lambda: noted(table)["cards"]["001"]["param"] == second.value)


# --- who may, and what may -----------------------------------------------------------------------


def test_nobody_from_the_street_writes_on_cards(table, phone):
    stranger = Browser(table.app)
    answer = stranger.form("/cards/cards/001", bribe="wine")
    assert answer.status_code == 403
    assert "Point your phone’s camera at the code" in answer.text
    watcher = guest(table.app)
    answer = watcher.form("/cards/cards/001", bribe="wine")
    assert (answer.status_code, "Sit down at the table" in answer.text) == (403, True)
    assert not table.file.exists()


def test_only_the_host_changes_what_is_known(table, phone, host):
    phone.form("/cards/cards/007", bribe="wine")
    answer = phone.form("/cards/cards/007", bribe="coffee")
    assert "The host can change it" in answer.text
    assert noted(table)["cards"]["007"] == {"bribe": "wine"}
    assert host.form("/cards/cards/007", bribe="coffee").status_code == 303
    assert noted(table)["cards"]["007"] == {"bribe": "coffee"}


@pytest.mark.parametrize(
    ("place", "fields"),
    [
        ("cards/001", {"bribe": "gold"}),
        ("cards/131", {"param": "flask"}),  # the rulebook prints another one
        ("orders/A-02", {"needs": "wine, gold"}),
        ("orders/A-02", {"points": "9999"}),
        ("orders/A-02", {"money": "x"}),
    ],
)
def test_what_cannot_be_printed_is_refused_in_words(table, host, place, fields):
    answer = host.form(f"/cards/{place}", **fields)
    assert 'role="alert"' in answer.text
    assert not table.file.exists()


def test_what_is_not_in_the_box_is_not_found(table, host):
    for path in ("/cards/cards/999", "/cards/coins/001", "/cards/sign/bribe/gold.svg"):
        assert host.get(path).status_code == 404


@pytest.mark.parametrize("back", ["//evil.test", "https://evil.test", "/api/seats/0/../x"])
def test_the_way_back_never_leaves_the_house(host, back):
    assert host.form("/cards/cards/007", bribe="wine", back=back).location == "/cards"


def test_an_order_takes_several_signs(table, host):
    fields = {"flag": "usa", "needs": "wine, chocolate", "money": "2", "points": "3"}
    assert host.form("/cards/orders/A-02", **fields).status_code == 303
    wanted = {"flag": "usa", "needs": ["chocolate", "wine"], "money": 2, "points": 3}
    assert noted(table)["orders"]["A-02"] == wanted
    assert "Everything on it is known" in guest(table.app).text("/cards/orders/A-02")


# --- overview, export, import, merge -------------------------------------------------------------


def test_the_overview_counts_what_is_known(table, host):
    count = r"(\d+) of (\d+) cards and orders are completely known"
    before = re.search(count, host.text("/cards"))
    host.form("/cards/cards/001", bribe="wine", info="slide", param="coffee")
    page = host.text("/cards")
    after = re.search(count, page)
    assert int(after[1]) == int(before[1]) + 1
    assert after[2] == before[2]
    assert '<a class="known" href="/cards/cards/001">' in page
    assert '<a class="unknown" href="/cards/cards/002">' in page


def test_the_overview_leads_to_what_is_unknown(table, host):
    host.form("/cards/cards/001", bribe="wine", info="slide", param="coffee")
    host.form("/cards/cards/003", bribe="wine")
    page = host.text("/cards")
    assert 'id="next" href="/cards/cards/002"' in page
    only = host.text("/cards?show=unknown")
    assert 'href="/cards/cards/001"' not in only
    assert '<a class="partly" href="/cards/cards/003">' in only
    for shown in (page, only):  # what can be done comes before what can be looked through
        assert shown.index("/cards/file") < shown.index('<ul class="chips">')
    assert only.count('href="/cards/cards/') == page.count('href="/cards/cards/') - 1


def test_a_file_goes_from_one_table_to_another(table, host, tmp_path):
    host.form("/cards/cards/001", bribe="wine", info="slide", param="coffee")
    answer = host.get("/cards/file")
    assert 'filename="cards.json"' in answer.headers["Content-Disposition"]
    other = BoxedTable(tmp_path / "other")
    try:
        friend = Browser(other.app)
        friend.lead(PIN)
        assert "Parts that were new: 3" in take_in(friend, answer.data).text
        assert noted(other) == noted(table)
    finally:
        other.close()


def test_where_files_disagree_both_are_told_and_nothing_is_lost(table, host):
    host.form("/cards/cards/001", bribe="wine", info="slide")
    theirs = overlay(**{"001": {"bribe": "coffee", "param": "tobacco"}, "002": {"info": "flask"}})
    page = take_in(host, theirs).text
    assert "<strong>Card 001, bribe</strong>" in page
    assert "Keep yours: Wine" in page
    assert "Take theirs: Coffee" in page
    assert "Parts that were new: 2" in page
    assert noted(table)["cards"] == {
        "001": {"bribe": "wine", "info": "slide", "param": "tobacco"},
        "002": {"info": "flask"},
    }
    form = re.search(r'action="(/cards/cards/001)".*?name="(bribe)" value="(coffee)"', page, re.S)
    assert host.form(form[1], **{form[2]: form[3]}).status_code == 303
    assert noted(table)["cards"]["001"]["bribe"] == "coffee"


@pytest.mark.parametrize("raw", [b"{", b"\xff\xfe", overlay(**{"999": {"bribe": "wine"}})])
def test_a_file_that_is_wrong_changes_nothing(table, host, raw):
    host.form("/cards/cards/001", bribe="wine")
    before = table.file.read_bytes()
    page = take_in(host, raw).text
    assert "cannot be taken in" in page
    assert "/tmp" not in page  # where it lay is nobody's business
    assert table.file.read_bytes() == before


def test_a_file_may_describe_a_whole_box(table, host):
    every = {f"{n:03d}": {"bribe": "wine", "info": "slide"} for n in range(1, 176)}
    raw = json.dumps(overlay(**every), indent=8).encode()
    assert len(raw) > 16 * 1024  # more than any other command may say
    assert "Parts that were new: 350" in take_in(host, raw).text
    assert take_in(host, b" " * 300_000).status_code == 413


def test_only_the_host_takes_files_in(table, phone):
    assert take_in(phone, overlay()).status_code == 403
    assert not table.file.exists()


def test_a_file_that_cannot_be_written_is_left_as_it_was(tmp_path):
    assert isinstance(KIT, Prints)
    path = tmp_path / "cards.json"
    path.write_text(KIT.noted(path, "cards.001", {"bribe": ("wine",)}), encoding="utf-8")
    with pytest.raises(PackError):
        KIT.noted(path, "cards.001", {"bribe": ("gold",)})
    (thing,) = (one for one in KIT.things([path]) if one.place == "cards.001")
    assert [part.known for part in thing.parts] == [("wine",), (), ()]
    assert Path(path).exists()
