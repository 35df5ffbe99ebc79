"""What transformers has for each architecture: the table behind the parity tests.

A new architecture adds one entry to ORACLES. Weights are drawn wide and norms off one, so that a
tensor in the wrong place, or a forgotten bias, shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import transformers
from torch import Tensor

from models.batch import Batch, LanguageModel
from models.configs import Size
from models.records import Corruption, Encoding
from models.specs import ArchSpec
from models.taps import recording

SIZES = (
    Size(61, width=32, num_layers=3, num_heads=4, inner=48, num_positions=24),
    Size(97, width=24, num_layers=1, num_heads=1, inner=96, num_positions=32),
    Size(50, width=64, num_layers=2, num_heads=16, inner=40, num_positions=17),
)


@dataclass(frozen=True)
class Tower:
    """One published part: its class, which stream it is, and where its outputs hold our logits."""

    stream: str
    model: Any
    config: Callable[[Size], Any]
    logits: Mapping[str, Callable[[Any], Tensor]]  # by head; (B, T, V), (B, T) or (B, C)
    segments: bool = True


def _bert_like(size: Size) -> dict[str, Any]:
    return {
        "vocab_size": size.vocab_size,
        "hidden_size": size.width,
        "num_hidden_layers": size.num_layers,
        "num_attention_heads": size.num_heads,
        "intermediate_size": size.inner,
        "max_position_embeddings": size.num_positions,
    }


def _bert(size: Size) -> Any:
    return transformers.BertConfig(**_bert_like(size), hidden_act="gelu")


def _gpt2(size: Size) -> Any:
    return transformers.GPT2Config(
        vocab_size=size.vocab_size,
        n_positions=size.num_positions,
        n_embd=size.width,
        n_layer=size.num_layers,
        n_head=size.num_heads,
        n_inner=size.inner,
        bos_token_id=None,
        eos_token_id=None,
    )


def _electra(size: Size) -> Any:
    """Embeddings narrower than the tower where the tower is wide, and as wide elsewhere."""
    return transformers.ElectraConfig(**_bert_like(size), embedding_size=32)


def _electra_generator(size: Size) -> Any:
    narrow = {"hidden_size": size.width // 2, "num_attention_heads": max(1, size.num_heads // 2)}
    return transformers.ElectraConfig(**{**_bert_like(size), **narrow}, embedding_size=32)


def _distilbert(size: Size) -> Any:
    return transformers.DistilBertConfig(
        vocab_size=size.vocab_size,
        dim=size.width,
        n_layers=size.num_layers,
        n_heads=size.num_heads,
        hidden_dim=size.inner,
        max_position_embeddings=size.num_positions,
    )


def _plain(output: Any) -> Tensor:
    return output.logits


ORACLES: dict[str, dict[str, Tower]] = {  # architecture -> subfolder -> tower
    "bert": {
        "": Tower(
            "encoder",
            transformers.BertForPreTraining,
            _bert,
            {
                "mlm": lambda output: output.prediction_logits,
                "nsp": lambda output: output.seq_relationship_logits,
            },
        )
    },
    "gpt2": {
        "": Tower("decoder", transformers.GPT2LMHeadModel, _gpt2, {"lm": _plain}, segments=False)
    },
    "electra": {
        "": Tower("discriminator", transformers.ElectraForPreTraining, _electra, {"rtd": _plain}),
        "generator": Tower(
            "generator", transformers.ElectraForMaskedLM, _electra_generator, {"mlm": _plain}
        ),
    },
    "distilbert": {
        "": Tower(
            "encoder",
            transformers.DistilBertForMaskedLM,
            _distilbert,
            {"mlm": _plain},
            segments=False,
        )
    },
}


WITHOUT_REFERENCE: frozenset[str] = frozenset()  # architectures that transformers does not have


@dataclass(frozen=True)
class Outputs:
    """What one tower yields for a batch."""

    hidden: list[Tensor]  # L + 1 of (B, T, D)
    attention: list[Tensor]  # L of (B, H, T, T)
    logits: dict[str, Tensor]


def scatter_weights(model: torch.nn.Module, seed: int) -> None:
    """Draw every parameter anew, also norms and biases; tied ones stay tied."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            is_norm = parameter.ndim == 1 and name.endswith("weight")
            parameter.normal_(1.0 if is_norm else 0.0, 0.1, generator=generator)


