"""The numbers of the Generation panel as plain values for a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from explorer.core.errors import UserError
from explorer.core.generation.continuations import Answer, Continuation, RejectedPrompt
from explorer.core.generation.endings import outcome
from explorer.core.generation.few_shot import FewShotAnswer, ShotAnswer

if TYPE_CHECKING:
    from models.inference.prompt_accuracy import AccuracyAtK

TEXT_COLUMNS = (
    *("model", "step", "kind", "id", "token", "probability", "filtered", "log_probability"),
    *("chosen", "parent", "fate"),
)
PROMPT_COLUMNS = (
    *("model", "kind", "shots", "part", "text", "tokens", "log_likelihood", "unconditional"),
    *("score", "share", "correct", "layer", "attention", "accuracy", "low", "high", "queries"),
    *("ties", "dropped"),
)


# ---- texts


def text_rows(answers: Iterable[tuple[str, Answer]]) -> list[tuple[Any, ...]]:
    """Every candidate and every hypothesis of every step, with the titles of the models."""
    return [
        (title, *row)
        for title, answer in answers
        for row in (
            _written(answer) if isinstance(answer, Continuation) else _mask_prediction_rows(answer)
        )
    ]


def _written(draft: Continuation) -> Iterator[tuple[Any, ...]]:
    best = {id(node) for nodes in draft.best_hypotheses for node in nodes}
    for at, written in enumerate(draft.steps, 1):
        step = written.step
        if step.beams:
            for name, node in zip(written.beams, step.beams, strict=True):
                yield (at, "hypothesis", node.id, name, None, None, node.score, id(node) in best,
                       node.parent, outcome(node))  # fmt: skip
            continue
        for name, item in zip(written.candidates, step.candidates, strict=True):
            kept = "kept" if item.filtered > 0 else "removed"
            yield (at, "candidate", item.id, name, item.probability, item.filtered, None,
                   item.id == step.id, None, kept)  # fmt: skip


def _mask_prediction_rows(answer: RejectedPrompt) -> Iterator[tuple[Any, ...]]:
    items = () if answer.at_mask is None else answer.at_mask.candidates
    for rank, (name, item) in enumerate(zip(answer.mask_labels, items, strict=True)):
        yield None, "gap", item.id, name, item.probability, None, None, rank == 0, None, ""


# ---- few-shot prompts


def prompt_rows(
    answers: Iterable[tuple[str, FewShotAnswer | UserError, Iterable[AccuracyAtK]]],
) -> list[tuple[Any, ...]]:
    """Parts of prompts, answers, choices, attention, and accuracies by K, by title of the model."""
    rows: list[dict[str, Any]] = []
    for title, answer, accuracies in answers:
        if isinstance(answer, FewShotAnswer):
            for shot in answer.by_shots:
                known = {"model": title, "shots": shot.shots}
                rows += [{**known, **row} for row in _shot_rows(answer, shot)]
        for one in accuracies:
            rows.append(
                {"model": title, "kind": "accuracy", "shots": one.shots,
                 "accuracy": one.accuracy.mean, "low": one.accuracy.low, "high": one.accuracy.high,
                 "queries": one.num_queries, "ties": one.num_tied, "dropped": one.num_dropped}
            )  # fmt: skip
    return [tuple(row.get(name) for name in PROMPT_COLUMNS) for row in rows]


def _shot_rows(answer: FewShotAnswer, shot: ShotAnswer) -> Iterator[dict[str, Any]]:
    for part in shot.prompt.prefix.dropped:
        yield {"kind": "dropped", "part": part.title, "text": part.text, "tokens": len(part.ids)}
    for place, part in enumerate(shot.prompt.parts):
        row = {"part": part.title, "text": part.text, "tokens": len(part.ids)}
        yield {"kind": "prompt", **row}
        for layer, weight in enumerate([] if shot.attention is None else shot.attention[:, place]):
            yield {"kind": "attention", "part": part.title, "layer": layer + 1,
                   "attention": float(weight)}  # fmt: skip
    yield {"kind": "answer", "text": shot.answer_text, "correct": shot.correct}
    for choice in answer.choices(shot):
        correct = choice.text == answer.query.answer
        yield {"kind": "choice", **choice._asdict(), "correct": correct}
