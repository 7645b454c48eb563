"""Kept games on the screens: history, replay and files; what is hidden stays hidden until the end."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote

import pytest
from kept_game import ENTRY, FULL, KIT, happened, keep, kept, moves
from msgspec.structs import replace
from patience import comes_true
from store_table import open_store, put
from web_house import Browser, House, guest, open_app

from companion.app.own_box import OwnBox
from companion.app.people_file import PeopleFile
from companion.app.scribe import Scribe
from companion.app.shelf import Shelf
from companion.app.shelf_stats import Facts, Print, sum_up
from companion.app.workshop import Workshop
from companion.engine import Text
from companion.games.vienna.cards import load_cards
from companion.session.store import Reader
from companion.session.texts import Texts
from web.app import create_app
from web.games import games_room
from web.games_chart import Curve, chart
from web.games_port import PUBLIC, Kind
from web.games_shown import row
from web.games_statistics import statistics_rows
from web.keys import Keys
from web.limits import Limits
from web.wording import words_of

#: A hand of cards is known to the companion after so many answers of the running game.
ANSWERS = 150


class Kept:
    """A folder with a finished game, a running one, and one of a game that nobody knows."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.database = folder, folder / "games.sqlite"
        self.over = keep(folder, ENTRY, stumble=60)
        with kept(folder, FULL, seed=2, answers=ANSWERS) as (_, log):
            self.running = log.record.id
        self.people = PeopleFile(folder / "people.json")
        self.people.note(self.over, {0: "Anna", 1: "=Bert"})
        self.workshop = Workshop()
        self.shelf = Shelf(self.database, self.people, self.workshop)


@pytest.fixture(scope="module")
def games(tmp_path_factory) -> Iterator[Kept]:
    games = Kept(tmp_path_factory.mktemp("kept"))
    yield games
    games.workshop.close()


@pytest.fixture(scope="module")
def phone(games, tmp_path_factory) -> Iterator[Browser]:
    house = House(tmp_path_factory.mktemp("house"))
    quick = Limits(commands=(10_000, 1.0))
    app = create_app(house, Keys(), quick, rooms=[games_room(games.shelf)])
    phone = Browser(app)
    phone.lead()
    yield phone
    app.extensions["companion"].relay.stop()


# --- history -------------------------------------------------------------------------------------


def test_all_games_are_listed_with_their_results(games, phone):
    page = phone.text("/games")
    assert page.count('<li class="card">') == 2
    assert "Anna won." in page
    assert "Entry version" in page
    assert "Not over yet" in page
    over = page.index(f"/games/{games.over}")
    assert page.index(f"/games/{games.running}") < over  # the last one first
    sheet = games.shelf.lines()[1]
    assert all(f'<span class="points">{p.points}</span>' in page[over:] for p in sheet.players)


def test_everybody_finds_the_way_from_the_menu(phone):
    assert '<a href="/games">Kept games</a>' in phone.text("/")


def test_statistics_sum_up_what_is_over(games, phone):
    (found,) = games.shelf.statistics()
    assert (found.games, len(found.people)) == (1, 2)
    points = {player.name: player.points for player in games.shelf.lines()[1].players}
    assert {one.name: one.best for one in found.people} == points
    whole = sum(one.mean for one in found.sources) * 2
    assert whole == pytest.approx(sum(points.values()))
    assert sum(one.share for one in found.sources) == pytest.approx(1)
    assert "Luck: by how many points" in phone.text("/games")
    assert any(one.luck for one in found.people)


def test_luck_holds_what_came_to_somebody_against_what_came_to_all(games):
    line = games.shelf.lines()[1]
    first, second, rare = Print("001"), Print("002"), Print("099")
    used = {(0, first): (1, 4), (1, second): (3, 0), (1, first): (1, 2)}
    drawn = ((0, first), (0, first), (1, second), (1, rare))  # nobody knows what 099 is worth
    (found,) = sum_up([Facts(line, {}, used, drawn)])
    names = {player.seat: player.name for player in line.players}
    luck = {one.name: one.luck for one in found.people}
    assert luck == pytest.approx({names[0]: 3 - 2, names[1]: 0 - 2})


