"""The graph of a figure as GraphML (Brandes et al. 2002), which Gephi, yEd and networkx read."""

from __future__ import annotations

import io
import re
from pathlib import Path

import networkx as nx

from explorer.core.files import write
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.knowledge.neighbourhood import Neighbourhood

SIZE = 1000.0  # of the figure, in the units of x and y
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0, Char


def graphml(shown: Neighbourhood) -> bytes:
    """Nodes with names, kinds and places; edges with their relations, several between two nodes."""
    graph = nx.MultiDiGraph()
    for node, (x, y) in zip(shown.nodes, shown.places.tolist(), strict=True):
        graph.add_node(
            node.entity,
            name=_clean(node.name),
            kind=_clean(node.kind),
            linked=node.linked,
            degree=node.degree,
            x=x * SIZE,
            y=y * SIZE,
        )
    names = {one.id: _clean(one.name) for one in shown.relations}
    for head, relation, tail in shown.triples.tolist():
        graph.add_edge(head, tail, relation=names[relation])
    out = io.BytesIO()
    nx.write_graphml(graph, out, named_key_ids=True)
    return out.getvalue()


def write_graphml(shown: Neighbourhood, path: Path) -> Work:
    """Write the file, whole or not at all; returns its path. Raises UserError."""
    yield Progress(f"Writing {path.name}")
    write(path, graphml(shown))
    return path


def _clean(text: str) -> str:
    return NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
