"""The pages where packs are made: who may come in, what is kept, and what is refused."""

import json
import re
from functools import cache

import cv2
import numpy as np
import pytest
from command_line import companion
from test_maker import told
from web_house import KIT, Browser, House

from companion.app.maker import PackBench
from companion.games.vienna.box import DATA
from companion.packs import draft_actions as a
from companion.packs.draft_act import NotDone
from companion.packs.draft_journal import keep
from web.app import create_app
from web.keys import Keys
from web.limits import Limits
from web.maker import maker_room

BOARD = ((60.3, 80.2), (640.1, 90.4), (632.5, 521.7), (52.8, 512.3))
TABLEAU = ((700.6, 150.1), (1040.2, 144.7), (1044.1, 398.9), (705.5, 405.2))
REFERENCE = json.loads((DATA / "reference" / "full" / "board.json").read_text("utf-8"))


@cache
def photo() -> bytes:
    """Return a photo of a plain table with two bright rectangles on it."""
    image = np.full((700, 1150, 3), (70, 100, 130), np.uint8)
    image += np.random.default_rng(1).integers(0, 12, image.shape, np.uint8)
    for corners, colour in ((BOARD, (190, 205, 210)), (TABLEAU, (150, 90, 60))):
        shape = np.round(np.array(corners) * 16).astype(np.int32)
        cv2.fillConvexPoly(image, shape, colour, cv2.LINE_AA, 4)
    return cv2.imencode(".jpg", image)[1].tobytes()


@pytest.fixture
def bench(tmp_path):
    return PackBench(KIT, tmp_path / "boards")


@pytest.fixture
def app(tmp_path, bench):
    house = House(tmp_path)
    quick = Limits(commands=(10_000, 1.0), joins=(10_000, 1.0))
    app = create_app(house, Keys(), quick, rooms=[maker_room(bench)])
    yield app
    app.extensions["companion"].relay.stop()
    house.close()


@pytest.fixture
def host(app):
    browser = Browser(app)
    browser.lead()
    return browser


def upload(browser, path, content):
    return browser.http.post(path, data=content, headers={"X-Token": browser.token})


@pytest.fixture
def name(host):
    address = upload(host, "/api/maker/begin/full", photo()).json["go"]
    return address.split("/")[2].split("?")[0]


def do(host, draft, version, /, **action):
    body = {"version": version, "tool": "put.building", "action": action}
    return host.send(f"/api/maker/{draft}/do", body)


# --- who may come in -------------------------------------------------------------------------

PAGES = ("", "/{}", "/{}/photo/board.jpg", "/{}/straight/board.jpg", "/pack/mine.json")
COMMANDS = (
    "begin/full",
    "bring",
    "{}/do",
    "{}/undo",
    "{}/look",
    "{}/save",
    "{}/forget",
    "{}/photo/board",
)


def test_only_the_host_comes_in(app, name):
    guest = Browser(app)
    for path in PAGES:
        assert guest.get("/maker" + path.format(name)).status_code == 403, path
    for path in COMMANDS:
        assert guest.send(f"/api/maker/{path.format(name)}").status_code == 403, path


def test_a_command_needs_the_token_of_a_page_of_ours(host, name):
    for path in COMMANDS:
        assert host.http.post(f"/api/maker/{path.format(name)}", data=b"{}").status_code == 403


def test_the_host_finds_the_way(host, name):
    assert '<a href="/maker">Make a pack</a>' in host.text("/host")
    assert f"/maker/{name}" in host.text("/maker")


@pytest.mark.parametrize("name", ["..", "nothing", "%2e%2e", "draft-x/../..", ".hidden", "x" * 300])
def test_no_other_folder_is_opened(host, bench, name):
    assert host.get(f"/maker/{name}").status_code == 404
    assert host.get(f"/maker/pack/{name}.json").status_code == 404
    with pytest.raises(NotDone):
        bench.open("../" + name)


# --- photos ----------------------------------------------------------------------------------


def test_corners_are_proposed_where_cardboard_lies_on_a_plain_table(bench, name):
    found = bench.open(name).draft.corners
    for surface, true in (("board", BOARD), ("intel", TABLEAU)):
        assert np.abs(np.array(found[surface]) - np.array(true)).max() < 4, surface


