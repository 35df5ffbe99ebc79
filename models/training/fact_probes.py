"""Fact probes: which capitals of the mini-world a model knows, by wording, and which founders.

A probe is a sentence of the world with one name masked, in several wordings, since a model may know
"The capital of France is Paris" and fail at "France's capital is Paris". Only names that are one
token of the model's vocabulary are probed, since one position holds one token. A decoder predicts
the name that follows; wordings in which the name is not the last word do not apply to it. A model
with an encoder and a decoder answers a question about every country.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from models.checkpoints.checkpoint import LoadedModel
from models.data.world.korean import add_particle
from models.data.world.lexicon import Language, LexiconEntry
from models.data.world.world import World
from models.inference.mask_filling import (
    Filling,
    MaskedPositions,
    fill_independent,
    fill_one_by_one,
    mask_logits,
)
from models.inference.trace import trace
from models.schema.records import FloatArray, ModelInput
from models.tokenization.base import Tokenizer
from models.training.task_metrics import answer

SLOT = "{}"
MIN_PROBES = 10  # a wording in which fewer names are one token says nothing about the model
FOUNDED = "{mask} {mask} founded {company}."


@dataclass(frozen=True)
class FactWording:
    """One way to state a capital. `masked` is the name that the model must predict.

    `text` has `{country}` and `{capital}`; a Korean particle is written after a colon, as in the
    pattern files of the mini-world.
    """

    name: str
    language: Language
    text: str
    masked: Literal["capital", "country"]

    def split_at_name(self, country: str, capital: str) -> tuple[str, str, str]:
        """What is before the masked name, after it, and the name itself."""
        names = {"country": country, "capital": capital}
        answer = names[self.masked]
        stated = self.text
        for key, name in names.items():
            value = SLOT if key == self.masked else name
            stated = stated.replace(f"{{{key}}}", value)
            stated = stated.replace(
                f"{{{key}:은/는}}", value + add_particle(name, "은/는").removeprefix(name)
            )
        before, after = stated.split(SLOT)
        return before, after, answer


WORDINGS = (
    FactWording("en.is", "en", "The capital of {country} is {capital}.", "capital"),
    FactWording("en.possessive", "en", "{country}'s capital is {capital}.", "capital"),
    FactWording("en.inverse", "en", "{capital} is the capital of {country}.", "capital"),
    FactWording("en.country", "en", "{capital} is the capital of {country}.", "country"),
    FactWording("en.city", "en", "{capital} is a city in {country}.", "country"),
    FactWording("ko.is", "ko", "{country}의 수도는 {capital}이다.", "capital"),
    FactWording("ko.polite", "ko", "{country}의 수도는 {capital}입니다.", "capital"),
    FactWording("ko.inverse", "ko", "{capital:은/는} {country}의 수도이다.", "capital"),
    FactWording("ko.country", "ko", "{capital:은/는} {country}의 수도이다.", "country"),
)
QUESTIONS: tuple[tuple[str, Language, str], ...] = (
    ("en.is", "en", "question: What is the capital of {}?"),
    ("en.possessive", "en", "question: What is {}'s capital?"),
    ("ko.is", "ko", "question: {}의 수도는 어디인가?"),
    ("ko.polite", "ko", "question: {}의 수도는 어디예요?"),
)


@dataclass(frozen=True)
class ProbeAccuracy:
    """The share of correct predictions among `count` probes."""

    accuracy: float
    count: int

    @classmethod
    def of(cls, correct: Sequence[bool]) -> ProbeAccuracy:
        return cls(sum(correct) / len(correct) if correct else 0.0, len(correct))


@dataclass(frozen=True)
class ProbeResults:
    """Capitals by the name of the wording; founders where a model fills two masks at once."""

    capitals: dict[str, ProbeAccuracy]
    founders_one_by_one: ProbeAccuracy | None = None
    founders_independent: ProbeAccuracy | None = None

    def to_dict(self) -> dict[str, Any]:
        """Convert to the form of run.json; what does not apply to the model is left out."""
        founders = {
            "founders_in_turn": self.founders_one_by_one,
            "founders_independent": self.founders_independent,
        }
        return {
            "capitals": {name: vars(share) for name, share in self.capitals.items()},
            **{name: vars(share) for name, share in founders.items() if share is not None},
        }


def probe(loaded: LoadedModel, world: World) -> ProbeResults:
    """What a model knows of capitals; one that fills masks is also probed for founders.

    Raises ValueError for a model that predicts no tokens or has no tokenizer.
    """
    tokenizer = _tokenizer_of(loaded)
    if loaded.spec.is_encoder_decoder:
        return ProbeResults(
            {n: _probe_question(loaded, world, code, text) for n, code, text in QUESTIONS}
        )
    fills = loaded.spec.head_for("fill_mask", loaded.heads) is not None
    probes = {
        wording.name: list(_probes(world, tokenizer, wording))
        for wording in WORDINGS
        if fills or _ends_with_the_name(wording)
    }
    capitals = {
        name: ProbeAccuracy.of([_predicts(loaded, *one) for one in ones])
        for name, ones in probes.items()
        if len(ones) >= MIN_PROBES
    }
    if not fills:
        return ProbeResults(capitals)
    in_turn, independent = [], []
    for company in two_founders(world, tokenizer):
        one, other = founders(loaded, company)
        in_turn.append(is_founder(company, one, tokenizer))
        independent.append(is_founder(company, other, tokenizer))
    return ProbeResults(capitals, ProbeAccuracy.of(in_turn), ProbeAccuracy.of(independent))


def two_founders(world: World, tokenizer: Tokenizer) -> Iterator[LexiconEntry]:
    """Companies of exactly two founders whose names are two tokens each."""
    for company in world.lexicon.entries_of_kind("company"):
        names = [founder.en.split() for founder in company.attributes["founder"]]
        single = all(_is_one_token(tokenizer, part) for name in names for part in name)
        if len(names) == 2 and all(len(name) == 2 for name in names) and single:
            yield company


def founders(loaded: LoadedModel, company: LexiconEntry) -> tuple[Filling, Filling]:
    """A founder's first name and family name, filled one after the other and independently."""
    tokenizer = _tokenizer_of(loaded)
    encoding = tokenizer.encode(FOUNDED.format(mask=tokenizer.mask_token, company=company.en))
    positions = np.flatnonzero(encoding.ids == tokenizer.mask_id).tolist()
    masked = MaskedPositions(loaded.model, loaded.spec, tokenizer, encoding, positions)
    return fill_one_by_one(masked), fill_independent(masked)


