"""Training as a job: what a panel hears, what stays when it is cancelled, and how it goes on."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from explorer.core.engine.engine import Engine
from explorer.core.engine.predicting.predictions import token_head
from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Event, Partial, Progress, Work
from explorer.core.library.library import Library
from explorer.core.training.plans import TrainingChoice, choices, training_recipe
from explorer.core.training.run_log import RunLog, losses_of, predictions_of
from explorer.core.training.runs import (
    Baselines,
    CurvePoint,
    PartOfText,
    RunPlan,
    SentencePredictions,
    SmallerVocabulary,
    TrainingFinished,
    find_unfinished,
    history,
    mask_of,
    predict_watched,
    resume,
    resume_plan,
    train,
    train_one_by_one,
    unfinished_run,
)
from explorer.terminal.progress import ProgressLine
from models.checkpoints.checkpoint import load
from models.checkpoints.folders import EARLIER_LOG_FILE, LOG_FILE
from models.inference.mask_filling import MaskedPositions, fill_independent
from models.schema.registry import catalog
from models.tokenization import open_tokenizer
from models.training.trainer import TrainingReady
from models.training.training_task import TrainingTask
from tests.explorer.shapes import shaped_models
from tests.models import tiny

RECIPE: Mapping[str, Any] = {
    "name": "little",
    "architecture": "bert",
    "objectives": ["masked"],
    "data": "village",
    "data_tokens": 4000,
    "tokenizer": {"family": "wordpiece", "vocab_size": 300},
    "size": {"width": 16, "num_layers": 1, "num_heads": 2, "inner": 32, "num_positions": 32},
    "schedule": {
        "steps": 6,
        "batch_size": 4,
        "length": 16,
        "long_length": 32,
        "warmup_steps": 2,
        "evaluate_every": 3,
        "save_every": 2,
    },
}
WATCH = "The capital of France is [MASK]."


@pytest.fixture(autouse=True, scope="module")
def shared_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shared")


@pytest.fixture(autouse=True)
def one_cache(shared_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text is tokenized once for all tests of this file."""
    monkeypatch.setattr("explorer.core.training.runs.caches_folder", lambda: shared_home / "cache")
    tiny.little_held_out(monkeypatch)


def run(work: Work) -> tuple[list[Event], Any]:
    events: list[Event] = []
    while True:
        try:
            events.append(next(work))
        except StopIteration as end:
            return events, end.value


def values(events: list[Event]) -> Iterator[Any]:
    return (event.value for event in events if isinstance(event, Partial))


def test_a_run_reports_steps_curves_samples_and_becomes_a_model(tmp_path: Path) -> None:
    folder = tmp_path / "runs" / "little"
    events, result = run(train(RunPlan(RECIPE, folder, watch=WATCH)))
    assert result == TrainingFinished("little", folder)
    steps = [e for e in events if isinstance(e, Progress) and e.unit == "steps"]
    assert [(e.done, e.total) for e in steps] == [(n, 6) for n in range(1, 7)]
    points = [value for value in values(events) if isinstance(value, CurvePoint)]
    assert [p.step for p in points if p.held_out] == [3, 6]
    assert "mlm_loss" in next(p for p in points if p.held_out).values
    assert points[-2].step == 6
    assert "mlm" in points[-2].values
    samples = [value for value in values(events) if isinstance(value, SentencePredictions)]
    assert [sample.step for sample in samples] == [3, 6]
    assert samples[0].tokens[samples[0].predictions[0].place] == "[MASK]"
    baselines = [value for value in values(events) if isinstance(value, Baselines)]
    assert len(baselines) == 1
    assert baselines[0].values
    entry = Library(bundled=tmp_path / "none", own=folder.parent).entry("little")
    assert entry.problem is None
    assert "mlm_loss" in entry.metrics


