"""Which files, fields and rows of the titles' data are read, found out while games are played.

Data that nothing reads misleads: whoever changes it in a pack changes nothing. While reads are recorded, each field of
a data Struct notes the first time that code of Sandtable asks for it, and so does each row of a table; after that it
costs nothing. Reads by tests do not count, nor do those of code that only checks the data.
"""

from __future__ import annotations

import contextlib
import functools
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
from msgspec import inspect

from sandtable import datafile
from sandtable.kernel import LANGUAGES

READ_ELSEWHERE: Mapping[str, str] = {
    "source": "says where figures come from: `faults_of_sources` holds that it is seed, derived or authored",
    "rules": "says which rules use the figures: `faults_of_sources` holds that the rule list has them",
}
"""Fields that no game reads, with what reads them instead."""

OTHER_FIELDS = "(other fields)"
"""The place of all that a Struct lets pass without a name for it, which nothing can read."""
_SHARED_FOLDERS = ("scenarios", "maps", "lessons")
"""Folders whose files are all of one kind: a field that is read of one of them counts as read."""
_TABLES = "tables"
_CHECKS = re.compile(r"(^|\.)(_?check(_\w+)?|__post_init__)($|\.)")


class Reads:
    """A record of reads. Places are told as `gts tables/fire.yaml: rows.*.shift`; `*` stands for every entry."""

    def __init__(self, folders: Mapping[str, Path]) -> None:
        """`folders` are those of the titles' own data."""
        self.known: set[str] = {
            f"{title_id} {path.relative_to(folder).as_posix()}"
            for title_id, folder in folders.items()
            for path in folder.rglob("*.yaml")
        }
        """Every place of the titles' data that has been found so far."""
        self.read: set[str] = set()
        """Those of them that were read."""
        self._folders = dict(folders)
        self._fields: dict[type, dict[str, _Field]] = {}
        self._owners: dict[int, str] = {}
        self._values: dict[tuple[Path, object], Any] = {}
        self._tables: list[_Noting] = []
        self._on = False

    @contextlib.contextmanager
    def listening(self) -> Iterator[None]:
        """Hear of every data file that is read meanwhile."""
        with datafile.heard_by(self._heard):
            yield
        self.pause()

    def go_on(self) -> None:
        """Note reads from now on."""
        if not self._on:
            self._on = True
            for table in self._tables:
                table.go_on()
            for fields in self._fields.values():
                for field in fields.values():
                    field.watch()

    def pause(self) -> None:
        """Note no reads until told to go on; nothing is slower meanwhile than without any record."""
        if self._on:
            self._on = False
            for table in self._tables:
                table.rest()
            for fields in self._fields.values():
                for field in fields.values():
                    field.rest()

    def _heard(self, path: Path, type_: Any, value: Any) -> Any:
        title_id = next((name for name, folder in self._folders.items() if path.is_relative_to(folder)), None)
        if title_id is None or not _is_reader(_reader_of_file()):
            return value
        relative = path.relative_to(self._folders[title_id])
        self.read.add(f"{title_id} {relative.as_posix()}")
        file = f"{title_id} {_kind_of_file(relative)}"
        if relative.parts[0] != _TABLES:
            self._meet_type(type_, file)
            return value
        if (path, type_) not in self._values:
            self._meet_type(type_, file)
            self._values[path, type_] = self._meet_value(value, file, "")
        return self._values[path, type_]

    def _meet_type(self, type_: Any, file: str) -> None:
        for cls, where in _struct_types(type_).items():
            if not cls.__struct_config__.forbid_unknown_fields:
                self.known.add(f"{file}: {where}{OTHER_FIELDS}")
            fields = self._fields.setdefault(cls, {})
            for name, written in zip(cls.__struct_fields__, cls.__struct_encode_fields__, strict=True):
                if name not in fields:
                    fields[name] = _Field(cls, name, self.read, self._owners)
                if file in fields[name].places:
                    continue
                fields[name].places[file] = f"{file}: {where}{written}"
                self.known.add(fields[name].places[file])
                if self._on:
                    fields[name].watch()

    def _meet_value(self, value: Any, file: str, where: str) -> Any:
        """The same value, with dicts that note which of their rows are read.

        Rows by number (of a turn, of a range) are a scale, which is read as a whole: no test gets to all of them.
        """
        if isinstance(value, msgspec.Struct):
            self._owners[id(value)] = file
            for name in value.__struct_fields__:
                before = getattr(value, name)
                after = self._meet_value(before, file, f"{where}{name}.")
                if after is not before:
                    msgspec.structs.force_setattr(value, name, after)
            return value
        if isinstance(value, list | tuple):
            return type(value)(self._meet_value(item, file, f"{where}*.") for item in value)
        if not isinstance(value, dict) or value.keys() <= set(LANGUAGES):
            return value
        is_scale = all(isinstance(key, int) for key in value)
        rows = {}
        for key, item in value.items():
            inner = "*" if is_scale or not isinstance(item, dict) else key
            rows[key] = self._meet_value(item, file, f"{where}{inner}.")
        if is_scale:
            return rows
        self.known.update(f"{file}: {where}{key}" for key in rows)
        noting = _Noting({key: f"{file}: {where}{key}" for key in rows}, self.read)
        self._tables.append(noting)
        if self._on:
            noting.go_on()
        return noting.rows(rows)


