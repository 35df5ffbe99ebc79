"""Training and distillation as jobs: what a panel or a terminal follows while a model learns."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from explorer.core.engine.labels import label, labels
from explorer.core.engine.predicting.predictions import MaskedPrediction, predict, token_head
from explorer.core.errors import UserError, as_user_errors
from explorer.core.jobs.jobs import Partial, Progress, Work
from explorer.core.library.library import RUN_FILE, ModelEntry
from explorer.core.localization import mark, message, tr
from explorer.core.state.settings import caches_folder
from explorer.core.state.state import JSON
from explorer.core.training.run_log import CurvePoint as CurvePoint
from explorer.core.training.run_log import RunLog, losses_of, predictions_of
from explorer.core.training.run_log import SentencePredictions as SentencePredictions
from models.checkpoints.folders import CHECKPOINTS, CONFIG_FILE
from models.objectives.masked import mask_tokens
from models.runtime.file_lock import LOCK_FILE, exclusive_lock
from models.runtime.files import read_object
from models.runtime.generators import map_progress
from models.schema.records import Encoding, ModelInput
from models.schema.specs import DECODER_FEED, HeadSpec
from models.training.recipe import Recipe

if TYPE_CHECKING:
    from models.tokenization import Tokenizer
    from models.training.trainer import HeldOutEvaluated, Report, TrainingStep
    from models.training.training_task import TrainingTask

POINT_EVERY_S = 0.1  # seconds between two points of a curve, at least
PLACEHOLDER = "x"  # for the mask, while the tokens around it are found
NUM_WATCHED = 5  # candidates of a sample prediction
WATCH_MASK = "[MASK]"  # in a watched sentence, for the mask token of any model
STEPS = mark("steps")  # the unit of Progress during training
PLACE_OF_POINT = ("step", "tokens", "seconds")  # what a point of run.json holds besides metrics
LEVEL_TITLES = {"unigram": tr("unigram"), "5gram": tr("5-gram")}  # of count models, by name
JOINED = tr(
    "trained in several stages, one after the other. A later stage may have other data "
    "or settings, so a curve can jump there, and may not return to its earlier level."
)


@dataclass(frozen=True)
class RunPlan:
    """A run to do. `watch` is a sentence for which the model predicts at intervals."""

    recipe: Mapping[str, JSON]  # as models.training.recipe reads it from TOML
    folder: Path
    resume: bool = False
    watch: str = ""
    device: str = "cpu"


@dataclass(frozen=True)
class Baselines:
    """Held-out cross-entropy of count models on the same data, in nats per token."""

    run: str
    values: Mapping[str, float]


@dataclass(frozen=True)
class SmallerVocabulary:
    """The text of a run gave a smaller vocabulary than its recipe requires."""

    run: str
    vocab_size: int
    requested: int


@dataclass(frozen=True)
class PartOfText:
    """A run reads only the beginning of its text file; `share` of its documents."""

    run: str
    share: float


@dataclass(frozen=True)
class TrainingFinished:
    """A run that is over; the folder is a model of the library now."""

    run: str
    folder: Path


@dataclass(frozen=True)
class LossHistory:
    """Learning curves of a run.json; the runs that it continues come first."""

    points: tuple[
        CurvePoint, ...
    ]  # held-out metrics; steps, tokens and seconds of all runs together
    losses: tuple[CurvePoint, ...]  # training losses of the last run, by its own steps
    baselines: Mapping[str, float]
    recipe: Mapping[str, JSON]  # of the last run
    stages: tuple[str, ...] = ()  # the names of the runs before the last
    joints: tuple[CurvePoint, ...] = ()  # their ends, without values

    @property
    def measures(self) -> list[str]:
        """Held-out metrics, losses first; not the accuracy where the area under ROC is known."""
        names = list(self.points[-1].values)
        others = [name for name in names if name.rpartition("_")[2] != "accuracy"]
        accuracies = [name for name in names if name.endswith("_accuracy")]
        return [*others, *(a for a in accuracies if a.replace("_accuracy", "_auc") not in others)]


@dataclass(frozen=True)
class UnfinishedRun:
    """The log of a run before it is resumed."""

    points: tuple[CurvePoint, ...]  # training losses, then held-out metrics
    baselines: Mapping[str, float]
    samples: tuple[SentencePredictions, ...]


def train(plan: RunPlan) -> Work:
    """Train by a recipe: Progress at every step; Partial with each new result.

    The results are CurvePoint, SentencePredictions, Baselines, SmallerVocabulary and PartOfText.

    Returns TrainingFinished. A cancelled run can be resumed where it stopped. Raises UserError.
    """
    from models.training.trainer import TrainingReady
    from models.training.trainer import train as reports_of

    with as_user_errors(), removing_unused_folder(plan.folder):
        recipe = Recipe.from_dict(plan.recipe)
        follower = _Follower(plan, recipe)
        log = RunLog(plan.folder, plan.watch)
        reports = reports_of(recipe, plan.folder, caches_folder(), plan.resume, plan.device)
        with closing(reports):
            for report in reports:
                if isinstance(report, TrainingReady) and not plan.resume:
                    log.clear()  # not before: a run that is rejected leaves the other's log alone
                for event in follower.events(report):
                    if isinstance(event, Partial) and isinstance(event.value, SentencePredictions):
                        log.write(event.value)
                    yield event
    return TrainingFinished(recipe.name, plan.folder)


@contextmanager
def removing_unused_folder(folder: Path) -> Iterator[None]:
    """Take a new folder away again where a run ended before there was anything to keep."""
    is_new = not folder.exists()
    try:
        yield
    finally:
        if is_new and [path.name for path in folder.glob("*")] == [LOCK_FILE]:
            (folder / LOCK_FILE).unlink()
            folder.rmdir()


def train_one_by_one(plans: Sequence[RunPlan]) -> Generator[Progress | Partial, None, Any]:
    """Several runs one after the other, such as a student with and without its teacher.

    Progress counts the steps of all. Once one has learned something, the later ones have
    folders, so that they can be resumed wherever all this is stopped, even between two of them.
    Returns a tuple of TrainingFinished. Raises UserError.
    """
    steps = [Recipe.from_dict(plan.recipe).schedule.steps for plan in plans]
    finished = []
    for index, plan in enumerate(plans):
        work, waiting = train(plan), [later.folder for later in plans[index + 1 :]]
        finished.append((yield from _report_share(work, sum(steps[:index]), sum(steps), waiting)))
    return tuple(finished)


def _report_share(work: Work, before: int, total: int, waiting: Sequence[Path]) -> Work:
    """A run whose steps are a part of the whole; `waiting` are the folders of later runs."""

    def count(event: Progress | Partial) -> Progress | Partial:
        if not isinstance(event, Progress) or event.unit != STEPS:
            return event
        _take(waiting)
        return replace(event, done=before + event.done, total=total)

    with closing(work):
        return (yield from map_progress(work, count))


def _take(folders: Iterable[Path]) -> None:
    """Make the folders that are not there for runs to come. Raises UserError."""
    for folder in folders:
        if not folder.is_dir():
            with as_user_errors(), exclusive_lock(folder):
                pass


def resume(folder: Path, watch: str = "") -> Work:
    """Resume a run that was cancelled or killed. Yields, returns and raises as `train` does."""
    return (yield from train(resume_plan(folder, watch)))


def resume_plan(folder: Path, watch: str = "", device: str = "cpu") -> RunPlan:
    """The plan of a run that was begun, from its checkpoint. Raises UserError."""
    recipe: Mapping[str, JSON] = _read_progress(folder)["recipe"]
    return RunPlan(recipe, folder, resume=True, watch=watch, device=device)


def find_unfinished(entries: Iterable[ModelEntry], *, finetuning: bool = False) -> list[Path]:
    """The folders of runs that were begun and can be resumed, of one kind of training."""
    folders = (
        entry.folder
        for entry in entries
        if entry.problem is not None
        and (entry.folder / CHECKPOINTS).is_dir()
        and not (entry.folder / CONFIG_FILE).is_file()
    )
    return [folder for folder in folders if _is_finetuning(folder) == finetuning]


def _is_finetuning(folder: Path) -> bool:
    """Whether the last checkpoint of a run has the recipe of a fine-tuning; reads no weights."""
    files = sorted((folder / CHECKPOINTS).glob("step-*/progress.json"))
    try:
        recipe = read_object(files[-1])["recipe"] if files else {}
        return isinstance(recipe, Mapping) and "way" in recipe
    except (OSError, ValueError, KeyError):
        return False


def history(folder: Path) -> LossHistory | None:
    """How the model in a folder learned; None where nothing is known."""
    try:
        run = read_object(folder / RUN_FILE)
        name = str(run["name"])
        loss_history = _history(name, run)
        for stage in reversed(run.get("before", ())):
            loss_history = _shift_history(name, stage, loss_history)
        return loss_history
    except (OSError, ValueError, KeyError, TypeError, OverflowError):
        return None


def stages_note(known: Iterable[tuple[str, LossHistory]]) -> str:
    """The note on curves of several stages, by title; empty where there are none."""
    titles = [title for title, history in known if history.stages]
    return f"{', '.join(titles)}: {JOINED}" if titles else ""


def unfinished_run(folder: Path, watch: str = "") -> UnfinishedRun:
    """How far a run came that is not finished, and its answers to a sentence. Raises UserError."""
    data = _read_progress(folder)
    with as_user_errors():
        name, step = str(data["recipe"]["name"]), int(data["step"])
        known = _history(name, data)
    return UnfinishedRun(
        points=(*(known.losses or losses_of(folder, name, step)), *known.points),
        baselines=known.baselines,
        samples=predictions_of(folder, name, step, watch),
    )


def read_run(folder: Path, watch: str, device: str) -> Work:
    """The plan that resumes a run, and its log. Raises UserError."""
    yield Progress(tr("Reading {name}", name=folder.name))
    return resume_plan(folder, watch, device), unfinished_run(folder, watch)


def reload_run_log(plan: RunPlan) -> Work:
    """Return a plan with the log of its run; None instead of a log without a checkpoint."""
    yield Progress(tr("Reading {name}", name=plan.folder.name))
    try:
        return plan, unfinished_run(plan.folder, plan.watch)
    except UserError:
        return plan, None


class _Follower:
    """Turns the reports of one run into events, at a limited rate for curves."""

    def __init__(self, plan: RunPlan, recipe: Recipe) -> None:
        self._training_task: TrainingTask | None = None
        self._plan = plan
        self._recipe = recipe
        self._first: TrainingStep | None = None
        self._waiting: list[Mapping[str, float]] = []  # losses since the last point
        self._point_at = 0.0

    def events(self, report: Report) -> Iterator[Progress | Partial]:
        from models.data.prepare import PreparationProgress
        from models.training.trainer import HeldOutEvaluated, TrainingReady, TrainingStep

        if isinstance(report, PreparationProgress):
            yield Progress(message(report.message).capitalize(), report.done, report.total)
        elif isinstance(report, TrainingReady):
            self._training_task = report.training_task
            yield Partial(Baselines(self._recipe.name, dict(report.baselines)))
            yield from self._shortfall(report.training_task.tokenizer)
            if report.share_read < 1:
                yield Partial(PartOfText(self._recipe.name, report.share_read))
        elif isinstance(report, TrainingStep):
            yield self._progress(report)
            yield from self._losses(report)
        elif isinstance(report, HeldOutEvaluated):
            yield Partial(self._point(report, report.metrics, held_out=True))
            yield from self._sample(report.step)

    def _shortfall(self, tokenizer: Tokenizer) -> Iterator[Partial]:
        """Report a vocabulary, learned from the run's own text, that is smaller than requested."""
        recipe, size = self._recipe, tokenizer.vocab_size
        learned = not (recipe.start or recipe.teaching or recipe.tokenizer.folder)
        if learned and size < recipe.tokenizer.vocab_size:
            yield Partial(SmallerVocabulary(recipe.name, size, recipe.tokenizer.vocab_size))

    def _progress(self, step: TrainingStep) -> Progress:
        """Speed is that since the run began or was resumed."""
        first = self._first = self._first or step
        seconds = step.seconds - first.seconds
        return Progress(
            message=tr("Training {name}", name=self._recipe.name),
            done=step.step,
            total=step.steps,
            speed=(step.step - first.step) / seconds if seconds > 0 else 0.0,
            unit=STEPS,
        )

    def _losses(self, step: TrainingStep) -> Iterator[Partial]:
        """The mean of what each step gave since the last point, when it is time for another."""
        from models.training.run_folder import mean_losses

        self._waiting.append({**step.losses, **step.measured})
        now = time.monotonic()
        if now - self._point_at < POINT_EVERY_S and step.step < step.steps:
            return
        means = mean_losses(self._waiting)
        self._waiting, self._point_at = [], now
        yield Partial(self._point(step, means, held_out=False))

    def _point(
        self, at: TrainingStep | HeldOutEvaluated, values: Mapping[str, float], *, held_out: bool
    ) -> CurvePoint:
        return CurvePoint(self._recipe.name, at.step, dict(values), held_out, at.tokens, at.seconds)

    def _sample(self, step: int) -> Iterator[Partial]:
        """What the model that is learning answers now."""
        training_task = self._training_task
        head = (
            None
            if training_task is None
            else token_head(training_task.spec, _heads_of(training_task))
        )
        if training_task is None or head is None or not self._plan.watch.strip():
            return
        try:
            encoding, answers = predict_watched(training_task, head, self._plan.watch)
        except ValueError:  # a question that cannot be read is no reason to end a run
            return
        tokens = labels(training_task.tokenizer, encoding)
        answers = [_readable(answer, training_task.tokenizer) for answer in answers]
        mask = mask_of(training_task, head, self._plan.watch)
        yield Partial(SentencePredictions(self._recipe.name, step, tokens, tuple(answers), mask))


