"""The course of a turn, and where in it a game stands."""

from __future__ import annotations

from sandtable.games.gsfg.air.superiority import AirPhase
from sandtable.games.gsfg.combat.combat_phase import CombatPhase
from sandtable.games.gsfg.movement.movement_phase import MovementPhase
from sandtable.games.gsfg.reinforcements.picking import PickReinforcements
from sandtable.games.gsfg.sequence import PlayerTurn
from sandtable.games.gsfg.state import NATO, SOVIET
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Procedure, Texts
from sandtable.mechanics.reference import PrintedPhase

OF_A_SIDE = {
    SOVIET: ("reinforcements", "declaration", "movement", "combat"),
    NATO: ("declaration", "movement", "combat"),
}
RULES = {"reinforcements": "9.3", "declaration": "5.5", "movement": "10.1", "combat": "11.1"}
PHASES: dict[type[Procedure], str] = {
    PickReinforcements: "reinforcements",
    MovementPhase: "movement",
    CombatPhase: "combat",
}
"""The procedures that are phases of a player turn."""


def track(texts: Texts) -> tuple[PrintedPhase, ...]:
    """The air, the Soviet player turn, the NATO player turn; which of movement and combat comes first is declared."""
    phases = [
        PrintedPhase(f"{side}/{name}", texts.name("phase", name), RULES[name], side)
        for side, names in OF_A_SIDE.items()
        for name in names
    ]
    return PrintedPhase("air", texts.name("phase", "air"), "6.1"), *phases


def phase(game: Game) -> str:
    """The phase in which a game stands; none during the set-up."""
    stack = game.state.stack
    if any(isinstance(frame, AirPhase) for frame in stack):
        return "air"
    side = next((frame.side for frame in stack if isinstance(frame, PlayerTurn)), "")
    if not side:
        return ""
    found = next((PHASES[type(frame)] for frame in stack if type(frame) in PHASES), "declaration")
    return f"{side}/{found}"
