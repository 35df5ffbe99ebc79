"""Translation language modelling: masked tokens of a sentence and its translation, side by side.

Lample, Conneau (2019), arXiv:1901.07291, section 3.4; reference: facebookresearch/XLM, the steps
`mlm` with two languages. The positions of the second sentence begin with 0 again.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from models.data.examples import Examples
from models.data.translations import open_translations
from models.objectives import masked
from models.schema.records import Encoding, ModelInput
from models.schema.roles import FurtherInputs, TaskLearning
from models.schema.specs import POSITION_FEED, ObjectiveSpec, Paper
from models.tokenization.base import Vocabulary, share_room

TASK_SHARE = 0.5  # the paper alternates between masked tokens of texts and of translations


def corrupt(
    model_input: ModelInput, rng: np.random.Generator, vocabulary: Vocabulary, **options: Any
) -> ModelInput:
    """Mask tokens of both texts of a pair, unless they are masked, and reset the positions.

    A single text stays as it is. `options` and random numbers are those of masked tokens.
    """
    if model_input.encoding.pair is None:
        return model_input
    if masked.HEAD not in model_input.targets:
        model_input = masked.corrupt(model_input, rng, vocabulary, **options)
    return reset_positions(model_input)


def reset_positions(model_input: ModelInput) -> ModelInput:
    """The positions of the second text of a pair begin with 0 again; a single text stays."""
    if model_input.encoding.pair is None:
        return model_input
    places = np.arange(len(model_input))
    second = np.flatnonzero(model_input.segment == 1)
    places[second] -= second[:1]
    return model_input.with_feed(POSITION_FEED, places)


def cut(examples: Examples, rng: np.random.Generator, length: int) -> Encoding:
    """A random sentence and its translation, both cut at the end where they are too long."""
    first, second = examples.draw(rng)
    room = length - examples.tokenizer.num_special(is_pair=True)
    keep_first, keep_second = share_room(len(first), len(second), room)
    return examples.tokenizer.build(
        first[:keep_first].astype(np.int64), second[:keep_second].astype(np.int64)
    )


SPEC = ObjectiveSpec(
    name="translation",
    title="Translation language modelling",
    summary="Masked tokens of a sentence and its translation; each helps to fill the other.",
    paper=Paper("Lample, Conneau", "Cross-lingual Language Model Pretraining", 2019, "1901.07291"),
    head=masked.HEAD,
    corrupt=corrupt,
    options=masked.SPEC.options,
    needs_mask_token=True,
    roles=(
        TaskLearning(TASK_SHARE, open_translations, cut),
        FurtherInputs((POSITION_FEED,), reset_positions),
    ),
    override=masked.override,
    notes=(
        "It needs a sentence and its translation. A pair of other texts is masked in the same way.",
    ),
)
