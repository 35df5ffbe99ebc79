"""Several models write in turn, and each step can be shown as it comes."""

from pathlib import Path
from typing import Any

import pytest

from explorer.core.engine import Engine
from explorer.core.jobs import Partial
from explorer.core.library import Library
from explorer.core.writing import Draft, Refusal, gap_at_end, write

TEXT = "the capital of france is"
GREEDY = {"method": "greedy", "max_new_tokens": 5}


@pytest.fixture(scope="module")
def engine(zoo: Path, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(Library(bundled=zoo, own=tmp_path_factory.mktemp("runs")))


def written(
    engine: Engine, keys: tuple[str, ...], settings: Any = None, before: Any = None
) -> tuple[list[Any], Any]:
    ticks = iter(range(10_000))
    work = write(engine, keys, TEXT, settings or GREEDY, before or {}, lambda: float(next(ticks)))
    partials = []
    while True:
        try:
            event = next(work)
        except StopIteration as end:
            return partials, end.value
        if isinstance(event, Partial):
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
    assert isinstance(draft, Draft)
    assert draft.end in ("full", "ended")
    assert not draft.can_continue
    _, again = written(engine, ("gpt2-tiny",), GREEDY, found)
    assert again["gpt2-tiny"] is draft


def test_a_masked_model_refuses_and_shows_what_it_puts_into_a_gap(engine: Engine) -> None:
    _, found = written(engine, ("bert-tiny", "gpt2-tiny"))
    refusal = found["bert-tiny"]
    assert isinstance(refusal, Refusal)
    assert refusal.error.hint
    assert refusal.gap is not None
    assert len(refusal.gap_labels) == len(refusal.gap.candidates)
    assert isinstance(found["gpt2-tiny"], Draft), "the other one writes all the same"


def test_a_model_that_is_not_there_takes_no_other_along(engine: Engine) -> None:
    _, found = written(engine, ("nothing", "gpt2-tiny"))
    assert found["nothing"].card is None
    assert isinstance(found["gpt2-tiny"], Draft)


@pytest.mark.parametrize(
    ("prompt", "gap"),
    [
        ("The capital of Italy is", "The capital of Italy is [MASK]."),
        ("It is in Europe.", "It is in [MASK]."),
        ("프랑스는 유럽에 있다.", "프랑스는 유럽에 [MASK]."),
        ("A [MASK] is here.", "A [MASK] is here."),
        ("Wait ...", "Wait ... [MASK]."),
    ],
)
def test_a_gap_stands_where_the_text_would_go_on(prompt: str, gap: str) -> None:
    assert gap_at_end(prompt, "[MASK]") == gap
