"""Scores of many sentences against plain loops, on disk and from bad files."""

import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from explorer.core.sentences import parts, scores, umap_points
from explorer.core.sentences.request import CONTEXTS, MAP, NO_ROW, SCATTER, answers_to, request_of
from explorer.core.sentences.rows import (
    RowFilter,
    SentenceTable,
    difference,
    farthest,
    rank_agreement,
    rank_differences,
)
from explorer.core.sentences.scores import ModelScores, input_builder, scores_of
from explorer.core.sentences.source import MAX_CHARACTERS, SentenceSet, SourceChoice, read_sentences
from explorer.core.sentences.states import UMAP, state_map
from explorer.core.state.state import State
from models.checkpoints.checkpoint import save
from models.runtime.generators import run_to_end
from models.schema.batch import collate
from models.schema.configs import Size
from models.schema.registry import catalog
from models.sentences.inputs import masked_words, tokens_over
from models.tasks.metrics import share_interval
from tests.explorer.ui.panel_bench import TEXTS

LINES = [
    "The capital of France is Paris.",
    "Anna drinks tea.",
    "In the evening Noah comes home from the bank, and he is tired.",
    "프랑스의 수도는 파리이다.",
    "🙂 ???",
]
MODELS = ("bert-mini", "gpt2-mini", "t5-mini", "bert-mini-acceptability")


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(Library())


@pytest.fixture
def sentence_set(tmp_path: Path) -> SentenceSet:
    return read(tmp_path, "\n".join(LINES))


def read(folder: Path, content: str | bytes, name: str = "lines.txt", number: int = 100) -> Any:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_sentences(SourceChoice(str(path), number=number), 1)


def scored(engine: Engine, key: str, sentence_set: SentenceSet) -> ModelScores:
    return run_to_end(scores_of(engine, key, sentence_set, 1))


def loss_alone(engine: Engine, key: str, text: str) -> float:
    """One sentence, with the log-probability of each target taken from all logits."""
    builder, loaded = input_builder(engine, key), engine.load_model(key)
    fed = builder.build(engine.encode(key, text), masked_words(text, 1))
    targets = fed.targets[builder.head.name]
    with torch.inference_mode():
        states = loaded.model(collate([fed]))
        logits = loaded.model.logits(builder.head.name, states[builder.head.read(states)][0])
    nats = -logits.log_softmax(-1).numpy()
    each = [nats[at, id] for at, id in zip(targets.positions, targets.labels, strict=True)]
    return float(np.mean(each)) if each else float("nan")


@pytest.mark.parametrize("key", MODELS[:3])
def test_losses_are_those_of_one_sentence_at_a_time(
    engine: Engine, sentence_set: SentenceSet, key: str
) -> None:
    ours = scored(engine, key, sentence_set)
    alone = [loss_alone(engine, key, one.text) for one in sentence_set.sentences]
    assert ours.losses == pytest.approx(alone, abs=1e-4, nan_ok=True)
    assert ours.lengths.tolist() == [len(engine.encode(key, line)) for line in LINES]


def test_a_fine_tuned_model_predicts_what_it_predicts_alone(
    engine: Engine, sentence_set: SentenceSet
) -> None:
    ours = scored(engine, MODELS[3], sentence_set)
    for n, one in enumerate(sentence_set.sentences):
        alone = scored(engine, MODELS[3], replace(sentence_set, sentences=(one,)))
        assert (alone.answers[0], ours.lengths[n]) == (ours.answers[n], alone.lengths[0])
        assert alone.probabilities[0] == pytest.approx(ours.probabilities[n], abs=1e-5)
    assert np.isnan(ours.correct).all(), "a file without labels"


