"""Serve the phones: table screen, seat screens, host screen, the calibration wizard, live updates.

This room shows panels, prompts and choices and sends back what people tap. It knows no game, and
a seat never receives what its player may not know.
"""
