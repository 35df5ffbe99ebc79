"""Checks the pictures of a report, which may be from someone else: nothing in them runs."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import chain

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
GRADIENTS = (f"{NAMESPACE}linearGradient", f"{NAMESPACE}radialGradient")  # they draw nothing
MAX_ELEMENTS = 1_000_000  # a map of 512 tokens has 262,144
MAX_AGAIN = 50_000  # elements that are drawn once more because others refer to them
MAX_DEPTH = 64  # of groups in groups
ROOT = ""  # the whole picture
REFERENCE = re.compile(r"url\(#([^)]*)\)")
INSIDE = ("#", "data:image/png;", "data:image/jpeg;")  # how a reference begins that loads nothing


def check_svg(svg: str) -> str:
    """Return an SVG unchanged. Raises ValueError if it is none, runs a script, or loads a file.

    It is rejected too if it would draw more than any figure does: a few elements that each draw
    another one ten times are thousands.
    """
    if svg.count("<") > 2 * MAX_ELEMENTS:
        raise ValueError("a picture has too many elements")
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
    _check_depth(root)
    if _num_drawn(root) > sum(1 for _ in root.iter()) + MAX_AGAIN:
        raise ValueError("a picture draws too many elements")
    return svg


def _check_depth(root: ElementTree.Element) -> None:
    level = [root]
    for _ in range(MAX_DEPTH):
        level = [inner for element in level for inner in element]
        if not level:
            return
    raise ValueError("a picture has too many groups in groups")


def _num_drawn(root: ElementTree.Element) -> int:
    """How many elements are drawn, those that others refer to as often; more than enough is enough.

    Raises ValueError for an element that draws itself.
    """
    named: dict[str, list[ElementTree.Element]] = {ROOT: [root]}
    for element in root.iter():
        if (name := element.get("id")) and element.tag not in GRADIENTS:
            named.setdefault(f"#{name}", []).append(element)
    references: dict[str, Counter[str]] = {}
    waiting = [ROOT]
    while waiting:
        if (name := waiting.pop()) not in references:
            parts = named.get(name, ())
            references[name] = Counter(chain.from_iterable(map(_references, parts)))
            waiting += references[name]
    drawn: dict[str, int] = {}
    try:
        for name in TopologicalSorter(references).static_order():
            own = sum(1 for part in named.get(name, ()) for _ in part.iter())
            others = sum(count * drawn[one] for one, count in references[name].items())
            drawn[name] = min(own + others, MAX_ELEMENTS + MAX_AGAIN + 1)
    except CycleError as error:
        raise ValueError("a picture draws a part of itself inside it") from error
    return drawn[ROOT]


def _references(element: ElementTree.Element) -> Iterator[str]:
    """What an element and all in it refer to, as "#name"."""
    for inner in element.iter():
        for name, value in inner.attrib.items():
            if name.rpartition("}")[2].lower() == "href" and value.strip().startswith("#"):
                yield value.strip()
            if "url(" in value:
                yield from (f"#{one}" for one in REFERENCE.findall(value))


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
