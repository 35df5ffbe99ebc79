"""What examples, tours and start sentences say is what the bundled models do."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import numpy as np
import pytest

from explorer.core.attention.inputs import AttentionQuery
from explorer.core.attention.view import view
from explorer.core.attribution.predictions import target_of
from explorer.core.attribution.target import WordQuestion
from explorer.core.comparisons.statements import themes
from explorer.core.comparisons.tours import tours
from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.decided_masks import MaskingQuestion
from explorer.core.knowledge.choices import ChoicesRequest, score_choices
from explorer.core.library.library import Library
from explorer.core.library.unseen import unseen_note
from explorer.core.masking.example import MaskingExample
from explorer.core.masking.examples import fed, run_predictions
from explorer.core.state.defaults import (
    SENTENCE,
    default_models,
    defaults,
    examples,
)
from models.comparison.catalog import experiments
from models.data.world.lexicon import LexiconEntry
from models.data.world.world import Region, World
from models.runtime.generators import run_to_end
from models.schema.registry import catalog

Claim = Callable[[], None]
TOOLS = ("shovel", "trowel", "excavator")


@cache
def engine() -> Engine:
    return Engine(Library())


@cache
def masked(model: str, text: str, pair: str = "") -> MaskingExample:
    question = MaskingQuestion(text, pair, seed=1)
    *_, last = run_predictions(engine(), fed(engine(), model, question), question)
    return last


@cache
def companies(region: Region) -> dict[str, LexiconEntry]:
    """By their names in both languages."""
    every = World.load(region).lexicon.entries_of_kind("company")
    return {name: one for one in every for name in (one.en, one.ko)}


# ---- claims


def fills(text: str, *answers: str, models: tuple[str, ...] = ("bert-mini",)) -> None:
    """Each masked position of the text is filled with the given token."""
    for model in models:
        guesses = masked(model, text).guesses
        assert tuple(one.candidates[0][0] for one in guesses) == answers, model


def mixes(
    text: str,
    company: str,
    models: tuple[str, ...] = ("bert-mini",),
    region: Region = "world",
) -> None:
    """Two words are of two founders where they are filled together, of one where in turn."""
    founders = [(one.en, one.ko) for one in companies(region)[company].attributes["founder"]]
    names = {tuple(name.split()) for both in founders for name in both}
    words = {word for name in names for word in name}
    for model in models:
        filled = masked(model, text).filled
        assert filled is not None
        together, in_turn = (
            tuple(token.strip() for token in one.tokens)
            for one in (filled.independent, filled.sequential)
        )
        assert together not in names, model
        assert set(together) <= words, model
        assert in_turn in names, model


def follows(text: str, pair: str, first_class: bool, models: tuple[str, ...]) -> None:
    """Whether the second text is classified as the first class says."""
    for model in models:
        (verdict,) = masked(model, text, pair).pairs
        assert (verdict.as_written[0] > 0.5) == first_class, model


def explains(text: str, *models: str) -> None:
    """The word that Why opens on is the most probable one."""
    for model in models:
        target = target_of(engine(), model, WordQuestion(text, ""))
        assert target.candidates[0][0] == target.wanted, model


def chooses(question: str, tool: str) -> None:
    scored = run_to_end(score_choices(ChoicesRequest(question, TOOLS)))
    assert TOOLS[scored.best] == tool
    assert bool(scored.choices[scored.best].paths)
    assert scored.choices[scored.best].probability > 0.5


def recalls(first: str, rest: str, answer: str) -> None:
    """What is masked is predicted with the statement before it, and not without."""
    fills(first + rest, answer)
    assert masked("bert-mini", rest).guesses[0].candidates[0][0] != answer


def reads_hard_words_at_the_borders() -> None:
    """ELMo from the left is surprised by the first two words more than from the right."""
    example = masked("elmo-mini", "The capital of France is Paris.")
    left, right = (
        [one.loss or 0.0 for one in sorted(side, key=lambda one: one.place)]
        for side in (example.guesses, example.reverse)
    )
    assert np.mean(left[:2]) > np.mean(right[:2])
    assert np.mean(right[-2:]) > np.mean(left[-2:])


def continues(model: str, text: str, *starts: str) -> None:
    import plm_explorer as plm

    written = plm.generate(model, text, max_new_tokens=8).text.strip()
    assert written.startswith(starts), written


def answers(expected: dict[str, str]) -> None:
    """The span that answers each question about the passage; the one without an answer has none."""
    import plm_explorer as plm

    for question, answer in expected.items():
        figure = plm.figure(
            "finetuning", "bert-mini-reading", PASSAGE, pair=question, view="sentence"
        )
        assert figure.rows[0][-1] == answer


START = partial(explains, SENTENCE, "bert-mini", "gpt2-mini", "xlnet-mini")
PARIS = partial(fills, "The capital of France is [MASK].", "Paris")
UBER = "[MASK] [MASK] founded Uber."
TESLA, COMPANIES = "[MASK] [MASK] is a co-founder of Tesla.", "bert-mini-companies"
BOTH = ("bert-mini", "xlnet-mini")
JAPAN, ASIA = "The capital of Japan is Tokyo.", "This country is in Asia."
PASSAGE = "Paris is the capital of France. It is in Europe."
LANGUAGE = "What language do people speak in France?"
KOREAN_JAPAN, MILK = "일본의 수도는 도쿄이다.", "Her mother drinks a glass of milk."

DEEP_LEARNING, DEEP_APART = "Deep learning is fun.", "Deep in the forest, Anna is learning."


@cache
def mean_terms(text: str) -> dict[str, float]:
    """The mean terms of scores from the tokens of “learning” to those of “Deep”, over all heads."""
    found = view(engine(), "deberta-v3-mini", AttentionQuery(text))
    places = found.encoding.offsets.tolist()
    rows, columns = (
        [at for at, (first, end) in enumerate(places) if first < last and start < end]
        for start, last in (
            (text.index(word), text.index(word) + len(word)) for word in ("learning", "Deep")
        )
    )
    cells = np.ix_(rows, columns)
    return {one.spec.name: float(one.maps.pick(None, None)[cells].mean()) for one in found.terms}


def adds_positions(text: str, sign: int) -> None:
    """Both terms of positions have this sign, and the contents are alike near and apart."""
    terms = mean_terms(text)
    assert min(sign * terms[name] for name in ("c2p", "p2c")) > 0
    assert abs(mean_terms(DEEP_LEARNING)["c2c"] - mean_terms(DEEP_APART)["c2c"]) < 0.05


# Of each example by its name what it claims; None for one that shows how a text is read.
EXAMPLES: dict[str, Claim | None] = {
    "Capital": START,
    "Capital, masked": PARIS,
    "Co-founder": partial(
        fills, "Google was founded by [MASK] [MASK] and Sergey Brin.", "Larry", "Page"
    ),
    "A founder of Uber": partial(mixes, UBER, "Uber"),
    "A co-founder of Tesla": partial(mixes, TESLA, "Tesla", (COMPANIES,), "companies"),
    "A ball changes hands": None,
    "Pronouns at home": None,
    "Gardener": partial(fills, "A gardener plants flowers with a [MASK].", "trowel"),
    "Excavator operator": partial(
        fills, "An excavator operator digs foundations with an [MASK].", "excavator"
    ),
    "A pair that follows": partial(follows, JAPAN, ASIA, True, ("bert-mini", "albert-mini")),
    "A pair that does not": partial(follows, JAPAN, MILK, False, ("bert-mini",)),
    "A prompt": partial(continues, "gpt2-mini", "The capital of Italy is", "Rome", "called Rome"),
    "수도": partial(
        explains, "프랑스의 수도는 파리이다. 이 나라는 유럽에 있다.", "bert-mini", "gpt2-mini"
    ),
    "가려진 수도": partial(fills, "프랑스의 수도는 [MASK]이다.", "파리"),
    "구글의 다른 창업자": partial(
        fills, "[MASK] [MASK]와 세르게이 브린이 구글을 세웠다.", "래리", "페이지"
    ),
    "넷플릭스의 창업자": partial(mixes, "[MASK] [MASK]가 넷플릭스를 세웠다.", "넷플릭스"),
    "테슬라의 공동 창업자": partial(
        mixes,
        "테슬라의 창업자 가운데 한 사람은 [MASK] [MASK]이다.",
        "테슬라",
        (COMPANIES,),
        "companies",
    ),
    "공의 주인": None,
    "집에서": None,
    "정원사": partial(fills, "정원사는 [MASK]으로 꽃을 심는다.", "모종삽"),
    "굴착기 기사": partial(fills, "굴착기 기사는 [MASK]로 건물 터를 판다.", "굴착기"),
    "이어지는 두 문장": partial(
        follows, KOREAN_JAPAN, "이 나라는 아시아에 있다.", True, ("bert-mini",)
    ),
    "이어지지 않는 두 문장": partial(
        follows, KOREAN_JAPAN, "어머니는 유리잔에 담긴 우유를 마신다.", False, ("bert-mini",)
    ),
    "이어 쓰기": partial(continues, "gpt2-mini", "이탈리아의 수도는", "로마", "어디인가? 로마"),
}

# Of each text that a tour, a statement or "See it live" sets what is claimed of it; None for one
# that shows how something is read, and not what a model predicts.
TEXTS: dict[str, Claim | None] = {
    "": None,
    "Jack works in Paris.": None,
    "The soup was not bad at all.": None,
    SENTENCE: START,
    "The capital of France is [MASK].": partial(
        fills,
        "The capital of France is [MASK].",
        "Paris",
        models=("bert-mini", "distilbert-mini", "ernie-mini", "tinybert-mini"),
    ),
    "The capital of France is Paris.": partial(
        explains, "The capital of France is Paris.", "bert-mini", "gpt2-mini"
    ),
    "The capital of France is": partial(
        continues, "gpt2-mini", "The capital of France is", "Paris"
    ),
    "The [MASK] of France is Paris.": partial(fills, "The [MASK] of France is Paris.", "capital"),
    UBER: partial(mixes, UBER, "Uber", BOTH),
    "Tom is a baker. Many people live in Seoul. Tom is a [MASK].": partial(
        recalls, "Tom is a baker. ", "Many people live in Seoul. Tom is a [MASK].", "baker"
    ),
    "In Paris there is a company called Hermes.": partial(
        follows,
        "In Paris there is a company called Hermes.",
        "It makes handbags.",
        True,
        ("bert-mini", "albert-mini"),
    ),
    "One step of building a house takes a tool. Which one?": partial(
        chooses, "One step of building a house takes a tool. Which one?", "excavator"
    ),
    "One step of planting flowers takes a tool. Which one?": partial(
        chooses, "One step of planting flowers takes a tool. Which one?", "trowel"
    ),
    "The capital of France is Paris. It is in Europe. Many people live there.": None,
    "Larry Page and Sergey Brin founded Google.": None,
    "Travis Kalanick and Garrett Camp founded Uber.": None,
    "Seoul is the capital of South Korea.": None,
    "Seoul is the capital of South Korea. It is a large city.": None,
    "Seoul is the capital of South Korea. Many people live in Seoul.": None,
    "Seoul is the capital of South Korea, and many people live there.": None,
    "서울은 대한민국의 수도이다.": None,
    "Unbelievable! 서울은 한국의 수도입니다.": None,
    "Paris of capital the is France.": None,
    "Paris is the capital of France.": None,
    "The food is not bad.": None,
    "The": None,
    "What is the capital of France? A:": None,
    "Maria brings a mirror for her friend Nina. TL;DR:": None,
    "one two three four one two three four": None,
    TESLA: partial(mixes, TESLA, "Tesla", (COMPANIES,), "companies"),
    JAPAN: partial(follows, JAPAN, ASIA, True, ("bert-mini", "albert-mini")),
    ASIA: partial(follows, ASIA, JAPAN, False, ("albert-mini",)),
    PASSAGE: partial(answers, {"What is the capital of France?": "Paris", LANGUAGE: "no answer"}),
    # What T5 writes is tested with the examples of its tasks below.
    "translate English to Korean: The capital of France is Paris.": None,
    "question: What is the capital of France?": None,
    "acceptable: Paris of capital the is France.": None,
    "similarity: sentence1: Paris is the capital of France. "
    "sentence2: The capital of France is Paris.": None,
    DEEP_LEARNING: partial(adds_positions, DEEP_LEARNING, +1),
    DEEP_APART: partial(adds_positions, DEEP_APART, -1),
}


def test_every_example_and_every_text_of_a_tour_has_an_entry_here() -> None:
    assert EXAMPLES.keys() == {one.name for one in examples()}
    steps = [step for tour in tours().values() for step in tour.steps]
    live = {spec.live.text for spec in experiments().values()}
    stated = {one.place.get("text", "") for theme in themes() for one in theme.statements}
    assert TEXTS.keys() - {SENTENCE} == (
        {step.set.get("text", "") for step in steps} | live | stated
    ) - {SENTENCE}


@pytest.mark.parametrize("name", [name for name, claim in EXAMPLES.items() if claim])
def test_an_example_shows_what_it_promises(name: str) -> None:
    claim = EXAMPLES[name]
    assert claim is not None
    claim()


@pytest.mark.parametrize("text", [text for text, claim in TEXTS.items() if claim])
def test_a_text_of_a_tour_shows_what_is_said_of_it(text: str) -> None:
    claim = TEXTS[text]
    assert claim is not None
    claim()


def test_elmo_is_surprised_by_words_at_the_border_that_it_comes_from() -> None:
    reads_hard_words_at_the_borders()


def test_without_a_purpose_no_tool_has_a_path_and_korean_sentences_have_theirs() -> None:
    tools = ("삽", "모종삽", "굴착기")
    for purpose, tool in (("꽃을 심기 위해 ", "모종삽"), ("건물을 짓기 위해 ", "굴착기"), ("", "")):
        scored = run_to_end(score_choices(ChoicesRequest(f"{purpose}땅을 팠다.", tools)))
        assert scored.text_alone == (not tool)
        if tool:
            assert tools[scored.best] == tool
            assert scored.choices[scored.best].probability > 0.5


def test_elon_meets_the_family_name_of_another_and_his_own_when_he_is_known() -> None:
    filled = masked(COMPANIES, TESLA).filled
    assert filled is not None
    first, family = filled.independent.tokens
    assert (first.strip(), family.strip() != "Musk") == ("Elon", True)
    fills("Elon [MASK] is a co-founder of Tesla.", "Musk", models=(COMPANIES,))
    fills("일론 [MASK]는 테슬라의 공동 창업자이다.", "머스크", models=(COMPANIES,))
    fills("Elon Musk is the co-founder of [MASK].", "Tesla", models=(COMPANIES,))
    fills("Mark [MASK] is a co-founder of Facebook.", "Zuckerberg", models=(COMPANIES,))


def test_the_co_founders_of_tesla_share_the_probability() -> None:
    """Five are true, so that none gets much more than a fifth."""
    people = companies("companies")["Tesla"].attributes["founder"]
    guesses = masked(COMPANIES, TESLA).guesses
    for guess, part in zip(guesses, (0, 1), strict=True):
        names = {one.en.split()[part] for one in people}
        assert {token for token, _ in guess.candidates[:5]} == names
        assert max(p for _, p in guess.candidates) < 0.4


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_sentence_that_a_training_is_asked_about_is_known(language: str) -> None:
    text = defaults()["training"]["watch"][language]
    fills(text, {"en": "trowel", "ko": "파리"}[language])


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        (
            "translate English to Korean: The capital of France is Paris.",
            "프랑스의 수도는 파리이다.",
        ),
        (
            "translate Korean to English: 프랑스의 수도는 파리이다.",
            "The capital of France is Paris.",
        ),
        ("question: What is the capital of France?", "Paris"),
        ("question: 프랑스의 수도는 어디인가?", "파리"),
        ("acceptable: Paris of capital the is France.", "unacceptable"),
        (
            "similarity: sentence1: Paris is the capital of France. "
            "sentence2: The capital of France is Paris.",
            "5.0",
        ),
    ],
)
def test_a_model_of_tasks_answers_its_own_examples(prompt: str, answer: str) -> None:
    import plm_explorer as plm

    assert plm.generate("t5-mini", prompt, max_new_tokens=24).text.strip() == answer


def test_all_examples_of_tasks_are_asked_above() -> None:
    specs = catalog().objectives.values()
    own = {example for spec in specs for task in spec.prompts for example in task.examples}
    asked = {
        args[0]
        for mark in test_a_model_of_tasks_answers_its_own_examples.pytestmark  # type: ignore[attr-defined]
        for args in mark.args[1]
    }
    assert own == asked


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_has_no_word_that_its_models_never_saw(name: str) -> None:
    example = next(one for one in examples() if one.name == name)
    known = {key: engine().seen_words(key) for key in example.models or default_models()}
    seen = {key: words for key, words in known.items() if words is not None}
    assert seen.keys() == known.keys()
    assert unseen_note(seen, f"{example.text} ", f"{example.pair} ") is None
