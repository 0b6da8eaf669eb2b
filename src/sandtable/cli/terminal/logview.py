"""The log: a sentence for each event, which opens into the sum behind it."""

from __future__ import annotations

from rich.text import Text
from textual import on
from textual.widgets import OptionList
from textual.widgets.option_list import Option as Row

from sandtable.cli.sentences import arithmetic
from sandtable.kernel import Event, Texts


class LogView(OptionList):
    """What has happened, latest last; Enter or a click opens and closes the arithmetic of a line."""

    def __init__(self) -> None:
        super().__init__(id="log", markup=False)
        self._events: list[Event] = []
        self._open: set[int] = set()
        self._texts: Texts | None = None

    def show(self, events: list[Event], texts: Texts) -> None:
        """Show these events; what is there already stays as it is."""
        known = len(self._events)
        self._texts = texts
        if known > len(events) or (known and events[known - 1] is not self._events[-1]):
            self.clear_options()
            self._open.clear()
            known = 0
        self._events = events
        if known < len(events):
            self.add_options([Row(self._prompt(at)) for at in range(known, len(events))])
            self.highlighted = len(events) - 1

    def _prompt(self, at: int) -> Text:
        assert self._texts is not None
        event = self._events[at]
        lines = arithmetic(self._texts, event)
        sign = " " if not lines else "▾" if at in self._open else "▸"
        prompt = Text(f"{sign} {' '.join(self._texts.event(event).split())}")
        if event.rule:
            prompt.append(f" [{event.rule}]", style="dim")
        if at in self._open:
            for line in lines:
                prompt.append(f"\n    {line}", style="italic")
        return prompt

    @on(OptionList.OptionSelected)
    def _toggle(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        at = event.option_index
        self._open ^= {at}
        self.replace_option_prompt_at_index(at, self._prompt(at))
