"""Several models write in turn, and each step can be shown as it comes."""

import json
import shutil
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from safetensors.torch import load_file, save_file

from explorer.core.engine.cards import prompts_of
from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.decided_masks import MaskingQuestion
from explorer.core.engine.predicting.predictions import mask_predictions
from explorer.core.errors import UserError
from explorer.core.generation.continuations import Continuation, RejectedPrompt, write
from explorer.core.generation.prompts import (
    AS_MESSAGE,
    AS_TYPED,
    FIRST_SENTINEL,
    HANGUL,
    TypedPrompt,
    add_sentinel,
    mask_at_end,
    task_of,
    task_prompt,
)
from explorer.core.generation.writing import answer_text
from explorer.core.jobs.jobs import Partial
from explorer.core.library.library import Library
from explorer.core.masking.examples import fed
from explorer.core.state.texts import MAX_TEXT
from models.inference.generation import Sampling, best, generate
from models.objectives import causal, masked, span_corruption, text_to_text
from tests.explorer.shapes import NUM_POSITIONS, shaped_models

TEXT = "the capital of france is"
TYPED = TypedPrompt(TEXT, task=AS_TYPED)
TAUGHT = {"recipe": {"name": "t5", "architecture": "t5", "data": "village",
                     "objectives": ["text_to_text", "span_corruption"]}}  # fmt: skip
GREEDY = {"method": "greedy", "max_new_tokens": 5}


