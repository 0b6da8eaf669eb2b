"""How a game stands, and what a scenario is won by."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.asl.content import Content
from sandtable.games.asl.night.light import lit_hexes
from sandtable.games.asl.scenario import Area
from sandtable.games.asl.screen import artillery
from sandtable.games.asl.screen.scene import controller
from sandtable.games.asl.sight.on_map import is_dusk
from sandtable.games.asl.units import Game
from sandtable.games.asl.victory import points_of, squads_in
from sandtable.kernel import Texts, rule
from sandtable.mechanics.reference import figure
from sandtable.mechanics.title import StatusLine


def goals(content: Content, lang: str, texts: Texts) -> tuple[StatusLine, ...]:
    """What the scenario asks of a side."""
    victory = content.scenario.victory
    return (StatusLine(texts.phrase("status.goal"), victory.text[lang], victory.side),)


def status(game: Game, texts: Texts) -> tuple[StatusLine, ...]:
    """What of the goal is achieved, who holds what it is about, the losses, artillery and aircraft, and the weather."""
    return (
        *_achieved(game, texts),
        *_objectives(game, texts),
        *_forces(game, texts),
        *artillery.status(game, texts),
        *_weather(game, texts),
    )


@rule("A26.1")
def _achieved(game: Game, texts: Texts) -> Iterator[StatusLine]:
    victory = game.content.scenario.victory
    side = victory.side

    def told(key: str, number: str, needed: int) -> StatusLine:
        value = texts.phrase("status.of", {"number": number, "needed": needed})
        return StatusLine(texts.phrase(key), value, side)

    if victory.controls is not None:
        held = sum(controller(game, hex_) == side for hex_ in victory.controls.hexes)
        yield told("status.buildings", str(held), victory.controls.at_least)
    if victory.points is not None:
        yield told("status.points", str(points_of(game, side)), victory.points.needed)
    if victory.safe is not None:
        area = Area(corners=victory.safe.corners).on(game.content.board)
        yield told("status.safe", figure(float(squads_in(game, side, area))), victory.safe.at_least)
    if victory.gun is not None:
        yield StatusLine(texts.phrase("status.gun"), texts.phrase(f"status.{_fate_of_gun(game, victory.gun)}"), side)


@rule("A26.1", "A26.11")
def _objectives(game: Game, texts: Texts) -> Iterator[StatusLine]:
    victory = game.content.scenario.victory
    worth = dict(victory.points.hexes) if victory.points is not None else {}
    if victory.controls is not None:
        worth |= dict.fromkeys(victory.controls.hexes, 0)
    for hex_, points in worth.items():
        name = texts.name("hex", hex_)
        label = texts.phrase("status.worth", {"name": name, "points": points}) if points else name
        side = controller(game, hex_)
        yield StatusLine(label, texts.name("side", side) if side else texts.phrase("status.nobody"))


def _forces(game: Game, texts: Texts) -> Iterator[StatusLine]:
    """Men lost, broken and taken, Panzerfausts left, and what the snipers and the spirit of each side are."""
    state, content = game.state, game.content
    for side in content.forces:
        men = [name for name in state.lost if name.partition(".")[0] in content.units]
        lost = sum(content.units[name.partition(".")[0]].side == side for name in men)
        yield StatusLine(texts.phrase("status.lost"), str(lost), side)
        broken = sum(unit.broken and not unit.guard for unit in state.units.values() if unit.side == side)
        if broken:
            yield StatusLine(texts.phrase("status.broken"), str(broken), side)
        if state.shots.get(side):
            yield StatusLine(texts.phrase("status.panzerfausts"), str(state.shots[side]), side)
        args = {"elr": state.elr.get(side, 0), "san": state.san.get(side, 0)}
        yield StatusLine(texts.phrase("status.spirit"), texts.phrase("status.figures", args), side)


def _weather(game: Game, texts: Texts) -> Iterator[StatusLine]:
    state = game.state
    yield StatusLine(texts.phrase("status.weather"), texts.name("weather", state.weather))
    if is_dusk(game):
        yield StatusLine(texts.phrase("status.weather"), texts.name("weather", "dusk"))
    if state.wind:
        yield StatusLine(texts.phrase("status.wind"), texts.name("wind", state.wind))
    if state.nvr:
        yield StatusLine(texts.phrase("status.nvr"), str(state.nvr))
        if lit_hexes(game):
            yield StatusLine(texts.phrase("status.lit"), str(len(lit_hexes(game))))


def _fate_of_gun(game: Game, kind: str) -> str:
    """What is known of a Gun on which the battle turns: a side need not have seen it yet."""
    if any(weapon.kind == kind for weapon in game.state.weapons.values()):
        return "stands"
    return "gone" if kind in game.state.lost.values() else "unseen"