def test_a_run_reports_a_vocabulary_that_its_text_could_not_fill(tmp_path: Path) -> None:
    asked = {"family": "unigram", "vocab_size": 50_000}
    plan = RunPlan({**RECIPE, "tokenizer": asked}, tmp_path / "large")
    (smaller,) = (
        value for value in values(run(train(plan))[0]) if isinstance(value, SmallerVocabulary)
    )
    assert smaller.vocab_size == open_tokenizer(plan.folder).vocab_size
    assert smaller.vocab_size < smaller.requested == 50_000
    same = {**RECIPE, "name": "same", "tokenizer": {"folder": str(plan.folder)}}
    events, _ = run(train(RunPlan(same, tmp_path / "same")))
    assert not any(isinstance(value, SmallerVocabulary) for value in values(events)), "nobody asked"


def test_a_run_says_that_it_reads_a_part_of_a_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tiny.write_text(tmp_path / "text")
    for tokens, parts in ((1000, 1), (10**6, 0)):
        recipe = {**RECIPE, "data": str(text), "data_tokens": tokens}
        events, _ = run(train(RunPlan(recipe, tmp_path / str(tokens))))
        shares = [value.share for value in values(events) if isinstance(value, PartOfText)]
        assert len(shares) == parts
        assert all(0 < share < 0.5 for share in shares)
    ProgressLine().print_report(TrainingReady(cast(Any, None), {}, 0.163))
    assert "reads the first 16% of the text" in capsys.readouterr().out


def test_a_run_that_is_cancelled_before_it_learned_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = tmp_path / "runs" / "little"
    work = train(RunPlan(RECIPE, folder))
    next(event for event in work if isinstance(event, Partial))  # all is prepared
    assert folder.is_dir()
    work.close()
    assert not folder.exists()


def test_a_folder_that_a_run_did_not_make_stays_when_it_is_cancelled(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    work = train(RunPlan(RECIPE, folder))
    next(event for event in work if isinstance(event, Partial))
    work.close()
    assert folder.is_dir()


def test_a_cancelled_run_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    folder = tmp_path / "runs" / "little"
    work = train(RunPlan(RECIPE, folder))
    for event in work:
        if isinstance(event, Progress) and event.unit == "steps" and event.done == 5:
            break
    work.close()
    entry = Library(bundled=tmp_path / "none", own=folder.parent).entry("little")
    assert entry.problem is not None
    events, result = run(resume(folder))
    steps = [e.done for e in events if isinstance(e, Progress) and e.unit == "steps"]
    assert steps == [6]
    assert isinstance(result, TrainingFinished)


def test_a_causal_model_is_asked_for_what_comes_next(tmp_path: Path) -> None:
    recipe = {
        **RECIPE,
        "architecture": "gpt2",
        "objectives": ["causal"],
        "tokenizer": {"family": "byte_bpe", "vocab_size": 400},
    }
    events, _ = run(train(RunPlan(recipe, tmp_path / "run", watch="The capital of France is")))
    sample = next(value for value in values(events) if isinstance(value, SentencePredictions))
    assert [p.place for p in sample.predictions] == [len(sample.tokens)]
    assert sample.mask == "", "it goes on after what it read"


@pytest.mark.parametrize("architecture", sorted(catalog().architectures))
def test_what_the_form_offers_first_can_be_trained_and_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, architecture: str
) -> None:
    monkeypatch.setattr("models.training.trainer.TASKS_MEASURED", 2)
    known = choices(Engine(Library()))
    first = known.architectures[architecture].objectives[:1]
    objectives = tuple(
        one.name for one in known.trainable_objectives(architecture, first, "village:en")
    )
    choice = TrainingChoice(
        architecture=architecture,
        objectives=objectives,
        tokenizer=known.families_of(architecture, objectives)[0],
        vocab_size=400,
        data_tokens=4000,
        num_layers=1,
        width=16,
        num_heads=2,
        steps=2,
        batch_size=2,
    )
    recipe = training_recipe(choice, known, "little", 1)
    events, result = run(train(RunPlan(recipe, tmp_path / "run", watch=choice.watch)))
    assert isinstance(result, TrainingFinished)
    assert [value for value in values(events) if isinstance(value, SentencePredictions)]


