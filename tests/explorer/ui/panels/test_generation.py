"""The Generation panel as a person uses it: watching texts grow, stopping, going on, choosing."""

import json
import math
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QBuffer, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox

from explorer.core.generation.continuations import (
    AS_TYPED_NOTE,
    EXAMPLE_NOTE,
    Continuation,
    LabelledStep,
    RejectedPrompt,
)
from explorer.core.generation.endings import Ending
from explorer.core.generation.prompts import AS_MESSAGE, AS_TYPED, AUTOMATIC
from explorer.core.readable import nats
from explorer.ui.controls.form import AROUND_NUMBER
from explorer.ui.export.choices import ExportChoices
from explorer.ui.export.writers import render
from explorer.ui.graphics.charts.bars import Bars
from explorer.ui.graphics.drawing import Placed, TagHit, Titled, find_tag_hit, number
from explorer.ui.graphics.table_drawing import TableDrawing, TableHit
from explorer.ui.graphics.tokens.token_rows import TokenHit, TokenRows
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.figures import figure_of
from explorer.ui.panels.generation.beam_tree import BeamHit, BeamTree
from explorer.ui.panels.generation.figure import NodeAt, Prose, Selected
from explorer.ui.panels.generation.panel import GenerationPanel
from explorer.ui.panels.generation.study import selected_in
from explorer.ui.panels.generation.text import LONGEST, RANKED, RANKING
from explorer.ui.style.palette import PALETTES
from models.schema.records import BeamNode, GenerationStep
from tests.explorer.shapes import shaped_models
from tests.explorer.ui.panel_bench import Bench, bench, small_models
from tests.explorer.ui.pointer import click

TEXT = "the capital of france is"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


@pytest.fixture
def writing(folder: Path, qtbot: Any) -> Iterator[Bench]:
    settings = {"generation": {"method": "greedy", "max_new_tokens": 4}}
    models = ("bert", "gpt2")
    with bench(
        GenerationPanel, folder, qtbot, text=TEXT, models=models, panel_settings=settings
    ) as found:
        yield found


TAUGHT = {"title": "T5", "recipe": {"name": "t5", "architecture": "t5", "data": "village",
                     "objectives": ["text_to_text", "span_corruption"]}}  # fmt: skip