def test_all_models_have_the_same_words_masked(engine: Engine) -> None:
    text = LINES[2]
    words = masked_words(text, 1)
    assert words == masked_words(text, 1) != masked_words(text, 2)
    for key in ("bert-mini", "roberta-mini", "xlnet-mini"):
        encoding = engine.encode(key, text)
        for start, end in words:
            pieces = [encoding.surface(int(at)) for at in tokens_over(encoding, [(start, end)])]
            assert text[start:end] in "".join(pieces)
        fed = input_builder(engine, key).build(encoding, words)
        masked = np.flatnonzero(fed.input_ids == engine.tokenizer(key).mask_id)
        assert masked.tolist() == tokens_over(encoding, words).tolist()


@pytest.mark.parametrize("name", sorted(catalog().architectures))
def test_every_architecture_is_scored_or_says_why_not(name: str, tmp_path: Path) -> None:
    known = catalog()
    spec = known.architectures[name]
    tokenizer = known.tokenizers[spec.tokenizers[0]].train(TEXTS, 400, template=spec.template)
    size = Size(tokenizer.vocab_size, 16, num_layers=2, num_heads=4, inner=32, num_positions=32)
    torch.manual_seed(0)
    model = spec.model_class(spec.config_class.from_size(size))
    save(model, spec, tmp_path / "tiny" / name, tokenizer, {"title": spec.title})
    engine = Engine(Library(bundled=tmp_path / "tiny"))
    sentence_set = read(tmp_path, "\n".join([*LINES, *LINES[:2]]))
    writes_whole_texts = spec.is_encoder_decoder and not tokenizer.vocabulary.sentinel_ids
    if writes_whole_texts or not any(h.predicts == "token" for h in spec.heads_of(model)):
        with pytest.raises(UserError, match=re.escape(spec.title)):
            scored(engine, name, sentence_set)
        return
    ours = scored(engine, name, sentence_set)
    alone = [loss_alone(engine, name, one.text) for one in sentence_set.sentences]
    assert ours.losses == pytest.approx(alone, abs=1e-3, nan_ok=True)


def test_a_killed_job_goes_on_and_computes_nothing_twice(
    engine: Engine, sentence_set: SentenceSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "PART", 2)
    computed: list[int] = []
    losses = scores._token_losses
    monkeypatch.setattr(
        scores,
        "_token_losses",
        lambda *given: computed.extend(given[-1].tolist()) or losses(*given),
    )
    work = scores_of(engine, "gpt2-mini", sentence_set, 1)
    for _ in range(3):  # loading, the first part, the second
        next(work)
    work.close()
    assert len(computed) == 2
    whole = scored(engine, "gpt2-mini", sentence_set)
    assert sorted(computed) == [0, 1, 2, 3, 4]
    again = scored(engine, "gpt2-mini", sentence_set)
    assert len(computed) == len(LINES)
    assert np.array_equal(whole.losses, again.losses, equal_nan=True)
    for path in parts.caches_folder().rglob("part-*.npz"):
        path.write_bytes(path.read_bytes()[:40])
    assert np.array_equal(
        scored(engine, "gpt2-mini", sentence_set).losses, whole.losses, equal_nan=True
    )


def test_bad_files_are_named_or_cut(tmp_path: Path) -> None:
    for content in (b"", b"\n\n", b"\x89PNG\x00\x01", b"PK\x03\x04abc"):
        with pytest.raises(UserError, match=r"lines\.txt"):
            read(tmp_path, content)
    long = read(tmp_path, "a " * MAX_CHARACTERS + "\n\x07ok\ud7ff\n".encode().decode())
    assert [len(one.text) for one in long.sentences] == [MAX_CHARACTERS - 1, 3]
    assert "are cut" in " ".join(long.notes)
    many = read(tmp_path, "one sentence\n" * 1_000_000, number=7)
    assert len(many) == 7
    assert "The first 7 sentences of 1,000,000 lines." in many.notes


def test_a_table_gives_its_texts_and_labels(tmp_path: Path) -> None:
    labelled = read(tmp_path, "sentence\tlabel\nIt rains.\tgood\nRains it.\tbad\n", "a.tsv")
    assert [(one.text, one.label) for one in labelled.sentences] == [
        ("It rains.", "good"),
        ("Rains it.", "bad"),
    ]
    plain = read(tmp_path, "n,words\n1,It rains.\n2,Rains it.\n", "b.csv")
    assert [one.text for one in plain.sentences] == ["It rains.", "Rains it."]
    assert "column words" in plain.notes[0]


