"""Group of Soviet Forces Germany: the Soviet invasion of West Germany, division by division."""

from sandtable.games.gsfg.title import Gsfg

TITLE = Gsfg
