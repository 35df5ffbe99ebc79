"""Next-sentence prediction: does the second text follow the first?

Devlin et al. (2018), arXiv:1810.04805, section 3.1. The label is `Encoding.labels["nsp"]`: 0
for a text that follows, 1 for a random one.
"""

from __future__ import annotations

import numpy as np

from models.data.examples import Examples
from models.schema.records import Encoding, ModelInput
from models.schema.specs import ObjectiveSpec, Paper
from models.tokenization.base import Vocabulary, share_room

IS_NEXT = 0
NOT_NEXT = 1


def corrupt(
    model_input: ModelInput, rng: np.random.Generator, vocabulary: Vocabulary
) -> ModelInput:
    """Make the known label a target of the head `nsp`; a single text has none. Draws nothing."""
    label = model_input.encoding.labels.get("nsp")
    if label is None:
        return model_input
    return model_input.with_targets("nsp", np.array([0]), np.array([label]))


def pairs(examples: Examples, rng: np.random.Generator, length: int) -> Encoding:
    """The head of a document, and its tail or, half of the time, one of another document.

    Draws the document, where it is divided, whether the second half is replaced, by which
    document. Where there is no other, a tail of the same one is called unrelated. Label `nsp`.
    """
    room = length - examples.tokenizer.num_special(is_pair=True)
    index, sentences = examples.draw_with_two(rng, room)
    border = int(rng.integers(1, len(sentences)))
    follows = bool(rng.random() < 0.5)
    first, second = sentences[:border], sentences[border:]
    if not follows:
        _, other = examples.draw_with_two(rng, room, besides=index)
        second = other[int(rng.integers(len(other))) :]
    one, two = np.concatenate(first), np.concatenate(second)
    keep_one, keep_two = share_room(len(one), len(two), room)
    return examples.tokenizer.build(
        one[len(one) - keep_one :].astype(np.int64),
        two[:keep_two].astype(np.int64),
        {"nsp": IS_NEXT if follows else NOT_NEXT},
    )


SPEC = ObjectiveSpec(
    name="next_sentence",
    title="Next sentence prediction",
    summary="Does the second text follow the first, or is it a random one? Each half of the time.",
    paper=Paper(
        "Devlin, Chang, Lee, Toutanova",
        "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
        2018,
        "1810.04805",
    ),
    head="nsp",
    corrupt=corrupt,
    layout=pairs,
)