T5 = {
    **RECIPE,
    "architecture": "t5",
    "objectives": ["text_to_text", "span_corruption"],
    "data": "village:en",
    "tokenizer": {"family": "unigram", "vocab_size": 400},
    "schedule": {**RECIPE["schedule"], "task_share": 0.5},
}


@pytest.mark.parametrize(
    ("watch", "sentinels"), [(WATCH, ["<extra_id_0>"]), ("question: Who?", [])]
)
def test_a_decoder_beside_an_encoder_predicts_what_it_writes_at_the_sentinel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, watch: str, sentinels: list[str]
) -> None:
    monkeypatch.setattr("models.training.trainer.TASKS_MEASURED", 2)
    events, _ = run(train(RunPlan(T5, tmp_path / "run", watch=watch)))
    sample = next(value for value in values(events) if isinstance(value, SentencePredictions))
    assert [token for token in sample.tokens if token.startswith("<extra")] == sentinels
    place = sample.tokens.index(sentinels[0]) if sentinels else len(sample.tokens)
    assert [answer.place for answer in sample.predictions] == [place]
    assert not sentinels or sample.tokens[place + 1] == "."  # as in training, and not as a new word
    assert len(sample.predictions[0].candidates) > 1


@pytest.mark.parametrize(
    ("watch", "asked"),
    [("A baker bakes [MASK].", "[MASK]"), ("A baker bakes bread.", "bread")],
)
def test_without_a_mask_the_last_word_is_predicted(tmp_path: Path, watch: str, asked: str) -> None:
    events, _ = run(train(RunPlan(RECIPE, tmp_path / "run", watch=watch)))
    sample = next(value for value in values(events) if isinstance(value, SentencePredictions))
    text = "".join(sample.tokens[p.place].removeprefix("##") for p in sample.predictions)
    assert text == asked


@pytest.mark.parametrize("watch", ["the capital of france is [MASK] .", "the capital of france is"])
def test_a_model_with_an_order_is_asked_at_its_turn_and_sees_no_mask(
    tmp_path: Path, watch: str
) -> None:
    loaded = load(shaped_models(tmp_path / "shapes", ("xlnet",)) / "xlnet")
    assert loaded.tokenizer is not None
    training_task = cast(TrainingTask, loaded)  # which has a model, a spec and a tokenizer as well
    encoding, (answer,) = predict_watched(training_task, loaded.spec.head("lm"), watch)
    filled = fill_independent(
        MaskedPositions(loaded.model, loaded.spec, loaded.tokenizer, encoding, [answer.place])
    )
    assert (answer.candidates[0].id,) == filled.ids
    assert answer.candidates[0].probability == pytest.approx(filled.probabilities[0])


@pytest.mark.parametrize(
    ("architecture", "mask"),
    [("bert", "[MASK]"), ("xlnet", "<mask>"), ("roberta", "<mask>"), ("t5", "<extra_id_0>")],
)
def test_the_mask_is_named_as_the_model_has_it(
    tmp_path: Path, architecture: str, mask: str
) -> None:
    loaded = load(shaped_models(tmp_path / "shapes", (architecture,)) / architecture)
    head = token_head(loaded.spec, loaded.heads)
    assert head is not None
    assert mask_of(cast(TrainingTask, loaded), head, "A baker bakes [MASK].") == mask


def test_an_encoder_that_learns_to_predict_the_next_token_reads_up_to_the_mask(
    tmp_path: Path,
) -> None:
    recipe = replace(tiny.recipe("xlm", tiny.write_text(tmp_path)), objectives=("causal",))
    events, _ = run(
        train(RunPlan(recipe.to_dict(), tmp_path / "run", watch="the baker bakes [MASK] ."))
    )
    samples = [value for value in values(events) if isinstance(value, SentencePredictions)]
    assert samples
    for sample in samples:
        assert sample.mask == ""
        assert [answer.place for answer in sample.predictions] == [len(sample.tokens) - 1]


