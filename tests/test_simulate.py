"""``companion simulate``: the contract that other tools rely on."""

from __future__ import annotations

import csv
import json

import pytest

from companion.session.texts import LANGUAGES
from tests.command_line import companion, missing_texts, run_companion

KEYS = {
    "games",
    "decisions",
    "decisions_per_cpu_s",
    "rounds",
    "wins_by_seat",
    "mean_score",
    "points_by_source",
}


def figures(*args: object) -> dict[str, object]:
    """Simulate a few games and return what --json says."""
    result = companion("simulate", "--json", *args)
    assert result.exit_code == 0, result.stderr
    assert len(result.stdout.splitlines()) == 1
    return json.loads(result.stdout)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_json_keeps_its_contract(players):
    found = figures("--players", players, "--version", "entry", "--games", 5, "--seed", 1)
    assert set(found) == KEYS
    assert found["games"] == 5
    assert sum(found["wins_by_seat"]) == 5
    assert len(found["wins_by_seat"]) == len(found["mean_score"]) == players
    mean = sum(found["mean_score"]) / players
    assert sum(found["points_by_source"].values()) == pytest.approx(mean, abs=0.01)
    assert found["decisions_per_cpu_s"] > 0
    assert found["rounds"] > 7


def test_same_seed_same_games_to_the_byte():
    def without_time(seed: int) -> str:
        found = json.loads(run_companion("simulate", "--games", 4, "--seed", seed, "--json").stdout)
        del found["decisions_per_cpu_s"]
        return json.dumps(found)

    assert without_time(7) == without_time(7)
    assert without_time(7) != without_time(8)


def test_a_longer_series_begins_with_the_same_games(tmp_path):
    short, long = tmp_path / "short.csv", tmp_path / "long.csv"
    companion("simulate", "--players", 2, "--games", 2, "--csv", short)
    companion("simulate", "--players", 2, "--games", 4, "--csv", long)
    assert long.read_text("utf-8").startswith(short.read_text("utf-8"))


def test_csv_has_a_row_for_each_game_and_seat(tmp_path):
    file = tmp_path / "games.csv"
    found = figures("--players", 3, "--games", 4, "--csv", file)
    with file.open(encoding="utf-8", newline="") as opened:
        rows = list(csv.DictReader(opened))
    assert [(int(row["game"]), int(row["seat"])) for row in rows] == [
        (game, seat) for game in range(1, 5) for seat in range(1, 4)
    ]
    starters = [int(row["seat"]) for row in rows if row["started"] == "1"]
    assert starters == [1, 2, 3, 1]  # the seats take turns at starting
    sources = found["points_by_source"]
    for row in rows:
        assert int(row["score"]) == sum(int(row[source]) for source in sources)
        assert (row["won"] == "1") == (row["rank"] == "1")
    for seat, mean in enumerate(found["mean_score"], 1):
        scores = [int(row["score"]) for row in rows if row["seat"] == str(seat)]
        assert sum(scores) / 4 == pytest.approx(mean, abs=0.001)


def test_random_bots_score_less_than_greedy_ones():
    greedy, random = (
        figures("--players", 2, "--games", 6, "--bots", bots) for bots in ("greedy", "random")
    )
    assert min(greedy["mean_score"]) > max(random["mean_score"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_readable_in_every_language(language):
    result = companion("simulate", "--players", 2, "--games", 2, language=language)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert missing_texts(result.stdout) == []
    assert "VIENNA" in result.stdout.upper()
    assert max(map(len, result.stdout.splitlines())) <= 80
