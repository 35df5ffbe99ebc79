"""Documents, overviews by blocks, and the measured curves."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explorer.core.attention.hops import hops_to
from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Partial
from explorer.core.library.library import Library
from explorer.core.long_texts.document import MOST_CHARS, SAMPLE, first_tokens, open_document
from explorer.core.long_texts.hashing import hash_text
from explorer.core.long_texts.overview import chunk_shares, overview
from explorer.core.long_texts.request import (
    CURVES,
    HASHING,
    MAP,
    LongTextsAnswer,
    LongTextsChoice,
    LongTextsRequest,
    answers_to,
    lengths_up_to,
)
from explorer.core.long_texts.stored_costs import costs_file, stored_costs
from models.inference.trace import trace
from models.long_texts.cost import make_untrained
from models.runtime.generators import run_to_end
from models.schema.configs import Size
from models.schema.registry import catalog
from tests.bench.models import model_input_of, random_ids

SIZE = Size(61, width=16, num_layers=2, num_heads=2, inner=32, num_positions=1024)


@pytest.fixture(autouse=True)
def empty_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was measured before."""
    monkeypatch.setenv("PLM_EXPLORER_HOME", str(tmp_path / "home"))


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(Library())


def answer(engine: Engine, view: str, **choice: Any) -> LongTextsAnswer:
    models = ((0, "bert-mini", "bert-mini"),)
    choices = LongTextsChoice(**choice)
    request = LongTextsRequest(view, models, choices, measures=True, again=True)
    found: LongTextsAnswer = run_to_end(answers_to(request, engine))
    return found


# ---- documents


def test_a_sample_is_long_enough_and_a_broken_file_is_rejected(tmp_path: Path) -> None:
    assert len(open_document(SAMPLE, 1000).text) >= 8000
    for name, content in (("binary", b"a\0b"), ("latin", b"\xff\xfe\xfa"), ("empty", b" \n")):
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(UserError, match=name):
            open_document(str(path), 1000)
    with pytest.raises(UserError, match="cannot be read"):
        open_document(str(tmp_path / "none"), 1000)


def test_lengths_double_and_end_with_the_longest() -> None:
    assert lengths_up_to(2048) == [128, 256, 512, 1024, 2048]
    assert lengths_up_to(1000) == [128, 256, 512, 1000]
    assert lengths_up_to(48) == [16, 32, 48]
    assert len(first_tokens(model_input_of(random_ids(9, SIZE)).encoding, 4)) == 4


# ---- curves


def test_points_arrive_one_by_one_and_a_model_stops_at_its_positions(engine: Engine) -> None:
    choice = LongTextsChoice(longest=512, untrained=("blocks",))
    models = ((0, "bert-mini", "bert-mini"),)
    request = LongTextsRequest(CURVES, models, choice, measures=True)
    counts, work = [], answers_to(request, engine)
    try:
        while True:
            report = next(work)
            if isinstance(report, Partial):
                counts.append(sum(len(one.costs) for one in report.value.series))
    except StopIteration as end:
        last: LongTextsAnswer = end.value
    assert counts == [1, 2, 3, 4, 5]
    bert, blocks = last.series
    assert (bert.limit, [cost.length for cost in bert.costs]) == (128, [64, 128])
    assert (blocks.limit, [cost.length for cost in blocks.costs]) == (None, [128, 256, 512])
    earlier = run_to_end(answers_to(LongTextsRequest(CURVES, models, choice), engine))
    assert earlier.series == last.series, "what was measured is shown without a run"
    assert last.is_measured
    assert last.measured_on == [date.today().isoformat()]


def test_costs_of_an_earlier_start_are_shown_and_damaged_ones_are_not(engine: Engine) -> None:
    choice = LongTextsChoice(longest=256, untrained=("blocks",))
    first = run_to_end(answers_to(LongTextsRequest(CURVES, (), choice, measures=True), engine))
    content = json.loads(costs_file().read_text(encoding="utf-8"))
    _, long = sorted(content["costs"], key=lambda key: content["costs"][key]["length"])
    content["costs"][long]["milliseconds"] = "fast"
    content["costs"]["other"] = [1, 2]
    costs_file().write_text(json.dumps(content), encoding="utf-8")
    (series,) = run_to_end(answers_to(LongTextsRequest(CURVES, (), choice), engine)).series
    assert series.costs[0] == first.series[0].costs[0]
    assert (series.costs[1].milliseconds, series.costs[1].operations) == (
        None,
        first.series[0].costs[1].operations,
    )
    for broken in ("[", '{"format": 2}', '{"format": 1, "costs": 3}'):
        costs_file().write_text(broken, encoding="utf-8")
        assert stored_costs() == {}


