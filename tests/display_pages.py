"""Every kind of screen the small display has, in the languages of the table."""

from __future__ import annotations

from PIL import Image

from companion.session.pages import welcome
from companion.session.ports import Page
from companion.session.texts import Texts
from hardware.display import OledDisplay

FOUR_DE = (("Gelb", 47), ("Rot", 52), ("Blau", 38), ("Grün", 41))
FOUR_EN = (("Yellow", 12), ("Red", 9), ("Blue", 15), ("Green", 7))

PAGES = {
    "start": Page("Welcome", ("Looking for the board ...",)),
    "join": welcome(Texts.load("en"), "http://192.168.178.42:8000", "4711"),
    "seat": Page("Place 2", ("Scannez pour jouer",), code="http://table.local:8000/seat/k3f9"),
    "cards": Page("Round 5", ("Choose your cards", "Still waiting: Red, Blue"), FOUR_EN),
    "turn": Page("Anna", ("ist am Zug",)),
    "turn-scores": Page("Anna", ("ist am Zug", "Zahltag folgt"), FOUR_DE),
    "to-do": Page("Nog te doen", ("Score van Blauw: 2 vooruit",)),
    "question": Page("Frage", ("Rot: Wein oder Kaffee? Bitte am Telefon antworten.",)),
    "wrong": Page("Falsch", ("Rot hat schon einen Agenten auf B7. Stelle ihn zurück.",)),
    "purchase": Page("Achats", ("À Élise de choisir, puis à Noël",)),
    "payday": Page("Zahltag", ("Rot zahlt 3", "Blau zahlt 2"), FOUR_DE),
    "paused": Page("Pauze"),
    "trouble": Page("Kamera fehlt", ("Flachband an beiden Enden prüfen.",)),
    "result": Page("Endstand", scores=FOUR_DE),
    "winner": Page("Élise gagne !", scores=(("Élise", 112), ("Jan", 98))),
    "long": Page(
        "A title that is longer than any display",
        (
            "And sentences that go on for so long that even the smallest letters cannot hold",
            "them all, so that the end is cut off where nobody can miss it, with three dots.",
        ),
    ),
}


def photograph(page: Page, device: object, scale: int = 4) -> Image.Image:
    """Show a page on a device of luma's, and return what it shows, dot by dot."""
    OledDisplay(device).show(page)
    shown = device.image.convert("1")
    return shown.resize((shown.width * scale, shown.height * scale), Image.Resampling.NEAREST)
