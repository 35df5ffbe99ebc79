"""Minimal pairs in bundled models: every objective, counts beside, from the disk, and problems."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from explorer.core.pairs import scores
from explorer.core.pairs.baselines import CountedText
from explorer.core.pairs.request import PairsAnswer, PairsChoice, answers_to_pairs, pairs_request
from explorer.core.pairs.results import PairsScene, accuracy_table, comparisons, limits, table_of
from explorer.core.sentences.source import SourceChoice
from explorer.core.surprisal.request import (
    NATS,
    SurprisalAnswer,
    SurprisalChoice,
    answers_to_surprisal,
    surprisal_request,
)
from models.data.judgements.minimal_pairs import MinimalPair, PairSet
from models.runtime.generators import run_to_end

PAIRS = [
    ("Paris is in France.", "Paris are in France.", "agreement"),
    ("Anna drinks tea.", "Anna drink tea.", "agreement"),
    ("She needs an umbrella.", "She needs a umbrella.", "articles"),
    ("Tom is a cook.", "Tom is an cook.", "articles"),
    ("Same.", "Same.", "articles"),
]


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(Library())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    lines = ["good,bad,phenomenon,language", *(f"{g},{b},{p},en" for g, b, p in PAIRS)]
    written = tmp_path / "own.csv"
    written.write_text("\n".join(lines), encoding="utf-8")
    return written


def answer(engine: Engine, path: Path, *keys: str, **choice: Any) -> PairsAnswer:
    request = pairs_request(keys, PairsChoice(str(path), **choice))
    found: PairsAnswer = run_to_end(answers_to_pairs(request, engine))
    return found


def test_each_objective_of_a_model_has_its_own_scores(
    engine: Engine, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = answer(engine, path, "gpt2-mini", "electra-mini", "t5-mini")
    kinds = [(one.key, one.kind) for one in found.series]
    assert kinds == [
        ("gpt2-mini", "next"),
        ("electra-mini", "masked"),
        ("electra-mini", "detected"),
        ("t5-mini", "left_out"),
    ]
    assert [one.kind for one in found.baselines] == ["unigram", "5gram"]
    assert len(found.pairs) == 4
    assert all(one.totals.shape == (4, 2) and (one.totals < 0).all() for one in found.series)
    assert found.series[0].outcomes(per_token=False).mean() >= 0.75

    def never(*_: object) -> None:
        raise AssertionError("it is on the disk")

    monkeypatch.setattr(scores, "_score_texts", never)
    again = answer(engine, path, "gpt2-mini", "electra-mini", "t5-mini")
    for one, other in zip(found.series, again.series, strict=True):
        np.testing.assert_array_equal(one.totals, other.totals)


def test_what_is_chosen_changes_the_scores(engine: Engine, path: Path) -> None:
    plain = answer(engine, path, "gpt2-mini").series[0]
    shorter = answer(engine, path, "gpt2-mini", first=False).series[0]
    assert (plain.counts - shorter.counts == 1).all()
    assert (shorter.totals > plain.totals).all()
    np.testing.assert_allclose(plain.scores(True), plain.totals / plain.counts, rtol=1e-6)
    (words,) = answer(engine, path, "roberta-mini", by_word=True).series
    (tokens,) = answer(engine, path, "roberta-mini").series
    assert (words.kind, tokens.kind) == ("words", "masked")
    assert (words.totals <= tokens.totals + 1e-3).mean() > 0.5


def test_what_is_wrong_with_pairs_is_named_and_tables_have_all(engine: Engine, path: Path) -> None:
    found = answer(engine, path, "gpt2-mini", "bert-mini-acceptability")
    scene = PairsScene(found, {})
    said = "\n".join(limits(scene))
    assert "own.csv, line 6: both halves are equal" in said
    assert "bert-mini-acceptability" in said
    assert [len(row) for row in table_of(scene).rows] == [5 + 9] * 4
    rows = accuracy_table(scene).rows
    assert {row[0] for row in rows} == {"all", "agreement", "articles"}
    assert [one.second.kind for one in comparisons(scene)] == ["unigram", "5gram"]


def test_counting_prefers_what_it_has_seen_more_often() -> None:
    text = CountedText.count(["the dog barks .", "the dogs bark .", "the dog barks ."])
    pairs = PairSet("", (MinimalPair("the dog barks .", "the dog bark .", "verb"),))
    unigram, five = text.score(pairs)
    assert unigram.outcomes(False).tolist() == [1]
    assert five.outcomes(False).tolist() == [1]
    assert five.totals[0, 0] > unigram.totals[0, 0]
    assert text.share_known(["the wolf barks"]) == pytest.approx(2 / 3)


def test_counts_are_left_out_where_the_text_has_other_words(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "foreign.csv"
    path.write_text("good,bad\nZorgle blims quax,Zorgle blim quax\n", encoding="utf-8")
    found = answer(engine, path, "gpt2-mini")
    assert not found.baselines
    assert any("says nothing of them" in line for line in limits(PairsScene(found, {})))


# ---- surprisal


def surprisals(engine: Engine, text: str, *keys: str, **choice: Any) -> SurprisalAnswer:
    request = surprisal_request(keys, text, SourceChoice(), SurprisalChoice(**choice), 1)
    found: SurprisalAnswer = run_to_end(answers_to_surprisal(request, engine))
    return found


def test_words_have_a_surprisal_in_each_model_that_reads_from_left_to_right(
    engine: Engine, tmp_path: Path
) -> None:
    times = tmp_path / "times.csv"
    rows = ["Paris,300", "is,210", "the,200", "capital,330", "of,190", "France.,400", "dog,1"]
    times.write_text("\n".join(["word,time", *rows]), encoding="utf-8")
    text = "Paris is the capital of France."
    found = surprisals(engine, text, "gpt2-mini", "gpt1-mini", "bert-mini", times=str(times))
    assert [one.key for one in found.models] == ["gpt2-mini", "gpt1-mini"]
    assert "bert-mini" in found.problems
    table = found.table(NATS)
    assert [row[2] for row in table.rows] == text.split()
    assert table.columns[-1] == "time"
    assert found.aligned is not None
    assert found.aligned.faults == ("times.csv, line 8: 'dog' after the end of the texts",)
    regression = found.regression(found.models[0], NATS)
    assert regression is not None
    assert [one.name for one in regression.coefficients] == ["surprisal", "length"]
    bits = found.table("bits").rows[0][4]
    assert bits == pytest.approx(table.rows[0][4] / np.log(2), rel=1e-5)


def test_texts_of_a_file_are_scored_in_their_order(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text("A long sentence comes first here.\nShort one.\n🙂 tea.\n", encoding="utf-8")
    source = SourceChoice(str(path))
    request = surprisal_request(("gpt2-mini",), "", source, SurprisalChoice(whole=True), 1)
    found = run_to_end(answers_to_surprisal(request, engine))
    (model,) = found.models
    for number, text in enumerate(found.texts):
        alone = surprisals(engine, text, "gpt2-mini").models[0]
        rows = found.words.find_text(number)
        np.testing.assert_allclose(model.nats[rows], alone.nats, atol=1e-3)


def test_a_table_of_times_that_cannot_be_read_is_told_beside_the_bars(
    engine: Engine, tmp_path: Path
) -> None:
    found = surprisals(engine, "Hi there.", "gpt2-mini", times=str(tmp_path / "none.csv"))
    assert isinstance(found.times, UserError)
    assert found.models