def predict_watched(
    training_task: TrainingTask, head: HeadSpec, watch: str
) -> tuple[Encoding, list[MaskedPrediction]]:
    """What a model predicts at the mask of a sentence; without a mask, at its last word.

    A causal model reads up to the mask and predicts the next token. In an encoder-decoder, the
    encoder reads a sentinel there; the decoder predicts what follows it, or its first token.
    """
    from models.inference.trace import trace

    stream = training_task.spec.stream(head.stream)
    if stream.feed == DECODER_FEED:
        return _predict_in_decoder(training_task, head, watch)
    causal = head.task == "next_token"
    model_input = _question(training_task, watch, head.name, causal=causal)
    traced = trace(
        training_task.model, training_task.spec, model_input, kinds=("logits",), heads=(head.name,)
    )
    positions = [model_input.encoding.last_of_text] if causal else None
    answers = predict(traced, training_task.spec, training_task.tokenizer, positions, NUM_WATCHED)
    return model_input.encoding, answers


def _predict_in_decoder(
    training_task: TrainingTask, head: HeadSpec, watch: str
) -> tuple[Encoding, list[MaskedPrediction]]:
    """The position of the prediction is that of the sentinel in the sentence, or after its end."""
    from models.inference.trace import trace

    model_input = _add_sentinel(training_task, watch)
    *_, last = model_input.feeds[DECODER_FEED].tolist()
    traced = trace(
        training_task.model, training_task.spec, model_input, kinds=("logits",), heads=(head.name,)
    )
    positions = [len(model_input.feeds[DECODER_FEED]) - 1]
    answers = predict(traced, training_task.spec, training_task.tokenizer, positions, NUM_WATCHED)
    ids = model_input.input_ids.tolist()
    place = ids.index(last) if WATCH_MASK in watch and last in ids else len(ids)
    return model_input.encoding, [replace(answer, place=place) for answer in answers]


