"""What long texts cost a model, and what it costs with each remedy of Reformer alone.

Kitaev, Kaiser, Levskaya (2020), arXiv:2001.04451, section 1: attention compares all tokens with
all, activations are stored for every layer, and feed-forward networks are wider than the model.
Bytes are those that torch's allocator holds at once on a processor.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from models.long_texts.cost import learning_peak
from models.long_texts.recorded import record, replace_hashing
from models.runtime.peak_memory import peak_bytes
from models.schema.batch import LanguageModel, as_module, collate, evaluation_mode
from models.schema.records import ModelInput
from models.schema.specs import ArchSpec, ExtraSpec


@dataclass(frozen=True)
class Remedies:
    """Costs of one text without and with each remedy; None where the model does not have it.

    `pairs`: of tokens that a layer compares in one head, the first layer that hashes. `learning`:
    bytes of a forward and a backward pass. `feeding`: bytes of a feed-forward network, which reads
    all tokens at once, or parts of the text. `difference` is the greatest one of all last hidden
    states.
    """

    length: int
    width: int
    inner: int
    num_layers: int
    pairs: tuple[int, int] | None = None
    learning: tuple[int, int] | None = None
    feeding: tuple[int, int] | None = None
    difference: float | None = None


def measure_remedies(
    model: LanguageModel, spec: ArchSpec, model_input: ModelInput, fed_at_once: int
) -> Remedies:
    """Run the passes on copies of the model; a feed-forward network reads `fed_at_once` tokens."""
    size = model.config.size
    learning, feeding, difference = None, None, None
    if entry := spec.recompute_entry:
        ways = (replace_hashing(model, spec, **{entry: again}) for again in (False, True))
        stored, again = (learning_peak(one, spec, model_input) for one in ways)
        learning = stored, again
    if entry := spec.fed_at_once_entry:
        networks = [
            part
            for part in as_module(model).modules()
            if getattr(part, "part", "") == "feed_forward"
        ]
        feeding = _feeding_peaks(networks[0], len(model_input), size.width, fed_at_once)
        ways = (replace_hashing(model, spec, **{entry: n}) for n in (0, fed_at_once))
        first, second = (_states(one, spec, model_input) for one in ways)
        difference = max(float((first[name] - second[name]).abs().max()) for name in first)
    pairs = _compared_pairs(model, spec, model_input)
    return Remedies(
        len(model_input),
        size.width,
        size.inner,
        size.num_layers,
        pairs,
        learning,
        feeding,
        difference,
    )


def _compared_pairs(
    model: LanguageModel, spec: ArchSpec, model_input: ModelInput
) -> tuple[int, int] | None:
    """All pairs, and those of the chunks of all rounds, each with the chunks around it."""
    found = record(model, spec, model_input, {"chunks", "buckets"})
    hashed = {one.layer for one in found if one.extra.kind == "buckets"}
    for one in found:
        if one.extra.kind == "chunks" and one.layer in hashed:
            size, *around = (getattr(model.config, key) for key in _keys(one.extra))
            rounds, padded = one.values.shape[-2:]
            return len(model_input) ** 2, rounds * padded * size * (1 + sum(around))
    return None


def _keys(extra: ExtraSpec) -> tuple[str, ...]:
    return extra.size_key, *extra.around_keys


def _feeding_peaks(
    network: nn.Module, length: int, width: int, fed_at_once: int
) -> tuple[int, int]:
    """The most bytes besides the input of a network that reads all tokens, and in parts."""
    x = torch.randn(1, length, width, generator=torch.Generator().manual_seed(0))

    def read_whole() -> Tensor:
        with torch.inference_mode():
            result: Tensor = network(x)
            return result

    def read_in_parts() -> Tensor:
        with torch.inference_mode():
            return torch.cat([network(part) for part in torch.split(x, fed_at_once, 1)], 1)

    return peak_bytes(read_whole), peak_bytes(read_in_parts)


def _states(model: LanguageModel, spec: ArchSpec, model_input: ModelInput) -> dict[str, Tensor]:
    batch = collate([spec.apply_all_feeds(model_input, model)], with_targets=False)
    with torch.inference_mode(), evaluation_mode(model):
        states: dict[str, Tensor] = model(batch)
    return states
