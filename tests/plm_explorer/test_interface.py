"""The Python interface as a notebook uses it: tables, files, and errors that say what to do."""

import csv
import json
import os
import re
import subprocess
import sys
from base64 import b64decode
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import plm_explorer as plm
from explorer.core.comparisons import pages
from explorer.core.comparisons.pages import runs_folder
from models.comparison.results import write_result
from models.runtime.resources import resource
from models.schema.records import TokenChange
from plm_explorer import experiments
from plm_explorer.library import library
from tests.explorer.adapters import write_adapter

SCREENS = {"DISPLAY", "QT_QPA_PLATFORM", "WAYLAND_DISPLAY"}
TEXT = "The capital of France is Paris. It is in Europe."
MEAN_MAP = ("attention", "mean", "mean")  # what, layer and head of a row of a figure's table


def read_csv(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


def test_a_result_is_a_table_in_a_notebook_and_in_files(tmp_path: Path) -> None:
    tokens = plm.tokenize("bert-mini", "Paris is <b>in</b> France.")
    html = tokens._repr_html_()
    assert "<td>Paris</td>" in html
    assert "<b>in" not in html
    assert html.count("<tr>") == len(tokens.rows) + 1
    header, *rows = read_csv(tokens.save(tmp_path / "new" / "tokens.csv"))
    assert header == list(tokens.columns)
    assert [row[1] for row in rows] == list(tokens.tokens)
    saved = json.loads(tokens.save(tmp_path / "tokens.json").read_text(encoding="utf-8"))
    assert [row["id"] for row in saved["rows"]] == tokens.ids
    assert "tokens of bert-mini" in repr(tokens)


def test_a_long_table_says_how_many_rows_are_left_out() -> None:
    html = plm.tokenize("gpt2-mini", "a b c " * 30)._repr_html_()
    assert "more rows" in html


def test_corruption_is_that_of_the_objective_and_repeats_by_its_seed() -> None:
    first, again = (plm.corrupt("bert-mini", TEXT, seed=3) for _ in range(2))
    assert first.rows == again.rows
    assert first.masked
    other = plm.corrupt("bert-mini", TEXT, seed=3, rate=0.5)
    assert len(other.masked) > len(first.masked)
    changes = {at: name for at, *_, name in first.rows}
    assert {changes[at] for at in first.masked} <= {one.name.lower() for one in TokenChange} - {
        "kept"
    }
    spans = plm.corrupt("t5-mini", TEXT)
    assert spans.target[0].startswith("<extra_id_0")
    assert len(spans.fed) < len(spans.rows)


def test_a_trace_is_of_what_was_corrupted() -> None:
    masked = plm.corrupt("bert-mini", TEXT, mask=[6])
    clean, hidden = plm.trace("bert-mini", TEXT), plm.trace("bert-mini", masked)
    assert np.allclose(clean.attention.sum(-1), 1, atol=1e-4)
    assert clean.hidden.shape == hidden.hidden.shape == (5, len(masked.rows), 128)
    assert not np.allclose(clean.hidden[0][6], hidden.hidden[0][6])
    assert np.allclose(clean.hidden[0][5], hidden.hidden[0][5])


def shown(result: plm.Result) -> str:
    """The text of the picture that a notebook shows above a table."""
    (source,) = re.findall('src="data:image/svg[+]xml;base64,([^"]+)"', result._repr_html_())
    return " ".join(ElementTree.fromstring(b64decode(source)).itertext())


def test_a_notebook_shows_the_figures_of_tokens_corruption_and_attention(qapp: Any) -> None:
    tokens, masked = plm.tokenize("bert-mini", TEXT), plm.corrupt("bert-mini", TEXT, mask=[4])
    assert {"Paris", *map(str, tokens.ids)} <= {*shown(tokens).split()}
    assert "What each model is fed" in shown(masked)
    assert "What each model predicts" not in shown(masked)  # the section after it
    for result in (masked, plm.trace("bert-mini", masked)):
        assert "[MASK]" in shown(result)
        assert "France" not in shown(result).replace(TEXT, "")  # which the caption quotes
    without_attention = plm.trace("elmo-mini", TEXT)._repr_html_()
    assert "<img" not in without_attention
    assert "<td>hidden/" in without_attention


@pytest.mark.parametrize("name", ["bert-mini", "xlnet-mini", "t5-mini", "electra-mini"])
def test_the_figure_of_a_trace_has_the_attention_that_was_recorded(qapp: Any, name: str) -> None:
    traced = plm.trace(name, plm.corrupt(name, TEXT, seed=3, rate=0.4))
    drawn = [row for row in traced.figure().rows if row[:1] + row[3:5] == MEAN_MAP]
    stream = traced.arrays[f"attention/{drawn[0][2]}"]  # (L, H, R, C)
    assert np.allclose([row[-1] for row in drawn], stream.mean((0, 1)).ravel(), atol=1e-6)
    assert "masked, replaced or predicted" in traced.figure().notes[-1]


def test_an_adapter_is_loaded_on_a_named_base_and_merged(tmp_path: Path) -> None:
    base = resource("checkpoints", "bert-mini")
    folder = write_adapter(base, tmp_path / "tuned", "someone/bert-large")
    with pytest.raises(plm.UserError, match="someone/bert-large"):
        plm.load(folder)
    adapted = plm.load(folder, base="bert-mini")
    try:
        merged = plm.merge(adapted, tmp_path / "merged")
        keys = (adapted, merged, f"{adapted.key}@base", "bert-mini")
        states = [plm.trace(one, "Paris is in France.").hidden[-1] for one in keys]
    finally:
        library().forget(adapted.key)
    np.testing.assert_array_equal(states[0], states[1])
    np.testing.assert_array_equal(states[2], states[3])
    assert not np.allclose(states[0], states[2])


def test_sampling_repeats_by_its_seed() -> None:
    options: dict[str, Any] = {"method": "sample", "max_new_tokens": 6}
    written = [plm.generate("gpt2-mini", "A dog", seed=seed, **options).ids for seed in (1, 1, 2)]
    assert written[0] == written[1] != written[2]
    text = plm.generate("gpt2-mini", "The capital of France is", max_new_tokens=2)
    assert str(text) == text.text
    assert [row[1] for row in text.rows] == list(text.tokens)
    assert len(text.steps) == len(text.ids)


def test_a_comparison_has_numbers_with_intervals_and_a_run_here_replaces_the_bundled_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bundled = plm.compare("masking_rate")
    assert all(low < difference < high for _, difference, low, high, *_ in bundled.rows)
    assert len(bundled.means) == 8
    text, verdict, reason = bundled.claims[0]
    assert "15 %" in text
    assert verdict == "not testable here"
    assert "5-gram" in reason
    with monkeypatch.context() as nothing_bundled:
        nothing_bundled.setattr(pages, "bundled_paths", lambda name: [])
        with pytest.raises(plm.UserError, match='run="quick"'):
            plm.compare("masking_rate")

    def run_in_no_time(name: str, *, quick: bool) -> Iterator[object]:
        folder = runs_folder(name) / "quick-0"
        folder.mkdir(parents=True)
        quick_result = replace(bundled.measured.result, quick=quick, seeds=(1, 2))
        write_result(quick_result, folder / "result.json")
        yield from ()

    monkeypatch.setattr(experiments, "run_comparison", run_in_no_time)
    assert plm.compare("masking_rate", run="quick").measured.result.seeds == (1, 2)
    assert plm.compare("masking_rate").measured.result.seeds == bundled.measured.result.seeds


def test_lists_name_what_the_functions_take() -> None:
    assert "bert-mini" in plm.models().names
    assert {"attention", "comparisons", "tokens"} <= set(plm.panels().names)
    assert "masking_rate" in plm.comparisons().names
    with pytest.raises(plm.UserError, match="has no picture"):
        plm.models().save("models.png")


MISTAKES: dict[str, tuple[Callable[[], object], str]] = {
    "no model": (lambda: plm.load("nope"), "There is no model 'nope'"),
    "not here": (lambda: plm.load("someone/some-model"), "offline=False"),
    "no panel": (lambda: plm.figure("attentio"), "There is no panel 'attentio'"),
    "no view": (lambda: plm.figure("layers", view="x"), "has no view 'x'"),
    "no size": (lambda: plm.figure("tokens", "bert-mini", size="wall"), "column, page, slide"),
    "too many": (lambda: plm.figure("tokens", ["bert-mini"] * 5), "do not fit side by side"),
    "no text": (lambda: plm.figure("tokens", "bert-mini", ""), "There is no text"),
    "no format": (lambda: plm.models().save("models.doc"), "End it with one of"),
    "special token": (lambda: plm.corrupt("bert-mini", "a b", mask=[0]), "Choose among"),
    "rate": (lambda: plm.corrupt("bert-mini", "a b", rate=2), "from 0.01 to 1"),
    "cannot write": (lambda: plm.generate("bert-mini", "A"), "cannot continue a text"),
    "no room": (lambda: plm.generate("gpt2-mini", "a dog " * 300), "no room for an answer"),
    "no method": (lambda: plm.generate("gpt2-mini", "A", "best"), "no method 'best'"),
    "no comparison": (lambda: plm.compare("x"), "There is no comparison 'x'"),
    "no data": (lambda: plm.fine_tune("bert-mini", "nope"), "no such file"),
    "no field": (lambda: plm.fine_tune("bert-mini", "world:sentiment:en", epoch=1), "'epoch'"),
}


@pytest.mark.parametrize(("mistake", "words"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_explained(qapp: Any, mistake: Callable[[], object], words: str) -> None:
    with pytest.raises(plm.UserError) as raised:
        mistake()
    assert words in str(raised.value)


@pytest.mark.parametrize("call", [plm.tokenize, plm.corrupt, plm.trace])
def test_a_text_that_does_not_fit_is_cut_with_a_warning(call: Callable[..., object]) -> None:
    with pytest.warns(
        UserWarning, match=r"bert-mini: the last 174 tokens .* 128 at most"
    ) as caught:
        call("bert-mini", "a dog " * 150)
    assert caught[0].filename == __file__


def test_another_models_corruption_is_rejected() -> None:
    with pytest.raises(plm.UserError, match="corrupted for bert-mini"):
        plm.trace("gpt2-mini", plm.corrupt("bert-mini", TEXT, mask=[1]))


def test_a_script_needs_no_qt_application_and_no_display(tmp_path: Path) -> None:
    script = (
        "import plm_explorer as plm\n"
        "figure = plm.figure('comparisons', options={'opened': 'masking_rate'}, dark=True)\n"
        f"figure.save({str(tmp_path / 'rates.png')!r}, dpi=60)\n"
        "assert figure._repr_svg_().startswith('<?xml')\n"
    )
    without = {k: v for k, v in os.environ.items() if k not in SCREENS}
    command = [sys.executable, "-c", script]
    done = subprocess.run(
        command, env=without, capture_output=True, text=True, check=False, cwd=Path.cwd()
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "rates.png").read_bytes().startswith(b"\x89PNG")
