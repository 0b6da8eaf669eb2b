"""Chapter 5: the weather of the turn, and what it leaves behind."""
