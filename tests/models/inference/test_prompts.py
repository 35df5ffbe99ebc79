"""Few-shot prompts: built, cut to the context, scored, answered, and their accuracy by K."""

from collections.abc import Sequence
from pathlib import Path

import pytest
import torch

from models.checkpoints.checkpoint import load
from models.data.prompt_formats import PromptExample, PromptFormat
from models.data.prompt_tasks import (
    PromptTask,
    open_prompt_task,
    prompt_tasks,
    read_prompt_table,
)
from models.inference.prompt_accuracy import AccuracyAtK, Scoring, accuracy_by_shots
from models.inference.prompts import Prompt, PromptModel, ScoredChoices
from models.runtime.resources import checkpoint_folder
from models.schema.batch import Batch
from models.tasks.examples import DataError

SUM = 5e-5  # of log-likelihoods up to 50 nats, in 32 bits
CAUSAL = ("gpt1-mini", "gpt2-mini")
FORM = PromptFormat("{input}:", "{input}: {answer}.", description="Which animal?")
CHOICES = ("bear", "a small wolf", "fox and deer")
EXAMPLES = [PromptExample(text, "bear", CHOICES) for text in ("red", "blue", "green", "yellow")]
QUERIES = [PromptExample(text, "bear", CHOICES) for text in ("black", "white and brown", "pink")]


@pytest.fixture(scope="module", params=CAUSAL)
def model(request: pytest.FixtureRequest) -> PromptModel:
    return PromptModel.of(load(checkpoint_folder(request.param)))


def full_pass(model: PromptModel, prompt: Sequence[int], answer: Sequence[int]) -> float:
    """The log-likelihood of an answer from one pass over all tokens, without caches."""
    ids = [*prompt, *answer]
    with torch.inference_mode():
        (hidden,) = model.model(Batch(torch.tensor([ids]))).values()
        logits = model.model.logits(model.model.next_token_head, hidden)[0]
    logs = logits[:, : model.tokenizer.vocab_size].log_softmax(-1)
    return sum(float(logs[len(prompt) - 1 + n, id]) for n, id in enumerate(answer))


def scored(model: PromptModel, examples: Sequence[PromptExample]) -> list[ScoredChoices]:
    prefix = model.prefix(FORM, examples, model.room_for(FORM, QUERIES))
    return model.score(FORM, prefix, QUERIES)


@pytest.mark.parametrize("count", [0, 1, 4])
def test_scores_equal_those_of_a_full_pass_without_caches(model: PromptModel, count: int) -> None:
    prefix = model.prefix(FORM, EXAMPLES[:count], model.room_for(FORM, QUERIES))
    parts = model.query_parts(FORM, [query.input for query in QUERIES], prefix)
    answers = model.answer_ids(FORM, CHOICES)
    neutral = model.tokenizer.encode_ids([FORM.neutral])[0]
    for part, one in zip(parts, model.score(FORM, prefix, QUERIES), strict=True):
        ids = Prompt(prefix, part).ids
        expected = [full_pass(model, ids, answer) for answer in answers]
        assert one.sums == pytest.approx(expected, abs=SUM)
        alone = [full_pass(model, neutral, answer) for answer in answers]
        assert one.unconditional == pytest.approx(alone, abs=SUM)
        assert one.lengths == tuple(map(len, answers))


def test_a_prompt_without_any_text_before_the_query_is_scored_alike(model: PromptModel) -> None:
    form = PromptFormat("{input}:", "{input}: {answer}.")
    prefix = model.prefix(form, [], 20)
    assert prefix.ids == ()
    (one,) = model.score(form, prefix, QUERIES[:1])
    (part,) = model.query_parts(form, ["black"], prefix)
    expected = [full_pass(model, part.ids, ids) for ids in model.answer_ids(form, CHOICES)]
    assert one.sums == pytest.approx(expected, abs=SUM)


