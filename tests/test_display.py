"""The small display: legible pages, codes that phones can read, and nothing sent twice."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from display_pages import LONG, pages, photograph, sheet
from hypothesis import given
from hypothesis import settings as how
from hypothesis import strategies as st
from luma.core.device import dummy
from luma.core.error import DeviceNotFoundError
from msgspec.structs import replace
from PIL import Image, ImageChops

from companion.session.ports import Page
from hardware.display import DisplayPlug, Driver, OledDisplay, open_device, open_display
from hardware.display_code import code_picture, shorter
from hardware.display_face import PITCH_PX, face, legible
from hardware.display_page import draw_page
from hardware.pins import CannotOpen

PICTURES = Path(__file__).parent.parent / "docs" / "display"
#: Set this to draw the pictures of the documentation anew.
WRITE = "COMPANION_WRITE_PICTURES"

FOUR_DE = (("Gelb", 47), ("Rot", 52), ("Blau", 38), ("Grün", 41))
TURN, PAUSED = Page("Anna", ("ist am Zug",)), Page("Pauze")
LETTERS = "AÄÀÂÇÉÈÊËÏÎÔÖŒÙÛÜaäàâçéèêëïîôöœùûüßIJij0123456789.,:;!?()+-×%&/“”„‘’«»–…"


def ink(image: Image.Image) -> int:
    return int(np.asarray(image, np.uint8).astype(bool).sum())


# --- pages ---------------------------------------------------------------------------------------


def emulated():
    """Return luma's own stand-in for a display."""
    return dummy(width=128, height=64, mode="1")


def pictures():
    """Draw the pictures of the documentation: each screen in English, and all in three languages."""
    for name, page in pages("en").items():
        yield name, photograph(page, emulated())
    for language in ("de", "fr", "nl"):
        yield f"all-{language}", sheet(pages(language), emulated)


def test_every_screen_looks_as_in_the_documentation():
    drawn = dict(pictures())
    if os.environ.get(WRITE):
        PICTURES.mkdir(exist_ok=True)
        for name, picture in drawn.items():
            picture.save(PICTURES / f"{name}.png", optimize=True)
    assert {file.stem for file in PICTURES.glob("*.png")} == set(drawn)
    for name, picture in drawn.items():
        with Image.open(PICTURES / f"{name}.png") as stored:
            other = ImageChops.difference(stored.convert("L"), picture.convert("L"))
        assert other.getbbox() is None, name


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_no_screen_has_to_leave_words_out(language):
    for name, page in pages(language).items():
        assert whole(page), (language, name)


def whole(page):
    """Tell whether a page can be read to its end: it looks otherwise if its last word is another."""
    if not page.lines:
        return True
    *lines, last = page.lines
    other = replace(page, lines=(*lines, last[:-1] + ("o" if last[-1] != "o" else "n")))
    return ImageChops.logical_xor(draw_page(page), draw_page(other)).getbbox() is not None


def test_every_situation_has_a_screen_of_its_own():
    shown = pages("en")
    assert len(set(map(str, shown.values()))) == len(shown)


def test_a_sentence_that_is_too_long_is_cut_where_nobody_can_miss_it():
    assert not whole(LONG)


def test_the_letters_of_the_last_row_are_not_cut_off():
    dots = np.asarray(draw_page(Page("-", ("pqyg",) * 4)))
    line = int(dots.sum(axis=1).argmax())
    below = int(dots[line + 1 :].sum())
    assert below > 0
    assert below % 4 == 0  # four rows with the same letters have the same dots


def test_what_is_held_together_by_a_space_stays_in_one_line():
    assert face(12).wrap(legible("Encore un\u202f!"), 60) == ["Encore", "un\u00a0!"]


def test_a_short_page_is_written_large_and_a_long_one_is_cut():
    short, long = draw_page(Page("Anna", ("plays",))), draw_page(LONG)
    rows = np.asarray(short).any(axis=1)
    tallest = max(len(run) for run in "".join("#" if row else " " for row in rows).split())
    assert tallest >= 18  # the capital of the title alone: 3 mm on the smallest display
    assert ink(long) > 500


def test_the_name_of_who_is_at_the_move_is_as_tall_as_the_display_allows():
    alone = draw_page(Page("Anna", ("ist am Zug",)))
    with_scores = draw_page(Page("Anna", ("ist am Zug",), FOUR_DE))
    assert ink(alone.crop((0, 0, 128, 30))) > ink(with_scores.crop((0, 0, 128, 20)))


@how(deadline=None)
@given(
    title=st.text(max_size=60),
    lines=st.lists(st.text(max_size=90), max_size=5),
    scores=st.lists(st.tuples(st.text(max_size=12), st.integers(-20, 400)), max_size=6),
    code=st.none() | st.just("http://192.168.1.20:8000/"),
)
def test_any_page_can_be_drawn(title, lines, scores, code):
    page = Page(title, tuple(lines), tuple(scores), code)
    assert draw_page(page).size == (128, 64)


