"""The files of the browser client."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

import httpx
from starlette.applications import Starlette
from starlette.routing import Mount

from sandtable.server.browser import Browser, script_hashes
from sandtable.server.shield import policy

PAGE = "<!doctype html><script>begin()</script><script type=module src=/assets/a.js></script>"


def client(folder: Path) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(Starlette(routes=[Mount("/", Browser(folder))]))
    return httpx.AsyncClient(transport=transport, base_url="http://test")


async def test_without_a_built_client_the_page_says_how_to_build_it(tmp_path: Path) -> None:
    answer = await client(tmp_path).get("/")
    assert answer.status_code == 503
    assert "make setup" in answer.text


async def test_files_are_served_and_any_other_address_is_the_page(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "a.js").write_text("1")
    browser = client(tmp_path)
    assert (await browser.get("/")).text == PAGE
    assert (await browser.get("/join/somewhere")).text == PAGE
    assert "immutable" in (await browser.get("/assets/a.js")).headers["cache-control"]
    assert (await browser.get("/")).headers["cache-control"] == "no-cache"
    assert (await browser.get("/missing.js")).status_code == 404
    assert (await browser.get("/../conftest.py")).text == PAGE or (
        await browser.get("/../conftest.py")
    ).status_code == 404


def test_scripts_in_the_page_are_allowed_by_their_hash(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(PAGE)
    wanted = base64.b64encode(hashlib.sha256(b"begin()").digest()).decode()
    assert script_hashes(tmp_path) == [f"'sha256-{wanted}'"]
    assert f"script-src 'self' 'sha256-{wanted}'" in policy(script_hashes(tmp_path))
