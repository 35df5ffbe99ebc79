"""Students as compressed models: written as others are, and measured by what both predict."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from models.checkpoints.checkpoint import LoadedModel, load
from models.checkpoints.folders import AUXILIARY_FILE
from models.compression.base import compression_records
from models.compression.distillation import METHODS, applies, student_recipe
from models.compression.examples import CompressionData, compression_data, shared_data
from models.compression.measure import measure_model
from models.compression.run import check_compression, complete_options, compress_into
from models.compression.run import compression_method as method_named
from models.runtime.generators import run_to_end
from models.runtime.resources import checkpoint_folder
from models.schema.registry import catalog

SHORT = {"kind": "tinybert", "width": 8, "steps": 2, "data_tokens": 4000, "prediction_share": 0.5}


@pytest.fixture(scope="module")
def base() -> LoadedModel:
    return load(checkpoint_folder("bert-mini"))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("students")


@pytest.fixture(scope="module")
def data(base: LoadedModel, home: Path) -> CompressionData:
    return compression_data(base, count=4, cache=home / "cache")


@pytest.fixture(scope="module")
def student(base: LoadedModel, home: Path, data: CompressionData) -> LoadedModel:
    return load(run_to_end(compress_into(base, "distill", SHORT, home / "small", data)))


def options(**chosen: Any) -> dict[str, Any]:
    return complete_options(method_named("distill"), chosen)


def test_a_student_is_a_compressed_model_with_the_run_that_taught_it(
    base: LoadedModel, student: LoadedModel
) -> None:
    size = student.model.config.size
    assert (size.num_layers, size.width) == (2, 8)
    assert student.stored == base.stored == ("float16",)
    (record,) = compression_records(student.run)
    assert record["base"] == {"name": "bert-mini", "hash": base.hash}
    assert record["options"]["layer_map"] == "uniform"
    assert student.run["name"] == "small"
    assert student.run["recipe"]["teaching"]["teacher"] == "bert-mini"
    assert student.run["metrics"].keys() >= {"mlm_loss"}, "they were measured of the student"
    assert student.folder.joinpath(*AUXILIARY_FILE).is_file()


def test_a_student_that_was_taught_already_is_written_again_with_the_same_weights(
    base: LoadedModel, student: LoadedModel, home: Path, data: CompressionData
) -> None:
    reports = compress_into(base, "distill", SHORT, home / "again", data)
    messages = [report.message for report in reports]
    assert "teaching the student" not in messages
    assert load(home / "again").hash == student.hash


def test_teacher_and_student_are_measured_by_what_both_learned(
    base: LoadedModel, student: LoadedModel, data: CompressionData
) -> None:
    shared = shared_data(data, (base, student))
    assert shared.left_out == ("Next sentence prediction is not measured: small did not learn it.",)
    points = [measure_model(one, shared.data) for one in (base, student)]
    assert points[0].loss < points[1].loss
    assert shared_data(data, (base,)).left_out == ()


def test_a_student_without_a_head_is_an_error_that_names_the_objective(
    data: CompressionData,
) -> None:
    distilled = load(checkpoint_folder("distilbert-mini"))
    with pytest.raises(ValueError, match="no head for Next sentence prediction"):
        measure_model(distilled, data)
    with pytest.raises(ValueError, match="another vocabulary"):
        shared_data(data, (load(checkpoint_folder("roberta-mini")),))


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ({"kind": "tinybert", "num_layers": 5}, "has 4 layers, so a student cannot have 5"),
        ({"kind": "tinybert", "width": 50}, "50 is not a multiple of the teacher's 4 heads"),
        ({"kind": "distilbert", "width": 64}, "set width to 0"),
    ],
)
def test_a_student_that_a_teacher_cannot_have_is_rejected(
    base: LoadedModel, chosen: dict[str, Any], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        student_recipe(base, options(**chosen), "world")


def test_a_teacher_of_other_methods_says_which(base: LoadedModel) -> None:
    other = replace(base, spec=catalog().architectures["mobilebert"])
    with pytest.raises(ValueError, match="set kind to mobilebert"):
        student_recipe(other, options(kind="tinybert"), "world")


def test_every_method_has_its_own_options(base: LoadedModel) -> None:
    for name, method in METHODS.items():
        assert {one.name for one in method.options} <= options(kind=name).keys()
    with pytest.raises(ValueError, match="unknown option 'layer_map'"):
        check_compression(base, "distill", {"kind": "distilbert", "layer_map": "last"})


def test_what_teaches_by_no_method_says_what_does() -> None:
    assert "no teacher of any method" in applies(load(checkpoint_folder("gpt2-mini")))
    assert "is fine-tuned" in applies(load(checkpoint_folder("bert-mini-acceptability")))
