"""Reading a drawing back, so that a test can say what it shows."""

from __future__ import annotations

from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def ids(svg: str) -> list[str]:
    """Every id in the order in which it stands."""
    return [element.attrib["id"] for element in parsed(svg).iter() if "id" in element.attrib]


def by_id(svg: str, wanted: str) -> ElementTree.Element:
    return next(element for element in parsed(svg).iter() if element.get("id") == wanted)


def by_class(svg: str, wanted: str) -> list[ElementTree.Element]:
    return [element for element in parsed(svg).iter() if wanted in element.get("class", "").split()]


def texts(element: ElementTree.Element) -> list[str]:
    """Everything written in an element."""
    return ["".join(found.itertext()) for found in element.iter(SVG + "text")]


def shift(element: ElementTree.Element) -> tuple[float, float]:
    """How far the transform of an element moves it."""
    inner = element.attrib["transform"].removeprefix("translate(").split(")")[0]
    x, y = inner.split()
    return float(x), float(y)