@pytest.fixture(scope="module")
def engine(tiny_models: Path, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(Library(bundled=tiny_models, own=tmp_path_factory.mktemp("runs")))


def written(
    engine: Engine, keys: tuple[str, ...], settings: Any = None, before: Any = None
) -> tuple[list[Any], Any]:
    ticks = iter(range(10_000))
    work = write(engine, keys, TYPED, settings or GREEDY, before or {}, lambda: float(next(ticks)))
    partials: list[Any] = []
    return partials, finished(work, partials)


def finished(work: Any, partials: list[Any] | None = None) -> Any:
    """What the work returns; what it shows on the way goes into `partials`."""
    while True:
        try:
            event = next(work)
        except StopIteration as end:
            return end.value
        if isinstance(event, Partial) and partials is not None:
            partials.append(event.value)


def test_every_step_is_shown_as_it_comes(engine: Engine) -> None:
    partials, found = written(engine, ("gpt2-tiny",))
    assert [len(partial["gpt2-tiny"].ids) for partial in partials][:6] == [0, 1, 2, 3, 4, 5]
    assert found["gpt2-tiny"].end == "enough"
    assert found["gpt2-tiny"].can_continue


def test_a_text_that_is_continued_is_the_text_of_one_long_run(engine: Engine) -> None:
    settings = {"method": "sample", "max_new_tokens": 4, "temperature": 2.0, "seed": 3}
    _, first = written(engine, ("gpt2-tiny",), settings)
    _, both = written(engine, ("gpt2-tiny",), settings, first)
    _, long = written(engine, ("gpt2-tiny",), {**settings, "max_new_tokens": 8})
    assert both["gpt2-tiny"].ids == long["gpt2-tiny"].ids
    assert [len(part) for part in both["gpt2-tiny"].parts] == [4, 4]


def test_a_text_that_ended_is_not_continued(engine: Engine) -> None:
    _, found = written(engine, ("gpt2-tiny",), {"method": "greedy", "max_new_tokens": 100})
    draft = found["gpt2-tiny"]
    assert isinstance(draft, Continuation)
    assert draft.end in ("full", "ended")
    assert not draft.can_continue
    _, again = written(engine, ("gpt2-tiny",), GREEDY, found)
    assert again["gpt2-tiny"] is draft


def test_a_masked_model_rejects_the_prompt_and_predicts_a_mask(engine: Engine) -> None:
    _, found = written(engine, ("bert-tiny", "gpt2-tiny"))
    rejected = found["bert-tiny"]
    assert isinstance(rejected, RejectedPrompt)
    assert rejected.error.hint
    assert rejected.at_mask is not None
    assert len(rejected.mask_labels) == len(rejected.at_mask.candidates)
    assert isinstance(found["gpt2-tiny"], Continuation), "the other one writes all the same"


def test_a_model_with_an_order_fills_the_mask_as_it_learned_without_seeing_a_mask(
    tmp_path: Path,
) -> None:
    engine = Engine(Library(bundled=shaped_models(tmp_path / "shapes", ("xlnet",))))
    found = finished(write(engine, ("xlnet",), TYPED, GREEDY, {}))["xlnet"]
    text = mask_at_end(TEXT, "<mask>")
    example = fed(engine, "xlnet", MaskingQuestion(text))
    assert example.model_input is not None
    (guess,) = mask_predictions(engine, engine.card("xlnet"), example.model_input)
    assert list(found.mask_labels) == [name for name, _ in guess.candidates]
    shown = [item.probability for item in found.at_mask.candidates]
    assert shown == pytest.approx([probability for _, probability in guess.candidates])


def test_a_model_that_is_not_there_takes_no_other_along(engine: Engine) -> None:
    _, found = written(engine, ("nothing", "gpt2-tiny"))
    assert found["nothing"].card is None
    assert isinstance(found["gpt2-tiny"], Continuation)


def test_a_model_whose_weights_are_no_numbers_takes_no_other_along(
    tiny_models: Path, tmp_path: Path
) -> None:
    for name in ("whole", "broken"):
        shutil.copytree(tiny_models / "gpt2-tiny", tmp_path / name)
    weights = load_file(tmp_path / "broken" / "model.safetensors")
    broken = {name: tensor * float("nan") for name, tensor in weights.items()}
    save_file(broken, tmp_path / "broken" / "model.safetensors", metadata={"format": "pt"})
    _, found = written(Engine(Library(bundled=tmp_path)), ("broken", "whole"))
    assert isinstance(found["broken"], RejectedPrompt)
    assert "finite" in found["broken"].error.message
    assert found["broken"].error.hint
    assert len(found["whole"].ids) == 5


@pytest.fixture(scope="module")
def answering(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    root = shaped_models(tmp_path_factory.mktemp("shapes"), ("t5", "xlnet"))
    return Engine(Library(bundled=root))


def test_an_encoder_reads_the_prompt_and_the_answer_begins_at_the_start_token(
    answering: Engine,
) -> None:
    _, found = written(answering, ("t5",))
    draft = found["t5"]
    assert draft.read == (" the", " capital", " of", " france", " is", "</s>")
    assert draft.before == ("<pad>",)
    assert len(draft.ids) == len(draft.steps) == 5
    assert draft.steps[0].step.position == 1
    assert draft.can_continue


@pytest.mark.parametrize("method", ["greedy", "sample", "beam"])
def test_the_engine_writes_the_answer_that_the_model_writes(answering: Engine, method: str) -> None:
    settings = {"method": method, "max_new_tokens": 6, "seed": 2}
    _, found = written(answering, ("t5",), settings)
    loaded, tokenizer = answering.load_model("t5"), answering.tokenizer("t5")
    steps = list(
        generate(loaded.model, tokenizer, tokenizer.encode(TEXT).ids, Sampling(**settings))
    )
    assert found["t5"].ids == tuple(best(steps))


def test_an_answer_that_is_continued_is_the_answer_of_one_long_run(answering: Engine) -> None:
    settings = {"method": "sample", "max_new_tokens": 4, "temperature": 2.0, "seed": 3}
    _, first = written(answering, ("t5",), settings)
    _, both = written(answering, ("t5",), settings, first)
    _, long = written(answering, ("t5",), {**settings, "max_new_tokens": 8})
    assert both["t5"].ids == long["t5"].ids
    assert len(both["t5"].ids) == 8


def test_an_answer_has_room_for_all_positions_whatever_was_read(answering: Engine) -> None:
    _, found = written(answering, ("t5",), {"method": "greedy", "max_new_tokens": 100})
    draft = found["t5"]
    assert draft.end in ("full", "ended")
    if draft.end == "full":
        assert len(draft.before) + len(draft.ids) == NUM_POSITIONS


def test_a_sentinel_in_the_prompt_is_one_token_and_stays_in_the_text_of_an_answer(
    answering: Engine,
) -> None:
    work = write(answering, ("t5",), TypedPrompt("the capital of <extra_id_0> is"), GREEDY, {})
    found = finished(work)["t5"]
    assert "<extra_id_0>" in found.read
    tokenizer = answering.tokenizer("t5")
    sentinel, end = tokenizer.id("<extra_id_0>"), tokenizer.eos_id
    assert end is not None
    assert answer_text(answering, "t5", [sentinel, tokenizer.id("▁the"), end]) == "<extra_id_0> the"


def test_a_model_that_orders_its_tokens_rejects_as_a_masked_one(answering: Engine) -> None:
    _, found = written(answering, ("xlnet", "t5"))
    assert isinstance(found["xlnet"], RejectedPrompt)
    assert "masked positions of a given text" in str(found["xlnet"].error)
    assert isinstance(found["t5"], Continuation)


def test_there_are_prompts_for_what_was_taught_and_none_for_the_rest() -> None:
    taught = prompts_of((text_to_text.SPEC, span_corruption.SPEC), trained_here=True)
    assert any(prompt.before == "translate English to Korean: " for prompt in taught)
    assert any(prompt.before == "question: " for prompt in taught)
    assert task_prompt(taught[-1], TEXT) == f"{TEXT} {FIRST_SENTINEL}"
    assert prompts_of((masked.SPEC, causal.SPEC), trained_here=True) == ()


def test_of_a_published_checkpoint_only_sentinels_are_known_to_be_learned() -> None:
    (prompt,) = prompts_of((text_to_text.SPEC, span_corruption.SPEC), trained_here=False)
    assert prompt.before == ""


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("The capital of France is", "The capital of France is <extra_id_0>"),
        ("It is in Europe.", "It is in <extra_id_0>"),
        ("프랑스는 유럽에 있다.", "프랑스는 유럽에 <extra_id_0>"),
        ("A <extra_id_0> is here.", "A <extra_id_0> is here."),
        ("A [MASK] is here.", "A [MASK] is here."),
        ("Paris.", "Paris. <extra_id_0>"),
    ],
)
def test_a_sentinel_for_a_decoder_is_where_the_text_would_go_on(text: str, read: str) -> None:
    assert add_sentinel(text) == read


