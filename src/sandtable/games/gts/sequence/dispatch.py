"""Chapters 7, 9 and 10.0.3: dispatch points, the purchase of chits, the cup, and command points."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from sandtable.games.gts.arnhem.special_rules import holds, special
from sandtable.games.gts.events.command import Bought, Gained
from sandtable.games.gts.state import SIDES, Points, When
from sandtable.games.gts.units import DIE, Game, division_of, on_map
from sandtable.kernel import Choice, Decision, Line, Option, Procedure, Refusal, rule
from sandtable.mechanics.content import Strict, Table
from sandtable.mechanics.roster import change
from sandtable.mechanics.switches import is_on

DONE = Option("do:done", rule="7.2")
NOW, NEXT = "now", "next"


class Limits(Strict, frozen=True, kw_only=True):
    """How many points a division can hold."""

    least: int
    most: int


class ChitCost(Strict, frozen=True, kw_only=True):
    """What a formation chit costs."""

    this_turn: int
    next_turn: int


class CommandFile(Table, frozen=True, kw_only=True):
    """Command and dispatch points."""

    command_gain: dict[int, int]
    dispatch_gain: dict[Literal["roll-9", "roll-0", "not-above-rating", "below-points-held"], int]
    before_night: int
    limits: Limits
    chit_cost: ChitCost
    second_action: int


def figures(game: Game) -> CommandFile:
    return game.content.table("command", CommandFile)


@rule("7.2/cost")
def cost(game: Game, when: str) -> int:
    """What a formation chit costs for this turn or for the next."""
    costs = figures(game).chit_cost
    return costs.this_turn if when == NOW else costs.next_turn


@rule("7.2/division", "29.22")
def points_left(game: Game, division: str) -> int:
    """The dispatch points of a division that its orders so far leave."""
    content = game.content
    spent = sum(
        cost(game, when)
        for chit, when in game.state.orders.items()
        if content.formations[content.chit_owner[chit]].division == division
    )
    return game.state.divisions[division].dispatch - spent


@rule("7.1", "7.2/leader", "7.2/limits")
def why_not_sold(game: Game, formation: str) -> Refusal | None:
    """Why the chit of a formation cannot be bought at all in this turn, or None."""
    state, row = game.state, game.content.formations[formation]
    args = {"formation": formation}
    if row.division not in state.divisions:
        return Refusal("refused.not-in-play", "7.2", args)
    if row.chit in (*state.beside, *state.cup, state.carried) or row.chit in state.orders:
        return Refusal("refused.bought-already", "7.2/limits", args)
    if not is_led(game, formation):
        return Refusal("refused.no-leader", "7.2/leader", args)
    return None


@rule("7.2/leader", "29.27")
def is_led(game: Game, formation: str) -> bool:
    """Whether a formation's leader is on the map; an independent one needs a unit there."""
    name = game.content.formations[formation].leader
    if name:
        leader = game.state.leaders.get(name)
        return leader is not None and not leader.entry
    return any(on_map(game, unit_id) for unit_id in game.content.formation_units[formation])


@rule("7.2", "7.2/cost", "7.2/division")
def for_sale(game: Game, side: str) -> list[Option]:
    """The chits that a side can buy and pay for; those of the first turn are given by the scenario."""
    options = []
    first = game.state.turn == game.content.first_turn
    for name, row in game.content.formations.items():
        if game.content.divisions[row.division].side != side or why_not_sold(game, name) is not None:
            continue
        held = points_left(game, row.division)
        for when in (NEXT,) if first else (NOW, NEXT):
            if held >= cost(game, when):
                options.append(Option(f"{when}:{name}", cost(game, when), "7.2/cost"))
    return options


class Buying(Procedure, frozen=True):
    """A side spends its divisions' dispatch points, unseen by the other."""

    side: str
    bought: bool = False

    @rule("7.2", "29.20")
    def begin(self, game: Game) -> Decision | None:
        options = for_sale(game, self.side)
        if not options and self.bought:
            game.finish()
            return None
        return Decision(self.side, "buy" if options else "buy-nothing", "7.2", (*options, DONE))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        row = game.content.formations.get(choice.name)
        if choice.kind not in (NOW, NEXT) or row is None:
            return None
        if game.content.divisions[row.division].side != self.side:
            return Refusal("refused.enemy-formation", "7.2")
        why = why_not_sold(game, choice.name)
        if why is not None:
            return why
        if choice.kind == NOW and game.state.turn == game.content.first_turn:
            return Refusal("refused.first-cup", "9.0")
        return Refusal("refused.no-dispatch", "7.2/limits", {"division": row.division})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == ("do", "done"):
            game.finish()
            return
        game.state.orders[game.content.formations[choice.name].chit] = msgspec.convert(choice.kind, When)
        event = Bought(rule="7.2", seen_by=(self.side,), formation=choice.name, when=choice.kind)
        game.say(event)
        game.goto("begin", bought=True)


@rule("7.2")
def start(game: Game) -> None:
    """Let both sides buy formation chits in secret at once.

    A side with dispatch points is asked even if it finds nothing to buy: that it does not is a secret too.
    """
    least = cost(game, NEXT)
    able = {name for name, held in game.state.divisions.items() if held.dispatch >= least}
    rich = {game.content.divisions[name].side for name in able}
    buyers: dict[str, Procedure] = {side: Buying(side=side) for side in SIDES if side in rich}
    if buyers:
        game.simultaneously(buyers)


