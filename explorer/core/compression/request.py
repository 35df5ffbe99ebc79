"""The requests of the Compression panel, by view, and their answers."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from explorer.core.compression.derived import (
    DerivationStep,
    DerivedModel,
    bases_of,
    derived_from,
    find_outdated,
)
from explorer.core.compression.differences import (
    CompressionDifferences,
    SharedInput,
    compare_with_base,
    sensitivity,
)
from explorer.core.compression.sparsity import REMOVED, known_curves, measure_curve
from explorer.core.compression.weights import num_nonzero
from explorer.core.errors import UserError, as_user_errors
from explorer.core.finetuning.runs import record_in
from explorer.core.finetuning.teachers import KnownTeacher, known_teacher, students_for
from explorer.core.jobs.jobs import Partial, Progress, Work
from explorer.core.localization import mark, tr
from explorer.core.readable import join_names
from explorer.core.state.state import JSON
from models.schema.roles import TaskTeaching

if TYPE_CHECKING:
    from explorer.core.compression.sparsity import Curves
    from explorer.core.engine.engine import Engine
    from explorer.core.library.library import ModelEntry
    from models.checkpoints.checkpoint import LoadedModel
    from models.compression.examples import CompressionData
    from models.compression.measure import CompressionPoint
    from models.schema.specs import CompressionSpec
    from models.search.results import SearchResult

OTHER_VOCABULARY = tr("It reads with another vocabulary, so its losses cannot be compared.")
NO_HEAD = mark(
    "It lacks what the base predicts with ({heads}), so it cannot be measured beside it."
)
ROUNDS = 5  # of timing
MOST_HELD = 300_000_000  # parameters of models that are in memory together
OVERVIEW, INSIDE, MAKE = VIEWS = ("overview", "inside", "make")
Version = tuple[object, ...]  # of the files of a model and of its base


@dataclass(frozen=True, eq=False)
class ModelPoint:
    """A model with what it costs and how good it is; `steps` lead to it from the base."""

    key: str
    title: str
    digest: str
    steps: tuple[DerivationStep, ...]
    measured: CompressionPoint
    num_left: int | None = None  # weights that are not zero; None where they are on a grid

    def share_removed(self, base: ModelPoint) -> float | None:
        """The share of the base's weights that are gone or zero.

        None for a grid, and where the weights are others: of a student, of a searched shape.
        """
        trained = any(step.trains_anew for step in self.steps)
        if trained or self.num_left is None or not base.num_left:
            return None
        return 1 - self.num_left / base.num_left


Known = Mapping[Version, ModelPoint]


@dataclass(frozen=True)
class CompressionRequest:
    """The chosen models and what the view depends on; `known` are earlier measurements."""

    view: str
    keys: tuple[str, ...]
    base: str = ""  # preferred; "" takes the first
    subject: str = ""  # whose inside is wanted; "" takes the first
    weight: str = ""
    sentence: SharedInput = field(default_factory=lambda: SharedInput(""))
    pruned: str = ""  # the base whose quality by sparsity is wanted
    entries: tuple[ModelEntry, ...] = ()
    known: Known = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class Method:
    """A way to compress; `problem` says why not this base, and what to do."""

    spec: CompressionSpec
    problem: str = ""


@dataclass(frozen=True, eq=False)
class CompressionAnswer:
    """The answer for one view. Sentences in `problems` are about models that are left out."""

    view: str
    bases: tuple[str, ...] = ()
    base: str = ""
    digest: str = ""  # of the weights of the base
    derived: tuple[DerivedModel, ...] = ()  # that can be used
    methods: tuple[Method, ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict)  # of the methods of any step
    points: tuple[ModelPoint, ...] = ()  # the base first
    versions: Known = field(default_factory=dict)  # the points by what they rest on
    inside: CompressionDifferences | None = None
    curves: Curves = field(default_factory=dict)  # quality of the base by what is removed
    teacher: KnownTeacher | None = None  # the base, where it can teach the task that it learned
    students: tuple[str, ...] = ()  # models that are ready to learn it
    problems: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()  # titles of models derived from earlier weights of the base

    @property
    def base_point(self) -> ModelPoint | None:
        return next((point for point in self.points if point.key == self.base), None)

    def parent_of(self, point: ModelPoint) -> str:
        """The key of the point that another was made from; the base where that is not there."""
        if not point.steps or self.base_point is None:
            return ""
        digest = point.steps[-1].base_hash
        return next((p.key for p in self.points if p.digest == digest), self.base)

    def title_of(self, method: str) -> str:
        """Return the title of a method; an unknown one is named by its key."""
        return self.titles.get(method, method.replace("_", " ").capitalize())

    def what_was_done(self, point: ModelPoint) -> str:
        """The methods, one after the other; empty for the base."""
        return tr(", then ").join(self.title_of(step.method) for step in point.steps)

    def changed_options(self, step: DerivationStep) -> list[tuple[str, JSON]]:
        """The first option, and all others that are not at their defaults, by their titles."""
        spec = next((m.spec for m in self.methods if m.spec.name == step.method), None)
        if spec is None:
            names = ((self.title_of(name), v) for name, v in step.options.items())
            return [(title, value) for title, value in names if value != ""]
        return [
            (tr(one.title), step.options[one.name])
            for n, one in enumerate(spec.options_with(step.options))
            if one.name in step.options and (not n or step.options[one.name] != one.default)
        ]

    @property
    def search(self) -> SearchResult | None:
        """By which the shape of the model was chosen whose inside is shown."""
        return self.inside.search if self.inside else None


def answer_to(request: CompressionRequest, engine: Engine) -> Work:
    """A CompressionAnswer, with each measured model as a Partial. Raises UserError."""
    yield Progress(tr("Looking for compressed models"))
    bases = tuple(bases_of(request.keys, request.entries))
    answer = CompressionAnswer(request.view, bases)
    if not bases:
        return answer
    base, problems = _base(request, bases, engine)
    loaded, entry, catalog = engine.load_model(base), engine.entry(base), engine.catalog()
    derived = derived_from(entry, loaded.hash, request.entries)
    teacher, students = _find_teacher(entry, request, engine)
    options = [one for method in catalog.methods.values() for one in method.options]
    options += [one for method in catalog.compressions.values() for one in method.options]
    answer = replace(
        answer,
        base=base,
        digest=loaded.hash,
        derived=tuple(one for one in derived if one.entry.problem is None),
        methods=tuple(Method(s, s.applies(loaded)) for s in catalog.compressions.values()),
        titles={
            **{one.name: tr(one.title) for one in options},
            **{one.name: tr(one.title) for one in catalog.methods.values()},
            **{one.name: tr(one.title) for one in catalog.compressions.values()},
        },
        teacher=teacher,
        students=students,
        problems=(
            *problems,
            *(f"{one.entry.title}: {one.entry.problem}" for one in derived if one.entry.problem),
        ),
        earlier=tuple(one.title for one in find_outdated(entry, loaded.hash, request.entries)),
    )
    yield Partial(answer)
    if request.view == OVERVIEW:
        return (yield from _measure_models(request, answer, engine))
    if request.view == INSIDE:
        answer = replace(answer, curves=known_curves(engine, base))
        answer = yield from _inside(request, answer, engine)
        return (yield from _measure_sparsity_curves(request, answer, engine))
    return answer


def _find_teacher(
    entry: ModelEntry, request: CompressionRequest, engine: Engine
) -> tuple[KnownTeacher | None, tuple[str, ...]]:
    """The base as a teacher of its task, and who is ready to be its student."""
    teacher = known_teacher(entry, record_in(entry.folder))
    methods = [one for one in engine.catalog().methods.values() if one.role(TaskTeaching)]
    methods = [one for one in methods if entry.architecture in one.teachers]
    if teacher is None or not methods:
        return None, ()
    return teacher, tuple(students_for(teacher, methods, request.entries))


def _base(
    request: CompressionRequest, bases: tuple[str, ...], engine: Engine
) -> tuple[str, list[str]]:
    """The preferred base, or the first that can be read, and why others cannot.

    Raises UserError where none can.
    """
    problems: list[str] = []
    for key in dict.fromkeys([one for one in (request.base, *bases) if one in bases]):
        try:
            engine.load_model(key)
        except UserError as error:
            problems.append(f"{engine.entry(key).title}: {error}")
        else:
            return key, problems
    raise UserError(" ".join(problems))


# ---- cost and quality


def _measure_models(request: CompressionRequest, answer: CompressionAnswer, engine: Engine) -> Work:
    """Measure the base and its models on the same examples; one that fails is left out."""
    models = [(answer.base, ()), *((one.entry.key, one.steps) for one in answer.derived)]
    examples = _Examples(engine, answer.base)
    for done, (key, steps) in enumerate(models):
        title, version = engine.entry(key).title, (*engine.version(key), answer.digest)
        yield Progress(tr("Measuring {title}", title=title), done, len(models), unit=tr("models"))
        try:
            point = request.known.get(version) or _point(engine, key, steps, examples)
        except UserError as error:
            answer = replace(answer, problems=(*answer.problems, f"{title}: {error}"))
            continue
        versions = {**answer.versions, version: point}
        answer = replace(answer, points=(*answer.points, point), versions=versions)
        yield Partial(answer)
    if not set(answer.versions) - set(request.known):
        return answer
    return (yield from _timed_in_turns(answer, engine, examples))


def _timed_in_turns(
    answer: CompressionAnswer, engine: Engine, examples: _Examples
) -> Generator[Progress, None, CompressionAnswer]:
    """Time the models again, one after the other in rounds, and take the shortest of each.

    What else the machine does makes a pass longer and never shorter, and so meets all models.
    """
    from models.compression.measure import milliseconds

    if sum(point.measured.parameters for point in answer.points) > MOST_HELD:
        return answer
    held = {point.key: engine.load_model(point.key) for point in answer.points}
    shortest = {point.key: point.measured.milliseconds for point in answer.points}
    for done in range(ROUNDS):
        for key, loaded in held.items():
            yield Progress(tr("Timing the models in turns"), done, ROUNDS, unit=tr("rounds"))
            measured = milliseconds(loaded, examples.data.sentence(loaded))
            shortest[key] = min(shortest[key], measured)
    versions = {
        version: replace(point, measured=replace(point.measured, milliseconds=shortest[point.key]))
        for version, point in answer.versions.items()
    }
    return replace(answer, points=tuple(versions.values()), versions=versions)


class _Examples:
    """The held-out examples of a base, prepared when the first model is measured."""

    def __init__(self, engine: Engine, base: str) -> None:
        self._engine, self._base = engine, base

    @cached_property
    def data(self) -> CompressionData:
        from models.compression.examples import compression_data

        base = self._engine.load_model(self._base)
        with as_user_errors():
            return keep_token_objectives(compression_data(base), base)

    def check(self, key: str) -> None:
        """Raises UserError for a model that cannot be measured on these examples."""
        engine = self._engine
        if engine.tokenizer(key).hash != engine.tokenizer(self._base).hash:
            raise UserError(OTHER_VOCABULARY)
        trained = {head for one in getattr(self.data, "objectives", ()) for head in one.trains}
        if missing := trained - set(engine.load_model(key).heads):
            raise UserError(tr(NO_HEAD, heads=join_names(sorted(missing))))


def keep_token_objectives(data: CompressionData, base: LoadedModel) -> CompressionData:
    """Keep only the objectives that predict tokens, not such as next-sentence prediction.

    A student may lack the other heads, so the loss is that per masked or next token.
    """
    from models.compression.examples import PretrainingData

    if not isinstance(data, PretrainingData):
        return data
    token_heads = {head.name for head in base.spec.heads if head.predicts == "token"}
    objectives = tuple(one for one in data.objectives if one.trains & token_heads)
    if not objectives or objectives == data.objectives:
        return data
    return data.select_objectives(objectives)


def _point(
    engine: Engine, key: str, steps: tuple[DerivationStep, ...], examples: _Examples
) -> ModelPoint:
    """Raises UserError."""
    from models.compression.measure import measure_model

    loaded = engine.load_model(key)
    examples.check(key)
    with as_user_errors():
        measured = measure_model(loaded, examples.data)
    left = num_nonzero(loaded)
    return ModelPoint(key, engine.entry(key).title, loaded.hash, steps, measured, left)


# ---- inside one model


def _measure_sparsity_curves(
    request: CompressionRequest, answer: CompressionAnswer, engine: Engine
) -> Work:
    """Measure the missing sparsity curves if they are requested for this base model."""
    if request.pruned != answer.base:
        return answer
    examples = _Examples(engine, answer.base)
    for name in (one for one in REMOVED if one not in answer.curves):
        try:
            curve = yield from measure_curve(engine, answer.base, name, examples.data)
        except UserError as error:
            problems = dict.fromkeys((*answer.problems, str(error)))
            answer = replace(answer, problems=tuple(problems))
            continue
        answer = replace(answer, curves={**answer.curves, name: curve})
        yield Partial(answer)
    return answer


def _inside(request: CompressionRequest, answer: CompressionAnswer, engine: Engine) -> Work:
    """The wanted model against the base; the first compressed one where none is chosen."""
    by_key = {one.entry.key: one for one in answer.derived}
    if not by_key:
        return answer
    first = min(by_key, key=lambda key: by_key[key].is_student)
    derived = by_key.get(request.subject, by_key[first])
    inside = yield from compare_with_base(
        engine, answer.base, derived, request.weight, request.sentence
    )
    answer = replace(answer, inside=inside)
    yield Partial(answer)
    version = (*engine.version(inside.key), *engine.version(answer.base), "sensitivity")
    try:
        if version not in engine.results:
            data = _Examples(engine, answer.base).data
            rises = yield from sensitivity(inside, engine, answer.base, data)
            engine.results.get(version, lambda: rises)
    except UserError as error:
        return replace(answer, problems=(*answer.problems, str(error)))
    known = engine.results.get(version, dict)
    return replace(answer, inside=replace(inside, sensitivity=known))
