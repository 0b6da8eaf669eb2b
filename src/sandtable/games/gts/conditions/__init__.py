"""Chapters 5, 6 and 26 to 28: weather, light and air power."""