@pytest.mark.parametrize("size", PITCH_PX)
def test_every_letter_of_four_languages_is_there(size):
    letters = face(size)
    missing = letters._font.getmask("\ufffe", mode="1")
    blank = bytes(missing), missing.size
    for letter in LETTERS:
        mask = letters._font.getmask(letter, mode="1")
        assert (bytes(mask), mask.size) != blank, letter
        assert any(bytes(mask)), letter


def test_what_cannot_be_written_is_spelled_as_well_as_can_be():
    assert legible("Ångström Łódź") == "Ångström Łódź"
    assert legible("e\u0301") == "é"
    assert legible("ﬁn ²") == "fn ²"
    assert legible("東京") == "??"


def test_words_are_broken_only_if_they_must():
    letters = face(12)
    assert letters.wrap("one two three", 60) == ["one two", "three"]
    rows = letters.wrap("Donaudampfschifffahrtsgesellschaft", 60)
    assert "".join(rows) == "Donaudampfschifffahrtsgesellschaft"
    assert all(letters.width_px(row) <= 60 for row in rows)


# --- codes ---------------------------------------------------------------------------------------

ADDRESSES = (
    "http://192.168.178.42:8000/",
    "http://10.0.0.7:8000",
    "http://table.local:8000/seat/k3f9",
    "http://192.168.178.42:8000/join?seat=3&key=x7Kp",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_camera_reads_the_code_off_the_display(address):
    page = draw_page(Page("Join in", ("Scan",), code=address)).convert("L")
    seen = page.resize((128 * 6, 64 * 6), Image.Resampling.NEAREST)
    framed = cv2.copyMakeBorder(np.asarray(seen), 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=0)
    said, corners, _ = cv2.QRCodeDetector().detectAndDecode(framed)
    assert corners is not None
    assert said == shorter(address)


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_dots_of_a_code_are_at_least_two_dots_of_the_display(address):
    picture = np.asarray(code_picture(address, 64))
    dark = np.argwhere(~picture)
    (top, left), (bottom, right) = dark.min(axis=0), dark.max(axis=0)
    inside = picture[top : bottom + 1, left : right + 1]
    assert top >= 3
    assert (inside[::2, ::2] == inside[1::2, 1::2]).all()


# --- devices -------------------------------------------------------------------------------------


class Wire:
    """A bus that counts what is sent, and can be cut."""

    def __init__(self) -> None:
        self.sent, self.cut = 0, False

    def command(self, *_words: int) -> None:
        """Take orders, which do not show."""

    def cleanup(self) -> None:
        """Let go of the bus."""

    def data(self, data: list[int]) -> None:
        if self.cut:
            raise DeviceNotFoundError("I2C device not found on address: 0x3C")
        self.sent += len(data)


@pytest.mark.parametrize("driver", [Driver.SSD1306, Driver.SH1106])
def test_the_same_page_again_is_not_sent(driver):
    wire = Wire()
    display = OledDisplay(open_device(DisplayPlug(driver, rotate=2), wire))
    display.show(TURN)
    before = wire.sent
    display.show(Page("Anna", ("ist am Zug",)))
    assert wire.sent == before
    display.show(PAUSED)
    assert wire.sent > before
    display.close()
    display.close()
    display.show(TURN)  # nobody is there any more


def test_a_loose_wire_is_noticed_once_and_forgiven():
    wire, notices, over = Wire(), [], []
    device = open_device(DisplayPlug(Driver.SSD1306), wire)
    display = OledDisplay(device, notices.append, over.append)
    wire.cut = True
    display.show(TURN)
    display.show(PAUSED)
    assert [notice.id for notice in notices] == ["device.display.no-answer"]
    wire.cut, before = False, wire.sent
    display.show(PAUSED)
    assert wire.sent > before
    assert over == notices
    wire.cut = True
    display.show(TURN)
    assert (len(notices), len(over)) == (2, 1)
    display.close()


def test_whoever_hears_of_a_loose_wire_may_show_another_page_at_once():
    wire, notices = Wire(), []

    def answer(text):
        notices.append(text.id)
        display.show(PAUSED)

    display = OledDisplay(open_device(DisplayPlug(Driver.SSD1306), wire), answer)
    wire.cut = True
    display.show(TURN)
    assert notices == ["device.display.no-answer"]
    display.close()


def test_a_machine_without_a_bus_says_so():
    with pytest.raises(CannotOpen) as caught:
        open_display(DisplayPlug(Driver.SSD1306, bus=22))
    assert caught.value.text.id == "device.display.no-bus"
