"""Seats for assistants that read and write: at a table of their own against bots, or as the guest of a person."""