@pytest.mark.parametrize("name", prompt_tasks())
def test_the_parts_of_a_prompt_have_the_tokens_of_the_whole_text(
    model: PromptModel, name: str
) -> None:
    task = open_prompt_task(name)
    query = task.queries[0]
    prefix = model.prefix(task.format, task.draw(2, 3), model.room_for(task.format, [query]))
    (part,) = model.query_parts(task.format, [query.input], prefix)
    prompt = Prompt(prefix, part)
    assert list(prompt.ids) == model.tokenizer.encode_ids([prompt.text])[0]
    answered = f"{prompt.text}{task.format.lead}{query.answer}"
    answer = model.answer_ids(task.format, [query.answer])[0]
    assert [*prompt.ids, *answer] == model.tokenizer.encode_ids([answered])[0]
    assert model.encoding(prompt).ids.tolist() == list(prompt.ids)


def test_the_oldest_examples_are_dropped_and_named(model: PromptModel) -> None:
    many = EXAMPLES * 20
    prefix = model.prefix(FORM, many, 20)
    numbers = [part.number for part in prefix.parts if part.kind == "example"]
    assert numbers[-1] == len(many)
    assert [part.number for part in prefix.dropped] == list(range(1, numbers[0]))
    assert len(prefix.ids) + 20 <= model.num_positions
    assert len(prefix.ids) + len(prefix.dropped[-1].ids) + 20 > model.num_positions


def test_a_query_longer_than_the_context_is_an_error_that_says_what_to_do(
    model: PromptModel,
) -> None:
    with pytest.raises(ValueError, match="Shorten the query"):
        model.prefix(FORM, [], model.num_positions)


def test_a_model_that_does_not_continue_a_text_is_rejected() -> None:
    for name in ("bert-mini", "t5-mini"):
        with pytest.raises(ValueError, match="Choose a causal model"):
            PromptModel.of(load(checkpoint_folder(name)))


def test_three_scores_differ_by_length_and_by_the_unconditional_likelihood() -> None:
    one = ScoredChoices(("a", "b c"), (-2.0, -3.0), (1, 2), (-1.0, -4.0))
    assert one.scores("mean") == (-2.0, -1.5)
    assert one.scores("normalised") == (-1.0, 1.0)
    assert [one.winner(kind) for kind in ("sum", "mean", "normalised")] == ["a", "b c", "b c"]
    assert sum(one.shares("sum")) == pytest.approx(1.0)


def test_equally_likely_answers_have_no_winner() -> None:
    equal = ScoredChoices(("a", "b"), (-2.0, -2.000001), (1, 1), (0.0, 0.0))
    assert equal.winner("sum") is None
    assert equal.best("sum") == ("a", "b")


def test_a_model_without_preference_answers_nothing_and_the_ties_are_counted() -> None:
    loaded = load(checkpoint_folder("gpt2-mini"))
    flat = PromptModel.of(loaded)
    with torch.no_grad():
        for weight in loaded.model.parameters():
            weight.zero_()
    task = open_prompt_task("made-up")
    (result,) = measured(flat, task, "mean", shots=(2,))
    assert result.num_tied == result.num_queries
    assert result.accuracy.mean == 0


def measured(
    model: PromptModel, task: PromptTask, scoring: Scoring, shots: Sequence[int], seed: int = 1
) -> list[AccuracyAtK]:
    return [one for one in accuracy_by_shots(model, task, scoring, seed, shots, 40) if one]


def test_accuracy_is_the_same_for_the_same_seed(model: PromptModel) -> None:
    task = open_prompt_task("kinds:en")
    first = measured(model, task, "sum", (0, 2))
    assert first == measured(model, task, "sum", (0, 2))
    assert first != measured(model, task, "sum", (0, 2), seed=2)
    assert all(one.accuracy.low is not None and one.num_queries == 40 for one in first)


def test_a_free_answer_names_capitals_that_the_model_learned() -> None:
    writer = PromptModel.of(load(checkpoint_folder("gpt2-mini")))
    task = open_prompt_task("capital:en")
    (result,) = measured(writer, task, "free", (2,))
    assert result.accuracy.mean > 0.5


def test_free_answers_of_a_batch_are_those_of_single_queries(model: PromptModel) -> None:
    task = open_prompt_task("capital:en")
    prefix = model.prefix(task.format, task.draw(2, 1), 40)
    together = model.write(task.format, prefix, task.queries[:8], 6)
    alone = [model.write(task.format, prefix, [one], 6)[0] for one in task.queries[:8]]
    assert together == alone


