"""The whole of ``companion serve`` as a service starts it: it says that it is up, and it answers."""

from __future__ import annotations

import html
import os
import re
import signal
import sqlite3
import subprocess
import sys
import urllib.request
from contextlib import closing, contextmanager
from urllib.parse import urlencode

import pytest
from command_line import ROOT, companion
from patience import comes_true
from test_install_notify import Manager

from companion.games import Wish, kits
from companion.session.store import By, How, Store
from companion.session.store_entry import HOST

MAIN = (sys.executable, "-c", "from companion.app.cli import main; main()", "serve")


def environ(folder):
    """Return the surroundings of a service, with a program in place of the one that switches off."""
    own = {"COMPANION_STATE": str(folder), "COMPANION_LANGUAGE": "en", "PYTHONPATH": str(ROOT)}
    settings = folder / "settings.toml"
    settings.write_text("", "utf-8")
    systemctl = folder / "bin" / "systemctl"
    systemctl.parent.mkdir()
    systemctl.write_text(f'#!/bin/sh\necho "$@" >>"{folder}/asked"\n', "utf-8")
    systemctl.chmod(0o755)
    own["PATH"] = f"{systemctl.parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, **own, "COMPANION_SETTINGS": str(settings), "WATCHDOG_USEC": "400000"}


@contextmanager
def service(folder, *words, power_off=False):
    """Start the table as systemd does; yield it with whoever listens to it and what it printed."""
    manager = Manager(f"@companion-serve-{os.getpid()}")
    log = folder / "log"
    with manager.socket, log.open("w") as out:
        manager.socket.settimeout(60)
        told = {**environ(folder), **manager.environ}
        if power_off:
            told["COMPANION_POWER_OFF"] = "yes"
        process = subprocess.Popen([*MAIN, "--port", "0", *words], env=told, stderr=out, cwd=folder)
        try:
            while "READY=1" not in manager.hear():
                pass
            yield process, manager, log
        finally:
            process.kill()
            process.wait()


def port_in(log):
    return re.search(r"localhost:(\d+)", log.read_text("utf-8"))[1]


def get(log, path="/"):
    port = port_in(log)
    with urllib.request.urlopen(f"http://localhost:{port}{path}", timeout=20) as answer:
        return answer.status


def page(log):
    with urllib.request.urlopen(f"http://localhost:{port_in(log)}/", timeout=20) as answer:
        return html.unescape(answer.read().decode())


@pytest.mark.parametrize("camera", ["none", "usb:/dev/no-such-camera"])
def test_it_runs_without_a_camera_and_without_having_learned_the_table(tmp_path, camera):
    with service(tmp_path, "--camera", camera, power_off=True) as (process, manager, log):
        assert get(log) == 200
        assert "WATCHDOG=1" in manager.hear()
        assert {"games.sqlite", "keys.json"} <= {file.name for file in tmp_path.iterdir()}
        process.send_signal(signal.SIGTERM)
        while "STOPPING=1" not in manager.hear():
            pass
        assert process.wait(20) == 0
    assert not (tmp_path / "asked").exists()  # whoever stops the service leaves the machine on


def switch_off(log):
    """Do what the host does on the page."""
    here = f"http://127.0.0.1:{port_in(log)}"
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def token():
        page = browser.open(f"{here}/host", timeout=20).read().decode()
        return re.search(r'data-token="([^"]+)"', page)[1]

    form = {"token": token(), "pin": re.search(r"PIN is (\d+)", log.read_text("utf-8"))[1]}
    browser.open(f"{here}/host/login", urlencode(form).encode(), timeout=20).close()
    wish = urllib.request.Request(
        f"{here}/api/host/shut-down", b"", {"X-Token": token()}, method="POST"
    )
    browser.open(wish, timeout=20).close()


@pytest.mark.parametrize("installed", [True, False])
def test_switching_the_table_off_means_the_machine_only_where_it_is_installed(tmp_path, installed):
    with service(tmp_path, "--camera", "none", power_off=installed) as (process, _manager, log):
        switch_off(log)
        assert process.wait(20) == 0
        assert ("This machine is switching itself off." in log.read_text("utf-8")) is installed
    asked = tmp_path / "asked"
    assert asked.exists() is installed
    if installed:
        assert asked.read_text("utf-8") == "--no-ask-password poweroff\n"


def test_games_that_cannot_be_used_are_put_aside_and_everybody_hears_of_it(tmp_path):
    (tmp_path / "games.sqlite").write_bytes(bytes(range(256)) * 20)
    with service(tmp_path, "--camera", "none") as (_process, _manager, log):
        assert "games.sqlite could not be used. This is no database" in log.read_text("utf-8")
        assert "games.sqlite could not be used. This is no database" in page(log)
    assert (tmp_path / "games.aside-1.sqlite").read_bytes() == bytes(range(256)) * 20


def test_a_game_with_a_damaged_entry_is_kept_told_and_in_nobodys_way(tmp_path):
    path = tmp_path / "games.sqlite"
    game, options = kits()["vienna"].open(Wish(2))
    with Store.open(path) as store:
        setup = game.states.encode(game.setup(options))
        log = store.begin("vienna", edition="reference", setup=setup)
        log.append([b'{"type":"b1t"}'], by=By(HOST, How.HOST))
    path.write_bytes(path.read_bytes().replace(b"b1t", b"b0t"))
    with service(tmp_path, "--camera", "none") as (_process, _manager, log):
        told = "The last game cannot be taken up. Entry 1 of game"
        assert comes_true(lambda: told in log.read_text("utf-8"))
        assert "Traceback" not in log.read_text("utf-8")
        assert comes_true(lambda: told in page(log))
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("select count(*) from entry").fetchone() == (1,)


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
