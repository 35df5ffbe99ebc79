"""Generated texts in words and numbers: notes, details, and the table of every step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from typing import Any

from explorer.core.generation.continuations import Answer, Continuation, RejectedPrompt
from explorer.core.localization import tr
from explorer.core.readable import cut_off, listed, nats, untrained_guesses
from explorer.core.state.state import State
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panel_base.context import ModelSlot
from explorer.ui.panels.generation.beam_tree import outcome
from explorer.ui.panels.generation.figure import NodeAt, searches, visible_step
from models.inference.beam_paths import best_path, log_probability_of, path_to
from models.schema.records import BeamNode

RANKED = tr("Finished beams (log-probability per token)")
RANKING = tr(
    "Of the finished beams, beam search takes the one with the highest log-probability "
    "per token. The sum alone would favour short ones."
)
LONGEST = 60  # characters of each; long ones differ at the end
MASK_WRITTEN = "[MASK]"
COLUMNS = (
    "model", "step", "kind", "id", "token", "probability", "filtered", "log_probability",
    "chosen", "parent", "fate",
)  # fmt: skip

Answered = Sequence[tuple[ModelSlot, Answer]]


def limits(answered: Answered, state: State) -> Iterator[str]:
    """Parts of the prompt that models do not read, or read differently, and untrained heads."""
    drafts = [(slot.title, one) for slot, one in answered if isinstance(one, Continuation)]
    for title, draft in drafts:
        if draft.num_cut:
            yield cut_off(title, draft.num_cut, draft.card.num_positions, "prompt")
    without = [title for title, draft in drafts if not (draft.task and draft.task.between)]
    if state.pair and without:
        yield tr(
            "The second sentence is not part of the prompt of {without}.", without=listed(without)
        )
    causal = [draft for _, draft in drafts if not draft.card.answers]
    if MASK_WRITTEN in state.text and causal:
        yield tr(
            "A model that continues a text reads {mask_written} as six characters.",
            mask_written=MASK_WRITTEN,
        )
    if state.text.endswith(" ") and causal:
        yield (
            tr(
                "The prompt ends in a space, which a byte-level tokenizer expects at the beginning "
                "of the next token."
            )
        )
    filling = [(slot.title, one.card) for slot, one in mask_fillers(answered)]
    yield from untrained_guesses([t for t, card in filling if card and card.guesses_untrained])


def mask_fillers(answered: Answered) -> list[tuple[ModelSlot, RejectedPrompt]]:
    """Models that cannot generate, and fill a mask instead."""
    return [
        (slot, one) for slot, one in answered if isinstance(one, RejectedPrompt) and one.mask_text
    ]


# ---- details


def detail_rows(draft: Continuation, step: int | None, *, filters: bool) -> list[tuple[str, str]]:
    """A draft and one of its steps in words, the first for None; with what filters removed."""
    rows = [
        (tr("Text"), draft.text.strip() or "–"),
        (tr("Tokens"), str(len(draft.ids))),
        (tr("Time per token"), f"{1000 * draft.seconds / len(draft.steps):.1f} ms"),
    ]
    index = visible_step(draft, step)
    written = draft.steps[index]
    if written.step.beams:  # their scores start from 0 in each search
        score = sum(nodes[-1].score for nodes in _best_hypotheses(draft))
        return [*rows, (tr("Log-probability"), nats(score)), *_endings(draft)]
    chosen = next(c for c in written.step.candidates if c.id == written.step.id)
    rows += [
        (tr("Step {index}", index=index + 1), visible(written.label)),
        (tr("Id"), str(chosen.id)),
        (tr("Probability"), number(chosen.probability)),
    ]
    if filters:
        rows += [
            (tr("After the filters"), number(chosen.filtered)),
            (tr("Removed"), f"{written.step.removed_mass:.1%}"),
            (tr("Tokens left"), f"{written.step.num_kept:,}"),
        ]
    return rows


def node_rows(draft: Continuation, at: NodeAt) -> list[tuple[str, str]]:
    """One hypothesis of a beam search in words."""
    steps, labels = searches(draft)[at.part]
    step, place = at.hit
    node = steps[step][place]
    path = enumerate(path_to(steps, step, place))
    return [
        (tr("Text"), "".join(labels[depth][n] for depth, n in path).strip() or "–"),
        (tr("Step"), str(step + 1)),
        (tr("Id"), str(node.id)),
        (tr("Probability here"), number(exp(log_probability_of(steps, step, place)))),
        (tr("Log-probability"), nats(node.score)),
        (tr("Per token"), nats(node.score / (step + 1))),
        (tr("Outcome"), outcome(node)),
    ]


def _endings(draft: Continuation) -> list[tuple[str, str]]:
    """The finished beams, where there are several."""
    if len(draft.endings) < 2:
        return []
    return [(RANKED, ""), *((nats(one.per_token), _end_of(one.text)) for one in draft.endings)]


def _end_of(text: str) -> str:
    whole = text.strip() or "–"
    return whole if len(whole) <= LONGEST else f"…{whole[-LONGEST:]}"


# ---- table


def cells(answered: Answered) -> list[tuple[Any, ...]]:
    """Every candidate and every hypothesis of every step, by COLUMNS."""
    return [
        (slot.title, *row)
        for slot, answer in answered
        for row in (_written(answer) if isinstance(answer, Continuation) else _at_mask(answer))
    ]


def _written(draft: Continuation) -> Iterator[tuple[Any, ...]]:
    best = {id(node) for nodes in _best_hypotheses(draft) for node in nodes}
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


def _at_mask(answer: RejectedPrompt) -> Iterator[tuple[Any, ...]]:
    items = () if answer.at_mask is None else answer.at_mask.candidates
    for rank, (name, item) in enumerate(zip(answer.mask_labels, items, strict=True)):
        yield None, "gap", item.id, name, item.probability, None, None, rank == 0, None, ""


def _best_hypotheses(draft: Continuation) -> Iterator[list[BeamNode]]:
    """Those that led to the text, of each search; `continue` starts another."""
    for steps, _ in searches(draft):
        if path := best_path(steps):
            yield [steps[depth][at] for depth, at in enumerate(path)]
