import math
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from models.measures.per_character import measure, nats
from tests.models.measures.known_models import trained_as


def test_a_model_without_knowledge_needs_the_logarithm_of_the_vocabulary(tmp_path: Path) -> None:
    """With all weights zero every token has the same probability."""
    trained = trained_as("tokenizers", "gpt2", tmp_path)
    with torch.no_grad():
        for weight in trained.task.model.parameters():  # type: ignore[attr-defined]
            weight.zero_()
    tokenizer = trained.task.tokenizer
    encoding = tokenizer.encode("A boat is on the lake.")
    expected = len(encoding) * math.log(tokenizer.vocab_size)
    assert nats(trained.task, [encoding, encoding]) == pytest.approx(2 * expected, rel=1e-5)
    size = replace(trained.recipe.size, num_positions=32)
    recipe = replace(trained.recipe, size=size)
    measured = {one.metric: one.value for one in measure(replace(trained, recipe=recipe))}
    per_token = math.log2(tokenizer.vocab_size)
    assert measured["bits_per_character"] == pytest.approx(
        per_token / measured["characters_per_token"], rel=1e-4
    )
    assert measured["unknown"] == 0
    assert measured["entries"] == tokenizer.vocab_size
    assert measured["tokens_per_word"] > 1
