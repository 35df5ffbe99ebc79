"""The request of the Tokens panel, and its work: tokens, their steps, vocabularies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Partial, Progress, Work
from explorer.core.localization import tr
from explorer.core.tokens.interlinear import Interlinear, interlinear
from explorer.core.tokens.merges import MergesRequest, merges_work
from explorer.core.tokens.tokenized import TokenizedText, Word, add_inputs, cut_in_steps, cut_text
from explorer.core.tokens.vocabularies import OwnVocabulary, compare

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine


@dataclass(frozen=True)
class TokensRequest:
    """`by_steps` requests the steps of each model to the tokens of each word."""

    text: str
    pair: str
    keys: tuple[str, ...]
    by_steps: bool = False


@dataclass(frozen=True)
class VocabularyRequest:
    """How finely the models and the user's vocabularies split the text and a held-out one."""

    text: str
    pair: str
    keys: tuple[str, ...]
    own: tuple[OwnVocabulary, ...]
    held_out: str  # the name of a source
    seed: int


@dataclass(frozen=True, eq=False)
class TokensAnswer:
    """The answer of each model, in the order of the chips; a problem where it has none."""

    cuts: tuple[TokenizedText, ...] = ()
    problems: dict[str, str] = field(default_factory=dict)  # by key
    layout: Interlinear | None = None
    words: tuple[Word, ...] | None = None  # None where no steps were requested


def answers_to(request: TokensRequest | VocabularyRequest | MergesRequest, engine: Engine) -> Work:
    """An answer or a comparison, each model as soon as it is known; or what was learned."""
    if isinstance(request, MergesRequest):
        return (yield from merges_work(request))
    if isinstance(request, TokensRequest):
        return (yield from _cut(request, engine))
    texts = (request.text, request.pair)
    return (
        yield from compare(engine, request.keys, request.own, texts, request.held_out, request.seed)
    )


def _cut(request: TokensRequest, engine: Engine) -> Work:
    cuts: list[TokenizedText] = []
    problems: dict[str, str] = {}
    for done, key in enumerate(request.keys):
        yield Progress(tr("Tokenizing the text"), done, len(request.keys), unit="models")
        try:
            cuts.append(cut_text(engine, key, request.text, request.pair))
        except UserError as error:
            problems[key] = str(error)
            continue
        yield Partial(_answer(cuts, problems))
    if not cuts:
        raise UserError(next(iter(problems.values())))
    read = [add_inputs(engine, cut) for cut in cuts]
    words = cut_in_steps(engine, read) if request.by_steps else None
    return replace(_answer(read, problems), words=words)


def _answer(cuts: Sequence[TokenizedText], problems: dict[str, str]) -> TokensAnswer:
    return TokensAnswer(tuple(cuts), dict(problems), interlinear([cut.encoding for cut in cuts]))
