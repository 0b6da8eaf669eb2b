"""A14.2-A14.4: a sniper strikes, and may be hunted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sandtable.games.asl.areas import hexes_of_area
from sandtable.games.asl.concealment.revealing import reveal_unit
from sandtable.games.asl.events.fire import SniperHunted, SniperMoved
from sandtable.games.asl.events.vehicles import Hatched
from sandtable.games.asl.fire.dice import Dr, random_selection, roll_dr
from sandtable.games.asl.locations import floor_of, hex_of, is_interior
from sandtable.games.asl.morale.casualties import (
    Aftermath,
    break_unit,
    eliminate,
    pin,
    reduce_casualties,
    take_up_arms,
    wound,
)
from sandtable.games.asl.morale.checks import check_leader_losses
from sandtable.games.asl.morale.desperation import make_desperate
from sandtable.games.asl.morale.heat_of_battle import GivesUp
from sandtable.games.asl.morale.sharing_out import share_out
from sandtable.games.asl.night.cloaking import uncloak, uncloak_in_light
from sandtable.games.asl.night.no_move import wake
from sandtable.games.asl.reasons import first_of
from sandtable.games.asl.snipers import sniper_number
from sandtable.games.asl.state import Unit
from sandtable.games.asl.tables.morale import Sniper
from sandtable.games.asl.terrain.hexes import terrain_at
from sandtable.games.asl.units import Game, change, is_good_order, is_smc, is_squad, on_map, other, units_at
from sandtable.games.asl.vehicles.bailing_out import BailOut
from sandtable.games.asl.vehicles.losses import stun
from sandtable.games.asl.vehicles.status import alter, card_of, known_vehicles
from sandtable.kernel import Choice, Decision, Line, Option, Procedure, Refusal, rule
from sandtable.mechanics.switches import is_on

PASS = Option("do:pass", rule="A14.4")


@rule("A10.2", "A14.1", "A15.5", "A20.551", "D6.9", "E1.21", "E1.4")
def settle(game: Game, aftermath: Aftermath) -> None:
    """After an attack: checks for leaders lost, then the snipers that the dice have called, one for each DR.

    Before that the halves of squads that have come apart share their weapons, those who give up are taken, and Riders
    of vehicles that were immobilized may bail out; prisoners who are free take up arms. Who sees an enemy now whom the
    attack has shown is free to move, whom a fire lights up comes from under his Cloaking counter, and who has come out
    of a vehicle into a fire flees from it.
    """
    from sandtable.games.asl.terrain.fires import drive_out

    uncloak_in_light(game)
    wake(game)
    drive_out(game)
    while aftermath.lost_leaders:
        check_leader_losses(game, aftermath)
    take_up_arms(game, aftermath.freed)
    for side in aftermath.snipers:
        game.push(SniperAttack(side=other(side)))
    for vehicle in aftermath.stranded:
        game.push(BailOut(vehicle=vehicle))
    for unit in aftermath.giving_up:
        game.push(GivesUp(unit=unit))
    for first, second in aftermath.apart:
        if first in game.state.units:
            share_out(game, first, second, "A19.13")


@rule("A14.2")
def aimed_at(game: Game, at: str, targets: Sequence[str]) -> tuple[str, ...]:
    """The hexes at which a sniper in a hex aims: the nearest, and of these the most open."""
    far = {label: game.content.distance(at, label) for label in targets}
    near = min(far.values())
    cover = {label: terrain_at(game, label).tem.direct for label in targets if far[label] == near}
    least = min(cover.values())
    return tuple(label for label, value in cover.items() if value == least)


class SniperAttack(Procedure, frozen=True):
    """The sniper of a side may strike."""

    side: str
    effect: int = 0
    hexes: tuple[str, ...] = ()
    second: bool = False
    """Whether it is the second Sniper counter of the side that strikes (CG13)."""
    at: str = ""
    """The Location that is struck, of the hex."""

    @rule("A14.1", "A14.2")
    def begin(self, game: Game) -> None:
        """Roll whether he strikes, where he has gone, and what is nearest to him."""
        figures = game.content.table("sniper", Sniper)
        names = {figures.kills: "kills", figures.harms: "harms"}
        bands = [names.get(each, "none") for each in range(1, 7)]
        lines = tuple(Line(f"sniper.{name}", str(face), "A14.1") for face, name in names.items())
        face = game.roll("d6", "sniper", "A14.1", bands=bands, of=self.side, lines=lines)
        start, second = game.state.snipers.get(self.side, ""), False
        targets = eligible_hexes(game, other(self.side)) if face in names and start else []
        if not targets:
            game.finish()
            return
        if self.side in game.state.second_snipers:
            second = which_sniper(game)
            start = game.state.second_snipers[self.side] if second else start

        def sight(dr: Dr) -> tuple[str, ...]:
            return aimed_at(game, moved(game, start, dr.colored - 1, dr.white), targets)

        dr = roll_dr(game, "sniper-moves", "A14.2", lambda each: " ".join(sight(each)))
        game.goto("aim", effect=face, hexes=sight(dr), second=second)

    @rule("A14.2")
    def aim(self, game: Game) -> Decision | None:
        """The owner picks among hexes that are as near and as open as each other."""
        if len(self.hexes) == 1:
            game.goto("look")
            return None
        options = tuple(Option(f"hex:{label}", rule="A14.2") for label in self.hexes)
        return Decision(self.side, "sniper-target", "A14.2", options)

    def aim_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return Refusal("refused.sniper-hex", "A14.2", {"hex": choice.name})

    def aim_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("look", hexes=(choice.name,))

    @rule("A14.2")
    def look(self, game: Game) -> Decision | None:
        """The owner picks one of the Locations of the hex in which there is somebody to hit."""
        found = eligible_locations(game, self.hexes[0], other(self.side))
        if len(found) == 1:
            game.goto("strike", at=found[0])
            return None
        options = tuple(Option(f"{'hex' if at == self.hexes[0] else 'place'}:{at}", rule="A14.2") for at in found)
        return Decision(self.side, "sniper-location", "A14.2", options)

    def look_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind not in ("hex", "place") or hex_of(choice.name) not in game.content.board.index:
            return None
        return Refusal("refused.sniper-location", "A14.2", {"at": choice.name})

    def look_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("strike", at=choice.name)

    @rule("A14.2", "A14.3")
    def strike(self, game: Game) -> None:
        """One of the units there is hit; broken men in its Location are under DM."""
        (at,) = self.hexes
        if self.second:
            game.state.second_snipers[self.side] = at
        else:
            game.state.snipers[self.side] = at
        game.say(SniperMoved(rule="A14.2", side=self.side, at=at))
        aftermath = Aftermath()
        for name in random_selection(game, eligible_at(game, self.at, other(self.side)), 1, "sniper-victim"):
            self.hit(game, name, aftermath)
        for name in units_at(game, self.at):
            if game.state.units[name].side != self.side:
                make_desperate(game, name, "A10.62")
        game.goto("hunt")
        settle(game, aftermath)

    @rule("A14.3", "A10.62")
    def hit(self, game: Game, unit_id: str, aftermath: Aftermath) -> None:
        """What he does to a unit."""
        kills = self.effect == game.content.table("sniper", Sniper).kills
        if unit_id in game.state.vehicles:
            hit_crew(game, unit_id, kills=kills)
            return
        uncloak(game, unit_id)
        if unit_id in game.state.units:
            reveal_unit(game, unit_id, "A14.3")
        unit = game.state.units.get(unit_id)
        if unit is None:
            return
        if is_smc(game.content, unit):
            if kills:
                eliminate(game, unit_id, "A14.3", aftermath)
            else:
                wound(game, unit_id, "A14.3", aftermath)
        elif kills and (unit.berserk or unit.unarmed or unit.broken):
            reduce_casualties(game, unit_id, "A14.3", aftermath)
        elif kills:
            break_unit(game, unit_id, "A14.3", aftermath)
        elif unit.broken:
            make_desperate(game, unit_id, "A14.3")
        else:
            pin(game, unit_id, "A14.3")

    @rule("A14.4", "A12.16")
    def hunt(self, game: Game) -> Decision | None:
        """Somebody of the side that was hit may look for the sniper; what is beneath a "?" is asked, whatever it is."""
        hunters = self.hunters(game)
        if not hunters and not any(unit.concealed for _, unit in self.struck(game)):
            game.finish()
            return None
        options = tuple(Option(f"unit:{name}", rule="A14.4") for name in hunters)
        return Decision(other(self.side), "sniper-check", "A14.4", (*options, PASS), default=PASS.id)

    def struck(self, game: Game) -> list[tuple[str, Unit]]:
        """The units in the hex that was hit, but for those who are hidden."""
        enemy = other(self.side)
        return [
            (name, unit)
            for name, unit in sorted(game.state.units.items())
            if unit.side == enemy and on_map(unit) and hex_of(unit.at) == self.hexes[0] and not unit.hidden
        ]

    def hunters(self, game: Game) -> list[str]:
        """Good Order unpinned units there.

        Ruling: hidden men do not look for a sniper; that they are asked would give them away.
        """
        return [
            name for name, unit in self.struck(game) if is_good_order(game, unit) and not unit.pinned and not unit.ti
        ]

    def hunt_refused(self, game: Game, choice: Choice) -> Refusal | None:
        unit = game.state.units.get(choice.name) if choice.kind == "unit" else None
        if unit is None:
            return None
        reasons = (
            (unit.side == self.side, "other-side", "A14.4"),
            (not on_map(unit) or hex_of(unit.at) != self.hexes[0], "not-there", "A14.4"),
            (unit.hidden, "hidden", "A14.4"),
            (unit.broken, "broken", "A14.4"),
            (unit.pinned, "pinned", "A14.4"),
            (unit.ti, "immobilized", "A14.4"),
            (True, "not-good-order", "A14.4"),
        )
        return first_of(reasons, unit=choice.name)

    @rule("A14.4")
    def hunt_chosen(self, game: Game, choice: Choice) -> None:
        game.finish()
        if choice.kind != "unit":
            return
        figures = game.content.table("sniper", Sniper)
        add = figures.check_squad if is_squad(game.content, game.state.units[choice.name]) else 0
        change(game, choice.name, ti=True)
        if game.roll("d6", "sniper-check", "A14.4", bands=(figures.check - add + 1,)) + add <= figures.check:
            san = max(0, game.state.san[self.side] - 1)
            game.state.san[self.side] = san
            if san < figures.least:
                game.state.snipers.pop(self.side, None)
                game.state.second_snipers.pop(self.side, None)
            game.say(SniperHunted(rule="A14.4", side=self.side, san=san))


@rule("A14.2")
def moved(game: Game, start: str, direction: int, far: int) -> str:
    """Where a Sniper counter gets to that moves so many hexes in a direction, and stops at the edge of the map."""
    board = game.content.board
    here = board.index[start]
    for _ in range(far):
        there = board.neighbour(here, direction)
        if there < 0:
            break
        here = there
    return board.labels[here]


@rule("A14.2")
def eligible_units(game: Game, hex_: str, side: str) -> list[str]:
    """The units of a side in a hex that a sniper can hit."""
    units = game.state.units
    there = [name for name, unit in units.items() if unit.side == side and on_map(unit) and hex_of(unit.at) == hex_]
    return [name for name in sorted(there) if is_in_reach(game, units[name])]


@rule("A14.2")
def is_in_reach(game: Game, unit: Unit) -> bool:
    """Whether a sniper can hit men on the map: not the hidden, prisoners, those in a cellar or deep in a building."""
    if unit.hidden or unit.guard or is_interior(game, unit.at):
        return False
    return floor_of(unit.at) >= 0 or is_on(game.content, "snipers-reach-cellars")


@rule("A14.2", "D.8")
def exposed_crews(game: Game, hex_: str, side: str) -> list[str]:
    """The vehicles of a side in a hex whose crews are exposed, so that a sniper can hit them."""
    return [
        name
        for name, vehicle in sorted(game.state.vehicles.items())
        if vehicle.side == side and vehicle.at == hex_ and vehicle.exposed and not vehicle.abandoned
        if not vehicle.hidden and not vehicle.concealed
    ]


@rule("A14.2")
def eligible_at(game: Game, at: str, side: str) -> list[str]:
    """The units and exposed crews of a side in a Location that a sniper can hit."""
    hex_, units = hex_of(at), game.state.units
    men = [name for name in eligible_units(game, hex_, side) if units[name].at == at]
    return [*men, *exposed_crews(game, hex_, side)] if at == hex_ else men


@rule("A14.2")
def eligible_locations(game: Game, hex_: str, side: str) -> list[str]:
    """The Locations of a hex in which a sniper can hit somebody."""
    found = {game.state.units[name].at for name in eligible_units(game, hex_, side)}
    return sorted(found | {hex_} if exposed_crews(game, hex_, side) else found)


@rule("A14.2")
def eligible_hexes(game: Game, side: str) -> list[str]:
    """The hexes in which a sniper can hit units of a side."""
    men = [unit for unit in game.state.units.values() if unit.side == side and on_map(unit)]
    found = {hex_of(unit.at) for unit in men if is_in_reach(game, unit)}
    crews = {game.state.vehicles[name].at for name in known_vehicles(game, other(side))}
    return sorted(found.union([hex_ for hex_ in crews if exposed_crews(game, hex_, side)]))


@rule("A14.3", "D5.34")
def hit_crew(game: Game, vehicle_id: str, *, kills: bool) -> None:
    """An exposed crew is Stunned, or shuts its hatches, if it has any."""
    if kills:
        stun(game, vehicle_id)
    elif not card_of(game, vehicle_id).open_topped:
        alter(game, vehicle_id, exposed=False)
        game.say(Hatched(rule="A14.3", vehicle=vehicle_id, exposed=False))


@rule("CG13")
def which_sniper(game: Game) -> bool:
    """Whether it is the second of two Sniper counters that strikes: each does as often."""
    half = game.content.table("sniper", Sniper).first_of_two
    return game.roll("d6", "which-sniper", "CG13", bands=(half + 1,)) > half


@rule("A14.2", "CG13")
def place_snipers(game: Game) -> None:
    """At set-up each side with a number has its Sniper counter placed; a second one far from the first."""
    for side in game.content.scenario.forces:
        if sniper_number(game, side):
            first = game.state.snipers[side] = first_hex(game, side, game.content.board.labels)
            if is_on(game.content, "second-sniper"):
                game.state.second_snipers[side] = first_hex(game, side, _far_from(game, first))


@rule("CG13")
def _far_from(game: Game, first: str) -> list[str]:
    """The hexes that lie far enough from a Sniper counter for another, or as far as the map allows."""
    apart = game.content.table("sniper", Sniper).apart
    away = {label: min(game.content.distance(first, label), apart) for label in game.content.board.labels}
    return [label for label, distance in away.items() if distance == max(away.values())]


@rule("A14.2", "A12.16")
def first_hex(game: Game, side: str, labels: Sequence[str]) -> str:
    """Where a Sniper counter is placed at set-up: a hex with the most hexes around it in which enemies are seen.

    While no enemy is on the map any hex is as good as another: one in the middle of those by which they come.
    """
    figures = game.content.table("sniper", Sniper)
    units = game.state.units.values()
    enemies = {hex_of(unit.at) for unit in units if unit.side != side and on_map(unit) and not unit.hidden}
    enemies |= {hex_of(game.state.vehicles[name].at) for name in known_vehicles(game, side)}
    if enemies:
        near = Counter(label for hex_ in enemies for label in game.content.around(hex_, figures.hexes))
        return max(labels, key=lambda label: min(near[label], figures.hexes))
    entries = [group.enters for group in game.content.forces[other(side)].groups.values() if group.enters is not None]
    coming = {label for entry in entries for label in hexes_of_area(game.content, entry)}
    gates = [label for label in game.content.board.labels if label in coming]
    middle = gates[len(gates) // 2] if gates else game.content.board.labels[0]
    return min(labels, key=lambda label: game.content.distance(label, middle))
