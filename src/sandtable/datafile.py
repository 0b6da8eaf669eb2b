"""Strict reading of YAML data files: typed values, and errors that name the file, the line and the field.

Labels such as "1004" are to be quoted. Digits with a leading zero stay text even unquoted, where YAML would read an
octal number; a number found where text is expected is refused with the advice to quote it.
"""

from __future__ import annotations

import functools
import gc
import marshal
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
import yaml

try:
    from yaml import CSafeLoader as _SafeLoader
except ImportError:
    from yaml import SafeLoader as _SafeLoader  # type: ignore[assignment]

T = TypeVar("T")
FieldPath = tuple[str | int, ...]
Listener = Callable[[Path, Any, Any], Any]
"""Told the path, the type and the value of a file that has been decoded; what it returns takes the value's place."""

_STRING_TAG = "tag:yaml.org,2002:str"
_LEADING_ZERO = re.compile(r"0[0-9]+$")
_LOCATION = re.compile(r"(?P<problem>.*?)(?: - at (?P<key>`key` in )?`\$(?P<path>.*)`)?$", re.DOTALL)
_PIECE = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")
_UNKNOWN_FIELD = re.compile(r"Object contains unknown field `(.*)`$")
_MISSING_FIELD = re.compile(r"Object missing required field `(.*)`$")
_WRONG_TYPE = re.compile(r"Expected `(?P<expected>[^`]*)`, got `(?P<found>[^`]*)`$")
_YAML_WORDS = {"object": "mapping", "array": "list", "null": "nothing"}
_ANY_KEY = "..."
_converting = threading.Lock()
"""Held while a value is converted: msgspec crashes where two threads use a type for the first time at once."""
_listeners: list[Listener] = []


class DataError(Exception):
    """A data file that cannot be used; shown as `file:line: field: problem`."""

    def __init__(self, path: Path, line: int | None, field: str, problem: str) -> None:
        super().__init__(path, line, field, problem)
        self.path = path
        self.line = line
        """The line of the offending value, from 1; None where the file as a whole is at fault."""
        self.field = field
        """The way to the value, as in `roads[2].path[0]`; empty for the whole file."""
        self.problem = problem

    def __str__(self) -> str:
        place = str(self.path) if self.line is None else f"{self.path}:{self.line}"
        return ": ".join(part for part in (place, self.field, self.problem) if part)


class Document(Generic[T]):
    """A decoded file that can still say on which line each of its fields stands."""

    def __init__(self, path: Path, text: str, value: T) -> None:
        self.path = path
        self.value = value
        self._text = text

    def error(self, field: FieldPath, problem: str) -> DataError:
        """An error to raise at a field, named by the keys and indices that lead to it."""
        return DataError(self.path, _line(_compose(self._text), field), _field_name(field), problem)


def read(path: Path, type_: type[T]) -> T:
    """The value of a YAML file, decoded strictly.

    Raises DataError if the file cannot be read, is not YAML, repeats a key or does not fit the type.
    """
    return read_document(path, type_).value


def read_document(path: Path, type_: type[T]) -> Document[T]:
    """The value of a YAML file together with its lines, for checks that the type alone cannot make.

    Raises DataError as `read` does.
    """
    text = _read_text(path)
    data = _load(path, text)
    try:
        with _converting:
            value = msgspec.convert(data, type_, strict=True)
    except msgspec.ValidationError as error:
        raise _misfit(path, text, data, type_, str(error)) from None
    except RecursionError:
        raise DataError(path, None, "", "nested too deeply") from None
    for listener in _listeners:
        value = listener(path, type_, value)
    return Document(path, text, value)


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """Tell a listener of every file that is read meanwhile: so it can be found out which data is used."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


class _Loader(_SafeLoader):
    """Safe YAML in which no mapping repeats a key and 0101 is text."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        if len({key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)}) < len(node.value):
            _refuse_repeated_keys(node)
        return super().construct_mapping(node, deep)


_Loader.yaml_implicit_resolvers = {
    **_SafeLoader.yaml_implicit_resolvers,
    "0": [(_STRING_TAG, _LEADING_ZERO), *_SafeLoader.yaml_implicit_resolvers["0"]],
}


