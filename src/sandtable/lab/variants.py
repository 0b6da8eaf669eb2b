"""Scenarios with a handle turned: data packs that differ from the title's own data in a few fields."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

from sandtable import datafile
from sandtable.kernel import AnyTitle, Change, Handle, SandtableError


class NoHandle(SandtableError):
    """A title offers no such handle for a scenario."""


def find_handle(title: AnyTitle, scenario: str, handle_id: str | None) -> Handle:
    """A handle of a scenario by its id, or the first. Raises NoHandle."""
    handles = {handle.id: handle for handle in title.handles(scenario)}
    if not handles:
        raise NoHandle(
            f"{title.id} says of nothing in {scenario} that it can be turned to make it even; "
            "a title offers handles by its method `handles`"
        )
    if handle_id is None:
        return next(iter(handles.values()))
    if handle_id not in handles:
        raise NoHandle(f"{title.id}/{scenario} has no handle {handle_id!r}; it has {', '.join(handles)}")
    return handles[handle_id]


def scenario_file(scenario: str) -> str:
    """Where a scenario stands inside a title's data."""
    return f"scenarios/{scenario}.yaml"


def write_variant(title: AnyTitle, scenario: str, changes: Iterable[Change], folder: Path, name: str) -> None:
    """Write a data pack in which a scenario has been changed."""
    place = scenario_file(scenario)
    data = datafile.read(title.data_file(place), dict[str, Any])
    for change in changes:
        _apply(data, change)
    (folder / place).parent.mkdir(parents=True, exist_ok=True)
    _dump({"title": title.id, "name": name}, folder / "pack.yaml")
    _dump(data, folder / place)


def told(title: AnyTitle, scenario: str, changes: Iterable[Change]) -> list[str]:
    """What is to be changed in a scenario's file, each as `handicap.blue: 3 → 5`; what stays as it is is left out."""
    data = datafile.read(title.data_file(scenario_file(scenario)), dict[str, Any])
    lines = []
    for change in changes:
        was = _found(data, change)
        if was != change.value:
            field = ".".join(map(str, change.field))
            lines.append(f"{field}: {_inline(was)} → {_inline(change.value)}")
    return lines


def _found(data: Any, change: Change) -> Any:
    holder = data
    for piece in change.field[:-1]:
        holder = holder[piece]
    last = change.field[-1]
    return holder[last] if isinstance(last, int) else holder.get(last)


def _apply(data: Any, change: Change) -> None:
    holder = data
    for piece in change.field[:-1]:
        holder = holder[piece]
    if change.value is None:
        del holder[change.field[-1]]
    else:
        holder[change.field[-1]] = change.value


class _Dumper(yaml.SafeDumper):
    """Writes labels such as "0805" in quotes, so that no reader takes them for numbers."""

    def represent_str(self, data: str) -> yaml.ScalarNode:
        style = '"' if data.isdecimal() else None
        return self.represent_scalar("tag:yaml.org,2002:str", data, style)


_Dumper.add_representer(str, _Dumper.represent_str)


def _dump(data: object, path: Path) -> None:
    path.write_text(yaml.dump(data, Dumper=_Dumper, allow_unicode=True, sort_keys=False), "utf8")


def _inline(value: object) -> str:
    if value is None:
        return "nothing"
    text: str = yaml.safe_dump(value, allow_unicode=True, default_flow_style=True, width=1000)
    return text.removesuffix("\n").removesuffix("\n...")
