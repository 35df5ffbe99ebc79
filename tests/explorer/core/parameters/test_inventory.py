"""Weights are put down to parts, layers are counted together, shared and narrowed."""

import pytest

from explorer.core.parameters.inventory import (
    PARTS,
    Inventory,
    Part,
    Sharing,
    Weight,
    factorise_embeddings,
    gather,
    grown,
    one_name,
    share_layers,
    table_size,
)

PARTS_BY_WORD: dict[str, Part] = {
    "token": "token",
    "norm": "norm",
    "attention": "attention",
    "feed_forward": "feed_forward",
}


def stack(num_layers: int, vocab_size: int = 50, width: int = 8) -> Inventory:
    """A small model whose operations are two for each weight of its matrices and token."""
    shapes: dict[str, tuple[int, ...]] = {"token.weight": (vocab_size, width)}
    for n in range(num_layers):
        shapes[f"layers.{n}.attention.qkv.weight"] = (3 * width, width)
        shapes[f"layers.{n}.attention_norm.bias"] = (width,)
        shapes[f"layers.{n}.feed_forward.widen.weight"] = (4 * width, width)
    shapes["layers.0.attention.once"] = (3,)
    operations = {
        name: 2 * 10 * shape[0] * shape[1] for name, shape in shapes.items() if len(shape) > 1
    }
    parts = {
        one_name(name): next(part for word, part in PARTS_BY_WORD.items() if word in name)
        for name in shapes
    }
    return Inventory(gather(shapes, parts), {**operations, "": 7 * num_layers}, 10, parts)


def test_weights_of_alike_layers_are_one_line() -> None:
    found = stack(3)
    assert Weight("layers.{i}.attention.qkv.weight", "attention", (24, 8), 3) in found.weights
    assert found.parameters == 50 * 8 + 3 * (24 * 8 + 8 + 32 * 8) + 3
    assert sum(found.parameters_by_part.values()) == found.parameters
    assert tuple(found.parameters_by_part) == tuple(PARTS)


def test_the_shape_of_a_weight_is_written_as_a_product() -> None:
    shapes = {(768, 3072): 12, (768,): 12, (30_522, 768): 1}
    written = [Weight("w", "other", shape, times).product for shape, times in shapes.items()]
    assert written == ["12 × (768 × 3,072)", "12 × 768", "30,522 × 768"]


def test_weights_of_two_towers_are_told_apart_however_small_their_cells_are() -> None:
    name = "{}.layers.{{i}}.attention.qkv.weight"
    encoder, decoder = (shorter_names(name.format(one)) for one in ("encoder", "decoder"))
    assert encoder[0] == ("encoder.attention.qkv",)
    assert not set(encoder) & set(decoder)
    own, cross = (
        shorter_names(f"decoder.layers.{{i}}.{one}.output.weight") for one in ("attention", "cross")
    )
    assert own[-2:] == [("decoder", "output"), ("dec.", "output")]
    assert cross[-1] == ("cross", "output")
    assert shorter_names("layers.{i}.attention.qkv.weight") == [("attention.qkv",), ("qkv",)]
    assert shorter_names("embeddings.token.weight") == [("embeddings.token",), ("token",)]


def shorter_names(name: str) -> list[tuple[str, ...]]:
    return Weight(name, "other", (1,)).shorter_names()


def test_the_weights_of_a_part_come_largest_first() -> None:
    weights = [Weight(name, "other", (count,)) for name, count in (("a", 3), ("b", 9), ("c", 5))]
    found = Inventory((*weights, Weight("d", "norm", (7,))), {}, 1).weights_of_part("other")
    assert [weight.name for weight in found] == ["b", "c", "a"]


def test_the_table_costs_operations_in_the_head_only() -> None:
    found = stack(1).operations_by_part
    assert (found["token"], found["head"]) == (0, 2 * 50 * 8)
    assert found["between"] == 0.7
    assert sum(found.values()) == stack(1).operations_per_token


@pytest.mark.parametrize("num_layers", [1, 2, 3, 12])
def test_a_model_grows_by_what_its_second_layer_adds(num_layers: int) -> None:
    made, whole = grown(stack(1), stack(2), num_layers), stack(num_layers)
    assert set(made.weights) == set(whole.weights)
    assert made.operations_by_part == whole.operations_by_part


@pytest.mark.parametrize(
    ("sharing", "saved"),
    [
        ("none", 0),
        ("attention", 2 * (24 * 8 + 8)),
        ("feed_forward", 2 * 32 * 8),
        ("all", 2 * (24 * 8 + 8 + 32 * 8)),
    ],
)
def test_sharing_saves_parameters_and_no_operation(sharing: Sharing, saved: int) -> None:
    before, after = stack(3), share_layers(stack(3), sharing)
    assert before.parameters - after.parameters == saved
    assert after.operations == before.operations


def test_a_factorised_table_has_nine_thousand_instead_of_fifty() -> None:
    assert (table_size(500, 100), table_size(500, 100, 15)) == (50_000, 9_000)
    whole = stack(1, vocab_size=500, width=100)
    narrow = factorise_embeddings(whole, 500, 15, 100)
    assert whole.parameters_by_part["token"] == 50_000
    assert narrow.parameters_by_part["token"] == 9_000
    assert narrow.operations_by_part["head"] == 2 * 9_000
    assert narrow.operations_by_part["token"] == 2 * 15 * 100
    rest: tuple[Part, ...] = ("attention", "feed_forward", "norm")
    assert all(whole.parameters_by_part[part] == narrow.parameters_by_part[part] for part in rest)


def test_a_table_as_wide_as_the_model_stays() -> None:
    whole = stack(1)
    assert factorise_embeddings(whole, 50, 8, 8) is whole


def test_memory_is_bytes_for_each_parameter() -> None:
    found = stack(2)
    assert [found.memory(n) for n in (4, 2, 1)] == [n * found.parameters for n in (4, 2, 1)]
