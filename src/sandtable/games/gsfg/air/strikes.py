"""Chapter 6.2 to 6.6: what aircraft do to ground units, and to the enemy behind the front."""

from __future__ import annotations

from typing import Literal, get_args

from msgspec.structs import replace

from sandtable.games.gsfg.content import chart
from sandtable.games.gsfg.events import air as events
from sandtable.games.gsfg.optional.wild_weasels import WildWeaselFile
from sandtable.games.gsfg.reinforcements.picking import PickReinforcements, R
from sandtable.games.gsfg.state import NATO, SOVIET, enemy_of
from sandtable.games.gsfg.units import Game, lose_step
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, Resolved, rule
from sandtable.mechanics.charts import Chart
from sandtable.mechanics.content import Table, hex_options
from sandtable.mechanics.roster import hexes_of, units_in
from sandtable.mechanics.sums import Sum

DONE = Option("do:done", rule="6.6")
WEASELS_DONE = Option("do:done", rule="13.19")

Effect = Literal["air-penalty", "crippled", "out-of-supply"]


class HeavyBomberFile(Table, frozen=True):
    """Steps that a heavy bomber strike removes, by the die."""

    die: str
    soviet: dict[int, int]
    nato: dict[int, int]


class DeepStrikeFile(Table, frozen=True):
    """The NATO Deep Strike Table (12.2)."""

    die: str
    rows: dict[int, tuple[Effect, ...]]
    extra_aircraft: int


class GroundAttackFile(Table, frozen=True):
    """The Ground Attack Table (12.3)."""

    die: str
    rows: dict[int, int]
    extra_aircraft: int
    city: int


def deep_strike_figures(game: Game) -> DeepStrikeFile:
    return game.content.table("deep-strike", DeepStrikeFile)


def ground_attack_figures(game: Game) -> GroundAttackFile:
    return game.content.table("ground-attack", GroundAttackFile)


def target_options(game: Game, side: str, rule_id: str) -> list[Option]:
    """The hexes with enemy units, anywhere on the map."""
    return [Option(f"hex:{label}", rule=rule_id) for label in sorted(hexes_of(game, enemy_of(side)))]


def refuse_target(game: Game, choice: Choice, rule_id: str) -> Refusal | None:
    """Why a hex is no target."""
    if choice.kind != "hex" or choice.name not in game.content.board.index:
        return None
    return Refusal("refused.no-target", rule_id, {"hex": choice.name})


class HeavyBombers(Procedure, frozen=True):
    """The side with air superiority makes its one heavy bomber strike."""

    side: str

    @rule("5.10", "6.2")
    def begin(self, game: Game) -> Decision | None:
        """Pick an enemy unit or stack; the strike is not left out unless there is none."""
        options = target_options(game, self.side, "6.2")
        if not options:
            game.finish()
            return None
        return Decision(self.side, "bomb-hex", "6.2", tuple(options))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return refuse_target(game, choice, "6.2")

    @rule("6.2")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        """Soviet bombers take a step on an even roll, NATO's half the roll in steps."""
        file = game.content.table("heavy-bomber", HeavyBomberFile)
        column = Chart(file.soviet if self.side == SOVIET else file.nato)
        die = game.roll(file.die, "heavy-bombers", "6.2", bands=column.bands())
        steps = column.entry(die)
        lines = (Line("air-die", str(die), "6.2"), Line("air-steps", str(steps), "6.2"))
        favours = self.side if steps else enemy_of(self.side)
        game.say(
            Resolved(
                rule="6.2", what="heavy-bombers", result=f"steps-{steps}", lines=lines, subject=choice.name,
                favours=favours,
            )
        )  # fmt: skip
        game.become(TakeSteps(side=self.side, hex=choice.name, left=steps, cause="6.2"))


class TakeSteps(Procedure, frozen=True):
    """Steps are removed from a hex, from units of the choice of the side that struck it."""

    side: str
    hex: str
    left: int
    cause: str
    """The rule by which they are lost."""

    @rule("6.2", "6.6")
    def begin(self, game: Game) -> Decision | None:
        """Ask as long as there is a choice."""
        units = game.state.units
        there = units_in(game, self.hex)
        total = sum(units[unit_id].steps for unit_id in there)
        if len(there) > 1 and 0 < self.left < total:
            options = tuple(Option(f"unit:{unit_id}", rule=self.cause) for unit_id in there)
            return Decision(self.side, "take-step", self.cause, options, {"hex": self.hex, "left": self.left})
        game.finish()
        for unit_id in list(there):
            for _ in range(min(self.left, units[unit_id].steps)):
                lose_step(game, unit_id, self.cause)
        return None

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.content.counters:
            return None
        return Refusal("refused.not-struck", self.cause, {"unit": choice.name, "hex": self.hex})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        lose_step(game, choice.name, self.cause)
        game.goto("begin", left=self.left - 1)


