"""What a configuration says of positions and segments is what the model does with them."""

import numpy as np
import pytest
import torch

from models.inference.trace import trace
from models.schema.configs import ModelConfig, Size
from models.schema.records import Encoding, FloatArray, ModelInput
from models.schema.registry import catalog
from models.schema.specs import ArchSpec

LENGTH = 4
SIZE = Size(vocab_size=40, width=16, num_layers=1, num_heads=2, inner=16, num_positions=12)
AXIAL = {"reformer"}  # each row of their tables belongs to several positions
SPECS = list(catalog().architectures.values())
specs = pytest.mark.parametrize("spec", SPECS, ids=lambda s: s.name)


def build(spec: ArchSpec) -> tuple[torch.nn.Module, ModelConfig]:
    torch.manual_seed(0)
    config = spec.config_class.from_size(SIZE)
    return spec.model_class(config).eval(), config.parts()[""]


SAME, DIFFERENT = [9] * LENGTH, [9, 10, 11, 12]


def hidden(
    spec: ArchSpec, model: torch.nn.Module, ids: list[int], segment: list[int]
) -> FloatArray:
    """The states (L + 1, T, D) of the stream that reads the text."""
    flags = np.zeros(LENGTH, dtype=bool)
    encoding = Encoding(
        text="",
        ids=np.array(ids),
        tokens=("a",) * LENGTH,
        offsets=np.zeros((LENGTH, 2), dtype=np.int64),
        special=flags,
        segment=np.array(segment),
        word=np.arange(LENGTH),
        unknown=flags.copy(),
    )
    model_input = ModelInput.clean(encoding)
    model_input = spec.apply_all_feeds(model_input, model)
    found = trace(model, spec, model_input, kinds=("hidden",))  # type: ignore[arg-type]
    names = list(found.streams)
    reads_text = next(n for n in ("encoder", "discriminator", names[0]) if n in names)
    states = found.streams[reads_text].hidden
    assert states is not None
    return states


@specs
def test_a_table_of_positions_makes_places_differ_before_the_first_layer(spec: ArchSpec) -> None:
    model, config = build(spec)
    entering = hidden(spec, model, SAME, [0] * LENGTH)[0]  # (T, D)
    alike = bool(np.allclose(entering[0], entering[1], atol=1e-6))
    assert alike == (config.first_position is None)


@pytest.mark.parametrize(
    "spec",
    [
        spec
        for spec in SPECS
        if build(spec)[1].first_position is not None and spec.name not in AXIAL
    ],
    ids=lambda spec: spec.name,
)
def test_the_first_token_gets_the_first_row_and_no_other(spec: ArchSpec) -> None:
    model, config = build(spec)
    weights = [*model.named_parameters(), *model.named_buffers()]
    tables = [table for name, table in weights if name.endswith("position.weight")]
    before = hidden(spec, model, SAME, [0] * LENGTH)[0]
    with torch.no_grad():
        for table in tables:
            table[config.first_position] += torch.linspace(1, 3, table.shape[1])
    moved = np.abs(hidden(spec, model, SAME, [0] * LENGTH)[0] - before).max(axis=1) > 1e-4  # (T,)
    assert tables
    assert moved.tolist() == [True, False, False, False]


@specs
def test_segments_matter_where_the_configuration_says_so(spec: ArchSpec) -> None:
    model, config = build(spec)
    one = hidden(spec, model, DIFFERENT, [0] * LENGTH)
    two = hidden(spec, model, DIFFERENT, [0, 0, 1, 1])
    entering_alike = bool(np.allclose(one[0], two[0], atol=1e-6))
    ending_alike = bool(np.allclose(one[-1], two[-1], atol=1e-6))
    assert entering_alike == (config.segments != "added")
    assert ending_alike == (config.segments == "unused")