def test_a_cancelled_measurement_keeps_the_lengths_before(engine: Engine) -> None:
    choice = LongTextsChoice(longest=512, untrained=("hashing",))
    work = answers_to(LongTextsRequest(CURVES, (), choice, measures=True, again=True), engine)
    next(report for report in work if isinstance(report, Partial))
    work.close()
    assert [cost.length for cost in stored_costs().values()] == [128]


def test_a_length_above_the_budget_is_predicted_and_not_run(engine: Engine) -> None:
    found = answer(engine, CURVES, longest=512, budget=5, untrained=("written",))
    (written,) = [one for one in found.series if one.subject.written_out]
    assert written.over_budget is not None
    assert written.over_budget.length not in [cost.length for cost in written.costs]
    assert written.over_budget.bytes > 5_000_000
    assert 256 <= written.over_budget.largest < written.over_budget.length


# ---- maps and hashing


def test_shares_of_chunks_are_the_pairs_that_are_side_by_side() -> None:
    chunks = np.array([[[0, 0, 1, 1, 2, 2, 3, 3]]])  # of a text in its own order
    shares = chunk_shares(chunks, 8, 2, before=1, after=0)
    assert shares.tolist() == [[1, 0, 0, 1], [1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]]


def test_blocks_reach_the_last_layer_in_hops_and_long_full_attention_is_rejected() -> None:
    specs = catalog().architectures
    text = model_input_of(random_ids(1024, SIZE))
    blocks = overview(make_untrained(specs["big_bird"], SIZE), specs["big_bird"], text)
    assert blocks.maps.shape == (2, 16, 16)
    np.testing.assert_allclose(blocks.maps.sum(-1), 1, atol=1e-4)
    hops = blocks.hops(blocks.rows(8))
    assert np.flatnonzero(hops == 0).tolist() == list(range(512, 576))
    assert set(hops.tolist()) == {0, 1, 2}
    long = Size(61, 16, 1, 2, 32, 2048)
    with pytest.raises(UserError, match="4,194,304"):
        overview(
            make_untrained(specs["bert"], long),
            specs["bert"],
            model_input_of(random_ids(2048, long)),
        )


def test_a_window_reaches_as_far_as_it_says_in_the_map_of_a_long_text() -> None:
    spec = catalog().architectures["modernbert"]
    kinds = ("sliding_attention",) * SIZE.num_layers
    model = make_untrained(spec, SIZE, layer_types=kinds, local_attention=128)
    mapped = overview(model, spec, model_input_of(random_ids(1024, SIZE)))
    assert mapped.size == 32
    far = abs(np.subtract.outer(range(32), range(32))) > 2  # blocks of 32, windows of 64 a side
    assert (mapped.maps[:, far] == 0).all()
    assert (mapped.maps[:, ~far] > 0).all()
    hops = mapped.hops(range(500, 501))
    assert np.flatnonzero(hops == 1).tolist() == [*range(436, 500), *range(501, 565)]
    assert np.flatnonzero(hops >= 0).tolist() == list(range(372, 629))