def test_every_tool_has_its_page_and_every_surface_its_picture(host, bench, name):
    page = host.text(f"/maker/{name}?tool=corners.board")
    tools = [part.split('"')[0] for part in page.split('href="?tool=')[1:]]
    assert len(set(tools)) == 24
    for tool in set(tools):
        assert host.get(f"/maker/{name}?tool={tool}").status_code == 200, tool
    for surface, size in (("board", (1400, 1050)), ("intel", (800, 600))):
        sent = host.get(f"/maker/{name}/straight/{surface}.jpg")
        image = cv2.imdecode(np.frombuffer(sent.data, np.uint8), cv2.IMREAD_COLOR)
        assert image.shape[1::-1] == size
        assert (
            np.ptp(image[20:-20, 20:-20].astype(int), axis=(0, 1)).max() < 25
        )  # nothing but cardboard


def test_what_is_no_photo_is_refused_in_words(host, bench):
    answer = upload(host, "/api/maker/begin/full", b"no photo at all")
    assert answer.status_code == 409
    assert "no photo that can be read" in answer.json["refused"]
    assert bench.drafts() == ()


def test_a_photo_may_be_large_but_not_endless(host):
    huge = {"Content-Length": "40000000", "X-Token": host.token}
    assert host.http.post("/api/maker/begin/full", headers=huge).status_code == 413
    assert host.send("/api/maker/draft-x/do", {"action": "x" * 20_000}).status_code == 413


def test_a_kept_photo_tells_nothing_of_the_phone(host, bench):
    secret = photo()
    secret = secret[:2] + b"\xff\xfe\x00\x0dGPS here 48" + secret[2:]
    go = upload(host, "/api/maker/begin/full", secret).json["go"]
    assert b"GPS" not in bench.photo(go.split("/")[2].split("?")[0], "board")


def test_another_photo_of_one_surface_leaves_the_other_alone(host, bench, name):
    before = bench.open(name).draft
    assert upload(host, f"/api/maker/{name}/photo/intel", photo()).status_code == 200
    now = bench.open(name).draft
    assert now.photos["board"] == before.photos["board"]
    assert now.photos["intel"] != before.photos["intel"]


# --- taps ------------------------------------------------------------------------------------


def test_a_tap_is_on_the_disk_before_it_is_answered(host, bench, name, tmp_path):
    answer = do(host, name, 1, do="put", kind="building", at=[[57.99, 66.14]])
    assert answer.json["version"] == 2
    assert 'data-place="b01"' in answer.json["overlay"]
    again = PackBench(KIT, tmp_path / "boards").open(name)
    assert again.draft.spots["b01"].xy == (57.99, 66.14)
    assert again.journal.taps == 1


def test_undo_and_a_second_tab(host, name):
    do(host, name, 1, do="put", kind="building", at=[[50, 60]])
    stale = do(host, name, 1, do="put", kind="building", at=[[150, 60]])
    assert stale.status_code == 409
    assert stale.json["stale"] is True
    back = host.send(f"/api/maker/{name}/undo", {"version": 2, "tool": "put.building"})
    assert "b01" not in back.json["overlay"]
    assert host.send(f"/api/maker/{name}/undo", {"version": 3}).status_code == 409


@pytest.mark.parametrize(
    "action", [{}, {"do": "dance"}, {"do": "put"}, {"do": "put", "kind": 3, "at": []}]
)
def test_nonsense_is_refused(host, name, action):
    assert do(host, name, 1, **action).status_code == 400


def test_a_page_cannot_make_up_a_photo(host, name):
    answer = do(host, name, 1, do="photo", surface="board", name="../../secret")
    assert answer.status_code == 409


def test_faults_are_told_as_they_are_made(host, name):
    answer = do(host, name, 1, do="put", kind="building", at=[[100, 100], [110, 100]])
    assert "lies on top of b02" in answer.json["panel"]
    assert "wrong" in answer.json["overlay"]


