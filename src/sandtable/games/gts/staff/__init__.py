"""The computer opponents' staff: how the game's own bot thinks, and what a search makes of it."""

import functools

from sandtable.games.gts.staff.doctrine import STANDARD, TESTED
from sandtable.games.gts.staff.player import StaffPlayer
from sandtable.kernel.player import Thinking

__all__ = ["PLAYBOOK", "THINKING", "StaffPlayer"]

PLAYBOOK = tuple(functools.partial(StaffPlayer, doctrines=each) for each in (TESTED, STANDARD))
THINKING = Thinking(
    routine=(
        "set-up", "set-up-hex", "return", "act", "action", "second-action", "second-part", "check", "convert", "buy",
        "move-on", "displace", "leader", "leader-along", "leader-follows", "opportunity", "opportunity-move", "aim",
        "assault-aim", "timing", "fire-next", "fire-target", "observer", "labour-improve", "labour-entrench",
        "labour-rearguard", "barrage", "meet-charge", "no-room", "overflow", "arrive", "arrive-in-column", "land",
        "shore", "chit", "air-attack",
    ),
    pondered=("stand-or-retreat", "charge-or-fire", "break-off", "assault-where", "retreat-to"),
    alike=True,
    margin=0.5,
)  # fmt: skip
