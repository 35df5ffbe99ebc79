"""What the Compare panel says of itself, and where its objectives were published."""

from __future__ import annotations

from explorer.ui.panel_base import papers

EXPLANATION = (
    "Every model learns from the same kind of text and is asked something else about it. BERT must "
    "predict 15 of 100 tokens, most of them hidden, and is corrected at these alone; GPT-2 must "
    "predict each next token, so that nearly every one teaches, but it never sees what comes "
    "behind. ELECTRA lets a small generator fill the gaps and judges every token. The loss of a "
    "position is the negative logarithm of the probability that the truth was given, in nats: 0 is "
    "certain and right, 0.69 is a coin toss. Losses of different objectives measure different "
    "questions, so a lower one is not a better model; the learning curves show it, on one axis of "
    "tokens seen or of seconds. Count models, fitted on the same text and measured at the same "
    "positions, give them a scale. The cards name what else differs, since a comparison is worth "
    "what its models share."
)
PAPERS = (
    papers.BERT,
    papers.GPT2,
    papers.ELECTRA,
    papers.T5,
    papers.XLNET,
)
