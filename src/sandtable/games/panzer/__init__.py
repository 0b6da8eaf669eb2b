"""Panzer: single vehicles, guns and squads in the East from 1941 to 1945, with 100 metres to a hex."""

from sandtable.games.panzer.title import Panzer

TITLE = Panzer
