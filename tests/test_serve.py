"""The whole of ``companion serve`` as a service starts it: it says that it is up, and it answers."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from contextlib import contextmanager

import pytest
from command_line import ROOT, companion
from test_install_notify import Manager

MAIN = (sys.executable, "-c", "from companion.app.cli import main; main()", "serve")


def environ(folder):
    own = {"COMPANION_STATE": str(folder), "COMPANION_LANGUAGE": "en", "PYTHONPATH": str(ROOT)}
    settings = folder / "settings.toml"
    settings.write_text("", "utf-8")
    return {**os.environ, **own, "COMPANION_SETTINGS": str(settings), "WATCHDOG_USEC": "400000"}


@contextmanager
def service(folder, *words):
    """Start the table as systemd does; yield it with whoever listens to it and what it printed."""
    manager = Manager(f"@companion-serve-{os.getpid()}")
    log = folder / "log"
    with manager.socket, log.open("w") as out:
        manager.socket.settimeout(60)
        told = {**environ(folder), **manager.environ}
        process = subprocess.Popen([*MAIN, "--port", "0", *words], env=told, stderr=out, cwd=folder)
        try:
            while "READY=1" not in manager.hear():
                pass
            yield process, manager, log
        finally:
            process.kill()
            process.wait()


def get(log, path="/"):
    port = re.search(r"localhost:(\d+)", log.read_text("utf-8"))[1]
    with urllib.request.urlopen(f"http://localhost:{port}{path}", timeout=20) as answer:
        return answer.status


@pytest.mark.parametrize("camera", ["none", "usb:/dev/no-such-camera"])
def test_it_runs_without_a_camera_and_without_having_learned_the_table(tmp_path, camera):
    with service(tmp_path, "--camera", camera) as (process, manager, log):
        assert get(log) == 200
        assert "WATCHDOG=1" in manager.hear()
        assert {"games.sqlite", "keys.json"} <= {file.name for file in tmp_path.iterdir()}
        process.send_signal(signal.SIGTERM)
        while "STOPPING=1" not in manager.hear():
            pass
        assert process.wait(20) == 0


def test_a_damaged_profile_beside_the_games_is_told_and_the_table_opens(tmp_path):
    (tmp_path / "table").mkdir()
    (tmp_path / "table" / "profile.json").write_text("{", "utf-8")
    with service(tmp_path, "--camera", "usb:/dev/no-such-camera") as (_process, _manager, log):
        assert get(log) == 200
        assert "profile.json" in log.read_text("utf-8")


@pytest.mark.parametrize("word", ["webcam", "pi:x", "folder:"])
def test_a_word_that_names_no_camera_is_wrong_use(tmp_path, monkeypatch, word):
    for name, value in environ(tmp_path).items():
        monkeypatch.setenv(name, value)
    told = companion("serve", "--port", "0", "--camera", word)
    assert told.exit_code == 2
    assert f"“{word}” names no camera" in told.stderr
