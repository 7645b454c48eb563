"""What tests of several rooms share and what is dear to make."""

import os

import pytest
from browsers import open_chromium
from command_line import companion
from hypothesis import settings
from store_table import open_store
from table_room import Room
from taught_table import photograph

# A change passes or fails for its own sake: the same examples every time, new ones where asked for.
settings.register_profile("same", derandomize=True)
settings.register_profile("explore", derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


@pytest.fixture
def store(tmp_path):
    """Open a store of games in an empty folder."""
    with open_store(tmp_path) as store:
        yield store


@pytest.fixture
def room(store):
    """Open a room with a table in it, ready for the first turn."""
    room = Room(store)
    room.show()
    return room


@pytest.fixture(scope="session")
def photos(tmp_path_factory):
    """Photograph a table of our own; the folder has a name that pages and shells stumble over."""
    folder = tmp_path_factory.mktemp("table") / "my <b>table & 'co'"
    folder.mkdir()
    return photograph(folder)


@pytest.fixture(scope="session")
def calibrated(photos):
    """Calibrate that table once, and return what was said; the profile lies beside the photos."""
    result = companion(*photos.arguments(photos.folder / "profile"))
    assert result.exit_code == 0, result.stderr
    return result


@pytest.fixture(scope="session")
def profile(photos, calibrated):
    """Return the folder of a profile; whoever wants to spoil it takes a copy."""
    return photos.folder / "profile"


@pytest.fixture(scope="module")
def chromium():
    """Open one browser for all tests of a module."""
    with open_chromium() as browser:
        yield browser