def test_usual_numbers_of_examples_go_as_far_as_all_fit(model: PromptModel) -> None:
    results = measured(model, open_prompt_task("capital:en"), "mean", ())
    assert [one.shots for one in results][:4] == [0, 1, 2, 4]
    assert all(one.num_dropped == 0 for one in results)
    (beyond,) = measured(model, open_prompt_task("capital:en"), "mean", (31,))
    assert beyond.num_dropped > 0


# ---- tasks


@pytest.mark.parametrize("name", prompt_tasks())
def test_a_task_has_examples_and_other_queries_with_the_answer_among_the_choices(name: str) -> None:
    task = open_prompt_task(name)
    assert task.has_choices
    assert all(one.answer in one.choices for one in (*task.examples, *task.queries))
    if not task.recalls:
        assert not {one.input for one in task.examples} & {one.input for one in task.queries}
    assert task.chance is not None
    assert 0 < task.chance <= 0.5


def test_fewer_examples_of_a_seed_are_the_first_of_more() -> None:
    task = open_prompt_task("sentiment:en")
    assert task.draw(8, 1)[:4] == task.draw(4, 1)
    assert task.draw(4, 1) != task.draw(4, 2)


def test_permuted_labels_are_never_the_true_ones() -> None:
    true, permuted = open_prompt_task("entailment:ko"), open_prompt_task("entailment:ko:permuted")
    pairs = zip(true.queries, permuted.queries, strict=True)
    assert all(a.input == b.input and a.answer != b.answer for a, b in pairs)
    assert permuted.only_in_prompt


def test_made_up_words_and_their_labels_follow_the_seed() -> None:
    first, second = (open_prompt_task("made-up", seed).examples for seed in (1, 2))
    assert first != second
    assert open_prompt_task("made-up", 1).draw_queries(3, 1, first[:2]) in (
        (first[0], first[1]),
        (first[1], first[0]),
    )


def test_an_unknown_task_is_named_with_those_that_exist() -> None:
    with pytest.raises(DataError, match="sentiment:en"):
        open_prompt_task("no such task")


def test_a_table_has_an_input_and_an_answer_in_each_line(tmp_path: Path) -> None:
    path = tmp_path / "own.tsv"
    path.write_text("input\tanswer\ncat\tanimal\nbus\tvehicle\n\ndog\tanimal\n", encoding="utf-8")
    task = read_prompt_table(path)
    assert len(task.examples) + len(task.queries) == 3
    assert task.queries[0].choices == ("animal", "vehicle")


@pytest.mark.parametrize(
    ("content", "place", "reason"),
    [
        (b"a\tb\nc\n", "line 2", "1 columns"),
        (b"a\tb\nc\t\n", "line 2", "the answer is empty"),
        (b"a\tb\n\xff\xfe\tx\n", "line 2", "not UTF-8"),
        (b"a\tb\n", "own.tsv", "too few lines"),
    ],
)
def test_a_bad_line_of_a_table_is_named(
    tmp_path: Path, content: bytes, place: str, reason: str
) -> None:
    path = tmp_path / "own.tsv"
    path.write_bytes(content)
    with pytest.raises(DataError) as error:
        read_prompt_table(path)
    assert place in error.value.place
    assert reason in error.value.reason


@pytest.mark.parametrize(
    ("query", "example"), [("{input}", "{input}{answer}"), ("a", "a {answer}"), ("{input}", "x")]
)
def test_templates_that_do_not_fit_are_rejected(query: str, example: str) -> None:
    with pytest.raises(ValueError, match=r"example|something before"):
        PromptFormat(query, example)


def test_there_is_room_for_every_example_that_may_be_asked_again(model: PromptModel) -> None:
    """Where examples are dropped, others than those drawn first are asked."""
    long = "a very long name that has many words"
    inputs = [f"{long} {number}" if number % 5 == 0 else f"b {number}" for number in range(60)]
    pairs = [PromptExample(text, "bear", CHOICES) for text in inputs]
    task = PromptTask("made", "Made", "", FORM, pairs, pairs, True, recalls=True)
    (result,) = filter(None, accuracy_by_shots(model, task, "mean", 1, (60,), num_queries=5))
    assert result.num_dropped > 0
    assert result.num_queries == 5
