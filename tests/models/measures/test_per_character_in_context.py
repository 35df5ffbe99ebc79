import math
from pathlib import Path

import numpy as np
import pytest
import torch

from models.measures.per_character_in_context import (
    IGNORED,
    ReadDocument,
    document_of,
    measure,
    nats,
    unknown_surfaces,
    windows_of,
)
from tests.models import tiny
from tests.models.measures.known_models import trained_as

SENTENCES = ("A boat is on the lake.", "Rosa sees a ship.", "Rosa waits for a ship at the harbor.")


def test_a_model_without_knowledge_needs_the_logarithm_of_the_vocabulary(tmp_path: Path) -> None:
    """With all weights zero every token has the same probability."""
    trained = trained_as("tokenizers", "gpt2", tmp_path)
    with torch.no_grad():
        for weight in trained.task.model.parameters():  # type: ignore[attr-defined]
            weight.zero_()
    tokenizer = trained.task.tokenizer
    encodings = [tokenizer.encode(sentence) for sentence in SENTENCES]
    num_scored = sum(int((~one.special).sum()) for one in encodings[1:])
    expected = 2 * num_scored * math.log(tokenizer.vocab_size)
    document = document_of(encodings, tokenizer)
    assert nats(trained.task, [document, document]) == pytest.approx(expected, rel=1e-5)
    measured = {one.metric: one.value for one in measure(trained)}
    per_token = math.log2(tokenizer.vocab_size)
    assert measured["bits_per_character"] == pytest.approx(
        per_token / measured["characters_per_token"], rel=1e-4
    )
    assert measured["unknown"] == 0
    assert measured["entries"] == tokenizer.vocab_size
    assert measured["tokens_per_word"] > 1


@pytest.mark.parametrize("architecture", ["gpt2", "bert"])
@pytest.mark.parametrize("num_tokens", [1, 7, 16, 17, 24, 100])
def test_each_token_after_the_first_sentence_is_scored_once(
    architecture: str, num_tokens: int, tmp_path: Path
) -> None:
    """Whether special tokens stand around a window or not, and whatever a document's length."""
    tokenizer = tiny.ready(architecture, tmp_path).tokenizer
    ids = np.arange(num_tokens) % 3 + 9
    document = ReadDocument(ids, np.arange(num_tokens) >= 4)
    room = 16
    windows = list(windows_of(document, room, tokenizer))
    labels = [label for _, row in windows for label in row.tolist() if label != IGNORED]
    assert labels == ids[4:].tolist()
    for read, row in windows:
        assert len(read) <= room + tokenizer.num_special(is_pair=False)
        assert (read[row != IGNORED] == row[row != IGNORED]).all()
    for _, row in windows[1:]:
        assert (row != IGNORED).nonzero()[0][0] >= room // 2


def test_only_what_a_vocabulary_lacks_is_unknown(tmp_path: Path) -> None:
    """A text with the name of the unknown token in it has this token."""
    tokenizer = tiny.ready("albert", tmp_path).tokenizer
    encoding = tokenizer.encode("Rosa sees a <unk> and a \N{SNOWMAN}.")
    assert int(encoding.unknown.sum()) == 2
    assert unknown_surfaces(encoding) == ["\N{SNOWMAN}"]
