"""What tables need around them: storage, workers, the post, clocks."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

from sandtable.server.pace import Pace
from sandtable.server.post import Postman
from sandtable.server.storage import Storage
from sandtable.server.workers import Workers


class Services(msgspec.Struct, frozen=True):
    """What tables need around them.

    Hints have a worker of their own, so that neither bots nor odds wait for them; and so has what takes long: saves
    that are checked, positions far back, reports.
    """

    storage: Storage
    bots: Workers
    desk: Workers
    coach: Workers
    office: Workers
    pace: Pace = Pace(0.0)
    post: Postman | None = None
    """Who writes to people whose move it is, if anybody does."""
    now: Callable[[], float] = time.time
    """What the clocks of games go by."""
