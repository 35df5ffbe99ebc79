"""Published sizes and sizes that are tried out are counted exactly, whatever the architecture."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from safetensors.torch import load_file

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from explorer.core.library.published import published_models
from explorer.core.parameters import sizes
from explorer.core.parameters.inventory import MEMORY_BYTES, SHARINGS, Inventory, Sharing
from explorer.core.parameters.sizes import (
    PLAIN,
    Dimensions,
    PublishedSize,
    SizeChoice,
    as_if,
    fitting_heads,
    inventory,
    inventory_of_model,
    measure_size,
    plain,
    published_sizes,
    size_examples,
    size_name,
    stops_between,
)
from models.checkpoints.checkpoint import load, save
from models.runtime.resources import resource
from models.schema.configs import Size
from models.schema.meta_models import (
    meta_model,
    operations,
    published_config,
    resize_config,
    weight_shapes,
)
from models.schema.registry import catalog
from models.schema.specs import ArchSpec

ARCHITECTURES = catalog().architectures
WITH_SIZES = [spec for spec in ARCHITECTURES.values() if spec.presets]
BUNDLED = resource("checkpoints", "bert-mini")
PUBLISHED = {one.name: one for one in published_sizes()}
SIZES = (
    Size(1000, width=48, num_layers=1, num_heads=4, inner=100, num_positions=512),
    Size(30522, width=768, num_layers=5, num_heads=12, inner=3072, num_positions=512),
    Size(50000, width=1024, num_layers=24, num_heads=16, inner=2048, num_positions=512),
)
STATED = [one for one in published_sizes() if one.stated and one.architecture == "gpt3"]


def whole(spec: ArchSpec, size: Size, **own: Any) -> int:
    """Parameters of the model with all its layers built."""
    config = published_config(spec, spec.presets[0])
    fitting = replace(size, num_positions=config.size.num_positions)
    shapes = weight_shapes(meta_model(spec, resize_config(spec, config, fitting, **own)))
    count = 0
    for shape in shapes.values():
        product = 1
        for length in shape:
            product *= length
        count += product
    return count


def gpt_parameters(vocab_size: int, num_positions: int, num_layers: int, width: int) -> int:
    """V d + P d + L (12 d² + 13 d) + 2 d: a GPT-2 or GPT-3 whose inner width is 4 d.

    Attention has 4 d² + 4 d, feed-forward 8 d² + 5 d, two normalisations 4 d in every layer.
    """
    layer = 12 * width**2 + 13 * width
    return (vocab_size + num_positions) * width + num_layers * layer + 2 * width


def first_of(spec: ArchSpec) -> PublishedSize:
    return PUBLISHED[spec.presets[0].name]


def tried(published: PublishedSize, size: Size, **changes: Any) -> Dimensions:
    return replace(
        published.dimensions,
        vocab_size=size.vocab_size,
        width=size.width,
        num_layers=size.num_layers,
        num_heads=size.num_heads,
        inner=size.inner,
        **changes,
    )


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.num_layers}x{size.width}")
@pytest.mark.parametrize("spec", WITH_SIZES, ids=[spec.name for spec in WITH_SIZES])
def test_a_size_is_counted_as_if_every_layer_were_built(spec: ArchSpec, size: Size) -> None:
    published = first_of(spec)
    config = published_config(spec, spec.presets[0])
    own = {"embedding_size": 48} if hasattr(config, "embedding_size") else {}
    embedding = 48 if own else size.width
    found = measure_size(published.name, tried(published, size, embedding=embedding), 16)
    assert found.parameters == whole(spec, size, **own)


def test_layers_that_see_less_are_counted_one_by_one() -> None:
    spec, size = ARCHITECTURES["gpt3"], replace(SIZES[1], vocab_size=1000)
    config = spec.config_class.from_size(size, band=7)
    dimensions = replace(PUBLISHED["gpt3-small"].dimensions, num_layers=5, vocab_size=1000)
    found = sizes._built(spec, config, dimensions, 64, {})
    expected = operations(spec, meta_model(spec, config), 64)
    assert found.operations[""] == expected[""]
    assert not sizes._is_counted_dense(spec, config)


def test_only_a_size_that_does_not_state_how_far_its_layers_see_is_counted_as_dense() -> None:
    assert {one.architecture for one in PUBLISHED.values() if one.sparse} == {"gpt3"}


@pytest.mark.parametrize("name", sorted(PUBLISHED))
def test_every_published_size_is_counted(name: str) -> None:
    presets = {p.name: p for spec in ARCHITECTURES.values() for p in spec.presets}
    found = inventory(name)
    assert sum(found.parameters_by_part.values()) == found.parameters
    assert found.parameters_by_part["token"] > 0
    if name in presets:
        spec = ARCHITECTURES[PUBLISHED[name].architecture]
        shapes = weight_shapes(meta_model(spec, published_config(spec, presets[name])))
        assert sum(w.times for w in found.weights) == len(shapes)


def test_every_published_checkpoint_has_a_size_but_for_generators() -> None:
    without = {model.id for model in published_models() if not size_name(model)}
    generators = {f"google/electra-{size}-generator" for size in ("small", "base", "large")}
    assert without == {*generators, "kagnet"}
    for model in published_models():
        if (name := size_name(model)) and PUBLISHED[name].total == 0:
            absent = any(p.absent for p in ARCHITECTURES[PUBLISHED[name].architecture].presets)
            counts = inventory(name).parameters_by_part
            body = sum(counts.values()) - counts["head"]
            assert absent or body == model.parameters


def test_bert_and_albert_have_their_published_totals() -> None:
    for name, total in (("bert-base-uncased", 109_482_240), ("albert-base-v2", 11_683_584)):
        found = inventory(name)
        assert found.parameters - found.parameters_by_part["head"] == total


@pytest.mark.parametrize("one", STATED, ids=lambda one: one.name)
def test_sizes_without_checkpoints_are_counted_by_the_formula(one: PublishedSize) -> None:
    layers, width = one.dimensions.num_layers, one.dimensions.width
    assert inventory(one.name).parameters == gpt_parameters(50257, 2048, layers, width)
    assert "2005.14165" in one.stated_in


def test_the_largest_takes_700_gb_in_single_precision() -> None:
    largest = inventory("gpt3-175b")
    gigabytes = [largest.memory(bytes_each) / 1e9 for bytes_each in MEMORY_BYTES]
    assert gigabytes == pytest.approx([700, 350, 175], rel=0.005)


def test_what_does_not_fit_together_in_a_paper_s_table_is_said() -> None:
    odd = [one.name for one in published_sizes() if one.odd]
    assert odd == ["gpt3-xl", "gpt3-13b"]
    assert "1,517,123,584" in PUBLISHED["gpt3-xl"].note
    assert f"{gpt_parameters(50257, 2048, 40, 5120):,}" in PUBLISHED["gpt3-13b"].note


@pytest.mark.parametrize("sharing", SHARINGS)
def test_sharing_counts_as_the_architecture_does_that_has_it(sharing: Sharing) -> None:
    spec, size = ARCHITECTURES["albert"], SIZES[1]
    published = first_of(spec)
    found = measure_size(published.name, tried(published, size, sharing=sharing), 16)
    assert found.parameters == whole(spec, size, sharing=sharing)
    apart = measure_size(published.name, tried(published, size, sharing="none"), 16)
    assert found.operations_by_part == apart.operations_by_part


@pytest.mark.parametrize(
    ("name", "ratio"),
    [("bert-base-uncased", 0.5), ("mobilebert-uncased", 0.343), ("ib-bert-large", 0.313)],
)
def test_parameters_of_attention_are_compared_with_those_of_feed_forward_networks(
    name: str, ratio: float
) -> None:
    assert inventory(name).attention_ratio == pytest.approx(ratio, abs=0.001)


def test_an_architecture_without_feed_forward_networks_has_no_such_ratio() -> None:
    assert Inventory((), {}, 1).attention_ratio is None


def test_bert_with_shared_layers_and_a_narrow_table_is_nearly_albert() -> None:
    bert = PUBLISHED["bert-base-uncased"]
    like = replace(bert.dimensions, vocab_size=30000, embedding=128, sharing="all")
    found, albert = measure_size(bert.name, like, 128), inventory("albert-base-v2")
    layers = ("attention", "feed_forward")
    assert [found.parameters_by_part[part] for part in layers] == [
        albert.parameters_by_part[part] for part in layers
    ]
    assert (
        albert.parameters_by_part["token"] - found.parameters_by_part["token"] == 768
    )  # the bias of the widening
    assert len(as_if(bert.name, like)) == 2
    assert as_if("albert-base-v2", PUBLISHED["albert-base-v2"].dimensions) == ()


def test_fewer_parameters_are_not_fewer_operations() -> None:
    base = PUBLISHED["bert-base-uncased"]
    alone = measure_size(base.name, base.dimensions, 128)
    alike = measure_size(base.name, replace(base.dimensions, sharing="all"), 128)
    assert alike.parameters < 0.3 * alone.parameters
    assert alike.operations_per_token == alone.operations_per_token


def test_a_longer_text_costs_more_in_comparing_tokens_alone() -> None:
    base = PUBLISHED["bert-base-uncased"]
    short, long = (measure_size(base.name, base.dimensions, length) for length in (128, 2048))
    before, after = dict(short.operations_by_part), dict(long.operations_by_part)
    assert after.pop("between") == 16 * before.pop("between")
    assert after == before
    assert short.parameters == long.parameters  # positions for 512 tokens, as published


def test_changes_are_put_on_what_was_published() -> None:
    base = PUBLISHED["bert-base-uncased"]
    assert SizeChoice(base.name).dimensions(base) == base.dimensions
    assert not SizeChoice(base.name).is_changed
    choice = SizeChoice(base.name, width=100, embedding=-1, sharing="all")
    found = choice.dimensions(base)
    assert choice.is_changed
    assert (found.width, found.embedding, found.num_heads) == (100, 100, 10)
    assert plain(found).sharing == "none"


def test_what_a_session_kept_is_read_again() -> None:
    choice = SizeChoice("gpt2", PLAIN, vocab_size=9, sharing="attention")
    assert SizeChoice.from_json(choice.to_json()) == choice
    assert SizeChoice.from_json({"width": "wide", "unknown": 1}) == SizeChoice()
    base = PUBLISHED["gpt2"]
    assert SizeChoice("gpt2", sharing="some").dimensions(base) == base.dimensions


@pytest.mark.parametrize("title", size_examples())
def test_every_example_can_be_counted(title: str) -> None:
    choice = size_examples()[title]
    assert choice.against in {PLAIN, *PUBLISHED}
    found = choice.dimensions(PUBLISHED[choice.base])
    assert measure_size(choice.base, found, choice.length).parameters > 0


def test_sizes_that_do_not_fit_together_are_said_in_a_sentence() -> None:
    base = PUBLISHED["bert-base-uncased"]
    with pytest.raises(UserError, match="not a multiple"):
        measure_size(base.name, replace(base.dimensions, num_heads=7), 16)


def test_a_wider_model_keeps_the_width_of_its_heads_and_the_proportion_of_its_inner_width() -> None:
    albert = PUBLISHED["albert-base-v2"]
    choice = SizeChoice(albert.name).set_width(1536, albert.dimensions)
    assert choice == SizeChoice(albert.name, width=1536, embedding=128, num_heads=24, inner=6144)
    bert = PUBLISHED["bert-base-uncased"].dimensions
    choice = SizeChoice().set_width(97, bert)
    assert (choice.embedding, choice.num_heads) == (-1, 1), "as wide as the model, as before"


def test_stops_rise_from_the_lowest_to_the_highest() -> None:
    for low, high, step in ((8, 500_000, 100), (1, 2, 8), (1, 1, 8), (1, 200, 1)):
        stops = stops_between(low, high, step)
        assert (stops[0], stops[-1]) == (low, high)
        assert sorted(set(stops)) == list(stops)


def test_heads_divide_the_width() -> None:
    assert [fitting_heads(5140, 40), fitting_heads(2048, 24), fitting_heads(7, 12)] == [20, 16, 7]


def test_a_model_of_the_library_is_counted_by_what_its_files_hold() -> None:
    engine = Engine(Library())
    found = inventory_of_model(engine, "bert-mini", 64)
    assert found.parameters == sum(engine.parameters("bert-mini").values())
    assert found.length == 64
    assert inventory_of_model(engine, "bert-mini", 4096).length == 128


def test_what_the_files_lack_is_counted_nowhere(tmp_path: Path) -> None:
    bert = load(BUNDLED)
    lost = ("bert.pooler.dense", "cls.seq_relationship")
    without = [f"{name}.{kind}" for name in lost for kind in ("weight", "bias")]
    save(bert.model, bert.spec, tmp_path / "masked", bert.tokenizer, without=without)
    engine = Engine(Library(bundled=tmp_path))
    assert engine.card("masked").heads == ("mlm",)
    files = load_file(tmp_path / "masked" / "model.safetensors")
    held = sum(tensor.numel() for tensor in files.values())
    assert held == sum(engine.parameters("masked").values())
    assert held == inventory_of_model(engine, "masked").parameters
    assert held == engine.entry("masked").parameters


def test_a_fixed_inner_width_follows_the_width() -> None:
    fixed = next(one for one in PUBLISHED.values() if one.inner_widths)
    choice = SizeChoice(base=fixed.name, width=2 * fixed.dimensions.width, inner=7)
    sizes = choice.dimensions(fixed)
    assert sizes.inner == fixed.inner_widths * sizes.width
    assert choice.dimensions(replace(fixed, inner_widths=0)).inner == 7


def test_windows_are_counted_as_windows_and_bands_as_all_scores() -> None:
    assert not PUBLISHED["ModernBERT-base"].sparse
    assert PUBLISHED["gpt3-small"].sparse
