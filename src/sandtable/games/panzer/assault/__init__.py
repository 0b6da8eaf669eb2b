"""Chapters 6.6.1, 6.6.10 and 6.6.11: close assaults, hand-to-hand combat and overruns, in the Movement Phase."""
