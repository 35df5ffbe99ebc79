"""The ways in which a model scores a sentence, one for each objective whose head it has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.model_input import masking_objective
from explorer.core.errors import UserError, as_user_errors
from explorer.core.localization import tr

if TYPE_CHECKING:
    from models.sentences.likelihood import SentenceScorer

KIND_TITLES: Mapping[str, str] = {
    "next": tr("next token"),
    "previous": tr("previous token"),
    "masked": tr("masked token"),
    "words": tr("masked token, whole words"),
    "order": tr("order from left to right"),
    "detected": tr("replaced-token detection"),
    "left_out": tr("left-out token"),
    "unigram": tr("unigram"),
    "5gram": tr("5-gram"),
}
TOKENS, WORDS = "masked", "words"  # of which a person chooses one


@dataclass(frozen=True)
class ScoringMethod:
    """A head of a model, and how it scores: a kind of models/sentences/likelihood.py."""

    head: str
    kind: str

    @property
    def title(self) -> str:
        return KIND_TITLES[self.kind]


def methods_of(engine: Engine, key: str, by_word: bool = False) -> tuple[ScoringMethod, ...]:
    """The ways of a model in the order of its heads. Raises UserError for one that has none.

    A model that fills masks does so token by token, or `by_word`.
    """
    from models.sentences.likelihood import scoring_kinds

    card, left_out = engine.card(key), TOKENS if by_word else WORDS
    methods = tuple(
        ScoringMethod(head.name, kind)
        for head in card.head_specs
        if head.name not in card.untrained
        for kind in scoring_kinds(card.spec, head)
        if kind != left_out and _has_signs(engine, key, head.name, kind)
    )
    if not methods:
        raise UserError(
            tr("{card} has no trained head that predicts tokens.", card=card.title),
            tr("Choose another model."),
        )
    return methods


def _has_signs(engine: Engine, key: str, head: str, kind: str) -> bool:
    """Whether the tokenizer has the mask, or the sentinels, that a way needs."""
    vocabulary = engine.tokenizer(key).vocabulary
    if kind in (TOKENS, WORDS):
        return vocabulary.mask_id is not None
    if kind == "left_out":
        return bool(vocabulary.sentinel_ids) and masking_objective(engine, key, head) is not None
    return True


def make_scorer(
    engine: Engine, key: str, method: ScoringMethod, first: bool = True
) -> SentenceScorer:
    """The scorer of a way; with `first` the first token counts, after the sign that ends a text.

    Raises UserError.
    """
    from models.sentences.inputs import InputBuilder
    from models.sentences.likelihood import SentenceScorer
    from models.tokenization.base import end_id

    tokenizer = engine.tokenizer(key)
    start = tokenizer.bos_id if tokenizer.bos_id is not None else end_id(tokenizer)
    dropping = masking_objective(engine, key, method.head)
    with as_user_errors():
        head = engine.card(key).spec.head(method.head)
        builder = InputBuilder(
            engine.load_model(key), tokenizer, head, engine.objectives(key), dropping
        )
        return SentenceScorer(builder, method.kind, start if first else None)  # type: ignore[arg-type]
