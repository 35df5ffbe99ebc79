"""A person looks for a comparison, reads its page, runs it, and sees the effect live."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRectF, Qt

from explorer.core.comparisons import pages
from explorer.core.comparisons.pages import BUNDLED, MeasuredResult, Page, page
from explorer.core.comparisons.wording import scale_of, worlds_text
from explorer.core.jobs.jobs import Progress
from explorer.ui.graphics.charts.curves import ticks
from explorer.ui.graphics.charts.effect_rows import EffectRows
from explorer.ui.graphics.charts.interval_chart import IntervalLines, IntervalRows, PointHit
from explorer.ui.graphics.drawing import TextBlock, Titled, number
from explorer.ui.panel_base.marks import parts
from explorer.ui.panels.comparisons import panel as comparisons
from explorer.ui.panels.comparisons.charts import card_chart, charts, series_of
from explorer.ui.panels.comparisons.gallery import CARDS, CardGrid, CardHit
from explorer.ui.panels.comparisons.page import figure, table
from explorer.ui.panels.comparisons.panel import ComparisonsPanel
from models.comparison.bundled import bundled_path
from models.comparison.catalog import experiments, find_experiment
from models.comparison.evidence.statistics import evaluate
from models.comparison.fits import fitted_laws
from models.comparison.results import (
    ArmMeasurement,
    MeasuredComparison,
    read_result,
    write_result,
)
from models.comparison.run import Plan
from models.comparison.spec import ExperimentSpec
from models.data.texts.identity import TextIdentity
from tests.explorer.core.comparisons.made_up import made_up, use_bundled_folder, write_made_up
from tests.explorer.ui.panel_bench import Bench, bench

NAME = "masking_rate"
SPEC = find_experiment(NAME)


@pytest.fixture
def bundled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "bundled"
    use_bundled_folder(monkeypatch, folder)
    write_made_up(SPEC, folder / f"{NAME}.json", step=-0.1)
    return folder


@pytest.fixture
def shown(bundled: Path, tmp_path: Path, qtbot: Any) -> Iterator[Bench]:
    with bench(ComparisonsPanel, tmp_path / "no-models", qtbot, models=()) as found:
        yield found


def cards(found: Bench) -> CardGrid:
    drawings = parts(found.canvas.drawing, found.canvas.rect().toRectF())
    grids = [drawing for drawing, _ in drawings if isinstance(drawing, CardGrid)]
    return next(one for one in grids if any(card.spec.name == NAME for card in one.cards))


def opened(found: Bench) -> Bench:
    found.change(panel_settings={"comparisons": {"opened": NAME}})
    return found


def text_of(found: Bench) -> str:
    """All words of the page."""
    drawing, rect = found.canvas.drawing, found.canvas.rect().toRectF()
    words = [part.text for part, _ in parts(drawing, rect) if hasattr(part, "text")]
    titles = [part.title for part, _ in parts(drawing, rect)]
    return " ".join([*words, *titles])


def test_a_click_on_a_card_opens_its_page_and_back_returns(shown: Bench) -> None:
    area = cards(shown).laid_out().find(CardHit(NAME))
    assert area is not None
    shown.click(CARDS, CardHit(NAME))
    assert shown.store.state.settings("comparisons")["opened"] == NAME
    assert SPEC.question in text_of(shown)
    shown.panel.press("back")
    shown.settle()
    assert cards(shown)


def test_the_search_leaves_the_cards_that_match(shown: Bench) -> None:
    shown.panel.controls.made["search"].setText("nothing has these words")
    shown.settle()
    assert "No comparison matches" in text_of(shown)
    shown.panel.controls.made["search"].setText("masked")
    shown.settle()
    assert cards(shown).laid_out().find(CardHit(NAME)) is not None


def test_cards_with_a_result_come_first(shown: Bench) -> None:
    assert cards(shown).cards[0].spec.name == NAME


def test_every_card_has_a_tip_and_is_reached_by_keys(shown: Bench) -> None:
    drawing = cards(shown)
    hits = [target.hit for target in drawing.laid_out().targets]
    assert all(drawing.describe(hit) for hit in hits)
    assert drawing.neighbour(None, 1, 0) == hits[0]


def test_a_page_has_the_claim_the_verdict_and_every_field(shown: Bench) -> None:
    words = text_of(opened(shown))
    for claim in SPEC.claims:
        assert claim.text in words
    assert "Verdict: " in words
    assert "What differs" in words
    assert "Held equal" in words


def test_a_page_begins_with_the_answer_and_says_what_was_registered(shown: Bench) -> None:
    first = SPEC.claims[0].contrasts[0].says.split("{value}")[0]
    words = text_of(opened(shown))
    assert words.index(SPEC.question) < words.index(first) < words.index(SPEC.claims[1].text)
    assert "Registered on" in words


def test_effects_of_one_unit_share_one_axis_and_the_number_of_the_paper_is_on_it() -> None:
    spec = find_experiment("sentence_objectives")
    found = page(spec)
    drawn = [
        part
        for part, _ in parts(figure(found), QRectF(0, 0, 900, 3000))
        if isinstance(part, EffectRows)
    ]
    units = {scale_of(spec, one) for claim in spec.claims for one in claim.contrasts}
    assert len(drawn) == len(units)
    bars = [bar for rows in drawn for bar in rows.bars]
    assert {bar.published for bar in bars} == {34.5, 26.5, None}
    for rows in drawn:
        low, high = rows.limits
        assert all(low < end < high for bar in rows.bars for end in bar.ends)


def test_buttons_say_how_long_a_run_takes(shown: Bench) -> None:
    opened(shown)
    assert "about" in shown.panel.whole.text()
    assert "about" in shown.panel.run_bar.start.text()


def test_a_page_has_a_chart_with_the_estimates_as_tips(shown: Bench) -> None:
    found = opened(shown).canvas
    rect = found.rect().toRectF()
    charts = [
        part
        for part, _ in parts(found.drawing, rect)
        if isinstance(part, IntervalLines | IntervalRows)
    ]
    assert len(charts) == len(SPEC.metrics)
    assert "(" in charts[0].describe(PointHit(0, 0))  # the interval


def test_the_table_has_every_row(shown: Bench) -> None:
    opened(shown)
    rows = made_up(SPEC, step=-0.1).rows
    assert len(shown.panel.table().rows) == len(rows)
    shown.panel.press("back")
    shown.settle()
    assert len(shown.panel.table().rows) == len(experiments())


def test_an_own_result_is_shown_beside_the_bundled_one(shown: Bench) -> None:
    opened(shown)
    plan = pages.plan_of(NAME, quick=True)
    write_made_up(SPEC, plan.folder / "result.json", seeds=2, quick=True)
    shown.panel.refresh()
    shown.settle()
    words = text_of(shown)
    assert "quick run here" in words
    assert "bundled with the program" in words


def test_a_page_says_what_was_equal_in_the_results_that_it_shows(tmp_path: Path) -> None:
    text = tmp_path / "my_own.txt"
    text.write_text("\n\n".join(f"Line {n}." for n in range(60)), encoding="utf-8")
    plan = Plan(SPEC, tmp_path, tmp_path, quick=True, data=str(text))
    own = replace(made_up(SPEC, quick=True), recipes=plan.recipes())
    results = {"Bundled": made_up(SPEC), "Quick run here": own}

    def equal(*shown: str) -> dict[str, str]:
        found = tuple(replace(measured(SPEC, results[one]), source=one) for one in shown)
        drawn = parts(figure(Page(SPEC, found)), QRectF(0, 0, 900, 5000))
        titled = [part for part, _ in drawn if part.title.startswith("Held equal")]
        return {part.title: part.drawing.text for part in titled}

    assert set(equal("Bundled")) == {"Held equal"}
    assert "data world:en, " in equal("Bundled")["Held equal"]
    (alone,) = equal("Quick run here").values()
    assert "data my_own.txt, " in alone
    assert f"steps {SPEC.quick_steps}, " in alone
    both = equal("Bundled", "Quick run here")
    assert both == {
        "Held equal: bundled": equal("Bundled")["Held equal"],
        "Held equal: quick run here": alone,
    }


def test_a_damaged_result_is_said_on_the_page(shown: Bench, bundled: Path) -> None:
    (bundled / f"{NAME}.json").write_text("{}", encoding="utf-8")
    words = text_of(opened(shown))
    assert f"{NAME}.json cannot be used" in words


def test_see_it_live_sets_everything_in_one_step_that_undo_takes_back(shown: Bench) -> None:
    opened(shown)
    before = shown.store.state
    shown.panel.press("live")
    state = shown.store.state
    assert (state.text, state.models, state.panel) == (
        SPEC.live.text,
        SPEC.live.models,
        SPEC.live.panel,
    )
    shown.store.undo()
    assert (shown.store.state.text, shown.store.state.models) == (before.text, before.models)


def test_it_runs_here_and_the_result_appears(
    shown: Bench, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def run_comparison(name: str, *, quick: bool, data: str = "") -> Any:
        calls.append((name, quick, data))
        yield Progress("Running", 1, 2, 1.0, "parts")
        plan = pages.plan_of(name, quick=quick)
        write_made_up(SPEC, plan.folder / "result.json", seeds=2, quick=True)
        return made_up(SPEC)

    monkeypatch.setattr(comparisons, "run_comparison", run_comparison)
    opened(shown)
    qtbot.mouseClick(shown.panel.run_bar.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "quick run here" in text_of(shown), timeout=10_000)
    assert calls == [(NAME, True, "")]


def test_a_tour_is_asked_for_by_its_name(shown: Bench, qtbot: Any) -> None:
    with qtbot.waitSignal(shown.panel.tour_requested) as signal:
        opened(shown).panel.press("tour")
    assert signal.args == [NAME]


def measured(spec: ExperimentSpec, result: MeasuredComparison) -> MeasuredResult:
    result = replace(result, laws=fitted_laws(spec, result))
    return MeasuredResult(BUNDLED, result, evaluate(spec, result))


def test_arms_that_are_points_of_several_lines_are_drawn_as_these(qapp: object) -> None:
    spec = find_experiment("tokenizers")
    lines = series_of(spec, measured(spec, made_up(spec)), spec.metrics[0])
    assert [line.name for line in lines] == [*dict.fromkeys(arm.line for arm in spec.arms)]
    assert [point.x for point in lines[0].points] == [1000, 3000, 8000]


def test_points_are_where_their_arms_are_and_curves_of_one_line_have_its_colour() -> None:
    spec = find_experiment("scaling")
    result = measured(spec, read_result(bundled_path(spec.name)))
    last, during, early = (series_of(spec, result, metric) for metric in spec.metrics)
    titles = [*dict.fromkeys(arm.line for arm in spec.arms)]
    for lines in (last, early):
        assert [line.name for line in lines] == titles
        assert [p.x for p in lines[0].points] == [a.x for a in spec.arms if a.line == titles[0]]
    assert len(during) == len(spec.arms)
    assert [titles.index(line.name) for line in during] == [line.slot for line in during]


def test_fitted_laws_are_on_the_page_beside_those_of_the_papers(qtbot: Any) -> None:
    spec = find_experiment("scaling")
    rows = []
    for arm in spec.arms:
        data = float(spec.recipe(arm.name).data_tokens)
        assert arm.x is not None
        loss = 1.5 + (2e3 / arm.x) ** 0.4 + (4e3 / data) ** 0.3
        for metric, value in (("parameters", arm.x), ("data", data), ("loss", loss)):
            rows += [ArmMeasurement(arm.name, seed, 1.0, metric, value, 1, 1.0) for seed in (1, 2)]
    result = MeasuredComparison(spec.name, False, (1, 2), tuple(rows), {})
    drawing = figure(Page(spec, (measured(spec, result),)))
    tables = [
        part for part, _ in parts(drawing, QRectF(0, 0, 900, 3000)) if part.title == "Power laws"
    ]
    texts = [" ".join(cell.text for cell in row.cells) for row in tables[-1].rows]
    both = next(text for text in texts if "parameters and tokens" in text)
    assert "0.4, 0.3" in both
    assert "Hoffmann" in both
    assert "0.34, 0.28" in both


def test_points_are_at_the_places_of_their_rows_and_metrics_without_places_are_rows() -> None:
    spec = find_experiment("direction")
    result = made_up(spec)
    rows = [
        replace(row, x=at)
        for row in result.rows
        for at in ((1.0, 8.0) if row.metric == "accuracy_by_distance" else (None,))
    ]
    result = replace(result, rows=tuple(rows))
    by_distance, overall, loss = charts(Page(spec, (measured(spec, result),)))
    assert isinstance(by_distance.drawing, IntervalLines)
    assert [point.x for point in by_distance.drawing.series[0].points] == [1.0, 8.0]
    assert isinstance(overall.drawing, IntervalRows)
    assert isinstance(loss.drawing, IntervalRows)


def test_charts_of_one_unit_share_their_axis(qapp: object) -> None:
    spec = find_experiment("founders")
    result = made_up(spec, step=-0.1)
    scaled = {"true_at_once": 0.5, "log_one_by_one": 3.0}
    rows = [replace(row, value=row.value * scaled.get(row.metric, 1)) for row in result.rows]
    result = replace(result, rows=tuple(rows))
    drawn = list(charts(Page(spec, (measured(spec, result),))))
    limits = {chart.title: chart.drawing.limits for chart in drawn}
    at_once, one_by_one, log_at_once, log_one_by_one = list(limits.values())[:4]
    assert at_once == one_by_one
    assert log_at_once == log_one_by_one != at_once
    for chart in drawn:
        low, high = chart.drawing.limits
        ends = [end for one in chart.drawing.series for end in one.points[0].ends]
        assert low < min(ends) <= max(ends) < high
        assert chart.drawing.laid_out(600).texts.count(number(ticks(low, high, 4)[0])) == 1


def test_an_arm_that_is_one_point_of_a_line_is_at_the_place_that_was_measured() -> None:
    spec = find_experiment("sharing")
    result = made_up(spec)
    rows = [replace(row, x=100.0 + 10 * len(row.arm)) for row in result.rows]
    result = replace(result, rows=tuple(rows))
    drawing = next(charts(Page(spec, (measured(spec, result),)))).drawing
    assert isinstance(drawing, IntervalLines)
    assert [one.name for one in drawing.series] == ["E = 96", "E = 24"]
    assert drawing.series[0].points[0].x == 170.0  # none_96


def test_curves_are_drawn_along_the_tokens_that_were_read() -> None:
    spec = replace(
        find_experiment("direction"),
        along="tokens",
        metrics=find_experiment("direction").metrics[:1],
    )
    result = made_up(spec)
    rows = [
        replace(row, x=step, tokens=int(100 * step)) for row in result.rows for step in (1.0, 2.0)
    ]
    result = replace(result, rows=tuple(rows))
    drawing = next(charts(Page(spec, (measured(spec, result),)))).drawing
    assert [point.x for point in drawing.series[0].points] == [100.0, 200.0]


def traded(spec: ExperimentSpec) -> Page:
    """Costs and qualities that differ in every arm, variant and seed."""
    rows = [
        ArmMeasurement(
            arm.name, seed, None, metric.name, 0.1 * (n + 1) + place + 0.001 * seed, 1, 1.0
        )
        for n, arm in enumerate(spec.arms)
        for place, metric in enumerate(spec.metrics)
        for seed in (1, 2, 3, 4, 5)
    ]
    return Page(
        spec,
        (measured(spec, MeasuredComparison(spec.name, False, (1, 2, 3, 4, 5), tuple(rows), {})),),
    )


def test_accuracy_is_drawn_by_bytes_and_by_milliseconds_of_every_arm_and_variant() -> None:
    spec = find_experiment("compression_methods")
    by_bytes, by_time, *others = charts(traded(spec))
    for titled, tradeoff in zip((by_bytes, by_time), spec.tradeoffs, strict=True):
        assert isinstance(titled.drawing, IntervalLines)
        assert titled.title == f"{tradeoff.title}, %"
        assert [line.name for line in titled.drawing.series] == [arm.title for arm in spec.arms]
        for line in titled.drawing.series:
            assert {point.kind for point in line.points} == set(range(len(tradeoff.variants)))
            places = [point.x or 0.0 for point in line.points]
            assert places == sorted(places)
            assert all(point.low is not None for point in line.points)
    assert "ms" in by_time.drawing.describe(PointHit(0, 0))
    assert len(others) == 1  # half of the weights zero, which is in no trade-off


def test_the_card_of_a_comparison_with_trade_offs_shows_the_first_of_them() -> None:
    spec = find_experiment("compression_methods")
    page = traded(spec)
    titled = card_chart(spec, page.measured[0])
    assert titled is not None
    title, drawing = titled
    assert title == f"{spec.tradeoffs[0].title}, %"
    assert isinstance(drawing, IntervalLines)


def both_worlds(folder: Path, *, step: float) -> Page:
    """A page with a bundled result of the mini-world, and one of a real text."""
    text = TextIdentity("wikitext-2", "WikiText-2", "CC BY-SA 3.0", "a" * 64)
    levels = {arm.name: {"unigram": 5.5, "5gram": 2.5} for arm in SPEC.arms}
    on_text = replace(made_up(SPEC, step=step), text=text, baselines=levels)
    write_result(on_text, folder / f"{NAME}.wikitext-2.json")
    return page(SPEC)


def test_a_result_on_a_real_text_stands_beside_that_of_the_mini_world(bundled: Path) -> None:
    shown = both_worlds(bundled, step=-0.1)
    assert [shown.name_of(one) for one in shown.measured] == ["the mini-world", "WikiText-2"]
    drawn = [part for part, _ in parts(figure(shown), QRectF(0, 0, 900, 9000))]
    bars = [bar.name for part in drawn if isinstance(part, EffectRows) for bar in part.bars]
    assert bars.count("   WikiText-2") == len(bars) / 2, "each effect has a row for each world"
    written = " ".join(part.text for part in drawn if isinstance(part, TextBlock))
    assert "On WikiText-2" in written
    sources = {row[0] for row in table(shown).rows}
    assert sources == {"the mini-world", "WikiText-2"}
    made = [part.note for part in drawn if "SHA-256 aaaaaaaaaaaa" in getattr(part, "note", "")]
    assert "WikiText-2, CC BY-SA 3.0" in made[0]


@pytest.mark.parametrize(
    ("step", "says"),
    [(-0.1, "as in the mini-world"), (0.1, "unlike in the mini-world")],
)
def test_a_page_says_claim_by_claim_whether_the_worlds_agree(
    step: float, says: str, bundled: Path
) -> None:
    here, (there,) = both_worlds(bundled, step=step).worlds or (None, ())
    assert here is not None
    claim = replace(SPEC.claims[0], contrasts=SPEC.claims[0].contrasts[:1])
    spec = replace(SPEC, floors=(), claims=(claim,))
    claims = [evaluate(spec, one.result).claims[0] for one in (here, there)]
    assert says in worlds_text(SPEC, *claims, "WikiText-2")
    open_claim = replace(claims[1], claim=replace(claims[1].claim, untestable="it is small"))
    assert "open in at least one of both" in worlds_text(SPEC, claims[0], open_claim, "WikiText-2")


def test_count_models_are_grey_lines_in_the_charts_of_losses_alone(bundled: Path) -> None:
    shown = both_worlds(bundled, step=-0.1)
    drawn = [one for one in charts(shown) if isinstance(one, Titled)]
    lines = {one.title: one.drawing.levels for one in drawn}
    for metric in SPEC.metrics:
        (found,) = (levels for title, levels in lines.items() if title.startswith(metric.title))
        assert [one.value for one in found] == ([5.5, 2.5] if "nats" in metric.unit else [])
    noted = next(one.note for one in drawn if one.drawing.levels)
    assert "WikiText-2: unigram 5.5 (dotted), 5-gram 2.5 (dashed)" in noted
    low, high = next(one.drawing.limits for one in drawn if one.drawing.levels)
    assert low < 2.5 < 5.5 < high


def test_arms_with_other_tokens_have_two_lines(bundled: Path) -> None:
    levels = {arm.name: {"5gram": 2.5 + n} for n, arm in enumerate(SPEC.arms[:2])}
    found = replace(made_up(SPEC), baselines=levels)
    drawn = [one for one in charts(Page(SPEC, (measured(SPEC, found),))) if one.drawing.levels]
    assert [level.value for level in drawn[0].drawing.levels] == [2.5, 3.5]
    assert "5-gram 2.5 to 3.5" in drawn[0].note


def test_a_run_on_a_text_does_not_hide_that_of_the_mini_world(bundled: Path) -> None:
    own = pages.runs_folder(NAME)
    write_made_up(SPEC, own / "whole-00000001" / "result.json")
    text = TextIdentity("story.txt", "story.txt", "", "b" * 64)
    path = own / "whole-00000002" / "result.json"
    path.parent.mkdir(parents=True)
    write_result(replace(made_up(SPEC), text=text), path)
    found = page(SPEC)
    names = {found.name_of(one) for one in found.measured}
    assert names == {"the mini-world", "run here, the mini-world", "run here, story.txt"}


def test_a_text_by_name_is_chosen_for_a_run(
    shown: Bench, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def run_comparison(name: str, *, quick: bool, data: str = "") -> Any:
        calls.append(data)
        yield Progress("Running", 1, 2, 1.0, "parts")
        return made_up(SPEC)

    monkeypatch.setattr(comparisons, "run_comparison", run_comparison)
    panel = opened(shown).panel
    panel.text_box.chosen.emit("wordnet:/somewhere")
    shown.settle()
    assert panel.text_box.value == "wordnet:/somewhere"
    qtbot.mouseClick(panel.run_bar.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: calls == ["wordnet:/somewhere"], timeout=10_000)
