"""Switches: optional rules, and readings of open passages, from data/tables/switches.yaml.

```yaml
source: authored
rules: ["10.1", "17.3"]
switches:
  ammunition: {rule: "10.1"}                                   # an optional rule: off unless it is chosen
  suppressed-units-have-fire-zone: {rule: "17.3", value: true}  # a reading: so, unless a game turns it over
```

The text `switch.<name>` says what choosing it does. A scenario offers switches by their rules; the code asks by name.
"""

from __future__ import annotations

from sandtable import datafile
from sandtable.kernel import AnyTitle, Switch, of_content
from sandtable.mechanics.content import HexContent, Strict, Table

FILE = "switches"


class SwitchRow(Strict, frozen=True):
    """A switch: the rule by which it is chosen, and how it stands unless it is."""

    rule: str
    value: bool = False


class SwitchesFile(Table, frozen=True):
    """All switches of a title, in the order in which they are offered."""

    switches: dict[str, SwitchRow]


def offered(title: AnyTitle) -> dict[str, Switch]:
    """What a scenario may offer, by name."""
    file = datafile.read(title.data_file(f"tables/{FILE}.yaml"), SwitchesFile)
    return {name: Switch(row.rule, title.words(f"switch.{name}")) for name, row in file.switches.items()}


def is_on(content: HexContent, name: str) -> bool:
    """Whether an optional rule is in force, or how an open passage is read. Raises KeyError for an unknown name."""
    return _settings(content)[name]


@of_content
def _settings(content: HexContent) -> dict[str, bool]:
    rows = content.table(FILE, SwitchesFile).switches
    return {name: row.value != (row.rule in content.switches) for name, row in rows.items()}
