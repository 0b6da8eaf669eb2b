"""Which modules of a title enforce which chapter of its rulebook, as a page made from the citations."""

from __future__ import annotations

import ast
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sandtable.kernel.rules import Rule

PAGES = Path("docs") / "titles"
"""Where the pages stand in a checkout, each as TITLE.md."""

_SENTENCE = re.compile(r"(.+?)\.(\s|$)", re.DOTALL)


def page(title_id: str) -> str:
    """The page of a title in Markdown: chapters in the order of the rulebook, and the modules that cite their rules."""
    from sandtable.kernel import title
    from sandtable.kernel.installed import folders_of
    from sandtable.kernel.rules import Status, citations, cited_code

    found = title(title_id)
    folders = folders_of(title_id)
    assert folders, f"the code of {title_id} does not stand in files"
    folder = folders[0]
    modules = [path for each in reversed(folders) for path in sorted(each.rglob("*.py"))]
    sources = {path: _opening(path) for path in modules if path.name != "__init__.py"}
    code = cited_code(title_id)
    files = {rule_id: {_file(code[place]) for place in places} for rule_id, places in citations(title_id).items()}
    lines = [f"# {found.name['en']}: chapters and modules", "", *_introduction(title_id)]
    for chapter, rules in _chapters(found.rules()):
        lines += ["", f"## {chapter}. {rules[0].title['en']}", ""]
        rows = [
            (_link(path, folder), opening, ", ".join(rule.id for rule in rules if path in files.get(rule.id, ())))
            for path, opening in sources.items()
            if any(path in files.get(rule.id, ()) for rule in rules)
        ]
        if rows:
            lines += _table(("module", "what it is for", "rules"), rows)
        elif all(rule.status is Status.NOT_APPLICABLE for rule in rules):
            lines += ["Asks nothing of a program."]
        else:
            lines += ["No code cites its rules."]
    cited = {path for paths in files.values() for path in paths}
    others = [(_link(path, folder), opening) for path, opening in sources.items() if path not in cited]
    lines += ["", "## Modules that cite no rule", "", *_table(("module", "what it is for"), others)]
    return "\n".join(lines) + "\n"


def _introduction(title_id: str) -> list[str]:
    return [
        f"Made by `sandtable rules {title_id} --map` from the citations in the code; a test holds it to them.",
        f"`sandtable rules {title_id} RULE` shows a rule, the functions that enforce it and the tests that hold it.",
    ]


def _chapters(rules: Iterable[Rule]) -> Iterator[tuple[str, list[Rule]]]:
    """The rules by the number before the first dot or stroke, in the order of the rulebook."""
    found: dict[str, list[Rule]] = {}
    for rule in rules:
        found.setdefault(re.split(r"[./]", rule.id)[0], []).append(rule)
    yield from found.items()


def _opening(path: Path) -> str:
    """The first sentence of a module."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf8"))) or ""
    sentence = _SENTENCE.match(text)
    return " ".join((sentence[1] if sentence else text).split())


def _file(code: Callable[..., object]) -> Path:
    return Path(str(sys.modules[code.__module__].__file__))


def _link(path: Path, folder: Path) -> str:
    name = Path(os.path.relpath(path, folder)).as_posix().removeprefix("../")
    root = next((each for each in folder.parents if (each / "pyproject.toml").is_file()), None)
    return f"`{name}`" if root is None else f"[{name}]({Path(os.path.relpath(path, root / PAGES)).as_posix()})"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), *rows)]