def test_rows_are_sorted_searched_and_filtered(engine: Engine, sentence_set: SentenceSet) -> None:
    known = {key: scored(engine, key, sentence_set) for key in MODELS[:2]}
    table = SentenceTable(sentence_set, known)
    losses = known["gpt2-mini"].losses
    rows = table.rows(RowFilter(sort="loss:gpt2-mini", descending=True)).tolist()
    assert rows == sorted(range(5), key=lambda n: -np.nan_to_num(losses[n], nan=-1.0))
    assert table.rows(RowFilter(search="PARIS capital")).tolist() == [0]
    wrong = replace(known["gpt2-mini"], correct=np.array([1, 0, 1, np.nan, 0], dtype=np.float32))
    assert SentenceTable(sentence_set, {"a": wrong}).rows(RowFilter(errors=True)).tolist() == [1, 4]
    answers = [replace(wrong, mode="task", answers=tuple(each)) for each in ("aabab", "aabbb")]
    both = SentenceTable(sentence_set, dict(enumerate(answers)))  # type: ignore[arg-type]
    assert both.rows(RowFilter(disagree=True)).tolist() == [3]


def test_the_mean_difference_has_an_interval_over_sentences() -> None:
    first = np.arange(40, dtype=np.float32)
    second = first + np.resize([1.0, 2.0], 40).astype(np.float32)
    second[3] = np.nan
    found = difference(first, second)
    assert found is not None
    assert (found.count, found.lower) == (39, 39)
    assert found.low is not None
    assert found.high is not None
    assert found.low < found.mean < found.high < 0


def test_losses_of_other_objectives_or_tokens_are_compared_by_rank_alone(
    engine: Engine, sentence_set: SentenceSet, tmp_path: Path
) -> None:
    known = {key: scored(engine, key, sentence_set) for key in MODELS}
    bert, gpt2, t5, classifier = (known[key].measure for key in MODELS)
    assert len({bert, gpt2, t5, classifier}) == 4
    assert scored(engine, "distilbert-mini", sentence_set).measure == bert
    path = tmp_path / "cities.txt"
    cities = ("Paris", "Seoul", "Rome", "Berlin", "Madrid", "Tokyo")
    path.write_text("\n".join(f"The capital is {city}." for city in cities), encoding="utf-8")
    for second, compares in (("gpt2-mini", False), ("distilbert-mini", True)):
        state = State(text=LINES[0], models=("bert-mini", second))
        asked = request_of(state, SCATTER, state.models, "", SourceChoice(str(path)))
        answer = run_to_end(answers_to(asked, engine))
        assert (answer.difference is not None) is compares
        assert (answer.agreement is not None) is not compares


def test_rank_agreement_is_spearmans_with_an_interval() -> None:
    first = np.array([0.1, 0.2, 0.3, 0.4, 0.5, np.nan], dtype=np.float32)
    second = np.array([1.0, 2.0, 9.0, 4.0, 5.0, 6.0], dtype=np.float32)
    found = rank_agreement(first, second)
    assert found is not None
    assert (found.count, found.correlation) == (5, pytest.approx(0.7))
    assert found.interval is not None
    assert found.interval[0] < 0.7 < found.interval[1]
    assert rank_agreement(first, np.ones(6, dtype=np.float32)) is None
    assert rank_agreement(first[:3], second[:3]) is None
    differences = rank_differences(first, second)
    assert differences[:5].tolist() == [0, 0, -40, 20, 20]
    assert np.isnan(differences[5])