class DeepStrike(Procedure, frozen=True):
    """NATO sends aircraft far behind the front; the Soviets never do."""

    aircraft: int = 0

    @rule("6.4")
    def begin(self, game: Game) -> Decision:
        options = tuple(Option(f"aircraft:{n}", rule="6.4") for n in range(game.state.air.aircraft + 1))
        return Decision(NATO, "deep-strike", "6.4", options, {"aircraft": game.state.air.aircraft})

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        """What more aircraft add, and how likely each effect then is."""
        if choice.kind != "aircraft" or choice.name == "0":
            return None
        effects_of, die = chart(game.content, "deep-strike", DeepStrikeFile), deep_strike_figures(game).die
        modifiers = deep_strike_modifiers(game, int(choice.name))
        chances = effects_of.chances(die, modifiers.total)
        lines = modifiers.lines
        for effect in get_args(Effect):
            hits = sum(faces for effects, faces in chances.items() if effect in effects)
            lines.append(Line(f"chance-{effect}", f"{hits}/{sum(chances.values())}", "12.2"))
        return Preview(lines=tuple(lines))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "aircraft":
            return None
        return Refusal("refused.too-few-aircraft", "6.4", {"aircraft": game.state.air.aircraft})

    @rule("6.4", "6.5/3")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        """Before the roll, the Soviet player picks out the reinforcements that it may cripple."""
        state, aircraft = game.state, int(choice.name)
        if not aircraft:
            game.finish()
            return
        state.air = replace(state.air, aircraft=state.air.aircraft - aircraft)
        game.say(events.DeepStrike(rule="6.4", aircraft=aircraft))
        game.goto("resolve", aircraft=aircraft)
        game.push(PickReinforcements())

    @rule("6.5", "6.5/1", "6.5/2", "6.5/3", "6.5/4", "12.2")
    def resolve(self, game: Game) -> None:
        """One roll for all aircraft; several results hold at once."""
        state = game.state
        effects_of = chart(game.content, "deep-strike", DeepStrikeFile)
        modifiers = deep_strike_modifiers(game, self.aircraft)
        bands = effects_of.bands(modifiers.total)
        die = game.roll(deep_strike_figures(game).die, "deep-strike", "6.4", bands=bands)
        total = die + modifiers.total
        effects = effects_of.entry(total)
        lines = (*modifiers.lines, Line("air-die", str(die), "6.4"), Line("air-total", str(total), "12.2"))
        result = f"deep-strike-{'-'.join(effects) or 'none'}"
        favours = NATO if effects else SOVIET
        game.say(Resolved(rule="12.2", what="deep-strike", result=result, lines=lines, favours=favours))
        state.air = replace(
            state.air,
            penalty=int("air-penalty" in effects),
            starve="out-of-supply" in effects,
        )
        if "crippled" in effects:
            cripple_reinforcements(game)
        game.finish()


@rule("6.5/3")
def cripple_reinforcements(game: Game) -> None:
    """The R units set aside for this turn have one step left, even if they enter only after a turn of fight/fight."""
    state = game.state
    for unit_id, group in state.due.items():
        if group == R:
            state.waiting[unit_id] = 1


@rule("12.2")
def deep_strike_modifiers(game: Game, aircraft: int) -> Sum:
    """What the number of aircraft adds to the roll."""
    found = Sum()
    if aircraft > 1:
        extra = deep_strike_figures(game).extra_aircraft
        found.add("more-aircraft", (aircraft - 1) * extra, "12.2", aircraft=aircraft)
    return found


