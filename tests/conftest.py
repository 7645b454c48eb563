"""What tests of several rooms share and what is dear to make."""

import os

import pytest
from browsers import open_chromium
from command_line import companion
from hypothesis import settings
from store_table import open_store
from table_room import Room
from taught_table import photograph
from web_house import FULL, Browser, House, HouseSite, open_app

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


@pytest.fixture
def house(tmp_path):
    """Open a house for the screens; nobody sits there yet."""
    house = House(tmp_path)
    yield house
    house.close()


@pytest.fixture
def seated(house):
    """Let people play in the house, in the middle of a full game."""
    house.sit(FULL, 9)
    return house


@pytest.fixture
def app(house):
    """Make the app of the house; whoever wants a game in it sits down before."""
    app = open_app(house)
    yield app
    app.extensions["companion"].relay.stop()


@pytest.fixture
def phone(app):
    """Take out a phone that nobody has joined with."""
    return Browser(app)


@pytest.fixture
def host(app):
    """Take out a phone, and lead the table with it."""
    host = Browser(app)
    host.lead()
    return host


@pytest.fixture
def site(house, chromium):
    """Serve the house to real browsers, which must have nothing to complain of."""
    site = HouseSite(house, chromium)
    yield site
    site.close()
    assert site.errors == []
