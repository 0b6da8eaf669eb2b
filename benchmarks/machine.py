"""What the machine did while something was measured: who had the processors, and who waited for one."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
_BEAT = 0.02


def waited(pid: int) -> float:
    """How long the first thread of a process has been ready to run while others had the processors, in seconds."""
    try:
        return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


def _family(pid: int) -> list[int]:
    """A process and all that it has started."""
    found, parents = [pid], {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, IndexError):
            parents[int(entry.parent.name)] = int(entry.read_text().rpartition(")")[2].split()[1])
    for each in found:
        found += [child for child, parent in parents.items() if parent == each]
    return found


def _used(pid: int) -> float:
    """How much of a processor a process has had, with its children that have ended, in seconds."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / _TICKS
    except (OSError, IndexError, ValueError):
        return 0.0


class Machine:
    """Compares two moments. `pid` is the server that is measured; this program counts apart."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._lateness: list[float] = []
        self.start()

    def start(self) -> None:
        """Measure from here on."""
        self._begun = time.perf_counter()
        self._lateness.clear()
        self._before = self._now()

    def waited(self) -> float:
        """How long the server's event loop and this program have waited for a processor so far, together."""
        return waited(self._pid) + waited(os.getpid())

    def used(self) -> float:
        """How much of a processor the server itself has had since the start, in seconds."""
        return _used(self._pid) - self._before["server"]

    def memory(self) -> float:
        """How much memory the server itself has, in megabytes."""
        status = Path(f"/proc/{self._pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    async def beat(self) -> None:
        """Note how late this program's own event loop is, for as long as it runs."""
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(_BEAT)
            self._lateness.append(time.perf_counter() - begun - _BEAT)

    def _now(self) -> dict[str, float]:
        fields = [int(each) / _TICKS for each in Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
        busy = sum(fields) - fields[3] - fields[4] - fields[7]
        return {
            "busy": busy,
            "stolen": fields[7],
            "server": _used(self._pid),
            "workers": sum(_used(each) for each in _family(self._pid) if each != self._pid),
            "this program": _used(os.getpid()),
            "loop waited": waited(self._pid),
            "this waited": waited(os.getpid()),
        }

    def told(self) -> str:
        """Who had the processors, as shares of one, and who waited."""
        seconds, after = time.perf_counter() - self._begun, self._now()
        spent = {name: (after[name] - before) / seconds for name, before in self._before.items()}
        others = spent["busy"] - spent["server"] - spent["workers"] - spent["this program"]
        late = sorted(self._lateness) or [0.0]
        high = late[int(len(late) * 0.99)]
        return (
            f"processors (of {os.cpu_count()}): server {spent['server']:.2f}, its workers {spent['workers']:.2f},"
            f" this program {spent['this program']:.2f}, others {max(0.0, others):.2f}, stolen {spent['stolen']:.2f};"
            f" load {os.getloadavg()[0]:.1f}\n"
            f"waited for a processor: the server's loop {spent['loop waited']:.1%} of the time,"
            f" this program {spent['this waited']:.1%}; its own loop was late by p99 {high * 1000:.0f} ms\n"
            + ("" if others < 0.1 else "others were at work beside it: the figures are those of the machine as well\n")
        )


def wait_for_quiet(seconds: float) -> bool:
    """Wait until hardly anybody works on this machine, for so long at most; whether that came about."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        before, begun = _busy(), time.monotonic()
        time.sleep(2)
        if (_busy() - before) / (time.monotonic() - begun) < 0.1:
            return True
    return seconds <= 0


def _busy() -> float:
    fields = [int(each) / _TICKS for each in Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
    return sum(fields) - fields[3] - fields[4]
