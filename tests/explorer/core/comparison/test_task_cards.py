"""Tasks as cards, and the scores that were published on them."""

from pathlib import Path

from explorer.commands.figures import draw_figures
from explorer.core.comparison.published import LISTING, TASKS, published_table
from explorer.core.comparison.task_cards import TASK_COLUMNS, published_scores, task_cards
from explorer.core.state.state import State
from models.data.labelled.catalog import WORLD_SETS

GLUE = ("CoLA", "SST-2", "MRPC", "STS-B", "QQP", "MNLI", "QNLI", "RTE", "WNLI")


def test_the_nine_tasks_of_glue_and_those_of_the_papers_are_there() -> None:
    names = [one.name for one in task_cards()]
    assert tuple(names[:9]) == GLUE
    assert {"SQuAD 1.1", "SQuAD 2.0", "SWAG", "CoQA", "CNN/Daily Mail", "decaNLP"} <= {*names}
    assert {"WMT14 English–French", "KorQuAD 1.0", "KLUE"} <= {*names}


def test_every_task_and_every_score_has_its_source() -> None:
    assert all(one.source and one.example for one in task_cards())
    assert all(one.source and 0 <= one.value <= 100 for one in published_scores())
    known = {one.name for one in task_cards()}
    others = {"GLUE, average without WNLI", "MNLI, by data and steps"}
    assert {one.task for one in published_scores()} - known == others


def test_what_stands_in_for_a_task_is_a_set_of_the_mini_world() -> None:
    titles = {one.title for one in WORLD_SETS.values()}
    assert {one.here for one in task_cards()} - titles == {"", "Tasks of t5-mini"}


def test_the_89_of_coqa_are_those_of_people() -> None:
    scores = {one.model: one.value for one in published_scores() if one.task == "CoQA"}
    assert scores["GPT-2 xl, zero-shot"] == 55
    assert scores["people; a fine-tuned BERT is near them"] == 89


def test_the_table_has_every_task_and_every_score() -> None:
    table = published_table([TASKS])
    assert table.columns == TASK_COLUMNS
    asked = [one for one in task_cards() if one.question]
    assert len(asked) >= 15
    assert all(one.context and one.answer for one in asked)
    assert len(table.rows) == len(task_cards()) + len(asked) + len(published_scores())


def test_the_list_of_tasks_is_drawn(tmp_path: Path) -> None:
    settings = {"compare": {"view": "published", LISTING: TASKS}}
    state = State(panel="compare", models=(), panel_settings=settings)
    (path,) = draw_figures({"tasks": state}, tmp_path, dpi=96)
    assert path.stat().st_size > 10_000
