"""Where the models of figures come from: the hashes of their weights, and their papers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import tr
from explorer.core.readable import model_name


def read_sources(unknown: Iterable[str], architectures: Mapping[str, str], engine: Engine) -> Work:
    """The hashes of models whose hash is `unknown`, and papers, both by the keys of models.

    Third are the titles of the papers of the other architectures, which such a figure leaves out.
    """
    hashes = {}
    for key in unknown:
        yield Progress(tr("Reading {key}", key=model_name(key)))
        hashes[key] = hash_of(key, engine)
    catalog = engine.catalog()
    specs = {key: catalog.find_by_model_type(name) for key, name in architectures.items()}
    papers = {key: spec.paper for key, spec in specs.items() if spec is not None}
    every = {spec.paper.title for spec in catalog.architectures.values()}
    return hashes, papers, every - {paper.title for paper in papers.values()}


def hash_of(key: str, engine: Engine) -> str:
    """A checkpoint's hash; empty where it cannot be read, as a curve needs no weights."""
    try:
        return engine.card(key).hash
    except UserError:
        return ""
