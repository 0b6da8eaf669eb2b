"""The questions that a player tires of and may answer in advance, and what makes him want to be asked again."""

from sandtable.games.asl.events.fire import LaidLane
from sandtable.games.asl.events.morale import Broke, Reduced, Revealed
from sandtable.kernel import Event, Formality
from sandtable.kernel.standing import ASK
from sandtable.mechanics.events import Eliminated

EFFECTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "pin-check": (("ift.ptc",),),
    "morale-check": (("ift.mc",),),
    "casualties": (("ift.k",),),
    "killed": (("ift.kia",),),
    "stopped": (("tk.immobilized",), ("tk.shocked",), ("tk.possible-shock",), ("tk.stunned",)),
    "wrecked": (("tk.eliminated",), ("tk.burning",)),
}
"""What fire may do to those who move, men before vehicles: results of the fire table and of To Kill rolls."""

FORMALITIES = {
    "first-fire": Formality(("do:pass", ASK), EFFECTS, narrowed_by=("hex",)),
    "prevent-overrun": Formality(("do:pass", ASK), EFFECTS, narrowed_by=("vehicle",)),
    "overrun-reaction": Formality(("do:pass", ASK), EFFECTS, narrowed_by=("vehicle",)),
    "hand-to-hand": Formality(("do:normal", "do:hand-to-hand"), narrowed_by=("at",)),
    "interdict": Formality(("do:pass", ASK), narrowed_by=("at",)),
    "give-up-rate": Formality(("do:keep-rate", "do:give-up-rate")),
    "sniper-check": Formality(("do:pass",)),
    "starshell": Formality(("do:pass",)),
    "deploy": Formality(("do:done",)),
    "recombine": Formality(("do:done",)),
    "end-barrage": Formality(("do:done",)),
    "transfer": Formality(("do:done",)),
    "destroy-gun": Formality(("do:done",)),
    "break-willingly": Formality(("do:done",)),
    "keep-dm": Formality(("do:done",)),
    "claim-wall": Formality(("do:done",)),
    "uncloak": Formality(("do:done",)),
}

ALARMS: tuple[type[Event], ...] = (Revealed, Broke, Reduced, Eliminated, LaidLane)
