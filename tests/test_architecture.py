"""The shape of the project: what it ships, what it loads, and what must not slip in."""

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import companion

ROOT = Path(__file__).parent.parent
ROOMS = {"companion", "vision", "hardware", "web", "calibration"}
LARGEST_FILE_BYTES = 2_000_000

# A path that exists on one machine only, or the address of a place packages come from.
PRIVATE = re.compile(
    r"(?<![\w.])/(?:work|root|opt/pypi)[/-]"
    r"|\b(?:pypi|pythonhosted|npmjs)\.(?:org|com)\b"
    r"|\b(?:deb|ftp|security)\.debian\.org\b"
)


def project_files() -> list[Path]:
    """List every file that is, or could next be, part of the repository."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    files = (ROOT / name for name in listing.stdout.split("\0") if name)
    return sorted(file for file in files if file.is_file())


def copy_project(folder: Path) -> Path:
    """Copy the project's files, and nothing that was made from them, into a folder."""
    for file in project_files():
        target = folder / file.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)
    return folder


@pytest.fixture(scope="module")
def wheel_names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Build the wheel from a clean copy and return the names of the files in it."""
    copy = copy_project(tmp_path_factory.mktemp("source"))
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "out", "."]
    subprocess.run(build, cwd=copy, check=True, capture_output=True)
    (wheel,) = (copy / "out").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_wheel_holds_our_rooms_and_nothing_else(wheel_names):
    tops = {name.split("/")[0] for name in wheel_names}
    assert {top for top in tops if not top.endswith(".dist-info")} == ROOMS


def test_wheel_holds_every_module_and_data_file(wheel_names):
    ours = {file.relative_to(ROOT) for file in project_files()}
    modules = {path for path in ours if path.parts[0] in ROOMS and path.suffix == ".py"}
    data = {
        path
        for path in ours
        if path.parts[0] in ROOMS and {"data", "texts"} & set(path.parts[1:-1])
    }
    missing = {path.as_posix() for path in modules | data} - wheel_names
    assert sorted(missing) == []


def test_importing_companion_loads_nothing_heavy():
    program = "import sys, companion; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split()
    assert "companion" in loaded
    heavy = {"cv2", "numpy", "flask", "msgspec", "rich", "gpiozero", "luma", "PIL"}
    assert not heavy & set(loaded)


def test_version_is_the_one_in_pyproject():
    pyproject = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{companion.__version__}"' in pyproject


@pytest.mark.parametrize("name", ["constraints.txt", "constraints-lowest.txt"])
def test_constraints_are_names_and_versions_only(name):
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []


def test_no_file_names_a_private_path_or_a_package_host():
    found = []
    for file in project_files():
        text = file.read_text(encoding="utf-8", errors="ignore")
        found += [f"{file.relative_to(ROOT)}: {hit.group()}" for hit in PRIVATE.finditer(text)]
    assert found == []


def test_no_file_is_too_large_for_a_quick_clone():
    sizes = {file.relative_to(ROOT): file.stat().st_size for file in project_files()}
    assert {file: size for file, size in sizes.items() if size > LARGEST_FILE_BYTES} == {}


@pytest.mark.slow
def test_fresh_checkout_sets_itself_up_once(tmp_path):
    checkout = copy_project(tmp_path)
    set_up = ["make", "--silent", "setup"]
    first = subprocess.run(set_up, cwd=checkout, check=True, capture_output=True, text=True)
    subprocess.run([".venv/bin/python", "-c", "import companion, cv2"], cwd=checkout, check=True)
    again = subprocess.run(set_up, cwd=checkout, check=True, capture_output=True, text=True)
    assert first.stderr.startswith("Setting up")
    assert again.stderr == ""


@pytest.mark.slow
def test_moved_checkout_is_set_up_anew(tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    copy_project(here)
    subprocess.run(["make", "setup"], cwd=here, check=True, capture_output=True)
    here.rename(there)
    subprocess.run(["make", "setup"], cwd=there, check=True, capture_output=True)
    found = subprocess.run(
        [there / ".venv/bin/python", "-c", "import companion; print(companion.__file__)"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    )
    assert Path(found.stdout.strip()).is_relative_to(there)