def mask_of(training_task: TrainingTask, head: HeadSpec, watch: str) -> str:
    """What the model reads at the mask of the sentence: its own mask token, or its sentinel.

    Empty where it continues the text before the mask.
    """
    stream, tokenizer = training_task.spec.stream(head.stream), training_task.tokenizer
    if stream.feed == DECODER_FEED:
        sentinels = tokenizer.vocabulary.sentinel_ids if WATCH_MASK in watch else ()
        return label(tokenizer, sentinels[0]) if sentinels else ""
    return "" if head.task == "next_token" else tokenizer.mask_token or WATCH_MASK


def _readable(answer: MaskedPrediction, tokenizer: Tokenizer) -> MaskedPrediction:
    named = (one._replace(token=label(tokenizer, one.id)) for one in answer.candidates)
    return replace(answer, candidates=tuple(named))


def _question(training_task: TrainingTask, watch: str, head: str, *, causal: bool) -> ModelInput:
    from models.inference.mask_filling import as_query

    tokenizer, room = training_task.tokenizer, training_task.model.config.size.num_positions
    before, mask, _ = watch.partition(WATCH_MASK)
    if causal:
        return ModelInput.clean(tokenizer.encode(before.rstrip() or watch, max_length=room))
    if tokenizer.mask_token is not None and mask:
        watch = watch.replace(WATCH_MASK, tokenizer.mask_token)
    encoding = tokenizer.encode(watch, max_length=room)
    masked = _mask_last_word(ModelInput.clean(encoding), tokenizer, head)
    positions = np.flatnonzero(masked.input_ids == tokenizer.mask_id).tolist()
    return as_query(training_task.spec, masked, positions)


