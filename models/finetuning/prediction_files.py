"""Predictions as files: those that the official scorers of SQuAD and GLUE read, or JSON lines."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from models.tasks.base import Prediction
from models.tasks.question_answering import QuestionDetails

JSON_LINES, SQUAD, GLUE = ".jsonl", ".json", ".tsv"
THRESHOLD = "best_f1_threshold"  # metric of dev: from which null odds on there is no answer


def check_format(path: Path, task: str) -> None:
    """Raises ValueError for an ending that says no format, or one that the task does not have."""
    ending = path.suffix.lower()
    if ending not in (JSON_LINES, SQUAD, GLUE):
        raise ValueError(
            f"the ending of {path.name} says no format: {JSON_LINES} for JSON lines, {GLUE} for "
            f"index and prediction as GLUE has them, {SQUAD} for answers by id as SQuAD has them"
        )
    if ending == SQUAD and task != "question_answering":
        raise ValueError(f"{SQUAD} is for answers to questions; choose {JSON_LINES} or {GLUE}")
    if ending == GLUE and task in ("question_answering", "token_classification"):
        raise ValueError(f"{GLUE} is for classes, scores and choices; choose {JSON_LINES}")


def predictions_text(
    ending: str,
    predictions: Sequence[Prediction],
    threshold: float | None = None,
) -> str:
    """The content of a file. `threshold` of the null odds decides where there is no answer; None:
    there always is one.
    """
    if ending == SQUAD:
        answers = {one.id: answer_text(one, threshold) for one in predictions}
        return json.dumps(answers, ensure_ascii=False, indent=1) + "\n"
    if ending == GLUE:
        rows = [f"{index}\t{one.answer}" for index, one in enumerate(predictions)]
        return "\n".join(["index\tprediction", *rows]) + "\n"
    records = [record(index, one, threshold) for index, one in enumerate(predictions)]
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records)


def record(index: int, prediction: Prediction, threshold: float | None = None) -> dict[str, Any]:
    """A prediction as a line of JSON has it."""
    details = prediction.details
    if isinstance(details, QuestionDetails):
        answer = answer_text(prediction, threshold)
        best = details.n_best[0] if answer else None
        return {
            "id": prediction.id,
            "answer": answer,
            "start": None if best is None else best.start,
            "end": None if best is None else best.end,
            "null_score": details.null_score,
        }
    found = {"index": index, "id": prediction.id, "prediction": prediction.answer}
    return {**found, "probabilities": dict(prediction.scores)} if prediction.scores else found


def answer_text(prediction: Prediction, threshold: float | None) -> str:
    """The answer to a question, empty where the null odds are above the threshold."""
    details = prediction.details
    limit = math.inf if threshold is None else threshold
    if isinstance(details, QuestionDetails) and details.null_odds > limit:
        return ""
    return str(prediction.answer)
