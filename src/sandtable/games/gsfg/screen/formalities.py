"""The questions of a battle that are mostly answered alike, and what makes a side want to be asked again."""

from sandtable.games.gsfg.events.combat import CutOff, Supported, WentChemical
from sandtable.kernel import Event, Formality
from sandtable.mechanics.events import Eliminated

FORMALITIES = {
    "support": Formality(("do:pass",), narrowed_by=("hex",)),
    "cut-off": Formality(("do:pass", "do:cut-off"), narrowed_by=("hex",)),
    "aerial-supply": Formality(("do:pass", "do:aerial-supply"), narrowed_by=("hex",)),
    "chemical": Formality(("do:conventional", "do:chemical"), narrowed_by=("hex",)),
}

ALARMS: tuple[type[Event], ...] = (WentChemical, CutOff, Supported, Eliminated)