def _add_sentinel(training_task: TrainingTask, watch: str) -> ModelInput:
    """The sentence with a sentinel at its mask, which the decoder has written already.

    The tokens around it are those of the whole sentence, as in training: a letter takes the place
    of the mask while they are found, because a tokenizer begins a new text after a sentinel.
    """
    tokenizer, config = training_task.tokenizer, training_task.model.config
    before, mask, after = watch.partition(WATCH_MASK)
    sentinels = np.array(tokenizer.vocabulary.sentinel_ids[: len(mask)][:1], dtype=np.int64)
    text = f"{before}{PLACEHOLDER * len(sentinels)}{after}"
    encoding = tokenizer.encode(text, max_length=config.size.num_positions)
    if len(sentinels):
        starts, ends = encoding.offsets.T
        inner = ~encoding.special
        left, right = inner & (ends <= len(before)), inner & (starts > len(before))
        ids = encoding.ids
        encoding = tokenizer.build(np.concatenate([ids[left], sentinels, ids[right]]))
    clean = ModelInput.clean(encoding)
    start = training_task.spec.apply_default_feeds(clean, config).feeds[DECODER_FEED]
    return clean.with_feed(DECODER_FEED, np.concatenate([start, sentinels]))


def _mask_last_word(model_input: ModelInput, tokenizer: Tokenizer, head: str) -> ModelInput:
    """Mask the last word where nothing is masked."""
    mask, words = tokenizer.mask_id, model_input.encoding.word
    if mask is None or (model_input.input_ids == mask).any() or words.max() < 0:
        return model_input
    letters = [at for at in np.flatnonzero(words >= 0) if _is_word(model_input.encoding, int(at))]
    last = words[letters[-1]] if letters else words.max()
    return mask_tokens(
        model_input, {int(at): True for at in np.flatnonzero(words == last)}, head, mask
    )


