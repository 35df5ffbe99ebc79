"""Asks a trained model for facts of the mini-world: capitals, and who founded a company.

The questions are plain sentences of the world's own patterns with a word left out. Only names that
are one token of the model's vocabulary are asked for, since one place holds one token. A model that
answers in a text of its own is asked a question, and for every name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

import numpy as np
import torch

from models.batch import as_module, collate
from models.checkpoints import Loaded
from models.data.lexicon import Entry, Language
from models.data.world import World
from models.filling import Filling, Gaps, fill_in_turn, fill_independent, gap_head, with_gaps
from models.records import Corruption
from models.specs import DECODER_FEED, ArchSpec
from models.task_scores import answer
from models.tokenization.base import Tokenizer

CAPITAL = {"en": "The capital of {} is", "ko": "{}의 수도는"}
CLOSING = {"en": " {}.", "ko": " {}이다."}
QUESTION = {"en": "question: What is the capital of {}?", "ko": "question: {}의 수도는 어디인가?"}
FOUNDED = "{mask} {mask} founded {company}."


@dataclass(frozen=True)
class Facts:
    """Shares of right answers, each over the number of questions beside it."""

    capitals_en: float
    num_capitals_en: int
    capitals_ko: float
    num_capitals_ko: int
    founders_in_turn: float | None = None
    founders_independent: float | None = None
    num_founders: int | None = None


def probe(loaded: Loaded, world: World) -> Facts:
    """What a model knows; one that fills gaps is asked for founders as well.

    Raises ValueError for a model that predicts no tokens or has no tokenizer.
    """
    tokenizer = _tokenizer_of(loaded)
    if _answers(loaded.spec):
        english, korean = (_answered_capitals(loaded, world, code) for code in ("en", "ko"))
    else:
        english = [_knows_capital(loaded, *pair) for pair in _capitals(world, tokenizer, "en")]
        korean = [_knows_capital(loaded, *pair) for pair in _capitals(world, tokenizer, "ko")]
    shares = (_share(english), len(english), _share(korean), len(korean))
    if gap_head(loaded.spec, loaded.heads) is None:
        return Facts(*shares)
    companies = list(two_founders(world, tokenizer))
    asked = [founders(loaded, company) for company in companies]
    right = [
        (is_founder(company, in_turn, tokenizer), is_founder(company, independent, tokenizer))
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
    tokenizer = _tokenizer_of(loaded)
    encoding = tokenizer.encode(FOUNDED.format(mask=tokenizer.mask_token, company=company.en))
    places = np.flatnonzero(encoding.ids == tokenizer.mask_id).tolist()
    head = gap_head(loaded.spec, loaded.heads) or "mlm"
    gaps = Gaps(loaded.model, loaded.spec, tokenizer, encoding, places, head)
    return fill_in_turn(gaps), fill_independent(gaps)


def is_founder(company: Entry, filling: Filling, tokenizer: Tokenizer) -> bool:
    """Whether the two tokens are a first name and a family name that belong together."""
    name = " ".join(_word(tokenizer, id) for id in filling.ids)
    return name in {founder.en for founder in company.attributes["founder"]}


def _capitals(world: World, tokenizer: Tokenizer, language: str) -> Iterator[tuple[str, str, str]]:
    for country in world.lexicon.of_kind("country"):
        (capital,) = country.attributes["capital"]
        name, answer = (getattr(entry, language) for entry in (country, capital))
        if _is_one_token(tokenizer, answer):
            yield CAPITAL[language].format(name), CLOSING[language], answer


def _answers(spec: ArchSpec) -> bool:
    """Whether the model writes its answer beside the text that it reads."""
    return spec.generates and all(spec.stream(h.stream).feed == DECODER_FEED for h in spec.heads)


def _answered_capitals(loaded: Loaded, world: World, language: Language) -> list[bool]:
    tokenizer = _tokenizer_of(loaded)
    return [
        answer(loaded.model, tokenizer, QUESTION[language].format(country.name(language)))
        == country.attributes["capital"][0].name(language)
        for country in world.lexicon.of_kind("country")
    ]


def _is_one_token(tokenizer: Tokenizer, word: str) -> bool:
    return len(_behind_a_space(tokenizer, word)) == 1


def _behind_a_space(tokenizer: Tokenizer, word: str) -> list[int]:
    return tokenizer.encode_ids([f" {word}"])[0]


def _knows_capital(loaded: Loaded, opening: str, closing: str, answer: str) -> bool:
    """Whether the most probable token at the gap, or behind the opening, is the answer."""
    tokenizer = _tokenizer_of(loaded)
    filling = gap_head(loaded.spec, loaded.heads)
    ending = closing.format(tokenizer.mask_token) if filling else ""
    encoding = tokenizer.encode(opening + ending)
    head = loaded.spec.head(filling or "lm")
    place = int(np.flatnonzero(encoding.ids == tokenizer.mask_id)[0]) if filling else -1
    asked = Corruption.clean(encoding)
    if filling:
        asked = with_gaps(loaded.spec, asked, [place])
    with torch.inference_mode():
        weight = next(as_module(loaded.model).parameters())
        states = loaded.model(collate([asked]).to(weight.device))
        logits = loaded.model.logits(head.name, states[head.read(states)][0, place])  # (V,)
    return _word(tokenizer, int(logits.argmax())) == answer


def _word(tokenizer: Tokenizer, id: int) -> str:
    """A token as it stands in a text, without the space that may belong to it."""
    return tokenizer.decode([id]).strip()


def _tokenizer_of(loaded: Loaded) -> Tokenizer:
    if loaded.tokenizer is None:
        raise ValueError(f"{loaded.name} has no tokenizer, so it cannot be asked")
    return loaded.tokenizer


def _share(answers: Sequence[bool]) -> float:
    return sum(answers) / len(answers) if answers else 0.0
