"""The questions that a player tires of and may answer in advance, and what makes him want to be asked again."""

from sandtable.games.gts.events.assault import AssaultBegan
from sandtable.games.gts.events.fighting import Suppressed, TookHit
from sandtable.kernel import Event, Formality
from sandtable.mechanics.events import Eliminated, LostStep

EFFECTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "suppression": (("S",), ("S?", "failed")),
    "cohesion-hit": (("C",),),
    "step-loss": (("1",),),
    "elimination": (("E",),),
}
"""What fire may do to its target, as the results of the combat table and of the check that one of them asks for."""

FORMALITIES = {
    "opportunity-move": Formality(("do:hold",), EFFECTS, narrowed_by=("unit", "at")),
    "opportunity": Formality(("do:hold",), EFFECTS, narrowed_by=("unit", "at", "trigger")),
    "timing": Formality(("do:before", "do:after"), narrowed_by=("trigger",)),
    "check": Formality(("do:roll", "do:spend"), narrowed_by=("check", "unit")),
    "convert": Formality(("do:accept", "do:convert"), narrowed_by=("unit",)),
    "stand-or-retreat": Formality(("do:stand", "do:retreat"), narrowed_by=("hex",)),
    "charge-or-fire": Formality(("do:assault-fire", "do:charge"), narrowed_by=("hex",)),
    "leader-along": Formality(("do:leave-here", "do:take-along"), narrowed_by=("leader",)),
    "leader-follows": Formality(("do:leader-goes", "do:leader-stays"), narrowed_by=("leader",)),
    "buy-nothing": Formality(("do:done",)),
}

ALARMS: tuple[type[Event], ...] = (AssaultBegan, Suppressed, TookHit, LostStep, Eliminated)
