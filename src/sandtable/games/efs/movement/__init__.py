"""Chapters 10 and 11: movement and special movement."""
