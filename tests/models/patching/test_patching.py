"""Patches in every architecture, on models with random weights."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from models.attribution.methods import ExplainedPrediction, word_score
from models.inference.mask_filling import mask_logits
from models.patching.likelihood import log_probabilities, masked_inputs
from models.patching.patching import (
    ATTENTION,
    FEED_FORWARD,
    HIDDEN,
    Patch,
    num_heads,
    patched_scores,
    sites,
    states_at,
)
from models.schema.registry import catalog
from models.schema.specs import ArchSpec
from tests.models import oracle

VOCAB, LENGTH, ROW, WORD = oracle.SIZES[0].vocab_size, 9, 1, 3
SPECS = list(catalog().architectures.values())
specs = pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])
EVERY = tuple(range(LENGTH))


def two_runs(spec: ArchSpec) -> tuple[ExplainedPrediction, ExplainedPrediction, str]:
    """Two inputs of one length and the stream that their prediction is read from."""
    model = oracle.random_model(spec)
    head = next(one for one in spec.heads_of(model) if one.predicts == "token")
    first, second = (oracle.fed(spec, oracle.random_input(VOCAB, LENGTH, seed)) for seed in (0, 1))
    written = {n: v for n, v in first.feeds.items() if spec.is_decoder_input(n)}
    second = replace(second, feeds={**second.feeds, **written})
    score = word_score(model, head, [ROW], [WORD])
    changed = np.ones(LENGTH, dtype=bool)
    one, other = (
        ExplainedPrediction(model, spec, fed, score, changed, 0) for fed in (first, second)
    )
    return one, other, head.stream


def scores(base: ExplainedPrediction, states: object, patches: list[Patch]) -> np.ndarray:
    return np.concatenate(list(patched_scores(base, states, patches)))  # type: ignore[arg-type]


@specs
def test_all_states_of_the_last_layer_give_the_other_prediction_and_none_changes_nothing(
    spec: ArchSpec,
) -> None:
    base, source, stream = two_runs(spec)
    layers = sites(base, stream, HIDDEN)
    states = states_at(source, layers)
    found = scores(base, states, [Patch(layers[-1], EVERY, EVERY), Patch(layers[0], (), ())])
    ends = [one.both_ends[0] for one in (base, source)]
    assert ends[0] != pytest.approx(ends[1], abs=1e-3)
    assert found == pytest.approx([ends[1], ends[0]], abs=1e-4)


@specs
def test_a_batch_of_patches_is_as_one_patch_at_a_time(spec: ArchSpec) -> None:
    """Also of the heads and the feed-forward networks, where an architecture has them."""
    base, source, stream = two_runs(spec)
    patches: list[Patch] = []
    states = {}
    for kind in (HIDDEN, ATTENTION, FEED_FORWARD):
        layers = sites(base, stream, kind)
        states |= states_at(source, layers)
        patches += [Patch(site, (at,), (at,)) for site in layers[-2:] for at in (0, ROW)]
        if kind == ATTENTION and layers:
            patches.append(Patch(layers[0], EVERY, EVERY, num_heads(base, layers) - 1))
    together = scores(base, states, patches)
    alone = [scores(base, states, [patch])[0] for patch in patches]
    assert together == pytest.approx(alone, abs=1e-4)
    attends = any(spec.stream(name).attends for name in base.model.streams)
    assert attends == any(patch.head is not None for patch in patches)


def test_all_heads_together_are_the_output_of_the_attention() -> None:
    base, source, stream = two_runs(catalog().architectures["bert"])
    layer = sites(base, stream, ATTENTION)[0]
    theirs, own = states_at(source, [layer]), states_at(base, [layer])
    whole = scores(base, theirs, [Patch(layer, EVERY, EVERY)])
    ((place, tensor),) = own.items()
    mixed = {place: torch.cat([theirs[place][:, :1], tensor[:, 1:]], 1)}
    first = scores(base, theirs, [Patch(layer, EVERY, EVERY, 0)])
    assert first == pytest.approx(scores(base, mixed, [Patch(layer, EVERY, EVERY)]), abs=1e-5)
    assert first != pytest.approx(whole, abs=1e-4)


@pytest.mark.parametrize("name", ["bert", "xlnet"])
def test_pseudo_log_likelihood_is_that_of_one_mask_after_the_other(name: str) -> None:
    spec = catalog().architectures[name]
    model = oracle.random_model(spec)
    head = spec.head_for("fill_mask")
    assert head is not None
    fed, mask, places = oracle.random_input(VOCAB, LENGTH), 4, [0, 3, 7]
    found = log_probabilities(model, spec, head, masked_inputs(spec, fed, places, mask))
    for row, at in zip(found, places, strict=True):
        ids = fed.input_ids.copy()
        ids[at] = mask
        logits = torch.from_numpy(mask_logits(model, spec, replace(fed, input_ids=ids), [at]))
        assert row == pytest.approx(logits[0].log_softmax(-1).numpy(), abs=1e-4)
