"""GPT's and T5's own ways: what the model reads, which loss it has, and what it answers."""

import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
import torch
from torch.nn import functional

from models.finetuning.batches import batches_of_one_length
from models.finetuning.evaluation import evaluate
from models.finetuning.run import open_finetuned
from models.finetuning.styles.last_token import LastTokenPipeline, input_texts, sequence
from models.finetuning.styles.text import (
    TextToTextPipeline,
    answer_of,
    score_text,
    source_text,
    target_text,
    task_prefix,
    write_greedily,
)
from models.finetuning.trainer import finetune_on
from models.inference.generation import Sampling, generate
from models.runtime.generators import run_to_end
from models.schema.batch import CausalModel
from models.tasks.examples import LabelledSet, QuestionExample, ScoreExample, TextExample
from tests.models.finetuning import tiny


def gpt(data: LabelledSet, **options: Any) -> LastTokenPipeline:
    pipeline = tiny.pipeline_of(tiny.recipe("gpt2", style="gpt", **options), data)
    assert isinstance(pipeline, LastTokenPipeline)
    pipeline.module.eval()
    return pipeline


def similar() -> LabelledSet:
    data = tiny.one_of("regression")
    return LabelledSet("world:similarity:en", "S", "regression", data.splits, symmetric=True)


def test_texts_stand_between_start_delimiter_and_extract() -> None:
    tokenizer = tiny.loaded("gpt2").tokenizer
    assert tokenizer is not None
    end = tokenizer.eos_id
    one = sequence(("red cat",), tokenizer, 32).ids.tolist()
    assert one == [end, *tokenizer.encode_ids(["red cat"])[0], end]
    two = sequence(("red cat", "dog"), tokenizer, 32).ids.tolist()
    assert tokenizer.decode(two[1:-1]) == "red cat$dog"
    assert len(sequence(("red cat sees " * 9, "dog"), tokenizer, 12)) == 12
    assert sequence(("red cat sees " * 9, "dog"), tokenizer, 12).ids[-1] == end


def test_both_orders_of_a_symmetric_pair_are_added() -> None:
    """The head is linear: the sum of its outputs is its output for the sum of the states."""
    data = similar()
    pipeline = gpt(data)
    rows = pipeline.rows(data.examples("dev"), data)
    assert len(rows) == 4
    batch = pipeline.batch(rows)
    with torch.no_grad():
        states = pipeline.task_model.states(batch)
        each = pipeline.task_model.head(states, batch)
    expected = (each[0::2] + each[1::2]).flatten().tolist()
    found = pipeline.predict(rows, data.examples("dev"), data)
    assert [one.answer for one in found] == pytest.approx(expected, abs=1e-5)
    assert len(input_texts(data.examples("dev")[0], symmetric=False)) == 1


def test_the_language_model_loss_is_added_with_its_weight() -> None:
    data = tiny.colours()
    examples = data.examples("train")[:4]
    plain, auxiliary = gpt(data), gpt(data, auxiliary_lm=0.5)
    groups = plain.row_groups(examples, data)
    batch = plain.batch([row for group in groups for row in group.rows])
    states = plain.task_model.states(batch)["decoder"]
    logits = plain.model.logits("lm", states)
    total, count = 0.0, 0
    for row, group in enumerate(groups):
        length = group.length
        follows = batch.input_ids[row, 1:length]
        total += float(
            functional.cross_entropy(logits[row, : length - 1], follows, reduction="sum").detach()
        )
        count += length - 1
    difference = float((auxiliary.loss(groups) - plain.loss(groups)).detach())
    assert difference == pytest.approx(0.5 * total / count, rel=1e-4)


@pytest.mark.parametrize("task", ["classification", "regression", "choice"])
def test_gpts_way_learns_and_is_read_again(tmp_path: Path, task: str) -> None:
    data = similar() if task == "regression" else tiny.one_of(task)
    recipe = tiny.recipe("gpt2", style="gpt", auxiliary_lm=0.5, epochs=15)
    end = run_to_end(finetune_on(recipe, data, tmp_path / "run"))
    losses = [point["loss"] for point in end.run["finetuning"]["curve"] if "loss" in point]
    assert losses[-1] < losses[0] / 2
    model = open_finetuned(end.folder)
    assert isinstance(model.pipeline, LastTokenPipeline)
    again = evaluate(model.pipeline, data.examples("dev"), model.match_classes(data))
    assert again.metrics == pytest.approx(end.metrics, abs=1e-4)


def test_a_task_is_a_text_and_so_is_its_answer() -> None:
    data = tiny.one_of("choice")
    assert task_prefix(tiny.colours()) == "acceptability"
    assert source_text(TextExample("0", "red cat"), "cola") == "cola sentence: red cat"
    assert (
        source_text(ScoreExample("0", "red cat", "dog"), "stsb")
        == "stsb sentence1: red cat sentence2: dog"
    )
    assert (
        source_text(data.examples("dev")[0], "swag")
        == "swag choice1: sees choice2: likes context: red cat"
    )
    assert target_text(data.examples("dev")[0]) == "choice2"
    assert source_text(QuestionExample("0", "who?", "a cat"), "") == "question: who? context: a cat"
    assert target_text(QuestionExample("0", "who?", "a cat", impossible=True)) == "unanswerable"
    assert target_text(QuestionExample("0", "who?", "a cat")) is None


