"""Drawings as arrays of pixels."""

from __future__ import annotations

import io

import numpy as np
import numpy.typing as npt
from PIL import Image

from sandtable.render import png

SCALE = 0.5
"""Pixels to each unit of the drawing."""


def pixels(svg: str) -> npt.NDArray[np.uint8]:
    """A drawing as rows of red, green and blue."""
    with Image.open(io.BytesIO(png(svg, SCALE))) as picture:
        return np.asarray(picture.convert("RGB"), np.uint8)
