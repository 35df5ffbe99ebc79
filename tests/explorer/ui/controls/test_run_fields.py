"""The precision of a run can be chosen where its device has another than float32."""

from dataclasses import replace
from typing import Any

import pytest

from explorer.core.engine.engine import Engine
from explorer.core.finetuning.plans import FineTuningChoice, FineTuningChoices, finetuning_recipe
from explorer.core.finetuning.teachers import TeachingChoices
from explorer.core.library.library import Library
from explorer.core.training.plans import (
    DistillationChoice,
    TrainingChoice,
    choices,
    training_recipe,
)
from explorer.ui.panels.distillation.form import DistillationForm
from explorer.ui.panels.finetuning.form import FineTuningForm
from explorer.ui.panels.training.form import TrainingForm

DEVICES = {"devices": ("cpu", "cuda:0"), "bfloat16_devices": ("cpu",)}
ENGINE = Engine(Library())


def training_form() -> TrainingForm:
    form = TrainingForm()
    form.offer(replace(choices(ENGINE), **DEVICES), [])
    return form


def finetuning_form() -> FineTuningForm:
    form = FineTuningForm()
    form.offer(FineTuningChoices((), **DEVICES), TeachingChoices({}, (), {}))
    return form


def distillation_form() -> DistillationForm:
    """Return a form without a teacher (which offers sizes), with `bfloat16_devices` set here."""
    form = DistillationForm()
    form._bfloat16_devices = DEVICES["bfloat16_devices"]
    form.show_choice(form.chosen)
    return form


@pytest.mark.parametrize("make", [training_form, finetuning_form, distillation_form])
def test_a_device_without_bfloat16_has_float32_alone(make: Any, qtbot: Any) -> None:
    form = make()
    qtbot.addWidget(form)
    box, changes = form.fields["precision"], []
    form.changed.connect(changes.append)
    assert [box.itemData(n) for n in range(box.count())] == ["float32", "bfloat16"]
    assert box.currentData() == "float32"
    assert "checkpoints stay float32" in box.toolTip()
    box.setCurrentIndex(1)
    box.activated.emit(1)
    assert form.chosen.precision == changes[-1].precision == "bfloat16"
    form.set_value("device", "cuda:0")
    assert form.chosen.precision == "float32"
    assert box.count() == 1
    assert not box.isVisibleTo(form)
    form.set_value("device", "cpu")
    assert box.isVisibleTo(form)


def test_the_recipes_of_runs_have_the_precision() -> None:
    known, library = choices(ENGINE), Library()
    choice = TrainingChoice(precision="bfloat16")
    assert training_recipe(choice, known, "m", 1)["schedule"]["precision"] == "bfloat16"  # type: ignore[index, call-overload]
    tuned = FineTuningChoice(precision="bfloat16")
    assert finetuning_recipe(tuned, library.entries()[0], "m")["precision"] == "bfloat16"


@pytest.mark.parametrize("kind", [TrainingChoice, FineTuningChoice, DistillationChoice])
def test_a_session_without_a_precision_has_float32(kind: Any) -> None:
    values = kind().to_json()
    del values["precision"]
    assert kind.from_json(values).precision == "float32"
