"""The Python interface of PLM Explorer, for notebooks and scripts.

    import plm_explorer as plm

    plm.models()                                         what can be loaded
    plm.published("bert-base-uncased", "roberta-base")   what papers state, nothing downloaded
    plm.tokenize("bert-mini", "Paris is in France.")     a table of tokens
    plm.corrupt("bert-mini", "Paris is in France.")      what its objectives mask
    plm.trace("bert-mini", "Paris is in France.")        attention and hidden states as arrays
    plm.generate("gpt2-mini", "The capital of France is")
    plm.pairs("grammar:en", ["bert-mini", "gpt2-mini"])  which half of minimal pairs is preferred
    plm.surprisal("gpt2-mini", "Paris is in France.")    of each word, in bits
    plm.fine_tune("bert-mini", "world:sentiment:en")
    plm.compare("masking_rate")                          numbers with intervals, and verdicts
    plm.figure("attention", models=["bert-mini"], text="Paris is in France.")

Results appear in Jupyter as tables and pictures; `save("name.png")` writes them, and so do .svg,
.pdf, .csv and .json. What a person can mend is raised as `UserError`, with a sentence.
"""

from explorer.core.errors import UserError
from plm_explorer.experiments import Compared, FineTuned, compare, fine_tune
from plm_explorer.figures import Figure, figure
from plm_explorer.library import Model, comparisons, load, merge, models, panels, published
from plm_explorer.results import Result, ResultList
from plm_explorer.sentences import Preferences, Surprisals, pairs, surprisal
from plm_explorer.texts import (
    Corrupted,
    Generated,
    Tokens,
    Traced,
    corrupt,
    generate,
    tokenize,
    trace,
)

__all__ = [
    "Compared",
    "Corrupted",
    "Figure",
    "FineTuned",
    "Generated",
    "Model",
    "Preferences",
    "Result",
    "ResultList",
    "Surprisals",
    "Tokens",
    "Traced",
    "UserError",
    "compare",
    "comparisons",
    "corrupt",
    "figure",
    "fine_tune",
    "generate",
    "load",
    "merge",
    "models",
    "pairs",
    "panels",
    "published",
    "surprisal",
    "tokenize",
    "trace",
]
