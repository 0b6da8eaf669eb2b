"""Lines of sight on a map alone, without a game: for those who want to know before they play."""

from __future__ import annotations

from sandtable import datafile
from sandtable.games.panzer.ground import Ground
from sandtable.games.panzer.maps import BoardPlace, BoardsFile, DataFile, Layout, map_of
from sandtable.games.panzer.spotting.changes import NOTHING
from sandtable.games.panzer.spotting.line_of_sight import Viewpoint, sight
from sandtable.mechanics.sightline import Sight, UnknownMap, spot_on

TURNED = "t"
ROWS = "/"


def layout_named(data_file: DataFile, maps: tuple[str, ...], name: str) -> Layout:
    """The boards that a name stands for: one map, or geomorphic boards in rows, as in `board1 board3t / board2 board4`.

    Rows run from north to south, and a board with a t is turned by 180 degrees. Raises UnknownMap.
    """
    marks = datafile.read(data_file("tables/boards.yaml"), BoardsFile).marks
    rows = []
    for row in name.split(ROWS):
        found = []
        for word in row.split():
            board = word if word in maps else word.removesuffix(TURNED)
            if board not in maps:
                raise UnknownMap(
                    f"there is no map {word!r}; there are {', '.join(maps)}, and {', '.join(marks)} can be joined,"
                    f" as in 'board1 board3t {ROWS} board2 board4' (t turns one)"
                )
            found.append(BoardPlace(board, board != word))
        rows.append(tuple(found))
    return tuple(rows)


def sight_on_map(data_file: DataFile, maps: tuple[str, ...], name: str, viewer: str, target: str) -> Sight:
    """A line of sight on a map as printed; on one board the number of the board may be left out: C10 for 2C10.

    Raises UnknownMap, and LabelError for hexes that are not on it.
    """
    layout = layout_named(data_file, maps, name)
    try:
        board = map_of(data_file, layout)
    except ValueError as error:
        raise UnknownMap(f"{name!r} is no map: {error}") from None
    mark = ""
    if len(layout) == len(layout[0]) == 1:
        mark = datafile.read(data_file("tables/boards.yaml"), BoardsFile).marks.get(layout[0][0].board, "")
    ends = [
        Viewpoint(*spot_on(board, text if text.partition("+")[0] in board.index else mark + text))
        for text in (viewer, target)
    ]
    return sight(Ground(board, data_file), NOTHING, *ends)
