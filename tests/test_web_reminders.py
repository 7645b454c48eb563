"""Reminders that speak up only where they were asked to, and a phone that slept."""

from __future__ import annotations

import pytest
from browsers import NEEDS_CHROMIUM, until
from radio import Radio
from web_house import hold_still

from companion.engine import Cue, CueKind

pytestmark = [*NEEDS_CHROMIUM, pytest.mark.usefixtures("seated")]
#: A browser without windows has no loudspeaker and no motor: note what it is told to do.
LISTEN = """
window.rung = [];
window.AudioContext = class {
  constructor() { this.currentTime = 0; this.destination = {}; this.state = "running"; }
  createOscillator() {
    return { frequency: {}, connect: (next) => next, start: () => rung.push("tone"), stop() {} };
  }
  createGain() {
    const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain, connect: (next) => next };
  }
};
Object.defineProperty(Navigator.prototype, "vibrate", {
  value: (pattern) => { rung.push("buzz"); return true; },
});
"""


def listen(page):
    """Note from now on what the page does with loudspeaker and motor."""
    page.add_init_script(LISTEN)
    page.reload()
    until(page, "window.rung !== undefined")
    return page


def turn_on(page, name):
    page.click("#menu summary")
    page.get_by_role("button", name=name).click()
    page.locator(f"button[aria-pressed=true]:text-is('{name}')").wait_for()
    page.click("#menu summary")
    page.evaluate("window.rung.length = 0")  # switching it on gave a sample


def shown(page):
    """Return the words that are worth a sound now."""
    return page.evaluate("document.querySelector('[data-alert]').dataset.alert")


def go_on_until_called(site, page):
    """Let the evening go on until something new is worth a sound on this phone."""
    before = set(shown(page).split())
    for _ in range(300):
        site.house.go_on()
        version = site.house.session.snapshot.version
        site.app.extensions["companion"].relay.catch_up(version)
        answer = page.request.get(f"{site.address}/api/seats/0").json()
        if set(answer["alert"].split()) - before:
            until(
                page, f"document.querySelector('[data-alert]').dataset.alert == '{answer['alert']}'"
            )
            return
    raise AssertionError("nothing ever happened")


def test_a_phone_is_quiet_unless_it_was_asked_to_speak_up(site):
    page = listen(site.join(0))
    go_on_until_called(site, page)
    assert page.evaluate("rung") == []


@pytest.mark.parametrize(("name", "sign"), [("Sound", "tone"), ("Vibration", "buzz")])
def test_a_reminder_is_rung_or_felt_where_that_was_wished(site, name, sign):
    page = listen(site.join(0))
    turn_on(page, name)
    go_on_until_called(site, page)
    assert set(page.evaluate("rung")) == {sign}
    page.click("#menu summary")
    page.get_by_role("button", name=name).click()
    page.evaluate("window.rung.length = 0")
    go_on_until_called(site, page)
    assert page.evaluate("rung") == []


def test_the_last_round_is_rung_on_the_phones_once(site):
    page = listen(site.join(0))
    turn_on(page, "Sound")
    cues = site.house.session.snapshot.cues
    quiet = tuple(cue for cue in cues if cue.kind is not CueKind.LAST_ROUND)
    hold_still(site.house, cues=(*quiet, Cue(CueKind.LAST_ROUND)))
    page.get_by_text("This is the last round.").wait_for()
    assert set(page.evaluate("rung")) == {"tone"}
    page.evaluate("window.rung.length = 0")
    seen = page.evaluate("seen")
    hold_still(site.house, blind=True)
    until(page, f"seen != '{seen}'")
    assert page.evaluate("rung") == []


# --- a phone that slept ----------------------------------------------------------------------------

VERSION = "JSON.parse(document.querySelector('.thumb button').dataset.body).version"


@pytest.mark.parametrize("asleep", [False, True], ids=["lost", "asleep"])
def test_a_phone_that_was_away_is_right_again_by_what_it_missed_alone(site, asleep):
    radio = Radio(site.server.port)
    site.address = radio.address
    page = site.join(0)
    page.evaluate("window.same = 'page'")
    until(page, "source.readyState === EventSource.OPEN")
    seen, version = page.evaluate("seen"), page.evaluate(VERSION)
    phone = page.context.new_cdp_session(page)
    if asleep:  # the screen is dark: nothing of the page runs
        phone.send("Page.setWebLifecycleState", {"state": "frozen"})
    radio.cut()
    site.house.go_on(25)
    newest = site.house.session.snapshot.version
    assert newest > version
    if not asleep:
        page.locator("#offline").wait_for()
        assert page.evaluate(VERSION) == version
    radio.mend()
    if asleep:
        phone.send("Page.setWebLifecycleState", {"state": "active"})
    until(page, f"{VERSION} == {newest}")
    assert page.evaluate("window.same") == "page"  # it was not loaded anew
    again = [head for head in radio.asked if b"/live/seat/0" in head.split(b"\r\n")[0]]
    assert any(seen.encode() in head for head in again)
    assert page.locator("#offline").is_hidden()
    told = page.request.get(f"{site.address}/api/seats/0").json()
    assert page.locator("h1").inner_text() == told["headline"]
    radio.close()
