"""One trial of a search: a shape is sampled, built, measured against the budget, and trained."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import optuna
from optuna.trial import TrialState

from models.compression.examples import examples_of, one_sentence
from models.compression.measure import pass_milliseconds
from models.data.prepare import PreparedData
from models.data.sources import open_source
from models.schema.batch import Batch, as_module, evaluation_mode, num_parameters
from models.search.recipe import Budget, SearchRecipe
from models.search.settings import read_settings
from models.search.study import POINTS, open_study, suggest_values
from models.tokenization import Tokenizer
from models.training.in_memory import even_steps, prepared_text, trained_to
from models.training.recipe import Recipe
from models.training.trainer import DivergedError, held_out_batches, held_out_inputs
from models.training.training_task import (
    TrainingTask,
    check_recipe,
    count_parameters,
    layout,
    load_pretrained,
    new_training_task,
)

MOST_SAMPLED = 200  # shapes in a row that cannot be built or are above the budget
SEEDS_OF_A_SEARCH = 100_000  # at most so many trials, each with a seed of its own


@dataclass(frozen=True)
class BuiltTrial:
    """A model that is not trained yet, and its cost: milliseconds for one sentence."""

    task: TrainingTask
    prepared: PreparedData
    held_out: list[Batch]
    parameters: int
    milliseconds: float


class UnusableShapeError(ValueError):
    """A shape that cannot be built, or is above the budget."""


def build(recipe: Recipe, cache: Path) -> BuiltTrial:
    """Raises UnusableShapeError for sizes that do not fit together, and as training does."""
    try:
        check_recipe(recipe)
        pretrained = load_pretrained(recipe)
        prepared = prepared_text(recipe, cache, pretrained)
        task = new_training_task(recipe, prepared.tokenizer, pretrained)
    except ValueError as error:
        raise UnusableShapeError(str(error)) from error
    unseen = held_out_inputs(task, prepared.held_out, layout(task.objectives))
    batches = held_out_batches(task, unseen, "cpu")
    return BuiltTrial(
        task,
        prepared,
        batches,
        num_parameters(as_module(task.model)),
        _milliseconds(task),
    )


def _milliseconds(task: TrainingTask) -> float:
    """Measure milliseconds as the panel does: the same sentence, with all heads, on one thread."""
    source = open_source(task.recipe.data)
    examples = examples_of(source, task.tokenizer, task.objectives, "train")
    heads = [head.name for head in task.spec.heads_of(task.model)]
    return pass_milliseconds(task, heads, one_sentence(task, task.objectives, examples))


def excess(built: BuiltTrial, budget: Budget) -> str:
    """Describe what of a model is above the budget; empty where nothing is."""
    if reason := excess_parameters(built.parameters, budget):
        return reason
    if budget.milliseconds and built.milliseconds > budget.milliseconds:
        return f"{built.milliseconds:.2f} ms are above {budget.milliseconds:g} ms"
    return ""


def excess_parameters(parameters: int, budget: Budget) -> str:
    """Why so many are above the budget; empty where they are not."""
    if budget.parameters and parameters > budget.parameters:
        return f"{parameters:,} parameters are above {budget.parameters:,}"
    return ""


def run_trial(folder: Path, cache: Path, index: int) -> int:
    """Sample shapes until one can be built within the budget, and train it; returns its number.

    Raises ValueError where none of many shapes can, and OSError.
    """
    recipe = read_settings(folder)
    study = open_study(folder, recipe, seed=recipe.seed * SEEDS_OF_A_SEARCH + index)
    tokenizer = _tokenizer(recipe, cache)
    for _ in range(MOST_SAMPLED):
        trial = study.ask()
        try:
            built = _built(trial, recipe, cache, tokenizer)
        except UnusableShapeError as error:
            trial.set_user_attr("reason", str(error))
            study.tell(trial, state=TrialState.PRUNED)
            continue
        _train(study, trial, built)
        return trial.number
    raise ValueError(
        f"None of {MOST_SAMPLED} shapes in a row can be built within the budget. Raise it, or "
        "allow smaller values."
    )


def _tokenizer(recipe: SearchRecipe, cache: Path) -> Tokenizer:
    return prepared_text(recipe.base, cache, load_pretrained(recipe.base)).tokenizer


def _built(
    trial: optuna.Trial, recipe: SearchRecipe, cache: Path, tokenizer: Tokenizer
) -> BuiltTrial:
    """The model of a trial. Raises UnusableShapeError for one that cannot be built or is too large.

    The parameters are counted first, without a model, as most shapes can have too many.
    """
    try:
        shape = recipe.shape(suggest_values(trial, recipe))
        parameters = _count(shape, recipe, tokenizer)
    except ValueError as error:
        raise UnusableShapeError(str(error)) from error
    if reason := excess_parameters(parameters, recipe.budget):
        trial.set_user_attr("parameters", parameters)
        raise UnusableShapeError(reason)
    built = build(shape, cache)
    trial.set_user_attr("parameters", built.parameters)
    trial.set_user_attr("milliseconds", round(built.milliseconds, 4))
    reason = excess(built, recipe.budget)
    if reason:
        raise UnusableShapeError(reason)
    return built


def _count(shape: Recipe, recipe: SearchRecipe, tokenizer: Tokenizer) -> int:
    """The parameters of a shape, without making it. Raises ValueError where it cannot be built.

    0 where only the model tells: a pretrained one decides them, or another vocabulary than that of
    `tokenizer`.
    """
    is_known = shape.tokenizer == recipe.base.tokenizer and not shape.pretrained_models
    return count_parameters(shape, tokenizer) if is_known else 0


def _train(study: optuna.Study, trial: optuna.Trial, built: BuiltTrial) -> None:
    """Train, report the held-out loss, and stop where the pruner says so."""
    steps = built.task.recipe.schedule.steps
    try:
        for paused in trained_to(built.task, built.prepared, even_steps(steps, POINTS)):
            loss = held_out_loss(built)
            trial.report(loss, paused.step)
            trial.set_user_attr("seconds", round(paused.seconds, 2))
            if paused.step < steps and trial.should_prune():
                study.tell(trial, state=TrialState.PRUNED)
                return
    except DivergedError as error:
        trial.set_user_attr("reason", str(error))
        study.tell(trial, state=TrialState.FAIL)
        return
    study.tell(trial, loss)


def held_out_loss(built: BuiltTrial) -> float:
    """The losses of all heads, added up, in nats."""
    with evaluation_mode(built.task.model):
        metrics = built.task.evaluate(built.held_out)
    return sum(value for name, value in metrics.items() if name.endswith("_loss"))


def check_budget(recipe: SearchRecipe, cache: Path) -> None:
    """Raises ValueError where not even the smallest shape is within the budget.

    It also prepares the text and the vocabulary, which all trials share. A model is only made where
    its parameters are within the budget.
    """
    try:
        shape = recipe.shape(recipe.smallest)
        check_recipe(shape)
        parameters = _count(shape, recipe, _tokenizer(recipe, cache))
        reason = excess_parameters(parameters, recipe.budget)
        reason = reason or excess(build(shape, cache), recipe.budget)
    except ValueError as error:
        raise ValueError(f"The smallest shape cannot be built: {error}") from error
    if reason:
        raise ValueError(
            f"No shape is within the budget: of the smallest one, {reason}. Raise the budget, or "
            "allow smaller values."
        )
