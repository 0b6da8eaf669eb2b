"""What the screens ask: how a position is drawn, what can be lit up on it, and how the game stands."""
