"""Lamps and buttons on the lines of a real kernel chip, through gpiozero and lgpio."""

import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from queue import Queue

from companion.engine import Cue, CueKind
from companion.session.ports import Press
from hardware.buttons import ButtonPins, GpioButtons
from hardware.lamp_glow import Mood
from hardware.lamps import GpioLamps, LampPins
from hardware.pins import open_pins

_CHIP = Path("/sys/kernel/config/gpio-sim/pi")
#: A lamp of three colours at the first seat, a plain one that shows how the table is.
RED, GREEN, BLUE, STATUS = 17, 22, 10, 9
DONE, UNDO = 23, 24
#: So long may a slow guest take.
SOON_S = 10.0


class Line:
    """One line of the chip as the world outside sees it."""

    def __init__(self, number: int) -> None:
        device = (_CHIP / "dev_name").read_text().strip()
        chip = (_CHIP / "bank0/chip_name").read_text().strip()
        self._folder = Path(f"/sys/devices/platform/{device}/{chip}/sim_gpio{number}")

    def is_high(self) -> bool:
        return (self._folder / "value").read_text().strip() == "1"

    def pull(self, *, up: bool) -> None:
        (self._folder / "pull").write_text("pull-up" if up else "pull-down")


def until(holds: Callable[[], bool]) -> bool:
    """Wait for something to become true."""
    end = time.monotonic() + SOON_S
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.002)
    return False


def lamps_light_real_lines() -> str:
    """Show a turn, then a mistake, then nothing; read the lines back."""
    red, green, blue, status = (Line(number) for number in (RED, GREEN, BLUE, STATUS))
    pins = LampPins(seats=((RED, GREEN, BLUE),), status=STATUS)
    with closing(open_pins()) as factory:
        lamps = GpioLamps(pins, factory, Mood(brightness=1.0))
        with closing(lamps):
            lamps.show([Cue(CueKind.TURN, 0)])
            assert until(green.is_high), "green stays dark"
            assert not any(line.is_high() for line in (red, blue)), "wrong colour"
            # The table runs: its lamp shines softly, which on a line means on and off, fast.
            assert until(status.is_high), "the table's lamp is dark"
            assert until(lambda: not status.is_high()), "the table's lamp is not soft"
            lamps.show([Cue(CueKind.WRONG, 0)])
            assert until(red.is_high), "red stays dark"
            assert until(lambda: not red.is_high()), "red does not blink"
            assert not green.is_high(), "green is left on"
        dark = until(lambda: not any(x.is_high() for x in (red, green, blue, status)))
        assert dark, "lamps shine on after the end"
        board = factory.board_info.model
    return f"green, blinking red, soft light and dark seen on the lines of a Pi {board}"


def buttons_hear_real_lines() -> str:
    """Press and hold buttons by pulling their lines down."""
    done, undo = Line(DONE), Line(UNDO)
    for line in (done, undo):
        line.pull(up=True)
    heard: Queue[Press] = Queue()
    waits_s = []
    with closing(open_pins()) as factory:
        buttons = GpioButtons(ButtonPins(done=DONE, undo=UNDO), factory)
        with closing(buttons):
            buttons.listen(heard.put)
            for _ in range(5):
                start = time.monotonic()
                done.pull(up=False)
                assert heard.get(timeout=SOON_S) is Press.DONE
                waits_s.append(time.monotonic() - start)
                done.pull(up=True)
                time.sleep(0.3)
            undo.pull(up=False)
            assert heard.get(timeout=SOON_S) is Press.UNDO
            undo.pull(up=True)
            time.sleep(0.3)
        assert heard.empty(), f"heard too much: {heard.get()}"
    return f"5 presses and 1 long one, heard after {1000 * max(waits_s):.0f} ms at most"
