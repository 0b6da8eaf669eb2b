"""A2.9, CG10 and 2.52322: the sides buy field works and set up, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial

from msgspec.structs import replace

from sandtable.games.asl.areas import hexes_of_area
from sandtable.games.asl.concealment.vehicles import set_up_concealed
from sandtable.games.asl.content import Content, Manifest
from sandtable.games.asl.events.sequence import Deployed, Placed, TookBack
from sandtable.games.asl.fire.bore_sighting import BoreSighting, eligible
from sandtable.games.asl.locations import hex_of, locations_of, nearly_full, room_for
from sandtable.games.asl.night.cloaking import cloak, may_cloak_at, number_counters, take_apart
from sandtable.games.asl.night.no_move import freeze
from sandtable.games.asl.ordnance.arcs import SPINES
from sandtable.games.asl.ordnance.places import may_emplace
from sandtable.games.asl.scenario import Group
from sandtable.games.asl.sequence import fieldworks
from sandtable.games.asl.sequence.fieldworks import (
    HIDES,
    has_place_for,
    place_work,
    places_for,
    reason_not_there,
    settle_in,
    stores_of,
    who_may_hide,
)
from sandtable.games.asl.sequence.leaders import commander_kind
from sandtable.games.asl.state import DUMMY, NOWHERE, Unit
from sandtable.games.asl.tables.morale import Rolls
from sandtable.games.asl.terrain.hexes import is_concealment_terrain
from sandtable.games.asl.units import (
    Game,
    change,
    gun_crews,
    is_dummy,
    is_inexperienced,
    is_leader,
    is_mmc,
    units_at,
    weapons_of,
)
from sandtable.games.asl.vehicles.ground import may_stand
from sandtable.kernel import Choice, Decision, Option, Phase, Procedure, Refusal, of_content, rule

SUGGESTED = Option("do:suggested", rule="A2.9")
DONE = Option("do:done", rule="A2.9")
LIFT = Option("do:lift", rule="A2.9")
BOUGHT = Option("do:done", rule="2.520")
OTHER = Option("do:other", rule="A2.9")
DEPLOY = Option("do:deploy", rule="A1.31")
LIMBER = Option("do:limber", rule="CG20")
UNLIMBER = Option("do:unlimber", rule="CG20")
RECEIVED = "leader"
"""How a suggested set-up names a leader who is rolled for."""


def group_of(game: Game, side: str, name: str) -> Group:
    """A group of a side's force by its name."""
    return game.content.forces[side].groups[name]


@rule("A2.9")
def setup_hexes(game: Game, side: str, group: str) -> frozenset[str]:
    """Where a group may set up; not where the enemy stands already, and not in a Blaze."""
    area = group_of(game, side, group).setup
    if area is None:
        return frozenset()
    state = game.state
    taken = {hex_of(unit.at) for unit in state.units.values() if unit.side != side and unit.at}
    taken |= {hex_of(vehicle.at) for vehicle in state.vehicles.values() if vehicle.side != side and vehicle.at}
    return hexes_of_area(game.content, area) - taken - set(game.state.blazes)


