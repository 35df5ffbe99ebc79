"""What is Longformer's own: a window for each token, and global tokens that a task decides."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import transformers

from models.arch.longformer import SPEC, LongformerConfig, mark_first_text, visibility
from models.checkpoints.checkpoint import load, save
from models.inference.taps import record_taps
from models.inside.contributions import contributions
from models.inside.record import token_path
from models.schema.batch import collate
from models.schema.configs import Size
from models.schema.meta_models import meta_model, operations
from models.schema.records import ModelInput
from models.schema.specs import GLOBAL_FEED, TaskHeadKind
from tests.models import oracle

TOLERANCE = 1e-5
SEEDS = range(12)
SIZE = Size(61, width=32, num_layers=2, num_heads=4, inner=48, num_positions=200)
BY_BLOCKS = 49  # tokens; shorter texts have no more than three blocks


def draw(rng: np.random.Generator) -> dict[str, Any]:
    """A random configuration; windows of one width, or of one for each layer."""
    heads, layers = int(rng.integers(1, 5)), int(rng.integers(1, 4))
    first = 4 * int(rng.integers(1, 6))
    return {
        "vocab_size": int(rng.integers(40, 120)),
        "hidden_size": heads * int(rng.integers(3, 12)),
        "num_hidden_layers": layers,
        "num_attention_heads": heads,
        "intermediate_size": int(rng.integers(8, 80)),
        "max_position_embeddings": int(rng.integers(BY_BLOCKS + 2, 150)),
        "hidden_act": str(rng.choice(["gelu", "relu", "gelu_new"])),
        "layer_norm_eps": float(rng.choice([1e-12, 1e-5])),
        "type_vocab_size": 1,
        "attention_window": ([first, first // 2, first] * 2)[:layers] if rng.integers(2) else first,
        "pad_token_id": 1,
    }


def texts_of(vocab_size: int, length: int, rng: np.random.Generator) -> list[ModelInput]:
    """A long text with three global tokens, one without any, and a short one with two."""
    long, other, short = (
        oracle.random_input(vocab_size, count, seed=count) for count in (length, length - 3, 6)
    )
    flags = np.zeros(length, dtype=np.int64)
    flags[rng.choice(length, 3, replace=False)] = 1
    return [
        long.with_feed(GLOBAL_FEED, flags),
        other.with_feed(GLOBAL_FEED, np.zeros(length - 3, dtype=np.int64)),
        oracle.mark_global_tokens(short),
    ]


def assert_close(ours: torch.Tensor, theirs: torch.Tensor) -> None:
    torch.testing.assert_close(ours, theirs, rtol=TOLERANCE, atol=TOLERANCE)


@pytest.mark.parametrize("seed", SEEDS)
def test_states_attention_and_logits_are_those_of_the_reference(seed: int, tmp_path: Path) -> None:
    """Computed by blocks, or openly while it is recorded; alone and in a batch."""
    rng = np.random.default_rng(seed)
    config = transformers.LongformerConfig(**draw(rng))
    theirs = oracle.UnfoldedLongformer._from_config(config).eval()
    oracle.scatter_weights(theirs, seed)
    theirs.save_pretrained(tmp_path / "theirs")
    loaded = load(tmp_path / "theirs")
    model: Any = loaded.model
    assert not loaded.report.unexpected
    assert not loaded.report.unknown_config_keys
    texts = texts_of(config.vocab_size, config.max_position_embeddings - 2, rng)
    for batch in (*(collate([text]) for text in texts), collate(texts)):
        present = torch.ones_like(batch.input_ids) if batch.present is None else batch.present
        rows = present.bool()
        with torch.no_grad():
            output = theirs(
                input_ids=batch.input_ids,
                attention_mask=present.long(),
                global_attention_mask=batch.feeds[GLOBAL_FEED],
                output_hidden_states=True,
                output_attentions=True,
            )
        with torch.inference_mode():
            fused = model.logits("mlm", model(batch)["encoder"])
            hidden, maps = model.hidden_taps("encoder"), model.attention_taps("encoder")
            with record_taps(model, [*hidden, *maps]) as record:
                recorded = model.logits("mlm", model(batch)["encoder"])
        assert_close(fused[rows], output.logits[rows])
        assert_close(recorded[rows], output.logits[rows])
        for path, state in zip(hidden, output.hidden_states, strict=True):
            assert_close(record[path][rows], state[rows])
        for path, weights in zip(maps, output.attentions, strict=True):
            assert_close(record[path].transpose(1, 2)[rows], weights.transpose(1, 2)[rows])
            assert_close(record[path].sum(-1).transpose(1, 2)[rows].mean(), torch.tensor(1.0))
    save(model, loaded.spec, tmp_path / "ours")
    again = transformers.LongformerForMaskedLM.from_pretrained(tmp_path / "ours").eval()
    with torch.no_grad():
        ids = collate(texts[:1]).input_ids
        assert_close(again(ids).logits, theirs(input_ids=ids).logits)


def question_and_passage() -> ModelInput:
    """<s> question </s> </s> passage </s>, as the published tokenizer writes it."""
    ids = [0, 7, 8, 9, 2, 2, *range(10, 40), 2]
    return oracle.model_input(ids)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("sequence", [0]), ("span", [0, 1, 2, 3]), ("choice", list(range(6, 37))), ("token", [])],
)
def test_heads_decide_as_those_of_the_reference_which_tokens_are_global(
    kind: TaskHeadKind, expected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    declared = SPEC.task_heads[kind]
    text = question_and_passage()
    config = LongformerConfig.from_size(SIZE)
    fed = text if declared.prepare is None else declared.prepare(text, config)
    given = fed.feeds.get(GLOBAL_FEED, np.zeros(len(text)))
    assert np.flatnonzero(given).tolist() == expected
    reference = getattr(transformers, declared.architecture)
    model = reference._from_config(oracle._longformer(SIZE)).eval()
    seen: list[Any] = []
    forward = model.longformer.forward

    def watched(*inputs: Any, **named: Any) -> Any:
        seen.append(named["global_attention_mask"])
        return forward(*inputs, **named)

    monkeypatch.setattr(model.longformer, "forward", watched)
    ids = collate([text]).input_ids
    with torch.no_grad():
        model(ids[None] if kind == "choice" else ids)
    theirs = torch.zeros_like(ids) if seen[0] is None else seen[0]
    assert theirs[0].nonzero()[:, 0].tolist() == expected


def test_a_text_without_a_separator_is_a_question_as_a_whole() -> None:
    prepare = SPEC.task_heads["span"].prepare
    assert prepare is not None
    fed = prepare(oracle.model_input([0, 7, 8]), LongformerConfig.from_size(SIZE))
    assert fed.feeds[GLOBAL_FEED].tolist() == [1, 1, 1]
    assert mark_first_text(oracle.model_input([0, 7])).feeds[GLOBAL_FEED].tolist() == [1, 1]


def test_a_token_sees_its_window_and_global_tokens_which_see_all() -> None:
    config = LongformerConfig.from_size(SIZE, attention_window=(2, 4))
    text = oracle.random_input(61, 6)
    near = visibility(text, config, 0)
    assert near[3].tolist() == [False, False, True, True, True, False]
    assert visibility(text, config, 1)[3].tolist() == [False, True, True, True, True, True]
    fed = text.with_feed(GLOBAL_FEED, np.array([1, 0, 0, 0, 0, 0]))
    seen = visibility(fed, config, 0)
    assert seen[0].all()
    assert seen[:, 0].all()
    assert seen[3].tolist() == [True, False, True, True, True, False]


def test_long_texts_cost_a_constant_time_per_token() -> None:
    config = LongformerConfig.from_size(SIZE, attention_window=32, max_position_embeddings=2000)
    shapes = meta_model(SPEC, config)
    one, two = (operations(SPEC, shapes, length, heads=())[""] for length in (512, 1024))
    assert two == 2 * one
    assert one == 2 * 2 * 512 * 48 * 32 * 2  # layers, products, tokens, keys, width, operations


def test_a_fresh_model_begins_with_copies_for_global_tokens() -> None:
    model = SPEC.model_class(LongformerConfig.from_size(SIZE))
    attention = model.layers[1].attention
    query, pair = attention.qkv.weight[:32], attention.qkv.weight[32:]
    assert torch.equal(attention.global_query.weight, query)
    assert torch.equal(attention.global_key_value.weight, pair)


@pytest.mark.parametrize("row", [0, 5])
def test_inside_shows_both_attentions_where_there_are_global_tokens(row: int) -> None:
    model = oracle.random_model(SPEC, SIZE)
    alone = oracle.random_input(61, 9)
    titles = _titles(model, alone, row)
    assert "Scores of a global token" not in titles
    both = _titles(model, oracle.mark_global_tokens(alone), row)
    places = [
        both.index(title)
        for title in (
            "Softmax",
            "Scores of a global token",
            "Mixture of values",
            "Mixture of values of a global token",
            "Global tokens among the others",
            "Output projection",
        )
    ]
    assert places == sorted(places)


def _titles(model: Any, fed: ModelInput, row: int) -> list[str]:
    path = token_path(model, SPEC, fed, "encoder", row, SPEC.heads[0])
    assert not any(step.after_unrecorded for step in path.steps)
    return [step.title for step in path.steps if step.section == 1]


def test_a_logit_is_the_sum_of_its_parts_with_global_tokens() -> None:
    model = oracle.random_model(SPEC, SIZE)
    fed = oracle.mark_global_tokens(oracle.random_input(61, 9))
    made_of = contributions(model, SPEC, fed, SPEC.heads[0], "encoder", 4, 7)
    assert made_of.remainder == pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize(
    ("entries", "named"),
    [
        ({"attention_window": 5}, "attention_window must be even and above 0"),
        ({"attention_window": 0}, "attention_window must be even and above 0"),
        ({"attention_window": [8, -2] * 6}, "attention_window must be even and above 0"),
        ({"attention_window": "512"}, "attention_window must be a whole number or a list"),
        ({"attention_window": []}, "attention_window must be a whole number or a list"),
        ({"attention_window": [8, True]}, "attention_window must be a whole number or a list"),
        ({"attention_window": [8, 8]}, "attention_window has 2 numbers for 12 layers"),
        ({"attention_mode": "n2"}, "attention_mode = 'n2'"),
        ({"autoregressive": True}, "autoregressive = True"),
        ({"is_decoder": True}, "is_decoder = True"),
        ({"tie_word_embeddings": False}, "tie_word_embeddings = False"),
        ({"position_embedding_type": "relative_key"}, "position_embedding_type"),
    ],
)
def test_what_is_not_accepted_is_named(entries: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        LongformerConfig.from_json(json.dumps(entries))


def test_the_entries_of_the_published_config_are_known() -> None:
    entries = {
        "attention_mode": "longformer",
        "attention_window": [512] * 12,
        "ignore_attention_mask": False,
        "max_position_embeddings": 4098,
        "sep_token_id": 2,
        "type_vocab_size": 1,
    }
    config, unknown = LongformerConfig.from_json(json.dumps(entries))
    assert unknown == ()
    assert config.size.num_positions == 4096
    assert config == LongformerConfig(attention_window=(512,) * 12)
