"""What the Distillation panel says of itself, and where what it does was published."""

from __future__ import annotations

from models.schema.specs import Paper

EXPLANATION = (
    "A hard label says which token stands at a position; the teacher's soft label says how "
    "probable it finds every token, so it also tells which wrong answers are nearly "
    "right. Dividing the logits by a temperature above 1 flattens the soft label and "
    "makes the small probabilities visible (Hinton and others). DistilBERT's student has "
    "half of the layers, starts from every other layer of its teacher and learns three "
    "things at once: the soft labels, the masked tokens, and to point its hidden states "
    "the way the teacher's point. The same student without a teacher starts from random "
    "weights and learns the masked tokens alone for as many steps, so the gap between the "
    "curves is what the teacher is worth, its weights to begin with included. Both are "
    "measured on the same held-out tokens. The paper does not state the weights of the "
    "three losses; 5, 2 and 1 are those of the authors' example."
)
PAPERS = (
    Paper(
        "Sanh, Debut, Chaumond, Wolf",
        "DistilBERT, a distilled version of BERT: smaller, faster, cheaper and lighter",
        2019,
        "1910.01108",
    ),
    Paper(
        "Hinton, Vinyals, Dean",
        "Distilling the Knowledge in a Neural Network",
        2015,
        "1503.02531",
    ),
)
