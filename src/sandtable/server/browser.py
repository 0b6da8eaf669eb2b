"""The browser client as files: what Vite has built, or a page that says how to build it."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent / "static"

_INLINE = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)
_FOR_EVER = "public, max-age=31536000, immutable"
_MISSING = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sandtable</title></head>
<body><h1>Sandtable</h1><p>The server runs, but its pages have not been built yet. In the folder of the source, run
<code>make setup</code>, then load this page again.</p><p>Programs find the server's calls in
<a href="/api/docs">/api/docs</a>.</p></body></html>
"""


class Browser(StaticFiles):
    """The built files; an address that names none of them gets the one page of the client."""

    def __init__(self, folder: Path = FOLDER) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._folder = folder

    async def get_response(self, path: str, scope: Scope) -> Response:
        if not (self._folder / "index.html").is_file():
            return HTMLResponse(_MISSING, 503)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or Path(path).suffix:
                raise
            response = await super().get_response("index.html", scope)
        named_by_content = path.startswith("assets/") and response.status_code in (200, 304)
        response.headers["cache-control"] = _FOR_EVER if named_by_content else "no-cache"
        return response


def script_hashes(folder: Path = FOLDER) -> list[str]:
    """The scripts that stand in the page itself, as a content security policy names them."""
    index = folder / "index.html"
    if not index.is_file():
        return []
    scripts = _INLINE.findall(index.read_text(encoding="utf8"))
    return [f"'sha256-{base64.b64encode(hashlib.sha256(each.encode()).digest()).decode()}'" for each in scripts]
