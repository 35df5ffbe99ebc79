"""The graph of a figure as GraphML, with the places of its nodes."""

from __future__ import annotations

from pathlib import Path

from explorer.core.files import write
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.knowledge.neighbourhood import Neighbourhood
from explorer.core.localization import tr
from models.knowledge.writing import graphml_of

SIZE = 1000.0  # of the figure, in the units of x and y


def graphml(shown: Neighbourhood) -> bytes:
    """Nodes with names, kinds and places; edges with their relations, several between two nodes."""
    import networkx as nx  # slow to import

    graph = nx.MultiDiGraph()
    for node, (x, y) in zip(shown.nodes, shown.places.tolist(), strict=True):
        graph.add_node(
            node.entity,
            name=node.name,
            kind=node.kind,
            linked=node.linked,
            degree=node.degree,
            x=x * SIZE,
            y=y * SIZE,
        )
    names = {one.id: one.name for one in shown.relations}
    for head, relation, tail in shown.triples.tolist():
        graph.add_edge(head, tail, relation=names[relation])
    return graphml_of(graph).encode()


def write_graphml(shown: Neighbourhood, path: Path) -> Work:
    """Write the file, whole or not at all; returns its path. Raises UserError."""
    yield Progress(tr("Writing {path}", path=path.name))
    write(path, graphml(shown))
    return path
