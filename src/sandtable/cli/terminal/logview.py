"""The log: a sentence for each event, which opens into the sum behind it."""

from __future__ import annotations

from rich.text import Text
from textual import on
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option as Row

from sandtable.cli.sentences import arithmetic
from sandtable.kernel import Event, Resolved, Rolled, Texts


class LogView(OptionList):
    """What has happened, latest last; Enter or a click opens and closes the arithmetic of a line.

    What the player has seen when he made his last choice is dim, so that the answers to it stand out. A roll that is
    told again in the sum of what it settles has no line of its own, and what happens several times running has one.
    """

    class Pointed(Message):
        """The player looks at a line of the log."""

        def __init__(self, event: Event) -> None:
            super().__init__()
            self.event = event

    def __init__(self) -> None:
        super().__init__(id="log", markup=False)
        self._events: list[Event] = []
        self._rows: list[int] = []
        """The event of each line, the last where several are told in one."""
        self._open: set[int] = set()
        self._seen = 0
        self._texts: Texts | None = None

    def show(self, events: list[Event], texts: Texts, seen: int) -> None:
        """Show these events, the first of which have been seen; what is there already stays as it is."""
        known = len(self._events)
        self._texts = texts
        if known > len(events) or (known and events[known - 1] is not self._events[-1]):
            self.clear_options()
            self._rows.clear()
            self._open.clear()
            known = 0
        self._events = events
        changed = range(min(self._seen, seen), min(max(self._seen, seen), known))
        self._seen = seen
        self._rewrite(changed)
        fresh = [at for at in range(known, len(events)) if not self._is_told_again(at)]
        if fresh:
            if self._rows and self._is_told_again(self._rows[-1]):
                self.remove_option_at_index(len(self._rows) - 1)
                self._rows.pop()
            self._rows += fresh
            self.add_options([Row(self._prompt(at)) for at in fresh])
            self.highlighted = len(self._rows) - 1

    def go_to_news(self) -> None:
        """Point at the first line that the player had not seen when he made his last choice."""
        fresh = (line for line, at in enumerate(self._rows) if at >= self._seen)
        self.highlighted = next(fresh, self.highlighted)

    def _rewrite(self, events: range) -> None:
        for line, at in enumerate(self._rows):
            if at in events:
                self.replace_option_prompt_at_index(line, self._prompt(at))

    def _is_told_again(self, at: int) -> bool:
        """Whether the next event is the same again, or shows this one, a roll, in its sum."""
        event, following = self._events[at], self._events[at + 1 : at + 2]
        if following == [event]:
            return True
        if not isinstance(event, Rolled) or not following or not isinstance(following[0], Resolved):
            return False
        return any(line.value in (str(event.total), event.thrown) for line in following[0].lines)

    def _times(self, at: int) -> int:
        """How many times running an event has happened."""
        first = at
        while first and self._events[first - 1] == self._events[at]:
            first -= 1
        return at - first + 1

    def _prompt(self, at: int) -> Text:
        assert self._texts is not None
        event = self._events[at]
        lines = arithmetic(self._texts, event)
        sign = " " if not lines else "▾" if at in self._open else "▸"
        prompt = Text(f"{sign} {' '.join(self._texts.event(event).split())}", style="dim" if at < self._seen else "")
        if self._times(at) > 1:
            prompt.append(f" (×{self._times(at)})")
        if event.rule:
            prompt.append(f" [{event.rule}]", style="dim")
        if at in self._open:
            for line in lines:
                prompt.append(f"\n    {line}", style="italic")
        return prompt

    @on(OptionList.OptionHighlighted)
    def _pointed(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if self.has_focus:
            self.post_message(self.Pointed(self._events[self._rows[event.option_index]]))

    @on(OptionList.OptionSelected)
    def _toggle(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        at = self._rows[event.option_index]
        self._open ^= {at}
        self.replace_option_prompt_at_index(event.option_index, self._prompt(at))
