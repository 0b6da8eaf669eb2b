"""The questions that a player may answer in advance, and what makes him want to be asked again."""

from sandtable.games.primer.events import Revealed
from sandtable.kernel import Event, Formality

FORMALITIES = {
    "fire": Formality(("do:pass",), {"hit": (("hit",), ("kill",)), "kill": (("kill",),)}, narrowed_by=("unit", "hex")),
}

ALARMS: tuple[type[Event], ...] = (Revealed,)
