"""What is said of drafts beside their picture: limits of a prompt, and one step in numbers."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.prompts import Prompt
from explorer.core.readable import cut_off, nats
from explorer.core.state import State
from explorer.core.writing import Draft
from explorer.ui.drawing import number
from explorer.ui.panel_context import Slot
from explorer.ui.widgets.generation.cells import best_ways
from explorer.ui.widgets.generation.controls import NO_TASK
from explorer.ui.widgets.token_strip import visible

RANKED = "Texts it came to, per token"
RANKING = (
    "Of the texts that it came to, beam search takes the one with the highest log-probability per "
    "token. The sum alone would favour short ones."
)
LONGEST = 60  # characters of each; long ones differ at the end
MASK_WRITTEN = "[MASK]"
EXAMPLE = f"An example of the task stands in place of your sentence; “{NO_TASK}” brings it back."


def limits(
    drafts: Sequence[tuple[Slot, Draft]], state: State, task: Prompt | None, own: str
) -> list[str]:
    """What the models did not read, or read otherwise; `own` is what a person asks the task of."""
    lines = [
        cut_off(slot.title, draft.num_cut, draft.card.num_positions, "prompt")
        for slot, draft in drafts
        if draft.num_cut
    ]
    if task is not None and own and own not in state.text:
        lines.append(EXAMPLE)
    if state.pair and not (task is not None and task.between):
        lines.append("The second sentence is not part of the prompt.")
    if MASK_WRITTEN in state.text and drafts:
        lines.append(f"To a model that writes, {MASK_WRITTEN} is six characters like others.")
    going_on = [draft for _, draft in drafts if not draft.card.answers]
    if state.text.endswith(" ") and going_on:
        lines.append(
            "The prompt ends in a space; a byte-level tokenizer would rather put it in front "
            "of the next word."
        )
    return lines


def detail_rows(draft: Draft, step: int | None, *, filters: bool) -> list[tuple[str, str]]:
    """A draft and one of its steps in words, the newest for None; with what filters removed."""
    rows = [
        ("Text", draft.text.strip() or "–"),
        ("Tokens", str(len(draft.ids))),
        ("Time per token", f"{1000 * draft.seconds / len(draft.steps):.1f} ms"),
    ]
    last = len(draft.steps) - 1
    index = last if step is None else min(step, last)
    written = draft.steps[index]
    if written.step.beams:
        return [*rows, ("Log-probability", nats(_log_probability(draft))), *_endings(draft)]
    rows.append((f"Step {index + 1}", visible(written.label)))
    chosen = next(c for c in written.step.candidates if c.id == written.step.id)
    rows.append(("Id", str(chosen.id)))
    rows.append(("Probability", number(chosen.probability)))
    if filters:
        rows.append(("After the filters", number(chosen.filtered)))
        rows.append(("Removed", f"{written.step.removed_mass:.1%}"))
        rows.append(("Tokens left", f"{written.step.num_kept:,}"))
    return rows


def _log_probability(draft: Draft) -> float:
    """Of what searches wrote, in nats; a hypothesis has the sum up to it, from 0 in each search."""
    return sum(way[-1].score for way in best_ways(draft))


def _endings(draft: Draft) -> list[tuple[str, str]]:
    """The best that a search came to, below one another, where there was a choice."""
    if len(draft.endings) < 2:
        return []
    return [(RANKED, ""), *((nats(one.per_token), _end_of(one.text)) for one in draft.endings)]


def _end_of(text: str) -> str:
    whole = text.strip() or "–"
    return whole if len(whole) <= LONGEST else f"…{whole[-LONGEST:]}"
