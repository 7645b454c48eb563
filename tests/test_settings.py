"""Settings: read as written, and refused with the key, the line and what would be right."""

from __future__ import annotations

import itertools
import tomllib
from contextlib import suppress

import pytest
from command_line import companion, missing_texts, run_companion
from hypothesis import given
from hypothesis import settings as how
from hypothesis import strategies as st

from companion.app.settings import CameraSettings, Settings
from companion.app.settings_plan import KINDS, SECTIONS, pins_of
from companion.app.settings_read import SettingsError, load_settings, read_settings
from companion.app.settings_write import settings_text
from companion.session.texts import LANGUAGES, Texts
from hardware.display import Driver


def faults(text: str, language: str = "en") -> list[str]:
    with pytest.raises(SettingsError) as caught:
        read_settings(text, "table.toml")
    said = [Texts.load(language)(fault) for fault in caught.value.faults]
    assert not any(missing_texts(sentence) for sentence in said)
    return said


# --- what is written is what is read -------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_defaults_as_written_are_the_defaults_as_read(language):
    text = settings_text(Texts.load(language), Settings())
    assert read_settings(text, "table.toml") == Settings()
    assert missing_texts(text) == []


def test_the_file_names_every_setting_with_a_comment_before_it():
    text = settings_text(Texts.load("en"), Settings())
    given_ = tomllib.loads(text)
    assert set(given_) == {"language", *SECTIONS}
    for section in SECTIONS:
        assert list(given_[section]) == list(KINDS[section])
        assert set(KINDS[section]) == set(getattr(Settings(), section).__struct_fields__)
    lines = text.splitlines()
    for before, line in itertools.pairwise(lines):
        assert " = " not in line or line.startswith("#") or before.startswith("#")
    assert max(map(len, lines)) <= 100


def test_other_settings_survive_writing_and_reading():
    text = (
        'language = "fr"\n[lamps]\nseats = [5, [6, 7, 8]]\npurchase = "none"\npayday = "none"\n'
        'status = "none"\nbrightness = 1\n[buttons]\nundo_hold_s = 0\ndone = 9\npause = "none"\n'
        'done_at_seats = [10, 11]\n[display]\ndriver = "sh1106"\naddress = 0x3d\n'
        '[sounds]\non = true\n[network]\naddress = "table.local"\n'
    )
    settings = read_settings(text, "table.toml")
    assert settings.lamps.seats == (5, (6, 7, 8))
    assert settings.lamps.purchase is None
    assert settings.buttons.pins().by_name() == {
        "done": 9, "undo": 24, "confirm": 25, "done-1": 10, "done-2": 11,
    }  # fmt: skip
    assert (settings.display.driver, settings.display.address) == (Driver.SH1106, 0x3D)
    assert read_settings(settings_text(Texts.load("de"), settings), "x") == settings


@pytest.mark.parametrize(
    "word",
    [
        *("auto", "none", "simulated", "pi", "pi:1", "usb", "usb:2", "usb:/dev/v4l/by-id/a-b"),
        *("folder:/srv/my photos", 'video:/srv/it\'s "the" film.mp4', "folder:C:\\photos"),
    ],
)
def test_every_camera_that_can_be_named_can_be_set(word):
    settings = Settings(camera=CameraSettings(word))
    text = settings_text(Texts.load("en"), settings)
    assert read_settings(text, "table.toml") == settings


def test_nothing_at_all_are_the_defaults():
    assert read_settings("", "table.toml") == Settings()


def test_the_defaults_use_no_pin_twice_and_leave_the_bus_and_the_serial_line_free():
    pins = [pin for _, _, pin in pins_of(Settings())]
    assert len(pins) == len(set(pins))
    assert not {2, 3, 14, 15, Settings().sounds.pin} & set(pins)


# --- what is wrong is named ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('langage = "de"', 1, ("langage", "“language”")),
        ('language = "xx"', 1, ("language", "auto, de, en, fr, nl")),
        ("\n[lamps]\n\nbrigthness = 1", 4, ("lamps.brigthness", "“brightness”")),
        ("[lamps]\nbrightness = 3", 2, ("lamps.brightness", "from 0 to 1")),
        ("[lamps]\nbrightness = true", 2, ("true", "not a number")),
        ("[lamps]\nquiet = 1", 2, ("lamps.quiet", "true nor false")),
        ("[lamps]\nseats = 4", 2, ("lamps.seats", "square brackets")),
        ("[lamps]\nstatus = [5, 6]", 2, ("lamps.status", "three", "2")),
        ("[buttons]\ndone = 1", 2, ("buttons.done", "GPIO 1", "add-on")),
        ("[buttons]\ndone = 28", 2, ("GPIO 28", "from 2 to 27")),
        ("[buttons]\ndone = -5", 2, ("GPIO -5",)),
        ('[buttons]\ndone = "pin 5"', 2, ("pin 5", '"none"')),
        ("[buttons]\ndone = true", 2, ("true", "not a pin")),
        ("[buttons]\ndone_at_seats = 5", 2, ("buttons.done_at_seats",)),
        ("[display]\ndriver = 1306", 2, ("none, ssd1306, sh1106",)),
        ("[display]\naddress = 12", 2, ("0xc", "0x3c", "0x3d")),
        ("[network]\nport = 80.5", 2, ("network.port", "whole")),
        ('[network]\nhost = ""', 2, ("network.host",)),
        ('[camera]\nsource = "webcam"', 2, ("camera.source", "“webcam”", "usb:2", "simulated")),
        ('[camera]\nsource = "folder:"', 2, ("camera.source", "folder:PATH")),
        ("[camera]\nsource = 2", 2, ("camera.source", "quotes")),
        ("lamps = 3", 1, ("[lamps]",)),
        ("[wifi]\nname = 1", 1, ("wifi", "network")),
        ("[lamps]\nquiet = maybe", 2, ("TOML", "line 2")),
    ],
)
@pytest.mark.parametrize("language", ["en"])
def test_each_mistake_is_named_with_its_place(text, line, words, language):
    (sentence,) = faults(text, language)
    assert "table.toml" in sentence
    assert f"line {line}" in sentence
    for word in words:
        assert word in sentence


