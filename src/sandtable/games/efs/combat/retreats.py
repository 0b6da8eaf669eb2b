"""Chapter 16.4: units retreat hex by hex from a combat or an overrun."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from msgspec.structs import replace

from sandtable.games.efs import control
from sandtable.games.efs.combat.routes import (
    Party,
    Route,
    barred,
    ending,
    fords,
    is_driven_off,
    is_exposed,
    leads_away,
    may_end,
    never_retreats,
    on_rails,
    routes,
)
from sandtable.games.efs.combat.step_losses import TakeSteps
from sandtable.games.efs.content import chart
from sandtable.games.efs.events.results import Retreated, SlippedThrough, SupplyLost
from sandtable.games.efs.headquarters.militia import beyond_home
from sandtable.games.efs.losses import eliminate, lose_steps
from sandtable.games.efs.rolls import added, told
from sandtable.games.efs.stacking import room_for
from sandtable.games.efs.state import Box, enemy_of
from sandtable.games.efs.supply.routes import has_unlimited_line
from sandtable.games.efs.supply.sources import major_cities, named_sources
from sandtable.games.efs.supply.supply_units import removed_by_entry, supply_units_of
from sandtable.games.efs.tables import CombatModifiersFile, RetreatFile
from sandtable.games.efs.units import Game, is_artillery, is_flotilla, is_headquarters, is_motorized, printed, take_off
from sandtable.games.efs.weather.conditions import mud_in
from sandtable.games.efs.zones import exerting_into
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, rule
from sandtable.mechanics.roster import change, units_in
from sandtable.mechanics.switches import is_on

Manner = Literal["combat", "additional", "overrun", "withdrawal"]
"""By a combat result (16.4), with an Additional Retreat order (16.45b), out of an overrun hex (11.37i), or because
rockets and engineers do not stay where they attacked from (13.32b, 15.53c)."""
RULES: dict[Manner, str] = {"combat": "16.4", "additional": "16.45b", "overrun": "11.37i", "withdrawal": "13.32b"}
OWN_WAY: tuple[Manner, ...] = ("combat", "withdrawal")
"""The retreats on which the owner leads."""
KEEP = Option("do:keep-guns", rule="16.48c/note-artillery")


class Retreat(Procedure, frozen=True):
    """All units of a side that must retreat from one combat or overrun do so, stack by stack or one by one.

    They go at the same time by the rules: none holds a hex open for another. Those who find no way meet their fate at
    the end, so that what slips through an enemy zone may lose its step among them (16.48c).
    """

    side: str
    units: tuple[str, ...]
    origin: tuple[str, ...]
    """The defender hexes, away from which they go."""
    manner: Manner
    left: tuple[str, ...] = ()
    """Who has yet to go."""
    starts: tuple[str, ...] = ()
    """Where each of the units stood."""

    @rule("16.4", "16.44", "16.46c")
    def begin(self, game: Game) -> None:
        units = tuple(unit_id for unit_id in self.units if game.state.units[unit_id].at)
        starts = tuple(game.state.units[unit_id].at for unit_id in units)
        left = tuple(unit_id for unit_id in units if not never_retreats(game, unit_id))
        game.goto("next", units=units, starts=starts, left=left)

    def to_go(self, game: Game) -> tuple[str, ...]:
        """Who has yet to go."""
        return tuple(unit_id for unit_id in self.left if game.state.units[unit_id].at)

    @rule("16.4", "16.44")
    def next(self, game: Game) -> Decision | None:
        """The units of one hex go; whoever leads them says of which first, where those of several are in each other's
        way.
        """
        left = self.to_go(game)
        hexes = list(dict.fromkeys(game.state.units[unit_id].at for unit_id in left))
        if not hexes:
            game.goto("close")
            return None
        if len(hexes) == 1 or not self.are_in_the_way(game):
            self.send(game, hexes[0])
            return None
        options = tuple(Option(f"hex:{label}", rule="16.44") for label in hexes)
        leads = leader(self.side, self.manner)
        return Decision(leads, "retreat-first", "16.44", options, {"side": self.side}, default=options[0].id)

    @rule("16.42", "16.44")
    def are_in_the_way(self, game: Game) -> bool:
        """Whether it matters which of several hexes is left first: where a way of some may end, there is no room for
        all who could. Nothing else is changed by those who have gone: they end in no hex that was barred to others.
        """
        ends: dict[str, list[str]] = {}
        for unit_id in self.to_go(game):
            for label in self.ends_of(game, unit_id):
                ends.setdefault(label, []).append(unit_id)
        return any(
            len({game.state.units[each].at for each in there}) > 1 and not room_for(game, there, label)
            for label, there in ends.items()
        )

    def ends_of(self, game: Game, unit_id: str) -> set[str]:
        """Where the retreat of a unit may end, alone or with all others of its hex."""
        left, at, hexes = self.to_go(game), game.state.units[unit_id].at, length(game, self.manner)
        group = tuple(each for each in left if game.state.units[each].at == at)
        parties = [Party(units, left, self.origin, hexes) for units in (group, (unit_id,))]
        return {way.hexes[-1] for party in parties for way in offered(game, party, self.manner)}

    def next_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return Refusal("refused.nobody-retreats-there", "16.4", {"hex": choice.name})

    def next_chosen(self, game: Game, choice: Choice) -> None:
        self.send(game, choice.name)

    @rule("16.4")
    def send(self, game: Game, label: str) -> None:
        """Have the units of a hex go."""
        left = self.to_go(game)
        group = tuple(unit_id for unit_id in left if game.state.units[unit_id].at == label)
        stuck = self.stuck_with(game, group, left)
        game.push(
            Withdraw(side=self.side, units=group, leaving=left, stuck=stuck, origin=self.origin, manner=self.manner)
        )

    @rule("16.48c")
    def stuck_with(self, game: Game, group: tuple[str, ...], left: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the same stack who cannot go, whatever the order in which the others do."""
        at, hexes = game.state.units[group[0]].at, length(game, self.manner)
        wayless = [
            unit_id
            for unit_id in group
            if len(group) > 1 and not offered(game, Party((unit_id,), left, self.origin, hexes), self.manner)
        ]
        behind = [each for each in self.unable(game) if each not in left and game.state.units[each].at == at]
        return (*behind, *wayless)

    def next_done(self, game: Game, gone: tuple[str, ...]) -> None:
        game.goto("next", left=tuple(unit_id for unit_id in self.left if unit_id not in gone))

    def unable(self, game: Game) -> list[str]:
        """Those who stand where they stood."""
        return [
            unit_id for unit_id, at in zip(self.units, self.starts, strict=True) if game.state.units[unit_id].at == at
        ]

    @rule("16.46a")
    def close(self, game: Game) -> None:
        game.finish()
        for unit_id in self.unable(game):
            self.meet_fate(game, unit_id)
        for label in dict.fromkeys(self.starts):
            shared = label in self.origin or is_on(game.content, "attackers-supply-goes-along")
            if shared and not units_in(game, label):
                self.move_supply(game, label)
        control.settle(game)

    @rule(
        "10.27d",
        "11.37i",
        "13.32b",
        "15.53c",
        "16.23",
        "16.42",
        "16.43",
        "16.46a",
        "16.46b",
        "16.46c",
        "16.47",
        "16.48a",
        "16.48b",
    )
    def meet_fate(self, game: Game, unit_id: str) -> None:
        """What becomes of a unit that cannot retreat: it is eliminated, unless it only found no place, was overrun or
        went off the map.
        """
        party = Party((unit_id,), tuple(self.unable(game)), self.origin, length(game, self.manner))
        steps, at = game.state.units[unit_id].steps, game.state.units[unit_id].at
        if self.manner == "overrun" and is_flotilla(game, unit_id):
            eliminate(game, unit_id, "22.57")
        elif self.manner == "overrun":
            box: Box = "eliminated" if is_on(game.content, "overrun-eliminates") else "cadre"
            lose_steps(game, unit_id, steps, "11.37i", box)
        elif never_retreats(game, unit_id):
            eliminate(game, unit_id, "16.46c")
        elif self.manner == "withdrawal":
            cause = rule_of(game, self.manner, (unit_id,))
            kept: Box = "cadre" if is_on(game.content, "no-place-behind-is-cadre") else "eliminated"
            lose_steps(game, unit_id, steps, cause, kept)
        elif self.found_no_place(game, party):
            goals = named_sources(game, self.side) | major_cities(game, self.side)
            any_line = is_on(game.content, "no-place-is-cadre")
            if any_line or has_unlimited_line(game, self.side, at, goals):
                lose_steps(game, unit_id, steps, "16.42", "cadre")
            else:
                eliminate(game, unit_id, "16.42")
        elif is_driven_off(game, party) and not is_on(game.content, "nobody-driven-off"):
            comes_back = is_on(game.content, "driven-off-the-map-to-cadre")
            take_off(game, unit_id, "cadre" if comes_back else "cannot-rebuild", "16.46b")
        else:
            eliminate(game, unit_id, "16.46a")

    @rule("16.42", "16.43", "16.45b")
    def found_no_place(self, game: Game, party: Party) -> bool:
        """Whether a unit could go far enough, but not stay where it would come to."""
        return any(self.manner != "additional" or not route.exposed for route in routes(game, party))

    @rule("6.42", "10.27d/note", "11.37i", "16.46d")
    def move_supply(self, game: Game, label: str) -> None:
        """Of the supply units in a vacated hex, dumps are removed, and mobile ones go with a unit that got away."""
        supplies = game.state.supplies
        away = [
            game.state.units[unit_id].at
            for unit_id, at in zip(self.units, self.starts, strict=True)
            if at == label and game.state.units[unit_id].at
        ]
        there = [name for name in supply_units_of(game, self.side) if supplies[name].at == label]
        lost = [name for name in there if supplies[name].is_dump or not away]
        for name in there:
            if name in lost:
                del supplies[name]
            else:
                supplies[name] = replace(supplies[name], at=away[0])
        if lost:
            game.say(SupplyLost(rule="16.46d", units=tuple(lost)))


