"""A whole evening in real browsers: the real house, four phones, and a host who lets things stand."""

from __future__ import annotations

from typing import Any

import pytest
from browsers import NEEDS_CHROMIUM, SMALL, TELEVISION, obstacles, until
from patience import comes_true
from perfect_house import PerfectEyes, is_over, open_house
from test_web_browser import version_is
from web_house import HouseSite

from companion.engine import Atom, CueKind
from companion.games.vienna.moves import Place
from companion.play.puppets import Says
from companion.session.snapshot import Snapshot

#: Answers that have just changed are not taken yet.
THUMB_MS = 400
NAMES = ("Anna", "Ben", "Clara", "David")
pytestmark = NEEDS_CHROMIUM


class Evening:
    """Four phones and the host's; hands move pieces, and all that is said is tapped in browsers."""

    def __init__(self, site: HouseSite, eyes: PerfectEyes) -> None:
        self.site, self.eyes = site, eyes
        self.host = site.lead()
        self.phones: list[Any] = []
        self.taps = 0
        eyes.say, eyes.agree = self.tap, self.nod

    def begin(self) -> None:
        """Begin a game on the host's page, and let everybody sit down."""
        self.host.select_option("#version", "entry")
        for seat in range(len(NAMES)):
            self.host.select_option(f"[name=tracking-{seat}]", "board")
        self.host.click("#new-game form .go")
        until(self.host, "!document.querySelector('#new-game').open")
        self.phones = [self.site.join(seat, name) for seat, name in enumerate(NAMES)]

    @property
    def snapshot(self) -> Snapshot:
        return self.eyes.snapshot

    @property
    def turn(self) -> int | None:
        cues = self.snapshot.cues
        return next((cue.seat for cue in cues if cue.kind is CueKind.TURN), None)

    def tap(self, says: Says) -> None:
        """Tell something by the phone of whoever says it."""
        version, phone = self.snapshot.version, self.phones[says.ask.seat]
        until(phone, version_is(version))
        if is_tap(says):
            phone.locator("#done").click()
        else:
            phone.wait_for_timeout(THUMB_MS)
            move = self.eyes.game.moves.encode(says.move).decode()
            phone.locator(f"[data-move='{move}']").click()
        self.taps += 1
        assert comes_true(lambda: self.snapshot.version > version)

    def nod(self, snapshot: Snapshot) -> None:
        """Let the host agree to the set-up."""
        assert snapshot.doubt is None
        self.host.locator("[data-post='/api/host/confirm']").click()
        assert comes_true(lambda: self.snapshot.version > snapshot.version)

    def play_to_tap(self) -> int:
        """Play until somebody has done all of a turn but the tap; return the seat."""
        held: list[int] = []

        def hold(says: Says) -> None:
            held.append(says.ask.seat) if is_tap(says) else self.tap(says)

        self.eyes.say = hold
        self.eyes.play(lambda _: bool(held))
        self.eyes.say = self.tap
        return held[0]

    def watch_from_the_sofa(self) -> Any:
        """Open the public table on a big screen."""
        page = self.site.browser(TELEVISION)
        page.goto(self.site.house.address)
        return page


def is_tap(says: Says) -> bool:
    return says.move.__struct_config__.tag == "done"


@pytest.fixture
def evening(tmp_path, chromium):
    eyes = PerfectEyes()
    house = open_house(tmp_path, eyes)
    site = HouseSite(house, chromium)
    yield Evening(site, eyes)
    site.close()
    house.close()
    assert site.errors == []


def shows_picture(selector: str) -> str:
    return f"document.querySelector('{selector}')?.naturalWidth > 0"


def another_agent(evening: Evening, seat: int) -> Atom:
    """Return an agent of a seat in a building where nobody is."""
    eyes = evening.eyes
    state = evening.snapshot.settled
    taken = {atom.place for atom in eyes.reading.atoms}
    ask = next(ask for ask in eyes.game.asks(state) if ask.seat == evening.turn)
    moves = (move for move in eyes.game.options(state, ask) if isinstance(move, Place))
    building = next(move.building for move in moves if move.building not in taken)
    return Atom(building, f"agent:{state.seats[seat].colour.value}")


