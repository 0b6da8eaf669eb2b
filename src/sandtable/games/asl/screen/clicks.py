"""What is said to whoever clicks on a counter that answers no question: front ends name every counter as a unit."""

from __future__ import annotations

from sandtable.games.asl.state import NOWHERE, UNKNOWN
from sandtable.games.asl.units import Game
from sandtable.kernel import Choice, Refusal


def why_not(game: Game, choice: Choice) -> Refusal | None:
    """Why a counter can be no answer now; None where it might be one."""
    state, name = game.state, choice.name
    if choice.kind == "vehicle":
        vehicle = state.vehicles.get(name)
        off = vehicle is not None and vehicle.at == NOWHERE
        return Refusal("refused.vehicle-off-map", "A2.5", {"vehicle": name}) if off else None
    if choice.kind != "unit" or name in state.units or name.startswith(UNKNOWN):
        return None
    asked = game.decision_of(None)
    rule = "" if asked is None else asked.rule
    for kind, things in (("vehicle", state.vehicles), ("weapon", state.weapons), ("aircraft", state.aircraft)):
        if name in things:
            found = game.explain(f"{kind}:{name}")
            reason = None if found is None or not found.says_why or found.asked else found
            return reason or Refusal("refused.counter-idle", rule, {"counter": name})
    return Refusal("refused.no-counter", rule)
