"""Citations: which code enforces which rule, and which tests hold it."""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import msgspec

F = TypeVar("F", bound=Callable[..., object])

_GAMES = "sandtable.games."
_citations: dict[str, dict[str, list[str]]] = {}


def rule(*ids: str) -> Callable[[F], F]:
    """Mark the function, method or class that enforces these rules of the title in whose folder it stands."""

    def cite(subject: F) -> F:
        module = subject.__module__
        title = module.removeprefix(_GAMES).split(".")[0] if module.startswith(_GAMES) else ""
        for rule_id in ids:
            place = f"{module}.{subject.__qualname__}"
            places = _citations.setdefault(title, {}).setdefault(rule_id, [])
            if place not in places:
                places.append(place)
        return subject

    return cite


def citations(title: str) -> dict[str, list[str]]:
    """Rule id to the functions that enforce it, for a title that has been imported."""
    return _citations.get(title, {})


class Status(enum.Enum):
    """What a title's rule list claims of a rule."""

    ENFORCED = "enforced"
    NOT_APPLICABLE = "not-applicable"
    MISSING = "missing"


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule of a title's rulebook: names and a summary in our own words, by language."""

    id: str
    title: dict[str, str]
    summary: dict[str, str]
    status: Status
    reason: str = ""
    """Why a rule is not applicable, or what is missing."""


class Coverage(msgspec.Struct, frozen=True):
    """A title's rule list set against its code and its tests."""

    rules: int
    implemented: int
    tested: int
    not_applicable: int
    missing: tuple[str, ...]


def tests_folder() -> Path:
    """Where the tests stand in a checkout; an installed package has none."""
    return Path(__file__).parents[3] / "tests"


def rules_under_test(title: str, folder: Path | None = None) -> dict[str, list[str]]:
    """Rule id to the tests marked `rule("title:id")`, found by reading the test files."""
    found: dict[str, list[str]] = {}
    root = folder or tests_folder()
    for path in sorted(root.rglob("test_*.py")) if root.is_dir() else ():
        for name, mark in _marks(ast.parse(path.read_text(encoding="utf8"))):
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


def coverage(title: str, rules: Iterable[Rule], tested: dict[str, list[str]]) -> Coverage:
    """Count what is enforced by code and held by a test; what is claimed without either counts as missing."""
    cited = citations(title)
    listed = list(rules)
    claimed = [r for r in listed if r.status is Status.ENFORCED]
    implemented = [r.id for r in claimed if r.id in cited]
    proved = [rule_id for rule_id in implemented if rule_id in tested]
    missing = [r.id for r in listed if r.status is not Status.NOT_APPLICABLE and r.id not in proved]
    return Coverage(
        rules=len(listed),
        implemented=len(implemented),
        tested=len(proved),
        not_applicable=sum(r.status is Status.NOT_APPLICABLE for r in listed),
        missing=tuple(missing),
    )
