"""A position drawn with text cells: bricks shifted by half take the place of hexes, so every neighbour stays one."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style

from sandtable.board.board import Board
from sandtable.board.scene import Counter, Palette, Scene
from sandtable.cli.terminal.colours import blend, channels, ink_on

HEIGHT = 2
WIDTH = 8
_CODE = 4
_DARK = "#101418"
_TINTS = {
    "option": ("#fff6b0", 0.55),
    "path": ("#ff9d3b", 0.75),
    "subject": ("#c58cff", 0.7),
    "lit": ("#6fd0ff", 0.5),
    "cursor": ("#ffffff", 0.9),
    "dim": ("#30363c", 0.25),
}
_SHADES = (0.0, 0.06, 0.12)


class Look(NamedTuple):
    """What is shown of a hex beyond the map: a tint and a short note.

    The tints: what can be picked (option), its path, what the question is about (subject), what the player has asked
    to be lit, the cursor, and dim for all the rest.
    """

    tint: str = ""
    note: str = ""


class _Cell(NamedTuple):
    text: str
    style: Style


class Canvas:
    """The layout of a board in text cells, and the segments of each hex in a position."""

    def __init__(self, board: Board, lang: str) -> None:
        self.board = board
        self._lang = lang
        self._values = False
        self._drawn: dict[tuple[int, int, Look], list[Segment]] = {}
        """What has been drawn of the position: most of it stays as the cursor moves."""
        self._flat = board.grid.orientation == "flat"
        self._origins = self._laid_out()
        self.width = max((x for x, _ in self._origins), default=0) + WIDTH
        self.height = max((y for _, y in self._origins), default=0) + HEIGHT
        self.rows: list[list[tuple[int, int, int]]] = [[] for _ in range(self.height)]
        """For each line of text: the column, the hex and the line inside the hex, from left to right."""
        for index, (x, y) in sorted(enumerate(self._origins), key=lambda item: item[1]):
            for line in range(HEIGHT):
                self.rows[y + line].append((x, index, line))
        self._counters: dict[int, list[Counter]] = {}
        self._markers: dict[int, str] = {}
        self._holders: dict[int, str] = {}
        self._palettes: Mapping[str, Palette] = {}

    def _laid_out(self) -> list[tuple[int, int]]:
        grid = self.board.grid
        places = [grid.column_row(self.board.hex(index)) for index in range(self.board.size)]
        left = min((column for column, _ in places), default=0)
        top = min((row for _, row in places), default=0)
        parity = 1 if grid.shift == "odd" else 0
        origins = []
        for column, row in places:
            shifted = (column if self._flat else row) % 2 == parity
            x, y = (column - left) * WIDTH, (row - top) * HEIGHT
            if shifted and self._flat:
                y += HEIGHT // 2
            elif shifted:
                x += WIDTH // 2
            origins.append((x, y))
        return origins

    def origin(self, index: int) -> tuple[int, int]:
        """The column and line of the upper left cell of a hex."""
        return self._origins[index]

    def hex_at(self, x: int, y: int) -> int | None:
        """The hex that owns a cell."""
        if not 0 <= y < self.height:
            return None
        return next((index for left, index, _ in self.rows[y] if left <= x < left + WIDTH), None)

    def show(self, scene: Scene) -> None:
        """Take the counters, the markers and the captured hexes of a position."""
        index = self.board.index
        self._drawn.clear()
        self._palettes = scene.palettes
        self._counters, self._markers = {}, {}
        self._holders = {index[label]: holder for label, holder in scene.control.items() if label in index}
        for counter in scene.counters:
            if counter.at in index:
                self._counters.setdefault(index[counter.at], []).append(counter)
        for marker in scene.markers:
            if marker.at in index:
                before = self._markers.get(index[marker.at], "")
                self._markers[index[marker.at]] = f"{before} {marker.label}".strip()

    @property
    def values(self) -> bool:
        """Whether counters show their printed values instead of their names."""
        return self._values

    @values.setter
    def values(self, values: bool) -> None:
        self._values = values
        self._drawn.clear()

    def line(self, y: int, looks: Mapping[int, Look], other: Look) -> list[Segment]:
        """One whole line of text, with a look for some hexes and another for all the rest."""
        segments: list[Segment] = []
        at = 0
        for x, index, line in self.rows[y]:
            if x > at:
                segments.append(Segment(" " * (x - at), _style(_DARK, _DARK)))
            segments += self._hex_line(index, line, looks.get(index, other))
            at = x + WIDTH
        return [*segments, Segment(" " * (self.width - at), _style(_DARK, _DARK))] if at < self.width else segments

    def _hex_line(self, index: int, line: int, look: Look) -> list[Segment]:
        drawn = self._drawn.get((index, line, look))
        if drawn is None:
            drawn = self._drawn[index, line, look] = self._draw(index, line, look)
        return drawn

    def _draw(self, index: int, line: int, look: Look) -> list[Segment]:
        ground = self._ground(index, look)
        edge, river = self._edge(index, line), self._river_below(index) if line == HEIGHT - 1 else None
        content = self._upper(index, ground) if line == 0 else self._lower(index, ground, look)
        cells = [_Cell(" ", _style(ground, ground)) if edge is None else _Cell("▌", _style(edge, ground)), *content]
        if river is not None:
            bed = _style(river, ground)
            cells = [_Cell("▂" * len(cell.text), bed) if cell.text.isspace() else cell for cell in cells]
        return [Segment(cell.text, cell.style) for cell in cells]

    def _ground(self, index: int, look: Look) -> str:
        """The colour of a hex: its terrain, in one of three shades so that neighbours differ, under its tint."""
        hex_ = self.board.hex(index)
        fill = self.board.legend.terrain[self.board.hexes[index].terrain].fill
        shaded = blend(fill, "#000000", _SHADES[(hex_.q - hex_.r) % 3])
        return blend(shaded, *_TINTS[look.tint]) if look.tint else shaded

    def _upper(self, index: int, ground: str) -> list[_Cell]:
        """The counters, else markers, else the name of the place, else the road."""
        room = WIDTH - 1
        if index in self._counters:
            return self._stack(self._counters[index], ground, room)
        name = self.board.hexes[index].name
        text = self._markers.get(index) or (name.text(self._lang) if name else "")
        if text:
            return [_Cell(set_cell_size(text, room), _style(ink_on(ground), ground, bold=True))]
        return self._road(index, ground, room)

    def _stack(self, stack: list[Counter], ground: str, room: int) -> list[_Cell]:
        palette = self._palettes[stack[-1].palette]
        more = f"+{len(stack) - 1}" if len(stack) > 1 else " "
        face = self._face(stack[-1])
        name = face if len(face) > _CODE else f" {face}"
        card = set_cell_size(name, room - cell_len(more)) + more
        rest = room - cell_len(card)
        shown = [_Cell(card, _style(palette.ink, palette.fill, bold=True))]
        return [*shown, _Cell(" " * rest, _style(ground, ground))] if rest else shown

    def _face(self, counter: Counter) -> str:
        """A few letters or figures for a counter."""
        known = "hidden" not in counter.states
        shown = counter.values if self._values else counter.name or counter.corner
        return f"{'' if known else '?'}{shown or counter.id}"

    def _road(self, index: int, ground: str, room: int) -> list[_Cell]:
        """A road as a line towards the sides on which it leaves the hex."""
        for network, marks in self.board.networks.items():
            leaves = [direction for direction in range(6) if marks[6 * index + direction]]
            if not leaves:
                continue
            style = self.board.legend.networks[network]
            stroke = "╌" if style.ties else "─"
            left = bool(set(leaves) & ({4, 5} if self._flat else {0, 4, 5}))
            right = bool(set(leaves) & ({1, 2} if self._flat else {1, 2, 3}))
            half = room // 2
            middle = "│" if not (left or right) else "┼" if set(leaves) & {0, 3} and self._flat else stroke
            text = (stroke if left else " ") * half + middle + (stroke if right else " ") * (room - half - 1)
            return [_Cell(text, _style(style.casing or style.stroke, ground, bold=True))]
        return [_Cell(" " * room, _style(ground, ground))]

    def _lower(self, index: int, ground: str, look: Look) -> list[_Cell]:
        """The label, in the colour of whoever has captured the hex; at its right the note, else a covered marker."""
        room = WIDTH - 1
        note = look.note or (self._markers.get(index, "") if index in self._counters else "")
        note = set_cell_size(note, min(cell_len(note), room))
        label = self.board.labels[index][-_CODE:][: room - cell_len(note)]
        holder = self._palettes.get(self._holders.get(index, ""))
        faint = blend(ink_on(ground), ground, 0.35)
        written = _style(faint, ground) if holder is None else _style(holder.fill, ground, bold=True)
        gap = _Cell(" " * (room - len(label) - cell_len(note)), _style(ground, ground))
        cells = [_Cell(label, written), gap, _Cell(note, _style(ink_on(ground), ground, bold=True))]
        return [cell for cell in cells if cell.text]

    def _edge(self, index: int, line: int) -> str | None:
        """The colour of what runs along the left of a hex in one of its lines."""
        if not self._flat:
            return self._side_colour(index, 5)
        return self._side_colour(index, 5 if line == 0 else 4)

    def _river_below(self, index: int) -> str | None:
        """The colour of what runs along the lower side of a hex."""
        for direction in (3,) if self._flat else (3, 4):
            colour = self._side_colour(index, direction)
            if colour is not None:
                return colour
        return None

    def _side_colour(self, index: int, direction: int) -> str | None:
        features = self.board.side_features(index, direction)
        return next((style.stroke for name, style in self.board.legend.sides.items() if name in features), None)


@functools.cache
def _style(ink: str, ground: str, *, bold: bool = False) -> Style:
    return Style(color=_colour(ink), bgcolor=_colour(ground), bold=bold)


def _colour(value: str) -> Color:
    return Color.from_triplet(ColorTriplet(*channels(value)))
