"""Tasks that linear functions of hidden states do."""

import numpy as np

from models.data.tasks import Task
from models.measures.frozen_tasks import pair_features, sentence_states, two_sentences
from tests.models.measures.conftest import MakeTrained

TEXT = "The capital of France is Paris."


def test_a_task_about_two_sentences_is_divided_into_them() -> None:
    source = f"similarity: sentence1: {TEXT} sentence2: It is in Europe."
    assert two_sentences(Task("similarity_en", source, "1.0")) == (TEXT, "It is in Europe.")


def test_padding_changes_no_state(make_trained: MakeTrained) -> None:
    task = make_trained("electra").task
    alone = sentence_states(task, [TEXT])
    beside = sentence_states(task, [TEXT, f"{TEXT} {TEXT}"])
    assert alone.shape == (1, 32)  # the width of the discriminator, not of the generator
    assert np.allclose(alone[0], beside[0], atol=1e-5)


def test_the_features_of_two_sentences_do_not_depend_on_their_order(
    make_trained: MakeTrained,
) -> None:
    task = make_trained("electra").task
    other = "It is in Europe."
    one = pair_features(task, [(TEXT, other)])
    assert np.allclose(one, pair_features(task, [(other, TEXT)]))
    assert np.allclose(pair_features(task, [(TEXT, TEXT)])[:, :32], 0)