def test_a_text_with_a_sentinel_reads_as_a_text_of_training_whose_end_was_dropped() -> None:
    bundled = Engine(Library())
    for text in ("The capital of France is Paris.", "프랑스의 수도는 파리이다."):
        whole = bundled.encode("t5-mini", text).tokens
        *kept, sentinel, end = bundled.encode("t5-mini", add_sentinel(text)).tokens
        assert (sentinel, end) == (FIRST_SENTINEL, "</s>")
        assert tuple(kept) == whole[: len(kept)]


@pytest.fixture(scope="module")
def taught(tiny_models: Path, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """A T5 that was trained here, one that was not, and a GPT-2."""
    root = shaped_models(tmp_path_factory.mktemp("taught"), ("t5",))
    shutil.copytree(tiny_models / "gpt2-tiny", root / "gpt2")
    shutil.copytree(root / "t5", root / "published")
    (root / "t5" / "run.json").write_text(json.dumps(TAUGHT), encoding="utf-8")
    return Engine(Library(bundled=root))


def read_by(engine: Engine, asked: TypedPrompt) -> dict[str, str]:
    """What each of the three reads."""
    found = finished(write(engine, ("gpt2", "t5", "published"), asked, GREEDY, {}))
    return {key: draft.prompt for key, draft in found.items()}


def test_the_words_of_a_task_reach_only_the_models_that_learned_it(taught: Engine) -> None:
    asked = TypedPrompt("It rains.", task="Into Korean")
    assert read_by(taught, asked) == {
        "gpt2": "It rains.",
        "t5": "translate English to Korean: It rains.",
        "published": "It rains.",
    }


def test_words_of_a_task_that_a_person_typed_are_taken_off_for_the_others(taught: Engine) -> None:
    typed = "translate English to Korean: It rains today."
    assert read_by(taught, TypedPrompt(typed)) == {
        "gpt2": "It rains today.",
        "t5": typed,
        "published": "It rains <extra_id_0>",
    }
    alone = finished(write(taught, ("gpt2",), TypedPrompt(typed), GREEDY, {}))
    assert alone["gpt2"].prompt == typed, "nobody here knows it as a task"


@pytest.mark.parametrize(
    ("text", "read", "title"),
    [
        ("It rains in France.", "It rains in <extra_id_0>", "Predict a masked span"),
        ("Who founded Google?", "question: Who founded Google?", "A question"),
        ("누가 구글을 세웠는가?", "question: 누가 구글을 세웠는가?", "A question"),
    ],
)
def test_a_plain_sentence_is_asked_in_a_way_that_was_trained(
    taught: Engine, text: str, read: str, title: str
) -> None:
    draft = finished(write(taught, ("t5",), TypedPrompt(text), GREEDY, {}))["t5"]
    assert (draft.prompt, draft.task.title) == (read, title)
    typed = finished(write(taught, ("t5",), TypedPrompt(text, task=AS_TYPED), GREEDY, {}))["t5"]
    assert (typed.prompt, typed.task) == (text, None)


def test_prose_is_the_prompt_with_what_was_written_in_its_place(taught: Engine) -> None:
    draft = finished(write(taught, ("t5",), TypedPrompt(TEXT), GREEDY, {}))["t5"]
    filled = replace(draft, text="<extra_id_0> Paris. <extra_id_1> no gap")
    assert filled.prose == ((f"{TEXT} ", False), ("Paris.", True), ("", False))
    two = replace(draft, prompt="[MASK] is <extra_id_5>!", text="<extra_id_0> A <extra_id_5> b")
    assert "".join(part for part, _ in two.prose) == "A is b!"
    early = replace(draft, prompt="A <extra_id_0>.", text="")
    assert "".join(part for part, _ in early.prose) == "A …."
    answer = replace(draft, prompt="question: Who?", text=" Nobody")
    assert answer.prose == (("Nobody", True),)
    causal = finished(write(taught, ("gpt2",), TypedPrompt(TEXT), GREEDY, {}))["gpt2"]
    assert causal.prose == ((TEXT, False), (causal.text, True))


@pytest.mark.parametrize(
    ("title", "text", "asked"),
    [
        ("Into Korean", "It rains {today}.", "translate English to Korean: It rains {today}."),
        ("Into English", "비가 온다.", "translate Korean to English: 비가 온다."),
        ("A question", "Where do bears live?", "question: Where do bears live?"),
        ("A question", "Name the home of the bear.", "question: Name the home of the bear."),
        ("A question", "곰의 먹이를 말하시오.", "question: 곰의 먹이를 말하시오."),
        ("Acceptable or not", "Rains it.", "acceptable: Rains it."),
        ("How similar", "A dog.", "similarity: sentence1: A dog. sentence2: A cat."),
    ],
)
def test_the_words_of_a_task_stand_before_a_sentence_and_are_taken_off_again(
    title: str, text: str, asked: str
) -> None:
    prompt = next(one for one in text_to_text.SPEC.prompts if one.title == title)
    assert task_prompt(prompt, text, "A cat.") == asked
    assert task_of(asked, text_to_text.SPEC.prompts) is prompt
    assert prompt.strip_prompt(asked) == text


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Into Korean", "비가 온다."),
        ("Into English", "It rains."),
        ("A question", "It rains."),
        ("A question", "비가 온다."),
        ("How similar", "It rains."),
        ("Acceptable or not", " "),
    ],
)
def test_a_sentence_that_a_task_cannot_ask_about_gives_way_to_an_example(
    title: str, text: str
) -> None:
    prompt = next(one for one in text_to_text.SPEC.prompts if one.title == title)
    asked = task_prompt(prompt, text)
    assert asked in prompt.examples
    if title == "A question":
        assert bool(HANGUL.search(asked)) == bool(HANGUL.search(text))


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("The capital of Italy is", "The capital of Italy is [MASK]."),
        ("It is in Europe.", "It is in [MASK]."),
        ("프랑스는 유럽에 있다.", "프랑스는 유럽에 [MASK]."),
        ("A [MASK] is here.", "A [MASK] is here."),
        ("A <mask> is here.", "A <mask> is here."),
        ("Wait ...", "Wait ... [MASK]."),
    ],
)
def test_a_mask_is_where_the_text_would_go_on(prompt: str, expected: str) -> None:
    assert mask_at_end(prompt, "[MASK]") == expected


