"""What a panel computes of a model on another device is what it computes on the CPU."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from models.attribution.checks import shuffle_weights
from models.attribution.methods import (
    ExplainedPrediction,
    gradient_times_input,
    integrated_gradients,
    leave_one_out,
    word_score,
)
from models.attribution.tasks import class_score, span_score, task_logits
from models.checkpoints.checkpoint import load
from models.compression.heads import attention_units, gate_gradients
from models.data.prompt_formats import PromptExample, PromptFormat
from models.inference.lens import hidden_path, lens_logits
from models.inference.mask_filling import (
    MaskedPositions,
    WordReplacer,
    fill_independent,
    fill_one_by_one,
)
from models.inference.prompts import PromptModel
from models.inference.trace import trace
from models.inside.contributions import contributions, task_contributions
from models.inside.record import token_path
from models.inside.steps import TokenPath
from models.long_texts.recorded import record
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
    states_only,
)
from models.runtime.resources import checkpoint_folder
from models.schema.batch import as_module
from models.schema.registry import catalog
from models.schema.specs import ArchSpec
from models.sentences.ablation import SentenceLosses, ablated_losses
from models.sentences.inputs import InputBuilder
from models.sentences.scoring import input_losses
from models.sentences.states import mean_states, token_states
from models.tasks.base import TaskModel
from tests.models import oracle, second_device
from tests.models.second_device import SecondDevice, without_inference_mode

SPECS = list(catalog().architectures.values())
specs = pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])
TOLERANCE = 1e-5
VOCAB, LENGTH, ROW, WORD, AGAINST = oracle.SIZES[0].vocab_size, 9, 1, 3, 5
TEXTS = ["The capital of France is Paris.", "Anna drinks tea.", "Noah works in a bank."]


def on_both(module: torch.nn.Module, compute: Callable[[], Any]) -> tuple[Any, Any]:
    """What it computes on the second device, and on the CPU."""
    expected = compute()
    with SecondDevice(), without_inference_mode():
        second_device.move(module)
        found = compute()
    return found, expected


def assert_alike(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(found, expected, rtol=TOLERANCE, atol=TOLERANCE)


def explained(spec: ArchSpec, seed: int = 0) -> tuple[ExplainedPrediction, str]:
    """A prediction of a random model, and the stream that it is read from."""
    model = oracle.random_model(spec)
    head = next(one for one in spec.heads_of(model) if one.predicts == "token")
    fed = oracle.fed(spec, oracle.random_input(VOCAB, LENGTH, seed))
    score = word_score(model, head, [ROW], [WORD])
    return ExplainedPrediction(model, spec, fed, score, np.ones(LENGTH, dtype=bool), 0), head.stream


# Attribution --------------------------------------------------------------------------------------


@specs
def test_shares_of_tokens(spec: ArchSpec) -> None:
    one, _ = explained(spec)

    def shares() -> list[Any]:
        methods = (gradient_times_input, integrated_gradients, leave_one_out)
        return [method(one).shares for method in methods]

    assert_alike(*on_both(as_module(one.model), shares))


@pytest.mark.parametrize("kind", ["sequence", "span", "token"])
def test_shares_of_the_tokens_for_what_a_fine_tuned_model_says(kind: str) -> None:
    spec = catalog().architectures["bert"]
    task, fed = task_model(spec, kind)
    scores = {
        "sequence": class_score(task, 1, 0),
        "span": span_score(task, 2, 4),
        "token": class_score(task, 1, token=ROW),
    }
    changed = np.ones(len(fed), dtype=bool)
    one = ExplainedPrediction(task.model, spec, fed, scores[kind], changed, 0)  # type: ignore[arg-type]

    def computed() -> list[Any]:
        row = spec.apply_all_feeds(fed, one.model)
        return [gradient_times_input(one).shares, task_logits(task, row).ravel()[:LENGTH]]

    for found, expected in zip(*on_both(task, computed), strict=True):
        assert_alike(found, expected)


def task_model(spec: ArchSpec, kind: str) -> tuple[TaskModel, Any]:
    """A random model with a head for a task, and what it is fed."""
    model = oracle.random_model(spec)
    declared = spec.task_heads[kind]
    outputs = {"choice": 1, "span": 2}.get(kind, 3)
    torch.manual_seed(0)
    task = TaskModel(model, declared.build(model, outputs, **declared.options), kind)
    fed = oracle.random_input(VOCAB, LENGTH)
    return task.eval(), declared.prepare(fed, model.config) if declared.prepare else fed


def test_shuffled_weights() -> None:
    model = as_module(oracle.random_model(catalog().architectures["bert"]))

    def shuffled() -> Any:
        weight = next(shuffle_weights(model, 1).parameters()).detach()
        return weight.cpu().numpy()

    expected = shuffled()
    with SecondDevice():
        second_device.move(model)
        assert_alike(shuffled(), expected)


# Inside -------------------------------------------------------------------------------------------


def numbers_of(path: TokenPath) -> list[Any]:
    values = [one.values for step in path.steps for one in (*step.operands, step.result)]
    return values if path.logits is None else [*values, path.logits]


@specs
def test_the_steps_of_a_token_and_the_parts_of_its_logit(spec: ArchSpec) -> None:
    model = oracle.random_model(spec)
    fed = oracle.fed(spec, oracle.random_input(VOCAB, LENGTH, pair=True))
    traced = trace(model, spec, fed)
    heads = {head.read(traced.streams): head for head in spec.heads_of(model)}

    def computed() -> list[Any]:
        numbers = []
        for stream in traced.streams:
            if model.hidden_taps(stream) and traced.streams[stream].rows:
                path = token_path(model, spec, fed, stream, 0, heads.get(stream))
                numbers += numbers_of(path)
        for stream, head in heads.items():
            if head.predicts == "token" and any(stream.attends for stream in spec.streams):
                of_logit = contributions(model, spec, fed, head, stream, 0, WORD, AGAINST)
                numbers.append([part.value for part in of_logit.parts])
        return numbers

    found, expected = on_both(as_module(model), computed)
    for ours, theirs in zip(found, expected, strict=True):
        assert isinstance(ours, np.ndarray | list)
        assert_alike(ours, theirs)


@pytest.mark.parametrize("kind", ["sequence", "choice", "span", "token"])
@specs
def test_the_steps_of_a_head_for_a_task(spec: ArchSpec, kind: str) -> None:
    if kind not in spec.task_heads:
        return
    task, fed = task_model(spec, kind)
    model: Any = task.model
    streams = [name for name in trace(model, spec, fed).streams if model.hidden_taps(name)]
    stream = task.head.stream if task.head.stream in streams else streams[-1]

    def computed() -> list[Any]:
        path = token_path(model, spec, fed, stream, ROW, task=task)
        numbers = numbers_of(path)
        if any(stream.attends for stream in spec.streams):
            parts = task_contributions(task, spec, fed, ROW, 0).parts
            numbers.append([part.value for part in parts])
        return numbers

    for ours, theirs in zip(*on_both(task, computed), strict=True):
        assert_alike(ours, theirs)


# Patching -----------------------------------------------------------------------------------------


@specs
def test_patched_scores(spec: ArchSpec) -> None:
    base, stream = explained(spec)
    source = ExplainedPrediction(
        base.model, spec, explained(spec, 1)[0].model_input, base.score, base.changed, 0
    )

    def computed() -> Any:
        patches: list[Patch] = []
        states = {}
        for kind in (HIDDEN, ATTENTION, FEED_FORWARD):
            layers = sites(base, stream, kind)
            states |= states_at(states_only(source, base.model, spec), layers)
            patches += [Patch(site, (0, ROW), (ROW, 2)) for site in layers]
            if kind == ATTENTION and layers:
                patches.append(Patch(layers[0], (ROW,), (ROW,), num_heads(base, layers) - 1))
        return np.concatenate(list(patched_scores(base, states, patches)))

    assert_alike(*on_both(as_module(base.model), computed))


@pytest.mark.parametrize("name", ["bert", "xlnet"])
def test_log_likelihoods_of_the_tokens_of_a_sentence(name: str) -> None:
    spec = catalog().architectures[name]
    model = oracle.random_model(spec)
    head = spec.head_for("fill_mask")
    assert head is not None
    inputs = masked_inputs(spec, oracle.random_input(VOCAB, LENGTH), [0, 3, 7], 4)
    assert_alike(*on_both(as_module(model), lambda: log_probabilities(model, spec, head, inputs)))


# Many sentences, and predictions ------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bert-mini", "gpt2-mini", "xlnet-mini"])
def test_losses_and_states_of_many_sentences(name: str) -> None:
    loaded = load(checkpoint_folder(name))
    model, spec, tokenizer = loaded.model, loaded.spec, loaded.tokenizer
    assert tokenizer is not None
    head = next(one for one in spec.heads_of(model) if one.predicts == "token")
    builder = InputBuilder(loaded, tokenizer, head)
    fed = [builder.build(tokenizer.encode(text), [(4, 9)]) for text in TEXTS]

    def computed() -> list[Any]:
        given = (model, spec, tokenizer)
        sentences = SentenceLosses.of(loaded, head, fed, tokenizer.pad_id or 0)
        units = attention_units(loaded, sentences)
        removed = [loss for _, _, loss in ablated_losses(loaded, units[:1], sentences)]
        return [
            input_losses(*given, head, fed).totals,
            mean_states(*given, fed),
            *token_states(*given, fed, 1),
            sentences.losses_by_sentence(loaded),
            *removed,
            *gate_gradients(loaded, units, sentences),
        ]

    for found, expected in zip(*on_both(as_module(model), computed), strict=True):
        np.testing.assert_allclose(found, expected, rtol=2e-3, atol=2e-3)  # states have 16 bits


@specs
def test_predictions_from_every_layer(spec: ArchSpec) -> None:
    model = oracle.random_model(spec)
    fed = oracle.fed(spec, oracle.random_input(VOCAB, LENGTH))
    head = next(one for one in spec.heads_of(model) if one.predicts == "token")
    traced = trace(model, spec, fed)

    def computed() -> list[Any]:
        states = hidden_path(spec, head, head.read(traced.streams), traced, [ROW])
        return [lens_logits(model, head, one) for one in states]

    for found, expected in zip(*on_both(as_module(model), computed), strict=True):
        assert_alike(found, expected)


@pytest.mark.parametrize("name", ["bert-mini", "xlnet-mini"])
def test_masks_are_filled_with_the_same_tokens(name: str) -> None:
    loaded = load(checkpoint_folder(name))
    assert loaded.tokenizer is not None
    encoding = loaded.tokenizer.encode(TEXTS[0])
    masked = MaskedPositions(loaded.model, loaded.spec, loaded.tokenizer, encoding, [2, 4])

    def computed() -> list[Any]:
        words = WordReplacer(loaded, 0.5, 3).places(TEXTS[0])
        return [fill_independent(masked).ids, fill_one_by_one(masked).ids, words]

    found, expected = on_both(as_module(loaded.model), computed)
    assert found == expected


def test_answers_of_prompts_have_the_same_likelihoods() -> None:
    model = PromptModel.of(load(checkpoint_folder("gpt2-mini")))
    form = PromptFormat("{input}:", "{input}: {answer}.")
    choices = ("bear", "a small wolf", "fox and deer")
    examples = [PromptExample(text, "bear", choices) for text in ("red", "blue")]

    def computed() -> list[Any]:
        prefix = model.prefix(form, examples[:1], model.room_for(form, examples))
        return [one.sums for one in model.score(form, prefix, examples)]

    found, expected = on_both(as_module(model.model), computed)
    np.testing.assert_allclose(found, expected, rtol=1e-4)


@pytest.mark.parametrize("name", ["big_bird", "reformer"])
def test_recordings_of_long_texts(name: str) -> None:
    spec = catalog().architectures[name]
    model = oracle.random_model(spec)
    fed = oracle.fed(spec, oracle.random_input(VOCAB, LENGTH))
    names = {extra.name for extra in spec.extras}

    def computed() -> list[Any]:
        return [one.values for one in record(model, spec, fed, names)]

    for found, expected in zip(*on_both(as_module(model), computed), strict=True):
        assert_alike(found, expected)
