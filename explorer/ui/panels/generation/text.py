"""Generated texts in words and numbers, for the side of the window."""

from __future__ import annotations

from math import exp

from explorer.core.generation.continuations import Continuation
from explorer.core.generation.endings import outcome
from explorer.core.localization import tr
from explorer.core.readable import nats
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panels.generation.figure import NodeAt
from models.inference.beam_paths import log_probability_of, path_to

RANKED = tr("Finished beams (log-probability per token)")
RANKING = tr(
    "Of the finished beams, beam search takes the one with the highest log-probability "
    "per token. The sum alone would favour short ones."
)
LONGEST = 60  # characters of each; long ones differ at the end


def detail_rows(draft: Continuation, step: int | None, *, filters: bool) -> list[tuple[str, str]]:
    """A draft and one of its steps in words, the first for None; with what filters removed."""
    rows = [
        (tr("Text"), draft.text.strip() or "–"),
        (tr("Tokens"), str(len(draft.ids))),
        (tr("Time per token"), f"{1000 * draft.seconds / len(draft.steps):.1f} ms"),
    ]
    index = draft.step_at(step)
    written = draft.steps[index]
    if written.step.beams:  # their scores start from 0 in each search
        score = sum(nodes[-1].score for nodes in draft.best_hypotheses)
        return [*rows, (tr("Log-probability"), nats(score)), *_endings(draft)]
    chosen = written.chosen
    assert chosen is not None
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
    steps, labels = draft.searches[at.part]
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
