"""A KagNet in a folder: its weights, the embeddings, and the graph.

knowledge/kagnet.json          recipe, widths, language
knowledge/kagnet.safetensors   weights
knowledge/embeddings.safetensors
knowledge/graph/               the graph
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from models.data.world.lexicon import Language
from models.knowledge.graph import open_graph
from models.knowledge.kagnet.pipeline import GraphModel, new_graph_model
from models.knowledge.kagnet.recipe import GraphRecipe
from models.knowledge.kagnet.source import Knowledge
from models.knowledge.transe import open_transe
from models.runtime.files import read_object, replace_file, write_text
from models.schema.batch import LanguageModel
from models.training.recipe import part_from_table

FOLDER = "knowledge"
ABOUT, WEIGHTS, EMBEDDINGS, GRAPH = (
    "kagnet.json",
    "kagnet.safetensors",
    "embeddings.safetensors",
    "graph",
)


def has_graph_model(folder: Path) -> bool:
    return (folder / FOLDER / ABOUT).is_file()


def save_graph_model(model: GraphModel, knowledge: Knowledge, folder: Path) -> None:
    """Write the KagNet, not the pretrained model. Raises OSError."""
    target = folder / FOLDER
    target.mkdir(parents=True, exist_ok=True)
    weights = {name: p.detach().cpu().contiguous() for name, p in model.kagnet.named_parameters()}
    with replace_file(target / WEIGHTS) as temporary:
        save_file(weights, temporary)
    if not (target / EMBEDDINGS).exists():
        knowledge.transe.save(target / EMBEDDINGS)
    if not (target / GRAPH).exists():
        knowledge.graph.save(target / GRAPH)
    about = {"recipe": asdict(knowledge.recipe), "language": knowledge.language}
    write_text(target / ABOUT, json.dumps(about, indent=1))


def open_graph_model(folder: Path, model: LanguageModel) -> tuple[GraphModel, Knowledge]:
    """A saved KagNet with its pretrained model. Raises ValueError for a damaged folder, OSError."""
    source = folder / FOLDER
    try:
        about = read_object(source / ABOUT)
        recipe = part_from_table(GraphRecipe, about["recipe"], "recipe")
        language: Language = "ko" if about.get("language") == "ko" else "en"
        weights = load_file(source / WEIGHTS)
        graph = open_graph(source / GRAPH)
        knowledge = Knowledge(recipe, graph, open_transe(source / EMBEDDINGS, graph), language)
        made = new_graph_model(model, knowledge, seed=0)
        _load(made, weights)
    except (SafetensorError, KeyError, TypeError, RuntimeError) as error:
        raise ValueError(f"{source} is damaged ({error}). Fine-tune the model again.") from error
    return made, knowledge


def _load(model: GraphModel, weights: Mapping[str, Any]) -> None:
    model.kagnet.load_state_dict(weights)
    for parameter in model.kagnet.parameters():
        if not bool(torch.isfinite(parameter).all()):
            raise ValueError("a weight is no finite number")
