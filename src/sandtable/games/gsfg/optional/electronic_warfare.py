"""Chapter 13.11 to 13.17: electronic warfare (optional)."""

from __future__ import annotations

import random
from typing import Literal

from msgspec.structs import replace

from sandtable.games.gsfg.content import chart
from sandtable.games.gsfg.events.optional import Jammed, JammerGone, JammerPlaced, JammersSet
from sandtable.games.gsfg.optional.switches import JAMMER, markers_due
from sandtable.games.gsfg.state import NATO, Jammers, State, enemy_of
from sandtable.games.gsfg.units import Game, side_of
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, Resolved, rule
from sandtable.kernel.decisions import Scalar
from sandtable.mechanics.content import Table
from sandtable.mechanics.roster import change, hexes_of, units_in
from sandtable.mechanics.sums import Sum
from sandtable.mechanics.switches import is_on

SWITCH = "electronic-warfare"
DONE = Option("do:done", rule="13.13")
DEGRADED = "degraded"
COLLAPSED = "collapsed"
UNKNOWN = -1


class EwTable(Table, frozen=True):
    """The EW Combat Table by the modified die, its modifiers, and the most markers of a side in a hex."""

    die: str
    rows: dict[int, Literal["countermeasures", "none", "degraded", "collapsed"]]
    extra_attacker: int
    defender: int
    limits: dict[str, int]
    absence: str


def table_of(game: Game) -> EwTable:
    return game.content.table("ew", EwTable)


# The markers


def jammers_of(game: Game, side: str) -> Jammers:
    return game.state.jammers.get(side, Jammers())


def unused(game: Game, side: str) -> int:
    """How many markers a side has set and not used, which everybody knows, though not how they are set."""
    markers = jammers_of(game, side)
    return markers.offensive + markers.defensive


def start_player_turn(game: Game, side: str) -> None:
    """Markers come back, results that the side had inflicted lapse, and the side sets its markers in secret."""
    if not is_on(game.content, SWITCH):
        return
    lapse(game, side)
    surprise(game)
    markers = collected(game, side)
    game.state.jammers[side] = markers
    if markers.spent:
        game.push(SetJammers(side=side))


@rule("13.15")
def lapse(game: Game, side: str) -> None:
    """The results that a side has inflicted last until the start of its next player turn."""
    for unit_id, unit in game.state.units.items():
        if unit.ew and side_of(game, unit_id) != side:
            change(game, unit_id, ew="")


@rule("13.12")
def surprise(game: Game) -> None:
    """NATO has set no markers before its first player turn, but in a scenario that begins after the first turn."""
    state, first = game.state, game.content.first_turn
    if first > 1 and NATO not in state.jammers:
        due = markers_due(game, NATO, JAMMER, first - 1)
        state.jammers[NATO] = Jammers(defensive=sum(entry.number for entry in due))


@rule("13.13", "13.16", "13.17", "13.22")
def collected(game: Game, side: str) -> Jammers:
    """A side's markers before it sets them: used or not, back from their absence, and newly arrived."""
    markers, turn = jammers_of(game, side), game.state.turn
    away = tuple(back for back in markers.away if back > turn)
    owned = sum(entry.number for entry in markers_due(game, side, JAMMER, turn))
    return Jammers(away=away, spent=owned - len(away))


class SetJammers(Procedure, frozen=True):
    """A side decides in secret how many of its markers are offensive; the others are defensive."""

    side: str

    @rule("13.12")
    def begin(self, game: Game) -> Decision:
        total = jammers_of(game, self.side).spent
        options = tuple(Option(f"number:{number}", rule="13.12") for number in range(total + 1))
        return Decision(self.side, "set-jammers", "13.12", options, {"total": total})

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "number":
            return None
        return Refusal("refused.jammers-total", "13.12", {"total": jammers_of(game, self.side).spent})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        markers, offensive = jammers_of(game, self.side), int(choice.name)
        set_so = replace(markers, offensive=offensive, defensive=markers.spent - offensive, spent=0)
        game.state.jammers[self.side] = set_so
        game.say(
            JammersSet(
                rule="13.12", seen_by=(self.side,), side=self.side, offensive=offensive, defensive=set_so.defensive
            )
        )
        game.finish()


