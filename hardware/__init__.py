"""Drive the things on the table: camera, lamps, buttons, the small display and the buzzer.

Each device stands behind a port of the session and has a simulated twin, so that the whole table
also runs on a machine without a single pin. Nothing is opened at import time.
"""
