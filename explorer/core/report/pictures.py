"""Checks the pictures of a report, which may be from someone else: nothing in them runs."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

NAMESPACE = "{http://www.w3.org/2000/svg}"
# What Qt's writer of SVG uses, and no more.
ELEMENTS = frozenset(
    f"{NAMESPACE}{name}"
    for name in (
        *("svg", "title", "desc", "defs", "g", "path", "polyline", "polygon", "rect", "circle"),
        *("ellipse", "line", "text", "tspan", "image", "use", "linearGradient", "radialGradient"),
        *("stop", "clipPath", "mask", "pattern"),
    )
)
INSIDE = ("#", "data:image/png;", "data:image/jpeg;")  # how a reference begins that loads nothing


def check_svg(svg: str) -> str:
    """The same text. Raises ValueError if it is no SVG, runs a script, or loads another file."""
    if "<!doctype" in svg.lower() or "<!entity" in svg.lower():
        raise ValueError("a picture declares a document type")
    try:
        root = ElementTree.fromstring(svg)
    except (ElementTree.ParseError, ValueError) as error:
        raise ValueError(f"a picture is no SVG ({error})") from error
    if root.tag != f"{NAMESPACE}svg":
        raise ValueError("a picture is no SVG")
    for element in root.iter():
        _check(element)
    return svg


def _check(element: ElementTree.Element) -> None:
    if element.tag not in ELEMENTS:
        raise ValueError(f"a picture has an element {str(element.tag)[:80]!r}")
    for name, value in element.attrib.items():
        local = name.rpartition("}")[2].lower()
        if local.startswith("on"):
            raise ValueError(f"a picture has a script ({local[:80]})")
        if local in ("href", "src") and not value.strip().lower().startswith(INSIDE):
            raise ValueError("a picture loads another file")
        if "url(" in value.replace("url(#", "") or "javascript:" in value.lower():
            raise ValueError("a picture loads another file")
