"""The installer on a pretended Raspberry Pi."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from install_system import AVAHI, CHANGING, ROOT, System

UNIT = "etc/systemd/system/table-companion.service"


@pytest.fixture
def system(tmp_path: Path) -> System:
    system = System(tmp_path)
    system.make()
    return system


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> System:
    """Install once; tests work on copies."""
    system = System(tmp_path_factory.mktemp("model"))
    system.make()
    system.run()
    (system.fake / "packages").touch()
    return system


@pytest.fixture
def installed(model: System, tmp_path: Path) -> System:
    return model.copy_to(tmp_path / "copy")


def test_dry_run_says_everything_and_does_nothing(system):
    before = system.picture()
    said = system.run("--dry-run")
    assert system.picture() == before
    for step in ("would run: apt-get", "useradd", "would copy", UNIT, "rules.d", "would start"):
        assert step in said
    assert not any(system.calls(name) for name in CHANGING)


def test_installs_all_parts(system):
    said = system.run()
    (install,) = [call for call in system.calls("apt-get") if " install " in call]
    assert "--no-install-recommends" in install
    assert {"python3-picamera2", "python3-lgpio", "python3-numpy"} < set(install.split())
    assert len(system.calls("useradd")) == 1
    assert {"gpio", "i2c", "video", "render"} == set((system.fake / "groups").read_text().split())
    assert (system.fake / "i2c").exists()
    assert system.calls("systemctl restart")
    for name in (UNIT, "etc/polkit-1/rules.d/50-table-companion.rules", "usr/local/bin/companion"):
        text = (system.pi / name).read_text()
        assert "/opt/table-companion/current" in text or "login1" in text
        assert "@APP@" not in text
        assert "@USER@" not in text
    assert "companion.local:8000" in said.splitlines()[-1]


def test_every_step_takes_one_line(system):
    assert all(": " in line for line in system.run().splitlines()[:-1])


def test_second_run_changes_nothing(installed):
    before = installed.picture()
    installed.run()
    assert installed.picture() == before
    assert not any(installed.calls(name) for name in CHANGING)
    assert not installed.calls("systemctl restart")


def test_own_settings_stay(system):
    own = system.pi / "etc/table-companion/settings.toml"
    own.parent.mkdir()
    own.write_text("mine")
    system.run()
    assert own.read_text() == "mine"


def test_first_settings_are_written(installed):
    own = installed.pi / "etc/table-companion/settings.toml"
    assert "language" in own.read_text()


@pytest.mark.parametrize("odd", ["bullseye", "noble"])
def test_refuses_another_system_unless_told(system, odd):
    system.be(odd)
    said = system.run(status=1)
    assert odd in said
    assert "--anyway" in said
    assert not (system.pi / "opt").exists()
    system.run("--anyway")
    assert system.version()


def test_refuses_32_bit(system):
    system.program("dpkg", "echo armhf")
    assert "armhf" in system.run(status=1)


def test_goes_on_without_what_only_a_pi_has(system):
    system.program("apt-cache", "")
    said = system.run()
    assert "does not offer python3-picamera2" in said
    (install,) = [call for call in system.calls("apt-get") if " install " in call]
    assert "python3-picamera2" not in install
    assert "python3-numpy" in install


def test_copes_without_systemd(system):
    (system.pi / "run/systemd/system").rmdir()
    assert "systemd is not running here" in system.run()
    assert not system.calls("systemctl restart")
    assert (system.fake / "enabled").exists()


def test_version_that_cannot_serve_stays_off(system):
    system.program("in-venv-companion", "[ $1 = --version ]")
    assert "stays off" in system.run()
    assert not (system.fake / "enabled").exists()


def test_failed_step_says_which_and_how_to_go_on(system):
    system.program("apt-get", "echo 'no route to host'; exit 100")
    said = system.run(status=1)
    assert "Packages: failed" in said
    assert "no route to host" in said
    assert "How to go on: Check the network" in said


def test_failed_build_leaves_the_old_version_in_use(installed):
    before = installed.version()
    installed.change("Better.\n")
    (installed.fake / "no-network").touch()
    assert "Python: failed" in installed.run(status=1)
    assert installed.version() == before
    (installed.fake / "no-network").unlink()
    installed.run()
    assert installed.version() != before
    assert installed.version("previous") == before


def test_goes_back_when_the_new_version_does_not_start(installed):
    before = installed.version()
    installed.change("This does not start.\n")
    said = installed.run("--update", status=1)
    assert "is running again" in said
    assert "the camera is gone" in said
    assert installed.version() == before
    assert len(installed.calls("systemctl restart")) == 2


def test_going_back_takes_the_unit_along(installed):
    unit = installed.pi / UNIT
    before = unit.read_text()
    new = installed.checkout / "install/files/table-companion.service"
    new.write_text(new.read_text().replace("WatchdogSec=60", "WatchdogSec=90"))
    installed.run()
    assert "WatchdogSec=90" in unit.read_text()
    installed.run("--back")
    assert unit.read_text() == before


def test_first_version_that_does_not_start_is_a_failure(system):
    system.change("This does not start.\n")
    said = system.run(status=1)
    assert "does not come up" in said
    assert "journalctl" in said


def test_keeps_the_version_before_and_no_more(installed):
    names = [installed.version()]
    for text in ("two", "three"):
        installed.change(text)
        installed.run()
        names.append(installed.version())
    folders = {path.name for path in (installed.pi / "opt/table-companion/versions").iterdir()}
    assert len(set(names)) == 3
    assert folders == set(names[1:])
    installed.run("--back")
    assert (installed.version(), installed.version("previous")) == (names[1], names[2])


def test_installed_copy_does_not_install_itself(installed):
    installed.checkout = installed.pi / "opt/table-companion/current"
    assert "BAD" not in installed.run("--check")
    assert "This is the installed copy" in installed.run(status=1)
    assert not installed.calls("apt-get")


def test_nothing_to_go_back_to(installed):
    assert "No earlier version" in installed.run("--back", status=1)


def test_new_numpy_of_the_system_means_a_new_environment(installed):
    before = installed.version()
    installed.run(NUMPY="2.2.4")
    assert installed.version() != before


def test_update_keeps_a_backup(installed):
    state = installed.pi / "var/lib/table-companion"
    (state / "games.sqlite").write_text("many games")
    installed.change("Better.\n")
    installed.run("--update")
    assert (state / "before-update.backup").read_text() == "many games"


def test_backup_is_handed_over(installed, tmp_path):
    file = tmp_path / "games.backup"
    assert "no games yet" in installed.run("--backup", str(file), status=1)
    (installed.pi / "var/lib/table-companion/games.sqlite").write_text("many games")
    installed.run("--backup", str(file))
    assert file.read_text() == "many games"
    assert "already there" in installed.run("--backup", str(file), status=1)


def test_name_is_set_and_taken_away(installed):
    conf = installed.pi / "etc/avahi/avahi-daemon.conf"
    assert conf.read_text() == AVAHI.replace("[server]", "[server]\nhost-name=companion")
    installed.run("--uninstall")
    assert conf.read_text() == AVAHI


def test_name_that_somebody_chose_stays(system):
    conf = system.pi / "etc/avahi/avahi-daemon.conf"
    conf.write_text(AVAHI.replace("#host-name=foo", "host-name=living-room"))
    before = conf.read_text()
    assert "living-room.local; that stays" in system.run()
    system.run("--uninstall")
    assert conf.read_text() == before


def test_access_point_opens_with_a_kept_password(installed):
    kept = installed.pi / "etc/table-companion/access-point"
    said = installed.run("--access-point", "Our table")
    (add,) = [call for call in installed.calls("nmcli") if " add " in call]
    for setting in ("mode ap", "ipv4.method shared", "autoconnect-priority -", "ssid Our table"):
        assert setting in add
    name, password = (line.split("=")[1] for line in kept.read_text().splitlines())
    assert name == "Our table"
    assert len(password) == 12
    assert password in said
    assert kept.stat().st_mode & 0o777 == 0o600
    assert password in installed.run("--access-point")
    assert not [call for call in installed.calls("nmcli") if " add " in call]
    installed.run("--no-access-point")
    assert not kept.exists()
    assert not (installed.fake / "ssid").exists()
    assert "there is none" in installed.run("--no-access-point")


def test_access_point_has_a_short_name(system):
    said = system.run("--access-point", "x" * 33, status=1)
    assert "32 letters at most" in said
    assert not system.calls("nmcli")


def test_access_point_that_cannot_be_added_says_so(system):
    system.program("nmcli", "echo 'NetworkManager is not running.'; exit 8")
    said = system.run("--access-point", status=1)
    assert "Access point: failed" in said
    assert "NetworkManager is not running." in said
    assert not (system.pi / "etc/table-companion").exists()


def test_uninstall_keeps_games_and_settings(installed):
    game = installed.pi / "var/lib/table-companion/games.sqlite"
    game.write_text("many games")
    installed.run("--uninstall")
    left = {path.name for path in installed.pi.rglob("*companion*")}
    assert left == {"table-companion", "table-companion-install.log"}
    assert not (installed.pi / "opt/table-companion").exists()
    assert game.read_text() == "many games"
    assert (installed.pi / "etc/table-companion/settings.toml").exists()
    assert (installed.fake / "user").exists()
    installed.run("--uninstall", "--with-games")
    assert not game.exists()
    assert not (installed.pi / "etc/table-companion").exists()
    assert not (installed.fake / "user").exists()


def test_check_tells_healthy_from_ill(installed):
    assert "BAD" not in installed.run("--check")
    (installed.fake / "started").unlink()
    said = installed.run("--check", status=1)
    assert [line for line in said.splitlines() if line.startswith("BAD")] == [
        "BAD  Service: inactive; look at: journalctl -u table-companion.service -n 50"
    ]


def test_check_of_nothing(system):
    assert "not installed" in system.run("--check", status=1)


@pytest.mark.parametrize(
    "words",
    [
        ("--what",),
        ("--backup",),
        ("--check", "--update"),
        ("--with-games",),
        ("--root", "/nowhere"),
    ],
)
def test_wrong_use_is_said(system, words):
    assert "--help" in system.run(*words, status=2)


def test_a_version_holds_every_room(system):
    rooms = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    system.run()
    copied = {path.name for path in (system.pi / "opt/table-companion/current/").iterdir()}
    assert {name for name in rooms["find"]["include"] if "." not in name} < copied
