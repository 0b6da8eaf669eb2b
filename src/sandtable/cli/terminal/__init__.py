"""The game on a full screen of the terminal."""