@rule("13.12")
def mask(state: State, side: str) -> None:
    """Hide how the other side has split its markers between offence and defence: only their number is known.

    What stands in its place is no split that there could be, so that a view looks masked whatever it hides.
    """
    for other, markers in state.jammers.items():
        if other != side:
            total = markers.offensive + markers.defensive
            state.jammers[other] = replace(markers, offensive=UNKNOWN, defensive=total - UNKNOWN)


def fill(state: State, side: str, rng: random.Random) -> None:
    """Imagine a split in the place of what `mask` removed."""
    for other, markers in state.jammers.items():
        if other != side:
            total = markers.offensive + markers.defensive
            offensive = rng.randint(0, total)
            state.jammers[other] = replace(markers, offensive=offensive, defensive=total - offensive)


# Electronic combat


@rule("13.13")
def start_combat_phase(game: Game, side: str) -> None:
    """Push electronic combat, which comes before any other combat of the phase."""
    if is_on(game.content, SWITCH) and unused(game, side):
        game.push(ElectronicCombat(side=side))


class ElectronicCombat(Procedure, frozen=True):
    """The attacker places markers, the defender answers, and the combats are resolved one by one.

    Whoever has markers left is asked even if none of them is set for the purpose: to be asked gives nothing away.
    """

    side: str
    attack: tuple[str, ...] = ()
    """The hex of every attacking marker."""
    defence: tuple[str, ...] = ()
    """The hex of every defending marker."""

    @rule("13.11", "13.12", "13.13", "13.14")
    def begin(self, game: Game) -> Decision | None:
        """The attacker places offensive markers on enemy units anywhere; elsewhere they could do nothing."""
        targets = self._room(game, self.side, hexes_of(game, enemy_of(self.side)), self.attack)
        if not targets or not unused(game, self.side):
            game.goto("answer")
            return None
        left = jammers_of(game, self.side).offensive
        options = [Option(f"hex:{label}", rule="13.13") for label in targets] if left else []
        return Decision(self.side, "jam", "13.13", (*options, DONE), {"left": left}, continues=bool(self.attack))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return self._refused(game, choice, self.side, hexes_of(game, enemy_of(self.side)), self.attack)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.goto("answer")
            return
        markers = jammers_of(game, self.side)
        game.state.jammers[self.side] = replace(markers, offensive=markers.offensive - 1, spent=markers.spent + 1)
        game.say(JammerPlaced(rule="13.13", side=self.side, hex=choice.name, use="offensive"))
        game.goto("begin", attack=tuple(sorted((*self.attack, choice.name))))

    @rule("13.12", "13.13", "13.14")
    def answer(self, game: Game) -> Decision | None:
        """The defender sees them and places defensive markers in the same hexes."""
        enemy = enemy_of(self.side)
        targets = self._room(game, enemy, frozenset(self.attack), self.defence)
        if not targets or not unused(game, enemy):
            game.goto("resolve")
            return None
        left = jammers_of(game, enemy).defensive
        options = [Option(f"hex:{label}", rule="13.13") for label in targets] if left else []
        return Decision(enemy, "counter-jam", "13.13", (*options, DONE), {"left": left}, continues=bool(self.defence))

    def answer_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return self._refused(game, choice, enemy_of(self.side), frozenset(self.attack), self.defence)

    def answer_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.goto("resolve")
            return
        enemy = enemy_of(self.side)
        markers = jammers_of(game, enemy)
        game.state.jammers[enemy] = replace(markers, defensive=markers.defensive - 1, spent=markers.spent + 1)
        game.say(JammerPlaced(rule="13.13", side=enemy, hex=choice.name, use="defensive"))
        game.goto("answer", defence=tuple(sorted((*self.defence, choice.name))))

    @rule("13.13")
    def resolve(self, game: Game) -> Decision | None:
        """The attacker picks which combat is resolved next."""
        waiting = sorted(set(self.attack))
        if len(waiting) < 2:
            game.finish()
            for label in waiting:
                fight(game, self, label)
            return None
        options = tuple(Option(f"hex:{label}", rule="13.13") for label in waiting)
        return Decision(self.side, "resolve-ew", "13.13", options)

    def resolve_preview(self, game: Game, choice: Choice) -> Preview:
        return Preview(lines=tuple(combat_modifiers(game, self, choice.name).lines))

    def resolve_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return Refusal("refused.no-jammers-there", "13.13", {"hex": choice.name})

    def resolve_chosen(self, game: Game, choice: Choice) -> None:
        attack = tuple(label for label in self.attack if label != choice.name)
        defence = tuple(label for label in self.defence if label != choice.name)
        game.goto("resolve", attack=attack, defence=defence)
        fight(game, self, choice.name)

    @rule("13.14")
    def _room(self, game: Game, side: str, hexes: frozenset[str], placed: tuple[str, ...]) -> list[str]:
        """Those hexes that can take another marker of a side; the enemy's do not count."""
        limit = table_of(game).limits[side]
        return [label for label in sorted(hexes) if placed.count(label) < limit]

    def _refused(
        self, game: Game, choice: Choice, side: str, hexes: frozenset[str], placed: tuple[str, ...]
    ) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        args: dict[str, Scalar] = {"hex": choice.name, "limit": table_of(game).limits[side]}
        if choice.name not in hexes:
            reason = "refused.jam-nobody" if side == self.side else "refused.no-jammers-there"
            return Refusal(reason, "13.13", args)
        if placed.count(choice.name) >= table_of(game).limits[side]:
            return Refusal("refused.jam-limit", "13.14", args)
        return Refusal("refused.no-jammers-left", "13.12", args)


