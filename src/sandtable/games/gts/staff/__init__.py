"""The computer opponents' staff: how the game's own bot thinks, and what a search makes of it."""

import functools

from sandtable.games.gts.staff.doctrine import STANDARD, TESTED
from sandtable.games.gts.staff.player import StaffPlayer
from sandtable.kernel.player import Thinking

__all__ = ["PLAYBOOK", "THINKING", "StaffPlayer"]

PLAYBOOK = tuple(functools.partial(StaffPlayer, doctrines=each) for each in (TESTED, STANDARD))
THINKING = Thinking(
    routine=(
        "set-up", "set-up-hex", "return", "act", "check", "convert", "move-on", "displace", "leader", "leader-along",
        "leader-follows", "second-part", "opportunity", "opportunity-move", "aim", "assault-aim", "timing",
        "fire-next", "fire-target", "observer", "labour-improve", "labour-entrench", "labour-rearguard", "barrage",
        "meet-charge",
        "retreat-to", "no-room", "overflow", "arrive", "arrive-in-column", "land", "shore", "chit", "air-attack",
    ),
    pondered=("action", "second-action", "buy", "stand-or-retreat", "charge-or-fire", "break-off", "assault-where"),
    share=0.17,
    alike=True,
    margin=0.5,
)  # fmt: skip
