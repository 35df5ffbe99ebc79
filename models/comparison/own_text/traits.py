"""What is known of each measure without importing it, which would bring torch in.

A page says what a text of one's own cannot be measured by before anything runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class MeasureTraits:
    """Which texts a measure can be used on, and whether its examples are the same for all seeds.

    `needs_world` says why some metrics are measured on the built-in text alone: `world_metrics`, or
    all if none is named.
    """

    needs_world: str = ""
    world_metrics: tuple[str, ...] = ()
    reads_sentences: bool = False  # whole ones, which end with a mark
    reads_documents: bool = False  # of two sentences or more
    reads_names: bool = False  # of two words with capital letters
    fixed_examples: bool = False


LABELLED = (
    "Its models are judged by labelled examples of the mini-world, which a text does not have."
)
FACTS = "It asks for facts of the mini-world, which a text need not state."
PROBES = (
    "Its probes judge sentences of the mini-world, of which it is known whether they are "
    "acceptable and how similar they are."
)

TRAITS: Mapping[str, MeasureTraits] = {
    "attribution_agreement": MeasureTraits(reads_sentences=True),
    "by_length": MeasureTraits(),
    "compressed": MeasureTraits(),
    "copied_by_setting": MeasureTraits(
        "It measures how symbols that are repeated are copied, and a text does not repeat itself."
    ),
    "cost_by_length": MeasureTraits(
        "It measures the time and memory of random tokens, which no text changes."
    ),
    "cross_lingual": MeasureTraits(
        "It looks up words in sentences and their translations, which a text does not have."
    ),
    "facts_by_count": MeasureTraits(FACTS),
    "few_shot": MeasureTraits(
        "It tests tasks that are made of the mini-world, and its training text demonstrates tasks."
    ),
    "fine_tuned": MeasureTraits(LABELLED, fixed_examples=True),
    "first_gradients": MeasureTraits(),
    "founders": MeasureTraits(FACTS, fixed_examples=True),
    "frozen_tasks": MeasureTraits(PROBES),
    "frozen_tasks_and_gradients": MeasureTraits(PROBES, ("quality", "acceptable", "similarity")),
    "gradient_noise": MeasureTraits(),
    "held_out": MeasureTraits(),
    "held_out_alike": MeasureTraits(),
    "held_out_and_lengths": MeasureTraits(),
    "held_out_by_compute": MeasureTraits(),
    "held_out_by_option": MeasureTraits(),
    "held_out_by_position": MeasureTraits(),
    "held_out_by_size": MeasureTraits(),
    "per_character_in_context": MeasureTraits(reads_documents=True),
    "recall_by_distance": MeasureTraits(
        "It recalls facts that a text states twice at a known distance, which few texts do.",
        ("recall", "recall_at"),
    ),
    "restored_facts": MeasureTraits(FACTS, fixed_examples=True),
    "same_tokens": MeasureTraits(reads_sentences=True),
    "sentence_pairs": MeasureTraits(),
    "training_cost_by_depth": MeasureTraits(),
    "transferred": MeasureTraits(LABELLED, fixed_examples=True),
    "without_heads": MeasureTraits(),
    "word_pairs": MeasureTraits(reads_names=True),
    "zero_shot": MeasureTraits(LABELLED, fixed_examples=True),
}
