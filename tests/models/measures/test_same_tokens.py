"""Single held-out tokens, predicted from what each model may read."""

from dataclasses import replace
from pathlib import Path

import pytest
import torch
from torch import Tensor

from models.data.examples import Examples, stream
from models.measures.same_tokens import predict_tokens, sampled_places, to_end
from models.training.training_task import TrainingTask, new_training_task
from tests.models import tiny

LENGTH = 24


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("same_tokens")


def test_the_end_of_a_sentence_is_counted_in_tokens() -> None:
    tokens = ("[CLS]", "Where", "is", "it", "?", "Here", ".", "[SEP]")
    assert [to_end(tokens, at) for at in (1, 3, 5)] == [3, 1, 1]


def test_only_words_of_sentences_that_end_are_chosen(folder: Path) -> None:
    prepared = tiny.ready("bert", folder)
    examples = Examples(prepared.held_out, prepared.tokenizer, stream)
    places = [
        place for index in range(20) for place in sampled_places(examples, (1, index), LENGTH)
    ]
    assert places
    for encoding, position in places:
        assert not encoding.special[position]
        assert encoding.tokens[position] not in (".", "?", "!")
        assert to_end(encoding.tokens, position) > 0


@pytest.mark.parametrize(("architecture", "reads_on"), [("bert", True), ("gpt2", False)])
def test_a_prediction_depends_on_what_the_model_may_read_alone(
    architecture: str, reads_on: bool, folder: Path
) -> None:
    prepared = tiny.ready(architecture, folder)
    task = new_training_task(tiny.recipe(architecture), prepared.tokenizer, None)
    examples = Examples(prepared.held_out, prepared.tokenizer, stream)
    encoding, position = sampled_places(examples, (1, 0), LENGTH)[0]

    def with_token(at: int) -> Tensor:
        ids = encoding.ids.copy()
        ids[at] = int(prepared.tokenizer.vocabulary.size) - 1 - int(ids[at] % 2)
        return _logits(task, replace(encoding, ids=ids), position)

    before = _logits(task, encoding, position)
    assert torch.allclose(before, with_token(position))
    assert not torch.allclose(before, with_token(position - 1))
    assert torch.allclose(before, with_token(position + 1)) is not reads_on


def _logits(task: TrainingTask, encoding: object, position: int) -> Tensor:
    task.to_device("cpu").eval()
    return predict_tokens(task, [(encoding, position)])  # type: ignore[list-item]
