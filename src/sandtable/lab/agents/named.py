"""The names of all that is seen of a title, as a page: `python -m sandtable.lab.agents.named TITLE`."""

from __future__ import annotations

import sys

from sandtable.kernel import AnyTitle
from sandtable.kernel import title as title_of
from sandtable.lab.agents.observations import FACT_COLUMNS, Observations


def page(title: AnyTitle) -> str:
    """Every table with its columns; those that scenarios differ in, such as entry hexes, are of the first."""
    observations = Observations(title, title.scenario().id)
    lines = [
        f"# What an agent sees of {title.name['en']}",
        "",
        f"Version {observations.version}. Made by `python -m sandtable.lab.agents.named {title.id}`; "
        "[agents](../agents.md) says how to read it.",
    ]
    for block in observations.blocks:
        lines += ["", f"## {block.name}", "", ", ".join(f"`{name}`" for name in _grouped(block.columns)) + "."]
        if block.columns == FACT_COLUMNS and block.name == "facts":
            listed = ", ".join(f"`{name}` ({most})" for name, most in observations.observed.facts.items())
            lines += ["", f"Of these fields, so many facts at most: {listed}."]
    omitted = observations.observed.omitted
    if omitted:
        lines += ["", "## Not seen", "", *(f"- `{name}`: {reason}." for name, reason in omitted.items())]
    return "\n".join(lines) + "\n"


def _grouped(columns: tuple[str, ...]) -> list[str]:
    """Columns that are words of the same fact stand together; questions are as many as the texts have."""
    found: dict[str, list[str]] = {}
    for column in columns:
        name, _, word = column.partition(": ")
        if name == "prompt":
            word = "each question of the title's texts"
            if found.get(name):
                continue
        found.setdefault(name, []).extend([word] if word else [])
    return [f"{name}: {' | '.join(words)}" if words else name for name, words in found.items()]


if __name__ == "__main__":
    print(page(title_of(sys.argv[1])), end="")
