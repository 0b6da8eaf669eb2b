"""The board as a widget: scrolled, with a cursor that moves from hex to hex."""

from __future__ import annotations

from collections.abc import Mapping

from textual import events
from textual.binding import Binding
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from sandtable.board.scene import Scene
from sandtable.cli.terminal.canvas import HEIGHT, WIDTH, Canvas, Look


class BoardView(ScrollView, can_focus=True):
    """A position. Arrow keys and the mouse move the cursor; Enter or a second click picks what lies there."""

    BINDINGS = [
        Binding("up", "step(0, -1)", show=False),
        Binding("down", "step(0, 1)", show=False),
        Binding("left", "step(-1, 0)", show=False),
        Binding("right", "step(1, 0)", show=False),
        Binding("enter", "pick", show=False),
    ]

    class Moved(Message):
        """The cursor came to another hex."""

    class Picked(Message):
        """The player points at the hex under the cursor."""

    def __init__(self, scene: Scene, lang: str) -> None:
        super().__init__(id="board")
        self._lang = lang
        self._canvas = Canvas(scene.board, lang)
        self._canvas.show(scene)
        self._looks: dict[int, Look] = {}
        self._cursor = self._first(scene)
        self.virtual_size = Size(self._canvas.width, self._canvas.height)

    def _first(self, scene: Scene) -> int:
        """Where the cursor begins: at the first counter on the map."""
        index = scene.board.index
        return next((index[counter.at] for counter in scene.counters if counter.at in index), 0)

    def on_mount(self) -> None:
        self.call_after_refresh(self._follow)

    @property
    def label(self) -> str:
        """The hex under the cursor."""
        return self._canvas.board.labels[self._cursor]

    def show(self, scene: Scene, looks: Mapping[str, Look]) -> None:
        """Draw a position; `looks` says which hexes stand out, by their labels."""
        if scene.board is not self._canvas.board:
            values = self._canvas.values
            self._canvas = Canvas(scene.board, self._lang)
            self._canvas.values = values
            self._cursor = min(self._cursor, scene.board.size - 1)
            self.virtual_size = Size(self._canvas.width, self._canvas.height)
        self._canvas.show(scene)
        self._looks = {self._canvas.board.index[label]: look for label, look in looks.items()}
        self.refresh()

    def go_to(self, label: str) -> None:
        """Move the cursor to a hex."""
        index = self._canvas.board.index[label]
        if index != self._cursor:
            self._cursor = index
            self._follow()
            self.refresh()
            self.post_message(self.Moved())

    def _follow(self) -> None:
        """Scroll so that the cursor and its surroundings are in sight."""
        x, y = self._canvas.origin(self._cursor)
        around = Region(x - WIDTH, y - HEIGHT, 3 * WIDTH, 3 * HEIGHT)
        self.scroll_to_region(around, animate=False, force=True, immediate=True)

    def turn_over(self) -> None:
        """Let the counters show their printed values instead of their names, or the other way round."""
        self._canvas.values = not self._canvas.values
        self.refresh()

    def action_step(self, across: int, down: int) -> None:
        """Move the cursor by columns and rows."""
        board = self._canvas.board
        column, row = board.grid.column_row(board.hex(self._cursor))
        index = board.at(board.grid.at(column + across, row + down))
        if index >= 0:
            self.go_to(board.labels[index])

    def action_pick(self) -> None:
        self.post_message(self.Picked())

    def on_click(self, event: events.Click) -> None:
        x, y = event.x + self.scroll_offset.x, event.y + self.scroll_offset.y
        index = self._canvas.hex_at(x, y)
        if index == self._cursor:
            self.post_message(self.Picked())
        elif index is not None:
            self.go_to(self._canvas.board.labels[index])

    def render_line(self, y: int) -> Strip:
        left, top = self.scroll_offset
        width = self.size.width
        if top + y >= self._canvas.height:
            return Strip.blank(width, self.rich_style)
        note = self._looks.get(self._cursor, Look()).note
        looks = {**self._looks, self._cursor: Look("cursor", note)}
        other = Look("dim" if self._looks else "")
        strip = Strip(self._canvas.line(top + y, looks, other), self._canvas.width)
        return strip.crop_extend(left, left + width, self.rich_style)
