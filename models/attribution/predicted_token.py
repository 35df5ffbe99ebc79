"""The prediction of one token of a text, to be explained: masked, or from what comes before it.

Shapes: T tokens, V vocabulary.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from models.attribution.baseline import baseline_of
from models.attribution.methods import ExplainedPrediction, head_logits, word_score
from models.inference.mask_filling import as_query
from models.schema.batch import LanguageModel
from models.schema.records import BoolArray, Encoding, FloatArray, ModelInput
from models.schema.specs import ArchSpec, HeadSpec
from models.tokenization.base import Tokenizer


@dataclass(frozen=True, eq=False)
class PredictedToken:
    """`row` of the stream of `head` predicts the token. `seen` (T,) are the tokens that it is
    predicted from, without special ones. `baseline` takes the place of a token that is left out.
    """

    model: LanguageModel
    spec: ArchSpec
    head: HeadSpec
    model_input: ModelInput
    row: int
    seen: BoolArray
    baseline: int

    def logits(self) -> FloatArray:
        """(V,)"""
        fed = self.spec.apply_all_feeds(self.model_input, self.model)
        return head_logits(self.model, fed, self.head, [self.row])[0]

    def explain(self, wanted: int, against: int | None = None) -> ExplainedPrediction:
        """Return the prediction, scored by log p of a token or by the log-odds of two."""
        other = None if against is None else [against]
        score = word_score(self.model, self.head, [self.row], [wanted], other)
        return ExplainedPrediction(
            self.model, self.spec, self.model_input, score, self.seen, self.baseline
        )


def predicted_token(
    model: LanguageModel, spec: ArchSpec, tokenizer: Tokenizer, encoding: Encoding, position: int
) -> PredictedToken:
    """A model that fills masks reads the text with this token masked, a decoder what is before it.

    Raises ValueError for a model that predicts no token of the text that it reads, and for one
    that fills masks whose tokenizer has none.
    """
    fills = spec.head_for("fill_mask")
    head = fills or spec.head_for("next_token")
    if head is None or spec.is_encoder_decoder:
        raise ValueError(f"{spec.title} predicts no token of the text that it reads")
    baseline, _ = baseline_of(tokenizer)
    clean, seen = ModelInput.clean(encoding), ~encoding.special
    if not fills:
        seen &= np.arange(len(encoding)) < position
        return PredictedToken(model, spec, head, clean, position - 1, seen, baseline)
    mask = tokenizer.mask_id
    if mask is None:
        raise ValueError("this tokenizer has no mask token, so there is nothing to fill")
    ids = encoding.ids.copy()
    ids[position] = mask
    fed = as_query(spec, replace(clean, input_ids=ids), [position])
    return PredictedToken(model, spec, head, fed, position, seen & (ids != mask), baseline)
