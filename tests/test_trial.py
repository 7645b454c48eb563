"""A trial: simulated people before a simulated camera, and a table that has only its pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import practice
import pytest
from explain_people import perfect
from table_room import KIT, ROOMY, PerfectEye
from test_people import TABLES, seat_people

from companion.app.seating import Seating, take_seats
from companion.app.trial import reached, show
from companion.app.trial_evening import gather, play_evening, watch
from companion.app.trial_eye import PixelEye
from companion.app.trial_game import Trial
from companion.app.trial_words import Count
from companion.games import Wish
from companion.play.people_words import Habits, Level, Moment
from companion.session.commands import Command, Moving, Saw, Sight
from companion.session.store import Store
from companion.session.texts import LANGUAGES, Texts
from vision.wording import Wording

GOOD = Count(
    games=1, turns=40, moves=200, mistakes_planted=9, mistakes_caught=9, questions=3, taps=40
)


def seat(wish: Wish, language: str = "en") -> Seating:
    return take_seats(Texts.load(language), "vienna", wish)


def test_a_few_turns_are_followed_from_pixels_alone() -> None:
    seating = seat(Wish(2, "full", (), "board"))
    options = seating.starting_with(0)
    learned = practice.table()
    table: Any = SimpleNamespace(
        bare=learned.empty, renderer=learned.renderer, knowledge=learned.knowledge
    )
    eye = PixelEye(seating.game, options, table, Wording("vienna"))
    people, levels = gather(seating, options, "test.2", 0.0)
    count, oddities = watch(seating, options, people, levels, eye, turns=4)
    assert oddities == ()
    assert (count.turns, count.taps) == (4, 4)
    assert count.moves > 40
    assert (count.wrong_moves, count.false_accusations) == (0, 0)
    assert eye.frames > 60


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wish", "seed"),
    [
        (Wish(2, "entry", (), "board"), 1),
        (Wish(3, "full", ("third-man",), "full"), 2),
    ],
)
def test_whole_games_end_with_the_true_score_sheet(wish: Wish, seed: int) -> None:
    count, oddities = play_evening(seat(wish), seed, 0, 0.08)
    assert count.turns > 10
    assert reached(count), oddities


class Sleepy(PerfectEye):
    """An eye that is closed for a while now and then, longer than people wait for it."""

    def watch(self, moment: Moment, until_s: float) -> Iterator[tuple[float, Command]]:
        if moment.time_s // 25 % 3 != 1:
            yield from super().watch(moment, until_s)


class Dazzled(PerfectEye):
    """An eye that is still at work when somebody ends his turn, and then sees nothing for a second."""

    def watch(self, moment: Moment, until_s: float) -> Iterator[tuple[float, Command]]:
        if moment.seat is None or moment.time_s // 25 % 3 != 1:
            yield from super().watch(moment, until_s)
            return
        yield moment.time_s, Moving()
        if any(tap.ends_turn for tap in moment.taps):
            yield moment.time_s + 0.3, Sight(blind=True)
            yield moment.time_s + 1.3, Sight(blind=False)
            yield moment.time_s + 1.4, Saw(perfect(moment))


def play_before(eye: PerfectEye, seed: int, folder: Path) -> Count:
    """Let two who tell everything play a whole game."""
    game, people = seat_people(TABLES[3], Habits(), seed)
    with Store.open(folder / "games.sqlite", ROOMY) as store:
        setup = game.states.encode(people._spans[0].start)
        log = store.begin("vienna", edition="own", setup=setup)
        trial = Trial(game, people, log, eye, signs=KIT.signs, levels=[Level.FULL] * 2)
        return trial.play()


@pytest.mark.parametrize("seed", [1, 2])
def test_a_tap_that_is_taken_late_is_held_against_what_was_played_when_it_was_made(
    seed: int, tmp_path: Path
) -> None:
    count = play_before(Sleepy(), seed, tmp_path)
    assert count.turns > 20
    assert count.wrong_moves == 0


@pytest.mark.parametrize("seed", [1, 2])
def test_people_wait_until_the_table_sees_again_and_then_tap_once_more(
    seed: int, tmp_path: Path
) -> None:
    count = play_before(Dazzled(), seed, tmp_path)
    assert count.wrong_moves == 0
    assert 20 < count.turns < count.taps, "a turn that could not be judged takes a second tap"


@pytest.mark.parametrize(
    "change",
    [
        {"wrong_moves": 1},
        {"false_accusations": 1},
        {"mistakes_caught": 8},
        {"questions": 4},
        {"taps": 41},
    ],
)
def test_each_bar_can_be_missed(change: dict[str, int]) -> None:
    assert reached(GOOD)
    assert not reached(msgspec.structs.replace(GOOD, **change))


def test_evenings_are_added_up() -> None:
    total = Count()
    total.add(GOOD)
    total.add(Count(games=1, turns=3, other_taps=2))
    assert (total.games, total.turns, total.questions, total.other_taps) == (2, 43, 3, 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_are_shown_in_every_language(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    show(seat(Wish(2, "entry", (), "board"), language), GOOD, 7, good=True)
    shown = capsys.readouterr().out
    assert "trial." not in shown
    for figure in ("40", "200", "9", "3"):
        assert figure in shown
