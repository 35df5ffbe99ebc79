"""What is Mamba's own: a state that is carried from token to token, and what it costs."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
import transformers
from safetensors.torch import save_file
from torch.nn import functional

from explorer.core.attention.view import check_attends
from explorer.core.errors import UserError
from explorer.core.long_texts.overview import overview
from models.arch.mamba import SPEC, Mamba, MambaConfig
from models.checkpoints.checkpoint import load, save
from models.inference.generation import Sampling, best, generate
from models.inference.taps import record_taps
from models.inference.trace import trace
from models.inside.record import token_path
from models.layers.decoders import state_space
from models.layers.decoders.state_space import SelectiveStateSpace, StateSpaceShape
from models.schema.batch import Batch, collate
from models.schema.configs import Size
from models.schema.meta_memory import activation_bytes
from models.schema.meta_models import meta_model, operations
from tests.models import oracle
from tests.models.arch.test_rotary_families import (
    NO_ENDS,
    NUM_WRITTEN,
    PROMPT,
    SEEDS,
    SHARP,
    WRITING_SEEDS,
    assert_close,
    opened,
    reference_text,
    write,
)

FILE = "model.safetensors"
SIZE = Size(50, 32, num_layers=2, num_positions=32)


def draw(rng: np.random.Generator) -> dict[str, Any]:
    """A random configuration; every option comes up."""
    return {
        "vocab_size": int(rng.integers(40, 120)),
        "hidden_size": int(rng.integers(6, 50)),
        "num_hidden_layers": int(rng.integers(1, 4)),
        "state_size": int(rng.integers(1, 20)),
        "expand": int(rng.integers(1, 4)),
        "conv_kernel": int(rng.integers(2, 6)),
        "time_step_rank": ["auto", int(rng.integers(1, 9))][int(rng.integers(2))],
        "use_bias": bool(rng.integers(2)),
        "use_conv_bias": bool(rng.integers(2)),
        "layer_norm_epsilon": float(rng.choice([1e-6, 1e-5, 1e-3])),
        "residual_in_fp32": bool(rng.integers(2)),
        "tie_word_embeddings": bool(rng.integers(2)),
    }


def reference(seed: int, **others: Any) -> Any:
    config = transformers.MambaConfig(**draw(np.random.default_rng(seed)), **NO_ENDS, **others)
    model = oracle.StatesOfMamba(config).eval()
    oracle.scatter_weights(model, seed)
    return model


def batches(vocab: int) -> list[Batch]:
    """A long text; one token; a text shorter than the convolution beside another, with padding."""
    long, single, middle, short = (
        oracle.random_input(vocab, length, seed=length) for length in (40, 1, 9, 2)
    )
    return [collate([long]), collate([single]), collate([middle, short])]


@pytest.mark.parametrize("seed", SEEDS)
def test_states_and_logits_are_those_of_the_reference(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where states are computed a few tokens at a time."""
    theirs = reference(seed)
    model: Any = opened(theirs, tmp_path).model
    for batch in batches(theirs.config.vocab_size):
        present = batch.present
        given = {} if present is None else {"attention_mask": present.long()}
        with torch.no_grad():
            output = theirs(input_ids=batch.input_ids, output_hidden_states=True, **given)
        seen = torch.ones_like(batch.input_ids).bool() if present is None else present
        for at_once in (1 << 20, 7 * model.config.inner * model.config.state_size):
            monkeypatch.setattr(state_space, "CHUNK_NUMBERS", at_once)
            paths = model.hidden_taps("decoder")
            with torch.inference_mode(), record_taps(model, paths) as record:
                logits = model.logits("lm", model(batch)["decoder"])
            assert_close(logits[seen], output.logits[seen])
            for path, state in zip(paths, output.hidden_states, strict=True):
                assert_close(record[path][seen], state[seen])


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_saved_here_opens_there_with_the_same_logits(seed: int, tmp_path: Path) -> None:
    loaded = opened(reference(seed), tmp_path / "theirs")
    model: Any = loaded.model
    save(model, loaded.spec, tmp_path / "ours")
    theirs, report = transformers.MambaForCausalLM.from_pretrained(
        tmp_path / "ours", output_loading_info=True
    )
    assert not any(report[name] for name in ("missing_keys", "unexpected_keys", "mismatched_keys"))
    ids = batches(theirs.config.vocab_size)[0].input_ids
    with torch.no_grad():
        assert_close(
            model.logits("lm", model(Batch(ids))["decoder"]), theirs.eval()(input_ids=ids).logits
        )


