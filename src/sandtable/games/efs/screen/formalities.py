"""The questions that are mostly answered alike, turn after turn, and what makes a side want to be asked again."""

from sandtable.games.efs.events.engineers import BridgeDestroyed
from sandtable.games.efs.events.fortifications import FortificationDestroyed, StrongpointRemoved
from sandtable.kernel import Event, Formality

LEFT_ALONE = Formality(("do:done",))
ENGINEERS = Formality(("do:engineers", "do:without"))
FORMALITIES = {"engineer-effects": ENGINEERS} | dict.fromkeys(
    (
        "temporary-source", "react", "commit-artillery", "orders", "build-strongpoint", "destroy-bridge",
        "repair-bridge", "change-mode", "convert-railroad",
    ),
    LEFT_ALONE,
)  # fmt: skip

ALARMS: tuple[type[Event], ...] = (BridgeDestroyed, FortificationDestroyed, StrongpointRemoved)
