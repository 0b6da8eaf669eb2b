"""A10.4, A10.5-A10.53, A10.711, A20.21, A20.3: the Rout Phase."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.asl.artillery.passing import step_under_shells
from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.concealment.revealing import reveal_unit
from sandtable.games.asl.concealment.suspicion import might_interdict
from sandtable.games.asl.events.morale import Passed
from sandtable.games.asl.events.movement import Entangled, OffWire
from sandtable.games.asl.events.rout import Crawled, Interdicted, NoQuarter, Routed
from sandtable.games.asl.fire.cut_off import is_encircled
from sandtable.games.asl.locations import hex_of, parts_of, room_for
from sandtable.games.asl.morale.casualties import (
    Aftermath,
    break_unit,
    eliminate,
    pin,
    reduce_casualties,
    those_left,
    what_is_left,
)
from sandtable.games.asl.morale.checks import check_lines, grow_hot, task_check
from sandtable.games.asl.morale.desperation import make_desperate
from sandtable.games.asl.morale.heat_of_battle import captors, is_heated, refuse_captor, take_prisoner
from sandtable.games.asl.morale.levels import morale_level
from sandtable.games.asl.morale.refusals import refuse_break, refuse_rout
from sandtable.games.asl.morale.rout_ways import (
    ALL,
    BUT_UNITS,
    THE_FIELD,
    adjoining_refuges,
    can_leave,
    costs_of_ways,
    crawls,
    ends,
    first_step,
    in_reach,
    interdictors,
    is_beside_enemy,
    is_beside_men,
    is_interdicted,
    lies_open,
    may_rout,
    must_rout,
    rests_on,
    rout_allotment,
    rout_of,
    steps_from,
    steps_out,
    way_to,
)
from sandtable.games.asl.movement.arrivals import bring, location_of, meet, show_wire
from sandtable.games.asl.movement.entry import exit_cost, may_exit, may_flee, walk_off
from sandtable.games.asl.movement.reach import step_cost
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.state import Unit
from sandtable.games.asl.tables.morale import Morale
from sandtable.games.asl.tables.movement import Movement
from sandtable.games.asl.terrain.hexes import ABOVE_WIRE, BENEATH_WIRE
from sandtable.games.asl.terrain.mines import step_on_mines
from sandtable.games.asl.terrain.works import shelter, works_at
from sandtable.games.asl.units import (
    Game,
    can_lend,
    change,
    friends_at,
    in_melee,
    is_armed,
    is_dummy,
    is_good_order,
    is_leader,
    leadership,
    on_map,
    other,
    units_at,
    weapons_of,
)
from sandtable.games.asl.weapons.possession import capacity, drop, portage_points, possessed
from sandtable.kernel import Choice, Decision, Option, Phase, Preview, Procedure, Refusal, derived, entry_of, rule
from sandtable.mechanics.roster import units_of
from sandtable.mechanics.sums import Sum

DONE = Option("do:done", rule="A3.6")
STAY = Option("do:stay", rule="A10.51")
WIRE = Option("do:wire", rule="B26/infantry")
EXIT = Option("do:exit", rule="A2.5")
REFUSE = Option("do:no-quarter", rule="A20.3", grave=True)


class RoutPhase(Phase, frozen=True):
    """First the ATTACKER's units rout, then the DEFENDER's."""

    side: str
    """Whose units rout now."""
    begun: bool = False
    """Whether one of them has routed: then none breaks of its own will any more."""

    @rule("A3.6")
    def begin(self, game: Game) -> None:
        """Nobody is asked who has nobody that can rout, or break."""
        game.goto("pick" if routing(game, self.side) or self.breaking(game) else "losses")

    def breaking(self, game: Game) -> list[str]:
        return [] if self.begun else breakable(game, self.side)

    @rule("A3.6")
    def pick(self, game: Game) -> Decision | None:
        """Ask who routs next, or who breaks of his own will."""
        able, breaking = routing(game, self.side), self.breaking(game)
        if not able and not breaking:
            game.goto("losses")
            return None
        options = [Option(f"unit:{name}", rule="A10.5") for name in able]
        options += [Option(f"break:{name}", rule="A10.4", grave=True) for name in breaking]
        if not any(self.is_bound(game, name) for name in able):
            options.append(DONE)
        if not able:
            return Decision(self.side, "break-willingly", "A10.4", tuple(options))
        return Decision(self.side, "rout", "A10.5", tuple(options))

    @rule("A10.5", "A20.21", "A20.3", "E1.16")
    def is_bound(self, game: Game, unit_id: str) -> bool:
        """Whether a unit must rout and can; who may surrender instead need do so neither under Interdiction nor by
        crawling only."""
        unit = game.state.units[unit_id]
        if game.state.nvr or not must_rout(game, unit_id):
            return False
        if game.state.no_quarter.get(other(unit.side)) or not captors(game, unit_id):
            return can_leave(game, unit_id)
        return not is_interdicted(game, unit_id, unit.at) and any(
            not any(is_interdicted(game, unit_id, at) for at in way_to(game, unit_id, end))
            for end in ends(game, unit_id)
        )

    def pick_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice == Choice.of(DONE.id):
            bound = next((name for name in routing(game, self.side) if self.is_bound(game, name)), "")
            return Refusal("refused.must-rout", "A10.5", {"unit": bound})
        unit = game.state.units.get(choice.name) if choice.kind in ("unit", "break") else None
        if unit is None:
            return None
        args = {"unit": choice.name}
        if unit.side != self.side:
            return Refusal("refused.other-side", "A3.6", args)
        if choice.kind == "break":
            return refuse_break(game, choice.name, begun=self.begun)
        return refuse_rout(game, choice.name)

    def pick_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.goto("losses")
        elif choice.kind == "break":
            break_unit(game, choice.name, "A10.4")
        else:
            game.push(RoutUnit(unit=choice.name))

    @rule("A10.5", "A20.21", "A20.3")
    def losses(self, game: Game) -> None:
        """Who is still beside the enemy surrenders or dies, one after the other; who need not have gone while he could
        surrender routs after all when quarter is refused to another.
        """
        able = routing(game, self.side)
        for name in units_of(game, self.side):
            unit = game.state.units[name]
            if not _is_lost(game, name, unit):
                continue
            if name in able and self.is_bound(game, name):
                game.goto("pick", begun=True)
            else:
                game.push(Surrender(unit=name))
            return
        self.note_desperate(game)
        for name, unit in list(game.state.units.items()):
            if unit.moved:
                change(game, name, moved=False)
        if self.side == game.state.active:
            game.goto("begin", side=other(self.side), begun=False)
        else:
            game.finish()

    @rule("A10.62")
    def note_desperate(self, game: Game) -> None:
        """Who has routed and ended beside the enemy or in the open before him is under DM."""
        for name, unit in list(game.state.units.items()):
            if unit.side != self.side or not unit.broken or not unit.moved or not on_map(unit):
                continue
            if is_beside_enemy(game, unit) or is_interdicted(game, name, unit.at):
                make_desperate(game, name, "A10.62")


@derived(*THE_FIELD)
def routing(game: Game, side: str) -> list[str]:
    """The units of a side that can rout now."""
    return [name for name, unit in units_of(game, side).items() if unit.broken and can_go(game, name)]


@derived(entry_of("units"), rests_on, *BUT_UNITS)
@rule("A10.5", "A10.52", "A7.7", "A20.3", "E1.16")
def can_go(game: Game, unit_id: str) -> bool:
    """Whether a unit can rout, be it by crawling, as it must at night; one that is Encircled surrenders instead, by day
    and where quarter is given."""
    unit = game.state.units[unit_id]
    surrenders = not game.state.nvr and not game.state.no_quarter.get(other(unit.side))
    if not may_rout(game, unit_id) or (is_encircled(game, unit) and surrenders and captors(game, unit_id)):
        return False
    leaves = bool(steps_out(game, unit_id)) if game.state.nvr else can_leave(game, unit_id)
    return leaves or may_flee(game, unit.side, unit.at)


@rule("A10.5", "A7.7", "A19.12", "E1.16")
def _is_lost(game: Game, unit_id: str, unit: Unit) -> bool:
    """Whether a broken unit has failed to rout: it is still with or beside an enemy in Good Order, or beside other men
    who are armed and unbroken, and had nowhere to go."""
    if not unit.broken or unit.guard or not on_map(unit) or in_melee(game, unit) or game.state.nvr:
        return False
    if is_beside_enemy(game, unit, good_order=True):
        return True
    trapped = is_beside_men(game, unit) and not unit.moved and must_rout(game, unit_id)
    return trapped and not can_go(game, unit_id)


@derived(units_of, "melees")
def breakable(game: Game, side: str) -> list[str]:
    """The units of a side that may break of their own will."""
    return [name for name in units_of(game, side) if may_break(game, name)]


@rule("A10.4")
def may_break(game: Game, unit_id: str) -> bool:
    """Whether a unit may break of its own will."""
    unit = game.state.units[unit_id]
    if unit.broken or unit.pinned or unit.berserk or unit.fanatic or not is_armed(unit) or not on_map(unit):
        return False
    hero = game.content.personnel[unit.kind].type == "hero" or unit.heroic if not is_dummy(unit) else True
    return not hero and not in_melee(game, unit)


class RoutUnit(Procedure, frozen=True):
    """One unit routs: where to, by which manner, and under whose fire."""

    unit: str
    leader: str = ""
    """The leader who goes with it."""
    path: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    left: int = 0
    """The MF that it has left in a refuge, in halves."""
    spent: int = 0
    """The MF that it has spent on its way, in halves."""
    begun: bool = False
    """Whether it has set out, and has been Interdicted where it is."""
    paid: int = 0
    """Of the MF that it has spent, those before it chose its way anew."""

    @rule("A10.51", "A10.52", "A10.711", "A4.43")
    def begin(self, game: Game) -> Decision:
        """Ask where it goes; who is already in cover and need not leave it may stay, and so may who has set out."""
        unit = game.state.units[self.unit]
        options = self.ways(game, self.leader)
        if not self.leader and not self.begun:
            options += [Option(f"unit:{name}", rule="A10.711") for name in self.followers(game, unit)]
        options += [Option(f"drop:{name}", rule="A4.43") for name in possessed(game, (self.unit,))]
        if not must_rout(game, self.unit) or unit.pace_of:
            options.append(STAY)
        return Decision(
            unit.side, "rout-to", "A10.51", tuple(options), {"unit": self.unit}, continues=True, done=STAY.id,
            turns_to="" if self.leader or self.begun or unit.pace_of else "RoutPhase",
        )  # fmt: skip

    @rule("A10.711", "A17.1", "I.6")
    def followers(self, game: Game, unit: Unit) -> list[str]:
        """The leaders who may go along: only where their MF lead anywhere that both may go."""
        return [name for name in companions(game, unit) if self.ways(game, name)]

    @rule("A10.51", "A10.711", "A17.1")
    def allotment(self, game: Game, leader: str) -> int:
        """The MF of the rout, in halves: those of a wounded leader who goes along, where he has fewer."""
        unit, guide = game.state.units[self.unit], game.state.units.get(leader)
        have = rout_allotment(game, unit)
        if guide is None:
            return have
        return min(have, rout_allotment(game, guide) - (unit.pace_of - unit.pace))

    @rule("A10.51", "A10.52", "B26/infantry", "A2.5")
    def ways(self, game: Game, leader: str) -> list[Option]:
        """Where a unit can rout or crawl to, with a leader if one is named; one on wire must get off it before."""
        unit, most = game.state.units[self.unit], self.allotment(game, leader)
        free = may_exit if leader else may_flee
        leaves = free(game, unit.side, unit.at) and exit_cost(game, unit.at) <= most
        if is_entangled(unit):
            return [WIRE]
        reached = ends(game, self.unit)
        costs = costs_of_ways(game, self.unit, most) if reached else {}
        options = [Option(_id("hex", at), costs[at] / 2, "A10.51") for at in reached if at in costs]
        options += [
            Option(f"place:{place}", cost / 2, "A10.51")
            for place, cost in self.shelters(game, unit, most).items()
            if cost <= most
        ]
        steps = steps_from(game, unit.side, unit.at)
        options += [
            Option(_id("crawl", at), rule="A10.52")
            for at in (() if self.begun else crawls(game, self.unit))
            if not leader or first_step(game, self.unit, steps[at]) <= most
        ]
        return [*options, EXIT] if leaves else options

    @rule("A10.51", "B27/infantry")
    def shelters(self, game: Game, unit: Unit, most: int) -> dict[str, int]:
        """The foxholes and trenches that a unit may enter where its rout ends, with what it costs to get there."""
        figures, found = game.content.table("movement", Movement), {}
        reached = ends(game, self.unit) if game.state.works else []
        kinds = {at: kind for at in reached if (kind := self.shelter_in(game, unit, at))}
        costs = costs_of_ways(game, self.unit, most - figures.enter_entrenchment) if kinds else {}
        for at, kind in kinds.items():
            place = f"{at}~{kind}"
            along = first_step(game, self.unit, figures.between_trenches)
            into = costs.get(at, ALL) + figures.enter_entrenchment
            found[place] = along if leads_along(game, unit, place) else into
        return found

    def shelter_in(self, game: Game, unit: Unit, at: str) -> str:
        """The hole in a Location that a unit may get into, of those that its side knows."""
        works = works_at(game, hex_of(at), unit.side)
        return shelter(game, at, (self.unit,)) if (works.foxholes or works.trench) and not works.wire else ""

    def way(self, game: Game, name: str) -> tuple[str, ...]:
        """The way to a place for which the MF suffice, also to get into a hole there."""
        to, most = location_of(name), self.allotment(game, self.leader)
        if leads_along(game, game.state.units[self.unit], name):
            return (to,)
        into = game.content.table("movement", Movement).enter_entrenchment if name != to else 0
        return way_to(game, self.unit, to, most - into)

    @rule("B26/infantry")
    def get_off_wire(self, game: Game) -> None:
        """A die says how many MF it costs; with too few of them it stays above, and with none left the rout ends there.

        A leader who goes along gets off by the same die.
        """
        unit = game.state.units[self.unit]
        have = self.allotment(game, self.leader)
        most = have // 2
        both = tuple(name for name in (self.unit, self.leader) if name and is_on_wire(game.state.units[name]))
        show_wire(game, both)
        cost = 2 * game.roll("d6", "wire", "B26/infantry", bands=[str(min(face, most + 1)) for face in range(1, 7)])
        if cost > have:
            game.say(Entangled(rule="B26/infantry", units=both, at=unit.at))
            self.end(game)
            return
        for name in both:
            change(game, name, stance=BENEATH_WIRE)
        game.say(OffWire(rule="B26/infantry", units=both, at=unit.at))
        if cost == have:
            self.end(game)
            return
        have = rout_allotment(game, unit)
        change(game, self.unit, pace=have - cost, pace_of=unit.pace_of or have)
        game.goto("begin")

    @rule("A2.5", "A10.53")
    def exit(self, game: Game) -> None:
        """Leave the map, under Interdiction in a hex in the open."""
        self.shed(game)
        game.goto("go_off")
        if not self.begun:
            game.push(Interdiction(unit=self.unit, leader=self.leader, at=game.state.units[self.unit].at))

    def go_off_done(self, game: Game, stopped: bool) -> None:
        self.walk_done(game, stopped)

    @rule("A2.5", "CG12")
    def go_off(self, game: Game) -> None:
        """A broken unit that fails a NTC suffers Casualty Reduction as it leaves the map."""
        unit_id: str | None = self.unit
        aftermath = Aftermath()
        game.finish()
        if not task_check(game, self.unit, 0, aftermath, "exit-check", "CG12"):
            unit_id = reduce_casualties(game, self.unit, "CG12", aftermath)
        gone = [name for name in (unit_id, self.leader) if name and name in game.state.units]
        if gone:
            walk_off(game, gone, aftermath)
        settle(game, aftermath)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        unit = game.state.units[self.unit]
        if choice.kind in ("hex", "place"):
            return Preview(path=(unit.at, *self.way(game, choice.name)))
        return Preview(path=(unit.at, choice.name)) if choice.kind == "crawl" else None

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        goes = choice.kind in ("hex", "place", "crawl") or choice == Choice.of(EXIT.id)
        if goes and is_entangled(game.state.units[self.unit]):
            return Refusal("refused.on-wire", "B26/infantry", {"unit": self.unit})
        if choice.kind in ("hex", "place", "crawl"):
            reason = "refused.nearer-refuge" if choice.name in in_reach(game, self.unit) else "refused.no-way"
            return Refusal(reason, "A10.51", {"unit": self.unit})
        if choice == Choice.of(STAY.id):
            return Refusal("refused.must-rout", "A10.5", {"unit": self.unit})
        return None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind in ("hex", "place", "crawl") or choice in (Choice.of(WIRE.id), Choice.of(EXIT.id)):
            note_rout(game)
        if choice.name == "wire" and choice.kind == "do":
            self.get_off_wire(game)
        elif choice.name == "exit" and choice.kind == "do":
            self.exit(game)
        elif choice.kind == "do":
            self.end(game)
        elif choice.kind == "unit":
            game.goto("begin", leader=choice.name)
        elif choice.kind == "drop":
            drop(game, choice.name)
            game.goto("begin")
        elif choice.kind == "crawl":
            here = game.state.units[self.unit].at
            self.shed(game)
            self.enter(game, choice.name)
            game.say(Crawled(rule="A10.52", unit=self.unit, to=choice.name))
            self.end(game)
            self.come_under(game, choice.name, here, here)
        else:
            rout, to = rout_of(game, self.unit), location_of(choice.name)
            self.shed(game)
            left = rout_allotment(game, game.state.units[self.unit]) - rout.costs[to]
            path = (*self.way(game, choice.name)[:-1], choice.name)
            left = left if choice.name in rout.refuges else 0
            game.goto("walk" if self.begun else "leave", path=path, left=left)

    @rule("A10.51", "A4.43", "A17.1")
    def shed(self, game: Game) -> None:
        """Who routs drops what is beyond his capacity, the heaviest first; a leader who goes along does so too.

        Whoever is wounded on his way can carry less from there on.
        """
        for unit_id in (self.unit, self.leader):
            if unit_id not in game.state.units:
                continue
            weapons = weapons_of(game, unit_id)
            weapons.sort(key=lambda name: -portage_points(game, game.state.weapons[name]))
            while sum(portage_points(game, game.state.weapons[n]) for n in weapons) > capacity(game, unit_id):
                drop(game, weapons.pop(0))

    @rule("A10.53")
    def leave(self, game: Game) -> None:
        """Who leaves a hex in the open may be Interdicted there."""
        game.goto("walk", begun=True)
        at = game.state.units[self.unit].at
        game.push(Interdiction(unit=self.unit, leader=self.leader, at=at))

    @rule("A10.51")
    def walk(self, game: Game) -> None:
        """Enter the next Location of the way."""
        if self.unit not in game.state.units:
            self.end(game)
            return
        if not self.path:
            game.goto("further")
            return
        guide = game.state.units.get(self.leader)
        if guide is not None and not is_good_order(game, guide):
            self.stay_behind(game)
            return
        if is_entangled(game.state.units[self.unit]) or self.is_barred(game):
            self.choose_anew(game)
            return
        here, there = game.state.units[self.unit].at, location_of(self.path[0])
        spent = self.spent + self.cost_of(game, here, self.path[0])
        if not self.can_spend(game, self.unit, spent):
            self.end(game)
            return
        if self.leader and not self.can_spend(game, self.leader, spent):
            self.stay_behind(game)
            return
        left = "" if leads_along(game, game.state.units[self.unit], self.path[0]) else here
        self.shed(game)
        self.enter(game, self.path[0])
        game.goto("walk", path=self.path[1:], gone=(*self.gone, there), spent=spent)
        game.push(Interdiction(unit=self.unit, leader=self.leader, at=there))
        self.come_under(game, there, here, left)

    @rule("A10.51", "A10.53")
    def is_barred(self, game: Game) -> bool:
        """Whether an enemy who has shown himself on the way bars what is left of it."""
        unit = game.state.units[self.unit]
        here = unit.at
        for place in self.path:
            there = location_of(place)
            if there not in steps_from(game, unit.side, here):
                return True
            here = there
        return False

    @rule("A10.51", "A10.53", "B26/infantry")
    def choose_anew(self, game: Game) -> None:
        """Ask for another way, for the MF that are left; who has come upon hidden wire must get off it first."""
        unit = game.state.units[self.unit]
        have = rout_allotment(game, unit)
        pace = max(0, have - (self.spent - self.paid))
        change(game, self.unit, pace=pace, pace_of=unit.pace_of or have)
        game.goto("begin", path=(), left=0, paid=self.spent)

    @rule("A10.51", "B27/infantry")
    def cost_of(self, game: Game, here: str, place: str) -> int:
        """What the next step of the way costs, in halves of a MF."""
        there, figures = location_of(place), game.content.table("movement", Movement)
        along = leads_along(game, game.state.units[self.unit], place)
        cost = figures.between_trenches if along else step_cost(game, here, there, False, barred=True)
        if not self.gone and not self.spent:
            cost = first_step(game, self.unit, cost)
        return cost + (figures.enter_entrenchment if place != there and not along else 0)

    @rule("A10.51", "A17.1")
    def can_spend(self, game: Game, unit_id: str, spent: int) -> bool:
        """Whether a unit may still spend so many MF: not a single man who was wounded on his way."""
        unit, figures = game.state.units.get(unit_id), game.content.table("movement", Movement)
        return unit is None or not unit.wounded or spent <= figures.allotments["wounded"]

    @rule("A10.711", "A17.1", "A15.4", "A15.5")
    def stay_behind(self, game: Game) -> None:
        """A leader who was wounded on the way, went berserk or gave up goes no farther with the unit."""
        change(game, self.leader, moved=True)
        game.goto("walk", leader="")

    def walk_done(self, game: Game, stopped: bool) -> None:
        frame = game.stack[-1]
        assert isinstance(frame, RoutUnit)
        left = what_is_left(game, self.unit)
        if stopped or not left:
            game.goto("stop", unit=left or self.unit)
        elif left != self.unit:
            game.goto(frame.step, unit=left)

    def stop(self, game: Game) -> None:
        self.end(game)

    @rule("A10.51", "A12.1")
    def further(self, game: Game) -> Decision | None:
        """From a refuge a unit may go on into another that adjoins, while it has MF left.

        Whether men beneath a "?" leave room there is not told to the enemy by who is asked.
        """
        if is_entangled(game.state.units[self.unit]):
            self.end(game)
            return None
        side = game.state.units[self.unit].side
        costs = adjoining_refuges(game, self.unit, self.left_for_both(game))
        open_ = [at for at in costs if room_for(game, at, (self.unit,), side)]
        if not open_ and not any(man.concealed for at in costs for _, man in friends_at(game, at, side)):
            self.end(game)
            return None
        options = [Option(_id("hex", at), costs[at] / 2, "A10.51") for at in open_]
        args = {"unit": self.unit}
        return Decision(
            side, "rout-on", "A10.51", (*options, STAY), args, continues=True, default=STAY.id, done=STAY.id
        )

    @rule("A10.51", "A10.711", "A17.1")
    def left_for_both(self, game: Game) -> int:
        """The MF that the unit has left, or a wounded leader if he is still with it."""
        unit, guide = game.state.units[self.unit], game.state.units.get(self.leader)
        leader = self.leader if guide is not None and guide.at == unit.at else ""
        return self.left - (rout_allotment(game, unit) - self.allotment(game, leader))

    def further_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind not in ("hex", "place"):
            return None
        if choice.name in adjoining_refuges(game, self.unit, self.left_for_both(game)):
            return Refusal("refused.full", "A5.1", {"hex": hex_of(choice.name)})
        return Refusal("refused.no-way", "A10.51", {"unit": self.unit})

    def further_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            self.end(game)
            return
        cost = adjoining_refuges(game, self.unit, self.left)[choice.name]
        game.goto("walk", path=(choice.name,), left=self.left - cost)

    def come_under(self, game: Game, at: str, here: str, mined: str) -> None:
        """The mines of the hexes left and entered strike routing units as well (B28/infantry), and so does artillery
        (C1.5); nothing is `mined` to those who go along trenches."""
        aftermath = Aftermath()
        men = game.state.units
        gone = [name for name in (self.unit, self.leader) if name in men and men[name].at == at]
        if mined:
            step_on_mines(game, mined, at, gone, aftermath)
        step_under_shells(game, here, at, those_left(game, gone), aftermath)
        settle(game, aftermath)

    @rule("A10.51", "A4.4", "A12.141", "B26/infantry")
    def enter(self, game: Game, to: str) -> None:
        """Come to a Location, with what is carried and guarded; Guns stay behind, and wire entangles.

        Hidden enemies there are placed beneath a "?".
        """
        men = game.state.units
        units = [name for name in (self.unit, self.leader) if name in men and not men[name].pinned]
        bring(game, units, to)
        for name in units:
            gives_away(game, name, "routs")
        meet(game, units, to)

    @rule("A10.51")
    def end(self, game: Game) -> None:
        """The rout is over."""
        if self.gone:
            game.say(Routed(rule="A10.51", unit=self.unit, path=self.gone))
        for name in (self.unit, self.leader):
            if name in game.state.units:
                change(game, name, moved=True, pace=0, pace_of=0)
        game.finish()


@rule("A10.4")
def note_rout(game: Game) -> None:
    """One of a side has routed: nobody of it breaks of his own will any more."""
    for place, frame in enumerate(game.stack):
        if isinstance(frame, RoutPhase) and not frame.begun:
            game.stack[place] = replace(frame, begun=True)


@rule("B26/infantry")
def is_entangled(unit: Unit) -> bool:
    """Whether a routing unit must get off wire before it goes on: above it, or beneath and it has not paid for that."""
    return unit.stance == ABOVE_WIRE or (unit.stance == BENEATH_WIRE and not unit.pace_of)


@rule("B26/infantry")
def is_on_wire(unit: Unit) -> bool:
    """Whether a unit is entangled in wire, above it or beneath."""
    return unit.stance in (ABOVE_WIRE, BENEATH_WIRE)


@rule("B27/infantry")
def leads_along(game: Game, unit: Unit, place: str) -> bool:
    """Whether a step leads a unit from its trench into that of the next hex."""
    parts = parts_of(place)
    return unit.stance == parts.way == "trench" and parts.hex in game.content.adjacent[hex_of(unit.at)]


def _id(kind: str, location: str) -> str:
    if kind == "hex" and ("+" in location or "-" in location):
        return f"place:{location}"
    return f"{kind}:{location}"


@rule("A10.711")
def companions(game: Game, unit: Unit) -> list[str]:
    """The leaders who may rout along with a unit: Good Order, unpinned, in its Location, and off the wire if it is."""
    units = game.state.units
    return [
        name
        for name in units_at(game, unit.at)
        if units[name].side == unit.side and is_leader(game.content, units[name]) and is_good_order(game, units[name])
        if not units[name].pinned and not units[name].moved and not (unit.pace_of and is_on_wire(units[name]))
    ]


@rule("A10.51", "A15.1", "A19.12")
def routs_on(game: Game, unit_id: str) -> bool:
    """Whether a unit is still in a state to rout: broken, no prisoner, and not Disrupted where quarter is given."""
    unit = game.state.units[unit_id]
    stays = unit.disrupted and not game.state.no_quarter.get(other(unit.side))
    return unit.broken and not unit.guard and not stays


class Interdiction(Procedure, frozen=True):
    """A routing unit in a hex may be Interdicted there; it comes to whether its rout ends."""

    unit: str
    leader: str
    at: str

    @rule("A10.53")
    def begin(self, game: Game) -> None:
        """Known interdictors need not be asked for; a concealed one may show himself for it. In cover nobody can.

        What mines or shells have left of the unit goes on; for who has rallied or given up under them it is over.
        """
        left = what_is_left(game, self.unit)
        if not left or game.state.units[left].at != self.at or not routs_on(game, left):
            game.finish(True)
            return
        if left != self.unit:
            game.goto("begin", unit=left)
            return
        unit = game.state.units[self.unit]
        if not lies_open(game, self.unit, self.at):
            game.finish(False)
            return
        if is_interdicted(game, self.unit, self.at):
            game.goto("strike")
            return
        if self.secret(game) or self.might_be(game, unit):
            game.goto("show")
        else:
            game.finish(False)

    @rule("A10.53", "A12.16")
    def might_be(self, game: Game, unit: Unit) -> bool:
        """Whether somebody of whom nobody knows might Interdict there, as far as those who rout can tell."""
        return lies_open(game, self.unit, self.at) and might_interdict(game, other(unit.side), self.at)

    def secret(self, game: Game) -> list[str]:
        """The enemies whom nobody knows of and who could Interdict."""
        return interdictors(game, self.unit, self.at, known_only=False)

    @rule("A10.53")
    def show(self, game: Game) -> Decision:
        """Ask whether a concealed enemy shows himself."""
        unit = game.state.units[self.unit]
        secret = self.secret(game)
        options = tuple(Option(f"unit:{name}", rule="A10.53") for name in secret)
        done = Option("do:pass", rule="A10.53")
        return Decision(
            other(unit.side), "interdict", "A10.53", (*options, done), {"unit": self.unit, "at": self.at},
            default=done.id, done=done.id,
        )  # fmt: skip

    def show_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "unit":
            reveal_unit(game, choice.name, "A10.53")
            game.goto("strike")
        else:
            game.finish(False)

    @rule("A10.53", "A10.711")
    def strike(self, game: Game) -> None:
        """The unit, and the leader with it, take a NMC; a failure costs men, an exact pass ends the rout."""
        game.say(Interdicted(rule="A10.53", unit=self.unit, at=self.at))
        aftermath = Aftermath()
        stopped = False
        for name in (self.leader, self.unit):
            unit = game.state.units.get(name)
            if unit is not None and unit.at == self.at and interdicted(game, name, self.leader, aftermath):
                stopped = stopped or name == self.unit
        game.finish(stopped or not what_is_left(game, self.unit))
        settle(game, aftermath)


@rule("A10.53", "A10.711", "A10.1", "A15.1")
def interdicted(game: Game, unit_id: str, leader: str, aftermath: Aftermath) -> bool:
    """A NMC under Interdiction, with the Heat of Battle; whether the unit's rout ends there."""
    unit = game.state.units[unit_id]
    level = morale_level(game, unit)
    figures = game.content.table("morale", Morale)
    guide = game.state.units.get(leader) if leader != unit_id else None
    drm = Sum()
    if guide is not None and guide.at == unit.at and can_lend(game, guide):
        drm.add("leadership", leadership(game, guide), "A.10", unit=leader)
    add = drm.total

    def outcome(total: int) -> str:
        if total + add > level and total != figures.heat:
            return "eliminated" if total == figures.casualty else "reduced"
        passed = "pinned" if total + add == level else "passed"
        return f"{passed}!" if total == figures.heat else passed

    bands, lines = [outcome(each) for each in range(2, 13)], check_lines(game, level, drm)
    total = game.roll("2d6", "interdiction", "A10.53", bands=bands, of=unit_id, lines=lines)
    result = outcome(total)
    if result not in ("eliminated", "reduced"):
        game.say(Passed(rule="A10.53", unit=unit_id))
    if result == "eliminated":
        eliminate(game, unit_id, "A10.53", aftermath)
    elif result == "reduced":
        reduce_casualties(game, unit_id, "A10.53", aftermath)
    elif result.startswith("pinned"):
        pin(game, unit_id, "A10.53")
    if result.endswith("!") and is_heated(game, unit):
        grow_hot(game, unit_id, aftermath)
    after = game.state.units.get(unit_id)
    changed = after is not None and (after.broken, after.disrupted, after.guard) != (unit.broken, unit.disrupted, "")
    return result.startswith("pinned") or changed


class Surrender(Procedure, frozen=True):
    """A broken unit that has nowhere to go surrenders, or dies."""

    unit: str

    @rule("A20.21", "A20.3", "A10.5")
    def begin(self, game: Game) -> Decision | None:
        """The captors' owner says who takes it, or that no quarter is given."""
        unit = game.state.units[self.unit]
        enemy = other(unit.side)
        found = [] if game.state.no_quarter.get(enemy) else captors(game, self.unit)
        if not found:
            game.finish()
            eliminate(game, self.unit, "A10.5")
            return None
        options = tuple(Option(f"unit:{name}", rule="A20.21") for name in found)
        return Decision(enemy, "capture", "A20.21", (*options, REFUSE), {"unit": self.unit}, default=options[0].id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return refuse_captor(game, choice.name, self.unit, "A20.21")

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.finish()
        if choice.kind == "unit":
            take_prisoner(game, self.unit, choice.name, "A20.21")
            return
        enemy = other(game.state.units[self.unit].side)
        game.state.no_quarter[enemy] = True
        game.say(NoQuarter(rule="A20.3", side=enemy))
        eliminate(game, self.unit, "A20.3")
