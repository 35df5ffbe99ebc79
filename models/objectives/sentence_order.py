"""Sentence-order prediction: are two texts in their original order?

Lan et al. (2019), arXiv:1909.11942, section 3.1; reference: google-research/albert,
create_pretraining_data.py. The label is `Encoding.labels["sop"]`.
"""

from __future__ import annotations

import numpy as np

from models.data.examples import Examples, cut_on_both_sides
from models.schema.records import Encoding, ModelInput
from models.schema.specs import ObjectiveSpec, Paper
from models.tokenization.base import Vocabulary, share_room

IN_ORDER = 0
SWAPPED = 1


def corrupt(
    model_input: ModelInput, rng: np.random.Generator, vocabulary: Vocabulary
) -> ModelInput:
    """Make the known label a target of the head `sop`; a single text has none. Draws nothing."""
    label = model_input.encoding.labels.get("sop")
    if label is None:
        return model_input
    return model_input.with_targets("sop", np.array([0]), np.array([label]))


def order(examples: Examples, rng: np.random.Generator, length: int) -> Encoding:
    """The two halves of a document, half of the time swapped.

    Draws the document, where it is divided, whether the halves change places, and how much of what
    is too long goes from the front of each and how much from its end: were a text always cut on
    one side, the cut would reveal the order. Label `sop`.
    """
    room = length - examples.tokenizer.num_special(is_pair=True)
    _, sentences = examples.draw_with_two(rng, room)
    border = int(rng.integers(1, len(sentences)))
    swapped = bool(rng.random() < 0.5)
    halves = [np.concatenate(sentences[:border]), np.concatenate(sentences[border:])]
    one, two = reversed(halves) if swapped else halves
    keep_one, keep_two = share_room(len(one), len(two), room)
    return examples.tokenizer.build(
        cut_on_both_sides(one, keep_one, rng),
        cut_on_both_sides(two, keep_two, rng),
        {"sop": SWAPPED if swapped else IN_ORDER},
    )


SPEC = ObjectiveSpec(
    name="sentence_order",
    title="Sentence-order prediction",
    summary="Are two halves of one document in order or swapped?",
    paper=Paper(
        "Lan, Chen, Goodman, Gimpel, Sharma, Soricut",
        "ALBERT: A Lite BERT for Self-supervised Learning of Language Representations",
        2019,
        "1909.11942",
    ),
    head="sop",
    corrupt=corrupt,
    layout=order,
    notes=(
        "Both texts are of one document, so the topic does not help; with a random second text, as "
        "in next sentence prediction, it is the main clue.",
        "In the authors' code a passage of a single segment gets a random second text, which "
        "counts as swapped; here it is divided in its middle.",
    ),
)
