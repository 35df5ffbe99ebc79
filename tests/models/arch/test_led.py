"""What is LED's own: Longformer's attention in the encoder of BART, and positions for each part."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import transformers

from models.arch.led import SPEC, LedConfig
from models.checkpoints.checkpoint import save
from models.inference.generation import Sampling
from models.inference.taps import record_taps
from models.inside.record import token_path
from models.schema.batch import collate
from models.schema.configs import Size
from models.schema.meta_models import meta_model, operations
from models.schema.records import ModelInput
from models.schema.specs import DECODER_FEED, GLOBAL_FEED
from tests.models import oracle
from tests.models.arch.test_bart_families import (
    NUM_WRITTEN,
    PROMPT,
    STREAMS,
    assert_close,
    opened,
    reference_text,
    write,
)

SEEDS = range(12)
WRITING_SEEDS = (0, 2, 3, 6)
SHARP = 0.6  # standard deviation of weights with which texts do not repeat themselves
SIZE = Size(61, width=32, num_layers=2, num_heads=4, inner=48, num_positions=200)


def draw(rng: np.random.Generator) -> dict[str, Any]:
    """A random configuration; encoder and decoder differ in all that they may differ in."""
    heads = rng.choice([1, 2, 3, 4], 2)
    layers, window = int(rng.integers(1, 4)), 4 * int(rng.integers(1, 6))
    vocab = int(rng.integers(40, 120))
    return {
        "vocab_size": vocab,
        "d_model": int(np.lcm(*heads)) * int(rng.integers(2, 9)),
        "encoder_attention_heads": int(heads[0]),
        "decoder_attention_heads": int(heads[1]),
        "encoder_layers": layers,
        "decoder_layers": int(rng.integers(1, 4)),
        "encoder_ffn_dim": int(rng.integers(8, 80)),
        "decoder_ffn_dim": int(rng.integers(8, 80)),
        "max_encoder_position_embeddings": int(rng.integers(60, 140)),
        "max_decoder_position_embeddings": int(rng.integers(8, 40)),
        "activation_function": str(rng.choice(["gelu", "relu", "swish", "gelu_new"])),
        "encoder_layerdrop": float(rng.choice([0.0, 0.1])),
        "attention_window": [window, window // 2, window][:layers] if rng.integers(2) else window,
        "decoder_start_token_id": int(rng.integers(0, vocab)),
        "pad_token_id": 1,
    }


def reference(seed: int, **others: Any) -> Any:
    config = transformers.LEDConfig(**{**draw(np.random.default_rng(seed)), **others})
    model = oracle.UnfoldedLed._from_config(config, attn_implementation="eager").eval()
    oracle.scatter_weights(model, seed)
    return model


def texts_of(config: Any) -> list[ModelInput]:
    """A long text with two global tokens, and a short one without any."""
    rng, vocab = np.random.default_rng(0), config.vocab_size
    longest, written = (
        getattr(config, f"max_{part}_position_embeddings") for part in ("encoder", "decoder")
    )
    long, short = (oracle.random_input(vocab, length, seed=length) for length in (longest, 6))
    return [
        oracle.mark_global_tokens(long).with_feed(DECODER_FEED, rng.integers(0, vocab, 5)),
        short.with_feed(GLOBAL_FEED, np.zeros(6, dtype=np.int64)).with_feed(
            DECODER_FEED, rng.integers(0, vocab, written)
        ),
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_states_attention_and_logits_are_those_of_the_reference(seed: int, tmp_path: Path) -> None:
    """Both ways of computing, alone and in a batch, and what is saved here opens there."""
    theirs = reference(seed)
    loaded = opened(theirs, tmp_path / "theirs")
    model: Any = loaded.model
    texts = texts_of(theirs.config)
    for batch in (*(collate([text]) for text in texts), collate(texts)):
        inputs = {"input_ids": batch.input_ids, **batch.feeds}
        if batch.present is not None:
            inputs["attention_mask"] = batch.present.long()
        with torch.no_grad():
            output = theirs(**inputs, output_attentions=True, output_hidden_states=True)
        with torch.inference_mode():
            fused = model.logits("lm", model(batch)["decoder"])
            paths = [p for name in STREAMS for p in model.attention_taps(name)]
            paths += [p for name in STREAMS for p in model.hidden_taps(name)]
            with record_taps(model, paths) as record:
                again = model.logits("lm", model(batch)["decoder"])
        assert_close(fused, output.logits)
        assert_close(again, output.logits)
        for name in STREAMS:
            rows = batch.present if name == "encoder" and batch.present is not None else slice(None)
            maps = getattr(output, f"{name}_attentions")
            for path, weights in zip(model.attention_taps(name), maps, strict=True):
                assert_close(record[path].transpose(1, 2)[rows], weights.transpose(1, 2)[rows])
            if name != "cross":
                hidden = getattr(output, f"{name}_hidden_states")
                for path, state in zip(model.hidden_taps(name), hidden, strict=True):
                    assert_close(record[path][rows], state[rows])
    save(model, loaded.spec, tmp_path / "ours")
    opened_there, report = oracle.UnfoldedLed.from_pretrained(
        tmp_path / "ours", attn_implementation="eager", output_loading_info=True
    )
    assert not any(report[kind] for kind in ("missing_keys", "unexpected_keys", "mismatched_keys"))
    batch = collate(texts[:1])
    with torch.no_grad():
        expected = opened_there.eval()(input_ids=batch.input_ids, **batch.feeds).logits
        assert_close(model.logits("lm", model(batch)["decoder"]), expected)


def sharp_reference(seed: int) -> Any:
    """A random model that does not find all tokens alike, as small weights do."""
    theirs = reference(seed, max_decoder_position_embeddings=128)
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in theirs.parameters():
            if parameter.dim() == 2 and parameter.requires_grad:
                parameter.normal_(std=SHARP, generator=generator)
    return theirs


def test_a_hundred_tokens_are_those_that_the_reference_writes(tmp_path: Path) -> None:
    variety = []
    for seed in WRITING_SEEDS:
        theirs = sharp_reference(seed)
        prompt = PROMPT if seed % 2 else PROMPT * 14  # some are read by blocks
        expected = reference_text(theirs, prompt, max_new_tokens=NUM_WRITTEN)
        model = opened(theirs, tmp_path / str(seed)).model
        assert write(model, prompt, Sampling(max_new_tokens=NUM_WRITTEN)) == expected
        variety.append(len(set(expected)))
    assert max(variety) > 8, "all texts repeat themselves"


def test_beam_search_finds_what_the_reference_finds(tmp_path: Path) -> None:
    theirs = sharp_reference(1)
    expected = reference_text(theirs, PROMPT, max_new_tokens=12, num_beams=3)
    model = opened(theirs, tmp_path).model
    assert write(model, PROMPT, Sampling("beam", 12, num_beams=3)) == expected


def test_each_part_has_as_many_positions_as_it_says() -> None:
    config = LedConfig.from_size(SIZE, max_decoder_position_embeddings=10)
    model = SPEC.model_class(config).eval()
    text = oracle.random_input(61, 20)
    with torch.no_grad():
        model(collate([text.with_feed(DECODER_FEED, np.zeros(10, dtype=np.int64))]))
        with pytest.raises(ValueError, match="11 tokens do not fit into the model's 10 positions"):
            model(collate([text.with_feed(DECODER_FEED, np.zeros(11, dtype=np.int64))]))


@pytest.mark.parametrize(("positions", "window"), [(128, 128), (16384, 1024), (96, 96), (77, 76)])
def test_whole_windows_of_a_new_model_have_positions(positions: int, window: int) -> None:
    size = replace(SIZE, num_positions=positions)
    assert LedConfig.from_size(size).attention_window == window


def test_reading_a_long_text_costs_a_constant_time_per_token() -> None:
    config = LedConfig.from_size(SIZE, attention_window=32, max_encoder_position_embeddings=2000)
    model = meta_model(SPEC, config)
    reading = replace(SPEC, inputs=SPEC.inputs[:1])  # the decoder is fed nothing
    one, two = (operations(reading, model, length, heads=())[""] for length in (512, 1024))
    assert two == 2 * one


def test_inside_shows_both_attentions_of_the_encoder() -> None:
    model = oracle.random_model(SPEC, SIZE)
    fed = oracle.mark_global_tokens(oracle.random_input(61, 9))
    path = token_path(model, SPEC, fed, "encoder", 4)
    titles = [step.title for step in path.steps if step.section == 1]
    assert "Scores of a global token" in titles
    assert titles.index("Softmax") < titles.index("Output projection")


@pytest.mark.parametrize(
    ("entries", "named"),
    [
        ({"attention_window": 7}, "attention_window must be even and above 0"),
        ({"attention_window": [8, 8]}, "attention_window has 2 numbers for 12 layers"),
        ({"attention_window": None}, "attention_window must be a whole number or a list"),
        ({"is_encoder_decoder": False}, "is_encoder_decoder = False"),
        ({"tie_word_embeddings": False}, "tie_word_embeddings = False"),
        ({"max_decoder_position_embeddings": 0}, "max_decoder_position_embeddings"),
        ({"decoder_start_token_id": 10**6}, "decoder_start_token_id"),
    ],
)
def test_what_is_not_accepted_is_named(entries: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        LedConfig.from_json(json.dumps(entries))


def test_the_entries_of_the_published_config_are_known() -> None:
    entries = {
        "attention_window": [1024] * 6,
        "classif_dropout": 0.0,
        "classifier_dropout": 0.0,
        "encoder_layers": 6,
        "max_decoder_position_embeddings": 1024,
        "max_encoder_position_embeddings": 16384,
        "num_hidden_layers": 6,
    }
    config, unknown = LedConfig.from_json(json.dumps(entries))
    assert unknown == ()
    assert config.size.num_positions == 16384
    assert config.shape("encoder").reaches == (512,) * 6