@pytest.fixture(scope="module")
def shapes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A T5 that was trained here, and an XLNet."""
    root = shaped_models(tmp_path_factory.mktemp("shapes"), ("t5", "xlnet"))
    (root / "t5" / "run.json").write_text(json.dumps(TAUGHT), encoding="utf-8")
    return root


@pytest.fixture
def answering(shapes: Path, qtbot: Any) -> Iterator[Bench]:
    settings = {"generation": {"method": "greedy", "max_new_tokens": 4}}
    with bench(
        GenerationPanel, shapes, qtbot, text=TEXT, models=("t5", "xlnet"), panel_settings=settings
    ) as found:
        yield found


def choose(bench: Bench, **options: Any) -> None:
    bench.store.update_panel("generation", **options)
    bench.settle()


def draft(bench: Bench, key: str = "gpt2") -> Continuation:
    found = bench.panel.answer[key]
    assert isinstance(found, Continuation)
    return found


def selected(bench: Bench) -> Selected:
    return selected_in(bench.panel.answer, bench.panel.situation())


def show(bench: Bench, answers: dict[str, Any]) -> None:
    """Draw other answers."""
    bench.panel.show_result(answers)
    bench.panel.redraw()


def drawn(bench: Bench, kind: type) -> list[Any]:
    found: list[Any] = []

    def walk(drawing: Any) -> None:
        if isinstance(drawing, kind):
            found.append(drawing)
        for inner in getattr(drawing, "drawings", ()):
            walk(inner)

    walk(bench.panel.drawings()[0])
    return found


def innermost(hit: Any) -> Any:
    while isinstance(hit, Placed | TagHit):
        hit = hit.hit
    return hit


def test_the_sentence_goes_on_token_by_token_with_the_candidates_of_each_step(
    writing: Bench,
) -> None:
    assert len(draft(writing).steps) == 4
    (grid,) = drawn(writing, TableDrawing)
    assert [row.cells[0].text for row in grid.rows] == ["1", "2", "3", "4"]
    assert all(sum(cell.keep for cell in row.cells) == 1 for row in grid.rows)
    assert all(row.cells[1].keep for row in grid.rows), "greedy takes the most probable"


def test_the_only_model_that_writes_has_all_of_the_width(writing: Bench) -> None:
    """The model that fills masks is below it."""
    (picture,) = writing.panel.drawings()
    text, by_step, without_text = picture.drawings
    assert [len(part.drawings) for part in (text, by_step, without_text)] == [1, 2, 1]
    width = 940.0
    (place,) = text._places(width)
    assert place.rect.width() == width
    assert "bert" in without_text.drawings[0].drawings[0].title.lower()


def test_a_click_on_a_step_shows_its_candidates(writing: Bench) -> None:
    click(writing, lambda hit: innermost(hit) == TableHit(1, 1))
    bars = drawn(writing, Bars)[0]
    second = draft(writing).steps[1]
    assert [bar.value for bar in bars.bars] == [c.filtered for c in second.step.candidates]
    assert drawn(writing, TableDrawing)[0].selected == 2


def test_the_panel_opens_on_the_first_step_and_stays_there_while_the_text_grows(
    writing: Bench,
) -> None:
    assert drawn(writing, TableDrawing)[0].selected == 1
    assert any(titled.title.startswith("Step 1:") for titled in drawn(writing, Titled))
    assert "Step 1" in dict(writing.panel.details.rows)


def test_escape_leads_back_to_the_first_step(writing: Bench) -> None:
    click(writing, lambda hit: innermost(hit) == TableHit(2, 1))
    assert drawn(writing, TableDrawing)[0].selected == 3
    writing.panel.deselect()
    assert drawn(writing, TableDrawing)[0].selected == 1


def test_what_is_written_stands_in_the_panel_as_prose(writing: Bench) -> None:
    (prose,) = drawn(writing, Prose)
    assert prose.parts == ((TEXT, False), (draft(writing).text, True))


def test_sampling_shows_what_the_filters_removed(writing: Bench) -> None:
    choose(writing, method="sample", top_k=3, temperature=0.7)
    step = draft(writing).steps[0].step
    assert 0 < step.removed_mass < 1
    bars = drawn(writing, Bars)[0].bars
    assert bars[-1].label == "removed"
    assert bars[-1].value == step.removed_mass
    assert sum(not bar.struck for bar in bars) == step.num_kept == 3
    assert bars[0].ghost == step.candidates[0].probability
    assert bars[-1].tip.endswith(", 3 tokens left")
    choose(writing, method="sample", top_k=1, temperature=0.7)
    assert drawn(writing, Bars)[0].bars[-1].tip.endswith(", 1 token left")


def test_the_seed_decides_a_sample_and_nothing_of_a_greedy_text(writing: Bench) -> None:
    greedy = draft(writing)
    writing.change(seed=9)
    assert draft(writing) is greedy, "nothing was asked again"
    choose(writing, method="sample", temperature=3.0, top_p=1.0, max_new_tokens=8)
    first = draft(writing).ids
    writing.change(seed=10)
    assert draft(writing).ids != first
    writing.change(seed=9)
    assert draft(writing).ids == first


def test_a_beam_search_is_a_tree_with_its_pruned_branches(writing: Bench) -> None:
    choose(writing, method="beam", num_beams=3)
    (tree,) = drawn(writing, BeamTree)
    assert len(tree.steps) == 4
    assert any(not node.in_beam and not node.finished for nodes in tree.steps for node in nodes)
    best = [tree.steps[step][at].id for step, at in sorted(tree.path)]
    assert tuple(best) == draft(writing).ids
    assert "pruned" in tree.describe(BeamHit(0, len(tree.steps[0]) - 1))
    fates = {row[-1] for row in writing.panel.table().rows if row[2] == "hypothesis"}
    assert "pruned" in fates


def test_a_click_on_a_hypothesis_tells_of_it_and_marks_its_path(writing: Bench) -> None:
    choose(writing, method="beam", num_beams=3)
    click(writing, lambda hit: innermost(hit) == BeamHit(2, 1))
    (tree,) = drawn(writing, BeamTree)
    assert tree.selected == BeamHit(2, 1)
    details = writing.panel.details
    assert details.title.startswith("Hypothesis")
    node, rows = tree.steps[2][1], dict(details.rows)
    assert rows["Log-probability"] == nats(node.score)
    assert rows["Outcome"] in ("kept", "pruned")
    assert rows["Step"] == "3"
    click(writing, lambda hit: innermost(hit) == BeamHit(2, 1))
    assert drawn(writing, BeamTree)[0].selected is None, "a second click takes it back"


def test_escape_deselects_a_hypothesis_and_another_prompt_forgets_it(writing: Bench) -> None:
    choose(writing, method="beam", num_beams=3)
    for forget in (writing.panel.deselect, lambda: writing.change(text="france")):
        click(writing, lambda hit: innermost(hit) == BeamHit(1, 0))
        assert isinstance(selected(writing), NodeAt)
        forget()
        assert drawn(writing, BeamTree)[0].selected is None
        assert writing.panel.details.title == "Generated text"


def test_every_hypothesis_shows_its_probability(writing: Bench) -> None:
    choose(writing, method="beam", num_beams=2)
    (tree,) = drawn(writing, BeamTree)
    first = tree.steps[0][0]
    assert f">{number(math.exp(first.score))}<" in painted(tree)


def test_a_text_that_ran_out_of_tokens_has_reached_the_limit_and_has_not_ended(
    writing: Bench,
) -> None:
    choose(writing, method="beam", num_beams=2, max_new_tokens=3)
    (tree,) = drawn(writing, BeamTree)
    eos = writing.panel.context.engine.tokenizer("gpt2").eos_id
    over = [(n, at) for n, at in enumerate(tree.steps[-1]) if at.finished]
    assert over
    for place, node in over:
        said = "ended with the end-of-text" if node.id == eos else "reached the limit"
        assert said in tree.describe(BeamHit(2, place))
    assert any(node.at_limit for _, node in over)
    searched(writing, "gpt2")
    (ended,) = drawn(writing, BeamTree)
    assert "ended with the end-of-text token" in ended.describe(BeamHit(0, 0))


def painted(tree: BeamTree, width: int = 900) -> str:
    """The texts of a drawing, as they stand in a file."""
    buffer = QBuffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    size = tree.size(width)
    painter = QPainter(generator)
    tree.paint(painter, QRectF(0, 0, width, size.height()), PALETTES["light"])
    painter.end()
    return bytes(buffer.data().data()).decode("utf-8")


def test_a_long_search_is_broken_into_bands(writing: Bench) -> None:
    choose(writing, method="beam", num_beams=2, max_new_tokens=12)
    (tree,) = drawn(writing, BeamTree)
    first, *others = tree.bands(420)
    assert others
    assert [*first, *(step for band in others for step in band[1:])] == [*range(len(tree.steps))]
    assert [band[0] for band in others] == [band[-1] for band in (first, *others[:-1])]
    placed = {target.hit for target in tree.laid_out(420).targets}
    assert placed == {(step, n) for step, nodes in enumerate(tree.steps) for n in range(len(nodes))}


def test_continue_goes_on_behind_what_is_written_as_one_long_run_would(writing: Bench) -> None:
    choose(writing, method="sample", temperature=2.0)
    first = draft(writing).ids
    writing.qtbot.mouseClick(writing.panel.controls.made["continue"], Qt.MouseButton.LeftButton)
    writing.settle()
    both = draft(writing).ids
    assert both[:4] == first
    assert len(both) == 8
    assert len(draft(writing).steps) == 8
    writing.panel.controls.made["again"].click()
    writing.settle()
    assert draft(writing).ids == first
    choose(writing, max_new_tokens=8)
    assert draft(writing).ids == both


def test_stop_keeps_what_is_written(writing: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explorer.core.generation.continuations.SHOW_EVERY_S", 0.0)
    panel = writing.panel
    writing.store.update_panel("generation", method="sample", max_new_tokens=15, top_p=1.0)
    writing.qtbot.waitUntil(lambda: len(draft(writing).ids) >= 1, timeout=10_000)
    with writing.qtbot.waitSignal(panel.answered):  # an export may wait for it
        panel.press("stop")
    assert not panel.busy
    kept = draft(writing).ids
    writing.qtbot.wait(50)
    assert draft(writing).ids == kept, "nothing comes after a stop"


def test_a_model_that_cannot_write_says_why_and_offers_a_mask(writing: Bench) -> None:
    rejected = writing.panel.answer["bert"]
    assert isinstance(rejected, RejectedPrompt)
    assert "fill masked positions" in str(rejected.error)
    assert rejected.mask_text == f"{TEXT} [MASK]."
    assert rejected.at_mask is not None
    assert len(drawn(writing, Bars)[0].bars) == len(rejected.at_mask.candidates)
    writing.panel.controls.made["fill"].click()
    assert writing.store.state.panel == "masking"
    assert writing.store.state.text == f"{TEXT} [MASK]."


def test_a_file_says_why_a_model_writes_nothing_and_not_what_to_choose(writing: Bench) -> None:
    svg = render(figure_of(writing.panel, {}), "svg", ExportChoices()).decode("utf-8")
    text = " ".join(re.findall(r"<text[^>]*>([^<]*)", svg))
    assert "cannot continue a text" in text
    assert "choose" not in text


def test_the_gap_of_a_full_sentence_takes_the_place_of_its_last_word(writing: Bench) -> None:
    writing.change(text="the capital of france is paris.")
    assert writing.panel.answer["bert"].mask_text == "the capital of france is [MASK]."


def test_two_models_write_on_the_same_prompt(folder: Path, qtbot: Any) -> None:
    with bench(GenerationPanel, folder, qtbot, text=TEXT, models=("gpt2", "distilbert")) as found:
        assert isinstance(found.panel.answer["gpt2"], Continuation)
        assert isinstance(found.panel.answer["distilbert"], RejectedPrompt)


def test_full_positions_end_the_text_and_this_is_said(writing: Bench) -> None:
    choose(writing, max_new_tokens=200)
    assert draft(writing).end in ("full", "ended")
    assert not writing.panel.controls.made["continue"].isVisible()


def test_without_a_prompt_the_panel_says_what_to_do(writing: Bench) -> None:
    writing.change(text="  ")
    assert "Type a prompt" in writing.message
    assert writing.panel.details == Details(), "what was written is gone with its picture"


def test_the_second_sentence_is_left_out_and_this_is_said(writing: Bench) -> None:
    writing.change(pair="it is in europe .")
    assert any("second sentence" in note for note in writing.panel.notes)


@pytest.mark.parametrize("method", ["greedy", "sample", "beam"])
@pytest.mark.parametrize("theme_name", ["light", "dark"])
def test_the_figure_paints_at_every_width(writing: Bench, method: str, theme_name: str) -> None:
    choose(writing, method=method)
    assert_paints(writing, theme_name)


def assert_paints(bench: Bench, theme_name: str) -> None:
    figure = bench.panel.drawings()[0]
    for width in (336, 960):
        size = figure.size(width)
        image = QImage(QSize(width, int(size.height())), QImage.Format.Format_RGB32)
        image.fill(PALETTES[theme_name].ground)
        painter = QPainter(image)
        figure.paint(painter, QRectF(0, 0, width, size.height()), PALETTES[theme_name])
        painter.end()
        places = [(x, y) for x in range(0, width, 7) for y in range(image.height())]
        assert len({image.pixel(x, y) for x, y in places}) > 3


def test_prompt_and_answer_of_an_encoder_decoder_stand_apart(answering: Bench) -> None:
    found = draft(answering, "t5")
    read, written = (strip for strip in drawn(answering, TokenRows) if strip.chips)
    assert [chip.text for chip in read.chips] == list(found.read)
    assert [chip.text for chip in written.chips] == ["<pad>", *found.labels]
    titles = [titled.title for titled in drawn(answering, Titled)]
    assert titles[:2] == ["T5 reads", "T5 writes"]


def test_a_click_on_a_token_of_an_answer_shows_its_step(answering: Bench) -> None:
    click(answering, lambda hit: find_tag_hit(hit) == TagHit(1, TokenHit(2)))
    assert selected(answering) == 1, "the start token is no step"
    title = next(t.title for t in drawn(answering, Titled) if t.title.startswith("Step"))
    assert title.startswith("Step 2")


def test_beams_of_an_answer_are_a_tree(answering: Bench) -> None:
    choose(answering, method="beam", num_beams=3)
    (tree,) = drawn(answering, BeamTree)
    assert len(tree.steps) == 4
    best = [tree.steps[step][at].id for step, at in sorted(tree.path)]
    assert tuple(best) == draft(answering, "t5").ids


def searched(answering: Bench, key: str = "t5") -> None:
    """A search that ended after its first step, beside a worse hypothesis that went on."""
    seen = draft(answering, key)
    nodes = (
        BeamNode(0, -1, 1, "</s>", -0.5, in_beam=False, finished=True),
        BeamNode(1, -1, 7, "a", -3.0, in_beam=True, finished=False),
    )
    later = (BeamNode(0, 1, 1, "</s>", -4.0, in_beam=False, finished=True),)
    steps = tuple(
        LabelledStep(GenerationStep(at, b[0].id, b[0].token, (), beams=b), b[0].token, (),
                    tuple(node.token for node in b))
        for at, b in enumerate((nodes, later))
    )  # fmt: skip
    answers = {**answering.panel.answer, key: replace(seen, parts=(steps,), ids=(1,))}
    show(answering, answers)


def test_a_search_tells_the_probability_of_what_it_wrote_though_others_went_on(
    answering: Bench,
) -> None:
    choose(answering, method="beam", num_beams=2)
    searched(answering)
    assert ("Log-probability", "-0.50 nats") in answering.panel.details.rows


def test_a_search_ranks_what_it_came_to_by_log_probability_per_token(answering: Bench) -> None:
    choose(answering, method="beam", num_beams=2)
    found = draft(answering, "t5")
    best, *others = found.endings
    assert best.text == found.text
    assert others
    assert f"{nats(best.per_token)} per token" in described_ends(answering)
    details = answering.panel.details
    values = [(nats(one.per_token), one.text.strip() or "–") for one in found.endings]
    at = [name for name, _ in details.rows].index(RANKED)
    assert list(details.rows[at + 1 :]) == values
    assert details.text == RANKING


def described_ends(bench: Bench) -> str:
    (tree,) = drawn(bench, BeamTree)
    last = max(step for step, _ in tree.path)
    return tree.describe(BeamHit(last, next(at for step, at in tree.path if step == last)))


def test_of_long_texts_that_a_search_came_to_the_end_is_shown(answering: Bench) -> None:
    choose(answering, method="beam", num_beams=2)
    long = Ending(" ".join(map(str, range(200))), -1.0)
    seen = replace(draft(answering, "t5"), endings=(long, long))
    show(answering, {**answering.panel.answer, "t5": seen})
    shown = answering.panel.details.rows[-1][1]
    assert shown.startswith("…")
    assert shown.endswith(" 198 199")
    assert len(shown) == LONGEST + 1


def test_a_search_that_came_to_one_text_ranks_nothing(answering: Bench) -> None:
    choose(answering, method="beam", num_beams=1)
    details = answering.panel.details
    assert RANKED not in dict(details.rows)
    assert details.text == ""


def test_the_table_marks_the_hypotheses_that_were_written(answering: Bench) -> None:
    choose(answering, method="beam", num_beams=2)
    searched(answering)
    rows = [row for row in answering.panel.table().rows if row[2] == "hypothesis"]
    assert [(row[4], row[8]) for row in rows] == [("</s>", True), ("a", False), ("</s>", False)]


def test_an_answer_goes_on_behind_what_is_written(answering: Bench) -> None:
    first = draft(answering, "t5").ids
    answering.panel.controls.made["continue"].click()
    answering.settle()
    assert draft(answering, "t5").ids[:4] == first
    assert len(draft(answering, "t5").ids) == 8


def choose_task(bench: Bench, title: str) -> None:
    tasks = bench.panel.controls.made["task"]
    at = tasks.findText(title)
    tasks.setCurrentIndex(at)
    tasks.activated.emit(at)
    bench.settle()
    assert tasks.currentText() == title


def read(bench: Bench) -> str:
    """What the encoder-decoder reads."""
    return draft(bench, "t5").prompt


def test_a_plain_sentence_is_a_gap_to_fill_and_this_is_said(answering: Bench) -> None:
    assert answering.panel.controls.made["task"].currentText() == AUTOMATIC
    assert read(answering) == f"{TEXT} <extra_id_0>"
    notes = [titled.note for titled in drawn(answering, Titled)]
    assert "Its task is to write what <extra_id_0> stands for." in notes


def test_the_words_of_a_task_stand_before_what_is_read_and_not_in_the_sentence(
    answering: Bench,
) -> None:
    choose_task(answering, "Into Korean")
    assert read(answering) == f"translate English to Korean: {TEXT}"
    assert answering.store.state.text == TEXT
    choose_task(answering, "Acceptable or not")
    assert read(answering) == f"acceptable: {TEXT}"
    answering.change(text=f"{TEXT} europe")
    assert read(answering) == f"acceptable: {TEXT} europe"
    choose_task(answering, AS_TYPED)
    assert read(answering) == f"{TEXT} europe"
    assert AS_TYPED_NOTE in [titled.note for titled in drawn(answering, Titled)]


def test_a_sentence_that_does_not_suit_the_task_gives_way_to_an_example_and_this_is_said(
    answering: Bench,
) -> None:
    for title in ("A question", "Into English"):
        choose_task(answering, title)
        assert TEXT not in read(answering)
        assert any(EXAMPLE_NOTE in titled.note for titled in drawn(answering, Titled))
        assert answering.store.state.text == TEXT


def test_two_texts_are_asked_about_together(answering: Bench) -> None:
    answering.change(pair="paris is in france .")
    assert any("second sentence" in note for note in answering.panel.notes)
    choose_task(answering, "How similar")
    expected = f"similarity: sentence1: {TEXT} sentence2: paris is in france ."
    assert read(answering) == expected
    assert not any("second sentence" in note for note in answering.panel.notes)


def test_a_caption_names_the_task(answering: Bench) -> None:
    assert "task “predict a masked span”" in answering.panel.caption_settings()


def test_every_number_shows_the_longest_text_that_it_can_hold(writing: Bench) -> None:
    made = writing.panel.controls.made.values()
    for spin in [one for one in made if isinstance(one, QSpinBox | QDoubleSpinBox)]:
        for value in (spin.minimum(), spin.maximum()):
            spin.setValue(value)
            text = spin.fontMetrics().horizontalAdvance(spin.text())
            assert spin.maximumWidth() - text >= AROUND_NUMBER


def test_a_sure_search_has_no_sign_before_its_zero(answering: Bench) -> None:
    answering.panel.set_option("method", "beam")
    answering.settle()
    draft = answering.panel.answer["t5"]
    sure = tuple(
        replace(w, step=replace(w.step, beams=tuple(replace(n, score=-1e-4) for n in w.step.beams)))
        for w in draft.steps
    )
    show(answering, {draft.card.key: replace(draft, parts=(sure,))})
    assert dict(answering.panel.details.rows)["Log-probability"] == "0.00 nats"


def test_tasks_are_offered_only_where_a_model_answers(writing: Bench) -> None:
    assert not writing.panel.controls.made["task"].isVisible()


def test_an_answer_taken_as_the_sentence_comes_without_the_prompt(answering: Bench) -> None:
    choose_task(answering, "Acceptable or not")
    action = next(action for action in answering.panel.details.actions if "Use" in action.label)
    action.run()
    assert answering.store.state.text == draft(answering, "t5").text.strip()


def test_a_filled_sentence_is_taken_as_the_sentence_with_its_gap_filled(answering: Bench) -> None:
    seen = replace(draft(answering, "t5"), text="<extra_id_0> Paris.")
    show(answering, {**answering.panel.answer, "t5": seen})
    action = next(action for action in answering.panel.details.actions if "Use" in action.label)
    action.run()
    assert answering.store.state.text == f"{TEXT} Paris."


@pytest.mark.parametrize("theme_name", ["light", "dark"])
def test_the_figure_of_an_answer_paints_at_every_width(answering: Bench, theme_name: str) -> None:
    assert_paints(answering, theme_name)


@pytest.fixture
def chatting(folder: Path, tmp_path: Path, qtbot: Any) -> Iterator[Bench]:
    """A decoder whose chat template answers users alone."""
    shutil.copytree(folder / "gpt2", tmp_path / "models" / "chat")
    source = (
        "{% if messages[-1].role != 'user' %}{{ raise_exception('ask first') }}{% endif %}"
        "{% for m in messages %}{{ m.content }} {% endfor %}"
    )
    path = tmp_path / "models" / "chat" / "tokenizer_config.json"
    entries = json.loads(path.read_text())
    path.write_text(json.dumps({**entries, "chat_template": source}))
    settings = {"generation": {"method": "greedy", "max_new_tokens": 2, "task": AS_MESSAGE}}
    with bench(
        *(GenerationPanel, tmp_path / "models", qtbot),
        text="user: Anna assistant: Paris user: Rome",
        models=("chat",),
        panel_settings=settings,
    ) as found:
        yield found


def test_a_conversation_has_its_form_explained_and_a_refused_one_can_be_mended(
    chatting: Bench,
) -> None:
    controls = chatting.panel.controls.made
    assert draft(chatting, "chat").prompt == "Anna Paris Rome "
    assert controls["turns"].isVisible()
    assert "user: Hi assistant: Hello" in controls["turns"].text()
    chatting.store.update(text="user: Anna assistant: Paris")
    chatting.settle()
    refused = chatting.panel.answer["chat"]
    assert isinstance(refused, RejectedPrompt)
    assert "rejects these messages: ask first" in str(refused.error)
    assert controls["task"].isVisible()
    assert controls["turns"].isVisible()
    choose_task(chatting, AS_TYPED)
    assert not controls["turns"].isVisible()
