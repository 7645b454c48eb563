"""Get to know one particular table: its camera, its board, its pieces and its light.

This room learns from a few photographs where the surfaces lie and how each piece looks there,
checks whether the light will do, and writes down a profile and a report that people can read.
"""
