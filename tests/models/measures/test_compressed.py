"""An arm's model as it was trained, quantized in three ways, and with zeros."""

from models.measures.compressed import measure
from tests.models.measures.conftest import MakeTrained

VARIANTS = ("float", "int8", "dynamic_int8", "int4", "zeros")
QUANTITIES = ("accuracy", "kilobytes", "milliseconds")


def test_every_variant_has_its_quality_its_bytes_and_its_time(make_trained: MakeTrained) -> None:
    found = list(measure(make_trained("bert", num_examples=4)))
    values = {one.metric: one.value for one in found}
    assert len(values) == len(found)
    assert set(values) == {f"{name}_{quantity}" for name in VARIANTS for quantity in QUANTITIES}
    assert values["dynamic_int8_kilobytes"] == values["int8_kilobytes"] < values["float_kilobytes"]
    assert values["int4_kilobytes"] < values["int8_kilobytes"]
    assert all(values[f"{name}_milliseconds"] > 0 for name in VARIANTS)
