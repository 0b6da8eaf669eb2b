"""A heat map to be laid over a drawing of the board: how much there was of something in each hex."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.board.board import Board
from sandtable.render.map import document
from sandtable.render.sheet import Sheet
from sandtable.render.svg import el, group, mix, points, text

_COOL, _WARM, _HOT = "#ffe08a", "#f26b1d", "#8c0d25"
_WASH = "#fdfbf4"


def heat_svg(board: Board, amounts: Mapping[str, float], tip: str) -> str:
    """Hexes coloured by amount over a wash that lets the map shine through.

    `tip` is what pointing at a hex says, with `{hex}` and `{amount}`. Labels that are not on the board are left out.
    """
    sheet = Sheet(board)
    most = max(amounts.values(), default=0.0)
    wash = el("path", d=sheet.border(sheet.everything), fill=_WASH, fill_opacity="0.4")
    drawn = [
        _hex(sheet, label, amount / most, tip.format(hex=label, amount=f"{amount:.2f}"))
        for label, amount in amounts.items()
        if amount > 0 and label in board.index
    ]
    return document(wash + group(drawn, fill_opacity="0.82"), sheet.width, sheet.height)


def heat_colour(share: float) -> str:
    """The colour of a share of the greatest amount: small ones are drawn up, so that they can be told from nothing."""
    warmth = share**0.5
    return mix(_COOL, _WARM, warmth * 2) if warmth < 0.5 else mix(_WARM, _HOT, warmth * 2 - 1)


def _hex(sheet: Sheet, label: str, share: float, tip: str) -> str:
    corners = points(sheet.corners[sheet.board.index[label]])
    return el("polygon", el("title", text(tip)), points=corners, fill=heat_colour(share))