def test_a_number_of_another_edition_is_another_card(games):
    line = games.shelf.lines()[1]
    ours, theirs = Print("015", "reference"), Print("015", "boxed", bought=True)
    both = [
        Facts(line, {}, {(0, ours): (2, 6)}, ((0, ours),)),
        Facts(line, {}, {(1, theirs): (1, 0)}, ((1, theirs),)),
    ]
    (found,) = sum_up(both)
    cards = {(card.number, card.bought): (card.uses, card.points) for card in found.cards}
    assert cards == {("015", False): (2, 6), ("015", True): (1, 0)}
    names = {player.seat: player.name for player in line.players}
    luck = {one.name: one.luck for one in found.people}
    assert luck == pytest.approx({names[0]: 3 - 1.5, names[1]: 0 - 1.5})


def test_short_and_long_games_are_not_averaged_together(games, phone):
    line = games.shelf.lines()[1]
    full = replace(line, kind="vienna.full", words=(Text("vienna.version.full"),), turns=90)
    short, long = (Facts(one, {}, {}, ()) for one in (line, full))
    found = {one.kind: (one.games, one.turns) for one in sum_up([short, long, long])}
    assert found == {"vienna.full": (2, 90), "vienna.entry": (1, line.turns)}
    rows = statistics_rows(sum_up([short, long, long]), "vienna.entry", words_of("en", KIT.texts))
    assert [(one.label, one.chosen) for one in rows.kinds] == [
        ("VIENNA · Full version", False),
        ("VIENNA · Entry version", True),
    ]


def test_a_strong_card_shows_what_it_does(games, phone):
    page = phone.text("/games")
    cards = page[page.index("Strongest cards") :]
    assert cards.count('<img src="data:image/svg+xml;base64,') == 12
    for card in games.shelf.statistics()[0].cards:
        said = ": ".join(map(Texts.load("en", KIT.texts), card.face.words))
        assert f"<h3>Card {card.number}" in cards
        assert escape(said) in cards


@pytest.mark.parametrize(
    ("language", "mean", "day"),
    [
        ("de", "37,5", "01.09.2026"),
        ("en", "37.5", "1 Sep"),
        ("fr", "37,5", "1 sept."),
        ("nl", "37,5", "1 sep"),
    ],
)
def test_numbers_and_days_are_written_as_the_language_does(games, language, mean, day):
    words = words_of(language, KIT.texts)
    line = replace(games.shelf.lines()[1], begun_at=datetime(2026, 9, 1, 12, tzinfo=UTC))
    assert row(line, words).when.startswith(day)
    players = tuple(replace(p, points=n) for p, n in zip(line.players, (30, 45), strict=True))
    facts = Facts(replace(line, players=players), {}, {}, ())
    rows = statistics_rows(sum_up([facts]), "", words)
    assert (words("games.stat.points"), mean) in rows.head


def test_the_cards_of_the_statistics_are_those_that_were_used(games):
    _, turns = moves(ENTRY)
    used: dict[str, int] = {}
    for turned in turns:
        for event in turned.events:
            if event.__struct_config__.tag == "ability-used":
                used[f"{event.card:03d}"] = used.get(f"{event.card:03d}", 0) + 1
    found = games.shelf.statistics()[0].cards
    assert {card.number: card.uses for card in found}.items() <= used.items()
    known = load_cards(Path(KIT.texts).parent / "data" / "reference" / "cards.json")
    for card in found:
        if known[int(card.number)].effect == "points":
            assert card.points == card.uses * known[int(card.number)].amount
    assert any(card.points for card in found)


def test_a_game_that_cannot_be_opened_says_why(tmp_path):
    with open_store(tmp_path) as store:
        put(store.begin("halma", edition="plain", setup=b"{}"), "a jump")
    people = PeopleFile(tmp_path / "people.json")
    workshop = Workshop()
    shelf = Shelf(tmp_path / "games.sqlite", people, workshop, OwnBox())
    (line,) = shelf.lines()
    assert line.problem.id == "cli.replay.unknown-game"
    assert shelf.statistics() == ()
    assert shelf.replay(line.id) is None
    workshop.close()


def test_before_the_first_game_there_is_nothing_to_see(tmp_path):
    workshop = Workshop()
    shelf = Shelf(tmp_path / "none.sqlite", PeopleFile(tmp_path / "people.json"), workshop)
    house = House(tmp_path)
    app = create_app(house, Keys(), rooms=[games_room(shelf)])
    assert "No game has been kept yet" in guest(app).text("/games")
    app.extensions["companion"].relay.stop()
    workshop.close()


# --- replay --------------------------------------------------------------------------------------


