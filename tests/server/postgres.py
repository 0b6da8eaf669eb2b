"""A PostgreSQL server for tests and measurements, from Debian's packages, in a folder of its own."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from server.harness import free_port


class NoPostgres(Exception):
    """PostgreSQL cannot be had here; the message says why."""


def programs() -> Path:
    """The folder of `initdb` and `pg_ctl`. Raises NoPostgres."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not versions:
        raise NoPostgres("PostgreSQL is not installed: apt-get install postgresql")
    return versions[-1].parent


def _user() -> str | None:
    """Whom to run it as: PostgreSQL refuses root."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    raise NoPostgres("PostgreSQL does not run as root, and there is no user postgres")


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """The address of an empty database. Raises NoPostgres."""
    bin_, user = programs(), _user()
    folder = Path(tempfile.mkdtemp(prefix="sandtable-pg-"))
    if user is not None:
        shutil.chown(folder, user)
    data, port = folder / "data", free_port()

    def run(program: str, *args: str) -> None:
        done = subprocess.run(
            [str(bin_ / program), *args], user=user, cwd=folder, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise NoPostgres(f"{program} failed: {done.stderr or done.stdout}")

    run("initdb", "-D", str(data), "-U", "sandtable", "--auth=trust", "--no-sync", "-E", "UTF8")
    options = f"-h 127.0.0.1 -p {port} -k {folder}"
    run("pg_ctl", "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options, "start")
    try:
        yield f"postgresql://sandtable@127.0.0.1:{port}/postgres"
    finally:
        run("pg_ctl", "-D", str(data), "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)