@rule("13.17")
def combat_modifiers(game: Game, combat: ElectronicCombat, label: str) -> Sum:
    """What is added to the die: for attacking markers after the first, and for defending ones."""
    table, found = table_of(game), Sum()
    extra, against = combat.attack.count(label) - 1, combat.defence.count(label)
    if extra:
        found.add("ew-attackers", extra * table.extra_attacker, "13.17", number=extra)
    if against:
        found.add("ew-defenders", against * table.defender, "13.17", number=against)
    return found


@rule("13.13", "13.17")
def fight(game: Game, combat: ElectronicCombat, label: str) -> None:
    """Resolve the electronic combat in a hex."""
    table, enemy = table_of(game), enemy_of(combat.side)
    results, modifiers = chart(game.content, "ew", EwTable), combat_modifiers(game, combat, label)
    roll = game.roll(table.die, "ew", "13.17", bands=results.bands(modifiers.total))
    total = roll + modifiers.total
    result = results.entry(total)
    told = (Line("ew-die", str(roll), "13.17"), *modifiers.lines, Line("ew-total", str(total), "13.17"))
    favours = combat.side if result in (DEGRADED, COLLAPSED) else enemy
    game.say(Resolved(rule="13.17", what="ew", result=result, lines=told, subject=label, favours=favours))
    if result == "countermeasures":
        send_away(game, combat.side)
    elif result in (DEGRADED, COLLAPSED):
        afflict(game, [unit_id for unit_id in units_in(game, label) if side_of(game, unit_id) == enemy], result)
    if result == COLLAPSED and label in combat.defence:
        send_away(game, enemy)


@rule("13.17")
def send_away(game: Game, side: str) -> None:
    """A used marker is out of play until its owner's player turn a die's worth of turns later."""
    back = game.state.turn + game.roll(table_of(game).absence, "ew-absence", "13.17")
    markers = jammers_of(game, side)
    game.state.jammers[side] = replace(markers, spent=markers.spent - 1, away=tuple(sorted((*markers.away, back))))
    game.say(JammerGone(rule="13.17", side=side, turn=back))


@rule("13.15")
def afflict(game: Game, unit_ids: list[str], state: str) -> None:
    """Mark the units themselves, not the hex; what is worse already stays so."""
    struck = tuple(unit_id for unit_id in unit_ids if game.state.units[unit_id].ew != COLLAPSED)
    for unit_id in struck:
        change(game, unit_id, ew=state)
    if struck:
        game.say(Jammed(rule="13.15", units=struck, state=state))


PROCEDURES = (SetJammers, ElectronicCombat)