def test_every_step_is_told_and_drawn(games, phone):
    steps = phone.get(f"/games/{games.over}/steps.json").json
    assert [step["number"] for step in steps] == list(range(len(steps)))
    assert all(step["told"] for step in steps)
    undone = [step["number"] for step in steps if not step["stands"]]
    assert undone == [61]
    for at in (0, 61, 62, len(steps) - 1):
        svg = phone.get(f"/games/{games.over}/pieces/{at}.svg")
        assert svg.mimetype == "image/svg+xml"
        assert svg.data.startswith(b"<svg")
    assert phone.get(f"/games/{games.over}/pieces/{len(steps)}.svg").status_code == 404


def test_points_over_time_end_at_the_score_sheet(games):
    found = games.shelf.replay(games.over)
    assert found.steps[-1].points == tuple(player.points for player in found.line.players)
    assert found.steps[0].points == (0, 0)


def test_a_page_without_a_script_leafs_by_links(games, phone):
    page = phone.text(f"/games/{games.over}?at=70")
    assert 'href="?at=69"' in page
    assert 'href="?at=71"' in page
    for wrong in ("-1", "x", "99999999", "²"):
        assert phone.get(f"/games/{games.over}?at={wrong}").status_code == 200


def test_a_kept_picture_is_shown_with_its_step(games, phone):
    steps = phone.get(f"/games/{games.over}/steps.json").json
    digest = next(step["picture"] for step in steps if step["picture"])
    picture = phone.get(f"/games/{games.over}/picture/{digest}.jpg")
    assert picture.data.startswith(b"\xff\xd8")
    assert phone.get(f"/games/{games.over}/picture/{'0' * 32}.jpg").status_code == 404
    assert phone.get(f"/games/{games.running}/picture/{digest}.jpg").status_code == 404


@pytest.mark.parametrize("game", ["nothing", "..", "20", "%2e%2e", "a" * 200])
def test_what_is_not_there_is_not_found(phone, game):
    paths = ("", "/steps.json", "/board.svg", "/pieces/0.svg", "/file/json", "/making/json")
    assert {phone.get(f"/games/{game}{path}").status_code for path in paths} == {404}


def test_the_chart_has_a_line_and_a_shape_for_everybody():
    curves = [
        Curve("Anna <b>", "red", "diamond", (0, 3, 8)),
        Curve("Bert", "blue", "triangle", (0, None, 8)),
    ]
    svg = chart(curves, "points", 1, "steps")
    assert svg.count('class="curve') == 2
    assert "Anna &lt;b&gt; 8" in svg
    ends = re.findall(r'class="end" x="[\d.]+" y="([\d.]+)"', svg)
    assert abs(float(ends[0]) - float(ends[1])) >= 20  # equal points, yet both can be read
    assert "c-red" in svg
    assert "c-blue" in svg


# --- secrets -------------------------------------------------------------------------------------


def everything(phone: Browser, game: str) -> Iterator[str]:
    """Return all that the pages ever tell of a game."""
    steps = phone.get(f"/games/{game}/steps.json")
    yield steps.text
    last = len(steps.json) - 1
    for path in ("", f"?at={last // 2}", f"/pieces/{last}.svg"):
        yield phone.text(f"/games/{game}{path}")
    yield fetch(phone, game, "json").text
    yield fetch(phone, game, "csv").text
    yield phone.text("/games")


def test_a_running_game_tells_nothing_that_somebody_hides(games, phone):
    with closing(Reader.open(games.database)) as reader:
        log = reader.log(games.running)
        rules = KIT.reopen(bytes(log.record.setup), log.record.edition)
        state = rules.states.decode(bytes(log.record.setup))
        for entry in log.entries():
            for raw in entry.events:
                state = rules.evolve(state, rules.events.decode(bytes(raw)))
    hands = [card for seat in state.seats for card in (*seat.hand, *seat.plan)]
    assert any(isinstance(card, int) for card in hands)  # there is something to hide
    public = json.loads(rules.states.encode(rules.seen_by(state, None)))
    assert fetch(phone, games.running, "json").json["state"] == public
    assert json.loads(rules.states.encode(state)) != public
    for page in everything(phone, games.running):
        assert not re.search("card-drawn|cards-planned|bribes-told|money-stashed", page)


