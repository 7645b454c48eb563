"""A glow at a moment: how much red, green and blue a lamp gives."""

from __future__ import annotations

from math import cos, tau

from hardware.lamp_glow import Glow, Pattern

Light = tuple[float, float, float]

DARK: Light = (0.0, 0.0, 0.0)

_BREATH_S = 2.4
_LOWEST = 0.2
_BLINK_S = 0.5
_FLASH_S = 0.18
_PHRASE_S = 2.4
_STEP_S = 0.3
_TAIL = 0.3
#: Eyes see half of the light as three quarters of it.
_GAMMA = 2.2
#: Finer steps than these nobody sees, and each costs a write to a pin.
_STEPS = 255


def moves(glow: Glow) -> bool:
    """Tell whether a glow changes by itself."""
    return glow.pattern is not Pattern.STEADY and glow.level > 0


def light(glow: Glow, at_s: float, place: int = 0, places: int = 1) -> Light:
    """Return what a lamp shows at a moment; ``place`` is where it sits in a chase."""
    share = glow.level * _share(glow, at_s, place, places)
    red, green, blue = ((part * share) ** _GAMMA for part in glow.colour.value)
    return _stepped(red), _stepped(green), _stepped(blue)


def _share(glow: Glow, at_s: float, place: int, places: int) -> float:
    if glow.pattern is Pattern.CHASE:
        behind = (int(at_s / _STEP_S) - place) % max(places, 2)
        return (1.0, _TAIL)[behind] if behind < 2 else 0.0
    if glow.pattern is Pattern.STEADY:
        return 1.0
    if glow.beats:
        return _beat(glow, at_s)
    if glow.pattern is Pattern.BLINK:
        return float(at_s % _BLINK_S < _BLINK_S / 2)
    return _LOWEST + (1 - _LOWEST) * (1 - cos(tau * at_s / _BREATH_S)) / 2


def _beat(glow: Glow, at_s: float) -> float:
    """Flash some times and rest; where nothing may blink, swell instead."""
    flash, within_s = divmod(at_s % _PHRASE_S, 2 * _FLASH_S)
    if flash >= glow.beats:
        return 0.0
    if glow.pattern is Pattern.PULSE:
        return (1 - cos(tau * within_s / (2 * _FLASH_S))) / 2
    return float(within_s < _FLASH_S)


def _stepped(value: float) -> float:
    return round(value * _STEPS) / _STEPS