@pytest.mark.parametrize("prompt", ["x" * MAX_TEXT, "x." * (MAX_TEXT // 2), "." * MAX_TEXT])
def test_a_mask_is_put_after_an_endless_word_at_once(prompt: str) -> None:
    began = time.perf_counter()
    assert "[MASK]" in mask_at_end(prompt, "[MASK]")
    assert time.perf_counter() - began < 1.0


@pytest.fixture
def chatting(tiny_models: Path, tmp_path: Path) -> Engine:
    """A library in which one of two equal decoders has a chat template."""
    bundled = tmp_path / "bundled"
    for name in ("plain", "chat"):
        shutil.copytree(tiny_models / "gpt2-tiny", bundled / name)
    path = bundled / "chat" / "tokenizer_config.json"
    entries = json.loads(path.read_text())
    source = "{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}assistant:"
    path.write_text(json.dumps({**entries, "chat_template": source}))
    return Engine(Library(bundled=bundled, own=tmp_path / "runs"))


def test_a_message_is_put_as_the_chat_template_says(chatting: Engine) -> None:
    keys = ("plain", "chat")
    typed = TypedPrompt("hi", task=AS_MESSAGE)
    answers = finished(write(chatting, keys, typed, GREEDY, {}))
    assert [chatting.card(key).chats for key in keys] == [False, True]
    assert answers["plain"].prompt == "hi"
    assert answers["chat"].prompt == "user: hi\nassistant:"
    continued = finished(write(chatting, keys, typed, GREEDY, answers))
    assert continued["chat"].prompt == answers["chat"].prompt
    usual = finished(write(chatting, keys, TypedPrompt("hi"), GREEDY, {}))
    assert usual["chat"].prompt == "hi"


def test_a_conversation_of_several_turns_is_put_turn_by_turn(chatting: Engine) -> None:
    typed = TypedPrompt("system: Be short. user: hi assistant: hello user: why", task=AS_MESSAGE)
    answers = finished(write(chatting, ("chat",), typed, GREEDY, {}))
    expected = "system: Be short.\nuser: hi\nassistant: hello\nuser: why\nassistant:"
    assert answers["chat"].prompt == expected


def test_a_chat_template_that_fails_takes_no_other_model_down(chatting: Engine) -> None:
    path = chatting.entry("chat").folder / "tokenizer_config.json"
    entries = json.loads(path.read_text())
    path.write_text(json.dumps({**entries, "chat_template": "{{ raise_exception('only tools') }}"}))
    typed = TypedPrompt("hi", task=AS_MESSAGE)
    answers = finished(write(chatting, ("plain", "chat"), typed, GREEDY, {}))
    assert isinstance(answers["plain"], Continuation)
    assert isinstance(answers["chat"], RejectedPrompt)
    assert "only tools" in answers["chat"].error.message


def test_a_model_without_a_template_says_so(chatting: Engine) -> None:
    with pytest.raises(UserError, match="plain has no chat template"):
        chatting.as_message("plain", "hi")