def test_a_fault_is_told_where_it_can_be_put_right_and_by_a_name_people_know(host, name):
    do(host, name, 1, do="field", row="roof", xy=[50, 50])
    do(host, name, 2, do="field", row="roof", xy=[52, 50])
    page = host.text(f"/maker/{name}?tool=row.roof")
    assert "<b>Roof, field A</b> At 50, 50 mm this lies on top of Roof, field B." in page
    assert "Roof, field" not in host.text(f"/maker/{name}?tool=put.building")
    assert "<b>Roof, field A</b>" in host.text(f"/maker/{name}?tool=check")


def test_letters_are_not_filled_in_by_likeness(host, name):
    assert "tap the building that shows it" in host.text(f"/maker/{name}?tool=fact.building.letter")


def test_a_half_written_draft_is_never_read(bench, name, tmp_path):
    folder = tmp_path / "boards" / "drafts" / name
    (folder / ".draft.json.1234.part").write_text("{", "utf-8")
    assert bench.open(name).journal.version == 1
    (folder / "draft.json").write_text("{", "utf-8")
    with pytest.raises(NotDone):
        bench.open(name)
    assert bench.drafts() == ()


def test_a_disk_that_takes_nothing_is_told_of_and_nothing_is_lost(host, bench, name, monkeypatch):
    def full(*_args: object) -> None:
        raise OSError(28, "no space left")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        answer = do(host, name, 1, do="put", kind="building", at=[[50, 60]])
    assert answer.status_code == 507
    assert "cannot be written" in answer.json["refused"]
    assert bench.open(name).journal.version == 1


# --- packs -----------------------------------------------------------------------------------


def finished(bench, name, edition="Mine"):
    """Put a whole board on the bench, as if all of it had been tapped."""
    work = bench.open(name)
    draft = told({**REFERENCE, "edition": edition})
    actions = [a.Called(edition)]
    for kind, prefix in (("building", "b"), ("square", "s")):
        spots = {n: spot for n, spot in draft.spots.items() if n.startswith(prefix)}
        actions.append(a.Put(kind, tuple(spot.xy for spot in spots.values())))
    actions.append(a.Move("flag:b01", REFERENCE["buildings"][0]["flag_xy"]))
    for spot_name, spot in draft.spots.items():
        if spot.beside:
            actions.append(a.Move(f"flag:{spot_name}", spot.beside))
        actions += [a.Say(fact, {spot_name: word}) for fact, word in spot.facts.items()]
    for row, line in draft.lines.items():
        if row.startswith("info"):
            actions.append(a.Count(row, line.count))
        actions += [a.Field(row, xy, index) for index, xy in line.anchors.items()]
        actions += [a.Area(row, start) for start in line.starts]
    folder = bench._drafts / name
    keep(folder / "draft.json", work.journal.then(*actions))


def test_a_finished_pack_is_saved_shared_and_taken_in(host, bench, name, tmp_path):
    assert host.send(f"/api/maker/{name}/save").status_code == 409
    finished(bench, name)
    assert "Nothing is missing and nothing is wrong" in host.text(f"/maker/{name}?tool=check")
    saved = host.send(f"/api/maker/{name}/save").json["pack"]
    checked = companion("pack", "check", tmp_path / "boards" / "packs" / saved)
    assert checked.exit_code == 0, checked.output
    shared = host.get(f"/maker/pack/{saved}.json")
    assert "attachment" in shared.headers["Content-Disposition"]
    assert {**shared.json, "edition": "reference"} == REFERENCE

    taken = upload(host, "/api/maker/bring", shared.data)
    assert "another pack called “Mine”" in taken.json["refused"]
    theirs = json.dumps({**shared.json, "edition": "Theirs"}).encode()
    assert upload(host, "/api/maker/bring", theirs).json["go"] == "/maker"
    assert [pack.title for pack in bench.packs()] == ["Mine", "Theirs"]
    changed = json.dumps(
        {**shared.json, "edition": "Theirs", "oriel": {"surface": "intel", "xy": [270, 32]}}
    )
    assert upload(host, "/api/maker/bring", theirs).status_code == 200
    assert upload(host, "/api/maker/bring", changed.encode()).status_code == 409


def test_saving_again_replaces_ones_own_pack_and_no_other(host, bench, name):
    finished(bench, name)
    for _ in range(2):
        assert host.send(f"/api/maker/{name}/save").status_code == 200
    other = upload(host, "/api/maker/begin/full", photo()).json["go"].split("/")[2].split("?")[0]
    finished(bench, other, "mine")
    assert host.send(f"/api/maker/{other}/save").status_code == 409


