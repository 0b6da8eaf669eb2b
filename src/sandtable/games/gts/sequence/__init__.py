"""Chapters 4 to 13 and 21: the sequence of play, chits, command, leaders and reinforcements."""
