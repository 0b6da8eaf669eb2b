"""How the staff uses its aircraft: it calls them when it can, and sends them where most enemies are seen."""

from __future__ import annotations

from sandtable.games.asl.air.attacks import BOMB, ROCKETS, STRAFE, flight, sighting_sum, target_hexes
from sandtable.games.asl.air.groups import figures
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.staff.artillery import shelling
from sandtable.games.asl.staff.situation import Situation
from sandtable.games.asl.vehicles.status import known_vehicles
from sandtable.kernel import Choice, Decision

TANK = 2.5
"""What a vehicle is worth as a target of rockets."""


def call(situation: Situation, decision: Decision) -> str | None:
    """Call them as soon as anybody is there to attack."""
    return "do:call" if target_hexes(situation.game, situation.side) else "do:pass"


def load(situation: Situation, decision: Decision) -> str | None:
    """Rockets where tanks are known, else a bomb."""
    return "load:rockets" if known_vehicles(situation.game, situation.side) else "load:bomb"


def place(situation: Situation, decision: Decision) -> str | None:
    return decision.options[len(decision.options) // 2].id


def keep(situation: Situation, decision: Decision) -> str | None:
    return "do:keep"


def _chance(situation: Situation, hex_: str, vehicle: str = "") -> float:
    """How likely a pilot is to see a target."""
    most = figures(situation.game).sighting - sighting_sum(situation.game, situation.side, hex_, vehicle).total
    ways = [a + b for a in range(1, 7) for b in range(1, 7)]
    return sum(total <= most and total < 12 for total in ways) / len(ways)


def attack(situation: Situation, decision: Decision) -> str | None:
    """With its load while it has one, and a target that is worth it."""
    for way in (ROCKETS, BOMB, STRAFE):
        if decision.find(f"strike:{way}") is not None:
            return f"strike:{way}"
    return None


def target(situation: Situation, decision: Decision) -> str | None:
    """What is worth most, weighed with the chance to see it."""
    worth, best = shelling(situation), (-99.0, "")
    for option in decision.options:
        choice = Choice.of(option.id)
        if choice.kind == "vehicle":
            hex_ = hex_of(situation.state.vehicles[choice.name].at)
            best = max(best, (TANK * _chance(situation, hex_, choice.name), option.id))
        elif choice.kind == "hex":
            best = max(best, (worth.get(choice.name, 0.0) * _chance(situation, choice.name), option.id))
    return best[1] or None


def direction(situation: Situation, decision: Decision) -> str | None:
    """Along the line with most enemies."""
    worth, hex_ = shelling(situation), str(decision.args["hex"])
    found = [(choice, option) for option in decision.options if (choice := Choice.of(option.id)).kind == "flight"]
    best = max(
        found,
        key=lambda each: sum(worth.get(at, 0.0) for at in flight(situation.game, hex_, int(each[0].name))),
    )
    return best[1].id


def mislead(situation: Situation, decision: Decision) -> str | None:
    """Onto those who sent it."""
    worth = shelling(situation)
    return max(decision.options, key=lambda option: worth.get(Choice.of(option.id).name, 0.0)).id


def flak(situation: Situation, decision: Decision) -> str | None:
    """Everybody fires who can."""
    return decision.options[0].id
