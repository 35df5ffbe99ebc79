"""Each weight belongs to the part that the module around it declares."""

from math import prod

import pytest
from torch import nn

from models.schema.configs import Size
from models.schema.meta_models import meta_model, weight_shapes
from models.schema.records import WeightPart
from models.schema.registry import catalog
from models.schema.weight_parts import weight_parts

SIZE = Size(vocab_size=500, width=32, num_layers=2, num_heads=4, inner=128, num_positions=64)
MOST_OTHERS = 0.15  # of the weights: poolers, bottlenecks, convolutions


def parts_of(architecture: str) -> tuple[dict[str, tuple[int, ...]], dict[str, WeightPart]]:
    """The shapes of all weights, and their parts."""
    spec = catalog().architectures[architecture]
    model = meta_model(spec, spec.config_class.from_size(SIZE))
    shapes = weight_shapes(model)
    return shapes, weight_parts(model, shapes, [head.name for head in spec.heads])


def declares_a_part(module: nn.Module) -> bool:
    return hasattr(type(module), "part")


@pytest.mark.parametrize("architecture", catalog().architectures)
def test_nearly_all_weights_of_an_architecture_have_a_part(architecture: str) -> None:
    """One that belongs to no part says so: its module declares "other"."""
    spec = catalog().architectures[architecture]
    model = meta_model(spec, spec.config_class.from_size(SIZE))
    declared = tuple(f"{path}." for path, one in model.named_modules() if declares_a_part(one))
    shapes, parts = parts_of(architecture)
    unknown = (name for name, part in parts.items() if part == "other")
    others = [prod(shapes[name]) for name in unknown if not name.startswith(declared)]
    assert sum(others) <= MOST_OTHERS * sum(map(prod, shapes.values()))


@pytest.mark.parametrize(
    ("architecture", "name", "part"),
    [
        ("bert", "embeddings.token.weight", "token"),
        ("bert", "embeddings.segment.weight", "position"),
        ("bert", "embeddings.norm.weight", "norm"),
        ("bert", "layers.1.attention.qkv.weight", "attention"),
        ("bert", "layers.1.attention_norm.bias", "norm"),
        ("bert", "layers.1.feed_forward.widen.weight", "feed_forward"),
        ("bert", "mlm.norm.bias", "head"),
        ("bert", "pooler.weight", "other"),
        ("t5", "decoder.layers.0.cross.key_value.weight", "attention"),
        ("t5", "encoder.bias.table.weight", "position"),
        ("xlnet", "layers.0.attention.position", "attention"),
        ("elmo", "forward_layers.0.project.weight", "recurrent"),
        ("elmo", "characters.project.weight", "token"),
        ("electra", "generator.project.bias", "token"),
        ("mobilebert", "layers.0.bottleneck.norm.weight", "norm"),
    ],
)
def test_a_weight_has_the_part_of_the_module_around_it(
    architecture: str, name: str, part: WeightPart
) -> None:
    assert parts_of(architecture)[1][name] == part


def test_modules_of_torch_have_a_part_without_declaring_it() -> None:
    model = nn.ModuleDict({"a": nn.LSTM(2, 2), "b": nn.LayerNorm(2), "c": nn.Linear(2, 2)})
    names = [name for name, _ in model.named_parameters()]
    found = weight_parts(model, names, ())
    assert (found["a.weight_ih_l0"], found["b.weight"], found["c.weight"]) == (
        "recurrent",
        "norm",
        "other",
    )
