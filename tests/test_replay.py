"""``companion replay``: a kept game is told again, entry by entry."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import ROOT, companion, missing_texts
from kept_game import ENTRY, FULL, KIT, keep, kept, moves
from rich.console import Console
from store_table import open_store

from companion.app.replay_game import Wanted, taken_up
from companion.app.replay_steps import Stage, step_through, turn_ends
from companion.engine import BadOptions, fold
from companion.games import Wish
from companion.session.texts import LANGUAGES, Texts

OURS = Path(KIT.texts).parent / "data" / "reference"


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("state")


@pytest.fixture(scope="module")
def game(folder) -> str:
    """Keep a whole game in which somebody stumbles."""
    return keep(folder, stumble=60)


@pytest.fixture
def state(folder, monkeypatch) -> Path:
    monkeypatch.setenv("COMPANION_STATE", str(folder))
    return folder


def retold(game: str, *args: object) -> dict:
    result = companion("replay", game, "--json", *args)
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_has_its_line(game, state, language):
    result = companion("replay", game[-5:], language=language)
    assert result.exit_code == 0
    head, *lines = result.stdout.splitlines()
    assert game in head
    assert [int(line.split()[0]) for line in lines] == list(range(1, len(lines) + 1))
    assert missing_texts(result.stdout) == []


def test_the_line_says_who_when_how_and_what(game, state):
    told = retold(game)
    entry = next(e for e in told["entries"] if e["by"]["how"] == "camera")
    lines = companion("replay", game).stdout.splitlines()
    line = lines[entry["number"]]
    assert f"turn {entry['turn']} " in line
    assert "(camera, 93 %)" in line
    assert all(sentence in line for sentence in entry["sentences"])


def test_what_was_taken_back_is_marked(game, state):
    told = retold(game)["entries"]
    (undone,) = (entry for entry in told if not entry["stands"] and entry["kind"] == "move")
    (undo,) = (entry for entry in told if entry["kind"] == "undo")
    assert undo["takes_back"] == undone["number"]
    lines = companion("replay", game).stdout.splitlines()
    assert [n for n, line in enumerate(lines) if "(taken back)" in line] == [undone["number"]]
    assert f"entry {undone['number']} on" in lines[undo["number"]]


@pytest.mark.parametrize("at", [0, 1, 45, 61, 62, 90])
def test_the_table_is_shown_as_it_was(game, state, at):
    rules, turns = moves(ENTRY)
    # The answer that was given twice is no step in the game itself: entries 61 to 63 are 61 again.
    steps = at if at < 62 else at - 2 if at > 62 else 60
    table = rules.setup(KIT.open(ENTRY)[1])
    for _, turned in zip(range(steps), turns, strict=False):
        table = turned.after
    found = retold(game, "--at", at)
    assert found["at"] == at == len(found["entries"])
    assert rules.states.decode(json.dumps(found["state"]).encode()) == table


def test_points_and_pictures_are_told(game, state):
    told = retold(game)
    with open_store(state) as store:
        entries = store.log(game).entries()
    assert [e["picture"] for e in told["entries"]] == [e.picture for e in entries]
    sums = [0, 0]
    for entry in told["entries"]:
        for points in entry["points"] if entry["stands"] else ():
            sums[points["seat"]] += points["points"]
    assert sums == [seat["score"] for seat in told["state"]["seats"]]


def test_hands_stay_hidden_until_the_game_is_over(tmp_path):
    wish = Wish(2, "full")
    open_game = keep(tmp_path, wish, answers=90)
    database = tmp_path / "games.sqlite"
    with taken_up(Texts.load("en"), Wanted(open_game, database)) as found:
        assert any(seat.hand or seat.plan for seat in found.past[-1].after.seats)
    told = retold(open_game, "--database", database)
    assert not told["over"]
    numbers = [
        card
        for seat in told["state"]["seats"]
        for card in (*seat["hand"], *seat["plan"])
        if isinstance(card, int)
    ]
    assert numbers == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_drawn_without_a_terminal(game, state, language):
    result = companion("replay", game, "--at", 80, language=language)
    assert result.exit_code == 0
    assert missing_texts(result.stdout) == []
    assert "╭" in result.stdout


# --- keys ----------------------------------------------------------------------------------------


def walked(found, keys: list[str], at: int = 0) -> list[int]:
    read = iter(keys)
    return list(step_through(found, lambda: next(read), at))


def test_keys_lead_forward_and_back(game, state):
    with taken_up(Texts.load("en"), Wanted(game)) as found:
        last, ends = len(found.past), turn_ends(found)
        assert walked(found, [" ", "\r", "\x1b[C", "\x1b[D", "p", "q"]) == [0, 1, 2, 3, 2, 1]
        assert walked(found, ["\x1b[D", "q"]) == [0, 0]
        assert walked(found, ["G", " ", "g", "q"]) == [0, last, last, 0]
        assert walked(found, ["\x1b[B", "\x1b[B", "\x1b[A", "\x1b[A", "\x03"]) == [
            *(0, *ends[:2], ends[0]),
            0,
        ]
        assert walked(found, ["?", "x", "q"], at=7) == [7, 7, 7]


def test_whoever_closes_the_terminal_has_enough(game, state):
    def gone() -> str:
        raise EOFError

    with taken_up(Texts.load("en"), Wanted(game)) as found:
        assert list(step_through(found, gone)) == [0]


@pytest.mark.parametrize("size", [(80, 24), (120, 45)])
def test_every_moment_fits_the_screen(game, state, size):
    with taken_up(Texts.load("en"), Wanted(game)) as found:
        stage = Stage(found)
        for number in (0, 1, 61, len(found.past)):
            console = Console(width=size[0], height=size[1], record=True, quiet=False)
            with console.capture() as drawn:
                console.print(stage.draw(number, size, keys=True), end="")
            lines = drawn.get().splitlines()
            assert len(lines) == size[1]
            assert f"Entry {number} of {len(found.past)}" in lines[-1]


def test_on_a_terminal_one_steps_through(game, state):
    ours, theirs = pty.openpty()
    program = "from companion.app.cli import main; main()"
    running = subprocess.Popen(
        [sys.executable, "-c", program, "replay", game, "--step"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=ROOT,
        env={"COMPANION_STATE": str(state), "TERM": "xterm", "COLUMNS": "110", "LINES": "40"},
    )
    os.close(theirs)
    try:
        for key, wanted in ((b"", "Entry 0 of"), (b"n", "Entry 1 of"), (b"G", "The game is over")):
            press_until(ours, key, wanted)
        press_until(ours, b"q", None)
        assert running.wait(timeout=30) == 0
    finally:
        running.kill()
        running.wait()
        os.close(ours)


def press_until(terminal: int, key: bytes, wanted: str | None) -> None:
    """Press a key until something is shown, or until the program has ended.

    A key that comes before the program listens is lost, as on any terminal.
    """
    shown = b""
    for _ in range(150):
        try:
            os.write(terminal, key)
            while select.select([terminal], [], [], 0.2)[0]:
                shown += os.read(terminal, 65536)
        except OSError:  # nobody is there any more
            assert wanted is None
            return
        if wanted is not None and wanted.encode() in shown:
            return
    pytest.fail(shown.decode(errors="replace"))


# --- what cannot be replayed ---------------------------------------------------------------------


def one_sentence(*args: object) -> str:
    result = companion("replay", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    (sentence,) = result.stderr.splitlines()
    assert missing_texts(sentence) == []
    return sentence


def test_a_game_that_is_not_there(game, state):
    assert "nothing-like-it" in one_sentence("nothing-like-it")


def test_no_database(tmp_path):
    assert "nowhere.sqlite" in one_sentence("k3f9", "--database", tmp_path / "nowhere.sqlite")


def test_a_damaged_database(tmp_path):
    (tmp_path / "games.sqlite").write_text("scratched")
    assert "games.sqlite" in one_sentence("k3f9", "--database", tmp_path / "games.sqlite")


def test_an_entry_that_is_not_there(game, state):
    assert "99999" in one_sentence(game, "--at", 99999)


def test_a_game_of_which_nothing_happened(tmp_path):
    game = keep(tmp_path, answers=0)
    database = tmp_path / "games.sqlite"
    listed = companion("replay", game, "--database", database)
    assert listed.exit_code == 0
    assert "yet" in listed.stdout
    assert companion("replay", game, "--database", database, "--at", 0).exit_code == 0
    one_sentence(game, "--database", database, "--out", tmp_path / "empty.gif")
    assert not (tmp_path / "empty.gif").exists()


def test_a_game_of_another_kind_or_time(tmp_path):
    with open_store(tmp_path) as store:
        ludo = store.begin("ludo", edition="old", setup=b"{}").record.id
        odd = store.begin("vienna", edition="reference", setup=b'{"not": "a state"}').record.id
    database = tmp_path / "games.sqlite"
    assert "ludo" in one_sentence(ludo, "--database", database)
    assert odd in one_sentence(odd, "--database", database)


def own_board(folder: Path) -> Path:
    """Describe a board of one's own: ours, under another name."""
    folder.mkdir()
    board = json.loads((OURS / "entry" / "board.json").read_text("utf-8"))
    (folder / "board.json").write_text(json.dumps(board | {"edition": "attic"}), "utf-8")
    return folder


