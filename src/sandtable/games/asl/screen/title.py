"""What front ends ask of every title on this system."""

from __future__ import annotations

from sandtable.board.scene import Scene
from sandtable.games.asl.content import Content
from sandtable.games.asl.screen import charts, facts, overlays, scene, status, track
from sandtable.games.asl.sight.explained import sight_in_game, sight_on_map
from sandtable.games.asl.state import State
from sandtable.games.asl.units import Game
from sandtable.mechanics.inspection import Fact
from sandtable.mechanics.reference import PrintedChart, PrintedPhase
from sandtable.mechanics.sightline import Sight
from sandtable.mechanics.title import HexTitle, Overlay, StatusLine


class Screens(HexTitle[State, Content]):
    """The screens of a title of squad battles."""

    def scene(self, game: Game, lang: str) -> Scene:
        return scene.scene(game, game.texts(lang))

    def status(self, game: Game, lang: str) -> tuple[StatusLine, ...]:
        return status.status(game, game.texts(lang))

    def goals(self, content: Content, lang: str) -> tuple[StatusLine, ...]:
        return status.goals(content, lang, self.texts(lang, content))

    def inspect(self, game: Game, label: str, lang: str) -> list[Fact]:
        return [*super().inspect(game, label, lang), *facts.facts_of_ground(game, label, game.texts(lang))]

    def facts_of_unit(self, game: Game, unit_id: str, lang: str) -> list[Fact]:
        return facts.facts_of_men(game, unit_id, game.texts(lang))

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
