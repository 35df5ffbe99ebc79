"""Text to text: a task is a text that names it, its answer is a text, and the decoder writes it.

Raffel et al. (2019), arXiv:1910.10683, section 2.4; reference:
google-research/text-to-text-transfer-transformer. The tasks are made in models/data/tasks.py.
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from models.objectives.span_corruption import HEAD, written
from models.schema.records import ModelInput
from models.schema.roles import TaskLearning
from models.schema.specs import ObjectiveSpec, Paper, TextTask
from models.tokenization.base import Vocabulary

TASK_SHARE = 0.7  # as the recipe of the bundled model
HANGUL = re.compile("[가-힣]")
QUESTION = re.compile(r"[?？]$|^Name |말하시오\.$")


def corrupt(
    model_input: ModelInput, rng: np.random.Generator, vocabulary: Vocabulary
) -> ModelInput:
    """Leave the first text of a pair to the encoder; the head `lm` must write the second.

    Special tokens go with the text before them. A single text stays as it is. Draws nothing.
    """
    if model_input.encoding.pair is None:
        return model_input
    source = model_input.segment == 0
    target = model_input.input_ids[~source]
    left = replace(
        model_input,
        input_ids=model_input.input_ids[source],
        segment=model_input.segment[source],
        origin=model_input.origin[source],
        change=model_input.change[source],
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
    roles=(TaskLearning(TASK_SHARE),),
    prompts=(
        TextTask(
            "Into Korean",
            "translate English to Korean: ",
            "to translate the sentence into Korean",
            lambda text, pair: not HANGUL.search(text),
            ("translate English to Korean: The capital of France is Paris.",),
        ),
        TextTask(
            "Into English",
            "translate Korean to English: ",
            "to translate the sentence into English",
            lambda text, pair: bool(HANGUL.search(text)),
            ("translate Korean to English: 프랑스의 수도는 파리이다.",),
        ),
        TextTask(
            "A question",
            "question: ",
            "to answer the question",
            lambda text, pair: bool(QUESTION.search(text)),
            ("question: What is the capital of France?", "question: 프랑스의 수도는 어디인가?"),
            question=True,
        ),
        TextTask(
            "Acceptable or not",
            "acceptable: ",
            "to judge whether the sentence is acceptable",
            examples=("acceptable: Paris of capital the is France.",),
        ),
        TextTask(
            "How similar",
            "similarity: sentence1: ",
            "to score how similar the two sentences are, from 0 to 5",
            lambda text, pair: bool(pair),
            (
                "similarity: sentence1: Paris is the capital of France. "
                "sentence2: The capital of France is Paris.",
            ),
            between=" sentence2: ",
        ),
    ),
)