def unread(known: set[str], read: set[str]) -> list[str]:
    """What nothing has read of what is known: of what lies within something unread, only that is told."""
    missing = {place for place in known - read if not _is_read_elsewhere(place)}
    return sorted(place for place in missing if not any(outer in missing for outer in _around(place)))


class _Field:
    """A field of a Struct that notes, once for each file, that it was read."""

    def __init__(self, owner: type, name: str, read: set[str], owners: dict[int, str]) -> None:
        self.places: dict[str, str] = {}
        """What the field is called in each file whose entries are of this type."""
        self._owner, self._name = owner, name
        self._member = getattr(owner, name)
        self._inherited = name not in vars(owner)
        self._read, self._owners = read, owners
        self._watching = False

    def watch(self) -> None:
        if not self._watching and not self._read.issuperset(self.places.values()):
            self._watching = True
            setattr(self._owner, self._name, self)

    def rest(self) -> None:
        if self._watching:
            self._watching = False
            if self._inherited:
                delattr(self._owner, self._name)
            else:
                setattr(self._owner, self._name, self._member)

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        if instance is None:
            return self._member
        if _is_reader(sys._getframe(1)):
            file = self._owners.get(id(instance))
            self._read.update(self.places.values() if file is None else (self.places[file],))
            if self._read.issuperset(self.places.values()):
                self.rest()
        return self._member.__get__(instance, owner)

    def __set__(self, instance: object, value: object) -> None:
        self._member.__set__(instance, value)


_LOOKING_UP = ("__getitem__", "get", "__contains__")
_GOING_THROUGH = ("__iter__", "keys", "values", "items", "copy", "__or__", "__ror__")


class _Noting:
    """Notes which rows of a table are read, through a class of dicts of its own; an ordinary one once all were."""

    def __init__(self, places: dict[Any, str], read: set[str]) -> None:
        self.rows: type[dict[Any, Any]] = type("Rows", (dict,), {"__slots__": ()})
        self._left, self._read = places, read
        self._on = False

    def go_on(self) -> None:
        if not self._on and self._left:
            self._on = True
            for name in _LOOKING_UP:
                setattr(self.rows, name, self._one(getattr(dict, name)))
            for name in _GOING_THROUGH:
                setattr(self.rows, name, self._all(getattr(dict, name)))

    def rest(self) -> None:
        if self._on:
            self._on = False
            for name in (*_LOOKING_UP, *_GOING_THROUGH):
                delattr(self.rows, name)

    def _note(self, key: Any) -> None:
        place = self._left.pop(key, None)
        if place is not None:
            self._read.add(place)
            if not self._left:
                self.rest()

    def _one(self, method: Any) -> Any:
        @functools.wraps(method)
        def noted(table: Any, key: Any, *default: Any) -> Any:
            if _is_reader(sys._getframe(1)):
                self._note(key)
            return method(table, key, *default)

        return noted

    def _all(self, method: Any) -> Any:
        @functools.wraps(method)
        def noted(table: Any, *args: Any) -> Any:
            if _is_reader(sys._getframe(1)):
                for key in list(self._left):
                    self._note(key)
            return method(table, *args)

        return noted


def _is_reader(frame: FrameType | None) -> bool:
    """Whether what is read here has a use: in code of Sandtable that does more than to check it."""
    if frame is None:
        return False
    module = frame.f_globals.get("__name__", "")
    if not module.startswith("sandtable.") or module.startswith("sandtable.testing."):
        return False
    return _CHECKS.search(frame.f_code.co_qualname) is None


def _reader_of_file() -> FrameType | None:
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__") in (__name__, datafile.__name__):
        frame = frame.f_back
    return frame


def _kind_of_file(relative: Path) -> str:
    folder = relative.parent.name
    return f"{folder}/*.yaml" if folder in _SHARED_FOLDERS else relative.as_posix()


def _is_read_elsewhere(place: str) -> bool:
    return ": " in place and place.rpartition(": ")[2].rpartition(".")[2] in READ_ELSEWHERE


def _around(place: str) -> Iterator[str]:
    """The places that a place lies within: the file, the fields that lead to it."""
    file, _, path = place.partition(": ")
    if path:
        yield file
    pieces = path.split(".")
    for length in range(1, len(pieces)):
        yield f"{file}: {'.'.join(pieces[:length])}"


@functools.cache
def _struct_types(type_: Any) -> dict[type[msgspec.Struct], str]:
    """The Structs that a file of a type is made of, each with the way to (the first of) its entries."""
    found: dict[type[msgspec.Struct], str] = {}
    _collect(inspect.type_info(type_), "", found)
    return found


def _collect(info: inspect.Type, where: str, found: dict[type[msgspec.Struct], str]) -> None:
    if isinstance(info, inspect.StructType):
        if info.cls not in found:
            found[info.cls] = where
            for field in info.fields:
                _collect(field.type, f"{where}{field.encode_name}.", found)
    elif isinstance(info, inspect.DictType):
        _collect(info.value_type, f"{where}*.", found)
    elif isinstance(info, inspect.TupleType):
        for item in info.item_types:
            _collect(item, f"{where}*.", found)
    elif isinstance(info, inspect.CollectionType):
        _collect(info.item_type, f"{where}*.", found)
    elif isinstance(info, inspect.UnionType):
        for each in info.types:
            _collect(each, where, found)
    elif isinstance(info, inspect.Metadata):
        _collect(info.type, where, found)