def test_a_pack_with_faults_is_not_taken_in_and_all_are_named(host, bench):
    broken = {**REFERENCE, "edition": "Broken", "buildings": REFERENCE["buildings"][:29]}
    answer = upload(host, "/api/maker/bring", json.dumps(broken).encode())
    assert answer.status_code == 409
    assert "buildings" in {fault["where"] for fault in answer.json["faults"]}
    for nothing in (b"[]", b"\xff", b"{" * 3000, b'{"format": 2}'):
        assert upload(host, "/api/maker/bring", nothing).status_code == 409
    assert bench.packs() == ()


def test_a_draft_is_thrown_away_whole(host, bench, name, tmp_path):
    assert host.send(f"/api/maker/{name}/forget").status_code == 200
    assert list((tmp_path / "boards" / "drafts").iterdir()) == []
    assert host.get(f"/maker/{name}").status_code == 404


# --- the way on -------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_what_is_missing_is_said_tool_by_tool_with_the_way_there(host, name, language):
    host.http.set_cookie("language", language)
    page = host.text(f"/maker/{name}?tool=check").split('<ul class="faults">')[1].split("</ul>")[0]
    assert "board.json" not in page
    assert "investigation" not in page.replace("?tool=row.investigation", "")
    for tool in ("row.investigation", "put.building", "row.info-flask", "streets.square"):
        assert f'<a href="?tool={tool}">' in page, tool


def test_a_track_counts_its_fields_and_is_done_with_its_areas(host, bench, name):
    page = host.text(f"/maker/{name}?tool=row.info-flask")
    assert "0 of 12" in page
    assert "0 of 16" not in page
    for xy in ((40.0, 120.0), (280.0, 120.0)):
        action = a.Field("info:flask", xy)
        bench.do(name, bench.open(name).journal.version, action)
    page = host.text(f"/maker/{name}?tool=check")
    assert "4 areas are still to be shown." in page
    # That areas are missing is said once, and not as a mistake of a field.
    assert page.count('<a href="?tool=row.info-flask"><b>') == 1
    for index in (2, 4, 6, 8):
        bench.do(name, bench.open(name).journal.version, a.Area("info:flask", index))
    assert "areas are still" not in host.text(f"/maker/{name}?tool=check")
    assert 'href="?tool=row.info-flask"><b>' not in host.text(f"/maker/{name}?tool=check")


def test_drafts_are_told_apart_by_picture_day_and_progress(host, name):
    page = host.text("/maker")
    assert f'src="/maker/{name}/small.jpg"' in page
    small = host.get(f"/maker/{name}/small.jpg").data
    assert cv2.imdecode(np.frombuffer(small, np.uint8), cv2.IMREAD_COLOR).shape[1] == 240
    assert re.search(r"Full version, 20\d\d-\d\d-\d\d \d\d:\d\d, \d+ % done", page)


def test_a_finished_pack_leads_on_and_can_be_removed(host, bench, tmp_path):
    upload(host, "/api/maker/bring", json.dumps(dict(REFERENCE, edition="Mine")).encode())
    page = host.text("/maker")
    assert str(tmp_path) not in page
    assert 'href="/host#new-game"' in page
    assert host.get("/maker/pack/mine.svg").data.startswith(b"<svg")
    assert 'data-really="Really?' in page
    assert host.send("/api/maker/pack/nothing/remove").status_code == 409
    assert host.send("/api/maker/pack/mine/remove").json["go"] == "/maker"
    assert bench.packs() == ()
    assert not (tmp_path / "boards" / "packs" / "mine").exists()


def test_every_tap_counts(host, bench, name):
    action = {"do": "put", "kind": "building", "at": [[100, 100]]}
    body = {"version": 1, "tool": "put.building", "action": action, "taps": 4}
    assert host.send(f"/api/maker/{name}/do", body).status_code == 200
    assert bench.open(name).journal.taps == 4
    assert host.send(f"/api/maker/{name}/do", body | {"taps": 0}).status_code == 400
