"""How a position is shown."""
