"""The engine answers what panels ask, with real models from folders."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from safetensors.torch import load_file, save_file

import models.arch
from explorer.core.engine import engine as engine_module
from explorer.core.engine.engine import ContinuedText, Engine
from explorer.core.errors import UserError
from explorer.core.jobs.cache import LeastRecentlyUsed
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.library.library import Library
from explorer.core.masking.predictions import Prediction
from explorer.core.state.state import Head
from models.checkpoints.checkpoint import save
from models.runtime.generators import finished
from models.schema.configs import Size
from models.schema.records import Change, Corruption, GenerationStep
from models.schema.registry import catalog
from models.tokenization import Tokenizer
from tests.models.tokenization.spiece import model_file

TEXT = "the capital of france is paris ."


@pytest.fixture(scope="module")
def engine(zoo: Path, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(Library(bundled=zoo, own=tmp_path_factory.mktemp("runs")))


def test_a_card_says_what_a_model_can_do(engine: Engine) -> None:
    bert, gpt2 = engine.card("bert-tiny"), engine.card("gpt2-tiny")
    assert (bert.fills, bert.writes) == (True, False)
    assert (gpt2.fills, gpt2.writes) == (False, True)
    assert bert.mask_token == "[MASK]"
    assert (bert.num_layers, bert.num_heads, bert.num_positions) == (2, 4, 24)
    assert bert.streams == ("encoder",)
    assert len(bert.hash) > 8


def test_loading_reports_each_model_and_goes_on_after_one_that_fails(engine: Engine) -> None:
    work = engine.preload(["bert-tiny", "nothing", "gpt2-tiny"])
    events = []
    while True:
        try:
            events.append(next(work))
        except StopIteration as end:
            cards = end.value
            break
    assert [e.done for e in events if isinstance(e, Progress)] == [0, 1, 2, 3]
    assert isinstance(cards["nothing"], UserError)
    assert cards["gpt2-tiny"].writes


def test_all_families_have_their_names_once_models_were_preloaded(zoo: Path) -> None:
    fresh = Engine(Library(bundled=zoo))
    entry = fresh.entry("gpt2-tiny")
    assert fresh.family(entry) == "gpt2"
    for _ in fresh.preload([]):  # no model is chosen
        pass
    assert fresh.family(entry) == "GPT-2"
    assert fresh.family(replace(entry, architecture="deberta-v2")) == "DeBERTa v2/v3"
    assert fresh.family(replace(entry, architecture="elmo")) == "elmo"


def test_a_file_that_cannot_be_imported_is_named_and_the_models_work(
    zoo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text("SPEC = bert(", encoding="utf-8")
    monkeypatch.setattr(models.arch, "__path__", [*models.arch.__path__, str(tmp_path)])
    catalog.cache_clear()
    try:
        fresh = Engine(Library(bundled=zoo))
        assert fresh.broken == {}, "nobody has looked yet"
        list(fresh.preload(["bert-tiny"]))
        assert fresh.card("bert-tiny").fills
        assert list(fresh.broken) == ["models/arch/mine.py"]
        assert "SyntaxError" in fresh.broken["models/arch/mine.py"]
    finally:
        catalog.cache_clear()


def test_a_model_in_bfloat16_writes_and_counts_as_the_same_numbers_in_float32(
    engine: Engine, zoo: Path, tmp_path: Path
) -> None:
    shutil.copytree(zoo / "gpt2-tiny", tmp_path / "half")
    shutil.copytree(zoo / "gpt2-tiny", tmp_path / "same")
    halves = load_file(zoo / "gpt2-tiny" / "model.safetensors")
    halves = {name: tensor.bfloat16() for name, tensor in halves.items()}
    save_file(halves, tmp_path / "half" / "model.safetensors")
    numbers = {name: tensor.float() for name, tensor in halves.items()}
    save_file(numbers, tmp_path / "same" / "model.safetensors")
    half, same = str(tmp_path / "half"), str(tmp_path / "same")
    assert engine.parameters(half) == engine.parameters(same)
    assert engine.entry(half).size_bytes < 0.6 * engine.entry(same).size_bytes
    for method in ("greedy", "beam"):
        (steps, written), (others, expected) = (
            _write(engine, key=key, method=method, max_new_tokens=5) for key in (half, same)
        )
        assert written == expected
        assert [step.candidates for step in steps] == [step.candidates for step in others]


def test_a_tokenizer_without_a_mask_beside_a_model_that_needs_one_is_said(
    zoo: Path, tmp_path: Path
) -> None:
    shutil.copytree(zoo / "bert-tiny", tmp_path / "odd")
    shutil.copy(zoo / "gpt2-tiny" / "tokenizer.json", tmp_path / "odd")
    engine, key = Engine(Library(bundled=zoo)), str(tmp_path / "odd")
    encoding = engine.encode(key, "ab")
    with pytest.raises(UserError, match="needs a tokenizer that has a mask token"):
        engine.corruption(key, encoding)
    assert engine.corruption(key, encoding, draw=False).targets == {}


def test_a_tokenizer_that_does_not_say_what_stands_around_a_text_is_framed_as_its_family_is(
    zoo: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "bert"
    shutil.copytree(zoo / "bert-tiny", folder)
    file = folder / "tokenizer.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "post_processor": None}))
    engine = Engine(Library(bundled=zoo))
    engine.card(str(folder))
    found = engine.encode(str(folder), TEXT)
    assert found.tokens == engine.encode("bert-tiny", TEXT).tokens
    assert (found.tokens[0], found.tokens[-1]) == ("[CLS]", "[SEP]")


def test_pieces_that_do_not_say_whose_they_are_are_framed_before_the_model_is_loaded(
    tmp_path: Path,
) -> None:
    spec, size = catalog().architectures["t5"], Size(110, width=8, num_layers=1, num_heads=1)
    save(spec.model_class(spec.config_class.from_size(size)), spec, tmp_path / "t5")
    pieces = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), ("▁a", -1.0)]
    (tmp_path / "t5" / "spiece.model").write_bytes(model_file(pieces, "<unk>"))
    engine = Engine(Library(bundled=tmp_path))
    assert engine.encode("t5", "a").tokens == ("▁a", "</s>")


def test_a_model_is_loaded_once_and_again_when_its_weights_change(
    engine: Engine, zoo: Path
) -> None:
    first = engine.loaded("distilbert-tiny")
    assert engine.loaded("distilbert-tiny") is first
    weights = zoo / "distilbert-tiny" / "model.safetensors"
    weights.write_bytes(weights.read_bytes())
    assert engine.loaded("distilbert-tiny") is not first


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json"])
def test_a_model_is_loaded_again_when_another_of_its_files_is_mended(
    engine: Engine, zoo: Path, name: str
) -> None:
    first, tokenizer = engine.loaded("distilbert-tiny"), engine.tokenizer("distilbert-tiny")
    path = zoo / "distilbert-tiny" / name
    path.write_bytes(path.read_bytes())
    assert engine.loaded("distilbert-tiny") is not first
    assert engine.tokenizer("distilbert-tiny") is not tokenizer


def test_a_model_is_loaded_again_when_its_second_part_is_written_where_it_stands(
    zoo: Path, tmp_path: Path
) -> None:
    shutil.copytree(zoo / "electra-tiny", tmp_path / "electra")
    engine, key = Engine(Library(bundled=zoo)), str(tmp_path / "electra")
    first = engine.loaded(key)
    assert engine.loaded(key) is first
    generator = tmp_path / "electra" / "generator" / "model.safetensors"
    generator.write_bytes(generator.read_bytes())
    assert engine.loaded(key) is not first


def test_a_shard_that_is_written_where_it_stands_is_noticed_by_its_index(
    zoo: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(zoo / "bert-tiny", tmp_path / "bert"))
    (folder / "model.safetensors").rename(folder / "model-1-of-1.safetensors")
    index = folder / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": {"all": "model-1-of-1.safetensors"}}))
    engine = Engine(Library(bundled=zoo))
    first = engine.loaded(str(folder))
    assert engine.loaded(str(folder)) is first
    index.write_bytes(index.read_bytes())
    assert engine.loaded(str(folder)) is not first


def test_a_trace_of_weights_that_are_replaced_meanwhile_is_not_remembered_as_of_the_new_ones(
    zoo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = str(shutil.copytree(zoo / "bert-tiny", tmp_path / "bert"))
    engine = Engine(Library(bundled=zoo))
    clean, open_ = Corruption.clean(engine.encode(key, TEXT)), engine.tokenizer
    weights = Path(key) / "model.safetensors"
    moved = {name: 2 * tensor for name, tensor in load_file(weights).items()}

    def replacing(key: str) -> Tokenizer:
        save_file(moved, weights)
        return open_(key)

    monkeypatch.setattr(engine_module, "TRUSTED_S", 0.0)
    with monkeypatch.context() as once:
        once.setattr(engine, "tokenizer", replacing)
        old = engine.trace(key, clean)
    new = engine.trace(key, clean)
    assert not np.array_equal(new.logits["mlm"], old.logits["mlm"])


def test_a_card_and_a_trace_of_one_job_are_of_one_version_whatever_happens_to_the_files(
    zoo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = str(shutil.copytree(zoo / "bert-tiny", tmp_path / "bert"))
    engine = Engine(Library(bundled=zoo))
    monkeypatch.setattr(engine_module, "TRUSTED_S", 0.0)
    clean = Corruption.clean(engine.encode(key, TEXT))

    def job() -> Work:
        hash_before = engine.card(key).hash
        yield Progress("Asking")
        return hash_before, engine.card(key).hash, engine.trace(key, clean).logits["mlm"]

    work, other = engine.with_file_snapshot(job()), engine.with_file_snapshot(job())
    next(work)
    weights = Path(key) / "model.safetensors"
    save_file({name: 2 * tensor for name, tensor in load_file(weights).items()}, weights)
    next(other)  # a newer job, which goes first
    newer, still_newer, seen_newer = finished(other)
    before, after, seen = finished(work)
    assert before == after != newer == still_newer
    assert not np.array_equal(seen, seen_newer)
    assert engine.card(key).hash == newer


def test_the_files_are_looked_at_once_for_the_many_questions_of_a_moment(
    zoo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Path] = []
    look = engine_module._version

    def count(folder: Path) -> object:
        looked.append(folder)
        return look(folder)

    engine = Engine(Library(bundled=zoo))
    monkeypatch.setattr(engine_module, "_version", count)
    monkeypatch.setattr(engine_module, "TRUSTED_S", 60.0)
    for _ in range(10):
        engine.encode("bert-tiny", TEXT)
    assert len(looked) == 1
    monkeypatch.setattr(engine_module, "TRUSTED_S", 0.0)
    engine.entry("bert-tiny")
    assert len(looked) == 2


def test_a_text_longer_than_the_positions_is_cut_and_says_so(engine: Engine) -> None:
    encoding = engine.encode("bert-tiny", TEXT * 20)
    assert len(encoding) == 24
    assert encoding.num_cut > 0


def test_an_empty_text_is_for_the_person_to_mend(engine: Engine) -> None:
    with pytest.raises(UserError) as caught:
        engine.encode("bert-tiny", "")
    assert caught.value.hint


def test_one_seed_gives_one_corruption_and_epochs_differ(engine: Engine) -> None:
    encoding = engine.encode("bert-tiny", TEXT)
    first, again = (engine.corruption("bert-tiny", encoding, seed=4) for _ in range(2))
    assert np.array_equal(first.input_ids, again.input_ids)
    epochs = engine.epochs("bert-tiny", encoding, seed=4)
    assert len(epochs) == 10
    assert np.array_equal(epochs[0].change, first.change)
    assert any(not np.array_equal(epoch.change, first.change) for epoch in epochs)


def test_a_token_is_masked_and_left_alone_by_hand(engine: Engine) -> None:
    encoding = engine.encode("bert-tiny", TEXT)
    mask_id = engine.tokenizer("bert-tiny").mask_id
    found = engine.corruption("bert-tiny", encoding, forced={2: True, 0: True}, draw=False)
    assert found.input_ids[2] == mask_id
    assert found.input_ids[0] == encoding.ids[0], "a special token stays"
    assert found.targets["mlm"].positions.tolist() == [2]
    drawn = engine.corruption("bert-tiny", encoding, seed=1)
    chosen = drawn.targets["mlm"].positions.tolist()
    kept = engine.corruption("bert-tiny", encoding, seed=1, forced=dict.fromkeys(chosen, False))
    assert (kept.change == Change.KEPT).all()
    assert len(kept.targets["mlm"]) == 0


def test_options_of_the_objective_are_used(engine: Engine) -> None:
    encoding = engine.encode("bert-tiny", TEXT)
    options = {"masked": {"rate": 0.5, "mask_share": 1.0, "random_share": 0.0}}
    found = engine.corruption("bert-tiny", encoding, options=options)
    assert (found.change == Change.MASKED).sum() == round(0.5 * len(encoding))


def test_a_trace_is_remembered_but_keeps_the_targets_of_its_own_corruption(
    engine: Engine,
) -> None:
    encoding = engine.encode("bert-tiny", TEXT)
    clean = Corruption.clean(encoding)
    first = engine.trace("bert-tiny", clean)
    assert engine.trace("bert-tiny", clean) is first
    other = clean.with_targets("mlm", np.array([1]), np.array([7]))
    assert engine.trace("bert-tiny", other).corruption is other
    assert engine.trace("bert-tiny", other).logits["mlm"] is first.logits["mlm"]


def test_a_trace_holds_the_kinds_that_were_asked_for(engine: Engine) -> None:
    clean = Corruption.clean(engine.encode("gpt2-tiny", TEXT))
    stream = engine.trace("gpt2-tiny", clean, ("attention",)).streams["decoder"]
    assert stream.attention is not None
    assert stream.attention.shape == (2, 4, len(clean), len(clean))
    assert stream.hidden is None


def test_switching_a_head_off_changes_the_prediction(engine: Engine) -> None:
    clean = Corruption.clean(engine.encode("bert-tiny", TEXT))
    whole = engine.trace("bert-tiny", clean).logits["mlm"]
    without = engine.trace("bert-tiny", clean, ablate=[Head("encoder", 0, 1)]).logits["mlm"]
    assert not np.allclose(whole, without)


def test_a_head_that_does_not_exist_cannot_be_switched_off(engine: Engine) -> None:
    clean = Corruption.clean(engine.encode("bert-tiny", TEXT))
    with pytest.raises(UserError):
        engine.trace("bert-tiny", clean, ablate=[Head("encoder", 9, 0)])


def test_masked_places_are_predicted_with_the_truth_where_it_is_known(engine: Engine) -> None:
    encoding = engine.encode("bert-tiny", f"[MASK] {TEXT}")
    found = engine.corruption("bert-tiny", encoding, forced={3: True}, draw=False)
    predictions = engine.predictions("bert-tiny", engine.trace("bert-tiny", found), count=4)
    assert [p.place for p in predictions] == [1, 3]
    written, hidden = predictions
    assert written.truth is None
    assert hidden.truth == encoding.ids[3]
    assert hidden.probability is not None
    assert 0 < hidden.probability < 1
    assert len(hidden.candidates) == 4


def test_the_loss_of_a_truth_that_is_next_to_impossible_is_that_of_its_logits(
    engine: Engine,
) -> None:
    encoding = engine.encode("bert-tiny", TEXT)
    found = engine.corruption("bert-tiny", encoding, forced={3: True}, draw=False)
    trace = engine.trace("bert-tiny", found, ("logits",))
    logits = np.zeros_like(trace.logits["mlm"])
    logits[3, int(encoding.ids[3])] = -500.0
    (hidden,) = engine.predictions("bert-tiny", replace(trace, logits={"mlm": logits}))
    others = logits.shape[-1] - 1
    assert hidden.loss == pytest.approx(500 + np.log(others), rel=1e-6)
    assert hidden.probability == pytest.approx(0, abs=1e-100)


def test_a_causal_model_predicts_each_token_from_its_left(engine: Engine) -> None:
    encoding = engine.encode("gpt2-tiny", TEXT)
    found = engine.corruption("gpt2-tiny", encoding)
    predictions = engine.predictions("gpt2-tiny", engine.trace("gpt2-tiny", found))
    assert [(p.position, p.place) for p in predictions] == [
        (at, at + 1) for at in range(len(encoding) - 1)
    ]
    assert [p.truth for p in predictions] == encoding.ids[1:].tolist()
    assert all(_rank_fits(p) for p in predictions)


def _rank_fits(prediction: Prediction) -> bool:
    assert prediction.rank is not None
    if prediction.rank >= len(prediction.candidates):
        return True
    return prediction.candidates[prediction.rank].probability == pytest.approx(
        prediction.probability, rel=1e-4
    )


def test_replaced_tokens_are_shown_with_the_truth_and_the_verdict(engine: Engine) -> None:
    encoding = engine.encode("electra-tiny", TEXT)
    corruption = engine.corruption("electra-tiny", encoding, seed=2)
    found = engine.detect("electra-tiny", corruption)
    fed = found.trace.corruption.feeds["replaced_ids"]
    assert np.array_equal(found.replaced, fed != encoding.ids)
    assert ((found.probability > 0) & (found.probability < 1)).all()
    again = engine.detect("electra-tiny", engine.corruption("electra-tiny", encoding, seed=2))
    assert np.array_equal(again.trace.corruption.feeds["replaced_ids"], fed)


def test_a_token_masked_by_hand_is_replaced_by_the_generator(engine: Engine) -> None:
    encoding = engine.encode("electra-tiny", TEXT)
    corruption = engine.corruption("electra-tiny", encoding, forced={2: True}, draw=False)
    found = engine.detect("electra-tiny", corruption)
    assert np.flatnonzero(found.replaced).tolist() in ([], [2])
    fed = found.trace.corruption.feeds["replaced_ids"]
    assert engine.tokenizer("electra-tiny").mask_id not in fed


def test_an_undisturbed_text_is_judged_as_it_is(engine: Engine) -> None:
    encoding = engine.encode("electra-tiny", TEXT)
    found = engine.detect("electra-tiny", Corruption.clean(encoding))
    assert np.array_equal(found.trace.corruption.input_ids, encoding.ids)
    assert not found.replaced.any()


def test_only_electra_detects(engine: Engine) -> None:
    with pytest.raises(UserError):
        engine.detect("bert-tiny", Corruption.clean(engine.encode("bert-tiny", TEXT)))


def test_a_pair_is_judged_by_every_head_that_judges_texts(engine: Engine) -> None:
    pair = engine.encode("bert-tiny", TEXT, "it is in europe .")
    judged = engine.judge_pair("bert-tiny", pair)
    assert list(judged) == ["nsp"]
    logits = engine.trace("bert-tiny", Corruption.clean(pair), ("logits",)).logits["nsp"]
    assert judged["nsp"] == pytest.approx(np.exp(logits) / np.exp(logits).sum(), rel=1e-5)
    with pytest.raises(UserError, match="no second sentence"):
        engine.judge_pair("bert-tiny", engine.encode("bert-tiny", TEXT))
    with pytest.raises(UserError, match="does not judge"):
        engine.judge_pair("gpt2-tiny", engine.encode("gpt2-tiny", TEXT, TEXT))


def test_gaps_are_filled_at_once_and_in_turn(engine: Engine) -> None:
    encoding = engine.encode("bert-tiny", "[MASK] [MASK] of france")
    found = finished(engine.fill("bert-tiny", encoding, [1, 2]))
    assert found.independent.positions == found.in_turn.positions == (1, 2)
    assert sorted(found.in_turn.order) == [1, 2]
    assert found.independent.joint == pytest.approx(np.prod(found.independent.probabilities))


def test_filling_nothing_and_by_a_causal_model_is_explained(engine: Engine) -> None:
    with pytest.raises(UserError, match=r"\[MASK\]"):
        finished(engine.fill("bert-tiny", engine.encode("bert-tiny", TEXT), []))
    with pytest.raises(UserError):
        finished(engine.fill("gpt2-tiny", engine.encode("gpt2-tiny", TEXT), [1]))


def test_filling_in_turn_can_be_stopped_before_each_gap(engine: Engine) -> None:
    encoding = engine.encode("bert-tiny", "[MASK] [MASK] of [MASK]")
    told = list(engine.fill("bert-tiny", encoding, [1, 2, 4]))
    assert [(each.done, each.total) for each in told] == [(0, 3), (1, 3), (2, 3)]


def test_writing_can_be_stopped_behind_each_token(engine: Engine) -> None:
    ids = engine.encode("gpt2-tiny", TEXT).ids
    told = list(engine.answer("gpt2-tiny", ids, 3))
    steps = finished(engine.answer("gpt2-tiny", ids, 3))
    assert [each.done for each in told] == [1, 2, 3]
    assert len(steps) == 3


def test_words_that_were_written_are_remembered_and_take_no_step(engine: Engine) -> None:
    clean = Corruption.clean(engine.encode("gpt2-tiny", TEXT))
    first = finished(engine.own_words("gpt2-tiny", clean, 3))
    assert list(engine.own_words("gpt2-tiny", clean, 3)) == []
    assert finished(engine.own_words("gpt2-tiny", clean, 3)) == first
    assert len(list(engine.own_words("gpt2-tiny", clean, 2))) == 2


def _write(
    engine: Engine, written: tuple[int, ...] = (), key: str = "gpt2-tiny", **settings: object
) -> tuple[list[GenerationStep], ContinuedText]:
    steps = []
    work = engine.generate(key, "the capital", written, **settings)
    while True:
        try:
            steps.append(next(work))
        except StopIteration as end:
            return steps, end.value


def test_a_text_is_written_step_by_step(engine: Engine) -> None:
    steps, written = _write(engine, max_new_tokens=4)
    assert [step.id for step in steps] == list(written.ids)
    decoded = engine.tokenizer("gpt2-tiny").decode(written.ids)
    assert written.text == decoded


def test_writing_that_was_stopped_goes_on_as_if_it_had_not_been(engine: Engine) -> None:
    settings = {"method": "sample", "seed": 3}
    _, whole = _write(engine, max_new_tokens=6, **settings)
    _, first = _write(engine, max_new_tokens=3, **settings)
    _, rest = _write(engine, first.ids, max_new_tokens=3, **settings)
    assert rest.ids == whole.ids


def test_a_masked_model_that_is_asked_to_write_offers_to_fill(engine: Engine) -> None:
    with pytest.raises(UserError) as caught:
        next(engine.generate("bert-tiny", TEXT))
    assert "[MASK]" in caught.value.hint


def test_a_masked_model_without_a_tokenizer_is_told_to_lack_that(zoo: Path, tmp_path: Path) -> None:
    folder = tmp_path / "bert"
    shutil.copytree(zoo / "bert-tiny", folder)
    (folder / "tokenizer.json").unlink()
    with pytest.raises(UserError, match="tokenizer"):
        Engine(Library(bundled=zoo)).must_write(str(folder))


def test_impossible_settings_are_for_the_person_to_mend(engine: Engine) -> None:
    with pytest.raises(UserError):
        next(engine.generate("gpt2-tiny", TEXT, temperature=0.0))


def test_parameters_and_time_are_measured(engine: Engine) -> None:
    sizes = engine.parameters("bert-tiny")
    assert sum(sizes.values()) == engine.entry("bert-tiny").parameters
    encoding = engine.encode("bert-tiny", TEXT)
    timing = engine.seconds_per_sentence(["bert-tiny", "gpt2-tiny"], encoding, runs=2)
    assert [next(timing).done, next(timing).done] == [0, 1]  # where it can be given up
    with pytest.raises(StopIteration) as end:
        next(timing)
    assert set(end.value.value) == {"bert-tiny", "gpt2-tiny"}
    assert all(0 < seconds < 60 for seconds in end.value.value.values())


def test_the_cache_forgets_what_was_used_longest_ago() -> None:
    cache: LeastRecentlyUsed[str] = LeastRecentlyUsed(5, len)
    cache.get("a", lambda: "11")
    cache.get("b", lambda: "22")
    cache.get("a", lambda: "never made")
    cache.get("c", lambda: "33")
    assert cache.get("a", lambda: "new") == "11"
    assert cache.get("b", lambda: "new") == "new"
    cache.get("large", lambda: "1234567")
    assert len(cache) == 1
