"""Text to text: a task is a text that names it, its answer is a text, and the decoder writes it.

Raffel et al. (2019), arXiv:1910.10683, section 2.4; reference:
google-research/text-to-text-transfer-transformer. The tasks are made in models/data/tasks.py.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.objectives.span_corruption import HEAD, written
from models.schema.records import Corruption
from models.schema.specs import ObjectiveSpec, Paper
from models.tokenization.base import Vocabulary

TASK_SHARE = 0.7  # as the recipe of the bundled model


def corrupt(corruption: Corruption, rng: np.random.Generator, vocabulary: Vocabulary) -> Corruption:
    """Leave the first text of a pair to the encoder; the head `lm` must write the second.

    Special tokens go with the text before them. A single text stays as it is. Draws nothing.
    """
    if corruption.encoding.pair is None:
        return corruption
    source = corruption.segment == 0
    target = corruption.input_ids[~source]
    left = replace(
        corruption,
        input_ids=corruption.input_ids[source],
        segment=corruption.segment[source],
        origin=corruption.origin[source],
        change=corruption.change[source],
    )
    return written(left, target, vocabulary)


SPEC = ObjectiveSpec(
    name="text_to_text",
    title="Text to text",
    summary="The encoder reads a task as text, and the decoder writes the answer as text.",
    paper=Paper(
        "Raffel, Shazeer, Roberts, Lee, Narang, Matena, Zhou, Li, Liu",
        "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer",
        2019,
        "1910.10683",
    ),
    head=HEAD,
    corrupt=corrupt,
    needs_decoder=True,
    task_share=TASK_SHARE,
)
