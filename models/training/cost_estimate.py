"""How long a recipe will take on this computer, and the memory: measured on a few of its own steps.

The steps are those of models.training, on the first documents of the recipe's text. The vocabulary
is a stand-in, as learning a real one can take as long as the run: it has the size that the recipe
asks for, and comes from a few documents and invented words.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from statistics import fmean

import torch
from torch import Tensor

from models.data.examples import DocumentList, Documents, Examples
from models.data.prepare import tasks_of
from models.data.sources import TextSource, open_source
from models.data.textfile import LineText
from models.runtime.resources import checkpoint_folder
from models.schema.batch import as_module, num_parameters
from models.schema.registry import catalog
from models.tokenization import Tokenizer, open_tokenizer
from models.training.recipe import Recipe
from models.training.trainer import (
    HELD_OUT_EXAMPLES,
    TrainState,
    examples_by_kind,
    held_out_batches,
    held_out_inputs,
    step_shape,
    update,
)
from models.training.training_task import (
    TrainingTask,
    check_recipe,
    layout,
    load_pretrained,
    new_training_task,
)

NUM_DOCUMENTS = 300
BUDGET_S = 1.5  # of steps for a recipe; a step that takes longer is measured once
WARM_UP = 2  # steps before those that count
MOST_STEPS = 60
DRAWN_STEPS = 2000  # from which the shares of the kinds of steps are counted
LETTERS = "abcdefghijklmnopqrstuvwxyz"
WORDS_OF_A_TEXT = 50
NUMBERS_PER_WEIGHT = 4  # in training: itself, its gradient, and the two moments of AdamW


@dataclass(frozen=True)
class CostMeasurement:
    """What a run needs. Seconds are those of steps and of held-out measurements together."""

    parameters: int
    memory: int  # bytes: weights, gradients, moments, and what a step keeps for its backward pass
    seconds: float
    steps_measured: int


def measure(recipe: Recipe, device: str = "cpu") -> Generator[None, None, CostMeasurement]:
    """Take some steps as the run would, and count; yields between them.

    Raises ValueError for a recipe that cannot be learned.
    """
    check_recipe(recipe)
    pretrained = load_pretrained(recipe)
    yield
    tokenizer = (pretrained and pretrained.tokenizer) or stand_in_tokenizer(recipe)
    yield
    training_task = new_training_task(recipe, tokenizer, pretrained)
    yield
    runner = _Runner(training_task, first_examples(training_task), device)
    memory = runner.memory()
    yield
    seconds = yield from runner.seconds_by_kind()
    schedule, shares = recipe.schedule, _shares(recipe)
    known = {kind: share for kind, share in shares.items() if kind in seconds}
    usual = sum(share * fmean(seconds[kind]) for kind, share in known.items())
    total = schedule.steps * usual / sum(known.values())
    yield
    evaluations = math.ceil(schedule.steps / schedule.evaluate_every)
    total += evaluations * runner.evaluation()
    measured = sum(map(len, seconds.values()))
    return CostMeasurement(num_parameters(as_module(training_task.model)), memory, total, measured)


class _Runner:
    """Steps of a training task, one after the other, each with its time."""

    def __init__(
        self, training_task: TrainingTask, examples: Mapping[str, Examples], device: str
    ) -> None:
        self._task = training_task
        self._examples = examples
        self._device = device
        self._module = training_task.to_device(device)
        self._state = TrainState.of(training_task)

    def memory(self) -> int:
        """Bytes of the largest kind of step, besides what the program itself takes.

        All that the backward pass needs is there at its beginning; besides it there are the largest
        tensor, usually the logits, once more for the metrics, and its gradient.
        """
        teacher = getattr(self._task, "teacher", None)
        numbers = NUMBERS_PER_WEIGHT * num_parameters(self._module)
        numbers += 0 if teacher is None else num_parameters(as_module(teacher))
        return max(map(self._activations, _shares(self._task.recipe))) + 4 * numbers

    def _activations(self, shape: tuple[str, int]) -> int:
        """Bytes that a step of a kind and a length keeps for its backward pass."""
        sizes: dict[int, int] = {}

        def keep(tensor: Tensor) -> Tensor:
            storage = tensor.untyped_storage()
            sizes[storage.data_ptr()] = storage.nbytes()
            return tensor.detach()  # the tensor itself would hold, and be held by, its graph

        weights = {p.untyped_storage().data_ptr() for p in self._module.parameters()}
        kind, length = shape
        indices = range(self._task.recipe.schedule.batch_size)
        batch = self._task.batch(self._examples[kind], indices, length).to(self._device)
        with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
            loss, *_ = self._state.loss(batch)
        activations = [size for place, size in sizes.items() if place not in weights]
        del loss  # only now may what it keeps be freed, and its addresses used again
        return sum(activations) + 2 * max(activations, default=0)

    def seconds_by_kind(self) -> Generator[None, None, dict[tuple[str, int], list[float]]]:
        """Run some steps; returns the seconds of each kind and length of step."""
        by_kind: dict[tuple[str, int], list[float]] = {}
        spent, step = 0.0, 0
        while step < MOST_STEPS and (spent < BUDGET_S or step < WARM_UP + 1):
            step += 1
            began = time.perf_counter()
            update(self._state, self._examples, step)
            seconds = time.perf_counter() - began
            if step > WARM_UP:
                spent += seconds
                by_kind.setdefault(step_shape(self._task.recipe, step), []).append(seconds)
            yield
        return by_kind

    def evaluation(self) -> float:
        """Seconds of one held-out measurement, from one of its batches."""
        training_task = self._task
        documents = next(iter(self._examples.values())).documents
        some = held_out_inputs(
            training_task,
            documents,
            layout(training_task.objectives),
            training_task.recipe.schedule.batch_size,
        )
        batches = held_out_batches(training_task, some, self._device)
        as_module(training_task.model).eval()
        training_task.evaluate(batches)  # the first of a shape takes longer
        began = time.perf_counter()
        training_task.evaluate(batches)
        return (time.perf_counter() - began) * HELD_OUT_EXAMPLES / len(some)


def _shares(recipe: Recipe) -> dict[tuple[str, int], float]:
    """How often each kind of step is drawn."""
    steps = range(1, max(min(recipe.schedule.steps, DRAWN_STEPS), MOST_STEPS) + 1)
    kinds = [step_shape(recipe, step) for step in steps]
    return {kind: kinds.count(kind) / len(kinds) for kind in set(kinds)}


# ---- in place of the prepared text


def first_examples(training_task: TrainingTask) -> dict[str, Examples]:
    """Examples of the first documents, by kind."""
    recipe, tokenizer = training_task.recipe, training_task.tokenizer
    train = _sample(open_source(recipe.data), tokenizer, recipe.seed)
    tasks: Documents | None = None
    if (source := tasks_of(recipe)) is not None:
        tasks = _sample(source, tokenizer, recipe.seed)
    return examples_by_kind(training_task, train, train, tasks)


def _sample(source: TextSource, tokenizer: Tokenizer, seed: int) -> DocumentList:
    """The first documents of a text."""
    texts = islice(source.documents("train", seed), NUM_DOCUMENTS)
    return DocumentList.of(map(tokenizer.encode_ids, texts), isinstance(source, LineText))


def stand_in_tokenizer(recipe: Recipe) -> Tokenizer:
    """The one that a recipe names, or one of the family and size that it learns."""
    declared = recipe.tokenizer
    template = catalog().architectures[recipe.architecture].template
    if declared.folder:
        return open_tokenizer(checkpoint_folder(declared.folder), template=template)
    return _stand_in(declared.family, declared.vocab_size, recipe.architecture, recipe.data)


@lru_cache(maxsize=4)
def _stand_in(family: str, vocab_size: int, architecture: str, data: str) -> Tokenizer:
    """A tokenizer of a family and a size, from a few documents and invented words."""
    source, rng = open_source(data), random.Random(0)
    documents = islice(source.documents("train", 0), NUM_DOCUMENTS)
    words = ["".join(rng.choices(LETTERS, k=rng.randint(3, 8))) for _ in range(vocab_size)]
    invented = (
        " ".join(2 * words[start : start + WORDS_OF_A_TEXT])
        for start in range(0, len(words), WORDS_OF_A_TEXT)
    )
    texts = [*(" ".join(sentences) for sentences in documents), *invented]
    template = catalog().architectures[architecture].template
    tokenizer: Tokenizer = (
        catalog()
        .tokenizers[family]
        .train(texts, vocab_size, names=source.names(), template=template)
    )
    return tokenizer
