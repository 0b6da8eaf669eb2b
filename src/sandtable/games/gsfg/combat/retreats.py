"""Chapters 11.17 and 11.18: retreats, which the attacker directs."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.gsfg.combat.strengths import assault_hexes
from sandtable.games.gsfg.events.combat import Retreated
from sandtable.games.gsfg.stacking import fault_of
from sandtable.games.gsfg.state import enemy_of
from sandtable.games.gsfg.units import Game, counter, eliminate, is_8ga, occupy
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule
from sandtable.mechanics.roster import change, occupier, units_in


@rule("6.17", "11.17", "11.18")
def stays_and_dies(game: Game, unit_id: str) -> bool:
    """Whether a unit is eliminated where it is when its hex must be left: territorial and air mobile units, and those
    that had been retreated there before.
    """
    return counter(game, unit_id).type in ("territorial", "air_mobile") or game.state.units[unit_id].retreated


@rule("5.4/2", "10.4", "10.14", "10.19", "11.17")
def open_hexes(game: Game, unit_ids: Sequence[str], origin: str) -> list[str]:
    """The hexes next to their own that units may enter at all: on the map, on land, not by way of water, no enemy."""
    side = counter(game, unit_ids[0]).side
    reach = assault_hexes(game.content)[origin]
    return [
        label
        for label in game.content.adjacent[origin]
        if label in reach and occupier(game, label) != enemy_of(side) and not is_barred_by_8ga(game, unit_ids, label)
    ]


@rule("5.4/2")
def is_barred_by_8ga(game: Game, unit_ids: Sequence[str], label: str) -> bool:
    """Whether the 8th Guards Army and others would meet in a hex; units that already stand together may stay so."""
    there = [unit_id for unit_id in units_in(game, label) if unit_id not in unit_ids]
    return any(is_8ga(game, unit_id) != is_8ga(game, other) for unit_id in unit_ids for other in there)


def has_room(game: Game, unit_ids: Sequence[str], label: str, coming: Sequence[str] = ()) -> bool:
    """Whether units find room in a hex beside those that are there or on their way."""
    there = [*units_in(game, label), *coming]
    return not there or fault_of(game, [*there, *unit_ids], label) is None


@rule("11.17")
def shelters(game: Game, unit_ids: Sequence[str], origin: str) -> list[str]:
    """The hexes to which units can retreat together: vacant ones if there are any, else those with room for all."""
    reachable = open_hexes(game, unit_ids, origin)
    vacant = [label for label in reachable if not units_in(game, label)]
    return vacant or [label for label in reachable if has_room(game, unit_ids, label)]


@rule("11.17")
def lone_shelters(game: Game, unit_ids: Sequence[str], origin: str) -> tuple[str, list[str]]:
    """Of units that must part, one to go next and where it can go.

    As many as possible find room; only when nobody else can is one driven into a hex that is full.
    """
    best = most_saved(game, unit_ids, origin, {})
    for unit_id in unit_ids if best else ():
        rest = [other for other in unit_ids if other != unit_id]
        hexes = [
            label
            for label in open_hexes(game, [unit_id], origin)
            if has_room(game, [unit_id], label) and 1 + most_saved(game, rest, origin, {label: (unit_id,)}) == best
        ]
        if hexes:
            return unit_id, hexes
    return unit_ids[0], open_hexes(game, unit_ids[:1], origin)


def most_saved(game: Game, unit_ids: Sequence[str], origin: str, coming: dict[str, tuple[str, ...]]) -> int:
    """How many units can find room next to a hex when some others are on their way there."""
    if not unit_ids:
        return 0
    first, rest = unit_ids[0], unit_ids[1:]
    best = most_saved(game, rest, origin, coming)
    for label in open_hexes(game, [first], origin):
        on_the_way = coming.get(label, ())
        if has_room(game, [first], label, on_the_way):
            best = max(best, 1 + most_saved(game, rest, origin, coming | {label: (*on_the_way, first)}))
    return best


class Retreat(Procedure, frozen=True):
    """The attacker drives the defenders out of their hex, together if stacking allows it; where they end too many,
    their owner gives up some of those that came.
    """

    side: str
    """The attacker."""
    origin: str
    units: tuple[str, ...]
    gone: tuple[str, ...] = ()
    """Those that have left."""

    @rule("11.17")
    def begin(self, game: Game) -> Decision | None:
        if not self.units:
            game.goto("crowd")
            return None
        moving, hexes = self._next(game)
        if not hexes:
            eliminate(game, moving[0], "11.17")
            game.goto("begin", units=tuple(unit_id for unit_id in self.units if unit_id != moving[0]))
            return None
        if len(hexes) == 1:
            self._go(game, moving, hexes[0])
            return None
        options = tuple(Option(f"hex:{label}", rule="11.17") for label in hexes)
        prompt = "retreat-together" if len(moving) > 1 else "retreat-to"
        args = {"unit": moving[0], "hex": self.origin}
        return Decision(self.side, prompt, "11.17", options, args, continues=bool(self.gone))

    def _next(self, game: Game) -> tuple[tuple[str, ...], list[str]]:
        """Who goes next, and where they can go: all if one hex takes them, else one at a time."""
        if not self.gone:
            together = shelters(game, self.units, self.origin)
            if together:
                return self.units, together
        first, hexes = lone_shelters(game, self.units, self.origin)
        return (first,), hexes

    def _go(self, game: Game, moving: tuple[str, ...], label: str) -> None:
        joins = any(unit_id not in self.gone for unit_id in units_in(game, label))
        game.say(Retreated(rule="11.17", units=moving, to=label))
        for unit_id in moving:
            change(game, unit_id, retreated=joins)
            occupy(game, unit_id, label)
        rest = tuple(unit_id for unit_id in self.units if unit_id not in moving)
        game.goto("begin", units=rest, gone=(*self.gone, *moving))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        moving, hexes = self._next(game)
        args = {"hex": choice.name, "unit": moving[0]}
        if choice.name not in game.content.adjacent[self.origin]:
            return Refusal("refused.retreat-one-hex", "11.17", args)
        if choice.name not in open_hexes(game, moving, self.origin):
            return Refusal("refused.retreat-closed", "11.17", args)
        if not units_in(game, hexes[0]):
            return Refusal("refused.retreat-vacant", "11.17", args)
        return Refusal("refused.retreat-crowded", "11.17", args)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        self._go(game, self._next(game)[0], choice.name)

    @rule("11.17", "7.2")
    def crowd(self, game: Game) -> Decision | None:
        """Where the retreat has brought too many into a hex, their owner picks whom to lose of those that came."""
        doomed = self._doomed(game)
        if not doomed:
            game.finish()
            return None
        if len(doomed) == 1:
            eliminate(game, doomed[0], "11.17")
            game.goto("crowd", gone=tuple(unit_id for unit_id in self.gone if unit_id != doomed[0]))
            return None
        label = game.state.units[doomed[0]].at
        options = tuple(Option(f"unit:{unit_id}", rule="11.17") for unit_id in doomed)
        return Decision(enemy_of(self.side), "retreat-loss", "11.17", options, {"hex": label})

    def _doomed(self, game: Game) -> list[str]:
        """The retreated units of a hex that holds too many, as far as the loss of them would help."""
        for unit_id in self.gone:
            label = game.state.units[unit_id].at
            fault = fault_of(game, units_in(game, label), label)
            came = [other for other in units_in(game, label) if other in self.gone]
            if fault is not None and len(came) < len(units_in(game, label)):
                return [other for other in came if is_at_fault(game, other, fault.reason)]
        return []

    def crowd_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return Refusal("refused.retreat-loss", "11.17", {"unit": choice.name})

    def crowd_chosen(self, game: Game, choice: Choice) -> None:
        eliminate(game, choice.name, "11.17")
        game.goto("crowd", gone=tuple(unit_id for unit_id in self.gone if unit_id != choice.name))


def is_at_fault(game: Game, unit_id: str, fault: str) -> bool:
    """Whether the loss of a unit helps against a fault of its stack."""
    kind = counter(game, unit_id)
    if fault == "refused.two-artillery":
        return kind.type == "artillery"
    if fault == "refused.two-east-germans":
        return kind.nat == "gdr"
    return game.content.stack_size[unit_id] > 0


PROCEDURES: tuple[type[Procedure], ...] = (Retreat,)