class _RepeatedKeyError(yaml.MarkedYAMLError):
    """A mapping that gives one key twice."""

    def __init__(self, key: str, first: yaml.Mark, second: yaml.Mark) -> None:
        super().__init__(None, None, f"key given twice, first on line {first.line + 1}", second)
        self.key = key


def _refuse_repeated_keys(node: yaml.MappingNode) -> None:
    seen: dict[tuple[str, str], yaml.Mark] = {}
    for key, _ in node.value:
        if not isinstance(key, yaml.ScalarNode):
            continue
        first = seen.setdefault((key.tag, key.value), key.start_mark)
        if first is not key.start_mark:
            raise _RepeatedKeyError(key.value, first, key.start_mark)


def _read_text(path: Path) -> str:
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise DataError(path, None, "", "cannot be read: not a file")
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raise DataError(path, None, "", "no such file") from None
    except OSError as error:
        raise DataError(path, None, "", f"cannot be read: {error.strerror}") from None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DataError(path, line, "", "not UTF-8: save the file in that encoding") from None


def _load(path: Path, text: str) -> object:
    try:
        kept = _kept(text)
        data: object = _parsed(text) if kept is None else marshal.loads(kept)
    except _RepeatedKeyError as error:
        raise DataError(path, _mark_line(error), error.key, str(error.problem)) from None
    except yaml.MarkedYAMLError as error:
        context = f"{error.context}: " if error.context else ""
        raise DataError(path, _mark_line(error), "", f"not YAML: {context}{error.problem}") from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise DataError(path, line, "", f"not YAML: {error.reason}") from None
    except (ValueError, OverflowError, RecursionError) as error:
        raise DataError(path, _unmakable(text), "", f"not a value: {_first_words(error)}") from None
    if data is None:
        raise DataError(path, None, "", "the file is empty")
    return data


@functools.lru_cache(1024)
def _kept(text: str) -> bytes | None:
    """What YAML says, kept so that it is made again in a thirtieth of the time, as for every set of optional rules.

    None where it has values that cannot be kept, such as a day of the calendar.
    """
    data = _parsed(text)
    try:
        return marshal.dumps(data)
    except ValueError:
        return None


def _parsed(text: str) -> Any:
    """What YAML says. All of it stays until the end, so that to look for garbage in between would be in vain."""
    collects = gc.isenabled()
    gc.disable()
    try:
        return yaml.load(text, _Loader)
    finally:
        if collects:
            gc.enable()


def _unmakable(text: str) -> int | None:
    """The line of the first scalar that stands for nothing, such as a day that no calendar has."""
    loader = _Loader(text)
    try:
        found = (node for node in _scalars(_compose(text)) if not _is_makable(loader, node))
        first = next(found, None)
        return None if first is None else first.start_mark.line + 1
    except RecursionError:
        return None
    finally:
        loader.dispose()


def _scalars(node: yaml.Node | None) -> Iterator[yaml.ScalarNode]:
    if isinstance(node, yaml.ScalarNode):
        yield node
    elif isinstance(node, yaml.SequenceNode):
        for each in node.value:
            yield from _scalars(each)
    elif isinstance(node, yaml.MappingNode):
        for pair in node.value:
            for each in pair:
                yield from _scalars(each)


def _is_makable(loader: _Loader, node: yaml.ScalarNode) -> bool:
    try:
        loader.construct_object(node)
    except (ValueError, OverflowError):
        return False
    return True


def _first_words(error: Exception) -> str:
    return "nested too deeply" if isinstance(error, RecursionError) else re.split("[;:]", str(error))[0]


def _mark_line(error: yaml.MarkedYAMLError) -> int | None:
    mark = error.problem_mark or error.context_mark
    return None if mark is None else mark.line + 1


def _misfit(path: Path, text: str, data: object, type_: type[Any], message: str) -> DataError:
    """The error for data that does not fit its type, located in the file."""

    def fails_alike(trial: object) -> bool:
        try:
            msgspec.convert(trial, type_, strict=True)
        except msgspec.ValidationError as error:
            return str(error) == message
        return False

    match = _LOCATION.match(message)
    assert match is not None
    field = _resolve(data, _pieces(match), fails_alike)
    root = _compose(text)
    problem = match["problem"]
    if unknown := _UNKNOWN_FIELD.match(problem):
        field, problem = (*field, unknown[1]), "unknown field"
    elif missing := _MISSING_FIELD.match(problem):
        field, problem = (*field, missing[1]), "missing"
    else:
        problem = _reworded(problem, _scalar(root, field, in_key=match["key"] is not None))
    return DataError(path, _line(root, field), _field_name(field), problem)


