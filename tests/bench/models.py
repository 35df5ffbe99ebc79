"""What `bench` measures of the library: forward passes, generation, training, memory.

Each benchmark gives both sides the same weights: a model is made here, written in the published
layout, and opened by the other library from there.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch

from models.checkpoints import checkpoint
from models.data.prepare import prepare
from models.inference.generation import Sampling, generate
from models.inference.trace import trace
from models.runtime.generators import run_to_end
from models.schema.configs import Size
from models.schema.records import Encoding, IntArray, ModelInput
from models.schema.registry import catalog
from models.schema.specs import ArchSpec
from models.tokenization import Tokenizer
from models.training.recipe import Recipe
from models.training.trainer import TrainingReady, TrainingStep, run
from models.training.training_task import new_training_task

SIZES = Path(__file__).with_name("sizes.toml")
BENCH: dict[str, Any] = tomllib.loads(SIZES.read_text(encoding="utf-8"))
BUNDLED, BASE, PUBLISHED = (Size(**BENCH["sizes"][n]) for n in ("bundled", "base", "published"))

# Ratios to reach: pictures follow a key press, texts appear at once, and what takes long, because a
# model is large or learns, takes no longer than it must.
FASTER, WRITING, EQUAL = 1.6, 3.0, 1.0

NUM_TOKENS = 32
PROMPT, NUM_NEW = 16, 100
MANY = 10**6  # more than anybody waits for
CHUNK = 40  # steps of training in a round
WARM_UP = 5  # steps of the other side that are not counted
MAXRSS_PER_MB = 1e6 if sys.platform == "darwin" else 1e3  # bytes there, kilobytes elsewhere

Side = Callable[[], float | None]


@dataclass(frozen=True)
class PairedBenchmark:
    """Two ways to do one thing. A side returns its seconds, or None where all of them count."""

    what: str
    ours: Side
    theirs: Side | None
    target: float | None  # ratio of the times at least
    rounds: int = MANY  # at most
    once: bool = False  # a side is not repeated within a round
    per_second: float | None = None  # what is done in the time, where the result is a rate
    most_ms: float | None = None  # of our side, where there is no other


@dataclass(frozen=True)
class BenchSettings:
    """Whether there is another side, what counts the seconds, and whether less is to be done."""

    against: bool
    now: Callable[[], float]
    quick: bool = False


Make = Callable[[Path, BenchSettings], AbstractContextManager[PairedBenchmark]]


def paired_benchmarks() -> dict[str, Make]:
    """The measurements by name; each writes into a folder of its own."""
    specs = catalog().architectures
    makers: dict[str, Make] = {
        f"forward-bundled-{name}": partial(forward, spec, BUNDLED, NUM_TOKENS, FASTER)
        for name, spec in specs.items()
    }
    makers |= {
        f"forward-bundled-{name}-order": partial(
            forward, spec, BUNDLED, NUM_TOKENS, FASTER, ordered=True
        )
        for name, spec in specs.items()
        if spec.reads_order
    }
    for length in BENCH["base"]["lengths"]:
        makers[f"forward-base-{length}"] = partial(forward, base_spec(), BASE, length, EQUAL)
    makers |= {
        f"generate-bundled-{name}": partial(generation, spec, BUNDLED, WRITING)
        for name, spec in specs.items()
        if spec.generates
    }
    writer = specs[BENCH["published"]["architecture"]]
    makers[f"generate-{writer.name}"] = partial(generation, writer, PUBLISHED, EQUAL)
    makers["train-bundled"] = training
    return makers


def base_spec() -> ArchSpec:
    """The architecture that is measured at the base size."""
    return catalog().architectures[BENCH["base"]["architecture"]]


def new_model(spec: ArchSpec, size: Size, folder: Path) -> Any:
    """A model with random weights, which are also in the folder."""
    torch.manual_seed(0)
    model = spec.model_class(spec.config_class.from_size(size)).eval()
    checkpoint.save(model, spec, folder)
    return model


def random_ids(length: int, size: Size) -> IntArray:
    return np.random.default_rng(0).integers(5, size.vocab_size, length)


def model_input_of(ids: IntArray) -> ModelInput:
    """Ids (T,) as a model is fed them, without a text."""
    length = len(ids)
    return ModelInput.clean(
        Encoding(
            text="",
            ids=ids,
            tokens=tuple(map(str, ids)),
            offsets=np.zeros((length, 2), dtype=np.int64),
            special=np.zeros(length, dtype=np.bool_),
            segment=np.zeros(length, dtype=np.int64),
            word=np.arange(length),
            unknown=np.zeros(length, dtype=np.bool_),
        )
    )


def fed(spec: ArchSpec, size: Size, length: int, ordered: bool) -> ModelInput:
    """Random ids, as many for every stream that is fed others, and an order if there is one."""
    ids = random_ids(length, size)
    model_input = model_input_of(ids)
    if spec.add_default_feeds is not None:
        of_tokens = {one.name for one in spec.inputs if one.holds_tokens}
        usual = spec.add_default_feeds(model_input, spec.config_class.from_size(size))
        for name, feed in usual.feeds.items():
            model_input = model_input.with_feed(
                name, ids[::-1].copy() if name in of_tokens else feed
            )
    if ordered:
        positions = np.random.default_rng(0).permutation(length) + 1
        model_input = model_input.with_feed("order", positions)
    return model_input


def left_out(spec: ArchSpec, ordered: bool) -> set[str]:
    """The streams that only pretraining has, and the other library without an order has not."""
    return set() if ordered else {head.stream for head in spec.heads if head.fallback_stream}


@contextmanager
def forward(
    spec: ArchSpec,
    size: Size,
    length: int,
    target: float,
    folder: Path,
    setting: BenchSettings,
    ordered: bool = False,
) -> Iterator[PairedBenchmark]:
    """Everything recorded of one text: attention, hidden states and logits of every head."""
    model, model_input = new_model(spec, size, folder), fed(spec, size, length, ordered)
    without = left_out(spec, ordered)
    theirs = None
    if setting.against:
        from tests.bench.transformers_side import is_known, open_recording

        theirs = open_recording(folder, model_input) if is_known(spec) else None
    kind = "bundled size" if size == BUNDLED else "base size"
    order = ", in a random order" if ordered else ""
    yield PairedBenchmark(
        what=f"{spec.title}, {kind}, {length} tokens{order}, all recorded",
        ours=lambda: _discard(trace(model, spec, model_input, without=without)),
        theirs=None if theirs is None else lambda: _discard(theirs()),
        target=target,
    )


@contextmanager
def generation(
    spec: ArchSpec, size: Size, target: float, folder: Path, setting: BenchSettings
) -> Iterator[PairedBenchmark]:
    """Greedy writing with a key-value cache; ours keeps the candidates of each step too."""
    model, prompt = new_model(spec, size, folder), random_ids(PROMPT, size)
    settings = Sampling("greedy", max_new_tokens=NUM_NEW)
    names = cast(Tokenizer, Numbers(size.vocab_size))

    def write() -> list[int]:
        return [step.id for step in generate(model, names, prompt, settings)]

    theirs = None
    if setting.against:
        from tests.bench.transformers_side import is_known, open_writer

        never = model.config.never_written
        theirs = open_writer(folder, prompt, NUM_NEW, never) if is_known(spec) else None
        assert theirs is None or theirs() == write(), "both sides must write the same"
    kind = "bundled" if size == BUNDLED else "published"
    yield PairedBenchmark(
        what=f"{spec.title}, greedy, {NUM_NEW} tokens, {kind} size",
        ours=lambda: _discard(write()),
        theirs=None if theirs is None else lambda: _discard(theirs()),
        target=target,
    )


@dataclass(frozen=True)
class Numbers:
    """Names for ids where there is no tokenizer, and no end of text."""

    vocab_size: int
    eos_id: int | None = None

    def token(self, id: int) -> str:
        return str(id)


@contextmanager
def training(folder: Path, setting: BenchSettings) -> Iterator[PairedBenchmark]:
    """Masked language modelling as a bundled model learns it, on the same documents."""
    recipe = training_recipe()
    prepared = run_to_end(prepare(recipe, folder / "cache"))
    training_task = new_training_task(recipe, prepared.tokenizer, None)
    schedule = recipe.schedule
    reports = run(training_task, prepared, folder / "run", False, "cpu")
    with closing(reports):
        for report in reports:
            if isinstance(report, TrainingReady):
                break

        def learn() -> float:
            """A further chunk of steps; their seconds."""
            started, done = setting.now(), 0
            while done < CHUNK:
                done += isinstance(next(reports), TrainingStep)
            return setting.now() - started

        learn()
        theirs = None
        if setting.against:
            from tests.bench.transformers_side import open_trainer

            checkpoint.save(
                training_task.model, training_task.spec, folder / "hf", prepared.tokenizer
            )
            theirs = open_trainer(folder / "hf", prepared, schedule, (WARM_UP, CHUNK), setting.now)
        yield PairedBenchmark(
            what=f"masked training, bundled size, {schedule.batch_size} x {schedule.length} tokens",
            ours=learn,
            theirs=theirs,
            target=EQUAL,
            rounds=7,
            once=True,
            per_second=CHUNK * schedule.batch_size * schedule.length,
        )


def training_recipe() -> Recipe:
    """Masked training at the bundled size, with the tokenizer of a bundled model."""
    return Recipe.from_dict(BENCH["recipe"])


def _discard(value: object) -> None:
    """Hold nothing, so that a round frees what it made."""


# Memory -------------------------------------------------------------------------------------------


def write_base(folder: Path) -> Path:
    """A model of the base size in a folder."""
    new_model(base_spec(), BASE, folder)
    return folder


def peak(side: str, folder: Path) -> float:
    """Peak memory of this process in MB, after one side recorded all of a long text."""
    model_input = model_input_of(random_ids(BASE.num_positions, BASE))
    if side == "ours":
        loaded = checkpoint.load(folder)
        trace(loaded.model, loaded.spec, model_input)
    else:
        from tests.bench.transformers_side import open_recording

        record = open_recording(folder, model_input)
        assert record is not None
        record()
    return peak_now()


def peak_now() -> float:
    """Peak memory of this process so far, in MB."""
    status = Path("/proc/self/status")
    if status.is_file():  # what getrusage says there counts the process that started this one too
        entry = next(e for e in status.read_text().splitlines() if e.startswith("VmHWM"))
        return float(entry.split()[1]) * 1024 / 1e6
    import resource  # which Windows does not have

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MAXRSS_PER_MB


if __name__ == "__main__":
    print(peak(sys.argv[1], Path(sys.argv[2])))
