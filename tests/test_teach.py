"""Teaching a table: what goes where, hints about the camera, the pages around it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from itertools import pairwise
from math import dist
from threading import Event

import numpy as np
import pytest
from msgspec.structs import replace
from patience import comes_true
from test_people import KIT
from web_house import PIN, House

from calibration.more_lessons import PlayLesson
from companion.app.eyes import BEING_TAUGHT, NOT_TAUGHT, OTHER_BOARD, CameraEyes, cannot_see
from companion.app.house import Sign, TableHouse
from companion.app.notebook import Notebook
from companion.app.seating import take_seats
from companion.app.settings import Settings
from companion.app.teach import Teacher
from companion.app.teach_bench import STANDING, WELL_LIT, bench_of
from companion.app.teach_course import Course
from companion.app.teach_hints import aim, as_pixels, as_shares, camera_hints, outlines
from companion.app.teach_job import Job
from companion.app.teach_layout import APART_MM, lessons, moves, with_piece
from companion.app.teach_photos import Photos, keep_photos, kept_photos, ringed
from companion.app.teach_scout import Scouted
from companion.app.wiring import open_devices
from companion.engine import Text
from companion.games import Wish
from companion.games.vienna.box import DATA
from companion.session.ports import Frame
from companion.session.texts import Texts
from vision.eye import Knowledge
from vision.geometry import Lens, Pose, Vantage
from web.app import create_app
from web.house import NewGame
from web.limits import Limits
from web.teach import teach_room
from web.teach_port import Bench, Busy, Group, Learned, Mark, Named, Seen, Step, Work

PACK = DATA / "reference" / "full"
PLAN = KIT.plan(PACK)
PLACES = {place.id: place for place in PLAN.places}
#: Figures of which there is only one.
ALONE = ("third_man", "investigator")
SIZES = {"board": (560.0, 420.0), "intel": (320.0, 240.0)}


# --- what goes where ----------------------------------------------------------------------------


def test_every_piece_is_shown():
    shown = {p for each in lessons(PLAN) for pieces in each.values() for p in pieces}
    assert shown == set(PLAN.pieces) - PLAN.optional


def test_figures_move_on_and_all_else_lies_where_it_lay():
    first, second = lessons(PLAN)
    (turned,) = {place for place in first.keys() & second.keys() if first[place] != second[place]}
    assert (first[turned], second[turned]) == (("token:front",), ("token:x",))
    moved = {piece for pieces in moves(first, second).values() for piece in pieces} - {"token:x"}
    assert moved == {"agent:yellow", "agent:red", "agent:blue", "agent:green", *ALONE}
    houses = {place for place, pieces in first.items() if pieces[0].startswith("agent:")}
    fields = {place for place, pieces in second.items() if pieces[0].startswith("agent:")}
    assert all(re.fullmatch(r"b\d\d", place) for place in houses)
    assert all(place.startswith("score:") for place in fields)


def test_nobody_lays_more_than_thirty_one_pieces():
    assert pieces_laid(PLAN) == 31


def pieces_laid(plan):
    """Count what hands have to lay, to move or to turn over for all the photos."""
    shown = lessons(plan)
    return sum(len(moves(before, after)) for before, after in pairwise(({}, *shown)))


def test_no_piece_stands_in_the_way_of_another():
    for layout in lessons(PLAN):
        spots = [PLACES[name] for name in layout]
        for number, one in enumerate(spots):
            for other in spots[number + 1 :]:
                assert one.surface != other.surface or dist(one.xy_mm, other.xy_mm) >= APART_MM


def test_what_is_laid_may_lie_there_and_differs_from_the_print():
    for layout in lessons(PLAN, guests=PLAN.optional):
        for place, pieces in layout.items():
            assert set(pieces) <= set(PLACES[place].holds)
            assert pieces != (PLAN.printed.get(place),)


def test_guests_are_shown_only_where_they_are_wanted():
    without = {p for each in lessons(PLAN) for pieces in each.values() for p in pieces}
    guests = {p for each in lessons(PLAN, guests=PLAN.optional) for v in each.values() for p in v}
    assert guests - without == set(PLAN.optional)


def test_one_piece_joins_a_table_that_is_laid():
    now = {"b01": ("agent:red",), "b02": ("agent:blue",)}
    assert with_piece(PLAN, "agent:red", now) == now
    joined = with_piece(PLAN, "third_man", now)
    assert {p: v for p, v in joined.items() if p in now} == now
    assert [v for p, v in joined.items() if p not in now] == [("third_man",)]


def test_a_piece_in_a_crowd_is_shown_once_more_where_it_is_alone():
    now = {"score:0": ("agent:red", "agent:blue")}
    shown = with_piece(PLAN, "agent:red", now)
    assert shown["score:0"] == ("agent:red", "agent:blue")
    (house,) = shown.keys() - {"score:0"}
    assert "third_man" in PLACES[house].holds


def test_a_piece_of_which_there_is_only_one_moves():
    now = {"b01": ("agent:red", "third_man")}
    shown = with_piece(PLAN, "third_man", now)
    assert shown["b01"] == ("agent:red",)
    assert [v for p, v in shown.items() if p != "b01"] == [("third_man",)]


def test_labels_come_back_as_they_were_kept(tmp_path):
    layout = lessons(PLAN, guests=PLAN.optional)[0]
    photo = np.random.default_rng(1).integers(0, 255, (400, 500, 3)).astype(np.uint8)
    corners = {name: np.array([[1.0, 2], [3, 4], [5, 6], [7, 8]]) for name in SIZES}
    photos = Photos(photo, corners).and_also("lesson-1", photo, layout)
    keep_photos(tmp_path, photos, KIT)
    keep_photos(tmp_path, photos, KIT)
    kept = kept_photos(tmp_path, lambda raw, file: KIT.told(raw, PLAN, file))
    assert kept is not None
    told = {p: v for p, v in kept.lessons["lesson-1"][1].items() if v != (PLAN.printed.get(p),)}
    assert told == dict(layout)
    assert np.array_equal(kept.corners["intel"], corners["intel"])
    assert [entry.name for entry in tmp_path.iterdir()] == ["photos"]
    (tmp_path / "photos" / "empty.jpg").write_bytes(b"")
    assert kept_photos(tmp_path, lambda raw, file: KIT.told(raw, PLAN, file)) is None


def test_a_piece_that_is_shown_again_counts_in_its_own_photo_alone():
    photo = np.zeros((4, 4, 3), np.uint8)
    told = {"b01": ("agent:red",), "b02": ("agent:blue",)}
    again = {"b03": ("agent:red",), "b04": ("agent:green",), "b05": ("agent:red", "agent:blue")}
    photos = Photos(photo, {}).and_also("lesson-1", photo, told)
    assert not photos.forgotten
    photos = photos.and_also("agent-red", photo, again)
    counts = {shot.name: shot.told for shot in photos.shots[1]}
    assert counts == {"lesson-1": {"b02": ("agent:blue",)}, "agent-red": {"b03": ("agent:red",)}}
    assert photos.forgotten == {("lesson-1", "b01"), ("agent-red", "b04"), ("agent-red", "b05")}
    assert photos.lessons["lesson-1"][1] == told  # on the disk stays what was to be seen


def test_a_piece_that_stands_in_crowds_only_is_learned_there():
    crowd = {"b05": ("agent:red", "agent:blue"), "b06": ("agent:green",)}
    assert ringed("agent:red", crowd) == {"b05"}


# --- hints about the camera ---------------------------------------------------------------------


def looking(height_mm=850.0, tilt_deg=0.0, aside_mm=0.0, f_px=1365.0):
    """Return the view of a camera above both boards, side by side."""
    lean = np.radians(tilt_deg)
    turn = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])

    def pose(left_mm, top_mm):
        middle = np.array([-450 + left_mm + aside_mm, -210 + top_mm, 0.0])
        return Pose(turn, turn @ middle + np.array([0, 0, height_mm]))

    poses = {"board": pose(0, 0), "intel": pose(580, 90)}
    return Vantage(Lens((1640, 1232), f_px), poses)


def verdicts(vantage):
    return {mark.name: (mark.verdict, mark.text.id) for mark in camera_hints(vantage, SIZES)}


def test_a_camera_that_hangs_well_is_told_so():
    assert {verdict for verdict, _ in verdicts(looking()).values()} == {"ok"}
    height = next(m for m in camera_hints(looking(), SIZES) if m.name == "height")
    assert height.text.params == {"cm": 85}


def test_a_camera_that_is_too_low_is_to_be_raised_by_as_much_as_it_takes():
    low = looking(700)
    marks = {mark.name: mark for mark in camera_hints(low, SIZES)}
    assert marks["edge"].verdict == "bad"
    assert marks["edge"].text.id == "teach.hint.edge.raise"
    raised = 700 + 10 * marks["edge"].text.params["cm"]
    assert verdicts(looking(raised))["edge"][0] == "ok"


def test_a_camera_that_is_too_high_is_to_be_lowered():
    marks = {mark.name: mark for mark in camera_hints(looking(1400), SIZES)}
    assert marks["height"].text.id == "teach.hint.height.lower"
    lowered = 1400 - 10 * marks["height"].text.params["cm"]
    assert verdicts(looking(lowered))["edge"][0] == "ok"
    assert verdicts(looking(lowered))["height"][0] == "ok"


def test_boards_at_the_edge_are_to_be_pushed():
    assert verdicts(looking(1000, aside_mm=180))["edge"] == ("bad", "teach.hint.edge.shift")


@pytest.mark.parametrize(("degrees", "verdict"), [(5, "ok"), (18, "poor"), (30, "bad")])
def test_a_slanting_look_is_noticed(degrees, verdict):
    assert verdicts(looking(1000, tilt_deg=degrees))["level"][0] == verdict


def test_the_outline_to_aim_at_is_within_the_picture_and_true_to_scale():
    shown = aim(SIZES, (1640, 1232))
    px = {name: as_pixels(corners, (1640, 1232)) for name, corners in shown.items()}
    for corners in px.values():
        assert (corners >= 0).all()
        assert (corners < (1640, 1232)).all()
    assert np.ptp(px["board"], axis=0) / np.ptp(px["intel"], axis=0) == pytest.approx([1.75, 1.75])


def test_outlines_are_shares_of_the_picture():
    vantage = looking()
    corners = outlines(vantage, SIZES)["board"]
    back = as_pixels(corners, (1640, 1232))
    assert back == pytest.approx(vantage.corners("board", SIZES["board"]))
    assert np.array(as_shares(back, (1640, 1232))) == pytest.approx(np.array(corners))


# --- long work ----------------------------------------------------------------------------------


def test_a_job_tells_how_far_it_is_and_stops_when_asked():
    told, go_on, done = [], Event(), []

    def run(tell):
        tell(Text("teach.work.find"), 0.5)
        go_on.wait(10)
        tell(Text("teach.work.read"), 0.7)
        done.append(1)

    job = Job(Text("teach.work.learn"), run, lambda: told.append(job.work), print, cancels=True)
    job.start()
    while not told:
        pass
    assert told[0] == Work(Text("teach.work.find"), 0.5, cancels=True)
    job.cancel()
    go_on.set()
    job.wait()
    assert job.work is None
    assert not done


@pytest.mark.parametrize("foreseen", [True, False])
def test_a_job_that_stumbles_says_so_and_is_over(foreseen, caplog):
    heard = []

    def failed(problem):
        heard.append(problem)
        return foreseen

    job = Job(Text("teach.work.learn"), lambda _tell: 1 / 0, lambda: None, failed)
    job.start()
    job.wait()
    assert isinstance(heard[0], ZeroDivisionError)
    assert job.work is None
    assert ("teaching stumbled" in caplog.text) is not foreseen


# --- eyes that nobody has taught ----------------------------------------------------------------


class Still:
    """A camera that always sees the same."""

    def __init__(self) -> None:
        self._number = 0

    def newest(self):
        self._number += 1
        return Frame(np.full((308, 410, 3), 90, np.uint8), float(self._number), self._number)

    read = newest

    def close(self):
        pass


@pytest.fixture
def untaught(tmp_path):
    """Return a house whose camera works, and its eyes, which know nothing."""
    eyes = CameraEyes(Still(), None)
    devices = open_devices(Settings(), lambda _text: None, lambda: None)
    sign = Sign("http://table.test", PIN, "en")
    house = TableHouse(KIT, tmp_path / "games.sqlite", sign, devices, eyes, lambda: None)
    yield house, eyes
    house.close()


def test_a_table_that_nobody_taught_opens_and_says_so(untaught):
    house, eyes = untaught
    assert eyes.blind
    assert house.new_game(NewGame(Wish(2, "full", (), "board"), (), ("board",) * 2)) is None
    session = house.play.session
    assert comes_true(lambda: session.snapshot.notices == (NOT_TAUGHT,))
    eyes.rest()
    assert comes_true(lambda: session.snapshot.notices == (BEING_TAUGHT,))
    eyes.wake()
    assert comes_true(lambda: session.snapshot.notices == (NOT_TAUGHT,))


@pytest.mark.parametrize(
    ("version", "expansions"), [("full", ()), ("full", KIT.expansions), ("entry", ())]
)
def test_a_game_is_seen_on_its_own_board_alone(untaught, version, expansions):
    house, _ = untaught
    wish = Wish(2, version, expansions, "board")
    house.new_game(NewGame(wish, (), ("board",) * 2))
    seating = take_seats(Texts.load("en"), "vienna", wish)

    def why(side):
        nothing = Knowledge(KIT.plan(DATA / "reference" / side), None, None, None)
        return cannot_see(nothing, seating, house.play.session)

    assert why(version) is None
    if version == "full":  # it has a place that the other side lacks
        assert why("entry") == OTHER_BOARD


def test_the_course_begins_only_where_it_can_be_kept(untaught, tmp_path):
    _, eyes = untaught
    taken = tmp_path / "other"
    taken.mkdir()
    (taken / "letter.txt").write_text("hello")
    teacher = Teacher({"full": PACK}, taken, eyes, lambda: None, "en")
    teacher.begin("full", guests=False)
    assert teacher.bench().step is Step.HOME
    assert teacher.bench().problem.id == "see.profile.other-folder"


def test_steps_that_make_no_sense_are_refused(untaught, tmp_path):
    _, eyes = untaught
    teacher = Teacher({"full": PACK}, tmp_path / "table", eyes, lambda: None, "en")
    for step in (Step.CAMERA, Step.LESSON, Step.DONE, Step.TRY):
        with pytest.raises(Busy):
            teacher.go(step)
    for deed in (teacher.take, teacher.accept, teacher.read, teacher.find_again, teacher.lay):
        with pytest.raises(Busy):
            deed()
    with pytest.raises(Busy):
        teacher.teach_piece("agent:red")
    teacher.begin("full", guests=False)
    assert teacher.course.step is Step.CAMERA
    assert len(teacher.course.notes.layouts) == 2
    assert (teacher.picture() or b"").startswith(b"\xff\xd8")
    assert "<svg" in (teacher.drawing("board") or "")
    assert teacher.drawing("moon") is None
    teacher.go(Step.HOME)


# --- the pages ----------------------------------------------------------------------------------


SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>'


class Bare:
    """A workshop that stands still at one step."""

    def __init__(self) -> None:
        self.shown, self.heard, self.taught = Bench(version=1, step=Step.HOME), [], False

    def bench(self):
        return self.shown

    def is_taught(self):
        return self.taught

    def picture(self):
        return b"\xff\xd8picture"

    def photo(self, _name):
        return None

    def drawing(self, surface):
        return SVG if surface == "board" else None

    def piece(self, name):
        return SVG if name == "agent:red" else None

    def report(self):
        return "<p>report</p>"

    def begin(self, side, *, guests):
        self.heard.append(("begin", side, guests))

    def go(self, step):
        if step is Step.TRY:
            raise Busy
        self.heard.append(("go", step))

    def set_corners(self, corners):
        self.heard.append(("corners", corners))

    def teach_piece(self, piece):
        self.heard.append(("piece", piece))

    def forget(self, *, everything):
        self.heard.append(("forget", everything))

    def __getattr__(self, name):
        return lambda: self.heard.append((name,))


@pytest.fixture
def workshop():
    return Bare()


@pytest.fixture
def app(tmp_path, workshop):
    house = House(tmp_path)
    app = create_app(house, limits=Limits(commands=(1000, 10.0)), rooms=[teach_room(workshop)])
    yield app
    app.extensions["companion"].relay.stop()


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def token(client):
    """Be the host, and return what every tap has to show."""
    client.get("/host")
    with client.session_transaction() as session:
        token = session["token"]
    assert client.post("/host/login", data={"token": token, "pin": PIN}).status_code == 303
    return token


def tap(client, token, name, body):
    return client.post(f"/api/teach/{name}", json=body, headers={"X-Token": token})


PAGES = ("/teach/bench", "/teach/live.jpg", "/teach/drawing/board.svg", "/teach/report")


def test_nobody_but_the_host_gets_in(client, token, workshop):
    stranger = client.application.test_client()
    assert stranger.get("/teach").headers["Location"] == "/host"
    assert {stranger.get(path).status_code for path in PAGES} == {403}
    assert stranger.post("/api/teach/take", json={}).status_code == 403
    assert stranger.post("/api/teach/forget", json={}).status_code == 403
    assert client.post("/api/teach/forget", json={}).status_code == 403  # without its token
    assert client.post("/api/teach/take", json={}).status_code == 403
    assert not workshop.heard
    assert {client.get(path).status_code for path in PAGES} == {200}


def test_taps_arrive(client, token, workshop):
    square = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
    assert tap(client, token, "begin", {"side": "full", "guests": True}).status_code == 200
    tap(client, token, "go", {"step": "light"})
    tap(client, token, "corners", {"corners": {"board": square}})
    tap(client, token, "piece", {"piece": "agent:red"})
    tap(client, token, "forget", {"everything": True})
    tap(client, token, "forget", {})
    for name in ("take", "accept", "cancel", "lay", "read", "find"):
        assert tap(client, token, name, {}).status_code == 200
    assert workshop.heard == [
        ("begin", "full", True),
        ("go", Step.LIGHT),
        ("corners", {"board": tuple(map(tuple, square))}),
        ("piece", "agent:red"),
        ("forget", True),
        ("forget", False),
        *((name,) for name in ("take", "accept", "cancel", "lay", "read", "find_again")),
    ]


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("go", {"step": "moon"}),
        ("corners", {"corners": {"board": [[0, 0]]}}),
        ("corners", {"corners": {"board": [["a", 0], [1, 0], [1, 1], [0, 1]]}}),
        ("begin", {"side": 3}),
        ("forget", {"everything": "all"}),
    ],
)
def test_nonsense_is_refused(client, token, workshop, name, body):
    assert tap(client, token, name, body).status_code == 400
    assert not workshop.heard


def test_what_cannot_be_done_now_is_refused_kindly(client, token):
    answer = tap(client, token, "go", {"step": "try"})
    assert answer.status_code == 409
    assert "right now" in answer.json["refused"]


def test_the_host_is_led_to_the_workshop_until_the_table_is_taught(client, token, workshop):
    assert b"two minutes" in client.get("/host").data
    workshop.taught = True
    page = client.get("/host").data
    assert b"two minutes" not in page
    assert b'href="/teach"' in page


def test_the_report_may_run_nothing(client, token):
    assert (
        client.get("/teach/report")
        .headers["Content-Security-Policy"]
        .startswith("default-src 'none'")
    )


SQUARE = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))
FILLED = Bench(
    version=7,
    step=Step.HOME,
    known=True,
    taught="2026-05-01",
    learned=Learned(2, Text("vienna.piece.agent.red"), "2026-05-02 20:15"),
    problem=Text("teach.problem.drag"),
    work=Work(Text("teach.work.find"), 0.4, cancels=True),
    marks=(
        Mark("found", "ok", Text("teach.hint.found")),
        Mark("hand", "bad", Text("teach.photo.hand"), Text("teach.photo.hand-advice")),
    ),
    sides=(Named("entry", Text("vienna.version.entry")),),
    guests=Text("vienna.piece.agent.red"),
    pieces=(Group(STANDING, (Named("agent:red", Text("vienna.piece.agent.red")),)),),
    surfaces=(Named("board", Text("vienna.surface.board")),),
    outlines={"board": SQUARE},
    aim={"board": SQUARE},
    lesson=1,
    lessons=2,
    take=(Named("agent:red", Text("vienna.piece.agent.red"), 2),),
    photo="7",
    warnings=(Text("teach.hint.not-found"),),
    report=True,
    seen=Seen(3, ("b01",), ("b02",)),
    lay=True,
    watched=True,
    ready=True,
)


def test_a_photo_that_is_about_to_take_itself_can_be_held_back(client, token, workshop):
    workshop.shown = replace(FILLED, step=Step.LESSON, work=None, ready=False)
    html = client.get("/teach/bench").json["html"]
    assert "The photo takes itself as soon as" in html
    assert "/api/teach/hold" not in html
    workshop.shown = replace(workshop.shown, ready=True)
    html = client.get("/teach/bench").json["html"]
    assert "All is there. Taking the photo…" in html
    assert "/api/teach/hold" in html
    assert "/api/teach/take" in html  # whoever is in a hurry
    assert tap(client, token, "hold", {}).status_code == 200
    assert workshop.heard == [("hold",)]


@pytest.mark.parametrize(
    ("light", "step"), [("ok", "empty"), ("poor", "light")], ids=["good-light", "poor-light"]
)
def test_good_light_needs_no_step_of_its_own(untaught, tmp_path, light, step):
    _, eyes = untaught
    course = Course(PACK, tmp_path / "table", eyes, "en")
    course.step = Step.CAMERA
    lit = (Mark("dark", light, Text("teach.light.dark")),)
    seen = Scouted((Mark("found", "ok", Text("teach.hint.found")),), lit, {"board": SQUARE})
    shown = bench_of(course, {}, "", None, seen, (4, 3))
    assert shown.onward == step
    assert (WELL_LIT in shown.marks) is (step == "empty")


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_every_step_is_shown_in_every_language(client, token, workshop, language):
    client.set_cookie("language", language)
    for step in Step:
        workshop.shown = replace(FILLED, step=step)
        html = client.get("/teach/bench").json["html"]
        assert "teach." not in html.replace("/api/teach/", "").replace("/teach/", "")
        assert "/api/teach/cancel" in html


def test_what_was_learned_in_play_is_shown_and_can_be_forgotten(client, token, workshop):
    workshop.shown = replace(FILLED, work=None)
    html = client.get("/teach/bench").json["html"]
    assert "2 lessons, the last one: red agent, 2026-05-02 20:15." in html
    assert html.count("/api/teach/forget") == html.count("data-sure") == 2
    workshop.shown = replace(FILLED, learned=None)
    assert "/api/teach/forget" not in client.get("/teach/bench").json["html"]


def test_the_page_hears_of_lessons_and_forgets_them(tmp_path):
    notebook = Notebook(Knowledge(PLAN, None, None, None))
    eyes = CameraEyes(Still(), notebook)
    teacher = Teacher({"full": PACK}, tmp_path / "table", eyes, lambda: None, "en")
    first = teacher.bench()
    assert first.learned is None
    for piece in ("agent:red", "agent:blue"):
        notebook._add(PlayLesson({piece: np.zeros((50, 3), np.uint8)}, (), datetime.now(UTC)))
    shown = teacher.bench()
    assert shown.version > first.version
    assert shown.learned.count == 2
    assert shown.learned.pieces == Text("vienna.piece.agent.blue")
    assert shown.learned.when.startswith("20")
    assert teacher.bench().version == shown.version
    teacher.forget(everything=False)
    assert teacher.bench().learned.pieces == Text("vienna.piece.agent.red")
    teacher.forget(everything=True)
    assert teacher.bench().learned is None
    untaught = Teacher({"full": PACK}, tmp_path, CameraEyes(Still(), None), lambda: None, "en")
    with pytest.raises(Busy):
        untaught.forget(everything=True)


def test_a_page_that_is_up_to_date_is_not_sent_again(client, token, workshop):
    assert "html" not in client.get("/teach/bench?seen=1").json
    assert "html" in client.get("/teach/bench?seen=0").json