def test_a_hundred_tokens_are_those_that_the_reference_writes(tmp_path: Path) -> None:
    """With the states of the tokens before, as the reference has them."""
    variety = []
    for seed in WRITING_SEEDS:
        theirs = reference(seed)
        generator = torch.Generator().manual_seed(seed)
        with torch.no_grad():
            for parameter in theirs.parameters():
                if parameter.ndim > 1:
                    parameter.normal_(0.0, SHARP, generator=generator)
        expected = reference_text(theirs, PROMPT, NUM_WRITTEN)
        model: Any = opened(theirs, tmp_path / str(seed)).model
        assert write(model, PROMPT, NUM_WRITTEN) == expected
        tokenizer: Any = SimpleNamespace(token=str, eos_id=None, vocab_size=10**6)
        steps = list(generate(model, tokenizer, PROMPT, Sampling(max_new_tokens=NUM_WRITTEN)))
        assert best(steps) == expected
        variety.append(len(set(expected)))
    assert max(variety) > 10, "all texts repeat themselves"


def test_a_text_read_in_parts_has_the_states_of_the_whole() -> None:
    """Also in several rows that go on from one, as in a beam search."""
    model = oracle.random_model(SPEC)
    ids = collate([oracle.random_input(61, 12)]).input_ids
    with torch.inference_mode():
        whole = model(Batch(ids))["decoder"]
        caches, _ = model.begin(ids[0], 0)
        bounds = ((0, 1), (1, 2), (2, 8))
        parts = [model.step(ids[:, start:end], caches) for start, end in bounds]
        for cache in caches:
            cache.reorder(torch.tensor([0, 0]))
        parts.append(model.step(ids[:, 8:].expand(2, -1), caches)[1:])
    assert_close(torch.cat(parts, 1), whole)
    assert caches[0].length == 12


def test_a_state_keeps_a_share_of_itself_and_takes_in_what_the_token_says() -> None:
    """By hand, token by token; the sizes are the lengths of the states."""
    torch.manual_seed(0)
    layer = SelectiveStateSpace(StateSpaceShape(6, 8, 3, 2, 4)).eval()
    layer.draw_weights()
    names = ("convolved", "steps", "enters", "reads", "sizes")
    x = torch.randn(1, 5, 6)
    with torch.no_grad(), record_taps(layer, list(names)) as record:
        output = layer(x)
    c, steps, enters, reads, sizes = (record[name][0] for name in names)
    rate, state = -layer.log_decay.detach().exp(), torch.zeros(8, 3)
    assert_close(rate, -torch.arange(1.0, 4).expand(8, 3))
    gate = functional.silu(layer.widen(x)[0, :, 8:])
    for at in range(5):
        kept = (steps[at][:, None] * rate).exp()
        assert ((kept > 0) & (kept < 1)).all()
        state = kept * state + steps[at][:, None] * c[at][:, None] * enters[at]
        assert_close(sizes[at], state.norm(dim=-1))
        read = (state @ reads[at] + layer.skip * c[at]) * gate[at]
        assert_close(layer.narrow(read).detach(), output[0, at])
    assert ((steps > 0.001 * 0.5) & (steps < 0.1 * 2)).all()  # about those of the configuration


def test_what_states_are_made_of_is_recorded_by_layer_and_token() -> None:
    model, fed = oracle.random_model(SPEC), oracle.random_input(61, 9)
    stream = trace(model, SPEC, fed).streams["decoder"]
    assert stream.attention is None
    inner, state = model.config.inner, model.config.state_size
    shapes = {name: values.shape for name, values in stream.extra.items()}
    assert shapes == {
        "convolved": (3, 9, inner),
        "steps": (3, 9, inner),
        "enters": (3, 9, state),
        "reads": (3, 9, state),
        "sizes": (3, 9, inner),
    }
    assert (stream.extra["steps"] > 0).all()


def test_inside_shows_the_recurrence_in_place_of_attention() -> None:
    model, fed = oracle.random_model(SPEC), oracle.random_input(61, 9)
    path = token_path(model, SPEC, fed, "decoder", 4, SPEC.heads[0])
    titles = [step.title for step in path.steps if step.section == 1]
    assert titles == [
        "RMS normalization",
        "Input projection",
        "Gate, before its activation",
        "Convolution over the last tokens",
        "Step sizes, narrow",
        "What enters the state",
        "What is read of the state",
        "Step sizes",
        "State at the token before",
        "State",
        "Read of the state, gated",
        "Output projection",
        "Residual connection",
    ]
    extra = trace(model, SPEC, fed).streams["decoder"].extra
    by_title = {step.title: step.result.values for step in path.steps if step.section == 1}
    np.testing.assert_allclose(by_title["State"], extra["sizes"][0, 4], rtol=1e-5)
    np.testing.assert_allclose(
        by_title["State at the token before"], extra["sizes"][0, 3], rtol=1e-5
    )