def test_scores_are_written_in_steps_of_a_fifth() -> None:
    assert [score_text(score) for score in (2.57, 2.5, 0.0, 4.9, 3.2)] == [
        "2.6", "2.4", "0.0", "4.8", "3.2"]  # fmt: skip


def test_an_answer_that_is_none_of_the_task_counts_as_wrong() -> None:
    score, (choice, _) = ScoreExample("0", "a"), tiny.one_of("choice").examples("dev")
    labels = {"good": "good"}
    assert answer_of("3.4", score, {}) == 3.4
    assert answer_of("nothing", score, {}) == -1
    assert answer_of("inf", score, {}) == -1
    assert answer_of("choice2", choice, {}) == 1
    assert answer_of("choice9", choice, {}) == -1
    assert answer_of("good", TextExample("0", "a"), labels) == "good"
    assert answer_of("gut", TextExample("0", "a"), labels) == "gut"
    assert answer_of("unanswerable", QuestionExample("0", "q", "p"), {}) == ""


@pytest.mark.parametrize("task", ["classification", "regression", "choice", "question_answering"])
def test_t5s_way_learns_to_write_the_answers_and_is_read_again(tmp_path: Path, task: str) -> None:
    data = tiny.one_of(task)
    recipe = tiny.recipe("t5", style="text", epochs=60, max_length=64, learning_rate=2e-2)
    end = run_to_end(finetune_on(recipe, data, tmp_path / "run"))
    model = open_finetuned(end.folder)
    assert isinstance(model.pipeline, TextToTextPipeline)
    found = evaluate(model.pipeline, data.examples("dev"), model.match_classes(data))
    assert found.metrics == pytest.approx(end.metrics)
    texts = [one.details["text"] for one in found.predictions]
    assert texts == [target_text(one) for one in data.examples("dev")]


def test_labels_that_are_written_alike_are_an_error(tmp_path: Path) -> None:
    examples = [TextExample("0", "red", label="good"), TextExample("1", "blue", label="good ")]
    data = LabelledSet("d", "D", "classification", {"train": examples}, ("good", "good "))
    with pytest.raises(ValueError, match="alike"):
        run_to_end(finetune_on(tiny.recipe("t5", style="text"), data, tmp_path / "run"))


@pytest.mark.parametrize("most", [1, 7])
def test_several_texts_are_answered_as_each_one_alone(most: int) -> None:
    """Against `generate`, which is tested against transformers; eos ends some texts early."""
    data = tiny.colours(40, 0)
    pipeline = tiny.pipeline_of(tiny.recipe("t5", style="text"), data)
    assert isinstance(pipeline, TextToTextPipeline)
    assert isinstance(pipeline.model, CausalModel)
    rows = pipeline.rows(data.examples("train"), data)
    batches = batches_of_one_length(rows)
    assert sorted(index for batch in batches for index in batch) == list(range(40))
    assert max(map(len, batches)) > 1
    settings = Sampling("greedy", max_new_tokens=most, num_candidates=1)
    for batch in batches:
        ids = [rows[index].model_input.input_ids for index in batch]
        answers = write_greedily(
            pipeline.model, pipeline.tokenizer, torch.tensor(np.stack(ids)), most
        )
        for prompt, answer in zip(ids, answers, strict=True):
            steps = list(generate(pipeline.model, pipeline.tokenizer, prompt, settings))
            assert answer.ids == [step.id for step in steps]
            expected = math.prod(step.candidates[0].probability for step in steps)
            assert answer.probability == pytest.approx(expected, rel=1e-4)


def test_an_answer_ends_with_the_token_that_ends_a_text() -> None:
    data = tiny.colours(4, 0)
    pipeline = tiny.pipeline_of(tiny.recipe("t5", style="text"), data)
    assert isinstance(pipeline, TextToTextPipeline)
    prompts = torch.tensor(pipeline.tokenizer.encode_ids(["red cat"])).repeat(2, 1)
    (free, _) = write_greedily(pipeline.model, pipeline.tokenizer, prompts, 5)
    assert len(free.ids) == 5
    ending = cast(
        Any, SimpleNamespace(vocab_size=pipeline.tokenizer.vocab_size, eos_id=free.ids[0])
    )
    (answer, _) = write_greedily(pipeline.model, ending, prompts, 5)
    assert answer.ids == free.ids[:1]


def test_logits_that_are_not_finite_are_an_error() -> None:
    pipeline = tiny.pipeline_of(tiny.recipe("t5", style="text"), tiny.colours())
    torch.nn.init.constant_(next(pipeline.module.parameters()), math.nan)
    with pytest.raises(ValueError, match="not finite"):
        write_greedily(pipeline.model, pipeline.tokenizer, torch.tensor([[5, 6]]), 3)