class SetUp(Phase, frozen=True):
    """A side buys its field works and places its counters, by hand or as is suggested."""

    side: str

    @rule("2.4", "2.520")
    def begin(self, game: Game) -> None:
        """What is bought comes first."""
        game.goto("purchase" if fieldworks.points_of(game.content, self.side) else "place")

    # Buying

    @rule("2.520")
    def purchase(self, game: Game) -> Decision:
        """Ask what is bought next; points that are left over are lost."""
        options = [
            Option(f"buy:{kind}", price / 2, "2.520")
            for kind, price in fieldworks.prices(game.content, self.side).items()
            if fieldworks.reason_against(game, self.side, kind) is None
        ]
        if game.content.forces[self.side].suggested:
            options.insert(0, SUGGESTED)
        left = {"left": fieldworks.left_to_spend(game, self.side) / 2}
        return Decision(self.side, "purchase", "2.520", (*options, BOUGHT), left)

    def purchase_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "buy":
            return None
        if choice.name not in fieldworks.prices(game.content, self.side):
            return Refusal("refused.not-for-sale", "2.520/table")
        reason = fieldworks.reason_against(game, self.side, choice.name)
        return None if reason is None else Refusal(*reason)

    def purchase_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "buy":
            fieldworks.buy(game, self.side, choice.name)
            return
        game.goto("place")
        if choice.name == "suggested":
            force = game.content.forces[self.side]
            bought = dict(stores_of(game.state, self.side))
            for kind, count in fieldworks.suggested_purchase(force, game.content, self.side).items():
                for _ in range(count - bought.get(kind, 0)):
                    if fieldworks.reason_against(game, self.side, kind) is None:
                        fieldworks.buy(game, self.side, kind)
            as_suggested(game, self.side)

    # Placing

    @rule("A2.9", "2.52322")
    def place(self, game: Game) -> Decision | None:
        """Ask what is placed next; it may be over while there are things left that need not be used."""
        needed, useful = self.waiting(game), self.stores(game)
        stranded = stranded_guns(game, self.side)
        if not needed and not useful and not stranded:
            self.end(game)
            return None
        options = [Option(option, rule="A2.9") for option in (*needed, *useful)]
        placed = self.placed(game)
        if needed and suggests(game, self.side):
            options.insert(0, SUGGESTED)
        if self.can_deploy(game):
            options.append(DEPLOY)
        if placed:
            options.append(LIFT)
        if not needed and not stranded:
            options.append(DONE)
        return Decision(self.side, "set-up", "A2.9", tuple(options))

    def waiting(self, game: Game) -> list[str]:
        """The options of all counters that must be set up and can be now."""
        state, content, side = game.state, game.content, self.side
        men = [name for name in state.to_place if name in state.units and state.units[name].side == side]
        found = [f"unit:{name}" for name in men if not self.enters(game, name) and may_set_up(game, name)]
        found += [
            f"weapon:{name}"
            for name, placed in content.arms.items()
            if placed.side == side and name in state.to_place and bearers(game, side, name)
        ]
        found += [
            f"vehicle:{name}"
            for name, placed in content.tanks.items()
            if placed.side == side and name in state.to_place and not self.enters(game, name)
        ]
        if content.received or content.commanders:
            found += [f"leader:{name}" for name in state.to_place if _side_of_commander(game, name) == side]
        return found

    def stores(self, game: Game) -> list[str]:
        """The options of what a side has in its stores and can use now."""
        return [
            f"work:{kind}"
            for kind in stores_of(game.state, self.side)
            if (who_may_hide if kind in HIDES else has_place_for)(game, self.side, kind)
        ]

    def placed(self, game: Game) -> list[str]:
        """The counters that a side has on the map and may take up again."""
        state = game.state
        men = [f"unit:{name}" for name, unit in state.units.items() if unit.side == self.side and unit.at != NOWHERE]
        return men + [
            f"vehicle:{name}" for name, each in state.vehicles.items() if each.side == self.side and each.at != NOWHERE
        ]

    def enters(self, game: Game, name: str) -> bool:
        """Whether a counter comes later."""
        return group_of(game, self.side, game.state.to_place[name]).enters is not None

    @rule("A1.31", "A19.3")
    def can_deploy(self, game: Game) -> list[str]:
        """The squads that may Deploy before they are set up: a tenth of those that a side sets up, rounded up."""
        state, content = game.state, game.content
        squads = _squads_set_up(content, self.side)
        most = -(-len(squads) * content.table("rolls", Rolls).deployed // 100)
        if sum(name not in state.units for name in squads) >= most:
            return []
        return [name for name in squads if name in state.to_place and not is_inexperienced(game, state.units[name])]

    def place_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "unit" and choice.name in game.state.units:
            unit = game.state.units[choice.name]
            if unit.side == self.side and unit.at == NOWHERE and is_leader(game.content, unit):
                return Refusal("refused.leader-waits", "2.5193", {"unit": choice.name})
            return Refusal("refused.set-up", "A2.9", {"unit": choice.name})
        if choice.kind == "weapon" and choice.name in game.state.to_place:
            return Refusal("refused.no-bearer", "I.5", {"weapon": choice.name})
        if choice.kind == "work":
            return Refusal("refused.no-such-work", "2.520")
        return None

    def place_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            if choice.name == "suggested":
                as_suggested(game, self.side)
            elif choice.name == "lift":
                game.push(Lift(side=self.side))
            elif choice.name == "deploy":
                game.push(DeployFirst(side=self.side))
            else:
                self.end(game)
        elif choice.kind == "weapon":
            game.push(HandOut(side=self.side, weapon=choice.name))
        elif choice.kind == "leader":
            game.push(Board(side=self.side, leader=choice.name))
        elif choice.kind == "work":
            game.push(PlaceWork(side=self.side, work=choice.name))
        else:
            game.push(Place(side=self.side, counter=choice.name))

    @rule("CG10", "A12.12", "2.520")
    def end(self, game: Game) -> None:
        """Where the scenario grants it all in Concealment Terrain set up concealed; what is left over is lost."""
        if game.content.forces[self.side].conceals:
            for name, unit in list(game.state.units.items()):
                if unit.side == self.side and unit.at and not unit.hidden and is_concealment_terrain(game, name):
                    change(game, name, concealed=True)
            set_up_concealed(game, self.side)
        hide_guns(game, self.side)
        fieldworks.hide_works(game, self.side)
        for kind in stores_of(game.state, self.side):
            del game.state.stores[f"{self.side}/{kind}"]
        if game.content.forces[self.side].cloaking is not None:
            number_counters(game, self.side)
            take_apart(game, self.side)
        freeze(game, self.side)
        if eligible(game, self.side):
            game.goto("lay")
        else:
            game.finish()

    @rule("C6.4", "RR3")
    def lay(self, game: Game) -> None:
        """The machine guns of the Scenario Defender are laid on Locations before a battle at night."""
        game.goto("laid")
        game.push(BoreSighting(side=self.side))

    def laid(self, game: Game) -> None:
        game.finish()


def _side_of_commander(game: Game, name: str) -> str:
    """Whose an Armor Leader is; nothing for other counters."""
    if name in game.state.received:
        return game.content.received[name].side
    return game.content.commanders[name].side if name in game.content.commanders else ""


@of_content
def _squads_set_up(content: Content, side: str) -> tuple[str, ...]:
    """The squads that a side sets up, and that do not come later."""
    groups = content.forces[side].groups
    own = [name for name, unit in content.units.items() if unit.side == side]
    early = [name for name in own if groups[content.groups[name]].enters is None]
    return tuple([name for name in early if content.personnel[content.units[name].kind].type == "squad"])


@rule("2.5193")
def may_set_up(game: Game, name: str) -> bool:
    """Whether a unit can be set up now: a leader who was rolled for only with men of his group."""
    return name not in game.content.received or any(True for _ in _beside_group(game, name))


def _beside_group(game: Game, leader: str) -> list[str]:
    """The Locations of the men of a leader's group."""
    units, content = game.state.units, game.content
    group, side = content.groups[leader], units[leader].side
    return sorted(
        {
            unit.at
            for name, unit in units.items()
            if unit.side == side and unit.at and is_mmc(content, unit) and content.group_of_unit(name) == group
            if room_for(game, unit.at, (leader,), side)
        }
    )


def _next_alike(game: Game, side: str, counter: str) -> str:
    """Another counter of the same kind and group that waits as well."""
    state, content = game.state, game.content
    group = content.group_of_unit(counter)

    def kind(name: str) -> str:
        found = state.units.get(name) or state.weapons.get(name) or state.vehicles.get(name)
        return "" if found is None else found.kind

    for name, of in state.to_place.items():
        if of == group and kind(name) == kind(counter) and content.group_of_unit(name) == group:
            thing = state.units.get(name) or state.weapons.get(name) or state.vehicles.get(name)
            if thing is not None and thing.side == side:
                return name
    return ""


class Place(Procedure, frozen=True):
    """Where a counter is set up; the next of the same kind follows at once, unless another is picked."""

    side: str
    counter: str
    follows: bool = False
    """Whether it has come up by itself, so that something else may be wanted."""

    @rule("A2.9", "A5.1")
    def begin(self, game: Game) -> Decision | None:
        places = self.places(game)
        if not places:
            game.finish()
            return None
        options = (*(_option_at(at) for at in places), *((OTHER,) if self.follows else ()))
        args = {"counter": self.counter}
        return Decision(self.side, "set-up-at", "A2.9", options, args, continues=True, done=OTHER.id, turns_to="SetUp")

    @rule("A2.9", "2.42/german-ob", "2.5193")
    def places(self, game: Game) -> list[str]:
        """The Locations in which it may be placed."""
        hexes = setup_hexes(game, self.side, game.state.to_place[self.counter])
        if self.counter in game.content.received:
            return [at for at in _beside_group(game, self.counter) if hex_of(at) in hexes]
        labels = [hex_ for hex_ in game.content.board.labels if hex_ in hexes]
        if self.counter in game.state.vehicles:
            return [hex_ for hex_ in labels if may_stand(game, self.counter, hex_)]
        crowded, one = nearly_full(game, self.side), (self.counter,)
        found = [
            at
            for hex_ in labels
            for at in locations_of(game, hex_)
            if at not in crowded or room_for(game, at, one, self.side)
        ]
        if game.state.fortified and not fieldworks.may_hold_fort(game, self.counter):
            found = [at for at in found if at not in game.state.fortified]
        if game.content.forces[self.side].cloaking is None:
            return found
        return [at for at in found if may_cloak_at(game, self.counter, at)]

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind not in ("hex", "place") or hex_of(choice.name) not in game.content.board.index:
            return None
        if hex_of(choice.name) not in setup_hexes(game, self.side, game.state.to_place[self.counter]):
            return Refusal("refused.set-up-area", "A2.9", {"hex": hex_of(choice.name)})
        if self.counter in game.content.received:
            return Refusal("refused.leader-waits", "2.5193", {"unit": self.counter})
        if self.counter in game.state.vehicles:
            return Refusal("refused.no-ground", "D2.1", {"hex": hex_of(choice.name)})
        if choice.name in game.state.fortified and not fieldworks.may_hold_fort(game, self.counter):
            return Refusal("refused.fort-of-others", "2.42/german-ob", {"at": choice.name})
        if game.content.forces[self.side].cloaking is not None:
            return Refusal("refused.cloaking-set-up", "E1.4", {"hex": hex_of(choice.name)})
        return Refusal("refused.full", "A5.1", {"hex": hex_of(choice.name)})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.finish()
            return
        place(game, self.side, self.counter, choice.name)
        if self.counter in game.state.vehicles:
            game.become(Face(side=self.side, counter=self.counter))
        else:
            go_on(game, self.side, self.counter)


def go_on(game: Game, side: str, counter: str) -> None:
    """A counter is set up; the next of its kind follows."""
    following = _next_alike(game, side, counter)
    if not following:
        game.finish()
    elif following in game.state.weapons:
        game.become(HandOut(side=side, weapon=following, follows=True))
    else:
        game.become(Place(side=side, counter=following, follows=True))


@cache
def _option_at(location: str) -> Option:
    """The option that sets a counter up in a Location."""
    return Option(_place_id(location), rule="A2.9")


def _place_id(location: str) -> str:
    return f"hex:{location}" if hex_of(location) == location else f"place:{location}"


class PlaceWork(Procedure, frozen=True):
    """Where something of the stores goes, or who hides; as long as there is more of it."""

    side: str
    work: str
    follows: bool = False
    """Whether one of the kind has been placed just now."""

    @rule("2.52322", "2.520")
    def begin(self, game: Game) -> Decision | None:
        left = stores_of(game.state, self.side).get(self.work, 0)
        ids = self.ids(game) if left else []
        if not ids:
            game.finish()
            return None
        options = (*(Option(option, rule="2.520") for option in ids), *((OTHER,) if self.follows else ()))
        args: dict[str, str | int] = {"work": self.work, "left": left}
        prompt = "hide-unit" if self.work in HIDES else "work-at"
        return Decision(self.side, prompt, "2.520", options, args, continues=True, done=OTHER.id, turns_to="SetUp")

    def ids(self, game: Game) -> list[str]:
        if self.work in HIDES:
            return [f"unit:{name}" for name in who_may_hide(game, self.side, self.work)]
        return [_place_id(at) for at in places_for(game, self.side, self.work)]

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "unit" and self.work in HIDES and choice.name in game.state.units:
            return Refusal("refused.not-hidden-so", "2.520/table", {"unit": choice.name})
        if choice.kind in ("hex", "place") and hex_of(choice.name) in game.content.board.index:
            reason, rule_id = reason_not_there(game, self.side, self.work, choice.name)
            return Refusal(reason, rule_id, {"hex": hex_of(choice.name), "at": choice.name})
        return None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.finish()
            return
        place_work(game, self.side, self.work, choice.name)
        game.goto("begin", follows=True)


class Lift(Procedure, frozen=True):
    """A counter that has been set up is taken up again, with what it carries."""

    side: str

    @rule("A2.9")
    def begin(self, game: Game) -> Decision:
        options = tuple(Option(option, rule="A2.9") for option in SetUp(side=self.side).placed(game))
        return Decision(self.side, "lift", "A2.9", options, continues=True, turns_to="SetUp")

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        lift(game, self.side, choice.name)
        game.finish()


class DeployFirst(Procedure, frozen=True):
    """A squad Deploys before it is set up."""

    side: str

    @rule("A1.31")
    def begin(self, game: Game) -> Decision:
        options = tuple(Option(f"unit:{name}", rule="A1.31") for name in SetUp(side=self.side).can_deploy(game))
        return Decision(self.side, "deploy-first", "A1.31", options, continues=True, turns_to="SetUp")

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "unit" and choice.name in game.state.units:
            return Refusal("refused.not-deployed-first", "A1.31", {"unit": choice.name})
        return None

    @rule("A1.31")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        """The squad is replaced by its halves, which wait in its place."""
        state = game.state
        squad = state.units.pop(choice.name)
        group = state.to_place.pop(choice.name)
        kind = game.content.personnel[squad.kind].half_squad
        assert kind is not None
        for half in (f"{choice.name}.1", f"{choice.name}.2"):
            state.units[half] = Unit(squad.side, kind, NOWHERE, shortage=squad.shortage)
            state.to_place[half] = group
        game.say(Deployed(rule="A1.31", seen_by=(self.side,), unit=choice.name))
        game.finish()


@rule("A2.9", "I.5")
def bearers(game: Game, side: str, weapon: str) -> list[str]:
    """Who may carry a weapon at set-up: men of its group, who stand on the map unless the group comes later."""
    state, content = game.state, game.content
    group = state.to_place[weapon]
    later = group_of(game, side, group).enters is not None
    men = [
        name
        for name, unit in state.units.items()
        if unit.side == side and (unit.at or later) and content.group_of_unit(name) == group and not is_dummy(unit)
    ]
    return gunners(game, weapon, men) if state.weapons[weapon].kind in content.guns else men


@rule("C2.7", "A2.9")
def stranded_guns(game: Game, side: str) -> list[str]:
    """The Guns that wait although all their men are set up, because none of these is where a Gun may stand."""
    state, content = game.state, game.content
    return [
        name
        for name, group in state.to_place.items()
        if name in state.weapons and state.weapons[name].kind in content.guns and content.arms[name].side == side
        if group_of(game, side, group).enters is None and not bearers(game, side, name)
    ]


class HandOut(Procedure, frozen=True):
    """Who carries a weapon at set-up: a unit of its group."""

    side: str
    weapon: str
    follows: bool = False
    """Whether it has come up by itself, so that something else may be wanted."""

    @rule("A2.9", "I.5")
    def begin(self, game: Game) -> Decision | None:
        men = bearers(game, self.side, self.weapon)
        if not men:
            game.finish()
            return None
        men_who_can = (Option(f"unit:{name}", rule="I.5") for name in men)
        options = (*men_who_can, *self.states(game), *((OTHER,) if self.follows else ()))
        args = {"weapon": self.weapon}
        return Decision(self.side, "hand-out", "A2.9", options, args, continues=True, done=OTHER.id, turns_to="SetUp")

    @rule("CG20", "A9.8", "C10.2", "E1.4")
    def states(self, game: Game) -> tuple[Option, ...]:
        """In which other state it may set up: limbered or ready, dismantled or assembled; Cloaked always apart."""
        weapon, content = game.state.weapons[self.weapon], game.content
        force = content.forces[self.side]
        if group_of(game, self.side, game.state.to_place[self.weapon]).enters is not None or force.cloaking is not None:
            return ()
        gun = content.guns.get(weapon.kind)
        if gun is not None:
            return () if gun.quick else (UNLIMBER if weapon.limbered else LIMBER,)
        apart = content.weapons[weapon.kind].dismantled
        return () if apart is None else (Option(f"dismantle:{self.weapon}", rule="CG20"),)

    @rule("CG20")
    def change_state(self, game: Game) -> None:
        weapon = game.state.weapons[self.weapon]
        if weapon.kind in game.content.guns:
            changed = replace(weapon, limbered=not weapon.limbered)
        else:
            changed = replace(weapon, dismantled=not weapon.dismantled)
        game.state.weapons[self.weapon] = changed

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "unit" and choice.name in game.state.units:
            return Refusal("refused.other-group", "I.5", {"unit": choice.name})
        return None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do" and choice.name == "other":
            game.finish()
            return
        if choice.kind != "unit":
            self.change_state(game)
            return
        hand_out(game, self.weapon, choice.name)
        if game.state.weapons[self.weapon].kind in game.content.guns:
            game.become(Face(side=self.side, counter=self.weapon))
        else:
            go_on(game, self.side, self.weapon)


@rule("C2.1", "C2.7")
def gunners(game: Game, weapon_id: str, men: list[str]) -> list[str]:
    """Who can man a Gun at set-up: crews without a Gun where it may stand, or if there are none other such men.

    Nobody where it may not stand: then somebody must set up elsewhere first.
    """
    state, content = game.state, game.content
    kind = state.weapons[weapon_id].kind
    busy = gun_crews(game)
    able = [
        name
        for name in men
        if name not in busy and is_mmc(content, state.units[name]) and may_emplace(game, kind, state.units[name].at)
    ]
    return [name for name in able if content.personnel[state.units[name].kind].type == "crew"] or able


class Face(Procedure, frozen=True):
    """Which hexspine a Gun or a vehicle faces at set-up."""

    side: str
    counter: str

    @rule("C3.2")
    def begin(self, game: Game) -> Decision:
        options = tuple(Option(f"spine:{spine}", rule="C3.2") for spine in range(6))
        return Decision(self.side, "face", "C3.2", options, {"counter": self.counter}, continues=True)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        face(game, self.counter, int(choice.name))
        go_on(game, self.side, self.counter)


class Board(Procedure, frozen=True):
    """Which vehicle of his group an Armor Leader commands."""

    side: str
    leader: str

    @rule("D3.4")
    def begin(self, game: Game) -> Decision | None:
        options = tuple(Option(f"vehicle:{name}", rule="D3.4") for name in self.tanks(game))
        return Decision(self.side, "board", "D3.4", options, {"leader": self.leader}, continues=True, turns_to="SetUp")

    def tanks(self, game: Game) -> list[str]:
        """The vehicles of his group without an Armor Leader."""
        content, group = game.content, game.state.to_place[self.leader]
        return [
            name
            for name, vehicle in game.state.vehicles.items()
            if vehicle.side == self.side and content.groups[name] == group and not vehicle.leader
        ]

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "vehicle" and choice.name in game.state.vehicles:
            return Refusal("refused.no-command", "D3.4", {"vehicle": choice.name})
        return None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        command(game, self.leader, choice.name)
        game.finish()


def face(game: Game, counter: str, spine: int) -> None:
    """A Gun or a vehicle is turned to a hexspine, its turret with it."""
    state = game.state
    if counter in state.vehicles:
        state.vehicles[counter] = replace(state.vehicles[counter], facing=spine, turret=spine)
    else:
        state.weapons[counter] = replace(state.weapons[counter], arc=spine, emplaced=True)


@rule("D3.4")
def command(game: Game, leader: str, vehicle_id: str) -> None:
    """An Armor Leader is aboard a vehicle."""
    state = game.state
    kind = commander_kind(game, leader)
    del state.to_place[leader]
    state.received.pop(leader, None)
    state.vehicles[vehicle_id] = replace(state.vehicles[vehicle_id], leader=kind)


@rule("A12.34")
def hide_guns(game: Game, side: str) -> None:
    """Guns in Concealment Terrain set up hidden with their crews, where the scenario grants that."""
    if not game.content.forces[side].hides_guns:
        return
    for weapon in game.state.weapons.values():
        crew = game.state.units.get(weapon.holder)
        own = crew is not None and crew.side == side and weapon.kind in game.content.guns
        if own and is_concealment_terrain(game, weapon.holder):
            change(game, weapon.holder, concealed=False, hidden=True)


def place(game: Game, side: str, counter: str, at: str) -> None:
    """A counter is set up; a unit in a hex with an entrenchment of its side is in it, if that has room."""
    state = game.state
    del state.to_place[counter]
    if counter in state.vehicles:
        state.vehicles[counter] = replace(state.vehicles[counter], at=at)
    else:
        change(game, counter, at=at)
        if game.content.forces[side].cloaking is not None:
            cloak(game, counter)
        settle_in(game, at)
    game.say(Placed(rule="A2.9", seen_by=(side,), unit=counter, at=at))


@rule("A2.9", "2.42/german-ob")
def lift(game: Game, side: str, counter: str) -> None:
    """A counter is taken up again: what it carried waits as well, leave to hide and a "?" are back in the stores.

    So is an entrenchment that stood there for nobody but these men, outside the area of field works.
    """
    state, content = game.state, game.content
    game.say(TookBack(rule="A2.9", seen_by=(side,), unit=counter))
    if counter in state.vehicles:
        state.vehicles[counter] = replace(state.vehicles[counter], at=NOWHERE, facing=0, turret=0)
        state.to_place[counter] = content.groups[counter]
        return
    unit = state.units[counter]
    if unit.kind == DUMMY and not unit.cloak:
        del state.units[counter]
        fieldworks.add_to_stores(game, side, fieldworks.CONCEALMENT, 1)
        return
    for weapon in weapons_of(game, counter):
        state.weapons[weapon] = replace(
            state.weapons[weapon], holder="", arc=0, emplaced=False, limbered=False, dismantled=False
        )
        state.to_place[weapon] = content.groups[weapon]
    if unit.hidden:
        fieldworks.give_back_leave(game, side, counter)
    change(game, counter, at=NOWHERE, stance="", concealed=False, hidden=False, cloak=0)
    state.to_place[counter] = content.group_of_unit(counter)
    if unit.concealed and not unit.cloak and not any(state.units[name].concealed for name in units_at(game, unit.at)):
        fieldworks.add_to_stores(game, side, fieldworks.CONCEALMENT, 1)
    fieldworks.abandon_works(game, side)


@rule("A2.9", "I.5", "2.42/german-ob")
def hand_out(game: Game, weapon: str, unit_id: str) -> None:
    """A weapon is given to a unit; an observer may use an entrenchment at once."""
    del game.state.to_place[weapon]
    game.state.weapons[weapon] = replace(game.state.weapons[weapon], holder=unit_id)
    settle_in(game, game.state.units[unit_id].at)


# As suggested


def as_suggested(game: Game, side: str) -> None:
    """What a side has not set up yet is set up as its file suggests; what that does not name is left to be placed."""
    for step in _suggested_steps(game, side):
        step()


def suggests(game: Game, side: str) -> bool:
    """Whether the suggested set-up of a side has a place for anything that waits."""
    return any(True for _ in _suggested_steps(game, side))


@rule("A2.9", "2.5193")
def _suggested_steps(game: Game, side: str) -> Iterator[Callable[[], None]]:
    """What is to be done next to set a side up as suggested, each step once those before it have been carried out."""
    for at, tokens in game.content.forces[side].suggested.items():
        yield from _steps_in(game, side, at, tokens)
    yield from _steps_of_rest(game, side)


def _steps_in(game: Game, side: str, at: str, tokens: Sequence[str]) -> Iterator[Callable[[], None]]:
    """What is to be done in one hex; a counter that stands there already is as good as the one that is suggested.

    A weapon goes to the men named before it, and men are taken from the group that is named, else from any that may set
    up in the hex.
    """
    content = game.content
    there = _set_up_in(game, side, at)
    last = carrier = led = ""
    for token in tokens:
        group, _, kind = token.rpartition("/")
        if kind in fieldworks.prices(content, side):
            where = last if kind in HIDES else at
            if _is_work_possible(game, side, kind, where):
                yield partial(place_work, game, side, kind, where)
        elif kind in content.weapons or kind in content.guns:
            bearer = led if led and _is_for_leaders(content, kind) else last
            weapon = _first_waiting(game, content.arms, side, kind, content.group_of_unit(bearer)) if bearer else ""
            has_one = any(game.state.weapons[name].kind == kind for name in weapons_of(game, bearer))
            if weapon and not has_one and bearer in bearers(game, side, weapon):
                yield partial(_hand_out_facing, game, side, weapon, bearer)
        elif kind in content.armor_leaders:
            leader = _first_waiting(game, content.commanders, side, kind, group)
            if leader and carrier and not game.state.vehicles[carrier].leader:
                yield partial(command, game, leader, carrier)
        else:
            counter = _counter_of(game, side, at, token, there)
            if counter in game.state.to_place:
                yield partial(_place_facing, game, side, counter, at)
            if kind in content.vehicles:
                carrier = counter
            elif not counter or is_mmc(content, game.state.units[counter]):
                last = counter
            elif is_leader(content, game.state.units[counter]):
                led = counter
                last = counter if kind == RECEIVED else last


def _set_up_in(game: Game, side: str, at: str) -> list[str]:
    """The counters of a side that have been set up in a hex."""
    state = game.state
    men = [name for name, unit in state.units.items() if unit.side == side and hex_of(unit.at) == at]
    return men + [name for name, each in state.vehicles.items() if each.side == side and hex_of(each.at) == at]


def _counter_of(game: Game, side: str, at: str, token: str, there: list[str]) -> str:
    """The counter that a token of the suggested set-up means: one of those there, else one that may come there."""
    state, content = game.state, game.content
    group, _, kind = token.rpartition("/")
    if kind == RECEIVED:
        alike = [name for name in (*there, *state.to_place) if _is_received(game, name, side)]
    else:
        listed = content.tanks if kind in content.vehicles else {**content.units, **content.decoys}
        alike = [
            name
            for name, placed in listed.items()
            if placed == (side, kind) and (not group or content.group_of_unit(name) == group)
        ]
    for name in alike:
        if name in there:
            there.remove(name)
            return name
    return next((name for name in alike if name in state.to_place and at in Place(side, name).places(game)), "")


def _place_facing(game: Game, side: str, counter: str, at: str) -> None:
    place(game, side, counter, at)
    if counter in game.state.vehicles:
        face(game, counter, _suggested_spine(game, side, at))


def _hand_out_facing(game: Game, side: str, weapon: str, bearer: str) -> None:
    hand_out(game, weapon, bearer)
    if game.state.weapons[weapon].kind in game.content.guns:
        face(game, weapon, _suggested_spine(game, side, hex_of(game.state.units[bearer].at)))


@rule("C1.1")
def _is_for_leaders(content: Content, kind: str) -> bool:
    """Whether a weapon is of use to a leader only: a radio or a field phone."""
    return kind in content.weapons and content.weapons[kind].contact > 0


def _is_received(game: Game, name: str, side: str) -> bool:
    """Whether a counter that waits is a leader who was rolled for and sets up."""
    leader = game.content.received.get(name)
    return (
        leader is not None
        and leader.side == side
        and name in game.state.units
        and group_of(game, side, leader.group).enters is None
    )


def _first_waiting(game: Game, listed: Mapping[str, Manifest], side: str, kind: str, group: str) -> str:
    """The first counter of a kind that waits, of a group if one is named; or none."""
    waiting = game.state.to_place
    found = (
        name
        for name, placed in listed.items()
        if placed == (side, kind) and name in waiting and (not group or waiting[name] == group)
    )
    return next(found, "")


def _is_work_possible(game: Game, side: str, kind: str, at: str) -> bool:
    """Whether a suggested work is in the stores of a side and may be where it is suggested."""
    able = who_may_hide(game, side, kind) if kind in HIDES else places_for(game, side, kind)
    return bool(stores_of(game.state, side).get(kind)) and at in able


def _suggested_spine(game: Game, side: str, at: str) -> int:
    """What Guns and vehicles of the suggested set-up face in a hex."""
    facing = game.content.forces[side].facing.get(at)
    return 0 if facing is None else SPINES.index(facing)


@rule("I.5", "RR7", "D3.4", "2.5193")
def _steps_of_rest(game: Game, side: str) -> Iterator[Callable[[], None]]:
    """What no suggested hex takes: leaders go to men of their group, weapons to those who have fewest."""
    state, content = game.state, game.content
    for name in [each for each in state.to_place if _is_received(game, each, side)]:
        places = _beside_group(game, name)
        if places:
            yield partial(place, game, side, name, min(places, key=lambda at: (_leaders_at(game, at), at)))
    for name in [each for each in state.to_place if each in content.arms and content.arms[each].side == side]:
        kind = content.arms[name].kind
        later = group_of(game, side, state.to_place[name]).enters is not None
        able = bearers(game, side, name) if later or kind in content.weapons else []
        leaders = [each for each in able if is_leader(content, state.units[each])]
        men = [each for each in able if is_mmc(content, state.units[each])]
        men = leaders if leaders and _is_for_leaders(content, kind) else men
        if men:
            chosen = min(men, key=lambda each: (len(weapons_of(game, each)), men.index(each)))
            yield partial(hand_out, game, name, chosen)
    for name in [each for each in state.to_place if _side_of_commander(game, each) == side]:
        tanks = Board(side=side, leader=name).tanks(game)
        if tanks:
            yield partial(command, game, name, tanks[0])


def _leaders_at(game: Game, location: str) -> int:
    return sum(is_leader(game.content, game.state.units[name]) for name in units_at(game, location))
