"""Which models were derived from which, as their run.json says."""

import json
from pathlib import Path
from typing import Any

from explorer.core.compression.derived import (
    bases_of,
    derived_from,
    find_outdated,
    steps_to,
)
from explorer.core.library.library import ModelEntry

PRUNED = {"method": "pruning", "options": {"share": 0.5}, "base": {"name": "large", "hash": "aaa"}}
THEN_QUANTIZED = {
    "method": "quantization",
    "options": {},
    "base": {"name": "half", "hash": "bbb"},
    "bytes": 100,
    "base_bytes": 400,
    "seconds": 1.5,
    "earlier": [PRUNED],
}


def entry(root: Path, name: str, run: Any) -> ModelEntry:
    folder = root / name
    folder.mkdir()
    (folder / "run.json").write_text(run if isinstance(run, str) else json.dumps(run))
    return ModelEntry(name, name, name.upper(), "bert", folder, "bundled")


def test_a_chain_of_steps_leads_to_every_model_that_it_began_from(tmp_path: Path) -> None:
    large = entry(tmp_path, "large", {})
    half = entry(tmp_path, "half", {"compression": PRUNED})
    both = entry(tmp_path, "both", {"compression": THEN_QUANTIZED})
    models = [large, half, both]
    assert [s.method for s in steps_to(both.folder)] == ["pruning", "quantization"]
    from_large = derived_from(large, "aaa", models)
    assert [(d.entry.key, len(d.steps)) for d in from_large] == [("half", 1), ("both", 2)]
    from_half = derived_from(half, "bbb", models)
    assert [(d.entry.key, len(d.steps)) for d in from_half] == [("both", 1)]
    assert from_half[0].steps[0].num_bytes == 100
    assert bases_of(["both", "half"], models) == ["large", "both", "half"]


def test_a_student_belongs_to_its_teacher_unless_it_learned_a_task(tmp_path: Path) -> None:
    teaching = {"recipe": {"teaching": {"method": "distilbert", "teacher": "large"}}}
    large = entry(tmp_path, "large", {})
    student = entry(tmp_path, "student", teaching)
    tuned = entry(tmp_path, "tuned", {**teaching, "finetuning": {}})
    assert [d.entry.key for d in derived_from(large, "aaa", [large, student, tuned])] == ["student"]
    bases = bases_of(["tuned", "student"], [large, student, tuned])
    assert bases == ["tuned", "large", "student"]


def test_a_student_made_by_compression_has_one_step_and_what_is_made_of_it_has_two(
    tmp_path: Path,
) -> None:
    record = {"method": "distill", "base": {"name": "large", "hash": "aaa"}, "student": True}
    recipe = {"teaching": {"method": "distilbert", "teacher": "large"}}
    student = entry(tmp_path, "student", {"recipe": recipe, "compression": record})
    later = {**THEN_QUANTIZED, "earlier": [record]}
    small = entry(tmp_path, "small", {"recipe": recipe, "compression": later})
    assert [step.kind for step in steps_to(student.folder)] == ["distillation"]
    assert [step.kind for step in steps_to(small.folder)] == ["distillation", "compression"]


def test_models_of_earlier_weights_are_named_and_left_out(tmp_path: Path) -> None:
    large = entry(tmp_path, "large", {})
    half = entry(tmp_path, "half", {"compression": PRUNED})
    assert derived_from(large, "new", [large, half]) == []
    assert find_outdated(large, "new", [large, half]) == [half]
    assert find_outdated(large, "aaa", [large, half]) == []


def test_a_damaged_record_is_no_step(tmp_path: Path) -> None:
    for number, run in enumerate(("{", "[]", {"compression": 3}, {"compression": {"method": 1}})):
        assert steps_to(entry(tmp_path, str(number), run).folder) == ()
