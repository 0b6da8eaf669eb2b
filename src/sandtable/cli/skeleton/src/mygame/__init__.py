"""My Game: a small wargame for Sandtable."""

from mygame.title import MyGame

TITLE = MyGame
