"""The questions that a player may answer in advance, and what makes him want to be asked again."""

from sandtable.games.panzer.events import Claimed, Damaged, Destroyed, LeftMap
from sandtable.kernel import Event, Formality

_KILLS = (("knocked-out",), ("brewed-up",))
FORMALITIES = {
    "overwatch": Formality(("do:pass",), {"hit": (("damaged",), *_KILLS), "kill": _KILLS}, narrowed_by=("unit", "hex")),
    "anti-aircraft": Formality(
        ("do:pass",),
        {"harm": (("damaged",), ("shot-down",)), "shot-down": (("shot-down",),)},
        narrowed_by=("unit", "hex"),
    ),
    "claim": Formality(("do:reveal", "do:decline"), narrowed_by=("unit",)),
    "assault-target": Formality(("do:done",)),
    "struck": Formality(("do:front", "do:rear")),
}

ALARMS: tuple[type[Event], ...] = (Damaged, Destroyed, Claimed, LeftMap)
