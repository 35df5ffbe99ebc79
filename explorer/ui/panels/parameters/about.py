"""What the Parameters panel says of itself and of its numbers, and where they were published."""

from __future__ import annotations

from explorer.core.parameters.sizes import LENGTH
from explorer.ui.panel_base import papers
from models.schema.specs import Paper

MEMORY_NOTE = (
    "Memory of the parameters alone, 1 GB is 1,000,000,000 bytes. 4 bytes are single precision, 2 "
    "half precision, 1 an 8-bit number."
)
MAPS_NOTE = (
    "Each map is one whole model, large or small, and each weight has the share of the map that it "
    "has of the parameters; layers stand together."
)
COST_NOTE = (
    f"Operations are those for one token in a text of {LENGTH} tokens, heads included; each tower "
    "of a model reads so many."
)

EXPLANATION = (
    "A parameter is one number that training has set. The bars cut each model into its "
    "parts, and in the maps below them every weight has an area as large as its number of "
    "parameters; a tied table is counted once. The token table (vocabulary times width) "
    "has its largest share in small models and with large vocabularies; in large models "
    "the feed-forward layers have more than any other part. "
    "ALBERT looks tokens up in a narrow table and widens them, V x E + E x H instead of "
    "V x H, and lets all layers share one set of weights. Fewer parameters are not fewer "
    "operations: a shared layer is still computed once for each layer. ALBERT saves memory for "
    "parameters, and communication between the machines that train it: its paper trains "
    "ALBERT-large 1.7 times as fast as BERT-large. An operation here is a multiplication or an "
    "addition in a product of matrices; comparing tokens with each other needs no "
    "parameters, and its operations grow with the length of the text."
)
PAPERS = (
    papers.ALBERT,
    Paper("Brown and others", "Language Models are Few-Shot Learners", 2020, "2005.14165"),
    Paper("Kaplan and others", "Scaling Laws for Neural Language Models", 2020, "2001.08361"),
)
