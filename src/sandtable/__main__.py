"""`python -m sandtable` is the command `sandtable`."""

from __future__ import annotations

from sandtable.cli.main import main

main()
