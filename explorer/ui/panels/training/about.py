"""What the Training panel says of itself, and where what it does was published."""

from __future__ import annotations

from explorer.ui.panel_base import papers
from models.schema.specs import Paper

EXPLANATION = (
    "A model reads a text over and over, a few examples in each step, and is corrected "
    "where its predictions were wrong. The loss is the negative logarithm of the "
    "probability that it gave the right token, so it falls as the model gets better; the "
    "dashed curve is measured on the examples it is learning from, the solid one on "
    "documents held back from it. The dotted lines are what counting alone reaches on the "
    "same held-out tokens: how often each token occurs (unigram), and an interpolated "
    "5-gram model, which sees up to four tokens to the left. A masked model sees both "
    "sides but learns from 15 of 100 tokens only, a causal one learns from every token "
    "and sees the left side alone. The learning rate rises at first and then falls to "
    "nothing, which is why curves often dip towards the end."
)
PAPERS = (
    papers.BERT,
    Paper("Loshchilov, Hutter", "Decoupled Weight Decay Regularization", 2017, "1711.05101"),
    Paper(
        "Chen, Goodman",
        "An Empirical Study of Smoothing Techniques for Language Modeling",
        1999,
    ),
)
