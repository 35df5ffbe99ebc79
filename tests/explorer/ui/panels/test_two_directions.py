"""A model of two separate directions that reads characters: what each panel shows of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explorer.core.attention.view import check_attends
from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.decided_masks import MaskingQuestion
from explorer.core.errors import UserError
from explorer.core.layers.lens import lens_of
from explorer.core.layers.request import LayersOptions, answers_to, request_of
from explorer.core.layers.states import states_of
from explorer.core.library.library import Library
from explorer.core.masking.request import MaskingRequest
from explorer.core.masking.request import answers_to as masking_answers
from explorer.core.state.state import State
from explorer.core.tokens.tokenized import add_inputs, cut_text
from explorer.ui.panels.tokens.one_model import detail_rows
from models.runtime.generators import run_to_end
from models.schema.records import ModelInput
from tests.explorer.shapes import save_mixed_task, shaped_models
from tests.explorer.ui.panels.test_every_panel import (
    settle,
    shown,
    words_of,
)

NAME, USUAL, TASK = "elmo", "bert", "mixed"
TEXT = "the capital of zanzibar is paris ."
LONG = "a" * 60


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A usual model, one of two directions, and the same with the head of a task."""
    root = shaped_models(tmp_path_factory.mktemp("models"), (USUAL, NAME))
    save_mixed_task(root / NAME, root / TASK)
    return root


@pytest.fixture
def engine(folder: Path) -> Engine:
    return Engine(Library(bundled=folder))


def test_without_attention_it_is_the_panel_of_layers_that_is_named(engine: Engine) -> None:
    with pytest.raises(UserError, match="has no attention") as caught:
        check_attends(engine.card(NAME))
    assert "Look at its states in the panel Layers" in caught.value.hint


# Masking ------------------------------------------------------------------------------------------


def test_each_word_is_predicted_from_the_left_and_from_the_right_by_itself(engine: Engine) -> None:
    question = MaskingQuestion(TEXT)
    example = run_to_end(masking_answers(MaskingRequest((NAME,), question), engine))[NAME]
    length = len(example.names)
    assert [guess.place for guess in example.guesses] == list(range(1, length))
    assert [guess.place for guess in example.reverse] == list(range(length - 1))
    trace = engine.trace(NAME, example.model_input, ("logits",))
    for head, guesses, shift in (("lm", example.guesses, 1), ("backward", example.reverse, -1)):
        logits = trace.logits[head].astype(np.float64)
        for guess in guesses:
            row = logits[guess.place - shift]
            expected = row[example.encoding.ids[guess.place]] - np.logaddexp.reduce(row)
            assert guess.loss == pytest.approx(-expected, rel=1e-4)


def test_a_word_changes_no_prediction_from_its_other_side(engine: Engine) -> None:
    both = [
        run_to_end(masking_answers(MaskingRequest((NAME,), MaskingQuestion(text)), engine))[NAME]
        for text in (TEXT, TEXT.replace("zanzibar", "japan"))
    ]
    at = both[0].names.index("of") + 1
    for one, other in zip(both[0].guesses[:at], both[1].guesses[:at], strict=True):
        assert one.candidates == other.candidates
    for one, other in zip(both[0].reverse[at:], both[1].reverse[at:], strict=True):
        assert one.candidates == other.candidates
    assert both[0].guess_of(at + 1) != both[1].guess_of(at + 1)
    assert both[0].reverse_of(at - 1) != both[1].reverse_of(at - 1)


def test_a_model_of_one_direction_has_nothing_from_the_right(engine: Engine) -> None:
    masking = MaskingRequest((USUAL,), MaskingQuestion(TEXT))
    assert run_to_end(masking_answers(masking, engine))[USUAL].reverse == ()


# Tokens -------------------------------------------------------------------------------------------


