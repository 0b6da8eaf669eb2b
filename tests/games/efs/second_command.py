"""Who may move, be activated, react, support and be ordered, in East Front Series reckoned a second time."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.efs.second_combat import HEAVY
from games.efs.second_country import apart, other_side, read
from games.efs.second_journeys import Journeys
from sandtable.games.efs.state import Attack

ACTIVATED = ("non-motorized", "orange")


class Commanding(Journeys):
    """10.11 to 10.13, 12.14, 12.4, 12.5, 13.1 and 21.2."""

    # Who may move (10.1, 10.26, 21.27)

    def may_set_out(self, unit_id: str) -> bool:
        """Whether a unit on the map may move at all in the phase, activated if it must be."""
        unit = self.unit(unit_id)
        held = unit.garrison or unit.receiving or unit.fuel_shortage or unit.do_not_move or unit.building
        if not unit.at or unit.finished or held or self.counters.is_unknown(unit_id):
            return False
        if self.counters.type(unit_id) in HEAVY and unit.mode == "firing":
            return False
        if self.moves_as(unit_id) == "flotilla" and self.state.weather.storm:
            return False
        if not self.share(unit_id) and not self.activators(unit_id):
            return False
        if self.share(unit_id) == "either" and {*unit.moved_in} - {self.state.phase.split("/")[1]}:
            return False
        able = self.allowance(unit_id) > 0 or self.at_full(unit_id) or bool(self.activators(unit_id))
        return able and self.counters.face(unit_id)[2] > 0 and self.has_leave(unit_id)

    def only_rides(self, unit_id: str) -> bool:
        """Whether a unit without an allowance may move by rail (10.29)."""
        unit = self.unit(unit_id)
        held = unit.garrison or unit.receiving or unit.fuel_shortage or unit.do_not_move or unit.finished
        waits = bool(unit.at) and self.state.phase.endswith("/movement") and not held
        kind = self.counters.type(unit_id) == "anti-aircraft" and not self.counters.face(unit_id)[2]
        return kind and waits and unit.at in self.country.rail_hexes and self.has_leave(unit_id)

    def has_leave(self, unit_id: str) -> bool:
        """Whether a non-operational HQ lets one more of the units move that began the phase in its range (21.27)."""
        unit = self.unit(unit_id)
        if not unit.zone or unit.spent or self.counters.type(unit_id) == "flotilla":
            return True
        if self.counters.type(unit_id) == "headquarters" and not unit.operational:
            return True
        recovery = min(int(self.counters.printed[hq]["recovery"]) for hq in unit.zone.split("+"))
        phase = self.state.phase.split("/")[1]
        moved = [
            each for each, other in self.state.units.items()
            if other.zone == unit.zone and (phase in other.moved_in or other.finished) and self.is_counted(each)
        ]  # fmt: skip
        return len(moved) + self.bridges_placed_near(unit.zone) < recovery - 1

    def is_counted(self, unit_id: str) -> bool:
        """Whether it counts among those that move near an idle HQ: not the HQ itself, and no flotilla."""
        kind = self.counters.type(unit_id)
        return kind != "flotilla" and (kind != "headquarters" or self.unit(unit_id).operational)

    def bridges_placed_near(self, zone: str) -> int:
        """The bridges that were placed in the phase in the range of some HQs: each counts as a unit (21.27d)."""
        far, hqs = read("tables/headquarters")["range"], zone.split("+")
        placed = [
            each.at for each in self.state.bridges.values()
            if each.side == "soviet" and each.at and not each.ferry and each.turn == self.state.turn
        ]  # fmt: skip
        near = [at for at in placed if any(apart(at, self.unit(hq).at) <= far for hq in hqs)]
        return len(near) if self.state.phase == "soviet/motorized" else 0

    # Activation (10.13, 12.35, 21.12a, 21.12b)

    def points_left(self, hq: str) -> int:
        """The command points that an HQ has left, in the phase of activation twice as many if it has doubled."""
        left, command = super().points_left(hq), self.state.commands.get(hq)
        doubled = command is not None and command.doubled and self.state.phase == "soviet/motorized"
        return left + (int(self.counters.printed[hq]["command"]) if doubled else 0)

    def doublers(self) -> set[str]:
        """The HQs of which one may double what it has left, one for each mandated attack."""
        doubled = [each for each, command in self.state.commands.items() if command.doubled]
        if self.state.phase != "soviet/motorized" or len(doubled) >= self.state.mandated:
            return set()
        return {each for each in self.hqs(operational=True) if each not in doubled and self.points_left(each) > 0}

    def activators(self, unit_id: str) -> set[str]:
        """The HQs that may activate a unit."""
        if unit_id in self.state.supplies:
            return {each for each in self.commanders(self.state.supplies[unit_id].at) if self.points_left(each) > 0}
        unit = self.unit(unit_id)
        if self.state.phase != "soviet/motorized" or unit.activated or self.moves_as(unit_id) not in ACTIVATED:
            return set()
        if self.counters.side(unit_id) != "soviet":
            return set()
        near = self.commanders(unit.at)
        guards = self.counters.has(unit_id, "guards")
        return {each for each in near if self.points_left(each) > 0 or (guards and not self.has_used_guards(each))}

    def commanders(self, label: str) -> set[str]:
        """The operational HQs in whose range a hex is, where none that is not has it in its own."""
        if self.idle_hq_near(label):
            return set()
        far = read("tables/headquarters")["range"]
        return {each for each in self.hqs(operational=True) if apart(self.unit(each).at, label) <= far}

    def has_used_guards(self, hq: str) -> bool:
        command = self.state.commands.get(hq)
        return command is not None and command.guards

    # Reaction (12.41)

    def may_react(self) -> set[str]:
        """The units of the side under attack that a defender hex may still trigger."""
        attacks = self.state.attacks.values()
        side = other_side(next(iter(attacks)).side)
        targets = [label for attack in attacks for label in attack.hexes]
        gone = [each for attack in attacks for each in attack.reacted]
        found = set()
        for each, unit in self.state.units.items():
            if not unit.at or unit.box or self.counters.side(each) != side or each in gone:
                continue
            if self.is_fit_to_react(each, targets) and self.has_triggers([*gone, each], targets):
                found.add(each)
        return {each for each in found if self.reacts_to(each)}

    def is_fit_to_react(self, unit_id: str, targets: Sequence[str]) -> bool:
        unit, counters, side = self.unit(unit_id), self.counters, self.counters.side(unit_id)
        held = unit.garrison or unit.receiving or unit.fuel_shortage or unit.do_not_move or unit.building
        if held or unit.overrun or not counters.is_boxed(unit_id) or unit.finished:
            return False
        if unit.at in targets or self.in_zone_of(other_side(side), unit.at):
            return False
        if side == "soviet":
            able = any(self.points_left(each) > 0 for each in self.commanders(unit.at))
            return able and not counters.has(unit_id, "nkvd")
        return True

    def has_triggers(self, units: Sequence[str], targets: Sequence[str]) -> bool:
        """Whether each of some units can have a defender hex of its own near where it began."""
        if not units:
            return True
        far = read("tables/combat-modifiers")["reaction_range"]
        first, *others = units
        near = [each for each in targets if apart(self.unit(first).start, each) <= far]
        return any(self.has_triggers(others, [other for other in targets if other != each]) for each in near)

    # Orders (12.5)

    def orders_for(self, attack: Attack, side: str) -> set[str]:
        """The orders that a side may give in a combat."""
        if side == attack.side:
            stands = attack.nkvd and not attack.nkvd_lifted
            if attack.attacker_orders or not (attack.defender_orders or stands):
                return set()
            units = [each for each in attack.attackers if self.unit(each).at]
            places = {self.unit(each).at for each in units}
        else:
            if attack.defender_orders or attack.nkvd:
                return set()
            places = set(attack.hexes)
            units = [each for label in places for each in self.stacks[label]]
            if not any(self.is_ground_for_orders(side, label) for label in places):
                return set()
        if not any(self.obeys(each) and (side == attack.side or not self.is_in_citadel(each)) for each in units):
            return set()
        if side == "soviet":
            points = [self.points_left(each) for label in places for each in self.commanders(label)]
            if not any(each > 0 for each in points):
                return set()
        dry = any(self.weather(label) != "mud" for label in places)
        return {"no-retreat", "additional-retreat"} if dry else {"no-retreat"}

    def obeys(self, unit_id: str) -> bool:
        """Whether orders touch a unit, as far as anybody knows."""
        return self.counters.face(unit_id)[2] > 0 or self.counters.is_unknown(unit_id)

    def is_in_citadel(self, unit_id: str) -> bool:
        """Whether it defends a citadel, if it is attacked, and so ignores retreats (18.51d)."""
        return self.counters.side(unit_id) == "soviet" and self.citadel(self.unit(unit_id).at)

    def is_ground_for_orders(self, side: str, label: str) -> bool:
        chart = read("tables/terrain")
        if any(chart["terrain"][part].get("orders") for part in self.country.parts[label]):
            return True
        if self.is_town(label) and self.weather(label) in chart["town"]["weather"]:
            return True
        lines = any(self.line(goal, label) for goal in self.country.around[label])
        printed = side == "soviet" and (self.belt(label) or lines)
        return printed or self.strongpoint(label, side) == "completed"

    # Support (13.1)

    def guns_for(self, attack: Attack, side: str) -> set[str]:
        """The artillery that may support a side in a combat, beside that which is committed already."""
        return {
            each for each, unit in self.state.units.items()
            if unit.at and not unit.box and self.counters.side(each) == side and self.supports(each, attack)
        }  # fmt: skip

    def supports(self, unit_id: str, attack: Attack) -> bool:
        unit, counters = self.unit(unit_id), self.counters
        if not counters.is_artillery(unit_id) or unit.fired or unit.building:
            return False
        if any(unit_id in other.support for other in self.state.attacks.values()):
            return False
        if min(apart(unit.at, label) for label in attack.hexes) > counters.printed[unit_id]["range"]:
            return False
        side, enemy = counters.side(unit_id), other_side(counters.side(unit_id))
        if side != attack.side:
            return self.supports_defence(unit_id, attack, enemy)
        exerting = self.zones[enemy].get(unit.at, set())
        if exerting and not exerting & {*attack.hexes}:
            return False
        if counters.type(unit_id) in HEAVY:
            return unit.mode == "firing" and any(self.is_fortified_for(enemy, label) for label in attack.hexes)
        return True

    def supports_defence(self, unit_id: str, attack: Attack, enemy: str) -> bool:
        unit, counters = self.unit(unit_id), self.counters
        if unit.supply == "out" or counters.type(unit_id) in ("rocket-artillery", *HEAVY):
            return False
        if self.state.weather.limited_artillery and not self.draws_on(unit_id):
            return False
        if unit.at in attack.hexes:
            others = [each for each in self.stacks[unit.at] if not counters.is_artillery(each)]
            return bool(others) and self.may_combine([*attack.support, unit_id], attack.hexes, defending=True)
        if any(unit.at in other.hexes for other in self.state.attacks.values()) or self.in_zone_of(enemy, unit.at):
            return False
        defenders = [each for label in attack.hexes for each in self.stacks[label]]
        supported = [each for each in defenders if not counters.is_artillery(each)]
        return bool(supported) and self.may_combine([*attack.support, unit_id], attack.hexes, defending=True)

    def could_defend(self, unit_id: str, hexes: Collection[str], committed: Collection[str]) -> bool:
        starved = self.state.weather.limited_artillery and not self.draws_on(unit_id)
        return not starved and super().could_defend(unit_id, hexes, committed)

    def draws_on(self, unit_id: str) -> set[str]:
        """The supply units on which a gun can draw while artillery supply is limited (13.52)."""
        unit, side = self.unit(unit_id), self.counters.side(unit_id)
        own = {name: each.at for name, each in self.state.supplies.items() if each.side == side and each.at}
        return {name for name, at in own.items() if self.traces(side, unit.at, frozenset({at}))}

    def is_fortified_for(self, side: str, label: str) -> bool:
        lines = any(self.line(goal, label) for goal in self.country.around[label])
        printed = side == "soviet" and (self.belt(label) or self.citadel(label) or lines)
        return printed or self.strongpoint(label, side) == "completed"

    # Declaration (12.1, 12.2)

    def open_to_attack(self, side: str, withdrawn: Collection[str]) -> set[str]:
        """The enemy hexes that could be attacked by all who can, at the least odds or better."""
        taken = {label for attack in self.state.attacks.values() for label in attack.hexes}
        busy = {each for attack in self.state.attacks.values() for each in attack.attackers}
        found = set()
        for label in self.stacks:
            if self.holder(label) != other_side(side) or label in taken or label in withdrawn:
                continue
            if self.is_off_shore(side, label):
                continue
            able = [each for each in self.able_to_attack(side, (label,)) if each not in busy]
            known = [each for each in able if not self.counters.is_unknown(each)]
            strengths = [(self.counters.face(each)[0], self.halved(each, (label,))) for each in known]
            defence = self.defence((label,), initial=True)
            if known and 4 * self.by_groups(strengths) >= defence:
                found.add(label)
        return found

    def is_off_shore(self, side: str, label: str) -> bool:
        """Whether a side has a flotilla next to a hex, or units across shallow water, of whom boats carry a few: where
        these may attack is not reckoned here.
        """
        beside = [at for at in self.country.around[label] if self.holder(at) == side]
        shallow = any("shallow-water" in self.country.sides[at, label] for at in beside) and not self.frozen
        return shallow or any(self.counters.type(each) == "flotilla" for at in beside for each in self.stacks[at])

    # Bridges (22.42, 22.43)

    def bridges_to_blow(self, side: str) -> set[str]:
        """The hexsides whose printed bridges a side may destroy."""
        found, figures = set(), read("tables/bridges")
        for (one, other), sides in self.country.sides.items():
            name = "-".join(sorted((one, other)))
            kinds = [kind for kind in ("road", "rail") if f"{kind}-bridge" in sides]
            wide = sides & {"major-river", "lake", "shallow-water"}
            whole = [kind for kind in kinds if self.damage_of(f"{name}/{kind}") < figures["damage"]]
            if not wide or not whole or self.holder(one) != side:
                continue
            if side == "soviet" and self.idle_hq_near(one):
                continue
            enemies = [label for label in self.stacks if self.holder(label) == other_side(side)]
            if any(apart(one, label) <= figures["enemy_within"] for label in enemies):
                found.add(name)
        return found

    def damage_of(self, name: str) -> int:
        found = self.state.damage.get(name)
        return 0 if found is None else found.points
