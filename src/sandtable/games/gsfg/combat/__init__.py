"""Chapters 4.7, 11 and 12: combat, from who may attack to the advance, and chemical warfare."""
