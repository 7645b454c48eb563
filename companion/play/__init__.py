"""Simulated company: a dealer, bots, and people who move pieces and sometimes slip."""
