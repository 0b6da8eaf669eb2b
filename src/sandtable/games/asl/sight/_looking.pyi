"""Lines of sight followed from hex to hex and judged on the way, compiled."""

from collections.abc import Callable, Iterable

from sandtable.games.asl.sight.ground import Ground
from sandtable.games.asl.sight.lines import Line, Passed
from sandtable.games.asl.units import Game

class Looking:
    """What the lines over a map come to, kept once they have been followed.

    `geometry` says how a line goes from hex to hex, and `judging` what blocks and hinders it; what is here does the
    same for play.
    """

    def __init__(self, ground: Ground, place_of: Callable[[str], tuple[int, int, bool, int]]) -> None:
        """`place_of` reads the label of a Location: its hex and floor, whether who is there is low (entrenched, or in a
        cellar), and the vertex at which he is; -1 for the center.
        """

    @property
    def lines(self) -> dict[str, dict[str, Line]]:
        """The lines that have been followed so far, from Location to Location: not to be altered."""

    def line(self, a: str, b: str) -> Line:
        """The line between two Locations, or vertices of their hexes."""

    def line_to_side(self, a: str, side: str, first: int, second: int, direction: int) -> Line:
        """The line from a Location to the middle of a hexside: its name, hexes and direction from the first."""

    def passed(self, a: str, b: str, marked: bytes) -> Passed | None:
        """What the line between two Locations of different hexes passes of the hexes that are marked, one byte each;
        None if it passes none of them and neither ends in one.
        """

    def passed_to_side(self, a: str, first: int, second: int, direction: int, marked: bytes) -> Passed | None:
        """The same for a line to the middle of a hexside, which must be none of the hex of the Location."""

class LinesNow:
    """What the lines over a map come to with what has come onto it, kept until something changes in their way."""

    def __init__(self, looking: Looking, hindered: Callable[[Game, Line, str, str], Line], is_hazy: bool) -> None:
        """`hindered` says what a line between two Locations comes to that the map does not block: it is asked where
        something is in the way, and always where it `is_hazy`.
        """

    def change(self, hexes: list[int], marked: bytes) -> None:
        """Something has changed in these hexes. `marked` is what each hex holds now, a byte each: 0 for nothing, 1 for
        what hinders lines that cross it, 2 and 3 where that hinders lines that end in it, too.
        """

    def line(self, game: Game, a: str, b: str) -> Line:
        """The line between two Locations now, or vertices of their hexes."""

    def sees(self, game: Game, a: str, b: str) -> bool:
        """Whether nothing blocks it."""

    def seen(self, game: Game, a: str, places: Iterable[str]) -> list[str]:
        """Those of several Locations to which nothing blocks the line from one."""

    def sees_any(self, game: Game, a: str, places: Iterable[str]) -> bool:
        """Whether there is any such."""
