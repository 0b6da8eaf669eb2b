"""What the tests of the titles read and reach, gathered from all processes of a run and judged at its end.

Whether a field of data is read by anything, or a function that cites a rule is ever reached in play, no single test can
tell. So every test adds to one record, and where a run has passed all of tests/games and tests/testing, what is still
unread or unreached must be exactly what `tests/games/unread.yaml` and `tests/games/unreached.yaml` say.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable import datafile, games
from sandtable.testing.reaches import Reaches
from sandtable.testing.reads import Reads, unread

ASKED_FOR = "SANDTABLE_EVIDENCE"
"""The variable of the environment that has a run gather evidence: `make evidence` sets it."""
GAMES, CONFORMANCE = (Path(__file__).parent / name for name in ("games", "testing"))
CODE = Path(games.__path__[0])
TITLES = sorted(
    folder.parent.name
    for folder in CODE.glob("*/data")
    if "TITLE" in (folder.parent / "__init__.py").read_text("utf-8")
)
"""The titles that can be played; data that no title plays yet is not asked for by anybody."""
FINISHED = [
    title_id
    for title_id in TITLES
    if "status: missing" not in (CODE / title_id / "data" / "rules.yaml").read_text("utf-8")
]
"""Those of them that have all their rules: data and code of the others may wait for rules that are missing."""


class Record(msgspec.Struct):
    """What one process or several have found."""

    known: set[str] = set()
    read: set[str] = set()
    cited: set[str] = set()
    reached: set[str] = set()
    whole: bool = True
    """Whether all tests that count were to be run."""

    def add(self, other: Record) -> None:
        self.known |= other.known
        self.read |= other.read
        self.cited |= other.cited
        self.reached |= other.reached
        self.whole &= other.whole


class Recorder:
    """Records in a process that runs tests."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._reads = Reads({title_id: CODE / title_id / "data" for title_id in FINISHED})
        self._reaches = Reaches(())
        self._open = ExitStack()
        self._open.enter_context(self._reads.listening())
        self._reads.go_on()

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        self._record.whole &= not items

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._reaches = Reaches(FINISHED)
        self._reaches.go_on()
        collected = {item.path for item in session.items}
        self._record.whole &= collected.issuperset([*GAMES.rglob("test_*.py"), *CONFORMANCE.rglob("test_*.py")])
        self._record.whole &= not any("::" in argument for argument in session.config.args)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self._open.close()
        self._reaches.pause()
        self._record.add(
            Record(self._reads.known, self._reads.read, self._reaches.cited, self._reaches.reached, self._record.whole)
        )
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["evidence"] = msgspec.json.encode(self._record).decode()


class Judge:
    """Judges in the process that reports on the run."""

    def __init__(self, record: Record) -> None:
        self._record = record

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        told = getattr(node, "workeroutput", {}).get("evidence")
        self._record.add(Record(whole=False) if told is None else msgspec.json.decode(told, type=Record))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if not self._record.whole or not self._record.cited or session.exitstatus != pytest.ExitCode.OK:
            return
        for question, faults in verdict(self._record).items():
            outcome, told = ("failed", "\n".join(faults)) if faults else ("passed", None)
            report = pytest.TestReport(
                nodeid=f"tests/games::{question}",
                location=("tests/games", None, question),
                keywords={},
                outcome=outcome,
                longrepr=told,
                when="call",
            )
            session.config.hook.pytest_runtest_logreport(report=report)
            if faults:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED


def verdict(record: Record) -> dict[str, list[str]]:
    """What is amiss with the data and with the citations of the titles."""
    untouched = unread(record.known, record.read)
    unreached = [
        place.removeprefix(f"{games.__name__}.").replace(".", " ", 1) for place in sorted(record.cited - record.reached)
    ]
    return {
        "all data is read": _compared("unread.yaml", untouched, "nothing reads it"),
        "all citations are reached in play": _compared("unreached.yaml", unreached, "play never reaches it"),
    }


def _compared(file: str, found: list[str], fault: str) -> list[str]:
    """What is found against what is known of old; both change only together."""
    known = admitted(file)
    return [f"{place}: {fault}" for place in found if place not in known] + [
        f"{place}: no longer so: strike it from tests/games/{file}" for place in known if place not in found
    ]


def admitted(file: str) -> dict[str, str]:
    """The places that a list of what is still to be mended admits, each as `title place`, with the reason."""
    listed = datafile.read(GAMES / file, dict[str, dict[str, str]])
    return {f"{title_id} {place}": reason for title_id, places in listed.items() for place, reason in places.items()}


def pytest_configure(config: pytest.Config) -> None:
    if ASKED_FOR not in os.environ:
        return
    record = Record()
    is_worker = hasattr(config, "workerinput")
    if is_worker or config.getoption("dist", "no") == "no":
        config.pluginmanager.register(Recorder(record))
    if not is_worker:
        config.pluginmanager.register(Judge(record))
