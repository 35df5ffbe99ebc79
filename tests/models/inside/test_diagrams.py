"""Block diagrams follow from the declared steps, for every architecture."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

from models.inside.diagrams.derive import diagram_of
from models.inside.diagrams.diagram import Diagram, StepKey
from models.inside.diagrams.traits import differences, traits_of, unlike_parts
from models.inside.record import RecordedPass, record
from models.schema.batch import as_module
from models.schema.records import ModelInput
from models.schema.registry import catalog
from models.schema.specs import ORDER_FEED, ArchSpec
from tests.models import oracle
from tests.models.oracle import SIZES

SPECS = catalog().architectures
NUM_TOKENS = 9


def recorded(name: str) -> tuple[ArchSpec, Any, ModelInput, RecordedPass]:
    spec = SPECS[name]
    model = oracle.random_model(spec)
    fed = oracle.fed(spec, oracle.random_input(SIZES[0].vocab_size, NUM_TOKENS, pair=True))
    if spec.reads_order:
        fed = fed.with_feed(ORDER_FEED, np.arange(NUM_TOKENS)[::-1] + 1)
    fed = spec.apply_all_feeds(fed, model)
    return spec, model, fed, record(model, spec, fed)


@cache
def diagram(name: str) -> Diagram:
    spec, model, fed, passed = recorded(name)
    return diagram_of(model, spec, fed, passed)


def titles(one: Diagram, stack: int = 0) -> list[str]:
    """The titles of the drawn parts of a stack that are in its layers."""
    layers = range(1, one.num_layers(stack) + 1)
    parts = [one.parts[place] for place in one.drawn]
    return [part.title for part in parts if part.stack == stack and part.layer in layers]


def kinds_in(one: Diagram, block: int) -> list[str]:
    return [one.parts[place].kind for place in one.blocks[block].drawn]


@pytest.mark.parametrize("name", SPECS)
def test_the_parts_cover_every_declared_step_of_every_architecture(name: str) -> None:
    passed = recorded(name)[3]
    own = diagram(name)
    declared = [StepKey(s.path, s.title, s.occurrence) for s in passed.stages]
    assert [step for step in declared if own.place_of(step) is None] == []
    known = {step for part in own.parts for step in part.steps if part.kind != "head"}
    assert known == set(declared)
    assert set(own.drawn) == {own.drawn_as(place) for place in range(len(own.parts))}


@pytest.mark.parametrize("name", SPECS)
def test_every_part_after_the_input_reads_earlier_ones_and_is_read(name: str) -> None:
    own = diagram(name)
    for place, part in enumerate(own.parts):
        sources = [link for link in part.links if link.role != "samples"]
        assert sources or part.kind == "table", (place, part.title)
        assert all(link.source < place for link in sources), (place, part.title)
        assert part.kind != "sum" or len(sources) >= 2, (place, part.title)
    heads = {link.source for part in own.parts if part.kind == "head" for link in part.links}
    ends = {place for place, part in enumerate(own.parts) if not own.readers(place)}
    assert all(
        own.parts[place].kind == "head" or not own.parts[place].steps or heads for place in ends
    )
    assert heads


@pytest.mark.parametrize("name", SPECS)
def test_every_layer_is_in_one_block_and_no_weight_is_in_two_parts(name: str) -> None:
    own = diagram(name)
    inside = Counter(place for block in own.blocks for place in block.all)
    assert set(inside.values()) == {1}
    in_layers = {
        place
        for place, part in enumerate(own.parts)
        if part.steps and 1 <= part.layer <= own.num_layers(part.stack)
    }
    assert in_layers == set(inside)
    by_layer = Counter(
        (part.stack, part.layer, part.streams, weight.name)
        for part in own.parts
        for weight in part.weights
    )
    assert max(by_layer.values()) == 1
    known = {n: tuple(w.shape) for n, w in as_module(recorded(name)[1]).named_parameters()}
    found = [weight for part in own.parts for weight in part.weights]
    assert {weight.name: weight.shape for weight in (*found, *own.shared_weights)} == known
    assert not {weight.name for weight in own.shared_weights} & {weight.name for weight in found}
    assert len(own.shared_weights) < 8, "nearly every weight is of a part"


def test_layers_of_bert_repeat_and_end_in_norms_after_residual_sums() -> None:
    one = diagram("bert")
    (block,) = one.blocks
    assert (block.repeats, block.is_shared, one.columns_of(block)) == (3, False, 1)
    assert kinds_in(one, 0) == ["attention", "sum", "norm", "feed_forward", "sum", "norm"]
    attention, first, norm, feed_forward, second, _ = block.drawn
    assert [link.source for link in one.parts[first].links] == [attention - 1, attention]
    assert [link.source for link in one.parts[second].links] == [norm, feed_forward]
    assert one.parts[feed_forward].lines == ("GELU",)
    assert one.parts[attention].num_weights == 4 * (32 * 32 + 32)


def test_bert_and_roberta_differ_in_segments_and_the_pair_head_alone() -> None:
    differ = {
        (trait.title, trait.detail) for trait in differences([diagram("bert"), diagram("roberta")])
    }
    assert differ <= {("Segment embedding", ""), ("Next sentence", "")}
    blocks = [[kinds_in(diagram(name), 0)] for name in ("bert", "roberta")]
    assert blocks[0] == blocks[1]
    outlined = unlike_parts([diagram("bert"), diagram("roberta")])[0]
    assert {diagram("bert").parts[place].title for place in outlined} == {
        title for title, _ in differ
    }


def test_bert_and_gpt2_differ_in_the_place_of_norms_and_in_causal_attention() -> None:
    flags = differences([diagram("bert"), diagram("gpt2")])
    has = {f"{trait.title}: {trait.detail}": one for trait, one in flags.items()}
    assert has["Layer normalization: after the residual connection (Post-LN)"] == (True, False)
    assert has["Layer normalization: before a part (Pre-LN)"] == (False, True)
    assert has["Layer normalization: after the last layer"] == (False, True)
    assert has["Self-attention: causal, no later tokens"] == (False, True)
    assert not any(trait.title.startswith("Residual") for trait in flags)


def test_a_model_does_not_differ_from_itself() -> None:
    assert differences([diagram("t5"), diagram("t5")]) == {}
    assert unlike_parts([diagram("t5"), diagram("t5")]) == [{}, {}]


def test_albert_repeats_one_set_of_weights() -> None:
    one = diagram("albert")
    assert [(block.repeats, block.is_shared) for block in one.blocks] == [(3, True)]
    traits = set().union(*(traits_of(one, place) for place in one.blocks[0].drawn))
    assert "One set of weights for all layers" in {trait.title for trait in traits}
    assert not any(block.is_shared for block in diagram("bert").blocks)


def test_mobilebert_has_bottlenecks_and_stacked_feed_forward_networks() -> None:
    one = diagram("mobilebert")
    own = Counter(titles(one))
    assert own["Bottleneck"] == 2
    assert own["Bottleneck of query and key"] == 1
    assert own["Feed-forward network"] > 1
    attention = next(n for n in one.drawn if one.parts[n].kind == "attention")
    read = {one.parts[link.source].title for link in one.parts[attention].links}
    assert len(one.parts[attention].links) == 2, read  # its value is made of the wide states


def test_a_decoder_reads_keys_of_the_end_of_its_encoder() -> None:
    one = diagram("t5")
    assert [stack.title for stack in one.stacks] == ["Encoder", "Decoder"]
    cross = next(n for n in one.drawn if one.parts[n].title == "Cross-attention")
    (keys,) = (link for link in one.parts[cross].links if link.role == "keys")
    assert one.parts[keys.source].streams == ("encoder",)
    assert one.readers(keys.source)[0] > one.blocks[0].all[-1]


def test_the_columns_of_a_reversible_layer_are_two_and_those_of_others_one() -> None:
    one = diagram("reformer")
    assert {one.columns_of(block) for block in one.blocks} == {2}
    flags = differences([one, diagram("gpt2")])
    has = {trait.title: flag for trait, flag in flags.items()}
    assert has["Reversible residual connection, of two columns (RevNet)"] == (True, False)
    assert has["Residual connection (ResNet)"] == (False, True)
    for name in SPECS.keys() - {"reformer"}:
        assert {diagram(name).columns_of(block) for block in diagram(name).blocks} == {1}, name


def test_the_discriminator_reads_what_the_head_of_the_generator_samples() -> None:
    one = diagram("electra")
    assert [stack.title for stack in one.stacks] == ["Generator", "Discriminator"]
    (sampled,) = (
        (part, link.source) for part in one.parts for link in part.links if link.role == "samples"
    )
    part, source = sampled
    assert (part.title, part.streams) == ("Token embedding", ("discriminator",))
    assert (one.parts[source].kind, one.parts[source].streams) == ("head", ("generator",))


def test_both_streams_of_xlnet_are_drawn_and_keys_are_of_the_content() -> None:
    one = diagram("xlnet")
    query = next(
        n
        for n in one.drawn
        if one.parts[n].kind == "attention" and one.parts[n].streams == ("query",)
    )
    read = {(one.parts[link.source].title, link.role) for link in one.parts[query].links}
    assert read == {("Token embedding", "keys"), ("Vector of the query stream", "")}
    (block,) = one.blocks
    assert block.repeats == 3


def test_the_mask_decoder_is_above_its_encoder_and_shares_its_weights() -> None:
    one = diagram("deberta")
    assert [stack.reads_end_of for stack in one.stacks] == [None, 0]
    assert [block.is_shared for block in one.blocks] == [False, True]


def test_fusion_of_entities_reads_and_writes_both_streams() -> None:
    one = diagram("ernie-entities")
    fused = [n for n in one.drawn if one.parts[n].title == "Fusion of tokens and entities"]
    assert fused
    for place in fused:
        read = {one.parts[link.source].streams for link in one.parts[place].links}
        written = {one.parts[reader].streams for reader in one.readers(place)}
        assert read == written == {("encoder",), ("entities",)}


def test_parallel_parts_read_one_norm_and_are_added_together() -> None:
    one = diagram("gptj")
    assert kinds_in(one, 0) == ["norm", "attention", "feed_forward", "sum"]
    norm, attention, feed_forward, added = one.blocks[0].drawn
    for place in (attention, feed_forward):
        assert [link.source for link in one.parts[place].links] == [norm]
    assert len(one.parts[added].links) == 3


def test_two_directions_are_joined_above_their_stacks() -> None:
    one = diagram("elmo")
    (joined,) = (part for part in one.parts if not part.steps)
    assert {one.parts[link.source].streams for link in joined.links} == {
        ("forward",),
        ("backward",),
    }