def make_theirs(tower: Tower, size: Size, seed: int) -> Any:
    model = tower.model._from_config(tower.config(size), attn_implementation="eager").eval()
    scatter_weights(model, seed)
    return model


def save_theirs(towers: Mapping[str, Tower], size: Size, folder: Path) -> dict[str, Any]:
    """Random models of theirs, written as they write them, by subfolder."""
    saved = {}
    for seed, (subfolder, tower) in enumerate(towers.items()):
        saved[subfolder] = make_theirs(tower, size, seed)
        saved[subfolder].save_pretrained(folder / subfolder)
    return saved


def open_theirs(tower: Tower, folder: Path, subfolder: str) -> tuple[Any, dict[str, Any]]:
    """Their model from our files, and what they say about it."""
    model, report = tower.model.from_pretrained(
        folder, subfolder=subfolder, attn_implementation="eager", output_loading_info=True
    )
    return model.eval(), report


def run_theirs(tower: Tower, model: Any, batch: Batch) -> Outputs:
    inputs: dict[str, Tensor] = {"input_ids": batch.input_ids}
    if batch.present is not None:
        inputs["attention_mask"] = batch.present.long()
    if batch.segment is not None and tower.segments:
        inputs["token_type_ids"] = batch.segment
    with torch.no_grad():
        output = model(**inputs, output_attentions=True, output_hidden_states=True)
    return Outputs(
        hidden=list(output.hidden_states),
        attention=list(output.attentions),
        logits={head: logits(output) for head, logits in tower.logits.items()},
    )


def run_ours(spec: ArchSpec, stream: str, model: LanguageModel, batch: Batch) -> Outputs:
    hidden_taps, attention_taps = model.hidden_taps(stream), model.attention_taps(stream)
    assert isinstance(model, torch.nn.Module)
    with torch.no_grad(), recording(model, [*hidden_taps, *attention_taps]) as record:
        last = model(batch)[stream]
        logits = {
            head.name: model.logits(head.name, last[:, 0] if head.predicts == "class" else last)
            for head in spec.heads
            if head.stream == stream
        }
    return Outputs(
        hidden=[record[path] for path in hidden_taps],
        attention=[record[path] for path in attention_taps],
        logits=logits,
    )


def corruption(ids: list[int], segment: list[int] | None = None) -> Corruption:
    """The given ids, fed as they are, with names t0, t1 …"""
    length = len(ids)
    encoding = Encoding(
        text="x" * length,
        ids=np.array(ids),
        tokens=tuple(f"t{id_}" for id_ in ids),
        offsets=np.stack([np.arange(length), np.arange(length) + 1], axis=1),
        special=np.zeros(length, dtype=bool),
        segment=np.array(segment or [0] * length),
        word=np.arange(length),
        unknown=np.zeros(length, dtype=bool),
    )
    return Corruption.clean(encoding)


def random_corruption(
    vocab_size: int, length: int, seed: int = 0, pair: bool = False
) -> Corruption:
    ids = np.random.default_rng(seed).integers(vocab_size, size=length).tolist()
    segment = [int(pair and 2 * place >= length) for place in range(length)]
    return corruption(ids, segment)


def random_model(spec: ArchSpec, size: Size = SIZES[0], seed: int = 0) -> Any:
    """Our model with every weight drawn at random, in evaluation mode."""
    model = spec.model_class(spec.config_class.from_size(size)).eval()
    scatter_weights(model, seed)
    return model
