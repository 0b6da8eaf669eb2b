"""C6.4, RR3: at night the machine guns of the Scenario Defender may know one Location each by heart."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.asl.fire.pieces import Piece
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.movement.ways import locations_count, places
from sandtable.games.asl.night.no_move import defender
from sandtable.games.asl.sight import line_between
from sandtable.games.asl.tables.fire import BoreSight
from sandtable.games.asl.units import Game
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule

ELIGIBLE = ("mmg", "hmg")
"""The types of machine guns that can be laid on a Location before the battle."""
PASS = Option("do:pass", rule="C6.4")


def figures(game: Game) -> BoreSight:
    return game.content.table("bore-sighting", BoreSight)


@rule("C6.4", "RR3")
def eligible(game: Game, side: str) -> list[str]:
    """The machine guns of a side that may be Bore Sighted: of the Scenario Defender at night, in somebody's hands."""
    state, content = game.state, game.content
    if not state.nvr or side != defender(game):
        return []
    return [
        name
        for name, weapon in state.weapons.items()
        if weapon.kind in content.weapons and content.weapons[weapon.kind].type in ELIGIBLE and not weapon.sighted
        if weapon.holder in state.units and state.units[weapon.holder].side == side and state.units[weapon.holder].at
    ]


@rule("C6.4")
def locations(game: Game, weapon_id: str) -> list[str]:
    """The Locations that a machine gun can be laid on: near enough, and in sight by day."""
    content = game.content
    at = game.state.units[game.state.weapons[weapon_id].holder].at
    near = content.around(hex_of(at), figures(game).range)
    labels = places(content).labels[: locations_count(content)]
    return [
        label
        for label in labels
        if "~" not in label and hex_of(label) in near and label != at and line_between(game, at, label).clear
    ]


class BoreSighting(Procedure, frozen=True):
    """Before play the Scenario Defender names, in secret, a Location for each of his machine guns."""

    side: str
    done: tuple[str, ...] = ()

    @rule("C6.4", "RR3")
    def begin(self, game: Game) -> Decision | None:
        """Ask for the Location of the next machine gun."""
        left = [name for name in eligible(game, self.side) if name not in self.done]
        if not left:
            game.finish()
            return None
        options = [Option(_named(label), rule="C6.4") for label in locations(game, left[0])]
        return Decision(self.side, "bore-sight", "C6.4", (*options, PASS), {"weapon": left[0]}, done=PASS.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind not in ("hex", "place") or hex_of(choice.name) not in game.content.board.index:
            return None
        return Refusal("refused.bore-sight", "C6.4", {"at": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        name = next(name for name in eligible(game, self.side) if name not in self.done)
        if choice.kind != "do":
            weapon = game.state.weapons[name]
            place = game.state.units[weapon.holder].at
            game.state.weapons[name] = replace(weapon, sighted=choice.name, sighted_from=place)
        game.goto("begin", done=(*self.done, name))


def _named(label: str) -> str:
    return f"hex:{label}" if hex_of(label) == label else f"place:{label}"


@rule("C6.4")
def is_laid(game: Game, weapon_id: str, target: str) -> bool:
    """Whether a machine gun that somebody serves is laid on a Location, and is where it was set up."""
    weapon = game.state.weapons.get(weapon_id)
    return weapon is not None and weapon.sighted == target and game.state.units[weapon.holder].at == weapon.sighted_from


@rule("C6.4")
def bore_sight_drm(game: Game, pieces: Sequence[Piece], target: str) -> int:
    """What an attack gains whose pieces are all machine guns laid on the target, where they were set up."""
    return figures(game).drm if pieces and all(is_laid(game, piece.weapon, target) for piece in pieces) else 0
