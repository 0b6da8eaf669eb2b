"""The command line: one file a command, and the game in the terminal."""