def is_founder(company: LexiconEntry, filling: Filling, tokenizer: Tokenizer) -> bool:
    """Whether the two tokens are a first name and a family name that belong together."""
    name = " ".join(_word(tokenizer, id) for id in filling.ids)
    return name in {founder.en for founder in company.attributes["founder"]}


def _probes(
    world: World, tokenizer: Tokenizer, wording: FactWording
) -> Iterator[tuple[str, str, str]]:
    """Text before the name, text after it, and the name, of every country that can be probed."""
    for country in world.lexicon.entries_of_kind("country"):
        (capital,) = country.attributes["capital"]
        names = country.name(wording.language), capital.name(wording.language)
        before, after, name = wording.split_at_name(*names)
        if _is_one_token(tokenizer, name, spaced=bool(before)):
            yield before, after, name


def _ends_with_the_name(wording: FactWording) -> bool:
    """Whether nothing but an ending follows the masked name."""
    _, after, _ = wording.split_at_name("", "")
    return " " not in after


def _probe_question(
    loaded: LoadedModel, world: World, language: Language, question: str
) -> ProbeAccuracy:
    tokenizer = _tokenizer_of(loaded)
    return ProbeAccuracy.of(
        [
            answer(loaded.model, tokenizer, question.format(country.name(language)))
            == country.attributes["capital"][0].name(language)
            for country in world.lexicon.entries_of_kind("country")
        ]
    )


def _is_one_token(tokenizer: Tokenizer, word: str, spaced: bool = True) -> bool:
    """Whether a word is one token, at the start of a text or after a space."""
    return len(tokenizer.encode_ids([f" {word}" if spaced else word])[0]) == 1


def _predicts(loaded: LoadedModel, before: str, after: str, name: str) -> bool:
    """Whether the most probable token at the mask, or after the text before it, is the name."""
    tokenizer, spec = _tokenizer_of(loaded), loaded.spec
    if spec.head_for("fill_mask", loaded.heads):
        fed = ModelInput.clean(tokenizer.encode(f"{before}{tokenizer.mask_token}{after}"))
        (position,) = np.flatnonzero(fed.input_ids == tokenizer.mask_id).tolist()
        (logits,) = mask_logits(loaded.model, spec, fed, [position])  # (V,)
    else:
        logits = _next_token_logits(loaded, ModelInput.clean(tokenizer.encode(before.rstrip())))
    return _word(tokenizer, int(logits.argmax())) == _as_written(tokenizer, name)


def _next_token_logits(loaded: LoadedModel, model_input: ModelInput) -> FloatArray:
    """Logits (V,) of the token after a text."""
    head = loaded.spec.head_for("next_token", loaded.heads)
    if head is None:
        raise ValueError(f"{loaded.name} predicts no tokens, so it cannot be probed")
    traced = trace(loaded.model, loaded.spec, model_input, ("logits",), (head.name,))
    return traced.logits[head.name][model_input.encoding.last_of_text]


def _word(tokenizer: Tokenizer, id: int) -> str:
    """A token as a text has it, without the space that may belong to it."""
    return tokenizer.decode([id]).strip()


def _as_written(tokenizer: Tokenizer, name: str) -> str:
    """A name as the tokenizer writes it: without capital letters, where it removes them."""
    return tokenizer.decode(tokenizer.encode_ids([name])[0]).strip()


def _tokenizer_of(loaded: LoadedModel) -> Tokenizer:
    if loaded.tokenizer is None:
        raise ValueError(f"{loaded.name} has no tokenizer, so it cannot be probed")
    return loaded.tokenizer
