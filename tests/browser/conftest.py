"""A server and a real Chromium for the tests of this folder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from browser.visitor import PATIENCE, Desks, Visitor
from sandtable.server.browser import FOLDER
from sandtable.server.settings import Settings
from server.harness import NO_LIMITS, Server, serving

_FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-site-isolation-trials",
    "--disable-sync",
    "--no-first-run",
    "--renderer-process-limit=1",
]
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all, because the processes of a server take seconds to start."""
    assert (FOLDER / "index.html").exists(), "the pages are not built; run make setup"
    database = f"sqlite:///{tmp_path_factory.mktemp('browser')}/games.sqlite3"
    with serving(Settings(database=database, limits=NO_LIMITS, pause=0)) as running:
        yield running


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Only for the tests of this folder: Playwright keeps an event loop, which other tests must not meet."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert path, "there is no Chromium; run make test"
    flags = [*_FLAGS, "--no-sandbox"] if os.geteuid() == 0 else _FLAGS
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def desks(chromium: Browser) -> Desks:
    return Desks(chromium)


@pytest.fixture
def visitor(server: Server, desks: Desks) -> Iterator[Visitor]:
    """Somebody at a desk."""
    with desks.visitor(server) as someone:
        yield someone


@pytest.fixture
def other(server: Server, desks: Desks) -> Iterator[Visitor]:
    """Somebody else, at another machine."""
    with desks.visitor(server) as someone:
        yield someone


@pytest.fixture
def newcomer(server: Server, chromium: Browser) -> Iterator[Visitor]:
    """Somebody whose browser is started anew, and changed for good."""
    with Visitor(chromium, server) as someone:
        yield someone
