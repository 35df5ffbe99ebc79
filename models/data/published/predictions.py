"""Writes predictions in the formats that the official scorers read, or as JSON lines.

GLUE: a table with `index` and `prediction`, labels as in its files. SQuAD: one JSON object from id
to text, and beside it the null odds for the script of SQuAD 2.0. JSON lines: `index`, `prediction`
and `probabilities` by class or choice; for questions `id`, `answer`, `start`, `end` (characters,
null for no answer) and `null_score`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from models.data.published.base import FileFormat, Scorer
from models.data.published.catalog import formats
from models.runtime.files import write_text
from models.tasks.examples import LabelledSet

if TYPE_CHECKING:  # which loads torch
    from models.tasks.base import Prediction

NULL_ODDS = ".null_odds.json"  # end of the name of the file beside SQuAD's predictions
MAX_ODDS = 1e30  # JSON has no infinity
SCORES = (0.0, 5.0)  # of STS-B


def write_predictions(
    path: str | Path,
    data: LabelledSet,
    predictions: Sequence[Prediction],
    *,
    scorer: Scorer | None = None,
    threshold: float | None = None,
    overwrite: bool = False,
) -> tuple[Path, ...]:
    """Write the predictions of a split; returns the files. None: the format of the set's scorer.

    A question whose null odds are above the threshold has no answer; without a threshold, answers
    are written as they are predicted. Raises FileExistsError rather than to overwrite, OSError, and
    ValueError for a scorer that does not fit the task.
    """
    path = Path(path)
    published = formats().get(getattr(data, "format", ""))
    if threshold is not None:
        predictions = [_apply_threshold(one, threshold) for one in predictions]
    scorer = scorer or (published.scorer if published else "lines")
    texts = {path: predictions_text(scorer, data, predictions)}
    if scorer == "squad" and (odds := _null_odds(predictions)):
        texts[path.with_name(path.name.removesuffix(".json") + NULL_ODDS)] = odds
    for file in texts:
        if file.exists() and not overwrite:
            raise FileExistsError(f"{file} exists already. Choose another name")
    for file, text in texts.items():
        write_text(file, text)
    return tuple(texts)


def _apply_threshold(prediction: Prediction, threshold: float) -> Prediction:
    odds = getattr(prediction.details, "null_odds", None)
    return replace(prediction, answer="") if odds is not None and odds > threshold else prediction


def predictions_text(scorer: Scorer, data: LabelledSet, predictions: Sequence[Prediction]) -> str:
    """The content of a file of predictions. Raises ValueError for a scorer of other tasks."""
    published = formats().get(getattr(data, "format", ""))
    if scorer == "squad":
        if data.task != "question_answering":
            raise ValueError(f"SQuAD's format holds answers, not the results of {data.task}")
        return _json({one.id: one.answer for one in predictions}) + "\n"
    if scorer == "glue":
        if data.task not in ("classification", "regression"):
            raise ValueError(f"GLUE's format holds classes and scores, not those of {data.task}")
        return _glue(predictions, published)
    write = _answer_line if data.task == "question_answering" else _line
    return "".join(_json(write(i, one)) + "\n" for i, one in enumerate(predictions))


def _glue(predictions: Sequence[Prediction], published: FileFormat | None) -> str:
    """The table of a submission. The index is that of the test file, else the position."""
    symbols = {name: symbol for symbol, name in (published.labels if published else {}).items()}
    numbered = all(one.id.isdecimal() for one in predictions)
    rows = [
        f"{one.id if numbered else i}\t{_glue_answer(one.answer, symbols)}\n"
        for i, one in enumerate(predictions)
    ]
    return "".join(["index\tprediction\n", *rows])


def _glue_answer(answer: Any, symbols: Mapping[str, str]) -> str:
    if isinstance(answer, str):
        return symbols.get(answer, answer)
    lowest, highest = SCORES
    return f"{min(max(float(answer), lowest), highest):.3f}"


def _null_odds(predictions: Sequence[Prediction]) -> str:
    """Null score minus that of the best answer by id; empty where they are not known."""
    odds = {one.id: getattr(one.details, "null_odds", None) for one in predictions}
    known = {name: _finite(value) for name, value in odds.items() if value is not None}
    return _json(known) + "\n" if known else ""


def _line(index: int, prediction: Prediction) -> dict[str, Any]:
    line = {"index": index, "prediction": prediction.answer}
    scores = {str(name): float(value) for name, value in prediction.scores.items()}
    return {**line, "probabilities": scores} if scores else line


def _answer_line(index: int, prediction: Prediction) -> dict[str, Any]:
    best = next(iter(getattr(prediction.details, "n_best", ())), None)
    answer = best if best is not None and prediction.answer else None
    null_score = getattr(prediction.details, "null_score", None)
    return {
        "id": prediction.id,
        "answer": prediction.answer,
        "start": None if answer is None else int(answer.start),
        "end": None if answer is None else int(answer.end),
        "null_score": None if null_score is None else _finite(null_score),
    }


def _finite(value: float) -> float:
    return max(-MAX_ODDS, min(MAX_ODDS, float(value))) if not math.isnan(value) else 0.0


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
