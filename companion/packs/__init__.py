"""Board packs: what every physical edition of every game has in common."""