def test_a_question_that_cannot_be_read_does_not_end_a_run(tmp_path: Path) -> None:
    events, result = run(train(RunPlan(RECIPE, tmp_path / "run", watch="\u200b")))
    assert isinstance(result, TrainingFinished)
    assert not [value for value in values(events) if isinstance(value, SentencePredictions)]


def test_a_finished_run_tells_how_it_learned_and_a_begun_one_how_far(tmp_path: Path) -> None:
    folder = tmp_path / "runs" / "little"
    work = train(RunPlan(RECIPE, folder))
    for event in work:
        if isinstance(event, Progress) and event.unit == "steps" and event.done == 5:
            break
    work.close()
    entries = Library(bundled=tmp_path / "none", own=folder.parent).entries()
    assert find_unfinished(entries) == [folder]
    known_so_far = unfinished_run(folder).points
    assert [point.step for point in known_so_far if point.held_out] == [3]
    losses = [point for point in known_so_far if not point.held_out]
    assert losses
    assert all(set(point.values) == {"mlm"} and point.step <= 5 for point in losses)
    assert history(folder) is None
    run(resume(folder))
    known = history(folder)
    assert known is not None
    assert [point.step for point in known.points] == [3, 6]
    assert set(known.baselines) == {"unigram", "5gram"}
    assert known.recipe["data"] == "village"


def test_a_run_file_with_numbers_that_cannot_be_tells_of_no_run(tmp_path: Path) -> None:
    point = {"step": 1, "tokens": 8, "seconds": 0.5, "mlm_loss": 10**400}
    run_file = {"name": "huge", "curve": [point], "baselines": {}, "recipe": {}}
    (tmp_path / "run.json").write_text(json.dumps(run_file))
    assert history(tmp_path) is None


def test_a_student_learns_with_and_without_its_teacher(tmp_path: Path) -> None:
    teacher = tmp_path / "teacher"
    recipe = {**RECIPE, "size": {**RECIPE["size"], "num_layers": 2}}
    run(train(RunPlan(recipe, teacher)))
    student = {
        **RECIPE,
        "name": "student",
        "architecture": "distilbert",
        "tokenizer": {"folder": str(teacher)},
    }
    taught = {**student, "teaching": {"method": "distilbert", "teacher": str(teacher)}}
    alone = {**student, "name": "alone"}
    plans = [RunPlan(taught, tmp_path / "a"), RunPlan(alone, tmp_path / "b")]
    events, results = run(train_one_by_one(plans))
    assert [result.run for result in results] == ["student", "alone"]
    steps = [e for e in events if isinstance(e, Progress) and e.unit == "steps"]
    assert [(e.done, e.total) for e in steps] == [(n, 12) for n in range(1, 13)]
    points = [v for v in values(events) if isinstance(v, CurvePoint) and not v.held_out]
    terms = {point.run: set(point.values) for point in points}
    assert len(terms["student"]) == 3
    assert len(terms["alone"]) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"architecture": "nothing"},
        {"objectives": []},
        {"unknown": 1},
        {"data": "/no/such/file.txt"},
        {"size": {"width": 16, "num_heads": 3}},
    ],
)
def test_an_impossible_recipe_is_for_the_person_to_mend(
    tmp_path: Path, change: Mapping[str, Any]
) -> None:
    with pytest.raises(UserError):
        run(train(RunPlan({**RECIPE, **change}, tmp_path / "run")))


def test_a_run_that_is_rejected_at_once_leaves_no_folder(tmp_path: Path) -> None:
    plan = RunPlan({**RECIPE, "architecture": "nothing"}, tmp_path / "run")
    with pytest.raises(UserError):
        run(train_one_by_one([plan]))
    assert not plan.folder.exists()


def test_a_folder_without_a_checkpoint_cannot_be_resumed(tmp_path: Path) -> None:
    with pytest.raises(UserError):
        resume_plan(tmp_path)


WATCH = "A baker bakes [MASK]."


