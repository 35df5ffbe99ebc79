"""What is FNet's own: Fourier transforms in place of attention, of each text without padding."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import transformers

from explorer.core.attention.view import check_attends
from explorer.core.errors import UserError
from models.arch.fnet import SPEC, FNetConfig
from models.checkpoints.checkpoint import load, save
from models.inference.taps import record_taps
from models.inside.record import token_path
from models.layers.fourier import FourierMixing, transform
from models.schema.batch import collate
from tests.models import oracle

TOLERANCE = 1e-5
SEEDS = range(12)


def draw(rng: np.random.Generator) -> dict[str, Any]:
    """A random configuration; every option comes up."""
    return {
        "vocab_size": int(rng.integers(40, 120)),
        "hidden_size": int(rng.integers(6, 50)),
        "num_hidden_layers": int(rng.integers(1, 4)),
        "intermediate_size": int(rng.integers(8, 80)),
        "max_position_embeddings": int(rng.integers(16, 40)),
        "hidden_act": str(rng.choice(["gelu_new", "gelu", "relu"])),
        "layer_norm_eps": float(rng.choice([1e-12, 1e-5])),
        "type_vocab_size": int(rng.integers(2, 5)),
        "pad_token_id": 3,
    }


def assert_close(ours: torch.Tensor, theirs: torch.Tensor) -> None:
    torch.testing.assert_close(ours, theirs, rtol=TOLERANCE, atol=TOLERANCE)


@pytest.mark.parametrize("seed", SEEDS)
def test_states_and_logits_are_those_of_the_reference(seed: int, tmp_path: Path) -> None:
    config = transformers.FNetConfig(**draw(np.random.default_rng(seed)))
    theirs = transformers.FNetForMaskedLM(config).eval()
    oracle.scatter_weights(theirs, seed)
    theirs.save_pretrained(tmp_path / "theirs")
    loaded = load(tmp_path / "theirs")
    model: Any = loaded.model
    assert not loaded.report.unexpected
    assert not loaded.report.unknown_config_keys
    texts = [
        oracle.random_input(config.vocab_size, n, seed=n, pair=True)
        for n in (config.max_position_embeddings, 5)
    ]
    for text in texts:
        batch = collate([text])
        with torch.no_grad():
            output = theirs(
                input_ids=batch.input_ids,
                token_type_ids=batch.segment,
                output_hidden_states=True,
            )
        with torch.inference_mode(), record_taps(model, model.hidden_taps("encoder")) as record:
            logits = model.logits("mlm", model(batch)["encoder"])
        assert_close(logits, output.logits)
        for path, state in zip(model.hidden_taps("encoder"), output.hidden_states, strict=True):
            assert_close(record[path], state)
    save(model, loaded.spec, tmp_path / "ours", without=loaded.report.missing)
    again, report = transformers.FNetForMaskedLM.from_pretrained(
        tmp_path / "ours", output_loading_info=True
    )
    assert not report["mismatched_keys"]
    ids = collate(texts[:1]).input_ids
    with torch.no_grad():
        assert_close(again.eval()(input_ids=ids).logits, theirs(input_ids=ids).logits)


def test_a_transform_is_the_sum_over_all_tokens_and_numbers() -> None:
    x = torch.randn(1, 3, 4, generator=torch.Generator().manual_seed(0))
    tokens, numbers = torch.arange(3), torch.arange(4)
    angles = tokens[:, None] * tokens / 3, numbers[:, None] * numbers / 4
    over_tokens, over_numbers = (torch.exp(-2j * torch.pi * one) for one in angles)
    expected = (over_tokens @ x[0].to(torch.complex64) @ over_numbers).real
    torch.testing.assert_close(transform(x)[0], expected, rtol=1e-5, atol=1e-5)


def test_padding_is_mixed_with_nothing() -> None:
    x = torch.randn(3, 5, 4, generator=torch.Generator().manual_seed(0))
    mixed = FourierMixing()(x, torch.tensor([5, 3, 3]))
    assert torch.equal(mixed[0], transform(x[:1])[0])
    torch.testing.assert_close(mixed[2, :3], transform(x[2:, :3])[0])
    assert not mixed[1:, 3:].any()


def test_inside_shows_the_transforms_in_place_of_attention() -> None:
    model = oracle.random_model(SPEC)
    path = token_path(model, SPEC, oracle.random_input(61, 9), "encoder", 4, SPEC.heads[0])
    titles = [step.title for step in path.steps if step.section == 1]
    assert titles[0] == "Fourier transforms"
    assert "Scores" not in titles


def test_attention_says_what_mixes_the_tokens_instead() -> None:
    card: Any = type("Card", (), {"spec": SPEC, "streams": ("encoder",), "title": "FNet"})
    with pytest.raises(UserError, match=r"has no attention\. Fourier transforms mix all of its"):
        check_attends(card)


@pytest.mark.parametrize(
    ("entries", "named"),
    [
        ({"use_tpu_fourier_optimizations": True}, "use_tpu_fourier_optimizations = True"),
        ({"tie_word_embeddings": False}, "tie_word_embeddings = False"),
    ],
)
def test_what_is_not_accepted_is_named(entries: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        FNetConfig.from_json(json.dumps(entries))
    assert FNetConfig.from_json('{"tpu_short_seq_length": 512}') == (FNetConfig(), ())
