"""The device that models are computed on: the processor, unless a person asks for another."""

from __future__ import annotations

import os

from explorer.core.errors import UserError
from explorer.core.localization import tr

DEVICES = ("cpu", "cuda", "mps")
DEVICE_VARIABLE = "PLM_EXPLORER_DEVICE"  # of the window, of notebooks and of commands that draw
WITHOUT_OPTION = tr("Leave --device out to use the CPU.")
WITHOUT_BOTH = tr(
    "Start without --device, and without the variable {variable}, to use the CPU.",
    variable=DEVICE_VARIABLE,
)


def wanted_device() -> str:
    """What the variable names, else the CPU; `check_device` says whether it is here."""
    return os.environ.get(DEVICE_VARIABLE, "").strip() or DEVICES[0]


def check_device(name: str, hint: str = WITHOUT_OPTION) -> str:
    """The device as torch names it, such as cuda:0; imports torch.

    Raises UserError for a device that is not here, with a hint what to do instead.
    """
    from models.runtime.devices import found

    kind = name.partition(":")[0]
    if kind not in DEVICES:
        raise UserError(
            tr("{name} is no device.", name=name), tr("Choose {names}.", names=", ".join(DEVICES))
        )
    device = found(name)
    if device is None:
        raise UserError(_missing_device_message(name), hint)
    return device


def _missing_device_message(name: str) -> str:
    if name == "cuda":
        return tr("There is no CUDA device here.")
    if name == "mps":
        return tr("There is no MPS device here.")
    return tr("There is no device {name} here.", name=name)
