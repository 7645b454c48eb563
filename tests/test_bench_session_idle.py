"""The table of the bench is a whole one: a camera at its pace, and phones that listen."""

from itertools import islice

import numpy as np
import pytest
from web_house import FULL, House, open_app

from companion.app.bench_session_idle import StillCamera
from companion.app.bench_session_table import GAME, PLAYERS, keep, open_game
from companion.games import kits
from companion.play.bots import Temper, seat_bot
from companion.play.dealer import Dealer
from companion.play.match import play
from companion.session.chronicle import Chronicle
from companion.session.store import Store
from hardware.camera_fault import CameraFault
from web.bench import listening, seat_links, serving
from web.serve import Server


@pytest.fixture
def app(tmp_path):
    house = House(tmp_path)
    house.sit(FULL, 0)
    yield open_app(house)
    house.close()


def test_its_camera_shows_the_same_pictures_on_and_on_and_never_faster_than_it_should():
    pictures = np.stack([np.full((4, 6, 3), value, np.uint8) for value in (10, 20)])
    camera = StillCamera(pictures, frames_per_s=100.0)
    frames = [camera.read() for _ in range(5)]
    assert [frame.number for frame in frames] == [0, 1, 2, 3, 4]
    assert [int(frame.image.max()) for frame in frames] == [10, 20, 10, 20, 10]
    assert frames[4].taken_at_s - frames[0].taken_at_s >= 4 / 100 - 0.001


def test_whoever_paints_in_a_picture_does_not_change_the_next_one():
    camera = StillCamera(np.zeros((1, 4, 6, 3), np.uint8), frames_per_s=1000.0)
    camera.read().image[:] = 255
    assert camera.read().image.max() == 0


def test_a_closed_camera_shows_no_more():
    camera = StillCamera(np.zeros((1, 4, 6, 3), np.uint8))
    camera.close()
    camera.close()
    with pytest.raises(CameraFault):
        camera.read()


def test_its_phones_sit_on_seats_of_their_own_and_are_counted_as_long_as_they_listen(app):
    desk = app.extensions["companion"]
    links = seat_links(desk.keys, range(3))
    with serving(Server(app, "127.0.0.1", 0)) as port:
        assert desk.limiter.streams == 0
        with listening(port, 3, links):
            assert desk.limiter.streams == 3
            assert sorted(desk.keys.seats) == [0, 1, 2]


def test_phones_that_do_not_get_in_are_no_guests(app):
    with (
        serving(Server(app, "127.0.0.1", 0)) as port,
        pytest.raises(RuntimeError, match="phones"),
        listening(port, 1, ["/seat/link/wrong"]),
    ):
        pass


def test_its_game_is_taken_up_where_it_was_left_and_with_all_that_was_wished_for(tmp_path):
    game, options = open_game()
    bots = [seat_bot(Temper.GREEDY, str(seat)) for seat in range(PLAYERS)]
    played = list(islice(play(game, options, bots, Dealer(5)), 30))
    path = tmp_path / "games.sqlite"
    keep(path, game, played)
    with Store.open(path) as store:
        (record,) = store.records()
        wish = kits()[GAME].wish(bytes(record.setup), record.edition)
        assert kits()[GAME].open(wish)[1] == options
        assert Chronicle(game, store.log(record.id)).state == played[-1].after