def test_its_cost_grows_with_the_length_and_what_it_keeps_to_write_does_not() -> None:
    model = meta_model(SPEC, MambaConfig.from_size(SIZE))
    inner, state = model.config.inner, model.config.state_size
    short, long = (operations(SPEC, model, length) for length in (1_000, 8_000))
    assert "" not in short
    assert {name: 8 * count for name, count in short.items()} == long
    assert short["layers.0.mixer.log_decay"] == 4 * 1_000 * inner * state
    kept = [activation_bytes(SPEC, model, length).cache for length in (10, 30)]
    window = model.config.conv_kernel - 1
    assert kept[0] == kept[1] == 4 * SIZE.num_layers * inner * (state + window)


def test_a_pass_holds_the_states_of_some_tokens_at_once() -> None:
    model = meta_model(SPEC, MambaConfig.from_size(SIZE))
    numbers = model.config.inner * model.config.state_size
    passing = [activation_bytes(SPEC, model, length).passing for length in (4_096, 16_384)]
    assert passing[1] < 4 * 16_384 * numbers * 3  # bytes of kept, added and states of all
    assert passing[1] < 4.5 * passing[0]


def test_attention_and_long_texts_say_what_mixes_the_tokens_instead() -> None:
    card: Any = type("Card", (), {"spec": SPEC, "streams": ("decoder",), "title": "Mamba"})
    with pytest.raises(UserError, match=r"has no attention\. Each layer carries a state"):
        check_attends(card)
    with pytest.raises(UserError, match=r"has no attention\. Each layer carries a state"):
        overview(oracle.random_model(SPEC), SPEC, oracle.random_input(61, 9))


def test_files_of_the_first_code_name_the_token_table_otherwise(tmp_path: Path) -> None:
    theirs = reference(1)
    loaded: Any = opened(theirs, tmp_path)
    for name in ("embedding.weight", "backbone.embedding.weight", "embeddings.weight"):
        tensors = {
            key.replace("backbone.embeddings.weight", name): value
            for key, value in theirs.state_dict().items()
        }
        save_file({key: one.clone() for key, one in tensors.items()}, tmp_path / FILE)
        again: Any = load(tmp_path)
        assert not again.report.unexpected
        assert torch.equal(again.model.token.weight, loaded.model.token.weight)


def test_in_16_bits_the_residual_stream_has_the_bits_that_config_json_says() -> None:
    for in_32_bits in (True, False):
        model = Mamba(MambaConfig.from_size(SIZE, residual_in_fp32=in_32_bits)).bfloat16().eval()
        with torch.no_grad(), record_taps(model, model.hidden_taps("decoder")) as record:
            model(Batch(torch.tensor([[5, 6, 7]])))
        assert record["layers.0.state"].dtype == (torch.float32 if in_32_bits else torch.bfloat16)
        assert record["final"].dtype == torch.bfloat16


def test_entries_that_follow_from_others_may_be_there_and_must_agree() -> None:
    published = {
        "d_inner": 1536,
        "d_model": 768,
        "fused_add_norm": True,
        "intermediate_size": 1536,
        "n_layer": 24,
        "pad_vocab_size_multiple": 8,
        "rescale_prenorm_residual": True,
        "rms_norm": True,
        "ssm_cfg": {},
        "time_step_rank": 48,
        "use_mambapy": False,
    }
    config, unknown = MambaConfig.from_json(json.dumps(published))
    assert unknown == ()
    assert (config.rank, config.inner) == (48, 1536)
    assert MambaConfig().rank == 48


@pytest.mark.parametrize(
    ("entries", "named"),
    [
        ({"intermediate_size": 1000}, "intermediate_size = 1000 contradicts"),
        ({"d_model": 512}, "d_model = 512"),
        ({"rms_norm": False}, "rms_norm = False"),
        ({"ssm_cfg": {"layer": "Mamba2"}}, "ssm_cfg"),
        ({"time_step_init_scheme": "zero"}, "time_step_init_scheme"),
        ({"time_step_rank": 0}, "time_step_rank"),
        ({"time_step_rank": "much"}, "time_step_rank"),
        ({"time_step_min": 0.5}, "time_step_min = 0.5"),
        ({"hidden_act": "gelu"}, "hidden_act = 'gelu'"),
        ({"conv_kernel": 0}, "conv_kernel"),
    ],
)
def test_what_is_not_accepted_is_named(entries: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        MambaConfig.from_json(json.dumps(entries))
