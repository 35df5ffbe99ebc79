"""A part of a graph as GraphML, CSV or JSON, and as a graph of networkx."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from models.knowledge.graph import KnowledgeGraph, Subgraph
from models.runtime.files import write_text

FORMATS = ("graphml", "csv", "json")
# XML 1.0 has no such characters, not even escaped.
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_networkx(graph: KnowledgeGraph, part: Subgraph) -> Any:
    """A MultiDiGraph: nodes are ids with name, kind and distance, edges have their relation."""
    import networkx  # slow to import

    made = networkx.MultiDiGraph()
    for number, distance in zip(part.entities.tolist(), part.distances.tolist(), strict=True):
        entity = graph.entities[number]
        made.add_node(number, name=entity.name, kind=entity.kind, distance=distance)
    for head, relation, tail in part.triples.tolist():
        made.add_edge(head, tail, key=relation, relation=graph.relations[relation].name)
    return made


def as_graphml(graph: KnowledgeGraph, part: Subgraph) -> str:
    return graphml_of(to_networkx(graph, part))


def graphml_of(made: Any) -> str:
    """A graph of networkx as GraphML (Brandes et al. 2002), which Gephi and yEd read.

    Characters that XML does not have are replaced in its texts.
    """
    import networkx  # slow to import

    nodes, edges = dict(made.nodes(data=True)).values(), (e[2] for e in made.edges(data=True))
    for attributes in (*nodes, *edges):
        for key, value in attributes.items():
            if isinstance(value, str):
                attributes[key] = _NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", value)
    return "\n".join(networkx.generate_graphml(made, named_key_ids=True)) + "\n"


def as_csv(graph: KnowledgeGraph, part: Subgraph) -> str:
    """A line for each triple, by names."""
    return rows_as_csv(("subject", "relation", "object"), map(graph.named_triple, part.triples))


def rows_as_csv(header: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def as_json(graph: KnowledgeGraph, part: Subgraph) -> str:
    made = to_networkx(graph, part)
    content = {
        "entities": [{"id": node, **values} for node, values in made.nodes(data=True)],
        "triples": [
            {"head": head, "relation": values["relation"], "tail": tail}
            for head, tail, values in made.edges(data=True)
        ],
        "left_out": part.num_left_out,
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


WRITERS = {"graphml": as_graphml, "csv": as_csv, "json": as_json}


def write_subgraph(path: Path, graph: KnowledgeGraph, part: Subgraph) -> None:
    """Write in the format that the ending says. Raises ValueError, FileExistsError, OSError."""
    writer = WRITERS.get(path.suffix.lower().removeprefix("."))
    if writer is None:
        raise ValueError(f"the ending of {path.name} says no format. Use .{', .'.join(FORMATS)}.")
    if path.exists() or path.is_symlink():
        raise FileExistsError(f"{path} exists already. Choose another name.")
    write_text(path, writer(graph, part))
