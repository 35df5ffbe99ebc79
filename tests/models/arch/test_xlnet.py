"""XLNet's two streams, orders and memory, against the reference through the files on disk."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from models.arch.xlnet import SPEC, XLNet, XLNetConfig, visible_to_query
from models.checkpoints.checkpoint import load, save
from models.inference.taps import record_taps
from models.inference.trace import trace
from models.schema.batch import Batch
from models.schema.configs import Size
from models.schema.factorization_order import visibility
from tests.models import oracle
from tests.models.oracle import ORACLES, SIZES

TOLERANCE = 1e-5
STREAMS = ("content", "query")
NUM_TOKENS, NUM_PAST = 7, 5

SEGMENTS = torch.tensor([[0, 0, 0, 0, 1, 1, 2], [0, 0, 1, 2, 0, 0, 0], [1, 2, 2, 0, 0, 0, 0]])
PRESENT = torch.arange(NUM_TOKENS) < torch.tensor([7, 4, 3])[:, None]
ORDERS = torch.tensor([[3, 1, 7, 5, 2, 6, 4], [0, 2, 0, 1, 0, 0, 0], [2, 3, 1, 0, 0, 0, 0]])

sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.num_heads}")


def ids_for(size: Size, length: int = NUM_TOKENS, seed: int = 0) -> Tensor:
    ids = np.random.default_rng(seed).integers(size.vocab_size, size=(3, length))
    return torch.from_numpy(ids)


def batches(size: Size) -> Iterator[Batch]:
    """Yield batches with and without an order, segments and padding."""
    for order in (None, ORDERS):
        for segment in (None, SEGMENTS):
            for present in (None, PRESENT):
                feeds = {} if order is None else {"order": order}
                yield Batch(ids_for(size), segment, present, feeds=feeds)


@dataclass(frozen=True)
class Found:
    """Hidden states and attentions by stream, logits, and the memory by layer."""

    hidden: dict[str, list[Tensor]]
    attention: dict[str, list[Tensor]]
    logits: Tensor
    memory: list[Tensor]


def ours(model: XLNet, batch: Batch, memory: Any = None) -> Found:
    streams = STREAMS if "order" in batch.feeds else STREAMS[:1]
    hidden = {stream: model.hidden_taps(stream) for stream in streams}
    attention = {stream: model.attention_taps(stream) for stream in streams}
    paths = [path for taps in (hidden, attention) for many in taps.values() for path in many]
    with torch.no_grad(), record_taps(model, paths) as record:
        states, remembered = model.recur(batch, memory)
        logits = model.logits("lm", states[streams[-1]])
    return Found(
        hidden={stream: [record[path] for path in paths] for stream, paths in hidden.items()},
        attention={stream: [record[path] for path in paths] for stream, paths in attention.items()},
        logits=logits,
        memory=list(remembered),
    )


def theirs(model: Any, batch: Batch, memory: Any = None) -> Found:
    inputs: dict[str, Any] = {"input_ids": batch.input_ids, "mems": memory, "use_mems": True}
    if batch.present is not None:
        inputs["attention_mask"] = batch.present.float()
    if batch.segment is not None:
        inputs["token_type_ids"] = batch.segment
    two = "order" in batch.feeds
    if two:
        size, length = batch.input_ids.shape
        inputs["perm_mask"] = (~visible_to_query(batch.feeds["order"])).float()
        inputs["target_mapping"] = torch.eye(length).expand(size, length, length)
    with torch.no_grad():
        output = model(**inputs, output_attentions=True, output_hidden_states=True)
    attentions, hidden = output.attentions, output.hidden_states
    if not two:
        attentions, hidden = [(one,) for one in attentions], [(one,) for one in hidden]
    else:
        hidden = list(zip(hidden[::2], hidden[1::2], strict=True))
    streams = STREAMS if two else STREAMS[:1]
    return Found(
        hidden={name: [layer[n] for layer in hidden] for n, name in enumerate(streams)},
        attention={name: [layer[n] for layer in attentions] for n, name in enumerate(streams)},
        logits=output.logits,
        memory=[one.transpose(0, 1) for one in output.mems],
    )


def assert_same(found: Found, reference: Found, batch: Batch) -> None:
    """Equal at every place that is not padding."""
    present = torch.ones_like(batch.input_ids, dtype=torch.bool)
    if batch.present is not None:
        present = batch.present
    assert found.hidden.keys() == reference.hidden.keys()
    for stream in found.hidden:
        for mine, other in zip(found.hidden[stream], reference.hidden[stream], strict=True):
            assert_close(mine[present], other[present])
        for mine, other in zip(found.attention[stream], reference.attention[stream], strict=True):
            assert_close(mine.transpose(1, 2)[present], other.transpose(1, 2)[present])
    assert_close(found.logits[present], reference.logits[present])


def assert_close(mine: Tensor, other: Tensor) -> None:
    torch.testing.assert_close(mine, other, rtol=TOLERANCE, atol=TOLERANCE)


def model_of(size: Size = SIZES[0], **settings: Any) -> XLNet:
    """Our model with every weight drawn at random, in evaluation mode."""
    model = XLNet(XLNetConfig.from_size(size, **settings)).eval()
    oracle.scatter_weights(model, 0)
    return model


def plain(model: XLNet, batch: Batch) -> dict[str, Tensor]:
    """The states while nobody listens."""
    with torch.no_grad():
        return model(batch)


# Parity -------------------------------------------------------------------------------------------


@sizes
def test_both_streams_of_what_they_saved_are_theirs(size: Size, tmp_path: Path) -> None:
    reference = oracle.save_theirs(ORACLES["xlnet"], size, tmp_path)[""]
    model = load(tmp_path).model
    assert isinstance(model, XLNet)
    for batch in batches(size):
        assert_same(ours(model, batch), theirs(reference, batch), batch)


@sizes
def test_both_streams_of_what_we_saved_are_ours_there(size: Size, tmp_path: Path) -> None:
    model = oracle.random_model(SPEC, size)
    save(model, SPEC, tmp_path)
    reference, _ = oracle.open_theirs(ORACLES["xlnet"][""], tmp_path, "")
    for batch in batches(size):
        assert_same(ours(model, batch), theirs(reference, batch), batch)


@pytest.mark.parametrize(
    "settings",
    [{}, {"mem_len": 4}, {"reuse_len": 3}, {"mem_len": 6, "reuse_len": 2}],
    ids=lambda settings: "-".join(settings) or "all",
)
def test_a_text_remembers_the_one_before_as_theirs_does(
    settings: dict[str, int], tmp_path: Path
) -> None:
    size = SIZES[0]
    model = model_of(size, **settings)
    save(model, SPEC, tmp_path)
    reference, _ = oracle.open_theirs(ORACLES["xlnet"][""], tmp_path, "")
    first = Batch(ids_for(size, NUM_PAST, seed=1))
    past, their_past = ours(model, first).memory, theirs(reference, first).memory
    for batch in batches(size):
        their_past_by_place = [one.transpose(0, 1) for one in their_past]
        found, other = ours(model, batch, past), theirs(reference, batch, their_past_by_place)
        assert_same(found, other, batch)
        if batch.present is None:
            for mine, their in zip(found.memory, other.memory, strict=True):
                assert_close(mine, their)


def test_published_settings_open_and_variants_are_rejected(tmp_path: Path) -> None:
    save(model_of(), SPEC, tmp_path)
    path = tmp_path / "config.json"
    config = json.loads(path.read_text())
    published = {"untie_r": True, "attn_type": "bi", "start_n_top": 5, "summary_type": "last"}
    path.write_text(json.dumps({**config, **published}))
    assert not load(tmp_path).report.unknown_config_keys
    path.write_text(json.dumps({**config, "attn_type": "uni"}))
    with pytest.raises(ValueError, match="attn_type"):
        load(tmp_path)


def test_heads_must_make_the_width() -> None:
    with pytest.raises(ValueError, match="do not make the width"):
        XLNetConfig(d_model=32, n_head=4, d_head=7)


# Who sees whom ------------------------------------------------------------------------------------


def test_the_model_sees_what_the_order_says() -> None:
    batch = Batch(ids_for(SIZES[0]), feeds={"order": ORDERS})
    found = ours(model_of(), batch)
    for row, order in enumerate(ORDERS.numpy()):
        content, query = visibility(order)
        nothing = ~query.any(axis=1)
        for weights in found.attention["content"]:
            assert np.array_equal((weights[row] > 0).all(dim=0).numpy(), content)
        for weights in found.attention["query"]:
            seen = (weights[row] > 0).all(dim=0).numpy()
            assert np.array_equal(seen[~nothing], query[~nothing])


def test_a_place_is_asked_without_a_look_at_its_own_token() -> None:
    """Another token there changes the answer nowhere earlier in the order, and not there."""
    model, ids, order = model_of(), ids_for(SIZES[0]), torch.tensor([[3, 1, 7, 5, 2, 6, 4]] * 3)
    before = plain(model, Batch(ids, feeds={"order": order}))
    for place in range(NUM_TOKENS):
        other = ids.clone()
        other[:, place] = (other[:, place] + 1) % SIZES[0].vocab_size
        after = plain(model, Batch(other, feeds={"order": order}))
        same = (before["query"] == after["query"]).all(-1).all(0)  # (T,)
        first = order[0] == 1
        assert torch.equal(same | first, (order[0] <= order[0, place]) | first)


def test_the_first_of_an_order_looks_at_everything_as_in_the_reference() -> None:
    found = ours(model_of(), Batch(ids_for(SIZES[0]), feeds={"order": ORDERS[:1].expand(3, -1)}))
    first = int((ORDERS[0] == 1).nonzero())
    for weights in found.attention["query"]:
        assert_close(weights[:, :, first], torch.full_like(weights[:, :, first], 1 / NUM_TOKENS))


def test_where_everything_is_given_the_text_is_read_as_without_an_order() -> None:
    model, ids = model_of(), ids_for(SIZES[0])
    everything_given = torch.zeros_like(ids)
    ordered = plain(model, Batch(ids, feeds={"order": everything_given}))
    assert_close(ordered["content"], plain(model, Batch(ids))["content"])


# What is computed ---------------------------------------------------------------------------------


@pytest.mark.parametrize("present", [None, PRESENT], ids=["whole", "padded"])
def test_asking_for_some_places_gives_the_rows_of_these(present: Tensor | None) -> None:
    model = model_of()
    batch = Batch(ids_for(SIZES[0]), SEGMENTS, present, feeds={"order": ORDERS})
    places = torch.tensor([[6, 0, 3], [1, 2, 0], [2, 0, 0]])
    some = plain(model, replace(batch, feeds={**batch.feeds, "query_positions": places}))
    assert set(some) == {"query"}
    rows = places[..., None].expand(-1, -1, SIZES[0].width)
    assert_close(some["query"], plain(model, batch)["query"].gather(1, rows))


def test_nobody_listening_computes_the_same_numbers_and_gradients() -> None:
    model = model_of(SIZES[2])
    batch = Batch(ids_for(SIZES[2]), SEGMENTS, PRESENT, feeds={"order": ORDERS})
    found = []
    for paths in ([], [*model.attention_taps("content"), *model.attention_taps("query")]):
        model.zero_grad()
        with record_taps(model, paths):
            states = model(batch)
        found.append([states[stream][PRESENT] for stream in STREAMS])
        sum((one**2).sum() for one in found[-1]).backward()
        found[-1] += [weight.grad for weight in model.parameters() if weight.grad is not None]
    assert len(found[0]) > 10
    for fused, opened in zip(*found, strict=True):
        torch.testing.assert_close(fused, opened, rtol=1e-3, atol=1e-4)


def test_a_head_can_be_switched_off_in_one_stream_alone() -> None:
    model = model_of()
    model_input = oracle.random_input(SIZES[0].vocab_size, NUM_TOKENS)
    model_input = model_input.with_feed("order", ORDERS[0].numpy())
    whole = trace(model, SPEC, model_input)
    last = SIZES[0].num_layers - 1
    changed = {
        stream: trace(model, SPEC, model_input, ablate=[(stream, last, 1)]) for stream in STREAMS
    }
    for stream, found in changed.items():
        for other in STREAMS:
            same = np.array_equal(
                found.streams[other].hidden[-1],  # type: ignore[index]
                whole.streams[other].hidden[-1],  # type: ignore[index]
            )
            assert same == (other != stream)


def test_a_trace_without_an_order_has_the_content_stream_alone() -> None:
    model_input = oracle.random_input(SIZES[0].vocab_size, NUM_TOKENS)
    found = trace(model_of(), SPEC, model_input)
    assert set(found.streams) == {"content"}
    assert found.logits["lm"].shape == (NUM_TOKENS, SIZES[0].vocab_size)


def test_without_its_query_stream_the_head_reads_the_content() -> None:
    model_input = oracle.random_input(SIZES[0].vocab_size, NUM_TOKENS)
    model_input = model_input.with_feed("order", ORDERS[0].numpy())
    model = model_of()
    both = trace(model, SPEC, model_input)
    alone = trace(model, SPEC, model_input, without=("query",))
    assert set(alone.streams) == {"content"}
    content = both.streams["content"].hidden
    assert content is not None
    np.testing.assert_allclose(alone.streams["content"].hidden, content, atol=TOLERANCE)
    with torch.no_grad():
        logits = model.logits("lm", torch.tensor(content[-1]))
    np.testing.assert_allclose(alone.logits["lm"], logits.numpy(), atol=TOLERANCE)


def looked_at(model: XLNet, batch: Batch) -> Tensor:
    """The content states as a trace has them."""
    with torch.inference_mode():
        return model(batch)["content"]


def fresh(model: XLNet) -> XLNet:
    """A model of the same weights that has seen nothing yet."""
    twin = XLNet(model.config).eval()
    twin.load_state_dict(model.state_dict())
    return twin


def test_what_is_kept_between_texts_follows_the_weights() -> None:
    """Also in a copy, for another length and after a memory of the same total length."""
    model, batch = model_of(), Batch(ids_for(SIZES[0]), SEGMENTS)
    looked_at(model, batch)
    copied = copy.deepcopy(model)
    for one, seed in ((model, 1), (copied, 2), (copied, 3)):
        oracle.scatter_weights(one, seed)
        assert torch.equal(looked_at(one, batch), looked_at(fresh(one), batch))
    short = Batch(ids_for(SIZES[0], 4))
    with torch.inference_mode():
        past = model.recur(Batch(ids_for(SIZES[0], 6)), None)[1]
        looked_at(model, batch)  # 13 distances to 7 keys, then to 10
        after = model.recur(short, past)[0]["content"]
        assert torch.equal(after, fresh(model).recur(short, past)[0]["content"])


@pytest.mark.parametrize("mode", [True, False], ids=["training", "evaluation"])
def test_what_is_kept_between_texts_follows_a_fused_optimizer(mode: bool) -> None:
    """Its steps do not count in the versions of the weights."""
    model = model_of().train(mode)
    batch = Batch(ids_for(SIZES[0]), SEGMENTS)
    model_input = oracle.random_input(SIZES[0].vocab_size, NUM_TOKENS)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.1, fused=True)
    for _ in range(3):
        found = trace(model, SPEC, model_input).logits["lm"]
        assert np.array_equal(found, trace(fresh(model), SPEC, model_input).logits["lm"])
        (model(batch)["content"] ** 3).sum().backward()
        optimizer.step()


def test_dropout_is_drawn_while_it_learns_and_not_otherwise() -> None:
    model = model_of(replace(SIZES[0], dropout=0.5))
    batch = Batch(ids_for(SIZES[0]), SEGMENTS, feeds={"order": ORDERS})
    assert torch.equal(plain(model, batch)["query"], plain(model, batch)["query"])
    model.train()
    one, two = plain(model, batch), plain(model, batch)
    for stream in STREAMS:
        assert not torch.equal(one[stream], two[stream])