def test_an_unknown_word_is_shown_with_the_characters_that_are_read(engine: Engine) -> None:
    cut = add_inputs(engine, cut_text(engine, NAME, "zanzibar 서울"))
    assert cut.labels == ("<S>", "<UNK>", "<UNK>", "</S>")
    assert cut.inputs is not None
    assert cut.inputs.characters == (
        "<w> <S> </w>",
        "<w> z a n z i b a r </w>",
        "<w> EC 84 9C EC 9A B8 </w>",
        "<w> </S> </w>",
    )
    rows = dict(detail_rows(cut, 1))
    assert rows["Read as"] == "<w> z a n z i b a r </w>"
    assert "read by its characters" in rows["Kind"]
    usual = add_inputs(engine, cut_text(engine, USUAL, "zanzibar"))
    assert usual.inputs is not None
    assert usual.inputs.characters == ()
    assert "Read as" not in dict(detail_rows(usual, 1))


def test_a_word_that_is_too_long_is_read_in_part_and_this_is_said(qtbot: Any, folder: Path) -> None:
    with shown(qtbot, folder, f"the {LONG} is", (NAME,)) as window:
        window.store.update(panel="tokens")
        panel = window.panel("tokens")
        settle(panel, qtbot)
        assert f"{LONG[:20]}… is longer than the model's slots" in words_of(panel)
        window.store.update(text=TEXT)
        settle(panel, qtbot)
        assert "longer than" not in words_of(panel)


# Layers -------------------------------------------------------------------------------------------


def request(view: str, *keys: str, stream: str = "") -> Any:
    options = LayersOptions(streams={NAME: stream} if stream else {})
    return request_of(State(text=TEXT, models=keys), view, keys, options)


@pytest.mark.parametrize(("stream", "places"), [("forward", (1, 9)), ("backward", (0, 8))])
def test_the_lens_of_a_direction_ends_with_the_models_own_prediction(
    engine: Engine, stream: str, places: tuple[int, int]
) -> None:
    chosen = request("lens", NAME, stream=stream)
    states = states_of(engine, NAME, chosen.query, {})
    lens = run_to_end(lens_of(engine, states, {}))
    assert lens.places.tolist() == list(range(places[0], places[1] + 1))[: len(lens.places)]
    assert min(lens.places) == places[0]
    head = "lm" if stream == "forward" else "backward"
    logits = engine.trace(NAME, states.model_input, ("logits",)).logits[head]
    rows = lens.places - (1 if stream == "forward" else -1)
    expected = [engine.tokenizer(NAME).token(int(id)) for id in logits[rows].argmax(-1)]
    assert list(lens.answers) == expected
    assert lens.agrees[-1].all()


def test_without_a_choice_the_lens_reads_from_the_left(engine: Engine) -> None:
    query = request("lens", NAME).query
    assert states_of(engine, NAME, query, {}, predicting=True).stream.name == "forward"


def test_both_directions_side_by_side_have_no_head(engine: Engine) -> None:
    chosen = request("lens", NAME, stream="both")
    states = states_of(engine, NAME, chosen.query, {})
    with pytest.raises(UserError, match="no language-model head"):
        run_to_end(lens_of(engine, states, {}))
    traced = engine.trace(NAME, ModelInput.clean(states.encoding), ("hidden",)).streams
    pair = [traced[name].hidden for name in ("forward", "backward")]
    assert np.array_equal(states.hidden, np.concatenate(pair, -1))  # type: ignore[arg-type]


def test_the_mix_that_a_task_learned_is_shown(qtbot: Any, folder: Path, engine: Engine) -> None:
    answers = run_to_end(answers_to(request("layers", NAME, TASK), engine))
    assert answers[NAME].states.mix is None
    mix = answers[TASK].states.mix
    assert mix.gamma == pytest.approx(1.5)
    assert np.allclose(mix.shares, np.exp([0, 1, 2]) / np.exp([0, 1, 2]).sum())
    with shown(qtbot, folder, TEXT, (TASK,)) as window:
        window.store.update(panel="layers")
        panel = window.panel("layers")
        panel.show_view("layers")
        settle(panel, qtbot)
        assert "Learned mix of layers" in words_of(panel)
