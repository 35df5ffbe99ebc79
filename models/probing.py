"""Asks a trained model for facts of the mini-world: capitals, and who founded a company.

The questions are plain sentences of the world's own patterns with a word left out. Only names that
are one token of the model's vocabulary are asked for, since one place holds one token.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

import numpy as np
import torch

from models.batch import collate
from models.checkpoints import Loaded
from models.data.lexicon import Entry
from models.data.world import World
from models.filling import Filling, fill_in_turn, fill_independent
from models.records import Corruption
from models.tokenization.base import Tokenizer

CAPITAL = {"en": "The capital of {} is", "ko": "{}의 수도는"}
CLOSING = {"en": " [MASK].", "ko": " [MASK]이다."}
FOUNDED = "[MASK] [MASK] founded {}."


@dataclass(frozen=True)
class Facts:
    """Shares of right answers, each over the number of questions beside it."""

    capitals_en: float
    num_capitals_en: int
    capitals_ko: float
    num_capitals_ko: int
    founders_in_turn: float | None = None
    founders_independent: float | None = None
    num_founders: int = 0


def probe(loaded: Loaded, world: World) -> Facts:
    """What a model knows; one that fills gaps is asked for founders as well.

    Raises ValueError for a model that predicts no tokens or has no tokenizer.
    """
    tokenizer = loaded.tokenizer
    if tokenizer is None:
        raise ValueError(f"{loaded.name} has no tokenizer, so it cannot be asked")
    english = [_knows_capital(loaded, *pair) for pair in _capitals(world, tokenizer, "en")]
    korean = [_knows_capital(loaded, *pair) for pair in _capitals(world, tokenizer, "ko")]
    shares = (_share(english), len(english), _share(korean), len(korean))
    if "mlm" not in loaded.heads:
        return Facts(*shares)
    companies = list(two_founders(world, tokenizer))
    asked = [founders(loaded, company) for company in companies]
    right = [
        (is_founder(company, in_turn), is_founder(company, independent))
        for company, (in_turn, independent) in zip(companies, asked, strict=True)
    ]
    turns, independents = [a for a, _ in right], [b for _, b in right]
    return Facts(*shares, _share(turns), _share(independents), len(companies))


def record(facts: Facts) -> dict[str, float | int]:
    """As run.json holds them; what was not asked is left out."""
    return {name: value for name, value in asdict(facts).items() if value is not None}


def two_founders(world: World, tokenizer: Tokenizer) -> Iterator[Entry]:
    """Companies of exactly two founders whose names are two tokens each."""
    for company in world.lexicon.of_kind("company"):
        names = [founder.en.split() for founder in company.attributes["founder"]]
        single = all(_is_one_token(tokenizer, part) for name in names for part in name)
        if len(names) == 2 and all(len(name) == 2 for name in names) and single:
            yield company


def founders(loaded: Loaded, company: Entry) -> tuple[Filling, Filling]:
    """A founder's first name and family name, filled one after the other and independently."""
    tokenizer = loaded.tokenizer
    assert tokenizer is not None
    encoding = tokenizer.encode(FOUNDED.format(company.en))
    places = np.flatnonzero(encoding.ids == tokenizer.mask_id).tolist()
    arguments = (loaded.model, loaded.spec, tokenizer, encoding, places)
    return fill_in_turn(*arguments), fill_independent(*arguments)


def is_founder(company: Entry, filling: Filling) -> bool:
    """Whether the two tokens are a first name and a family name that belong together."""
    name = " ".join(filling.tokens)
    return name in {founder.en for founder in company.attributes["founder"]}


def _capitals(world: World, tokenizer: Tokenizer, language: str) -> Iterator[tuple[str, str, str]]:
    for country in world.lexicon.of_kind("country"):
        (capital,) = country.attributes["capital"]
        name, answer = (getattr(entry, language) for entry in (country, capital))
        if _is_one_token(tokenizer, answer):
            yield CAPITAL[language].format(name), CLOSING[language], answer


def _is_one_token(tokenizer: Tokenizer, word: str) -> bool:
    text = word if tokenizer.mask_id is not None else f" {word}"
    return len(tokenizer.encode_ids([text])[0]) == 1


def _knows_capital(loaded: Loaded, opening: str, closing: str, answer: str) -> bool:
    """Whether the most probable token at the gap, or behind the opening, is the answer."""
    tokenizer = loaded.tokenizer
    assert tokenizer is not None
    masked = tokenizer.mask_id is not None
    encoding = tokenizer.encode(opening + closing if masked else opening)
    head = loaded.spec.head("mlm" if masked else "lm")
    place = int(np.flatnonzero(encoding.ids == tokenizer.mask_id)[0]) if masked else -1
    with torch.inference_mode():
        states = loaded.model(collate([Corruption.clean(encoding)]))
        logits = loaded.model.logits(head.name, states[head.read(states)][0, place])  # (V,)
    return tokenizer.token(int(logits.argmax())).strip("Ġ ") == _token_of(tokenizer, answer)


def _token_of(tokenizer: Tokenizer, word: str) -> str:
    text = word if tokenizer.mask_id is not None else f" {word}"
    return tokenizer.tokens(tokenizer.encode_ids([text])[0])[0].strip("Ġ ")


def _share(answers: Sequence[bool]) -> float:
    return sum(answers) / len(answers) if answers else 0.0
