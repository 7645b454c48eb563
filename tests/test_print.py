"""The printed edition: everything is there, in millimetres, in four languages, on any paper."""

from __future__ import annotations

import io
import json
import os
import re
import xml.etree.ElementTree as ET
from collections import Counter
from functools import cache

import cv2
import numpy as np
import pypdf
import pypdfium2
import pytest
from command_line import companion, missing_texts

from companion.app import print_markers
from companion.app.print_edition import PIECES, TITLES, Part, Wanted, part
from companion.app.print_pdf import to_pdf
from companion.drawing.cutout import Cutout
from companion.drawing.poster import OVERLAP_MM, plan
from companion.drawing.sheet import PAPERS, RULER_MM, lay_out, mirrored
from companion.games import kits
from companion.games.vienna.words import Bribe, Colour, Flag, Good, Info
from companion.session.texts import LANGUAGES, Texts
from hardware.raster import rasterise

SVG = "{http://www.w3.org/2000/svg}"
MM_PER_POINT = 25.4 / 72


def words(language: str = "en") -> Texts:
    return Texts.load(language, kits()["vienna"].texts)


@cache
def drawn(name: str, paper: str = "a4", language: str = "en", backs: bool = False) -> Part:
    return part(Wanted(PAPERS[paper], words(language), backs), name)


@cache
def cutouts(name: str) -> tuple[Cutout, ...]:
    return tuple(PIECES[name](words()))


def pieces(name: str) -> list[str]:
    return [piece.name for piece in cutouts(name)]


# --- everything is there -------------------------------------------------------------------------


def test_tiles_and_flags():
    assert Counter(pieces("secret-information")) == {f"tile:{info}": 9 for info in Info}
    assert Counter(pieces("flags")) == {f"flag:{flag}": 6 for flag in Flag}


def test_cards_and_orders():
    assert pieces("cards") == [f"card:{n:03d}" for n in range(1, 176)]
    series = Counter(name.partition(":")[2][0] for name in pieces("orders"))
    assert series == {"S": 5, "A": 30, "B": 25}
    assert len(set(pieces("orders"))) == 60


def test_what_belongs_to_the_desks():
    assert Counter(pieces("desks")) == {
        **{f"desk:{colour}": 1 for colour in Colour},
        **{f"side-table:{colour}": 1 for colour in Colour},
    }
    small = Counter(pieces("desk-tiles"))
    goods = [good for good in Good if good not in (Good.AGENT, Good.SIDE_TABLE)]
    assert all(small[f"desk:{good}:{colour}"] == 1 for good in goods for colour in Colour)
    assert all(small[f"hundred:{c}:{n}"] == 1 for c in Colour for n in (100, 200))
    assert (small["purchase"], small["payday"]) == (5, 2)
    assert all(small[f"marker:{info}"] == 1 for info in Info)
    assert (small["token:front"], small["token:x"], small["arms"]) == (1, 1, 1)


def test_bribes_and_coins():
    assert Counter(pieces("bribes")) == {f"bribe:{bribe}": 20 for bribe in Bribe}
    assert Counter(pieces("coins")) == {"coin:1": 32, "coin:5": 10}


def test_figures_and_aids():
    figures = Counter(pieces("figures"))
    assert all(figures[f"standee:agent:{colour}"] == 9 for colour in Colour)
    assert all(figures[f"standee:feld:{colour}"] == 1 for colour in Colour)
    assert (figures["standee:investigator"], figures["standee:third_man"]) == (1, 1)
    assert Counter(pieces("player-aids")) == {"entry": 4, "full": 4}


def test_every_card_says_its_number_its_action_and_what_it_names():
    for piece in cutouts("cards"):
        root = ET.fromstring(piece.as_svg())
        said = [element.text for element in root.iter(f"{SVG}text")]
        assert piece.name.partition(":")[2] in said
        assert {"I", "II", "III", "IV"} & set(said)


