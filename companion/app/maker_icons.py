"""Pictures of the words that people choose from while they describe a board."""

from __future__ import annotations

import re
from functools import cache

from companion.drawing import icons_bribe, icons_flag, icons_seal
from companion.drawing.palette import BRIBE_OF_HUE, HUES

_SYMBOLS = {
    found[1]: symbol
    for symbol in (*icons_flag.SYMBOLS, *icons_seal.SYMBOLS, *icons_bribe.SYMBOLS)
    if (found := re.search(r'id="([^"]+)"', symbol))
}


@cache
def draw_icon(fact: str, word: str) -> str:
    """Draw a word as a picture of its own, or return nothing where letters say it best."""
    if word in HUES:
        # No colour stands alone: the bribe that belongs to it is drawn on it.
        symbol = _open(_SYMBOLS[f"bribe-{BRIBE_OF_HUE[word]}"])
        ground = f'<rect width="24" height="24" rx="4" fill="{HUES[word][0]}"/>'
        return symbol.replace(">", f">{ground}", 1)
    found = _SYMBOLS.get(f"{fact}-{word}")
    return _open(found) if found else ""


def _open(symbol: str) -> str:
    """Make a drawing of a symbol."""
    drawing = re.sub(r"^<symbol", '<svg xmlns="http://www.w3.org/2000/svg"', symbol)
    return re.sub(r' id="[^"]*"', "", drawing, count=1).replace("</symbol>", "</svg>")
