"""What the Generation panel says of itself, and where its methods were published."""

from __future__ import annotations

from explorer.ui.panel_base import papers
from models.schema.specs import Paper

EXPLANATION = (
    "A causal model such as GPT-2 gives every token of its vocabulary a probability to "
    "come next; one is chosen, put behind the text, and the model is asked again. Greedy "
    "takes the most probable one, sampling draws. A temperature below one sharpens the "
    "probabilities, one above flattens them; top-k keeps the k most probable tokens, "
    "top-p the fewest that hold the share p together, and what they remove is shown. Beam "
    "search keeps several texts at a time and prunes the rest, so it usually finds more "
    "probable texts than greedy search, which are not always better ones. An "
    "encoder-decoder such as T5 does not continue the prompt: its encoder reads all of it, "
    "and its decoder writes an answer after its start token, attending to what was read. "
    "The words of a task stand in front of what such a model reads, and of nothing that "
    "another model reads; a sentinel such as <extra_id_0> stands for a missing span. "
    "Without a chosen task a question is answered, and of any other sentence the end is "
    "filled in: both were trained. Masked models look at both sides of a gap and have not "
    "learned to continue a text: they fill gaps instead."
)
PAPERS = (
    papers.GPT2,
    Paper("Fan, Lewis, Dauphin", "Hierarchical Neural Story Generation", 2018, "1805.04833"),
    Paper(
        "Holtzman, Buys, Du, Forbes, Choi",
        "The Curious Case of Neural Text Degeneration",
        2019,
        "1904.09751",
    ),
    Paper(
        "Freitag, Al-Onaizan",
        "Beam Search Strategies for Neural Machine Translation",
        2017,
        "1702.01806",
    ),
    papers.T5,
)