# --- sheets --------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_leaves_its_sheet_and_nothing_overlaps(paper):
    room = PAPERS[paper].room_mm
    for name in PIECES:
        for spots in lay_out(cutouts(name), room, 3):
            boxes = [
                (*s.at, s.at[0] + s.piece.size_mm[0], s.at[1] + s.piece.size_mm[1]) for s in spots
            ]
            for n, (left, top, right, bottom) in enumerate(boxes):
                assert right <= room[0] + 1e-6, name
                assert bottom <= room[1] + 1e-6, name
                for other in boxes[n + 1 :]:
                    apart = other[0] >= right or other[2] <= left or other[1] >= bottom
                    assert apart or other[3] <= top, name


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", [(560, 420), (320, 240)])
def test_posters_cover_everything_and_share_a_strip(paper, size):
    layout = plan(size, PAPERS[paper])
    for side, count, share, room in zip(
        size, (layout.columns, layout.rows), layout.part_mm, layout.paper.room_mm, strict=True
    ):
        assert share <= room
        assert share * count - OVERLAP_MM * (count - 1) == pytest.approx(side)
    parts_of = [
        svg
        for sheet in drawn("board-full", paper).sheets
        for svg in ET.fromstring(sheet).iter(f"{SVG}svg")
        if svg.get("x") is not None
    ]
    for svg in parts_of:  # shown without being made larger or smaller
        _, _, wide, high = map(float, svg.get("viewBox", "").split())
        assert (wide, high) == pytest.approx(
            (float(svg.get("width")), float(svg.get("height"))), abs=0.01
        )


def test_backs_meet_their_faces():
    spots = lay_out(cutouts("cards")[:7], (140, 200), 0)[0]
    behind = mirrored(spots, [spot.piece for spot in spots])
    width = max(s.at[0] + s.piece.size_mm[0] for s in spots)
    for face, back in zip(spots, behind, strict=True):
        assert (
            face.at[0] + face.piece.size_mm[0] / 2 == width - back.at[0] - back.piece.size_mm[0] / 2
        )
        assert face.at[1] == back.at[1]


def test_backs_come_behind_each_sheet():
    for name in ("cards", "orders"):
        assert len(drawn(name, backs=True).sheets) == 2 * len(drawn(name).sheets)
    assert drawn("coins", backs=True) == drawn("coins")


@pytest.mark.parametrize("name", TITLES)
def test_every_sheet_has_title_number_and_ruler(name):
    file = drawn(name)
    for n, sheet in enumerate(file.sheets, 1):
        root = ET.fromstring(sheet)
        said = [element.text for element in root.iter(f"{SVG}text")]
        assert file.title in said
        assert f"{n} of {len(file.sheets)}" in said
        (ruler,) = [g for g in root.iter(f"{SVG}g") if g.findtext(f"{SVG}title") == "ruler"]
        scale = ruler.find(f"{SVG}line")
        assert float(scale.get("x2")) - float(scale.get("x1")) == RULER_MM == 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_sheets_speak_the_language(language):
    files = [drawn(name, language=language) for name in PIECES]
    said = "".join(sheet for file in files for sheet in file.sheets)
    assert missing_texts(said) == []
    assert not re.search(r">[^<]*\{\w+\}[^<]*<", said)
    assert len({file.title for file in files}) == len(PIECES)