def test_all_mistakes_are_named_at_once_from_top_to_bottom():
    said = faults("[buttons]\nundo = 0\n[lamps]\nquiet = 2\n[display]\nbus = 'x'")
    assert [sentence.split(",")[1] for sentence in said] == [" line 2", " line 4", " line 6"]


def test_a_pin_used_twice_is_named_beside_other_mistakes():
    said = faults("[lamps]\nbrigthness = 1\n[buttons]\ndone = 17\nundo = 99")
    assert [
        word for line in said for word in ("brigthness", "GPIO 17", "GPIO 99") if word in line
    ] == [
        "brigthness",
        "GPIO 17",
        "GPIO 99",
    ]


def test_a_pin_that_could_not_be_read_is_not_held_against_others():
    (said,) = faults("[lamps]\nseats = 5\n[buttons]\ndone = 17")
    assert "lamps.seats" in said


def test_a_pin_used_twice_names_both():
    (sentence,) = faults("[buttons]\ndone = 9\nundo = 9\n[lamps]\nseats = []")
    assert "line 3" in sentence
    assert "buttons.undo" in sentence
    assert "buttons.done" in sentence


def test_a_pin_that_a_default_has_is_blamed_on_what_was_written():
    (sentence,) = faults("[lamps]\npurchase = 23")
    assert "line 2, lamps.purchase" in sentence
    assert "buttons.done" in sentence


def test_the_lines_of_the_display_are_taken_only_if_there_is_one():
    assert read_settings("[lamps]\npurchase = 2", "x").lamps.purchase == 2
    (sentence,) = faults('[lamps]\npurchase = 2\n[display]\ndriver = "ssd1306"')
    assert "GPIO 2" in sentence


def test_the_pin_of_a_silent_buzzer_is_free():
    assert read_settings("[lamps]\npurchase = 18", "x").lamps.purchase == 18
    assert len(faults("[lamps]\npurchase = 18\n[sounds]\non = true")) == 1


@how(deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["language", "lamps", "buttons", "display", "x"]),
        st.recursive(
            st.booleans() | st.integers(-5, 70000) | st.floats() | st.text(max_size=5),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(st.sampled_from(["seats", "done", "bus", "pin", "y"]), inner)
            ),
            max_leaves=6,
        ),
    )
)
def test_no_file_whatever_ends_in_a_traceback(given_):
    text = "\n".join(f"{key} = {toml(value)}" for key, value in given_.items())
    with suppress(SettingsError):
        read_settings(text, "table.toml")


def toml(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value) if isinstance(value, int | float) else '"text"'


# --- files and commands --------------------------------------------------------------------------


def test_files_that_cannot_be_read_are_named(tmp_path):
    for path in (tmp_path / "missing.toml", tmp_path):
        with pytest.raises(SettingsError) as caught:
            load_settings(path)
        assert caught.value.faults[0].params["path"] == str(path)
    (tmp_path / "latin.toml").write_bytes(b'language = "fran\xe7ais"')
    with pytest.raises(SettingsError) as caught:
        load_settings(tmp_path / "latin.toml")
    assert caught.value.faults[0].id == "pack.not-utf8"


def test_init_writes_a_file_and_never_overwrites_it_silently(tmp_path):
    path = tmp_path / "new" / "table.toml"
    first = companion("init", "--out", path)
    assert first.exit_code == 0
    assert str(path) in first.stdout
    assert load_settings(path) == Settings()
    path.write_text('language = "nl"\n', "utf-8")
    again = companion("init", "--out", path)
    assert again.exit_code == 2
    assert "--replace" in again.stderr
    assert path.read_text("utf-8") == 'language = "nl"\n'
    assert companion("init", "--out", path, "--replace").exit_code == 0
    assert load_settings(path) == Settings()
    assert path.with_name("table.toml.old").read_text("utf-8") == 'language = "nl"\n'
    assert companion("init", "--out", tmp_path).exit_code == 2


def test_settings_are_found_where_the_system_keeps_them(tmp_path):
    env = {"XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path)}
    assert run_companion("init", **env).returncode == 0
    file = tmp_path / "companion" / "settings.toml"
    file.write_text("[lamps]\nquiet = 3\n", "utf-8")
    result = run_companion("wiring", "--out", tmp_path / "w.svg", **env)
    assert result.returncode == 2
    assert f"{file}, line 2, lamps.quiet" in result.stderr
    lost = run_companion("wiring", "--out", tmp_path / "w.svg", COMPANION_SETTINGS="/no/such")
    assert lost.returncode == 2
    assert "/no/such" in lost.stderr