@rule("16.4", "16.45b")
def length(game: Game, manner: Manner) -> int:
    """How many hexes units retreat."""
    figures = game.content.table("combat-modifiers", CombatModifiersFile)
    return figures.additional_retreat if manner == "additional" else figures.retreat


@rule("11.37i", "16.4", "16.45b")
@rule("13.32b", "15.53c")
def rule_of(game: Game, manner: Manner, unit_ids: Collection[str]) -> str:
    """The rule by which units retreat; engineers go back from above the limit by one of their own."""
    if manner == "withdrawal" and not any(is_artillery(game, unit_id) for unit_id in unit_ids):
        return "15.53c"
    return RULES[manner]


def leader(side: str, manner: Manner) -> str:
    """Who draws the way: the owner, but the enemy after an Additional Retreat order or an overrun."""
    return side if manner in OWN_WAY else enemy_of(side)


@rule("16.45b", "16.48c")
def offered(game: Game, party: Party, manner: Manner) -> list[Route]:
    """The ways on which units may be led. Through an enemy zone the enemy leads them only where there is no other way,
    and never those with an Additional Retreat order. Switches bind the owner in the same way, and free who overruns.
    """
    found = ending(game, party)
    safe = [route for route in found if not route.exposed]
    careful = is_on(game.content, "no-way-through-zones") and (bool(safe) or any_safe(game, party))
    if manner in OWN_WAY:
        return safe if careful else found
    anywhere = is_on(game.content, "overrun-leads-anywhere")
    if manner == "overrun" and (anywhere or (not safe and not any_safe(game, party))):
        return found
    return safe