def test_four_phones_play_a_game_to_its_score_sheet(evening):
    evening.begin()
    evening.eyes.play(is_over)
    assert evening.taps > 50
    winner = NAMES[evening.snapshot.outcome.winner]
    for phone in evening.phones:
        phone.get_by_role("heading", name=f"{winner} wins").wait_for()
        phone.get_by_role("link", name="Score sheet").click()
        phone.wait_for_url("**/sheet")
    phone = evening.phones[0]
    for sheet in evening.snapshot.outcome.sheets:
        total = phone.locator(f"#single-{sheet.seat} .total .points")
        assert total.inner_text() == str(sheet.total)
    line = phone.locator("#line-0-squares")
    line.locator("summary").click()
    until(phone, shows_picture("#line-0-squares img"))
    assert "Turn" in line.locator(".evidence li").first.inner_text()
    assert phone.locator("#disputes").count() == 0
    assert obstacles(phone) == []
    away = {a for a in evening.eyes.reading.atoms if a.place.startswith("score:")}
    evening.eyes.look(atoms=evening.eyes.reading.atoms - away)
    phone.locator("#disputes").wait_for()
    assert phone.locator("#disputes section").count() == 4
    until(phone, "document.querySelector('#line-0-squares details').open")
    assert obstacles(phone) == []
    assert phone.evaluate(SMALL) == []


def test_a_doubt_is_asked_with_its_picture_and_answered_on_a_phone(evening):
    evening.begin()
    mover = evening.play_to_tap()
    extra = another_agent(evening, mover)
    evening.eyes.look(atoms=evening.eyes.reading.atoms | {extra})
    evening.phones[mover].locator("#done").click()
    assert comes_true(lambda: evening.snapshot.doubt is not None)
    sofa = evening.watch_from_the_sofa()
    for page in (*evening.phones, evening.host, sofa):
        until(page, shows_picture(".doubt .crop"))
    assert sofa.locator(".doubt button").count() == 0
    doubt = evening.snapshot.doubt
    true = next(
        n
        for n, choice in enumerate(doubt.choices)
        if all(getattr(move, "building", "") != extra.place for move in choice.moves)
    )
    phone = evening.phones[(mover + 1) % 4]
    phone.locator(".doubt button").nth(true).click()
    for page in (*evening.phones, sofa):
        until(page, "!document.querySelector('.doubt')")
    assert evening.snapshot.settled.seats[mover].agents[-1] != extra.place
    evening.eyes.look()
    evening.eyes.play(lambda _: evening.turn not in (mover, None))
    assert evening.snapshot.wrong is None


def test_a_wrong_move_is_shown_and_stands_if_the_host_says_so(evening):
    evening.begin()
    evening.play_to_tap()
    evening.eyes.play(lambda snapshot: not snapshot.seen)
    other = (evening.turn + 1) % 4
    agent = another_agent(evening, other)
    evening.eyes.look(atoms=evening.eyes.reading.atoms | {agent})
    sofa = evening.watch_from_the_sofa()
    for page in (*evening.phones, evening.host, sofa):
        until(page, shows_picture(".wrong .crop"))
        assert NAMES[other].upper() in page.locator(".wrong h2").inner_text()
    assert sofa.locator(".wrong button").count() == 0
    stands = evening.host.locator("[data-post='/api/host/override']")
    stands.click()
    stands.click()  # really
    until(sofa, "document.querySelector('.log .let-stand') !== null")
    evening.phones[0].click("#log summary")
    evening.host.click("#back summary")
    for page in (sofa, evening.phones[0], evening.host):
        mark = page.locator(".let-stand")
        assert mark.count() == 1
        assert "The host let this stand" in mark.inner_text()
    assert agent.place in evening.snapshot.settled.seats[other].agents
    evening.play_to_tap()
    assert evening.snapshot.wrong is None
