"""The fields that the form of every training run has."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from explorer.core.localization import tr
from explorer.core.training.precision import precisions_on
from explorer.ui.controls.form import Field, decimal, number_field
from explorer.ui.controls.text_chooser import TextChooser

DEVICE_TITLES = {"cpu": tr("Processor (CPU)"), "mps": tr("Apple GPU (MPS)")}
STEPS_TIP = tr("Batches, each with one update of the weights")
PRECISION_TIP = tr(
    "How products are computed while training. bfloat16 has half of the bits: it is faster where "
    "the device is made for it, and a little less exact. Weights and checkpoints stay float32"
)
RATE_TIP = tr("At its maximum; afterwards it falls to zero")
NAME = Field("name", tr("Name"), QLineEdit, tr("Its name in the library"))
TEXT = Field("text", tr("Training text"), TextChooser)
DEVICE = Field("device", tr("Device"), QComboBox)
PRECISION = Field("precision", tr("Precision"), QComboBox, PRECISION_TIP)


def schedule_fields(rate_step: float, steps_tip: str = STEPS_TIP) -> tuple[Field, ...]:
    """How long and how fast a model learns, and where."""
    rate = partial(decimal, 1e-5, 1.0, rate_step, 5)
    return (
        number_field("steps", tr("Steps"), 1, 10_000_000, 100, steps_tip),
        number_field("batch_size", tr("Batch"), 1, 1024, 1, tr("Examples in each step")),
        number_field("length", tr("Sequence length"), 8, 512, 8, tr("Tokens in each example")),
        Field("learning_rate", tr("Learning rate"), rate, RATE_TIP),
        DEVICE,
        PRECISION,
    )


def described_fields(
    texts: Mapping[str, Mapping[str, str]], **makers: Callable[[], QWidget]
) -> tuple[Field, ...]:
    """Fields by what makes their controls; `texts` are the titles and tips of a panel."""
    return tuple(
        Field(name, texts[name]["title"], make, texts[name].get("tip", ""))
        for name, make in makers.items()
    )


def device_items(devices: Sequence[str]) -> list[tuple[str, str]]:
    """The titles and names of devices."""
    return [(DEVICE_TITLES.get(name, f"GPU ({name})"), name) for name in devices]


def precision_items(device: str, bfloat16_devices: Collection[str]) -> list[tuple[str, str]]:
    """Return (title, name) of each precision of a device; float32 alone leaves no choice."""
    return [(name, name) for name in precisions_on(device, bfloat16_devices)]