def test_a_run_that_goes_on_keeps_what_it_answered_before(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    told: list[SentencePredictions] = []
    work = train(RunPlan(RECIPE, folder, watch=WATCH))
    for event in work:
        if isinstance(event, Partial) and isinstance(event.value, SentencePredictions):
            told.append(event.value)
        if isinstance(event, Progress) and event.unit == "steps" and event.done == 5:
            break
    work.close()
    assert told
    assert unfinished_run(folder, WATCH).samples == tuple(told)
    assert unfinished_run(folder, "Another question [MASK].").samples == ()


def loss_line(step: int, loss: float) -> str:
    """A line for a training loss, as version 0.1 wrote it."""
    line = {"step": step, "tokens": 10 * step, "seconds": 0.5, "losses": {"mlm": loss}}
    return json.dumps(line) + "\n"


def test_of_steps_that_were_done_twice_the_later_ones_count(tmp_path: Path) -> None:
    log = RunLog(tmp_path, WATCH)
    for step, loss in [(1, 5.0), (2, 4.0), (3, 3.0), (2, 4.5), (3, 3.5), (4, 3.0)]:
        log.write(SentencePredictions("run", step, (str(loss),), (), mask="<mask>"))
        with (tmp_path / LOG_FILE).open("a", encoding="utf-8") as file:
            file.write(loss_line(step, loss))
    with (tmp_path / LOG_FILE).open("a", encoding="utf-8") as file:
        file.write('{"step": 5, "toke')  # killed here
    points = losses_of(tmp_path, "run", until=3)
    assert [(point.step, point.values["mlm"]) for point in points] == [(1, 5.0), (2, 4.5), (3, 3.5)]
    samples = predictions_of(tmp_path, "run", 3, WATCH)
    assert [sample.tokens for sample in samples] == [("5.0",), ("4.5",), ("3.5",)]
    assert {sample.mask for sample in samples} == {"<mask>"}


def test_a_log_of_an_earlier_version_is_read_and_removed(tmp_path: Path) -> None:
    (tmp_path / EARLIER_LOG_FILE).write_text(loss_line(1, 5.0), encoding="utf-8")
    (tmp_path / LOG_FILE).write_text(loss_line(2, 4.0), encoding="utf-8")
    assert [point.values["mlm"] for point in losses_of(tmp_path, "run", until=9)] == [5.0, 4.0]
    RunLog(tmp_path, WATCH).clear()
    assert losses_of(tmp_path, "run", until=9) == ()


def test_a_checkpoint_and_a_finished_run_have_the_training_losses(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    work = train(RunPlan(RECIPE, folder))
    for event in work:
        if isinstance(event, Progress) and event.unit == "steps" and event.done == 5:
            break
    work.close()
    stopped = [point for point in unfinished_run(folder).points if not point.held_out]
    assert [point.step for point in stopped] == [1, 2, 3, 4, 5]
    run(resume(folder))
    known = history(folder)
    assert known is not None
    assert known.losses[:5] == tuple(stopped)
    assert known.losses[-1].step == RECIPE["schedule"]["steps"]
    assert known.losses[-1].values["mlm"] > 0


def test_a_training_that_is_rejected_leaves_the_history_of_the_first_as_it_is(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "run"
    recipe = {**RECIPE, "schedule": {**RECIPE["schedule"], "save_every": 100}}
    first = train(RunPlan(recipe, folder, watch=WATCH))
    while not (folder / LOG_FILE).exists():
        next(first)
    before = (folder / LOG_FILE).read_bytes()
    with pytest.raises(UserError, match="Another training is writing to"):
        run(train(RunPlan(RECIPE, folder)))
    assert (folder / LOG_FILE).read_bytes() == before
    first.close()
    with pytest.raises(UserError, match="holds a run already"):
        run(train(RunPlan(RECIPE, folder)))
    assert (folder / LOG_FILE).read_bytes() == before


def test_a_folder_that_takes_no_file_does_not_end_a_run(tmp_path: Path) -> None:
    log = RunLog(tmp_path / "nowhere", WATCH)
    log.write(SentencePredictions("run", 1, (), ()))
    assert predictions_of(tmp_path / "nowhere", "run", 10, WATCH) == ()
