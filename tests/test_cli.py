"""The command line: help that reads well, and errors of one sentence."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion import __version__
from companion.games import kits
from companion.session.texts import LANGUAGES
from tests.command_line import ROOT, companion, missing_texts, run_companion

REFERENCE = ROOT / "companion/games/vienna/data/reference/entry"

PAGES = [
    (),
    ("demo",),
    ("simulate",),
    ("pack",),
    ("pack", "check"),
    ("init",),
    ("wiring",),
    ("doctor",),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES, ids="-".join)
def test_every_help_page_reads_well_in_every_language(page, language):
    result = companion(*page, "--help", language=language)
    assert result.exit_code == 0
    assert result.stdout.count(" ".join(("companion", *page))) >= 2  # usage and an example
    assert "--language de|en|fr|nl" in result.stdout
    assert missing_texts(result.stdout) == []
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert result.stderr == ""


def test_help_differs_from_language_to_language():
    pages = {companion("simulate", "--help", language=language).stdout for language in LANGUAGES}
    assert len(pages) == len(LANGUAGES)


@pytest.mark.parametrize("language", ["de", "fr", "nl"])
def test_click_never_speaks_english_for_us(language):
    said = companion("--help", language=language).stdout
    said += companion("pack", "check", language=language).stderr
    said += companion("simulate", "--nope", language=language).stderr
    assert not re.search(r"Usage:|Show this|Missing|No such|Error|Try", said)


def test_a_command_without_a_word_shows_its_help():
    for page in ((), ("pack",)):
        assert companion(*page).stdout == companion(*page, "--help").stdout


def test_version():
    result = companion("--version")
    assert (result.exit_code, result.stdout) == (0, f"companion {__version__}\n")


WRONG_USE = [
    ("--nope",),
    ("serv",),
    ("xyzzy",),
    ("--language", "xx", "demo"),
    ("--language",),
    ("simulate", "--player", "3"),
    ("simulate", "--players"),
    ("simulate", "--players", "three"),
    ("simulate", "--players", "3.5"),
    ("simulate", "--players", "1"),
    ("simulate", "--players", "5"),
    ("simulate", "--players", "-99999999999999999999999"),
    ("simulate", "--version", "deluxe"),
    ("simulate", "--version", ""),
    ("simulate", "--expansion", "feld"),
    ("simulate", "--game", "chess"),
    ("simulate", "--games", "0"),
    ("simulate", "--games", "1e3"),
    ("simulate", "--seed", "x"),
    ("simulate", "--seed", str(10**30)),
    ("simulate", "--bots", "clever"),
    ("simulate", "--json=yes"),
    ("simulate", "leftover"),
    ("games", "export", "k3f9"),
    ("simulate", "--games", "1", "--csv", "/no/such/folder/games.csv"),
    ("simulate", "--games", "1", "--csv", "/"),
    ("demo", "--pace", "slow"),
    ("demo", "--pace", "-1"),
    ("demo", "--pace", "nan"),
    ("demo", "--tracking", "none"),
    ("demo", "--svg", "/no/such/folder/demo.svg"),
    ("pack", "chek", "."),
    ("pack", "check"),
    ("pack", "check", "/no/such/folder"),
    ("pack", "check", "/"),
    ("pack", "check", "/dev/null"),
    ("pack", "check", ".", "leftover"),
    ("init", "--out", "/"),
    ("wiring",),
    ("wiring", "--out", "/no/such/folder/wiring.svg"),
    ("wiring", "--out", "w.svg", "--settings", "/no/such/file"),
    ("doctor", "--wait", "-1"),
    ("doctor", "--settings", "/"),
]


@pytest.mark.parametrize("args", WRONG_USE, ids=" ".join)
@pytest.mark.parametrize("language", ["en", "de"])
def test_wrong_use_ends_with_one_sentence(args, language):
    result = companion(*args, language=language)
    assert result.exit_code == 2
    assert result.stdout == ""
    (sentence,) = result.stderr.splitlines()
    assert re.fullmatch(r"\w+: .+[.?!]", sentence), sentence
    assert missing_texts(sentence) == []
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("simulate", "--player", "3"), "--players"),
        (("smulate",), "simulate"),
        (("pack", "chekc", "."), "check"),
        (("simulate", "--players", "9"), "4"),
        (("simulate", "--version", "deluxe"), "entry"),
        (("simulate", "--bots", "clever"), "greedy, random"),
        (("pack", "check", "/no/such/folder"), "/no/such/folder"),
        (("games", "export", "--out", "evening.zip"), "companion export"),
    ],
)
def test_an_error_names_what_would_be_right(args, named):
    assert named in companion(*args).stderr


def test_language_comes_from_the_option_then_our_setting_then_the_system():
    def language_of(*args: str, **env: str) -> str:
        sentence = run_companion(*args, "simulate", "--nope", **env).stderr
        spoken = {companion("simulate", "--nope", language=code).stderr: code for code in LANGUAGES}
        return spoken[sentence]

    assert language_of(LANG="fr_CH.UTF-8") == "fr"
    assert language_of(LANG="fr_CH.UTF-8", COMPANION_LANGUAGE="nl") == "nl"
    assert language_of("--language", "de", LANG="fr_CH.UTF-8", COMPANION_LANGUAGE="nl") == "de"
    assert language_of("--language=de") == "de"
    assert language_of() == "en"


def test_language_may_also_follow_the_command():
    early = run_companion("--language", "de", "demo", "--help").stdout
    assert run_companion("demo", "--help", "--language", "de").stdout == early


def test_a_true_process_ends_without_a_traceback():
    result = run_companion("pack", "check", "/no/such/folder")
    assert result.returncode == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1


def test_a_reader_who_leaves_is_no_error():
    program = f"{sys.executable} -c 'from companion.app.cli import main; main()'"
    shell = ["bash", "-c", f"{program} demo --players 2 | head -n 1; echo ${{PIPESTATUS[0]}}"]
    result = subprocess.run(shell, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert result.stdout.splitlines()[-1] == "0"
    assert result.stderr == ""


def test_ctrl_c_ends_quietly():
    # Whoever tests in the background has told all children to ignore it: listen again.
    listen = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    program = [sys.executable, "-c", f"{listen}; from companion.app.cli import main; main()"]
    command = [*program, "simulate", "--games", "100000"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        time.sleep(2)
        running.send_signal(signal.SIGINT)
        try:
            output, errors = running.communicate(timeout=20)
        finally:
            running.kill()
    assert (running.returncode, output, errors.strip()) == (130, "", "")


def altered_pack(folder: Path, **changes: object) -> Path:
    """Copy the reference board with some keys changed, or left out."""
    board = json.loads((REFERENCE / "board.json").read_text("utf-8")) | changes
    board = {key: value for key, value in board.items() if value is not None}
    (folder / "board.json").write_text(json.dumps(board), "utf-8")
    return folder


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_good_pack_is_called_fine(language):
    result = companion("pack", "check", REFERENCE, language=language)
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 1
    assert missing_texts(result.stdout) == []


def test_a_pack_with_errors_lists_them_all_with_their_places(tmp_path):
    buildings = json.loads((REFERENCE / "board.json").read_text("utf-8"))["buildings"]
    buildings[0]["colour"] = "puce"
    buildings[1]["radius"] = -1
    result = companion("pack", "check", altered_pack(tmp_path, buildings=buildings))
    assert result.exit_code == 1
    assert result.stderr == ""
    assert "colour" in result.stdout
    assert "radius" in result.stdout
    assert "2" in result.stdout.splitlines()[-1]


def test_pack_check_as_json(tmp_path):
    fine = json.loads(companion("pack", "check", REFERENCE, "--json").stdout)
    assert (fine["ok"], fine["errors"], fine["game"]) == (True, 0, "vienna")
    result = companion("pack", "check", altered_pack(tmp_path, squares=None), "--json")
    broken = json.loads(result.stdout)
    assert result.exit_code == 1
    assert (broken["ok"], broken["errors"] > 0) == (False, True)
    assert set(broken["faults"][0]) == {"severity", "where", "id", "sentence"}


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"format": 2}', '{"format": 1}', "\x00", '{"format": 1, "game": 7}']
)
def test_a_pack_that_cannot_be_read_is_one_sentence(tmp_path, content):
    (tmp_path / "board.json").write_text(content, "utf-8")
    result = companion("pack", "check", tmp_path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1


def test_a_pack_of_a_game_we_do_not_know(tmp_path):
    result = companion("pack", "check", altered_pack(tmp_path, game="chess"))
    assert result.exit_code == 2
    assert "chess" in result.stderr
    assert all(name in result.stderr for name in kits())
