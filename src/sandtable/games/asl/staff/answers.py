"""How the staff answers: who fires and at what, who moves where, and how men fight hand to hand."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.asl.fire.attack import Attack
from sandtable.games.asl.fire.fire_group import target_locations, targets_of_piece
from sandtable.games.asl.fire.fire_phase import pieces_named
from sandtable.games.asl.fire.first_fire import first_fire_pieces
from sandtable.games.asl.fire.pieces import pieces_of
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.staff import heavy, night
from sandtable.games.asl.staff.situation import Situation
from sandtable.games.asl.state import DUMMY, Unit
from sandtable.games.asl.units import is_leader, units_at
from sandtable.kernel import Choice, Decision, Option

PREPARED = 0.35
"""What a shot in the Prep Fire Phase must be worth for one who would otherwise go on."""
WORTHWHILE = 0.12
"""What a shot must be worth for one who stays where he is."""
MET = 8.0
"""What it costs raiders to run into the enemy on their way; they go in by the advance."""
PACE = 2.5
"""How many hexes a turn men make who attack, their advance included."""
CALM = 1.5
"""What a hex nearer to the goal is worth to them while there is time."""
RISK = 0.2
"""What the fire that may fall on them is worth avoiding."""
NEAR = 6
"""From how many hexes on a defender fires at those who move, if the shot is worth it."""


def _named(decision: Decision, *kinds: str) -> list[tuple[Choice, Option]]:
    return [(choice, option) for option in decision.options if (choice := Choice.of(option.id)).kind in kinds]


def first(situation: Situation, decision: Decision) -> str | None:
    """Whatever comes first."""
    return decision.options[0].id


def last(situation: Situation, decision: Decision) -> str | None:
    """Whatever comes last: nothing is done."""
    return decision.options[-1].id


def set_up(situation: Situation, decision: Decision) -> str | None:
    return "do:suggested" if decision.find("do:suggested") is not None else decision.options[0].id


def bore_sight(situation: Situation, decision: Decision) -> str | None:
    """The open ground nearest to what is to be held."""
    open_ground = [each for each in _named(decision, "hex") if situation.cover(each[0].name) == 0]
    return min(open_ground, key=lambda each: situation.to_goal(each[0].name))[1].id if open_ground else None


# Fire


def _best_target(situation: Situation, unit_id: str, locations: Iterable[str]) -> tuple[float, str]:
    return max(((situation.shot(unit_id, at), at) for at in locations), default=(0.0, ""))


def _targets(situation: Situation, unit_id: str) -> set[str]:
    known = target_locations(situation.game, situation.side)
    found: set[str] = set()
    for piece in pieces_of(situation.game, unit_id):
        found.update(targets_of_piece(situation.game, piece, known))
    return found


def who_fires(situation: Situation, decision: Decision) -> str | None:
    """Whoever has the best shot; in the Prep Fire Phase of an attacker only shots for which it is worth to stay."""
    for _, option in _named(decision, "aircraft"):
        return option.id
    least = PREPARED if decision.prompt == "prep-fire" and situation.attacks else WORTHWHILE
    best = (least, "")
    for choice, option in _named(decision, "unit"):
        unit = situation.state.units[choice.name]
        worth, _ = _best_target(situation, choice.name, _targets(situation, choice.name))
        if decision.prompt == "prep-fire" and situation.attacks and situation.to_enemy(hex_of(unit.at)) <= 1:
            worth *= 1.5
        if unit.concealed and not situation.attacks:
            worth *= 0.8
        best = max(best, (worth, option.id))
    big = heavy.best_heavy(situation, decision)
    return big.option if big.worth > (best[0] if best[1] else 0.0) else best[1] or "do:done"


def fire_at(situation: Situation, decision: Decision) -> str | None:
    unit_id = str(decision.args["unit"])
    options = {choice.name: option.id for choice, option in _named(decision, "hex", "place")}
    worth, at = _best_target(situation, unit_id, options)
    return options[at] if worth > 0 else "do:cancel"


def fire_group(situation: Situation, decision: Decision) -> str | None:
    """Take along what makes the attack better: a leader first, then all who stand in the same Location."""
    units = situation.state.units
    here = {_place(situation, name) for name in decision.hand}
    for choice, option in _named(decision, "unit"):
        if units[choice.name].at in here and is_leader(situation.content, units[choice.name]):
            return option.id
    for choice, option in _named(decision, "unit", "weapon"):
        if _place(situation, choice.name) in here and not (
            choice.kind == "unit" and _waits(situation, units[choice.name])
        ):
            return option.id
    return "do:fire"


def _waits(situation: Situation, unit: Unit) -> bool:
    return is_leader(situation.content, unit)


def _place(situation: Situation, name: str) -> str:
    weapon = situation.state.weapons.get(name)
    return situation.state.units[name if weapon is None else weapon.holder].at


def first_fire(situation: Situation, decision: Decision) -> str | None:
    """Fire at those who come near, or where the shot is good; machine guns more freely than others."""
    game = situation.game
    target = str(decision.args["target"])
    best = (0.0, "")
    for choice, option in _named(decision, "unit"):
        pieces = [piece.name for piece in first_fire_pieces(game, choice.name)]
        worth = situation.worth(Attack(pieces_named(game, pieces), (), target)) if pieces else 0.0
        unit = situation.state.units[choice.name]
        distance = situation.content.distance(hex_of(unit.at), hex_of(target))
        needed = 0.1 if distance <= 2 else 0.25 if distance <= NEAR else 0.45
        if unit.concealed and distance > 3:
            needed += 0.2
        if worth >= needed:
            best = max(best, (worth, option.id))
    lit = night.light(situation, decision)
    if lit:
        return lit
    big = heavy.best_heavy(situation, decision)
    return big.option if big.worth > best[0] else best[1] or "do:pass"


# Movement


def who_moves(situation: Situation, decision: Decision) -> str | None:
    """Those who attack go forward, the nearest to the goal first; those who defend leave only bad places."""
    wrecked = night.destroy_gun(situation, decision)
    if wrecked is not None and wrecked != "do:done":
        return wrecked
    best: tuple[float, str] = (-99.0, "")
    for choice, option in _named(decision, "unit"):
        unit = situation.state.units[choice.name]
        if (unit.kind == DUMMY and not unit.cloak) or heavy.mans_gun(situation, choice.name):
            continue
        if night.is_raid(situation) and night.stays(situation, unit):
            continue
        hex_ = hex_of(unit.at)
        if not situation.attacks and (unit.at == "" or situation.to_goal(hex_) <= 2 or situation.cover(hex_) > 0):
            continue
        if situation.attacks and unit.at and situation.to_goal(hex_) == 0:
            continue
        best = max(best, (-float(situation.to_goal(hex_)) if unit.at else 0.0, option.id))
    return best[1] or heavy.who_drives(situation, decision) or "do:done"


def move_to(situation: Situation, decision: Decision) -> str | None:
    """The place that brings a unit on, weighed against the fire that may fall on it; staying counts as well."""
    unit_id = str(decision.args["unit"])
    unit = situation.state.units[unit_id]
    best = (_place_score(situation, unit.at), "do:done") if unit.at else (-99.0, "")
    raid = night.is_raid(situation)
    taken = {foe.at for foe in situation.foes} if raid else set()
    for choice, option in _named(decision, "hex", "place"):
        if "-" in choice.name:
            continue
        score = _place_score(situation, choice.name) - (MET if choice.name in taken else 0.0)
        best = max(best, (score, option.id))
    return best[1] or None


def _place_score(situation: Situation, location: str) -> float:
    """What a place is worth: near the goal and covered; those who attack dare more the less time is left."""
    hex_ = hex_of(location)
    crowd = 0.4 * max(0, len(units_at(situation.game, location)) - 2)
    cover, danger = situation.cover(hex_), situation.danger(location)
    if not situation.attacks:
        return -2.0 * situation.to_goal(hex_) + 1.5 * cover - 0.6 * danger - crowd
    haste = CALM + 3.0 * min(2.0, situation.to_goal(hex_) / (PACE * situation.turns_left))
    return -haste * situation.to_goal(hex_) + cover - RISK * danger - crowd


def who_advances(situation: Situation, decision: Decision) -> str | None:
    for choice, option in _named(decision, "unit"):
        unit = situation.state.units[choice.name]
        if heavy.mans_gun(situation, choice.name):
            continue
        if night.is_raid(situation) and night.stays(situation, unit):
            continue
        if unit.kind != DUMMY and (situation.attacks or situation.cover(hex_of(unit.at)) == 0):
            return option.id
    return "do:done"


def advance_to(situation: Situation, decision: Decision) -> str | None:
    """Into the goal, into cover, or onto a weaker enemy."""
    unit_id = str(decision.args["unit"])
    unit = situation.state.units[unit_id]
    best = (_advance_score(situation, unit, unit.at), "do:done")
    for choice, option in _named(decision, "hex", "place"):
        if "-" not in choice.name:
            best = max(best, (_advance_score(situation, unit, choice.name), option.id))
    return best[1]


def _advance_score(situation: Situation, unit: Unit, location: str) -> float:
    score = _place_score(situation, location)
    foes = [foe for foe in situation.foes if foe.at == location]
    if foes:
        strength = sum(_fight(situation, foe) for foe in foes)
        raid = night.is_raid(situation)
        own = night.strength(situation, unit) if raid else _fight(situation, unit)
        own += sum(_fight(situation, man) for man in situation.own.values() if man.at == location)
        wanted = raid and not night.goes_home(situation) and situation.to_goal(hex_of(location)) == 0
        score += 6.0 if own > (1.0 if wanted else 1.4) * strength else -8.0
    return score


def _fight(situation: Situation, unit: Unit) -> float:
    if unit.kind not in situation.content.personnel:
        return 4.0
    card = situation.content.personnel[unit.kind]
    fp = card.fp if card.type in ("squad", "half-squad", "crew") else 1
    return fp * (0.3 if unit.broken else 1.0)


# The rest


def rout(situation: Situation, decision: Decision) -> str | None:
    found = _named(decision, "unit")
    return found[0][1].id if found else "do:done"


def rout_to(situation: Situation, decision: Decision) -> str | None:
    places = _named(decision, "hex", "place", "crawl")
    if not places:
        return "do:stay"
    return min(places, key=lambda each: (each[0].kind == "crawl", situation.danger(each[0].name)))[1].id


def capture(situation: Situation, decision: Decision) -> str | None:
    return decision.options[0].id


def close_combat(situation: Situation, decision: Decision) -> str | None:
    """Everybody attacks everybody."""
    units = situation.state.units
    targets = [option.id for choice, option in _named(decision, "unit") if units[choice.name].side != situation.side]
    if targets:
        return targets[0]
    if decision.find("do:concealed") is not None:
        return "do:concealed"
    friends = [option.id for choice, option in _named(decision, "unit")]
    return friends[0] if friends else "do:attack" if decision.find("do:attack") is not None else None
