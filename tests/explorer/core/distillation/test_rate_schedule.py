"""Which layers of a student learn in which steps, as the recipe of a run says."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from explorer.core.distillation.rate_schedule import (
    OTHERS,
    RatePeriod,
    RateSchedule,
    rate_schedule,
)
from explorer.core.distillation.students import ModelRoles, methods_with_teacher
from explorer.core.distillation.views import SCHEDULE, ViewAnswer, ViewRequest, answer_to
from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from explorer.core.training.plans import DistillationChoice, distil
from explorer.core.training.runs import RunPlan, history, train
from models.runtime.generators import run_to_end
from models.schema.registry import catalog
from tests.models.tiny import little_held_out

METHODS = catalog().methods
STEPS = 8
TEACHER: Mapping[str, Any] = {
    "name": "teacher",
    "architecture": "mobilebert",
    "objectives": ["masked", "next_sentence"],
    "data": "village:en",
    "data_tokens": 3000,
    "tokenizer": {"family": "wordpiece", "vocab_size": 300},
    "size": {"width": 16, "num_layers": 2, "num_heads": 2, "inner": 40, "num_positions": 32},
    "config": {
        "intra_bottleneck_size": 24,
        "key_query_shared_bottleneck": False,
        "num_feedforward_networks": 1,
        "normalization_type": "layer_norm",
        "hidden_act": "gelu",
    },
    "schedule": {"steps": 1, "batch_size": 8, "length": 16, "long_length": 16, "warmup_steps": 1},
}


@pytest.fixture(scope="module")
def family(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of models: a teacher, its student, and the student without its teacher."""
    folder = tmp_path_factory.mktemp("family")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("explorer.core.training.runs.caches_folder", lambda: folder / "caches")
        patch.setattr("explorer.core.training.plans.tokens_of", lambda text: 3000)
        little_held_out(patch)
        run_to_end(train(RunPlan(TEACHER, folder / "teacher")))
        choice = DistillationChoice(
            teacher=str(folder / "teacher"),
            method="mobilebert",
            options={"transfer_share": 0.5},
            steps=STEPS,
            batch_size=8,
            length=16,
            text="village:en",
        )
        run_to_end(distil(choice, folder / "pupil", folder / "pupil-without-teacher", seed=1))
    return folder


def library_of(family: Path) -> Library:
    return Library(bundled=family / "nothing", own=family)


def answer(family: Path, roles: ModelRoles) -> ViewAnswer:
    library = library_of(family)
    request = ViewRequest(SCHEDULE, "mobilebert", roles, entries=tuple(library.entries()))
    found = run_to_end(answer_to(request, Engine(library)))
    assert isinstance(found, ViewAnswer)
    return found


def roles_in(family: Path) -> ModelRoles:
    return ModelRoles(*(str(family / name) for name in ("teacher", "pupil")))


def test_a_student_of_the_form_is_as_deep_as_its_teacher_and_has_its_own_width(
    family: Path,
) -> None:
    """The form proposes half of the layers for others; the student without teacher is as large."""
    recipes = [history(family / name) for name in ("pupil", "pupil-without-teacher")]
    sizes = [dict(known.recipe["size"]) for known in recipes if known is not None]
    assert sizes[0] == sizes[1]
    assert (sizes[0]["num_layers"], sizes[0]["inner"]) == (2, 16)
    engine = Engine(library_of(family))
    models = [engine.load_model(str(family / name)).model for name in ("pupil", "teacher")]
    alone = engine.load_model(str(family / "pupil-without-teacher")).model
    assert replace(alone.config, initializer_range=0) == replace(
        models[0].config, initializer_range=0
    )


def test_the_schedule_is_that_of_the_run(family: Path) -> None:
    content = answer(family, roles_in(family)).content
    assert 0 < content.attention_ratio < 1, "four feed-forward networks in a layer"
    assert replace(content, attention_ratio=None) == RateSchedule(
        ("Layer 1", "Layer 2", OTHERS),
        (
            RatePeriod(1, 2, (1.0, 0.0, 0.0)),
            RatePeriod(3, 4, (0.1, 1.0, 0.0)),
            RatePeriod(5, STEPS, (1.0, 1.0, 1.0)),
        ),
    )


def test_without_a_student_or_its_recipe_the_view_says_so(family: Path) -> None:
    nobody = ModelRoles(str(family / "teacher"), "-")
    assert "No student is chosen" in answer(family, nobody).problem
    alone = ModelRoles(str(family / "teacher"), str(family / "pupil-without-teacher"))
    assert "do not say how it was taught" in answer(family, alone).problem


def test_a_method_is_offered_where_a_model_can_be_its_teacher(family: Path) -> None:
    entries = tuple(library_of(family).entries())
    assert [*methods_with_teacher(METHODS, entries)] == ["mobilebert"]
    assert methods_with_teacher(METHODS, ()) == METHODS
    asked = ViewRequest(SCHEDULE, "distilbert", roles_in(family), entries=entries)
    found = run_to_end(answer_to(asked, Engine(library_of(family))))
    assert found.method.name == "mobilebert"


def test_a_long_run_has_its_changes_at_the_step() -> None:
    steps, layers = 740_000, 24
    found = rate_schedule(METHODS["mobilebert"], layers, steps, {"transfer_share": 240 / 740})
    assert len(found.periods) == layers + 1
    assert found.steps == steps
    assert [period.last for period in found.periods[:3]] == [10_000, 20_000, 30_000]
    assert found.periods[-1] == RatePeriod(240_001, steps, (1.0,) * (layers + 1))


def test_a_method_whose_parts_learn_alike_has_no_schedule() -> None:
    with pytest.raises(UserError, match="all parts of a student learn in every step"):
        rate_schedule(METHODS["distilbert"], 2, 100, {})
