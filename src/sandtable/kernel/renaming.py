"""What earlier versions of a title called otherwise: how games that were stored by them are carried over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from sandtable.kernel.journal import Entry, Header

Json = Any
"""Data as JSON has it: what a state or an event is before it is given its type."""
_EACH = "*"
_EVENT = "event"


class Renamed(msgspec.Struct, frozen=True, kw_only=True):
    """Old names, each with the new one; what has no new name is gone."""

    scenarios: Mapping[str, str] = {}
    switches: Mapping[str, str] = {}
    options: Mapping[str, str] = {}
    """Ids of options, as `do:halt`, or all of a kind at once, as `target:`."""
    fields: Mapping[str, str] = {}
    """Fields of what is stored, as `state.units.*.moved` (of every unit) or `stack.*.target` (of every procedure), each
    with the new name of the last part."""
    events: Mapping[str, str] = {}
    """Events, as `Moved`, or a field of one, as `Moved.to`."""

    def __bool__(self) -> bool:
        return any((self.scenarios, self.switches, self.options, self.fields, self.events))

    def header(self, header: Header) -> Header:
        switches = (self.switches.get(each, each) for each in header.options)
        scenario = self.scenarios.get(header.scenario, header.scenario)
        return replace(header, scenario=scenario, options=tuple(sorted(filter(None, switches))))

    def option(self, option: str) -> str:
        kind, mark, name = option.partition(":")
        if option in self.options:
            return self.options[option]
        return f"{self.options.get(kind + mark, kind + mark)}{name}"

    def entry(self, entry: Entry) -> Entry:
        return replace(entry, option=self.option(entry.option))

    def snapshot(self, snapshot: Json) -> Json:
        """A stored position with its fields as they are called now."""
        for path, name in self.fields.items():
            *way, last = path.split(".")
            for holder in _found([snapshot], way):
                if isinstance(holder, dict) and last in holder:
                    value = holder.pop(last)
                    if name:
                        holder[name] = value
        return snapshot

    def event(self, event: Json) -> Json:
        kind = event[_EVENT]
        fields = {field: self.events.get(f"{kind}.{field}", field) for field in event}
        told = {name: event[field] for field, name in fields.items() if name}
        return told | {_EVENT: self.events.get(kind, kind)}


def _found(holders: list[Json], way: list[str]) -> list[Json]:
    """What a path leads to, from each of some holders; a star stands for every entry of a dict or list."""
    for part in way:
        if part == _EACH:
            holders = [each for one in holders for each in (one.values() if isinstance(one, dict) else one)]
        else:
            holders = [one[part] for one in holders if isinstance(one, dict) and part in one]
    return holders
