"""``companion demo``: a game that people like to watch."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from rich.console import Console

from companion.app.board_map import draw_map
from companion.app.marks import choose_marks
from companion.app.scene import compose
from companion.app.screen import Screen
from companion.app.seating import take_seats
from companion.app.sheet import standing
from companion.app.tally import play_match
from companion.app.telling import beats
from companion.games import Wish
from companion.play.bots import Temper
from companion.session.texts import LANGUAGES, Texts
from tests.command_line import companion, missing_texts

SIZES = [(80, 24), (100, 32), (120, 40), (200, 60)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_is_told_to_its_end(players, language):
    result = companion("demo", "--players", players, "--seed", 2, language=language)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert missing_texts(result.stdout) == []
    assert "★" in result.stdout  # the winner's column of the score sheet
    assert "\x1b" not in result.stdout  # plain text in a file
    assert result.stdout.count("\n\n") > 8 * players  # a paragraph for each turn


def test_the_same_seed_tells_the_same_game():
    assert companion("demo", "--seed", 5).stdout == companion("demo", "--seed", 5).stdout
    assert companion("demo", "--seed", 5).stdout != companion("demo", "--seed", 6).stdout


def test_board_tracking_plays_to_the_end():
    result = companion("demo", "--players", 2, "--tracking", "board")
    assert result.exit_code == 0
    assert "★" in result.stdout


@pytest.fixture(scope="module")
def table():
    """A table of four, and the beats of a game at it."""
    seating = take_seats(Texts.load("en"), "vienna", Wish(4, "entry"))
    return seating, list(beats(seating, play_match(seating, Temper.GREEDY, 3, 0)))


def screen_of(seating) -> Screen:
    start = seating.game.setup(seating.options)
    marks = choose_marks(compose(seating.game, start, start), seating.texts)
    return Screen(seating.texts, marks, "demo")


def rendered(what, width: int, height: int) -> str:
    console = Console(width=width, height=height, color_system=None, force_terminal=True)
    with console.capture() as capture:
        console.print(what, height=height)
    return capture.get()


@pytest.mark.parametrize("size", SIZES)
def test_every_seat_and_track_finds_room_on_the_terminal(table, size):
    seating, game = table
    beat = game[len(game) // 2]
    scene = compose(seating.game, beat.after, beat.before)
    lines = rendered(screen_of(seating).draw(scene, beat.log, size), *size).splitlines()
    picture = "\n".join(lines)
    assert len(lines) == size[1]
    assert {len(line) for line in lines} <= {size[0]}
    for name in ("Yellow", "Red", "Blue", "Green", "Flask", "Slide", "ABCDEFGHIJKL"):
        assert name in picture
    assert beat.log[-1].sentence in picture
    assert len(re.findall(r"\d+ Points", picture)) == 4


@pytest.mark.parametrize("size", [(39, 18), (50, 20), (90, 40)])
def test_every_place_is_on_the_map(table, size):
    seating, game = table
    scene = compose(seating.game, game[0].after, game[0].before)
    drawn = draw_map(scene.spots, screen_of(seating).marks, *size).plain
    assert len(drawn.splitlines()) == size[1]
    assert all(f"{number:02d}" in drawn for number in range(1, 31))
    assert sum(drawn.count(symbol) for symbol in "●▲■◆★") == 40


def test_what_a_turn_has_changed_is_pointed_out(table):
    seating, game = table
    marks = screen_of(seating).marks
    taken = [
        beat
        for beat in game
        if any(re.search(r"takes \w+ from", told.sentence) for told in beat.news)
    ]
    assert taken
    for beat in taken:
        scene = compose(seating.game, beat.after, beat.before)
        drawn = draw_map(scene.spots, marks, 60, 24).plain
        assert "✓" in drawn
        assert "▸" in drawn


def test_seats_are_told_apart_by_letters_in_every_language():
    for language in LANGUAGES:
        seating = take_seats(Texts.load(language), "vienna", Wish(4, "entry"))
        letters = {mark.sign for mark in screen_of(seating).marks.seats.values()}
        assert len(letters) == 4
        assert "?" not in letters


def test_a_broken_off_game_shows_its_standing(table):
    seating, game = table
    beat = game[len(game) // 2]
    scene = compose(seating.game, beat.after, beat.before)
    shown = rendered(standing(seating.texts, scene), 80, 20)
    points = [int(number) for number in re.findall(r"(\d+)\s*$", shown, re.MULTILINE)]
    assert sorted(points, reverse=True) == points
    assert len(points) == 4


def test_a_picture_is_complete_by_itself(tmp_path):
    file = tmp_path / "demo.svg"
    result = companion("demo", "--svg", file)
    assert (result.exit_code, result.stdout) == (0, "")
    svg = file.read_text("utf-8")
    ET.fromstring(svg)
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    again = tmp_path / "again.svg"
    companion("demo", "--svg", again)
    assert again.read_text("utf-8") == svg
