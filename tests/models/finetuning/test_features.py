"""Words tagged by features of a frozen model."""

from pathlib import Path

import pytest
import torch

from models.finetuning.batches import evaluation_batches
from models.finetuning.pipeline import HeadPipeline
from models.finetuning.recipe import FEATURES, FineTuningRecipe
from models.finetuning.run import open_finetuned
from models.finetuning.styles.features import FeatureModel
from models.finetuning.trainer import finetune_on
from models.inference.taps import record_taps
from models.runtime.generators import run_to_end
from models.schema.batch import LanguageModel
from models.schema.registry import catalog
from tests.models.finetuning import tiny

DATA = tiny.one_of("token_classification")
TAGGING = sorted(
    name for name, spec in catalog().architectures.items() if "token" in spec.task_heads
)


def recipe(features: str, architecture: str = "bert") -> FineTuningRecipe:
    return tiny.recipe(architecture, style="features", way="head", features=features)


def feature_model(features: str) -> tuple[HeadPipeline, FeatureModel]:
    pipeline = tiny.pipeline_of(recipe(features), DATA)
    assert isinstance(pipeline, HeadPipeline)
    assert isinstance(pipeline.task_model, FeatureModel)
    return pipeline, pipeline.task_model


@pytest.mark.parametrize("features", FEATURES)
def test_the_features_are_the_hidden_states_that_are_named(features: str) -> None:
    """Of two layers, the last four are both."""
    pipeline, model = feature_model(features)
    batch = pipeline.batch(pipeline.rows(DATA.examples("dev"), DATA))
    language_model: LanguageModel = pipeline.model
    paths = language_model.hidden_taps(model.head.stream)
    assert len(paths) == 3
    expected = {
        "embeddings": paths[:1],
        "second_to_last": paths[1:2],
        "last": paths[2:],
        "last_four": paths[1:],
    }[features]
    model.eval()
    with torch.no_grad(), record_taps(model.model, paths) as states:
        model.model(batch)
    found = model.states(batch)[model.head.stream]
    assert torch.equal(found, torch.cat([states[path] for path in expected], -1))


@pytest.mark.parametrize("architecture", TAGGING)
def test_every_architecture_that_tags_words_has_features(architecture: str) -> None:
    """Only the LSTM and its layer learn from them."""
    pipeline = tiny.pipeline_of(recipe("last_four", architecture), DATA)
    torch.autograd.backward(pipeline.loss(pipeline.row_groups(DATA.examples("train"), DATA)))
    named = pipeline.module.named_parameters()
    assert {name.split(".")[0] for name, p in named if p.grad is not None} == {"head"}


def test_padding_changes_no_answer() -> None:
    """The LSTM that reads from the right begins at the last word, not at the padding."""
    pipeline, model = feature_model("last")
    rows = pipeline.rows(DATA.examples("dev"), DATA)
    assert len({len(row.model_input) for row in rows}) == 2
    assert len(evaluation_batches(rows)) == 1
    model.eval()
    with torch.no_grad():
        together = pipeline.logits(pipeline.batch(rows))
        alone = pipeline.logits(pipeline.batch(rows[:1]))
    assert torch.allclose(together[:1, : alone.shape[1]], alone, atol=1e-6)


def test_the_model_stays_as_it_was_and_the_folder_opens_with_its_lstm(tmp_path: Path) -> None:
    chosen = recipe("last_four")
    before = {name: p.clone() for name, p in feature_model("last_four")[1].named_parameters()}
    run_to_end(finetune_on(chosen, DATA, tmp_path / "run"))
    opened = open_finetuned(tmp_path / "run").pipeline
    assert isinstance(opened, HeadPipeline)
    after = dict(opened.module.named_parameters())
    changed = {
        name
        for name, weight in before.items()
        if not torch.allclose(weight, after[name], atol=1e-7)
    }
    assert {name.split(".")[0] for name in changed} == {"head"}
    assert any("lstm" in name for name in changed)
    rows = opened.rows(DATA.examples("dev"), DATA)
    again = open_finetuned(tmp_path / "run").pipeline.predict(rows, DATA.examples("dev"), DATA)
    assert [one.answer for one in opened.predict(rows, DATA.examples("dev"), DATA)] == [
        one.answer for one in again
    ]
    (tmp_path / "run" / "features" / "head.safetensors").write_bytes(b"")
    with pytest.raises(ValueError, match="Fine-tune the model again"):
        open_finetuned(tmp_path / "run")


def test_a_task_without_tags_is_refused() -> None:
    with pytest.raises(ValueError, match='style "features" tags words'):
        tiny.pipeline_of(recipe("last"), tiny.colours())
    with pytest.raises(ValueError, match='style "features" tags words'):
        tiny.pipeline_of(recipe("last", "gpt1"), DATA)
