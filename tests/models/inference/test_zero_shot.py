"""Tasks in the formats of GPT-2: what is asked, and what counts as the answer."""

from collections.abc import Sequence

import pytest

from models.checkpoints.checkpoint import load
from models.data.prompt_formats import PromptExample, PromptFormat
from models.inference.prompts import PromptModel, PromptPrefix, ScoredChoices
from models.inference.zero_shot import zero_shot_answers
from models.runtime.resources import checkpoint_folder
from models.tasks.catalog import task as task_of
from models.tasks.examples import (
    Answer,
    ChoiceExample,
    Example,
    LabelledSet,
    QuestionExample,
    ScoreExample,
    TextExample,
)


@pytest.fixture(scope="module")
def model() -> PromptModel:
    return PromptModel.of(load(checkpoint_folder("gpt2-mini")))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the model is asked; the last choice is the most likely, and it writes “Paris .”."""
    texts: list[str] = []

    def note(form: PromptFormat, prefix: PromptPrefix, queries: Sequence[PromptExample]) -> None:
        assert not prefix.has_text
        texts.extend(form.query_text(query.input) for query in queries)

    def score(
        self: PromptModel,
        form: PromptFormat,
        prefix: PromptPrefix,
        queries: Sequence[PromptExample],
    ) -> list[ScoredChoices]:
        note(form, prefix, queries)
        return [
            ScoredChoices(
                query.choices,
                tuple(float(place) for place in range(len(query.choices))),
                (1,) * len(query.choices),
                (0.0,) * len(query.choices),
            )
            for query in queries
        ]

    def write(
        self: PromptModel,
        form: PromptFormat,
        prefix: PromptPrefix,
        queries: Sequence[PromptExample],
        max_new_tokens: int,
    ) -> list[str]:
        note(form, prefix, queries)
        return ["Paris ."] * len(queries)

    monkeypatch.setattr(PromptModel, "score", score)
    monkeypatch.setattr(PromptModel, "write", write)
    return texts


def made(task: str, *examples: Example, labels: tuple[str, ...] = ()) -> LabelledSet:
    return LabelledSet("made", "Made", task, {"dev": examples}, labels)


def metrics_of(model: PromptModel, data: LabelledSet) -> dict[str, float]:
    examples = data.examples("dev")
    answers = zero_shot_answers(model, examples, data)
    return dict(task_of(data.task).measure(answers, examples, data))


def test_a_label_follows_the_text_and_its_pair(model: PromptModel, asked: list[str]) -> None:
    examples = (
        TextExample("0", "It rains.", "It is wet.", "yes"),
        TextExample("1", "No.", "", "no"),
    )
    found = metrics_of(model, made("classification", *examples, labels=("no", "yes")))
    assert asked == ["no or yes? It rains. It is wet. A:", "no or yes? No. A:"]
    assert found["accuracy"] == 0.5


def test_what_is_written_answers_a_question(model: PromptModel, asked: list[str]) -> None:
    passage = "The capital of France is Paris."
    examples = (
        QuestionExample("0", "What is the capital?", passage, (Answer("Paris", 25),)),
        QuestionExample("1", "Who lives there?", passage, (), impossible=True),
    )
    found = metrics_of(model, made("question_answering", *examples))
    assert asked[0] == f"{passage} What is the capital? A:"
    assert found["f1"] == found["exact"] == 0.5


def test_the_likely_continuation_is_chosen(model: PromptModel, asked: list[str]) -> None:
    examples = (
        ChoiceExample("0", "It rains.", ("I stay dry.", "I get wet."), 1),
        ChoiceExample("1", "It snows.", ("I am cold.", "I swim.", "I sweat."), 0),
    )
    found = metrics_of(model, made("choice", *examples))
    assert asked == ["It rains. TL;DR:", "It snows. TL;DR:"]
    assert found["accuracy"] == 0.5


def test_a_score_is_asked_in_no_format(model: PromptModel) -> None:
    data = made("regression", ScoreExample("0", "a", "b", 1.0))
    with pytest.raises(ValueError, match="has no zero-shot format"):
        metrics_of(model, data)
