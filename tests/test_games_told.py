"""A finished game is told in full, by the names of those who played it: page, files and film."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from kept_game import FULL, keep, kept
from msgspec.structs import replace

from companion.app.exports import as_csv, as_json
from companion.app.finish_paper import paper
from companion.app.finish_print import to_picture
from companion.app.people_file import PeopleFile
from companion.app.replay_frames import LINES, Painter, shots
from companion.app.replay_game import Kept, Wanted, taken_up
from companion.app.replay_lines import sentences
from companion.app.shelf import Shelf
from companion.app.workshop import Workshop
from companion.engine import Text
from companion.session.texts import LANGUAGES, Texts
from web.games_shown import shown_step
from web.wording import words_of

NAMES = {0: "Anna", 1: "Bert", 2: "Christopher-Alexander"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("told")


@pytest.fixture(scope="module")
def game(folder) -> str:
    """Keep a whole full game of three."""
    game = keep(folder, replace(FULL, players=3), seed=3)
    PeopleFile(folder / "people.json").note(game, NAMES)
    return game


def opened(folder: Path, game: str, language: str) -> Iterator[Kept]:
    with taken_up(Texts.load(language), Wanted(game, folder / "games.sqlite")) as found:
        yield found


@pytest.fixture(params=LANGUAGES)
def found(request, folder, game) -> Iterator[Kept]:
    yield from opened(folder, game, request.param)


def page_of(folder: Path, found: Kept) -> list[str]:
    """Return the sentences of the replay's page, step by step."""
    workshop = Workshop()
    replay = Shelf(folder / "games.sqlite", PeopleFile(folder / "people.json"), workshop).replay(
        found.record.id
    )
    workshop.close()
    words = words_of(found.texts.language, found.kit.texts)
    return [shown_step(step, words).told for step in replay.steps]


def film_of(found: Kept) -> list[str]:
    painter = Painter(found)
    return [
        text
        for shot in shots(found)
        for text in (painter.title(shot), painter.told(shot), " ".join(painter.lines(shot, 500)))
    ]


def told_of(folder: Path, found: Kept) -> dict[str, list[str]]:
    """Return every sentence of a game, by where it is told."""
    separator = "," if found.texts.language == "en" else ";"
    table = csv.DictReader(io.StringIO(as_csv(found)), delimiter=separator)
    entries = json.loads(as_json(found))["entries"]
    return {
        "page": page_of(folder, found),
        "csv": [row["told"] for row in table],
        "json": [" ".join(entry["sentences"]) for entry in entries],
        "film": film_of(found),
    }


def test_nothing_is_veiled_once_a_game_is_over(folder, found):
    veil = found.texts(Text("core.sheet.untold"))
    told = told_of(folder, found)
    assert {where: sum(veil in text for text in texts) for where, texts in told.items()} == {
        "page": 0,
        "csv": 0,
        "json": 0,
        "film": 0,
    }
    # Whoever drew which card is told, and every entry says something of its own.
    *_, drawn = (text for one in found.past for text in one.told if "card-drawn" in text.id)
    sentence = found.texts(found.told(drawn))
    assert all(any(sentence in text for text in texts) for texts in told.values())
    quiet = found.texts(Text("cli.replay.quiet"))
    assert sum(text == quiet for text in told["json"]) < len(found.past) / 50


def test_a_game_that_is_not_over_keeps_its_secrets(tmp_path):
    with kept(tmp_path, FULL, answers=150) as (_, log):
        game = log.record.id
    for found in opened(tmp_path, game, "en"):
        veil = found.texts(Text("core.sheet.untold"))
        assert any(veil in text for text in told_of(tmp_path, found)["csv"])
        assert not any("draws card" in t for ts in told_of(tmp_path, found).values() for t in ts)


def test_people_go_by_their_names_not_by_their_colours(folder, found):
    colours = "|".join(found.texts(title) for title in found.titles.values())
    for where, texts in told_of(folder, found).items():
        whole = " ".join(texts)
        assert not re.findall(rf"\b(?:{colours})\b", whole), where
        assert all(name in whole for name in NAMES.values()), where


def test_the_score_sheet_says_who_had_which_colour(found):
    sheet = paper(found)
    names = [f"{NAMES[seat]} ({found.texts(title)})" for seat, title in found.titles.items()]
    assert [player.name for player in sheet.players] == names
    winner = next(player for player in sheet.players if player.wins)
    assert sheet.verdict.startswith(winner.name)


def test_the_picture_of_a_sheet_is_whole_and_ends_where_it_ends(folder, game):
    for found in opened(folder, game, "en"):
        sheet = paper(found)
        png = np.frombuffer(to_picture(found, sheet), np.uint8)
        picture = cv2.imdecode(png, cv2.IMREAD_COLOR)[:, :, ::-1].astype(int)
        inked = np.flatnonzero((picture < 200).any(axis=(1, 2)))
        margin = inked[0]
        assert picture.shape[0] - inked[-1] < 1.5 * margin
        assert np.diff(inked).max() < margin  # no empty third, and no foot below one
        for (
            player
        ) in sheet.players:  # each has a column of points, and below it what they are made of
            colour = [int(player.colour[n : n + 2], 16) for n in (1, 3, 5)]
            rows = (np.abs(picture - colour).max(axis=2) < 6).sum(axis=1) > 100
            assert np.count_nonzero(np.diff(rows.astype(int)) == 1) >= 2


def test_a_nameless_seat_goes_by_what_the_game_calls_it(folder, game):
    for found in opened(folder, game, "en"):
        some = replace(found, names={0: "Anna"})
        told = [some.texts(text) for one in some.past for text in sentences(some, one)]
        assert any(text.startswith("Anna ") for text in told)
        assert any(text.startswith(found.texts(found.titles[1])) for text in told)


def test_a_film_tells_few_lines_at_a_time(folder, game):
    for found in opened(folder, game, "de"):
        painter = Painter(found)
        told = [painter.lines(shot, room) for shot in shots(found) for room in (936.0, 520.0)]
        assert max(map(len, told)) <= LINES
        cut = [lines for lines in told if lines and lines[0].startswith("…")]
        assert 0 < len(cut) < len(told)
        last = painter.told(shots(found)[-1]).split(". ")[-1]
        assert " ".join(painter.lines(shots(found)[-1], 936.0)).endswith(last)
