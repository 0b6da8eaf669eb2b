"""Chapter 22.2: a side builds bridges in its movement phase, and completes them in its Engineering Phase."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.games.efs.control import friend
from sandtable.games.efs.engineers import markers
from sandtable.games.efs.engineers.markers import (
    far_banks,
    free_marker,
    may_be_spanned,
    movable,
    spanned,
    spans_major_rivers,
    waterside,
)
from sandtable.games.efs.events.engineers import BridgeCompleted
from sandtable.games.efs.headquarters.idle import why_no_bridge
from sandtable.games.efs.index import friends
from sandtable.games.efs.state import AXIS, enemy_of
from sandtable.games.efs.supply.routes import is_in_general_supply
from sandtable.games.efs.units import Game
from sandtable.games.efs.zones import in_enemy_zone
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, derived, rule
from sandtable.mechanics.roster import enemy_hexes, occupier
from sandtable.mechanics.switches import is_on

STOP = Option("do:stop", rule="22.22")


@rule("22.23c")
def builds_now(game: Game, side: str) -> bool:
    """Whether a side places Bridge markers in the phase in progress: the Axis in its Movement Phase, the Soviets in
    their Motorized Movement Phase.
    """
    return game.state.phase == ("axis/movement" if side == AXIS else "soviet/motorized")


@derived("bridges", "damage", "turn")
def bridgeable(game: Game, side: str) -> dict[str, tuple[str, ...]]:
    """The hexes on a bank, with those across to which a bridge of a side may be built, whoever is there."""
    found, taken = spannable(game, spans_major_rivers(game, side)), spanned(game, side)
    for label in found.keys() & {here for here, _ in taken}:
        able = tuple([other for other in found[label] if (label, other) not in taken])
        found = found | {label: able} if able else {each: across for each, across in found.items() if each != label}
    return found


@derived("damage")
def spannable(game: Game, with_major_rivers: bool) -> dict[str, tuple[str, ...]]:
    """The hexes on a bank, with those across to which a bridge could be built, whatever markers there are."""
    found: dict[str, tuple[str, ...]] = {}
    for label, across in waterside(game.content).items():
        able = [other for other in across if may_be_spanned(game, (label, other), with_major_rivers)]
        if able:
            found[label] = tuple(able)
    return found


@rule("6.26d", "21.27d", "22.23a", "22.23a/note-supply", "22.23b", "22.23/note-nonop", "22.23c")
def near_banks(game: Game, side: str) -> Iterator[str]:
    """The hexes in which a side may place a Bridge marker now: on a bank to be bridged, friendly to it, in general
    supply, with no enemy across, and none in which a non-operational HQ forbids it.
    """
    own, enemies = friends(game).of[side], enemy_hexes(game, side)
    for label, across in bridgeable(game, side).items():
        if (
            label in own
            and label not in enemies
            and not enemies.issuperset(across)
            and is_in_general_supply(game, side, label)
            and (side == AXIS or why_no_bridge(game, label) is None)
        ):
            yield label


@rule("2.21", "22.22")
def may_build(game: Game, side: str) -> bool:
    """Whether a side has a Bridge marker to place now, and a hex to place it in; nobody is ever forced to."""
    if not builds_now(game, side) or not (free_marker(game, side) or movable(game, side)):
        return False
    return any(near_banks(game, side))


@rule("22.22", "22.23c")
def why_no_building(game: Game, side: str) -> Refusal:
    """Why a side can place no Bridge marker now."""
    if not builds_now(game, side):
        return Refusal("refused.bridges-later", "22.23c")
    if not free_marker(game, side) and not movable(game, side):
        return Refusal("refused.no-bridge-marker", "22.22")
    return Refusal("refused.no-bank", "22.23a")


@rule("22.24b", "22.24c")
def complete_bridges(game: Game, side: str) -> None:
    """Markers over major rivers are completed where both banks are friendly and free of enemy zones; others wait, or
    are taken up by a switch.
    """
    for name, bridge in list(game.state.bridges.items()):
        if bridge.side != side or not bridge.at or bridge.ferry or bridge.status == "completed":
            continue
        if all(is_secure(game, label, side) for label in (bridge.at, bridge.to)):
            game.state.bridges[name] = replace(bridge, status="completed")
            game.say(BridgeCompleted(rule="22.24b", at=bridge.at, to=bridge.to, side=side))
        elif is_on(game.content, "unfinished-bridges-removed"):
            markers.take_up(game, name)


@rule("22.24c")
def is_secure(game: Game, label: str, side: str) -> bool:
    """Whether a bank is friendly, and clear of enemy zones or held by a unit."""
    if friend(game, label) != side:
        return False
    return occupier(game, label) == side or not in_enemy_zone(game, label, side)


class BuildBridge(Procedure, frozen=True):
    """A side places a Bridge marker: one that is free, or one of those on the map, which it gives up there."""

    side: str
    marker: str = ""
    at: str = ""

    @rule("22.22", "22.22/note-facing")
    def begin(self, game: Game) -> Decision | None:
        name = free_marker(game, self.side)
        if name:
            game.goto("near", marker=name)
            return None
        options = tuple(Option(f"hex:{label}", rule="22.22", grave=True) for label in movable(game, self.side))
        return Decision(self.side, "bridge-to-move", "22.22", (*options, STOP), continues=True, done=STOP.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return Refusal("refused.no-bridge-to-move", "22.22", {"hex": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == Choice.of(STOP.id):
            game.finish()
        else:
            game.goto("near", marker=movable(game, self.side)[choice.name])

    @rule("22.23a")
    def near(self, game: Game) -> Decision:
        options = tuple(Option(f"hex:{label}", rule="22.23a") for label in near_banks(game, self.side))
        return Decision(self.side, "bridge-from", "22.23a", (*options, STOP), continues=True, done=STOP.id)

    def near_refused(self, game: Game, choice: Choice) -> Refusal | None:
        label = choice.name
        if choice.kind != "hex" or label not in game.content.board.index:
            return None
        if label not in game.content.land:
            return Refusal("refused.nothing-to-bridge", "22.23a", {"hex": label})
        if friend(game, label) != self.side or occupier(game, label) == enemy_of(self.side):
            return Refusal("refused.bank-not-friendly", "22.23a", {"hex": label})
        if not far_banks(game, label, self.side):
            held = bridgeable(game, self.side).get(label, ())
            if held:
                return Refusal("refused.enemy-on-far-bank", "22.23c", {"hex": held[0]})
            return Refusal("refused.nothing-to-bridge", "22.23a", {"hex": label})
        held_back = None if self.side == AXIS else why_no_bridge(game, label)
        if held_back is not None:
            return held_back
        return Refusal("refused.bank-without-supply", "22.23a", {"hex": label})

    def near_chosen(self, game: Game, choice: Choice) -> None:
        if choice == Choice.of(STOP.id):
            game.finish()
        else:
            game.goto("far", at=choice.name)

    @rule("22.23c")
    def far(self, game: Game) -> Decision:
        options = tuple(Option(f"hex:{label}", rule="22.23c") for label in far_banks(game, self.at, self.side))
        return Decision(self.side, "bridge-across", "22.23c", options, {"hex": self.at}, continues=True)

    def far_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        if choice.name in game.content.adjacent[self.at] and occupier(game, choice.name) == enemy_of(self.side):
            return Refusal("refused.enemy-on-far-bank", "22.23c", {"hex": choice.name})
        return Refusal("refused.nothing-to-bridge", "22.23a", {"hex": choice.name})

    def far_chosen(self, game: Game, choice: Choice) -> None:
        game.finish()
        markers.place(game, self.marker, self.side, (self.at, choice.name))


PROCEDURES = (BuildBridge,)
