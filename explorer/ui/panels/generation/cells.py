"""The values of the figure: every candidate and every hypothesis of every step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from explorer.core.generation.drafts import Answer, Draft, RejectedPrompt
from explorer.ui.panels.generation.beam_tree import fate
from models.inference.beam_paths import best_path
from models.schema.records import BeamNode

COLUMNS = (
    "model", "step", "kind", "id", "token", "probability", "filtered", "log_probability",
    "chosen", "parent", "fate",
)  # fmt: skip


def cells(answered: Iterable[tuple[str, Answer]]) -> list[tuple[Any, ...]]:
    """The lines of all models, each with the title of its model in front."""
    rows: list[tuple[Any, ...]] = []
    for model, answer in answered:
        rows += (
            _of_draft(model, answer) if isinstance(answer, Draft) else _mask_cells(model, answer)
        )
    return rows


def _of_draft(model: str, draft: Draft) -> list[tuple[Any, ...]]:
    rows: list[tuple[Any, ...]] = []
    best = {id(node) for way in best_ways(draft) for node in way}
    for number, written in enumerate(draft.steps, 1):
        if written.step.beams:
            rows += [
                (model, number, "hypothesis", node.id, name, None, None, node.score,
                 id(node) in best, node.parent, fate(node))
                for name, node in zip(written.beams, written.step.beams, strict=True)
            ]  # fmt: skip
            continue
        rows += [
            (model, number, "candidate", item.id, name, item.probability, item.filtered, None,
             item.id == written.step.id, None, "kept" if item.filtered > 0 else "removed")
            for name, item in zip(written.candidates, written.step.candidates, strict=True)
        ]  # fmt: skip
    return rows


def best_ways(draft: Draft) -> Iterator[list[BeamNode]]:
    """The hypotheses that led to what is written, of each search; `continue` starts another."""
    for part in draft.parts:
        steps = [written.step.beams for written in part]
        if path := best_path(steps):
            yield [steps[depth][at] for depth, at in enumerate(path)]


def _mask_cells(model: str, refusal: RejectedPrompt) -> list[tuple[Any, ...]]:
    if refusal.at_mask is None:
        return []
    return [
        (model, None, "gap", item.id, name, item.probability, None, None, rank == 0, None, "")
        for rank, (name, item) in enumerate(
            zip(refusal.mask_labels, refusal.at_mask.candidates, strict=True)
        )
    ]