@rule("7.2", "9.0")
def settle(game: Game) -> None:
    """Pay for what was ordered; divisions whose time has come are in play from now on."""
    content, state = game.content, game.state
    for chit, when in state.orders.items():
        division = content.formations[content.chit_owner[chit]].division
        held = state.divisions[division]
        state.divisions[division] = replace(held, dispatch=held.dispatch - cost(game, when))
    for name, begins in content.scenario.divisions.items():
        if name not in state.divisions and begins.turn <= state.turn:
            state.divisions[name] = Points(command=begins.command, dispatch=begins.dispatch)


@rule("9.0", "7.2", "10.0.6")
def fill_cup(game: Game) -> None:
    """Put the chits of this turn into the cup; the one carried over is not put in as well."""
    content, state = game.content, game.state
    chits = set(state.cup)
    if state.turn > content.first_turn:
        chits |= set(state.beside)
        state.beside = []
        chits |= {content.divisions[name].chit for name in state.divisions if is_in_play(game, name)}
        chits |= {army.direct_command for army in content.manifest.sides.values()}
    chits |= {chit for chit, when in state.orders.items() if when == NOW}
    state.beside = sorted([*state.beside, *(chit for chit, when in state.orders.items() if when == NEXT)])
    state.orders = {}
    state.cup = sorted(chits - {state.carried})


def is_in_play(game: Game, division: str) -> bool:
    """Whether a division has units, on the map or about to enter."""
    return any(division_of(game, unit_id) == division for unit_id in game.state.units)


@rule("10.0.4")
def bounded(game: Game, points: int) -> int:
    """Points within what a division can hold."""
    limits = figures(game).limits
    return min(max(points, limits.least), limits.most)


@rule("10.0.3", "10.0.3/cp", "10.0.3/dp", "10.0.3/night", "10.0.4")
def gain_points(game: Game, division: str) -> None:
    """Roll for a division's command points, then for its dispatch points."""
    held = game.state.divisions[division]
    roll = game.roll(DIE, "command-points", "10.0.3/cp", (2, 4, 6, 8))
    rating = command_rating(game, division)
    command = bounded(game, held.command + figures(game).command_gain[roll] + rating)
    shown = (
        Line("command-roll", f"{figures(game).command_gain[roll]:+d}", "10.0.3/cp", {"roll": roll}),
        Line("command-rating", f"{rating:+d}", "29.15"),
    )
    game.state.divisions[division] = replace(held, command=command)
    game.say(Gained(rule="10.0.3/cp", what="command", result="gained", division=division, held=command, lines=shown))
    _gain_dispatch(game, division)


def _gain_dispatch(game: Game, division: str) -> None:
    held = game.state.divisions[division]
    roll = game.roll(DIE, "dispatch-points", "10.0.3/dp")
    shown = [Line(f"dispatch-{name}", f"{gain:+d}", "10.0.3/dp") for name, gain in dispatch_gains(game, division, roll)]
    gain = sum(gain for _, gain in dispatch_gains(game, division, roll))
    if is_before_night(game):
        shown.append(Line("before-night", f"{figures(game).before_night:+d}", "10.0.3/night"))
        gain += figures(game).before_night
    dispatch = bounded(game, held.dispatch + gain)
    game.state.divisions[division] = replace(held, dispatch=dispatch)
    lines = (Line("roll", str(roll), "10.0.3/dp"), *shown)
    game.say(Gained(rule="10.0.3/dp", what="dispatch", result="gained", division=division, held=dispatch, lines=lines))


@rule("10.0.3/dp", "29.21")
def dispatch_gains(game: Game, division: str, roll: int) -> list[tuple[str, int]]:
    """The lines of the dispatch roll that fit, each with what it gives or takes."""
    held, rating = game.state.divisions[division].dispatch, game.content.divisions[division].dispatch
    fits = {
        "roll-9": roll == 9,
        "roll-0": roll == 0,
        "not-above-rating": roll <= rating,
        "below-points-held": roll <= held if is_on(game.content, "dispatch-not-above") else roll < held,
    }
    return [(name, gain) for name, gain in figures(game).dispatch_gain.items() if fits[name]]


@rule("10.0.3/night")
def is_before_night(game: Game) -> bool:
    """Whether the next turn is a night turn."""
    following = game.content.track.get(game.state.turn + 1)
    return following is not None and following.night


@rule("29.15")
def command_rating(game: Game, division: str) -> int:
    """The command rating of a division; a general who is cut off leaves his division with less."""
    row = special(game, "missing-general")
    if row is not None and row.division == division and row.command is not None and holds(game, row):
        return row.command
    return game.content.divisions[division].command


@rule("8.0/restriction")
def lift_restriction(game: Game, division: str) -> None:
    """After a division chit: its reinforcements may have command points, once they are off the entry hex (21.4)."""
    for unit_id, unit in list(game.state.units.items()):
        if unit.fresh and division_of(game, unit_id) == division:
            change(game, unit_id, fresh=False)


PROCEDURES = (Buying,)
