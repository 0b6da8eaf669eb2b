"""A title that is played on a hex map: the kernel's title plus what it takes to draw a position."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeVar

import msgspec

from sandtable.board.board import Board
from sandtable.board.scene import Scene
from sandtable.kernel import Event, Game, GameState, Title
from sandtable.mechanics.content import HexContent
from sandtable.mechanics.inspection import Fact, facts_of_hex
from sandtable.mechanics.reference import PrintedChart, PrintedPhase
from sandtable.mechanics.roster import Roster
from sandtable.mechanics.sightline import Sight, UnknownMap

S = TypeVar("S", bound=GameState)
C = TypeVar("C", bound=HexContent)


class StatusLine(msgspec.Struct, frozen=True):
    """A line of the state of victory: what, how much, and whose it is, if it is a side's."""

    label: str
    value: str
    side: str = ""


class Overlay(msgspec.Struct, frozen=True):
    """Something that can be lit up on the map on demand; its name is the text `overlay.<text>` with the arguments, and
    `overlay.<text>.about`, where there is such a text, says what the light means."""

    id: str
    text: str
    args: dict[str, str] = {}
    needs_hex: bool = False
    """Whether it is worked out from a hex that the player points at."""


class Formation(NamedTuple):
    """Counters that belong together under a name: a division, a regiment, a platoon."""

    name: str
    side: str
    units: tuple[str, ...]


class Standing(NamedTuple):
    """A counter in play: whose it is, where it stands and how many steps it has."""

    side: str
    at: str
    steps: int


class HexTitle(Title[S, C]):
    """A game with a board and counters on it."""

    text_folders = (*Title.text_folders, Path(__file__).parent / "texts")
    fights: ClassVar[tuple[str, ...]] = ()
    """What its resolutions are about (`Resolved.what`) that count as fighting; all of them where none is named."""
    sends: ClassVar[frozenset[str]] = frozenset({"move-unit"})
    """The questions, by their prompts, in which counters are taken up to be sent to hexes, one after the other."""
    roster_type: ClassVar[type[Roster[Any]]] = Roster
    """How it is told where a unit stands, and whose it is."""

    def hex_name(self, label: str, lang: str, content: C | None) -> str:
        """What a hex is called: its label, with the name that the map of a scenario gives it."""
        return label if content is None else self.board(content).name_of(label, lang)

    def board(self, content: C) -> Board:
        """The map of a scenario."""
        return content.board

    @abstractmethod
    def scene(self, game: Game[S, C], lang: str) -> Scene:
        """A position as it is drawn; hidden counters appear as what the state says of them: a side is given its view.

        Here and below, `game` may be that of a view: it answers questions and is not played on.
        """

    def forces(self, game: Game[S, C]) -> dict[str, Standing]:
        """The counters in play that have steps to lose, by id: what losses are counted from.

        A title that is simulated by the thousand overrides this: to read it off a scene is slow.
        """
        return {
            counter.id: Standing(counter.side, counter.at, counter.steps)
            for counter in self.scene(game, "en").counters
            if counter.steps
        }

    def losses(self, content: C, events: Iterable[Event]) -> dict[str, int] | None:
        """The steps that each side has lost by some events, where these tell it; otherwise counters are counted, which
        cannot tell a loss from an exchange of counters.
        """
        return None

    def status(self, game: Game[S, C], lang: str) -> tuple[StatusLine, ...]:
        """How the game stands: points, objectives, what is still needed."""
        return ()

    def teaching(self, game: Game[S, C], lang: str) -> tuple[str, ...]:
        """What a scenario from which a title is learned says at this point of it; `[3.5]` stands for a rule."""
        return ()

    def goals(self, content: C, lang: str) -> tuple[StatusLine, ...]:
        """What a scenario is won by, where `status` does not say it all: what scores, and how much of it wins."""
        return ()

    def groups(self, content: C) -> dict[str, tuple[str, ...]]:
        """The counters that an option picks together, by its id: those of a platoon, where whole platoons are told.

        A question that has such an id among its arguments, by kind and name, is about all of them.
        """
        return {}

    def bearer(self, game: Game[S, C], thing: str) -> str:
        """The counter that has with it what has no place of its own on the map, such as the men who carry a weapon."""
        return ""

    def formations(self, content: C, lang: str) -> tuple[Formation, ...]:
        """How the counters of a scenario are listed, formation by formation; whatever is in none is listed apart."""
        return ()

    def inspect(self, game: Game[S, C], label: str, lang: str) -> list[Fact]:
        """What a player may want to know of a hex. Raises LabelError for a hex off the map."""
        return facts_of_hex(self.board(game.content), label, lang)

    def facts_of_unit(self, game: Game[S, C], unit_id: str, lang: str) -> list[Fact]:
        """What a player may want to know of a counter: its kind, its figures with their meaning, its states.

        Nothing for what is not in play; of a counter that a view hides, no more than the view says.
        """
        return []

    def card_of_unit(self, game: Game[S, C], unit_id: str, lang: str) -> tuple[PrintedChart, ...]:
        """The printed card of a counter as tables: weapons by range, armor by side; none where figures are few.

        Nothing for what is not in play, and no more than a view says of a counter that it hides.
        """
        return ()

    def charts(self, content: C, lang: str) -> tuple[PrintedChart, ...]:
        """The charts of a scenario as they are printed: results of combat, what terrain costs."""
        return ()

    def track(self, content: C, lang: str) -> tuple[PrintedPhase, ...]:
        """The phases of a turn in their order."""
        return ()

    def phase(self, game: Game[S, C]) -> str:
        """In which phase of the track a game stands, by its id; nothing where it stands in none."""
        return ""

    def sight_maps(self) -> tuple[str, ...]:
        """The maps on which it explains lines of sight, by name; none for a title that does not."""
        return ()

    def sight_on(self, map_name: str, viewer: str, target: str) -> Sight:
        """A line of sight on a map as printed, step by step, between two hexes or levels above them: C10, C10+1.

        Raises UnknownMap, and LabelError for hexes that are not on it.
        """
        raise UnknownMap(f"{self.id} does not explain lines of sight")

    def sight_in(self, game: Game[S, C], viewer: str, target: str) -> Sight:
        """The same in a game, with what has come onto its map; for titles that have `sight_maps`.

        Raises UnknownMap, and LabelError for hexes that are not on the map.
        """
        raise UnknownMap(f"{self.id} does not explain lines of sight")

    def overlays(self, content: C) -> tuple[Overlay, ...]:
        """What can be lit up on the map of a scenario."""
        return ()

    def overlay(self, game: Game[S, C], overlay_id: str, label: str, side: str) -> frozenset[str]:
        """The hexes that one of its overlays lights up for a side; the label is empty where no hex is needed.

        The game is that of the side's view, so that nothing hidden shows. An empty side is a spectator.
        """
        return frozenset()


AnyHexTitle = HexTitle[Any, Any]
