"""Asks a trained model for facts of the mini-world, and lets it do tasks that were held out.

Facts are capitals, and who founded a company. The questions are plain sentences of the world's own
patterns with a word left out. Only names that are one token of the model's vocabulary are asked
for, since one place holds one token. A model that answers in a text of its own is asked a question,
and for every name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice

import numpy as np
import torch

from models.batch import CausalModel, LanguageModel, as_module, collate
from models.checkpoints import Loaded
from models.data.lexicon import Entry, Language
from models.data.tasks import Task, TaskSource, all_scores
from models.data.world import World
from models.decoding import Sampling, generate
from models.filling import Filling, fill_in_turn, fill_independent, gap_head, with_gaps
from models.records import Corruption
from models.specs import DECODER_FEED, ArchSpec
from models.tokenization.base import Tokenizer

CAPITAL = {"en": "The capital of {} is", "ko": "{}의 수도는"}
CLOSING = {"en": " {}.", "ko": " {}이다."}
QUESTION = {"en": "question: What is the capital of {}?", "ko": "question: {}의 수도는 어디인가?"}
MAX_ANSWER = 48  # tokens of an answer
TRIES = 3  # tasks are drawn for each that is measured, since some come twice
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
    num_founders: int = 0


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
    arguments = (loaded.model, loaded.spec, tokenizer, encoding, places, head)
    return fill_in_turn(*arguments), fill_independent(*arguments)


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


def answer(model: LanguageModel, tokenizer: Tokenizer, text: str) -> str:
    """What an encoder-decoder writes, the most probable token each time, to a text that it read."""
    assert isinstance(model, CausalModel)
    ids = tokenizer.encode(text, max_length=model.config.size.num_positions).ids
    steps = generate(model, tokenizer, ids, Sampling("greedy", MAX_ANSWER, num_candidates=1))
    return tokenizer.decode([step.id for step in steps], skip_special=True).strip()


def measure_tasks(
    model: LanguageModel, tokenizer: Tokenizer, source: TaskSource, num_each: int
) -> dict[str, dict[str, float]]:
    """How well an encoder-decoder does held-out tasks, by kind.

    `exact_match` is the share of answers that are right to the letter, `token_f1` the mean overlap
    of words, and `num_tasks` how many different ones were done, at most `num_each`. Where answers
    are numbers, `pearson` is their correlation, as GLUE has it for STS-B (Wang et al. 2018,
    arXiv:1804.07461). A kind that a small world does not yield is left out.
    """
    drawn = {kind: _different(source, kind, num_each) for kind in source.kinds}
    return {kind: _measured(model, tokenizer, tasks) for kind, tasks in drawn.items() if tasks}


def _different(source: TaskSource, kind: str, count: int) -> list[Task]:
    """Held-out tasks of a kind, no text twice; fewer where the world has no more."""
    found: dict[str, Task] = {}
    for task in islice(source.tasks("held_out", seed=0, kinds=[kind]), TRIES * count):
        found.setdefault(task.source, task)
        if len(found) == count:
            break
    return list(found.values())


def _measured(
    model: LanguageModel, tokenizer: Tokenizer, tasks: Sequence[Task]
) -> dict[str, float]:
    written = [answer(model, tokenizer, task.source) for task in tasks]
    expected = [task.target for task in tasks]
    pairs = list(zip(written, expected, strict=True))
    found = {
        "exact_match": sum(ours == theirs for ours, theirs in pairs) / len(pairs),
        "token_f1": sum(token_f1(ours, theirs) for ours, theirs in pairs) / len(pairs),
        "num_tasks": len(pairs),
    }
    if all(target in all_scores() for target in expected):
        found["pearson"] = pearson([*map(_number, written)], [*map(_number, expected)])
    return found


def pearson(one: Sequence[float], other: Sequence[float]) -> float:
    """The correlation of two rows of numbers, from -1 to 1; 0 where all of one are the same."""
    if len(set(one)) < 2 or len(set(other)) < 2:
        return 0.0
    return float(np.corrcoef(one, other)[0, 1])


def _number(answer: str) -> float:
    """A score as written; what is none counts as -1, as with the authors of T5."""
    return float(answer) if answer in all_scores() else -1.0


def token_f1(written: str, expected: str) -> float:
    """The harmonic mean of precision and recall of the words, as SQuAD counts them.

    Rajpurkar et al. (2016), arXiv:1606.05250. Punctuation counts with its word.
    """
    ours, theirs = Counter(written.split()), Counter(expected.split())
    common = (ours & theirs).total()
    return 2 * common / (ours.total() + theirs.total()) if common else 0.0


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