def test_sheets_are_made_wherever_one_stands(tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert to_pdf(
        "Sheet", (20.0, 20.0), ['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>']
    ).startswith(b"%PDF")
    os.chdir(tmp_path)  # where pytest can come back from


def test_the_same_wish_gives_the_same_bytes():
    wanted = Wanted(PAPERS["a4"], words())
    for name in ("tableau", "player-aids", "figures"):
        first, again = part(wanted, name), part(wanted, name)
        assert first == again
        assert to_pdf(*_pages(first)) == to_pdf(*_pages(again))


def _pages(file: Part) -> tuple[str, tuple[float, float], tuple[str, ...]]:
    return file.title, file.size_mm, file.sheets


# --- paper ---------------------------------------------------------------------------------------


def pdf(name: str, paper: str = "a4") -> tuple[Part, pypdfium2.PdfDocument]:
    file = drawn(name, paper)
    return file, pypdfium2.PdfDocument(to_pdf(*_pages(file)))


def pixels(page: pypdfium2.PdfPage, px_per_mm: float) -> np.ndarray:
    return page.render(scale=px_per_mm * MM_PER_POINT, grayscale=True).to_numpy().squeeze()


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_have_the_size_of_the_paper(paper):
    for name in ("tableau", "secret-information"):
        wanted, file = pdf(name, paper)
        assert len(file) == len(wanted.sheets)
        sides = sorted(PAPERS[paper].size_mm)
        for page in file:
            size = [side * MM_PER_POINT for side in page.get_size()]
            assert sorted(size) == pytest.approx(sides, abs=0.01)
            assert size == pytest.approx(wanted.size_mm, abs=0.01)


def test_the_ruler_is_100_mm_long_on_paper():
    _, file = pdf("secret-information")
    grey = pixels(file[0], 10)
    row = grey[int((297 - 7.4) * 10), : 111 * 10]  # the line of the ruler, without the hint
    dark = np.flatnonzero(row < 128)
    assert (dark.max() - dark.min()) / 10 == pytest.approx(100, abs=0.3)
    assert dark.min() / 10 == pytest.approx(9, abs=0.3)


def test_a_tile_is_20_mm_wide_on_paper():
    _, file = pdf("secret-information")
    grey = pixels(file[0], 10)
    row = grey[(16 + 10) * 10]  # through the middle of the first row, nine tiles side by side
    dark = np.flatnonzero(row < 250)
    assert (dark.max() - dark.min() + 1) / 10 == pytest.approx(9 * 20, abs=0.3)


def test_text_stays_text_in_our_own_letters():
    file = drawn("player-aids", language="fr")
    written = to_pdf(*_pages(file))
    document = pypdfium2.PdfDocument(written)
    said = " ".join(document[0].get_textpage().get_text_range().split())
    assert "à chaque tour" in said.lower()
    assert "l’Enquêteur" in said
    assert document.get_metadata_value("Title") == file.title
    fonts = {str(font["/BaseFont"]) for font in _fonts(written)}
    assert fonts
    assert all("Cabin" in font for font in fonts)


def _fonts(written: bytes) -> list[pypdf.generic.DictionaryObject]:
    objects = pypdf.PdfReader(io.BytesIO(written))
    found = (objects.get_object(n) for n in range(1, objects.trailer["/Size"]))
    return [thing for thing in found if isinstance(thing, dict) and "/BaseFont" in thing]


# --- patterns for the camera ---------------------------------------------------------------------


def test_opencv_finds_every_corner_of_the_calibration_sheet():
    _, file = pdf("calibration")
    grey = pixels(file[0], 5)
    words_ = cv2.aruco.getPredefinedDictionary(print_markers.BOARD_WORDS)
    square, marker = print_markers.SIZES_MM
    board = cv2.aruco.CharucoBoard(print_markers.BOARD, square, marker, words_)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(np.ascontiguousarray(grey))
    columns, rows = print_markers.BOARD
    assert sorted(ids.flatten()) == list(range((columns - 1) * (rows - 1)))
    at = dict(zip(ids.flatten().tolist(), corners.reshape(-1, 2) / 5, strict=True))
    assert np.linalg.norm(at[1] - at[0]) == pytest.approx(square, abs=0.1)
    assert np.linalg.norm(at[columns - 1] - at[0]) == pytest.approx(square, abs=0.1)


def test_opencv_reads_the_corner_markers():
    words_ = cv2.aruco.getPredefinedDictionary(print_markers.CORNER_WORDS)
    detector = cv2.aruco.ArucoDetector(words_)
    for n, marker in enumerate(print_markers.corner_markers()):
        picture = rasterise(marker.as_svg(), 4)
        corners, ids, _ = detector.detectMarkers(picture)
        assert ids.flatten().tolist() == [n]
        side = np.linalg.norm(corners[0][0][1] - corners[0][0][0]) / 4
        assert side == pytest.approx(print_markers.CORNER_MM, abs=0.3)


# --- the command ---------------------------------------------------------------------------------


def test_all_files_are_written_and_listed(tmp_path):
    folder = tmp_path / "deep" / "paper"
    result = companion("print", "--out", folder, "--json")
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert (report["edition"], report["paper"], report["language"]) == ("reference", "a4", "en")
    assert [file["path"] for file in report["files"]] == sorted(map(str, folder.iterdir()))
    assert len(report["files"]) == len(TITLES)
    for file in report["files"]:
        assert len(pypdfium2.PdfDocument(file["path"])) == file["sheets"]
    assert report["sheets"] == sum(file["sheets"] for file in report["files"])


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_every_paper_in_every_language(tmp_path, paper, language):
    result = companion("print", "--out", tmp_path, "--paper", paper, "--backs", language=language)
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == len(TITLES)
    assert missing_texts(result.stdout) == []


def test_a_folder_that_cannot_be_written_is_refused_at_once(tmp_path):
    wall = tmp_path / "wall"
    wall.write_text("a file, no folder")
    result = companion("print", "--out", wall / "paper")
    assert result.exit_code == 2
    assert str(wall / "paper") in result.stderr


def test_wrong_use_is_explained():
    for args in (("--out", "x", "--paper", "a5"), ("--out", "x", "--edition", "boxed"), ()):
        result = companion("print", *args)
        assert result.exit_code == 2
        assert result.stderr.startswith("Error: ")
        assert missing_texts(result.stderr) == []
