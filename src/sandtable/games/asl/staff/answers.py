"""How the staff answers: who fires and at what, who moves where, and how men fight hand to hand."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.asl.fire.attack import Attack
from sandtable.games.asl.fire.fire_group import target_locations, targets_of_piece
from sandtable.games.asl.fire.fire_phase import Shoot, joined, pieces_named
from sandtable.games.asl.fire.first_fire import FirstFireAttack, first_fire_pieces
from sandtable.games.asl.fire.pieces import is_outnumbered, pieces_of
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.morale.guards import guard_room
from sandtable.games.asl.staff import heavy, infantry, night
from sandtable.games.asl.staff.situation import Situation
from sandtable.games.asl.terrain.hexsides import cover_rows, covers
from sandtable.games.asl.units import is_leader
from sandtable.kernel import Choice, Decision, Option

PREPARED = 0.35
"""What a shot in the Prep Fire Phase must be worth for one who would otherwise go on."""
CALM = 0.2
"""The same while there is time."""
WORTHWHILE = 0.12
"""What a shot must be worth for one who stays where he is."""
AMBUSH, CONCEALED = 0.5, 0.2
"""The same for men of whom the enemy knows nothing, and for defenders under "?", until he is beside them."""
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


def claim_wall(situation: Situation, decision: Decision) -> str | None:
    """Claim walls and hedges that cover known men better than the terrain of their hex does."""
    units, rows = situation.state.units.values(), cover_rows(situation.content)
    shown = {unit.at for unit in units if unit.side == situation.side and not (unit.concealed or unit.hidden)}
    for choice, option in _named(decision, "hex"):
        best = max(rows[name].tem.direct for name in covers(situation.content, choice.name).values())
        if choice.name in shown and best > situation.cover(choice.name):
            return option.id
    return last(situation, decision)


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
    """Whoever has the best shot; of those who would otherwise go on only shots for which it is worth to stay."""
    for _, option in _named(decision, "aircraft"):
        return option.id
    if decision.prompt == "prep-fire" and (screen := heavy.screens_first(situation, decision)):
        return screen
    best = (0.0, "")
    for choice, option in _named(decision, "unit"):
        if _serves(situation, choice.name):
            continue
        worth, _ = _best_target(situation, choice.name, _targets(situation, choice.name))
        if worth >= max(_least(situation, decision, choice.name), _shown_for(situation, choice.name)):
            best = max(best, (worth, option.id))
    big = heavy.best_heavy(situation, decision)
    return big.option if big.worth > best[0] else best[1] or "do:done"


def _shown_for(situation: Situation, name: str) -> float:
    """What a shot must be worth for a unit to show itself."""
    unit = situation.state.units[name]
    if situation.to_enemy(hex_of(unit.at)) <= 1:
        return 0.0
    return AMBUSH if unit.hidden else CONCEALED if unit.concealed and not situation.presses else 0.0


def _serves(situation: Situation, name: str) -> bool:
    """Whether a unit keeps quiet for the Gun that it serves, until the enemy is beside it."""
    at = situation.state.units[name].at
    return heavy.mans_gun(situation, name) and situation.to_enemy(hex_of(at)) > 1


def _least(situation: Situation, decision: Decision, name: str) -> float:
    """What a shot of a unit must be worth."""
    if decision.prompt != "prep-fire" or not situation.presses:
        return WORTHWHILE
    hex_ = hex_of(situation.state.units[name].at)
    if situation.to_enemy(hex_) <= 1 or infantry.is_base_of_fire(situation, name):
        return WORTHWHILE
    return CALM if not night.is_raid(situation) and infantry.slack(situation, hex_) >= 1 else PREPARED


def fire_at(situation: Situation, decision: Decision) -> str | None:
    unit_id = str(decision.args["unit"])
    options = {choice.name: option.id for choice, option in _named(decision, "hex", "place")}
    worth, at = _best_target(situation, unit_id, options)
    return options[at] if worth > 0 else "do:cancel"


def fire_group(situation: Situation, decision: Decision) -> str | None:
    """Take along whoever makes the attack better by more than he could do alone."""
    frame = situation.state.stack[-1]
    if not isinstance(frame, (Shoot, FirstFireAttack)):
        return "do:fire"
    game, target = situation.game, str(decision.args["target"])

    def worth(chosen: tuple[str, ...], leaders: tuple[str, ...]) -> float:
        return situation.worth(Attack(pieces_named(game, chosen), leaders, target))

    now, best = worth(frame.chosen, frame.leaders), (0.0, "")
    for choice, option in _named(decision, "unit", "weapon"):
        holder = choice.name if choice.kind == "unit" else situation.state.weapons[choice.name].holder
        more = worth(*joined(game, choice, frame.chosen, frame.leaders, target)) - now
        if is_leader(situation.content, situation.state.units[holder]) and choice.kind == "unit":
            if more >= 0:
                return option.id
            continue
        beside = _place(situation, choice.name) not in {_place(situation, name) for name in frame.chosen}
        alone = _alone(situation, decision, holder, target) if beside else 0.0
        if more > max(alone, 0.01):
            best = max(best, (more - alone, option.id))
    return best[1] or "do:fire"


def _alone(situation: Situation, decision: Decision, name: str, target: str) -> float:
    """What somebody could do by himself; in the Prep Fire Phase what keeps him from going on counts as well."""
    if decision.prompt == "first-fire-group":
        pieces = [piece.name for piece in first_fire_pieces(situation.game, name)]
        return situation.worth(Attack(pieces_named(situation.game, pieces), (), target))
    stays = situation.state.phase == "prep-fire" and situation.presses
    worth, _ = _best_target(situation, name, _targets(situation, name))
    hex_ = hex_of(situation.state.units[name].at)
    if stays and situation.to_enemy(hex_) > 1 and not infantry.is_base_of_fire(situation, name):
        return max(worth, 0.2 if not night.is_raid(situation) and infantry.slack(situation, hex_) >= 1 else PREPARED)
    return worth


def _place(situation: Situation, name: str) -> str:
    weapon = situation.state.weapons.get(name)
    return situation.state.units[name if weapon is None else weapon.holder].at


def first_fire(situation: Situation, decision: Decision) -> str | None:
    """Fire at those who come near, or where the shot is good; machine guns more freely than others."""
    game = situation.game
    target = str(decision.args["target"])
    best = (0.0, "")
    for choice, option in _named(decision, "unit"):
        if _serves(situation, choice.name):
            continue
        pieces = [piece.name for piece in first_fire_pieces(game, choice.name)]
        worth = situation.worth(Attack(pieces_named(game, pieces), (), target)) if pieces else 0.0
        unit = situation.state.units[choice.name]
        distance = situation.content.distance(hex_of(unit.at), hex_of(target))
        needed = 0.1 if distance <= 2 else 0.25 if distance <= NEAR else 0.45
        if unit.hidden and distance > 1:
            needed = max(needed, AMBUSH)
        if unit.concealed and distance > 3:
            needed += 0.2
        if worth >= needed:
            best = max(best, (worth, option.id))
    lit = night.light(situation, decision)
    if lit:
        return lit
    big = heavy.best_heavy(situation, decision)
    return big.option if big.worth > best[0] else best[1] or "do:pass"


# The rest


def rout(situation: Situation, decision: Decision) -> str | None:
    found = _named(decision, "unit")
    return found[0][1].id if found else "do:done"


def rout_to(situation: Situation, decision: Decision) -> str | None:
    places = _named(decision, "hex", "place", "crawl")
    if not places:
        return next(name for name in ("do:wire", "do:stay", "do:exit") if decision.find(name) is not None)
    return min(places, key=lambda each: (each[0].kind == "crawl", situation.danger(each[0].name)))[1].id


def capture(situation: Situation, decision: Decision) -> str | None:
    return decision.options[0].id


def hand_prisoner(situation: Situation, decision: Decision) -> str | None:
    """Prisoners of a Guard whom they outnumber, so that he cannot fire, go to others."""
    game, units = situation.game, situation.state.units
    for choice, option in _named(decision, "unit"):
        guard = units[choice.name].guard
        if is_outnumbered(game, guard, units[guard]):
            return option.id
    return "do:done"


def prisoner_to(situation: Situation, decision: Decision) -> str | None:
    """To whoever has the most room for prisoners."""
    able = list(_named(decision, "unit"))
    return max(able, key=lambda each: guard_room(situation.game, each[0].name))[1].id


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


def hand_to_hand(situation: Situation, decision: Decision) -> str | None:
    """The stronger side fights hand to hand."""
    at = str(decision.args["at"])
    ours = sum(infantry.fight(situation, man) for man in situation.own.values() if man.at == at)
    theirs = sum(infantry.fight(situation, foe) for foe in situation.foes if foe.at == at)
    return "do:hand-to-hand" if ours > 1.3 * theirs else None
