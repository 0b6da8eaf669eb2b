"""Lines of sight followed from hex to hex and judged on the way, compiled."""

from collections.abc import Callable

from sandtable.games.asl.sight.ground import Ground
from sandtable.games.asl.sight.lines import Line, Passed

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