def any_safe(game: Game, party: Party) -> bool:
    """Whether one of several units, going by itself, has a way clear of enemy zones."""
    alone = [ending(game, party._replace(units=(unit_id,))) for unit_id in party.units]
    return len(party.units) > 1 and any(not route.exposed for found in alone for route in found)


class Withdraw(Procedure, frozen=True):
    """A stack in one hex is led away together, hex by hex, or a unit of it by itself. Comes to the units dealt with."""

    side: str
    units: tuple[str, ...]
    leaving: tuple[str, ...]
    stuck: tuple[str, ...]
    """Those of the same stack who cannot go; a step lost on the way may come from them."""
    origin: tuple[str, ...]
    manner: Manner
    path: tuple[str, ...] = ()
    exposed: tuple[str, ...] = ()

    def party(self, game: Game) -> Party:
        return Party(self.units, self.leaving, self.origin, length(game, self.manner))

    def open_routes(self, game: Game) -> list[Route]:
        """The ways on from where the path has come to."""
        taken = len(self.path)
        return [each for each in offered(game, self.party(game), self.manner) if each.hexes[:taken] == self.path]

    @rule("16.4", "16.41", "16.45b")
    def begin(self, game: Game) -> Decision | None:
        found = self.open_routes(game)
        whole = next((route for route in found if route.hexes == self.path), None)
        if whole is not None:
            self.go(game, whole)
            return None
        hexes = list(dict.fromkeys(route.hexes[len(self.path)] for route in found))
        alone = self.going_alone(game) if not self.path and self.may_part(game, hexes) else []
        if not hexes and len(alone) < 2:
            if alone:
                game.goto("begin", units=tuple(alone))
            else:
                game.finish(self.units)
            return None
        if len(hexes) == 1 and not alone:
            game.goto("begin", path=(*self.path, hexes[0]))
            return None
        party, by = self.party(game), rule_of(game, self.manner, self.units)
        steps = [Option(f"hex:{label}", rule=by, grave=is_exposed(game, party, label)) for label in hexes]
        units = [Option(f"unit:{unit_id}", rule="16.4") for unit_id in alone]
        here = self.path[-1] if self.path else game.state.units[self.units[0]].at
        leads = leader(self.side, self.manner)
        led, apart = leads if leads != self.side else "own", "offered" if alone else "none"
        args: dict[str, str | int] = {"hex": here, "side": self.side, "apart": apart, "led": led}
        options = (*steps, *units)
        first = next((option for option in options if not option.grave), options[0])
        return Decision(leads, "retreat", by, options, args, default=first.id)

    @rule("16.4", "16.45b")
    def may_part(self, game: Game, hexes: Collection[str]) -> bool:
        """Whether units of the stack may go by themselves: whoever leads them says so, by a switch the enemy only where
        they find no way together.
        """
        led = leader(self.side, self.manner) != self.side
        return not (led and hexes and is_on(game.content, "led-stacks-stay-together"))

    def going_alone(self, game: Game) -> list[str]:
        """The units of a stack that have a way of their own."""
        if len(self.units) == 1:
            return []
        party = self.party(game)
        return [each for each in self.units if offered(game, party._replace(units=(each,)), self.manner)]

    @rule("16.48c")
    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        """The step, and what threatens in an enemy zone of control: a step lost, and the roll for the others."""
        if choice.kind != "hex":
            return None
        here = self.path[-1] if self.path else game.state.units[self.units[0]].at
        if not is_exposed(game, self.party(game), choice.name):
            return Preview(path=(here, choice.name))
        file, rows = game.content.table("retreat", RetreatFile), chart(game.content, "retreat", RetreatFile)
        found = modifiers(game, list(self.units), (choice.name,))
        chances = rows.chances(file.die, sum(found.values()))
        lines = added("escape", found, "16.48c")
        odds = Line("escape-chance", f"{chances.get('away', 0)} / {sum(chances.values())}", "16.48c")
        return Preview(path=(here, choice.name), lines=(*lines, odds))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "unit" and choice.name in game.state.units:
            key = "refused.cannot-retreat" if choice.name in self.units else "refused.does-not-retreat"
            return Refusal(key, "16.4", {"unit": choice.name})
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return self.why_not_into(game, choice.name)

    @rule("16.41", "16.48", "16.48b")
    def why_not_into(self, game: Game, label: str) -> Refusal:
        here = self.path[-1] if self.path else game.state.units[self.units[0]].at
        party, about = self.party(game), {"hex": label}
        if label not in game.content.adjacent[here]:
            return Refusal("refused.not-adjacent", "16.4", about)
        if not leads_away(game, party, (here, label), len(self.path) + 1):
            return Refusal("refused.not-away", "16.4", about)
        reasons = [barred(game, unit_id, (here, label), not self.path) for unit_id in self.units]
        first = next((reason for reason in reasons if reason is not None), None)
        if first is not None:
            return first
        if is_exposed(game, party, label):
            return self.why_not_exposed(game, label)
        return self.why_no_end(game, label) or Refusal("refused.no-way-on", "16.4", about)

    @rule("16.45b", "16.47b", "16.48", "16.48b", "16.48c")
    def why_not_exposed(self, game: Game, label: str) -> Refusal:
        """Why the way does not lead into a vacant hex in an enemy zone of control."""
        party, about = self.party(game), {"hex": label}
        if on_rails(game, party):
            return Refusal("refused.exposed", "16.47b", about)
        if self.path and is_exposed(game, party, self.path[-1]):
            return Refusal("refused.two-exposed", "16.48b", about)
        if self.is_end(game, label):
            return Refusal("refused.ends-exposed", "16.48", about)
        through = [route for route in ending(game, party) if route.hexes[: len(self.path) + 1] == (*self.path, label)]
        if not through:
            return Refusal("refused.no-way-on", "16.4", about)
        return Refusal("refused.exposed", "16.45b" if self.manner == "additional" else "16.48c", about)

    @rule("16.42", "16.43")
    def why_no_end(self, game: Game, label: str) -> Refusal | None:
        """Why the retreat does not end in a hex to which it leads, if it would end there."""
        if not self.is_end(game, label) or may_end(game, self.units, label):
            return None
        if room_for(game, list(self.units), label):
            return Refusal("refused.attack-pending", "16.43", {"hex": label})
        return Refusal("refused.no-room", "16.42", {"hex": label, "unit": self.units[0]})

    def is_end(self, game: Game, label: str) -> bool:
        """Whether a retreat is over with the next hex of its way: it is long enough, or has crossed a major river."""
        here = self.path[-1] if self.path else game.state.units[self.units[0]].at
        over = any(fords(game, unit_id, (here, label)) for unit_id in self.units)
        return over or len(self.path) + 1 >= length(game, self.manner)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "unit":
            game.goto("begin", units=(choice.name,))
        else:
            game.goto("begin", path=(*self.path, choice.name))

    @rule("6.42", "16.48c", "16.48d", "21.23")
    def go(self, game: Game, route: Route) -> None:
        """Take the units along their way, on which enemy supply units by themselves are lost; an HQ that passes an
        enemy zone is no longer operational.
        """
        for label in route.hexes:
            for unit_id in self.there(game):
                change(game, unit_id, at=label)
            self.lose_militia(game, label)
            if self.there(game):
                removed_by_entry(game, label, self.side)
            control.settle(game)
        game.say(Retreated(rule=rule_of(game, self.manner, self.units), units=self.units, hexes=route.hexes))
        if not route.exposed:
            game.finish(self.units)
            return
        for unit_id in self.there(game):
            if is_headquarters(game, unit_id):
                change(game, unit_id, operational=False)
        game.goto("guns", exposed=route.exposed)
        game.push(TakeSteps(side=self.side, units=(*self.units, *self.stuck), steps=1, cause="16.48c"))

    @rule("21.74")
    def lose_militia(self, game: Game, label: str) -> None:
        """Militia brigades that are forced away too far from their town are eliminated at once."""
        for unit_id in self.there(game):
            if label in beyond_home(game, (unit_id,)):
                eliminate(game, unit_id, "21.74")

    def there(self, game: Game) -> list[str]:
        return [unit_id for unit_id in self.units if game.state.units[unit_id].at]

    @rule("16.48c/note-artillery")
    def guns(self, game: Game) -> Decision | None:
        """The owner may give up artillery, so that the others get away more easily."""
        there = self.there(game)
        guns = [unit_id for unit_id in there if is_artillery(game, unit_id)]
        if not guns or len(guns) == len(there):
            game.goto("escape")
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="16.48c/note-artillery", grave=True) for unit_id in guns)
        return Decision(self.side, "give-up-guns", "16.48c/note-artillery", (*options, KEEP), default=KEEP.id)

    def guns_chosen(self, game: Game, choice: Choice) -> None:
        if choice == Choice.of(KEEP.id):
            game.goto("escape")
        else:
            eliminate(game, choice.name, "16.48c/note-artillery")

    @rule("16.48c")
    def escape(self, game: Game) -> None:
        """Roll for those who are left: they get away, or all go to the Cadre box."""
        game.finish(self.units)
        there = self.there(game)
        if not there:
            return
        found = modifiers(game, there, self.exposed)
        modifier = sum(found.values())
        rows = chart(game.content, "retreat", RetreatFile)
        die = game.content.table("retreat", RetreatFile).die
        roll = game.roll(die, "retreat", "16.48c", bands=rows.bands(modifier))
        result = rows.entry(roll + modifier)
        lines = told(added("escape", found, "16.48c"), modifier, roll, "16.48c")
        game.say(SlippedThrough(rule="16.48c", units=tuple(there), modifier=modifier, result=result, lines=lines))
        if result == "lost":
            for unit_id in there:
                lose_steps(game, unit_id, game.state.units[unit_id].steps, "16.48c", "cadre")


@rule("16.48c")
def modifiers(game: Game, unit_ids: list[str], exposed: tuple[str, ...]) -> dict[str, int]:
    """What is added to the roll of units that slip through an enemy zone, by name."""
    content, units = game.content, game.state.units
    enemy = enemy_of(content.side_of[unit_ids[0]])
    holds = {
        "artillery": any(is_artillery(game, unit_id) for unit_id in unit_ids),
        "out-of-supply": any(units[unit_id].supply == "out" for unit_id in unit_ids),
        "mud": any(mud_in(game, label) for label in exposed),
        "woods": any("woods" in content.parts[label] for label in exposed),
        "all-mobile": not any(mud_in(game, label) for label in exposed)
        and all(is_motorized(game, unit_id) or printed(game, unit_id).type == "cavalry" for unit_id in unit_ids),
        "several-zones": any(len(exerting_into(game, label, enemy)) > 1 for label in exposed),
    }
    values = content.table("retreat", RetreatFile).modifiers
    return {name: values[name] for name, so in holds.items() if so}


PROCEDURES = (Retreat, Withdraw)
