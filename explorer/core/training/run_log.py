"""The log of a run in its folder: its answers to the watched sentence.

    run/events.jsonl    a line for each answer; in runs of earlier versions also for training losses

Losses are in the checkpoint. A run that is resumed from a checkpoint writes the later steps again;
of two lines for one step the last one counts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from explorer.core.engine.predicting.predictions import MaskedPrediction
from models.checkpoints.folders import LOG_FILE, LOG_FILES
from models.runtime.files import read_bytes
from models.schema.parsing import parse_json
from models.schema.records import Candidate

BROKEN = (ValueError, KeyError, TypeError, OverflowError)  # lines that a killed run left


@dataclass(frozen=True)
class CurvePoint:
    """A place on the learning curves of a run: losses in nats, or held-out metrics."""

    run: str  # the name in the recipe
    step: int
    values: Mapping[str, float]
    held_out: bool
    tokens: int
    seconds: float


@dataclass(frozen=True)
class SentencePredictions:
    """The predictions for the watched sentence at a step."""

    run: str
    step: int
    tokens: tuple[str, ...]
    predictions: tuple[MaskedPrediction, ...]
    mask: str = "[MASK]"  # the model's own mask; empty where it continues the text before it


class RunLog:
    """Adds to the log of one run. A full disk does not end the run."""

    def __init__(self, folder: Path, watch: str) -> None:
        """`watch` is the sentence that answers are about."""
        self._folder = folder
        self._watch = watch

    def clear(self) -> None:
        """Remove the log of an earlier run in this folder."""
        for name in LOG_FILES:
            with suppress(OSError):
                (self._folder / name).unlink(missing_ok=True)

    def write(self, sample: SentencePredictions) -> None:
        """Write an answer."""
        answers = [_written(prediction) for prediction in sample.predictions]
        watched = {"asked": self._watch, "gap": sample.mask, "read": sample.tokens}
        line = {"step": sample.step, **watched, "answers": answers}
        with suppress(OSError), (self._folder / LOG_FILE).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def losses_of(folder: Path, run: str, until: int) -> tuple[CurvePoint, ...]:
    """The training losses of a run of an earlier version up to a step, in its order."""
    points: list[CurvePoint] = []
    for line in _lines(folder):
        with suppress(*BROKEN):
            step, losses = int(line["step"]), dict(line["losses"])
            _drop_from(points, step)
            place = int(line["tokens"]), float(line["seconds"])
            points.append(CurvePoint(run, step, losses, False, *place))
    return tuple(point for point in points if point.step <= until)


def predictions_of(
    folder: Path, run: str, until: int, watch: str
) -> tuple[SentencePredictions, ...]:
    """Its predictions for this sentence up to a step, in its order."""
    samples: list[SentencePredictions] = []
    for line in _lines(folder):
        with suppress(*BROKEN):
            step, answers = int(line["step"]), [_prediction(one) for one in line["answers"]]
            _drop_from(samples, step)
            if line["asked"] == watch:
                read, mask = tuple(line["read"]), str(line.get("gap", SentencePredictions.mask))
                samples.append(SentencePredictions(run, step, read, tuple(answers), mask))
    return tuple(sample for sample in samples if sample.step <= until)


def _drop_from(entries: list[Any], step: int) -> None:
    """Remove this step and later ones, which were written before the run was resumed."""
    while entries and entries[-1].step >= step:
        entries.pop()


def _lines(folder: Path) -> Iterator[dict[str, Any]]:
    """The complete lines of its log; none where there is no file."""
    for name in LOG_FILES:
        with suppress(OSError, ValueError):
            text = read_bytes(folder / name).decode("utf-8", errors="replace")
            for written in text.splitlines():
                with suppress(*BROKEN):
                    line = parse_json(written)
                    if isinstance(line, dict):
                        yield line


def _written(prediction: MaskedPrediction) -> dict[str, Any]:
    best = [[one.id, one.token, one.probability, one.filtered] for one in prediction.candidates]
    return {"position": prediction.position, "place": prediction.place, "best": best}


def _prediction(written: Mapping[str, Any]) -> MaskedPrediction:
    best = (
        Candidate(int(id), str(token), float(p), float(filtered))
        for id, token, p, filtered in written["best"]
    )
    return MaskedPrediction(int(written["position"]), int(written["place"]), tuple(best))