def test_two_games_that_differ_only_in_a_hand_look_the_same(tmp_path):
    """Swap what one seat has drawn in secret: not a byte of any page may change."""
    told = []
    for swap in (False, True):
        folder = tmp_path / str(swap)
        folder.mkdir()
        name = _drawn(folder, swap=swap)
        workshop = Workshop()
        shelf = Shelf(folder / "games.sqlite", PeopleFile(folder / "people.json"), workshop)
        app = create_app(House(folder), Keys(), rooms=[games_room(shelf)])
        host = Browser(app)
        host.lead()
        pages = " ".join(everything(host, name))
        pages = re.sub(
            r"\d{4}-\d\d-\d\d[T ][\d:.+Z]*|\d\d:\d\d:\d\d|data-token=\"[^\"]*\"", "", pages
        )
        pages = re.sub(r'name="token" value="[^"]*"|\?\d{9,}|\d+ min|\d\d:\d\d', "", pages)
        told.append(pages.replace(name, "GAME").replace(name[-8:], "GAME"))
        app.extensions["companion"].relay.stop()
        workshop.close()
    one, two = told
    first = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), len(one))
    assert one == two, (one[first - 80 : first + 80], two[first - 80 : first + 80])


def _drawn(folder: Path, *, swap: bool) -> str:
    """Keep a game up to its first drawn card; the card is another one where it is swapped."""
    game, turns = moves(ENTRY)
    with open_store(folder) as store:
        setup = game.states.encode(game.setup(KIT.open(ENTRY)[1]))
        log = store.begin("vienna", edition="reference", setup=setup)
        for number, turned in enumerate(turns):
            if turned.ask.kind == "draw":
                other: Any = next(
                    move
                    for move in game.options(turned.before, turned.ask)
                    if move.card not in (0, turned.move.card)
                )
                move = other if swap else turned.move
                events = game.decide(turned.before, move).events
                drawn = replace(turned, move=move, verdict=replace(turned.verdict, events=events))
                log.record_turn([happened(game, drawn, number)])
                return log.record.id
            log.record_turn([happened(game, turned, number)])
    raise AssertionError("nobody drew a card")


def test_nothing_but_public_files_leaves_a_running_game(games, phone):
    for kind in Kind:
        answer = phone.get(f"/games/{games.running}/file/{kind}")
        assert answer.status_code == (200 if kind in PUBLIC else 404), kind
    page = phone.text(f"/games/{games.running}")
    assert "bgstats" not in page
    assert "/file/pdf" not in page


# --- files ---------------------------------------------------------------------------------------


def fetch(phone: Browser, game: str, kind: str) -> Any:
    for _ in range(40):
        answer = phone.get(f"/games/{game}/file/{kind}")
        assert answer.status_code == 200
        assert answer.mimetype != "text/html" or 'role="alert">' not in answer.text
        if "attachment" in answer.headers.get("Content-Disposition", ""):
            return answer
    raise AssertionError("the file never came")


@pytest.mark.parametrize(
    ("kind", "begins"),
    [
        ("json", b"{"),
        ("csv", b"\xef\xbb\xbfnumber,"),  # with the mark that spreadsheets know UTF-8 by
        ("pdf", b"%PDF"),
        ("png", b"\x89PNG"),
        ("zip", b"PK"),
    ],
)
def test_files_have_proper_names_and_contents(games, phone, kind, begins):
    answer = fetch(phone, games.over, kind)
    name = re.search(r"filename=(\S+)", answer.headers["Content-Disposition"])[1]
    assert re.fullmatch(rf"vienna-\d{{4}}-\d\d-\d\d-\w{{8}}(-score-sheet)?\.{kind}", name)
    assert answer.data.startswith(begins)


def test_the_json_file_has_players_entries_and_the_sheet(games, phone):
    told = fetch(phone, games.over, "json").json
    assert told["players"] == ["Anna", "=Bert"]
    line = games.shelf.lines()[1]
    assert [p["total"] for p in told["sheet"]["players"]] == [p.points for p in line.players]
    assert len(told["entries"]) == len(games.shelf.replay(games.over).steps) - 1


def test_the_csv_file_is_split_as_spreadsheets_of_a_language_do(games, phone):
    for language, separator in (("de", ";"), ("fr", ";"), ("nl", ";"), ("en", ",")):
        phone.http.set_cookie("language", language)
        text = fetch(phone, games.over, "csv").data.decode("utf-8-sig")
        rows = list(csv.reader(io.StringIO(text), delimiter=separator))
        assert {len(row) for row in rows} == {len(rows[0])}
        assert rows[0][:2] == ["number", "time"]
        assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", rows[1][1])


