"""T5: buckets and bias of positions, encoder and decoder and their caches, and what it writes."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
import transformers
from torch.nn import RMSNorm
from transformers.models.t5.modeling_t5 import T5Attention

from models.arch.t5 import SPEC, T5, T5Config
from models.checkpoints.checkpoint import load, save
from models.inference.generation import Sampling, best, generate
from models.inference.numpy_decoder import one_row_decoder
from models.inference.taps import attach_listeners
from models.inference.trace import trace
from models.layers.attention import RelativeBias, bucket
from models.schema.batch import Batch, collate
from models.schema.configs import Size
from models.schema.records import ModelInput
from tests.models import oracle

SIZE = Size(61, width=32, num_layers=3, num_heads=4, inner=48, num_positions=64)
NUM_DECODER_LAYERS = 2
SEEDS = range(4)
PROMPT = [5, 11, 7, 2, 30]
# Places weigh more than tokens, so that texts do not repeat themselves.
STDS = {"token": 0.2, "bias": 4.0, "cross.output": 0.1, "feed": 0.2}
SHARPNESS = 30.0  # of the last norm: random weights leave all tokens alike
TOLERANCE = 1e-5


def assert_close(first: Any, second: Any) -> None:
    np.testing.assert_allclose(first, second, rtol=TOLERANCE, atol=TOLERANCE)


@cache
def twins(seed: int) -> tuple[T5, Any]:
    """A random model and the reference with the same weights, whose texts do not repeat a token."""
    config = T5Config.from_size(SIZE, num_decoder_layers=NUM_DECODER_LAYERS, d_kv=12)
    model = T5(config).eval()
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if weight.ndim == 2:
                std = next((std for part, std in STDS.items() if part in name), 0.5)
                weight.normal_(std=std, generator=generator)
        model.decoder.norm.weight.fill_(SHARPNESS)
    reference = transformers.T5ForConditionalGeneration(
        transformers.T5Config(
            vocab_size=SIZE.vocab_size,
            d_model=SIZE.width,
            d_kv=12,
            d_ff=SIZE.inner,
            num_layers=SIZE.num_layers,
            num_decoder_layers=NUM_DECODER_LAYERS,
            num_heads=SIZE.num_heads,
            decoder_start_token_id=0,
        )
    ).eval()
    reference.load_state_dict(published(model), strict=False)
    reference.tie_weights()
    return model, reference


def published(model: T5) -> dict[str, torch.Tensor]:
    from models.checkpoints.key_maps import sources

    state, found = model.state_dict(), dict[str, torch.Tensor]()
    for name, source in sources(SPEC.tables[""], state).items():
        found |= source.split(state[name])
    return found


# Positions ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("relative", "expected"),
    [
        *((0, 0), (1, 17), (-1, 1), (7, 23), (-7, 7), (8, 24), (-8, 8), (12, 25), (20, 26)),
        *((64, 30), (127, 31), (128, 31), (5000, 31), (-127, 15), (-5000, 15)),
    ],
)
def test_an_encoder_s_bucket_is_the_published_one(relative: int, expected: int) -> None:
    assert int(bucket(torch.tensor(relative), True, 32, 128)) == expected


@pytest.mark.parametrize(
    ("relative", "expected"),
    [
        *((0, 0), (1, 0), (99, 0), (-1, 1), (-15, 15), (-16, 16), (-20, 17), (-64, 26)),
        *((-127, 31), (-128, 31), (-9999, 31)),
    ],
)
def test_a_decoder_s_bucket_is_the_published_one(relative: int, expected: int) -> None:
    assert int(bucket(torch.tensor(relative), False, 32, 128)) == expected


@pytest.mark.parametrize("bidirectional", [True, False])
@pytest.mark.parametrize(("num_buckets", "max_distance"), [(32, 128), (8, 20), (16, 64), (4, 5)])
def test_every_bucket_is_that_of_the_reference(
    bidirectional: bool, num_buckets: int, max_distance: int
) -> None:
    distances = torch.arange(-3000, 3001)
    expected = T5Attention._relative_position_bucket(
        distances, bidirectional, num_buckets, max_distance
    )
    assert torch.equal(bucket(distances, bidirectional, num_buckets, max_distance), expected)


@pytest.mark.parametrize(("num_queries", "num_keys"), [(1, 1), (9, 9), (200, 200), (1, 40), (3, 8)])
@pytest.mark.parametrize("part", ["encoder", "decoder"])
def test_the_bias_is_that_of_the_reference(part: str, num_queries: int, num_keys: int) -> None:
    model, reference = twins(0)
    theirs = getattr(reference, part).block[0].layer[0].SelfAttention
    bias: RelativeBias = getattr(model, part).bias
    expected = theirs.compute_bias(num_queries, num_keys, past_seen_tokens=num_keys - num_queries)
    assert torch.equal(bias(num_queries, num_keys), expected)


def test_a_trace_records_one_bias_for_all_layers() -> None:
    model, reference = twins(0)
    example = oracle.fed(SPEC, oracle.random_input(61, 9))
    found = trace(model, SPEC, example)
    for name in ("encoder", "decoder"):
        stream = found.streams[name]
        expected = (
            getattr(reference, name)
            .block[0]
            .layer[0]
            .SelfAttention.compute_bias(len(stream.rows), len(stream.columns))
        )
        assert_close(stream.extra["bias"], expected[0].detach())
    assert found.streams["cross"].extra == {}


def test_without_its_bias_a_tower_does_not_know_where_a_token_stands() -> None:
    model, _ = twins(1)
    ids = [4, 8, 15, 16, 23]
    turned = [0, 3, 1, 4, 2]
    moved = oracle.model_input([ids[place] for place in turned])
    plain, other = (
        trace(model, SPEC, model_input, ablate_extras=("bias",)).streams["encoder"].hidden
        for model_input in (oracle.model_input(ids), moved)
    )
    assert plain is not None
    assert other is not None
    assert_close(plain[:, turned], other)
    with_bias = trace(model, SPEC, oracle.model_input(ids)).streams["encoder"].hidden
    assert np.abs(with_bias - plain).max() > 1e-3


def test_buckets_seen_while_tracing_can_be_learned_from() -> None:
    """They are kept, and must not be tensors of inference mode."""
    model = T5(T5Config.from_size(SIZE))
    ids = torch.arange(37)[None]
    trace(model, SPEC, oracle.model_input(ids[0].tolist()))
    model(Batch(ids))["encoder"].sum().backward()
    assert model.encoder.bias.table.weight.grad is not None


# Norm and initial weights -------------------------------------------------------------------------


def test_the_norm_divides_by_the_root_mean_square() -> None:
    norm = RMSNorm(2, eps=0.0)
    with torch.no_grad():
        norm.weight.copy_(torch.tensor([1.0, 10.0]))
        found = norm(torch.tensor([[3.0, 4.0]]))
    assert_close(found, torch.tensor([[3.0, 40.0]]) / 12.5**0.5)


def test_initial_weights_are_drawn_as_the_reference_draws_them() -> None:
    torch.manual_seed(0)
    size = Size(500, width=256, num_layers=1, num_heads=8, inner=512)
    model = T5(T5Config.from_size(size, d_kv=16, initializer_factor=2.0))
    attention, cross = model.encoder.layers[0].attention, model.decoder.layers[0].cross
    query, key, value = attention.qkv.weight.chunk(3)
    expected = {
        model.token.weight: 1.0,
        query: (256 * 16) ** -0.5,
        key: 256**-0.5,
        value: 256**-0.5,
        attention.output.weight: 128**-0.5,
        cross.query.weight: (256 * 16) ** -0.5,
        cross.key_value.weight: 256**-0.5,
        model.encoder.layers[0].feed_forward.widen.weight: 256**-0.5,
        model.encoder.layers[0].feed_forward.narrow.weight: 512**-0.5,
        model.encoder.bias.table.weight: 256**-0.5,
    }
    for weight, std in expected.items():
        found = float(weight.detach().std())
        assert found == pytest.approx(2.0 * std, rel=0.15 if weight.numel() < 1000 else 0.03)


# Encoder and decoder ------------------------------------------------------------------------------


def test_without_a_decoder_s_text_the_encoder_runs_alone() -> None:
    model, _ = twins(0)
    assert list(model(Batch(torch.tensor([PROMPT])))) == ["encoder"]


def test_a_plain_text_is_traced_with_the_decoder_s_start() -> None:
    model, _ = twins(0)
    found = trace(model, SPEC, oracle.model_input(PROMPT))
    assert found.model_input.feeds["decoder_input_ids"].tolist() == [0]
    assert found.streams["decoder"].rows == ("0",)
    assert found.streams["cross"].rows == ("0",)
    assert found.streams["cross"].columns == tuple(f"t{id}" for id in PROMPT)
    assert found.logits["lm"].shape == (1, SIZE.vocab_size)


def test_what_a_decoder_is_fed_stays() -> None:
    fed = oracle.model_input(PROMPT).with_feed("decoder_input_ids", np.array([0, 9]))
    assert trace(twins(0)[0], SPEC, fed).model_input is fed


def test_the_decoder_looks_back_only_and_the_cross_attention_at_everything() -> None:
    model = oracle.random_model(SPEC)
    found = trace(model, SPEC, oracle.fed(SPEC, oracle.random_input(61, 12)))
    decoder, cross = (found.streams[name].attention for name in ("decoder", "cross"))
    assert decoder is not None
    assert cross is not None
    assert not np.triu(decoder, k=1).any()
    assert (cross > 0).all()


def test_a_head_of_the_cross_attention_can_be_switched_off() -> None:
    model, _ = twins(0)
    example = oracle.fed(SPEC, oracle.random_input(61, 9))
    plain = trace(model, SPEC, example)
    without = trace(model, SPEC, example, ablate=[("cross", 1, 2)])
    first, second = (found.streams["decoder"].hidden for found in (plain, without))
    assert first is not None
    assert second is not None
    assert_close(first[:2], second[:2])
    assert np.abs(first[2] - second[2]).max() > 1e-3
    assert_close(plain.streams["encoder"].hidden, without.streams["encoder"].hidden)


def test_a_padded_text_is_answered_as_if_it_stood_alone() -> None:
    model, _ = twins(2)
    short, long = (
        oracle.random_input(61, length, seed=length).with_feed(
            "decoder_input_ids", np.array(written)
        )
        for length, written in ((4, [0, 7, 8, 9, 1]), (11, [0, 3]))
    )
    with torch.no_grad():
        together, alone = model(collate([short, long])), model(collate([short]))
    assert_close(together["decoder"][0], alone["decoder"][0])


def test_dropout_is_drawn_in_training_alone() -> None:
    model = T5(T5Config.from_size(Size(61, width=32, num_layers=1, num_heads=2, dropout=0.5)))
    batch = collate([oracle.fed(SPEC, oracle.random_input(61, 9))])
    with torch.no_grad():
        first, second = (model.train()(batch)["decoder"] for _ in range(2))
        assert not torch.allclose(first, second)
        assert torch.equal(model.eval()(batch)["decoder"], model(batch)["decoder"])


def test_the_reference_s_own_configuration_is_known(tmp_path: Path) -> None:
    twins(0)[1].config.save_pretrained(tmp_path)
    _, unknown = T5Config.from_json((tmp_path / "config.json").read_text(encoding="utf-8"))
    assert unknown == ()


def test_decoder_and_encoder_may_differ_in_their_layers(tmp_path: Path) -> None:
    model, _ = twins(0)
    save(model, SPEC, tmp_path)
    found = trace(load(tmp_path).model, SPEC, oracle.model_input(PROMPT))
    layers = {name: len(stream.attention) for name, stream in found.streams.items()}  # type: ignore[arg-type]
    assert layers == {"encoder": 3, "decoder": 2, "cross": 2}


# Writing ------------------------------------------------------------------------------------------


def named(eos_id: int | None) -> Any:
    return SimpleNamespace(token=str, eos_id=eos_id, vocab_size=1000)


def reference_text(reference: Any, eos: int | None, **settings: Any) -> list[int]:
    out = reference.generate(
        torch.tensor([PROMPT]),
        attention_mask=torch.ones(1, len(PROMPT), dtype=torch.long),
        do_sample=False,
        eos_token_id=eos,
        pad_token_id=0,
        **settings,
    )
    written: list[int] = out[0, 1:].tolist()
    return written


def write(model: Any, settings: Sampling, eos: int | None = None) -> list[int]:
    return best(list(generate(model, named(eos), PROMPT, settings)), settings.length_penalty)


def ends(model: T5) -> list[int | None]:
    """No end, and one that comes early in what the model writes."""
    return [None, write(model, Sampling(max_new_tokens=5))[4]]


@pytest.mark.parametrize("seed", SEEDS)
def test_greedy_writes_what_the_reference_writes(seed: int) -> None:
    model, reference = twins(seed)
    for eos in ends(model):
        expected = reference_text(reference, eos, max_new_tokens=20)
        assert write(model, Sampling(max_new_tokens=20), eos) == expected
        assert eos is None or expected[-1] == eos


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("num_beams", "penalty"), [(3, 1.0), (4, 0.3)])
def test_beam_search_finds_what_the_reference_finds(
    seed: int, num_beams: int, penalty: float
) -> None:
    model, reference = twins(seed)
    for eos in ends(model):
        settings = Sampling("beam", 12, num_beams=num_beams, length_penalty=penalty)
        assert write(model, settings, eos) == reference_text(
            reference, eos, max_new_tokens=12, num_beams=num_beams, length_penalty=penalty
        )


def test_the_compared_texts_are_not_degenerate() -> None:
    texts = [write(twins(seed)[0], Sampling(max_new_tokens=20)) for seed in SEEDS]
    assert min(len(set(text)) for text in texts) > 4
    assert len({tuple(text) for text in texts}) == len(SEEDS)


@pytest.mark.parametrize("method", ["greedy", "sample"])
def test_a_text_continued_later_is_the_text_written_at_once(method: Any) -> None:
    model, _ = twins(3)
    whole = write(model, Sampling(method, 12, seed=4))
    rest = generate(model, named(None), PROMPT, Sampling(method, 7, seed=4), written=whole[:5])
    assert [*whole[:5], *(step.id for step in rest)] == whole


@pytest.mark.parametrize("method", ["greedy", "beam"])
def test_writing_stops_where_the_positions_are_full(method: Any) -> None:
    model, _ = twins(0)
    steps = list(generate(model, named(None), PROMPT, Sampling(method, 100)))
    assert len(steps) == SIZE.num_positions - 1
    assert [step.position for step in steps] == list(range(1, SIZE.num_positions))


@torch.no_grad()
def test_step_by_step_the_decoder_computes_what_it_computes_at_once() -> None:
    model = oracle.random_model(SPEC)
    fed = [0, 9, 4, 33, 2, 7]
    whole = oracle.model_input(PROMPT).with_feed("decoder_input_ids", np.array(fed))
    expected = model(collate([whole]))["decoder"][0]
    caches, first = model.begin(torch.tensor(PROMPT), len(fed))
    assert first == [0]
    parts = [model.step(torch.tensor([ids]), caches)[0] for ids in (fed[:3], fed[3:4], fed[4:])]
    assert_close(torch.cat(parts), expected)


@torch.inference_mode()
@pytest.mark.parametrize("seed", range(3))
def test_one_row_computes_what_a_step_computes(seed: int) -> None:
    model = oracle.random_model(SPEC, SIZE, seed)
    sides = [model.begin(torch.tensor(PROMPT), 50)[0] for _ in range(2)]
    for caches in sides:
        model.step(torch.tensor([[0]]), caches)
    fast = one_row_decoder(model, sides[0])
    assert fast is not None
    for id in np.random.default_rng(seed).integers(0, 61, 40).tolist():
        expected = model.logits("lm", model.step(torch.tensor([[id]]), sides[1])[0, 0])
        assert_close(fast.logits(id), expected)


@torch.inference_mode()
def test_one_row_that_is_made_while_the_bias_is_silenced_has_it_afterwards() -> None:
    model = oracle.random_model(SPEC, SIZE, 0)
    sides = [model.begin(torch.tensor(PROMPT), 50)[0] for _ in range(2)]
    for caches in sides:
        model.step(torch.tensor([[0]]), caches)
    with attach_listeners(model, {"decoder.bias.values": torch.zeros_like}):
        fast = one_row_decoder(model, sides[0])
    assert fast is not None
    expected = model.logits("lm", model.step(torch.tensor([[7]]), sides[1])[0, 0])
    assert_close(fast.logits(7), expected)


def test_only_32_bit_weights_of_the_cpu_are_read_so() -> None:
    model = T5(T5Config.from_size(SIZE)).double()
    caches, _ = model.begin(torch.tensor(PROMPT), 8)
    assert one_row_decoder(model, caches) is None


def test_a_listener_hears_every_token_that_is_written() -> None:
    model, _ = twins(0)
    heard: list[int] = []
    with attach_listeners(model, {"decoder.layers.1.state": lambda x: heard.append(x.shape[1])}):
        written = write(model, Sampling(max_new_tokens=6))
    assert heard == [1] * 6
    assert written == write(model, Sampling(max_new_tokens=6))


def test_targets_are_learned_from_the_decoder_alone() -> None:
    """The loss of a batch is that of its rows, whatever their lengths."""
    from models.training.loss import target_losses

    model, _ = twins(0)
    rows: list[ModelInput] = []
    for length, target in ((4, [7, 8, 1]), (9, [3, 1])):
        fed = np.array([0, *target[:-1]])
        row = oracle.random_input(61, length).with_feed("decoder_input_ids", fed)
        rows.append(row.with_targets("lm", np.arange(len(target)), np.array(target)))
    with torch.no_grad():
        together = target_losses(model, SPEC, collate(rows))["lm"]
        alone = [target_losses(model, SPEC, collate([row]))["lm"] for row in rows]
    assert together.count == 5
    assert_close(together.total, alone[0].total + alone[1].total)
