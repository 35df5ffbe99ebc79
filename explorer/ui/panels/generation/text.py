"""Notes and details of generated texts: limits of a prompt, and one step in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from explorer.core.generation.drafts import Draft
from explorer.core.readable import cut_off, listed, nats
from explorer.core.state.state import State
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panel_base.context import ModelSlot
from explorer.ui.panels.generation.beam_tree import fate
from explorer.ui.panels.generation.cells import best_ways
from explorer.ui.panels.generation.figure import NodeAt, searches, shown_step
from models.inference.beam_paths import log_probability_of, path_to

RANKED = "Finished beams (log-probability per token)"
RANKING = (
    "Of the finished beams, beam search takes the one with the highest log-probability per "
    "token. The sum alone would favour short ones."
)
LONGEST = 60  # characters of each; long ones differ at the end
MASK_WRITTEN = "[MASK]"


def limits(drafts: Sequence[tuple[ModelSlot, Draft]], state: State) -> list[str]:
    """Parts of the prompt that models do not read, or read differently."""
    lines = [
        cut_off(slot.title, draft.num_cut, draft.card.num_positions, "prompt")
        for slot, draft in drafts
        if draft.num_cut
    ]
    without = [s.title for s, draft in drafts if not (draft.task and draft.task.between)]
    if state.pair and without:
        lines.append(f"The second sentence is not part of the prompt of {listed(without)}.")
    causal = [draft for _, draft in drafts if not draft.card.answers]
    if MASK_WRITTEN in state.text and causal:
        lines.append(f"A model that continues a text reads {MASK_WRITTEN} as six characters.")
    if state.text.endswith(" ") and causal:
        lines.append(
            "The prompt ends in a space, which a byte-level tokenizer expects at the beginning "
            "of the next token."
        )
    return lines


def detail_rows(draft: Draft, step: int | None, *, filters: bool) -> list[tuple[str, str]]:
    """A draft and one of its steps in words, the first for None; with what filters removed."""
    rows = [
        ("Text", draft.text.strip() or "–"),
        ("Tokens", str(len(draft.ids))),
        ("Time per token", f"{1000 * draft.seconds / len(draft.steps):.1f} ms"),
    ]
    index = shown_step(draft, step)
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


def node_rows(draft: Draft, at: NodeAt) -> list[tuple[str, str]]:
    """One hypothesis of a beam search in words."""
    steps, labels = searches(draft)[at.part]
    step, place = at.hit.step, at.hit.node
    node = steps[step][place]
    way = enumerate(path_to(steps, step, place))
    return [
        ("Text", "".join(labels[depth][n] for depth, n in way).strip() or "–"),
        ("Step", str(step + 1)),
        ("Id", str(node.id)),
        ("Probability here", number(exp(log_probability_of(steps, step, place)))),
        ("Log-probability", nats(node.score)),
        ("Per token", nats(node.score / (step + 1))),
        ("Outcome", fate(node)),
    ]


def _log_probability(draft: Draft) -> float:
    """Of the text of beam searches, in nats; scores start from 0 in each search."""
    return sum(way[-1].score for way in best_ways(draft))


def _endings(draft: Draft) -> list[tuple[str, str]]:
    """The finished beams, where there are several."""
    if len(draft.endings) < 2:
        return []
    return [(RANKED, ""), *((nats(one.per_token), _end_of(one.text)) for one in draft.endings)]


def _end_of(text: str) -> str:
    whole = text.strip() or "–"
    return whole if len(whole) <= LONGEST else f"…{whole[-LONGEST:]}"