def test_the_csv_file_has_points_after_every_entry_and_no_formulas(games, phone):
    answer = fetch(phone, games.over, "csv")
    assert answer.headers["Content-Type"].count("charset") == 1
    rows = list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig"))))
    assert rows[0][-2:] == ["Anna", "'=Bert"]
    points = games.shelf.replay(games.over).steps[-1].points
    assert rows[-1][-2:] == [str(number) for number in points]


def test_bg_stats_gets_a_whole_play(games, phone):
    page = phone.text(f"/games/{games.over}")
    link = re.search(r'href="bgstats://app\.bgstatsapp\.com/createPlay\.html\?data=([^"]+)"', page)
    play = json.loads(unquote(link[1]))
    line = games.shelf.lines()[1]
    assert play["sourcePlayId"] == games.over
    assert play["game"] == {
        "name": "VIENNA",
        "sourceGameId": "vienna",
        "highestWins": True,
        "noPoints": False,
    }
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"])
    assert [one["score"] for one in play["players"]] == [p.points for p in line.players]
    assert [one["winner"] for one in play["players"]] == [p.wins for p in line.players]
    assert {one["name"] for one in play["players"]} == {"Anna", "=Bert"}


def test_a_file_that_takes_long_shows_how_far_it_has_come(tmp_path):
    workshop, go = Workshop(), Event()

    def work(out: Path, watch: Any) -> None:
        watch(1, 4)
        go.wait(20)
        out.write_bytes(b"film")

    first = workshop.make("key", "film.gif", work, 0.05)
    assert first.file is None
    assert comes_true(lambda: workshop.make("key", "film.gif", work, 0).total == 4)
    go.set()
    made = workshop.make("key", "film.gif", work, 20)
    assert made.file.read_bytes() == b"film"
    workshop.close()


# --- names ---------------------------------------------------------------------------------------


def test_names_outlive_a_restart_and_a_broken_file(tmp_path):
    path = tmp_path / "people.json"
    PeopleFile(path).note("g1", {0: "Anna", 1: ""})
    again = PeopleFile(path)
    assert again.names("g1") == {0: "Anna"}
    again.note("g1", {0: "", 1: "Bert"})
    assert PeopleFile(path).names("g1") == {0: "Anna", 1: "Bert"}
    path.write_bytes(b"{")
    broken = PeopleFile(path)
    assert broken.names("g1") == {}
    broken.note("g2", {0: "Clara"})
    assert PeopleFile(path).names("g2") == {0: "Clara"}
    assert path.with_name("people.json.old").read_bytes() == b"{"


def test_names_that_came_with_a_game_meanwhile_are_not_lost(tmp_path):
    table, taken_in = (PeopleFile(tmp_path / "people.json") for _ in range(2))
    table.note("g1", {0: "Anna"})
    taken_in.note("g2", {0: "Bert"})
    assert table.names("g2") == {0: "Bert"}
    table.note("g1", {1: "Clara"})
    again = PeopleFile(tmp_path / "people.json")
    assert (again.names("g1"), again.names("g2")) == ({0: "Anna", 1: "Clara"}, {0: "Bert"})


def test_whoever_got_up_from_a_game_that_goes_on_has_not_played_it(tmp_path):
    people = PeopleFile(tmp_path / "people.json")
    sitting = {0: "Anna", 1: "Tim"}
    scribe = Scribe(people, lambda: dict(sitting))
    stages = iter([None, {1: None}, {1: "Cleo"}, {0: None}])

    class Evening:
        """A session in which people come and go, and which is over at the last moment."""

        def follow(self) -> Iterator[Any]:
            for number, change in enumerate(stages):
                for seat, name in (change or {}).items():
                    sitting.pop(seat, None)
                    sitting.update({} if name is None else {seat: name})
                yield SimpleNamespace(game="g1", outcome=number == 3 or None, settled=None)
                known.append(dict(people.names("g1")))

    known: list[Any] = []
    scribe._follow(SimpleNamespace(session=Evening()))
    assert known == [
        {0: "Anna", 1: "Tim"},
        {0: "Anna"},
        {0: "Anna", 1: "Cleo"},
        {0: "Anna", 1: "Cleo"},  # over: who goes home has played all the same
    ]


def test_an_app_without_rooms_has_no_such_pages(tmp_path):
    house = House(tmp_path)
    app = open_app(house)
    assert Browser(app).get("/games").status_code == 404
    app.extensions["companion"].relay.stop()