@pytest.mark.parametrize("edition", ["reference", "boxed"])
def test_a_board_of_ones_own_must_be_named(tmp_path, edition):
    board = own_board(tmp_path / "attic")
    game = keep(tmp_path, Wish(2, "entry", board=board, edition=edition), answers=60)
    database = tmp_path / "games.sqlite"
    assert "--board" in one_sentence(game, "--database", database)
    assert "--board" in one_sentence(game, "--database", database, "--board", OURS / "entry")
    assert companion("replay", game, "--database", database, "--board", board).exit_code == 0


@pytest.mark.parametrize("wish", [ENTRY, FULL], ids=["entry", "full"])
def test_a_game_is_opened_again_from_its_set_up(wish, tmp_path):
    with kept(tmp_path, wish, answers=120) as (rules, log):
        again = KIT.reopen(bytes(log.record.setup), log.record.edition)
        entries = log.entries()
    setup = again.states.decode(bytes(log.record.setup))
    events = [again.events.decode(bytes(raw)) for entry in entries for raw in entry.events]
    assert fold(again, setup, events) == fold(rules, setup, events)
    assert again.asks(setup) == rules.asks(setup)


def test_reopening_says_which_board_is_missing(tmp_path):
    wish = Wish(2, "entry", board=own_board(tmp_path / "attic"))
    game, options = KIT.open(wish)
    with pytest.raises(BadOptions) as refused:
        KIT.reopen(game.states.encode(game.setup(options)), "reference")
    assert refused.value.text.params == {"edition": "attic"}
