"""Switching the machine off: with a program in place of systemd's that notes what it is asked."""

from __future__ import annotations

import pytest
from command_line import missing_texts

from companion.app.power import power_off
from companion.session.texts import LANGUAGES, Texts


@pytest.fixture
def systemctl(tmp_path, monkeypatch):
    """Return how to put a program of that name before all others, and where it notes its words."""
    monkeypatch.setenv("PATH", str(tmp_path))

    def write(ending):
        program = tmp_path / "systemctl"
        program.write_text(f'#!/bin/sh\necho "$@" >"{tmp_path}/asked"\n{ending}\n', "utf-8")
        program.chmod(0o755)
        return tmp_path / "asked"

    return write


@pytest.mark.parametrize(
    "ending", ["exit 0", "kill -TERM $$"], ids=["in peace", "with the service"]
)
def test_systemd_is_asked_to_switch_the_machine_off(systemctl, ending):
    asked = systemctl(ending)
    assert power_off().id == "serve.power-off"
    assert asked.read_text("utf-8") == "--no-ask-password poweroff\n"


def test_a_refusal_is_told_in_its_own_words(systemctl, caplog):
    systemctl("echo 'Interactive authentication required.' >&2; exit 1")
    told = power_off()
    assert told.id == "serve.no-power-off"
    assert told.params["why"] == "Interactive authentication required."
    assert "Interactive authentication required." in caplog.text
    for language in LANGUAGES:
        sentence = Texts.load(language)(told)
        assert missing_texts(sentence) == []
        assert "Interactive authentication required." in sentence


def test_a_machine_without_systemd_stays_on_and_says_why(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    told = power_off()
    assert told.id == "serve.no-power-off"
    assert "systemctl" in told.params["why"]
