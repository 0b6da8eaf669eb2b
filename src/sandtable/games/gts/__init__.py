"""The Grand Tactical Series: company battles by the pull of chits, with the battle of Arnhem."""

from sandtable.games.gts.title import Gts

TITLE = Gts