def _is_word(encoding: Encoding, position: int) -> bool:
    return any(character.isalnum() for character in encoding.surface(position))


def _history(name: str, run: Mapping[str, Any]) -> LossHistory:
    """What a run.json or progress.json holds; an earlier stage has curves alone."""
    return LossHistory(
        points=tuple(_points(name, run["curve"], held_out=True)),
        losses=tuple(_points(name, run.get("losses", ()), held_out=False)),
        baselines=dict(run.get("baselines") or {}),
        recipe=dict(run.get("recipe", {})),
    )


def _points(
    name: str, curve: Sequence[Mapping[str, float]], *, held_out: bool
) -> Iterator[CurvePoint]:
    for point in curve:
        yield CurvePoint(
            run=name,
            step=int(point["step"]),
            values={key: float(v) for key, v in point.items() if key not in PLACE_OF_POINT},
            held_out=held_out,
            tokens=int(point["tokens"]),
            seconds=float(point["seconds"]),
        )


def _shift_history(name: str, stage: Mapping[str, Any], later: LossHistory) -> LossHistory:
    """The history of the run of this name with the stage before it, at whose end it begins."""
    earlier = _history(name, stage)
    end = CurvePoint(
        run=name,
        step=int(stage["steps"]),
        values={},
        held_out=True,
        tokens=int(stage["tokens"]),
        seconds=float(stage["seconds"]),
    )
    stages = (str(stage["name"]), *later.stages)
    joints = (end, *(_shift_point(joint, end) for joint in later.joints))
    points = (*earlier.points, *(_shift_point(point, end) for point in later.points))
    return replace(later, points=points, stages=stages, joints=joints)


def _shift_point(point: CurvePoint, end: CurvePoint) -> CurvePoint:
    """A point of a run, counted from the start of the run that ended at `end`."""
    return replace(
        point,
        step=point.step + end.step,
        tokens=point.tokens + end.tokens,
        seconds=point.seconds + end.seconds,
    )


def _read_progress(folder: Path) -> dict[str, Any]:
    """The progress.json of the last checkpoint of a run. Raises UserError."""
    from models.training.run_folder import latest

    checkpoint = latest(folder)
    if checkpoint is None:
        raise UserError(
            tr("There is no checkpoint in {folder}.", folder=folder), tr("Start the run again.")
        )
    with as_user_errors():
        return read_object(checkpoint / "progress.json")


def _heads_of(training_task: TrainingTask) -> list[str]:
    """Return the names of the model's heads, which may depend on its configuration."""
    return [head.name for head in training_task.spec.heads_of(training_task.model)]