class GroundAttacks(Procedure, frozen=True):
    """The side with air superiority attacks ground units from the air: all targets first, then all rolls."""

    side: str
    targets: dict[str, int] = {}
    """The hexes pointed out, with the aircraft that attack each."""
    weasels: tuple[str, ...] = ()
    """The hexes of Wild Weasels that suppress air defences."""

    @rule("6.6", "6.3")
    def begin(self, game: Game) -> Decision | None:
        """Point out the hexes, an aircraft at a time; a hex may be picked again for more of them."""
        options = target_options(game, self.side, "6.6")
        if not game.state.air.aircraft or not options:
            game.goto("suppress")
            return None
        args = {"aircraft": game.state.air.aircraft}
        return Decision(self.side, "ground-attack", "6.6", (*options, DONE), args, continues=bool(self.targets))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return refuse_target(game, choice, "6.6")

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        """The modifiers with one more aircraft, and how likely a step is then lost."""
        if choice.kind != "hex":
            return None
        aircraft = self.targets.get(choice.name, 0) + 1
        modifiers = ground_attack_modifiers(game, choice.name, aircraft, self.weasels)
        steps_lost = chart(game.content, "ground-attack", GroundAttackFile)
        chances = steps_lost.chances(ground_attack_figures(game).die, modifiers.total)
        hits = sum(faces for steps, faces in chances.items() if steps)
        return Preview(lines=(*modifiers.lines, Line("chance-step", f"{hits}/{sum(chances.values())}", "12.3")))

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        state = game.state
        if choice.kind == "do":
            game.goto("suppress")
            return
        state.air = replace(state.air, aircraft=state.air.aircraft - 1)
        game.say(events.AttackPointedOut(rule="6.6", side=self.side, hex=choice.name))
        game.goto("begin", targets=self.targets | {choice.name: self.targets.get(choice.name, 0) + 1})

    @rule("13.19", "13.21")
    def suppress(self, game: Game) -> Decision | None:
        """Before the rolls, Wild Weasels may go out to any hexes (13.19); without ground attacks there is no use."""
        if not self.targets or not game.state.air.wild_weasels:
            game.goto("resolve")
            return None
        options = hex_options(game.content, "13.19").values()
        args = {"weasels": game.state.air.wild_weasels}
        return Decision(self.side, "suppress", "13.19", (*options, WEASELS_DONE), args, continues=True)

    def suppress_chosen(self, game: Game, choice: Choice) -> None:
        state = game.state
        if choice.kind == "do":
            game.goto("resolve")
            return
        state.air = replace(state.air, wild_weasels=state.air.wild_weasels - 1)
        game.say(events.WeaselPlaced(rule="13.19", hex=choice.name))
        game.goto("suppress", weasels=(*self.weasels, choice.name))

    @rule("6.6", "12.3")
    def resolve(self, game: Game) -> None:
        """Roll once for the next hex."""
        if not self.targets:
            game.finish()
            return
        (label, aircraft), *rest = self.targets.items()
        steps_lost = chart(game.content, "ground-attack", GroundAttackFile)
        modifiers = ground_attack_modifiers(game, label, aircraft, self.weasels)
        bands = steps_lost.bands(modifiers.total)
        die = game.roll(ground_attack_figures(game).die, "ground-attack", "6.6", bands=bands)
        total = die + modifiers.total
        steps = steps_lost.entry(total)
        lines = (*modifiers.lines, Line("air-die", str(die), "6.6"), Line("air-total", str(total), "12.3"))
        favours = self.side if steps else enemy_of(self.side)
        game.say(
            Resolved(
                rule="12.3", what="ground-attack", result=f"steps-{steps}", lines=lines, subject=label, favours=favours
            )
        )
        game.goto("resolve", targets=dict(rest))
        if steps:
            game.push(TakeSteps(side=self.side, hex=label, left=steps, cause="6.6"))


@rule("12.3", "13.19")
def ground_attack_modifiers(game: Game, label: str, aircraft: int, weasels: tuple[str, ...]) -> Sum:
    """The modifiers of a ground attack: more aircraft, a city, and once only for Wild Weasels at hand."""
    content, found = game.content, Sum()
    file = ground_attack_figures(game)
    if aircraft > 1:
        found.add("more-aircraft", (aircraft - 1) * file.extra_aircraft, "12.3", aircraft=aircraft)
    if content.terrain[label] == "city":
        found.add("air-city", file.city, "12.3", hex=label)
    help_ = content.table("wild-weasel", WildWeaselFile)
    if any(content.distance(weasel, label) <= help_.reach for weasel in weasels):
        found.add("wild-weasel", help_.ground_attack, "13.19")
    return found


PROCEDURES = (HeavyBombers, TakeSteps, DeepStrike, GroundAttacks)