def test_more_rounds_find_more_links_and_a_text_of_one_chunk_is_not_hashed() -> None:
    spec = catalog().architectures["reformer"]
    model = make_untrained(spec, SIZE)
    found = run_to_end(hash_text(model, spec, model_input_of(random_ids(256, SIZE))))
    assert found.layer == 1
    assert sorted(found.order(0, 0).tolist()) == list(range(256))
    for _, recall in found.recalls:
        together = recall.together.mean(0)
        assert (np.diff(together) >= 0).all()
        assert together[-1] > together[0]
    links, chunks = found.links_of(1, 200), found.chunks[1, :, :256]
    weights = [link.weight for link in links]
    assert len(links) == 10
    assert weights == sorted(weights, reverse=True)
    for link in links:  # its chunk and the one before, of all rounds in a circle
        own = chunks[:, 200, None]
        beside = np.isin([own, (own - 1) % (chunks.max() + 1)], chunks[:, link.token]).any((0, 2))
        assert link.found_by_round == tuple(beside.tolist())
    every = [
        one
        for token in range(256)
        for link in found.links_of(1, token)
        for one in link.found_by_round
    ]
    assert {True, False} == set(every)
    with pytest.raises(UserError, match="one chunk"):
        run_to_end(hash_text(model, spec, model_input_of(random_ids(32, SIZE))))


def test_a_map_takes_the_first_model_and_hashing_one_that_hashes(engine: Engine) -> None:
    mapped = answer(engine, MAP, longest=512)
    assert (mapped.subject, mapped.overview.size) == ("bert-mini", 4)
    assert answer(engine, HASHING, longest=512, untrained=("full",)).subjects == ()


def test_a_map_says_how_many_tokens_it_has_and_what_ends_them(engine: Engine) -> None:
    choice = LongTextsChoice(longest=4_096)
    models = ((0, "bert-mini", "bert-mini"),)
    drawn = {}
    for name in ("bert-mini", "full", "blocks", "hashing"):
        found = run_to_end(answers_to(LongTextsRequest(MAP, models, choice, name), engine))
        drawn[name] = (found.num_displayed, found.num_tokens, found.positions)
    assert drawn == {
        "bert-mini": (128, 128, 128),
        "full": (1_024, 4_096, None),
        "blocks": (4_096, 4_096, None),
        "hashing": (4_096, 4_096, None),
    }


def test_the_answer_says_that_a_file_was_cut(engine: Engine, tmp_path: Path) -> None:
    cuts = []
    for size in (MOST_CHARS, MOST_CHARS + 6):
        path = tmp_path / f"{size}.txt"
        path.write_text("the sea is cold " * (size // 16) + " " * (size % 16), encoding="utf-8")
        cuts.append(answer(engine, MAP, source=str(path), longest=512, untrained=()).cut)
    assert cuts == [False, True]


def test_a_model_without_attention_is_named_and_others_can_still_be_chosen() -> None:
    spec = catalog().architectures["elmo"]
    with pytest.raises(UserError, match="has no attention"):
        overview(make_untrained(spec, SIZE), spec, model_input_of(random_ids(8, SIZE)))


def test_tokens_of_maps_and_hashing_are_named_as_a_person_reads_them(
    engine: Engine, tmp_path: Path
) -> None:
    path = tmp_path / "korean.txt"
    path.write_text("Paris is in France. 파리는 프랑스의 수도이다. " * 60, "utf-8")
    models = ((0, "gpt2-mini", "gpt2-mini"),)
    choice = LongTextsChoice(source=str(path), longest=512)
    for view in (MAP, HASHING):
        found: LongTextsAnswer = run_to_end(
            answers_to(LongTextsRequest(view, models, choice), engine)
        )
        drawn = found.overview or found.hashing
        assert drawn is not None
        text = "".join(drawn.tokens)
        assert "Paris is in France." in text
        assert "Ġ" not in text
        assert "파" in text


@pytest.mark.parametrize(
    ("name", "length"),
    [
        *(("bert", 24), ("gpt2", 24), ("big_bird", 1000), ("reformer", 300)),
        *(("modernbert", 300), ("longformer", 600)),
    ],
)
def test_hops_by_token_are_those_of_the_weights(name: str, length: int) -> None:
    spec = catalog().architectures[name]
    model, text = make_untrained(spec, SIZE), model_input_of(random_ids(length, SIZE))
    mapped, (stream,) = overview(model, spec, text), model.streams
    attention = trace(model, spec, text, kinds=("attention",)).streams[stream].attention
    assert attention is not None
    seen = [weights.max(0) > 0 for weights in attention]
    for position in (0, length // 2, length - 1):
        expected = hops_to(seen, position, length)
        assert mapped.hops(range(position, position + 1)).tolist() == expected.tolist()
