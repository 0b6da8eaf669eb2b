"""Citations: which code enforces which rule, and which tests hold it."""

from __future__ import annotations

import ast
import enum
import functools
import importlib
import pkgutil
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import TypeVar

import msgspec

from sandtable import datafile
from sandtable.kernel import installed

F = TypeVar("F", bound=Callable[..., object])

_NEAR = 4
"""How far above a title's package the root of its source may be: src/sandtable/games/TITLE is the deepest."""
_citations: dict[str, dict[str, list[str]]] = {}
"""By module: rule id to the functions that enforce it."""
_cited: dict[str, Callable[..., object]] = {}


def rule(*ids: str) -> Callable[[F], F]:
    """Mark the function, method or class that enforces these rules of the title or system in whose package it is."""

    def cite(subject: F) -> F:
        module = subject.__module__
        for rule_id in ids:
            place = f"{module}.{subject.__qualname__}"
            places = _citations.setdefault(module, {}).setdefault(rule_id, [])
            if place not in places:
                places.append(place)
            _cited[place] = subject
        return subject

    return cite


def citations(title: str) -> dict[str, list[str]]:
    """Rule id to the functions that enforce it, in all modules of a title and of the systems on which it is built."""
    packages = installed.packages_of(title)
    for package in packages:
        _import_all(package)
    found: dict[str, list[str]] = {}
    for module, cited in _citations.items():
        if any(f"{module}.".startswith(f"{package}.") for package in packages):
            for rule_id, places in cited.items():
                found.setdefault(rule_id, []).extend(places)
    return found


@functools.cache
def _import_all(package: str) -> None:
    """Import every module of a package: who cites what must not depend on what has been asked for before."""
    for each in pkgutil.walk_packages(getattr(importlib.import_module(package), "__path__", ()), f"{package}."):
        importlib.import_module(each.name)


def cited_code(title: str) -> dict[str, Callable[..., object]]:
    """The functions, methods and classes that enforce rules of a title, by their places."""
    return {place: _cited[place] for places in citations(title).values() for place in places}


class Status(enum.Enum):
    """What a title's rule list claims of a rule."""

    ENFORCED = "enforced"
    NOT_APPLICABLE = "not-applicable"
    MISSING = "missing"


class Confidence(enum.Enum):
    """How sure it is that a summary says what the printed rule says, where the rulebook at hand only refers to it."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule of a title's rulebook: names and a summary in our own words, by language."""

    id: str
    title: dict[str, str]
    summary: dict[str, str]
    status: Status
    reason: str = ""
    """Why a rule is not applicable, or what is missing."""
    confidence: Confidence = Confidence.HIGH


class Coverage(msgspec.Struct, frozen=True):
    """A title's rule list set against its code and its tests."""

    rules: int
    implemented: int
    tested: int
    not_applicable: int
    missing: tuple[str, ...]
    """Rules without a test, and rules without code that play reaches."""
    unreached: tuple[str, ...] = ()
    """Code that cites a rule, and that play never reaches: it does not count."""


def tests_folder(title: str) -> Path | None:
    """Where the tests of a title stand: in `tests`, beside the pyproject.toml of its source; installed, it has none."""
    package = installed.folder_of(title)
    above = () if package is None else package.parents[:_NEAR]
    return next((folder / "tests" for folder in above if (folder / "pyproject.toml").is_file()), None)


def rules_under_test(title: str, folder: Path | None = None) -> dict[str, list[str]]:
    """Rule id to the tests marked `rule("title:id")`, found by reading the test files."""
    found: dict[str, list[str]] = {}
    root = folder or tests_folder(title)
    if root is None:
        return found
    sources = ((path, path.read_text(encoding="utf8")) for path in sorted(root.rglob("test_*.py")))
    for path, source in ((path, source) for path, source in sources if f"{title}:" in source):
        for name, mark in _marks(ast.parse(source)):
            owner, _, rule_id = mark.partition(":")
            if owner == title:
                found.setdefault(rule_id, []).append(f"{path.relative_to(root.parent)}::{name}")
    return found


def _marks(tree: ast.Module) -> Iterable[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            for call in node.decorator_list:
                if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("mark.rule"):
                    for arg in call.args:
                        if isinstance(arg, ast.Constant):
                            yield node.name, str(arg.value)


def unreached_code(title: str) -> dict[str, str]:
    """The code that cites rules of a title and that play never reaches, with the reason.

    The tests of a title find it out by playing: their list of it, `unreached.yaml`, fails them when it is not true.
    """
    folder = tests_folder(title)
    lists = [] if folder is None else sorted(folder.rglob("unreached.yaml"))
    listed = [each for path in lists for each in datafile.read(path, dict[str, dict[str, str]]).get(title, {}).items()]
    packages, cited = installed.packages_of(title), cited_code(title)
    found = {f"{package}.{place}": reason for place, reason in listed for package in packages}
    own = f"{packages[0]}." if packages else ""
    return {place: reason for place, reason in found.items() if place in cited or place.startswith(own)}


def coverage(
    title: str, rules: Iterable[Rule], tested: dict[str, list[str]], unreached: Collection[str] = ()
) -> Coverage:
    """Count what is enforced by code and held by a test; what is claimed without either counts as missing.

    Code that play never reaches enforces nothing.
    """
    cited = citations(title)
    listed = list(rules)
    claimed = [r for r in listed if r.status is Status.ENFORCED]
    implemented = [r.id for r in claimed if not set(cited.get(r.id, ())) <= set(unreached)]
    proved = [rule_id for rule_id in implemented if rule_id in tested]
    missing = [r.id for r in listed if r.status is not Status.NOT_APPLICABLE and r.id not in proved]
    return Coverage(
        rules=len(listed),
        implemented=len(implemented),
        tested=len(proved),
        not_applicable=sum(r.status is Status.NOT_APPLICABLE for r in listed),
        missing=tuple(missing),
        unreached=tuple(unreached),
    )
