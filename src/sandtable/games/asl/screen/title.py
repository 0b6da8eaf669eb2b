"""What front ends ask of every title on this system."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.board.scene import Scene
from sandtable.games.asl.content import Content
from sandtable.games.asl.screen import artillery, charts, clicks, facts, heavy, overlays, scene, status, teaching, track
from sandtable.games.asl.sight.explained import sight_in_game, sight_on_map
from sandtable.games.asl.state import State
from sandtable.games.asl.units import Game
from sandtable.kernel import Choice, Refusal
from sandtable.mechanics.inspection import Fact
from sandtable.mechanics.reference import PrintedChart, PrintedPhase
from sandtable.mechanics.sightline import Sight
from sandtable.mechanics.title import Formation, HexTitle, Overlay, StatusLine


class Screens(HexTitle[State, Content]):
    """The screens of a title of squad battles."""

    sends = frozenset({"move-unit", "advance-unit"})

    def scene(self, game: Game, lang: str) -> Scene:
        return scene.scene(game, game.texts(lang))

    def status(self, game: Game, lang: str) -> tuple[StatusLine, ...]:
        return status.status(game, game.texts(lang))

    def teaching(self, game: Game, lang: str) -> tuple[str, ...]:
        return teaching.teaching(game, lang)

    def goals(self, content: Content, lang: str) -> tuple[StatusLine, ...]:
        return status.goals(content, lang, self.texts(lang, content))

    def inspect(self, game: Game, label: str, lang: str) -> list[Fact]:
        return [*super().inspect(game, label, lang), *facts.facts_of_ground(game, label, game.texts(lang))]

    def facts_of_unit(self, game: Game, unit_id: str, lang: str) -> list[Fact]:
        texts = game.texts(lang)
        if unit_id in game.state.vehicles:
            return heavy.facts_of_vehicle(game, unit_id, texts)
        if unit_id in game.state.aircraft:
            return artillery.facts_of_aircraft(game, unit_id, texts)
        weapon = game.state.weapons.get(unit_id)
        if weapon is not None and weapon.kind in game.content.guns:
            return heavy.facts_of_gun(game, unit_id, texts)
        return facts.facts_of_men(game, unit_id, texts)

    def card_of_unit(self, game: Game, unit_id: str, lang: str) -> tuple[PrintedChart, ...]:
        return heavy.armor(game, unit_id, game.texts(lang))

    def why_not(self, game: Game, choice: Choice) -> Refusal | None:
        return clicks.why_not(game, choice)

    def bearer(self, game: Game, thing: str) -> str:
        weapon = game.state.weapons.get(thing)
        return "" if weapon is None else weapon.holder

    def formations(self, content: Content, lang: str) -> tuple[Formation, ...]:
        return tuple(
            Formation((group.name or force.formation)[lang], side, tuple(_counters_of(content, side, name)))
            for side, force in content.forces.items()
            for name, group in force.groups.items()
        )

    def charts(self, content: Content, lang: str) -> tuple[PrintedChart, ...]:
        return charts.charts(content, self.texts(lang, content))

    def track(self, content: Content, lang: str) -> tuple[PrintedPhase, ...]:
        return track.track(content, self.texts(lang, content))

    def phase(self, game: Game) -> str:
        return track.phase(game.state.active, game.state.phase)

    def sight_maps(self) -> tuple[str, ...]:
        return tuple(path.stem for path in self.data_files("maps"))

    def sight_on(self, map_name: str, viewer: str, target: str) -> Sight:
        return sight_on_map(self.data_file, self.sight_maps(), map_name, viewer, target)

    def sight_in(self, game: Game, viewer: str, target: str) -> Sight:
        return sight_in_game(game, viewer, target)

    def overlays(self, content: Content) -> tuple[Overlay, ...]:
        return overlays.overlays(content)

    def overlay(self, game: Game, overlay_id: str, label: str, side: str) -> frozenset[str]:
        return overlays.lit(game, overlay_id, label)


def _counters_of(content: Content, side: str, group: str) -> Iterator[str]:
    """The counters of a group, with the halves of its squads and the leaders who may come by rolls."""
    for name, placed in {**content.units, **content.arms, **content.tanks}.items():
        if placed.side == side and content.groups[name] == group and placed.kind not in content.weapons:
            yield name
            if placed.kind in content.personnel and content.personnel[placed.kind].half_squad:
                yield from (f"{name}.1", f"{name}.2")
    yield from (name for name, leader in content.received.items() if (leader.side, leader.group) == (side, group))
