"""Chapters 6.4 and 6.7: the two Air Phases, aircraft, their attacks, and anti-aircraft fire."""
