"""What fine-tuned models say about the sentence: a question, and the passage that answers it."""

import json

import pytest

from explorer.cli import main
from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.finetuning.sentence import TURNED_NOTE, example_of, predict_sentence
from explorer.core.library.library import Library
from models.tasks.examples import QuestionExample

READER = "bert-mini-reading"
QUESTION, PASSAGE = "Where does Anna live?", "Anna lives in Paris. She likes apples."
ORDERS = ((QUESTION, PASSAGE), (PASSAGE, QUESTION))


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(Library())


@pytest.mark.parametrize(("text", "pair"), ORDERS)
def test_a_question_is_answered_in_either_order(engine: Engine, text: str, pair: str) -> None:
    said = predict_sentence(engine, READER, text, pair)
    assert said.answer == "Paris"
    assert said.question is not None
    assert said.question.passage == PASSAGE
    assert (said.note == TURNED_NOTE) == (pair == QUESTION)


@pytest.mark.parametrize(("text", "pair"), ORDERS)
def test_the_command_reads_them_as_the_window_does(
    capsys: pytest.CaptureFixture[str], text: str, pair: str
) -> None:
    assert main(["predict", "--model", READER, "--text", text, "--pair", pair]) == 0
    assert json.loads(capsys.readouterr().out)["answer"] == "Paris"


def test_without_a_question_mark_the_sentence_is_the_question() -> None:
    assert example_of(QuestionExample, "", "Name the city", PASSAGE) == QuestionExample(
        "sentence", "Name the city", PASSAGE
    )


def test_a_passage_of_questions_stays_the_passage() -> None:
    both = example_of(QuestionExample, "", QUESTION, "Who is Anna? Is she here?")
    assert both == QuestionExample("sentence", QUESTION, "Who is Anna? Is she here?")


@pytest.mark.parametrize(("text", "pair"), [(QUESTION, " "), ("", PASSAGE)])
def test_a_missing_text_is_said(text: str, pair: str) -> None:
    with pytest.raises(UserError, match="the question as the sentence and the passage"):
        example_of(QuestionExample, "reader", text, pair)