def test_scores_of_few_sentences_have_an_interval() -> None:
    losses = np.linspace(0.5, 2.5, 40, dtype=np.float32)
    nothing = np.full(40, np.nan, dtype=np.float32)
    counts = np.full(40, 3)
    plain = ModelScores(
        *("a", "A", "", "", "next", ""), counts, losses, counts, counts, nothing, nothing
    )
    low, high = plain.interval or (0, 0)
    assert low < 1.5 < high
    assert high - low == pytest.approx(2 * 1.96 * losses.std() / 40**0.5, rel=0.1)
    right = np.array([1.0] * 16 + [0.0] * 3 + [np.nan] * 21, dtype=np.float32)
    assert replace(plain, mode="task", correct=right).interval == share_interval(16, 19)


def test_the_farthest_sentences_are_those_at_both_ends() -> None:
    differences = np.array([0.5, np.nan, -2.0, 3.0, 0.0], dtype=np.float32)
    assert farthest(differences, 1) == [3, 2]
    assert farthest(differences, 9) == [3, 0, 4, 2]


def test_states_make_a_map_neighbours_and_contexts(engine: Engine, tmp_path: Path) -> None:
    cities = ("Paris", "Seoul", "Rome", "Berlin")
    lines = [f"The capital is {city}." for city in cities] + ["Anna drinks tea with milk."]
    path = tmp_path / "cities.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    source, settings = SourceChoice(str(path)), {"sentences": {"selected": 0}}
    state = State(text=lines[0], models=("bert-mini",), panel_settings=settings)
    asked = [request_of(state, v, state.models, "", source) for v in (MAP, CONTEXTS, SCATTER)]
    mapped, alike, compared = (run_to_end(answers_to(one, engine)) for one in asked)
    assert mapped.map.plane.points.shape == (5, 2)
    assert set(mapped.map.neighbours[:3].tolist()) == {1, 2, 3}
    assert alike.contexts.token == "Paris"
    assert {one.token for one in alike.contexts.rows[:3]} == {"Seoul", "Rome", "Berlin"}
    assert 0 not in [one.sentence for one in alike.contexts.rows], "the sentence itself"
    assert compared.difference is None, "one model alone"
    word = replace(asked[1], token=1, token_of="bert-mini")
    assert run_to_end(answers_to(word, engine)).contexts.rows[0].token == "The"


STAND_IN = """
class UMAP:
    def __init__(self, **options):
        self.options = options

    def fit_transform(self, states):
        assert self.options["n_neighbors"] == len(states) - 1
        return states[:, :2] * 2
"""


def test_umap_draws_the_map_where_it_is_installed(
    engine: Engine, sentence_set: SentenceSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer() -> Any:
        maps = state_map(engine, "bert-mini", sentence_set, None, None, NO_ROW, UMAP)
        return run_to_end(maps)

    monkeypatch.setattr(umap_points, "find_spec", lambda name: None)
    with pytest.raises(UserError, match="UMAP is not installed"):
        answer()
    monkeypatch.setattr(umap_points, "find_spec", lambda name: name)
    (tmp_path / "umap.py").write_text(STAND_IN, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "umap", raising=False)
    mapped = answer()
    monkeypatch.delitem(sys.modules, "umap")
    assert mapped.method == UMAP
    assert mapped.plane.points.shape == (len(sentence_set), 2)


def test_the_command_writes_the_table_and_names_what_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from explorer.cli import main

    path, out = tmp_path / "lines.txt", tmp_path / "out"
    path.write_text("\n".join(LINES), encoding="utf-8")
    given = ["sentences", str(path), "--models", "bert-mini", "--out", str(out), "--json"]
    assert main(given) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["sentences"] == len(LINES)
    rows = (out / "sentences.csv").read_text(encoding="utf-8").splitlines()
    assert rows[0] == "number,text,tokens:bert-mini,loss:bert-mini"
    assert len(rows) == len(LINES) + 1
    assert main(given) == 0, "a table of this command is written again"
    (out / "sentences.csv").write_text("mine\n", encoding="utf-8")
    assert main(given) == 2
    assert (out / "sentences.csv").read_text(encoding="utf-8") == "mine\n"