def _pieces(match: re.Match[str]) -> list[str | int]:
    """The steps of msgspec's path; values and keys of a mapping appear as `...`."""
    pieces: list[str | int] = []
    for name, index in _PIECE.findall(match["path"] or ""):
        pieces.append(name or (index if index == _ANY_KEY else int(index)))
    if match["key"]:
        pieces.append(_ANY_KEY)
    return pieces


def _resolve(data: object, pieces: list[str | int], fails_alike: Callable[[object], bool]) -> FieldPath:
    """The path with each `...` replaced by the first key that fails in the same way when it stands alone."""
    field: FieldPath = ()
    for piece in pieces:
        if piece != _ANY_KEY:
            field = (*field, piece)
            continue
        mapping = _value_at(data, field)
        if not isinstance(mapping, dict):
            break
        for key, value in mapping.items():
            alone = _replaced(data, field, {key: value})
            if fails_alike(alone):
                data = alone
                field = (*field, key)
                break
        else:
            break
    return field


def _value_at(data: Any, field: FieldPath) -> object:
    for piece in field:
        data = data[piece]
    return data


def _replaced(data: Any, field: FieldPath, value: object) -> object:
    """The same data with another value at a field; what leads there is copied."""
    if not field:
        return value
    copy = data.copy()
    copy[field[0]] = _replaced(data[field[0]], field[1:], value)
    return copy


def _reworded(problem: str, scalar: yaml.ScalarNode | None) -> str:
    """msgspec's complaint in the words of someone who writes YAML."""
    match = _WRONG_TYPE.match(problem)
    if match is None:
        return problem[:1].lower() + problem[1:]
    expected = [_YAML_WORDS.get(word, word) for word in match["expected"].split(" | ")]
    found = _YAML_WORDS.get(match["found"], match["found"])
    complaint = f"expected {' or '.join(expected)}, found {found}"
    if "str" in expected and scalar is not None and not scalar.style and scalar.value:
        return f'{complaint}; quote it: "{scalar.value}"'
    return complaint


def _compose(text: str) -> yaml.Node | None:
    node: yaml.Node | None = yaml.compose(text, _Loader)
    return node


def _line(root: yaml.Node | None, field: FieldPath) -> int | None:
    """The line of a field: that of its key in a mapping, of the item in a list, or of the nearest holder of it."""
    if root is None:
        return None
    mark, node = root.start_mark, root
    for piece in field:
        child = _child(node, piece)
        if child is None:
            break
        mark, node = child[0].start_mark, child[1]
    line: int = mark.line + 1
    return line


def _child(node: yaml.Node, piece: str | int) -> tuple[yaml.Node, yaml.Node] | None:
    """The node that names a piece of a path (the key, or the item itself) and the node that holds its value."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode) and _names(key, piece):
                return (key, value)
    elif isinstance(node, yaml.SequenceNode) and isinstance(piece, int) and piece < len(node.value):
        return (node.value[piece], node.value[piece])
    return None


def _names(key: yaml.ScalarNode, piece: str | int) -> bool:
    """Whether a key is a piece of a path; a number or date counts as what YAML reads."""
    if isinstance(piece, str):
        return bool(key.value == piece)
    return bool(yaml.load(key.value, _Loader) == piece)


def _scalar(root: yaml.Node | None, field: FieldPath, *, in_key: bool) -> yaml.ScalarNode | None:
    """The scalar at a field, or the key that ends it."""
    holder, node = root, root
    for piece in field:
        child = None if node is None else _child(node, piece)
        if child is None:
            return None
        holder, node = child
    chosen = holder if in_key else node
    return chosen if isinstance(chosen, yaml.ScalarNode) else None


def _field_name(field: FieldPath) -> str:
    name = ""
    for piece in field:
        if isinstance(piece, int):
            name += f"[{piece}]"
        else:
            name += f".{piece}" if name else piece
    return name
