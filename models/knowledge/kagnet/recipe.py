"""What a recipe of fine-tuning says about its knowledge graph; needs no torch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from models.knowledge.paths import PathLimits

WORLD = "world"  # the source that is no file
EDGES: Mapping[str, str] = {
    "graph": "The graph",
    "shuffled": "Tails exchanged within each relation",
    "none": "No graph: the text alone",
}
POOLING: Mapping[str, str] = {"mean": "Mean of all tokens", "first": "State of the first token"}


@dataclass(frozen=True)
class GraphRecipe:
    """A graph beside the text of choices.

    source: "world" for the graph of the mini-world, else a file of triples or a saved graph.
    embeddings: a file of TransE embeddings of this graph; empty, they are trained first.
    The authors read layer -2 of a fine-tuned BERT, its first state; widths and margin are theirs.
    """

    source: str = WORLD
    edges: str = "graph"
    max_length: int = 3
    max_paths: int = 100
    threshold: float = 0.15
    layer: int = -2  # of the statement vector, counted from the last
    pooling: str = "mean"
    embeddings: str = ""
    embedding_size: int = 32
    embedding_epochs: int = 100
    path_width: int = 128
    pair_width: int = 128
    margin: float = 0.2

    def __post_init__(self) -> None:
        for name, known in (("edges", EDGES), ("pooling", POOLING)):
            if (value := getattr(self, name)) not in known:
                raise ValueError(f"{name} must be one of {', '.join(known)}, not {value!r}")
        for name in ("embedding_size", "embedding_epochs", "path_width", "pair_width"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")
        if self.layer >= 0:
            raise ValueError("layer is counted from the last one, -1; it must be below 0")
        if not self.source or not self.margin > 0:
            raise ValueError("source must not be empty, and margin must be above zero")
        _ = self.limits  # raises

    @property
    def limits(self) -> PathLimits:
        return PathLimits(self.max_length, self.max_paths, self.threshold)
