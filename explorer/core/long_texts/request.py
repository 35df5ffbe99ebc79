"""What the Long texts panel asks for: models, a document, and a budget of memory."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from explorer.core.engine.labels import labels
from explorer.core.errors import UserError, as_user_errors
from explorer.core.jobs.jobs import Partial, Progress, Work
from explorer.core.localization import tr
from explorer.core.long_texts.document import (
    MOST_TOKENS,
    SAMPLE,
    OpenedDocument,
    first_tokens,
    open_document,
)
from explorer.core.long_texts.hashing import MOST_LINKED, Hashing, can_hash, hash_text
from explorer.core.long_texts.overview import MOST_FULL, AttentionOverview, overview
from explorer.core.long_texts.stored_costs import (
    LengthCost,
    cost_key,
    stored_costs,
    storing_costs,
    today,
)
from explorer.core.state.choices import FormChoice
from explorer.core.state.defaults import default_models, defaults
from models.schema.records import Encoding, ModelInput

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine
    from models.long_texts.growth import Exponent
    from models.long_texts.remedies import Remedies
    from models.schema.batch import LanguageModel
    from models.schema.specs import ArchSpec

CURVES, MAP, HASHING, REMEDIES = VIEWS = ("curves", "map", "hashing", "remedies")
FED_AT_ONCE = 64  # tokens of a feed-forward network, where it reads a text in parts
FIRST = 128  # tokens of the shortest text
BYTES_PER_MB = 1_000_000
UNCHECKED = 2 * FIRST  # tokens of the longest text that is measured without a prediction
FARTHEST = 64 * MOST_TOKENS  # tokens; beyond that nothing is predicted


@dataclass(frozen=True)
class UntrainedModel:
    """A model with random weights of the bundled size, as `resources/defaults.toml` declares it."""

    name: str
    title: str
    architecture: str
    written_out: bool = False
    config: Mapping[str, Any] = field(default_factory=dict)


@lru_cache(maxsize=1)
def untrained_models() -> dict[str, UntrainedModel]:
    """By name, in the order of the file."""
    declared = (UntrainedModel(**one) for one in defaults()["long_texts"]["untrained"])
    return {one.name: replace(one, title=tr(one.title)) for one in declared}


@dataclass(frozen=True)
class LongTextsChoice(FormChoice):
    """What a person sets; `budget` in MB, `untrained` by name, `longest` in tokens."""

    source: str = SAMPLE
    longest: int = 2_048
    budget: int = 1_000
    untrained: tuple[str, ...] = tuple(one["name"] for one in defaults()["long_texts"]["untrained"])


@dataclass(frozen=True)
class MeasuredModel:
    """A model that is measured: of the library (`key`), or an untrained one; `slot` its colour."""

    name: str  # unique among the subjects
    title: str
    slot: int
    key: str = ""
    made: UntrainedModel | None = None

    @property
    def written_out(self) -> bool:
        return self.made is not None and self.made.written_out


@dataclass(frozen=True)
class OverBudget:
    """A length that was not run, because of the memory it needs; `largest` is one that fits."""

    length: int
    bytes: float
    largest: int


@dataclass(frozen=True)
class Growth:
    """The exponents by which costs grow with the length, and the longest text within the budget."""

    milliseconds: Exponent | None
    memory: Exponent | None
    operations: Exponent | None
    longest: int | None  # up to FARTHEST; None where no memory was measured


@dataclass(frozen=True)
class Series:
    """What was measured of a subject; `limit` is its number of positions, where that is reached."""

    subject: MeasuredModel
    costs: tuple[LengthCost, ...] = ()
    limit: int | None = None
    over_budget: OverBudget | None = None
    growth: Growth | None = None

    @property
    def memory(self) -> list[tuple[int, float]]:
        return _points((cost.length, cost.peak_bytes) for cost in self.costs)

    @property
    def milliseconds(self) -> list[tuple[int, float]]:
        return _points((cost.length, cost.milliseconds) for cost in self.costs)

    @property
    def operations(self) -> list[tuple[int, float]]:
        return _points((cost.length, cost.operations) for cost in self.costs)


def _points(pairs: Iterable[tuple[int, float | None]]) -> list[tuple[int, float]]:
    """Drop the points whose value is unknown."""
    return [(length, float(value)) for length, value in pairs if value is not None]


@dataclass(frozen=True)
class LongTextsRequest:
    """Only what the view depends on.

    Without `measures` no pass is run: of lengths that were measured on this computer before the
    costs of that time are shown, of others operations are counted. With it, the others are
    measured, and with `again` all.
    """

    view: str
    models: tuple[tuple[int, str, str], ...]  # slot, key, title
    choice: LongTextsChoice
    subject: str = ""  # of a map; "" takes the first that has one
    measures: bool = False
    again: bool = False


@dataclass(frozen=True, eq=False)
class LongTextsAnswer:
    """What a view draws. `problems` are sentences about models that are left out."""

    view: str
    document: str = ""
    num_tokens: int = 0  # of the document, as far as it is read
    subjects: tuple[MeasuredModel, ...] = ()
    cut: bool = False  # whether the file is longer than what is read of it
    series: tuple[Series, ...] = ()
    problems: tuple[str, ...] = ()
    subject: str = ""
    positions: int | None = None  # of the subject, where the text ends with them
    overview: AttentionOverview | None = None
    hashing: Hashing | None = None
    remedies: Remedies | None = None

    @property
    def measured_on(self) -> list[str]:
        """The days of its measurements, the first one first."""
        costs = (cost for one in self.series for cost in one.costs)
        return sorted({cost.measured_on for cost in costs if cost.measured_on})

    @property
    def is_measured(self) -> bool:
        """Whether time and memory of every drawn length were measured."""
        return all(cost.measured_on for one in self.series for cost in one.costs)

    @property
    def num_displayed(self) -> int:
        """The tokens of the picture: of a map or of what is hashed, else of the longest text."""
        if self.remedies is not None:
            return self.remedies.length
        drawn = self.overview or self.hashing
        return self.num_tokens if drawn is None else len(drawn.tokens)

    @property
    def num_choices(self) -> dict[str, int]:
        """How many layers, heads and rounds of hashing a picture can be of."""
        heads, rounds = (0, 0) if self.hashing is None else self.hashing.buckets.shape[:2]
        layers = 0 if self.overview is None else len(self.overview.maps)
        return {"layer": layers, "head": heads, "round": rounds}


def answers_to(request: LongTextsRequest, engine: Engine) -> Work:
    """A LongTextsAnswer; each measured length is a Partial. Raises UserError."""
    yield Progress(tr("Reading the document"))
    bench = _Bench(request, engine)
    if request.view == CURVES:
        return (yield from _measure_subjects(bench))
    return (yield from _inside(bench))


# ---- models and texts


@dataclass(frozen=True, eq=False)
class _Opened:
    """A subject that is ready to run."""

    subject: MeasuredModel
    model: LanguageModel
    spec: ArchSpec
    encoding: Encoding
    version: tuple[object, ...]
    positions: int | None  # the most tokens of a text; None without a limit
    labels: Callable[[int], tuple[str, ...]]  # of the first so many tokens, as a person reads them

    def model_input(self, length: int) -> ModelInput:
        return ModelInput.clean(first_tokens(self.encoding, length))


class _Bench:
    """The subjects of a request, opened one by one, with the document in their tokens."""

    def __init__(self, request: LongTextsRequest, engine: Engine) -> None:
        self.request, self.engine = request, engine
        self.choice = request.choice
        self.longest = min(self.choice.longest, MOST_TOKENS)
        self.document: OpenedDocument = open_document(self.choice.source, self.longest)
        self.subjects = subjects_of(request)
        self.problems: list[str] = []
        self.known = {} if request.again else stored_costs()

    def open_subjects(self) -> list[_Opened]:
        """The subjects that can be opened; the others become problems."""
        found = map(self.opened_or_none, self.subjects)
        return [one for one in found if one is not None]

    def opened_or_none(self, subject: MeasuredModel) -> _Opened | None:
        try:
            return self.open(subject)
        except UserError as error:
            self.problems.append(f"{subject.title}: {error}")
            return None

    def open(self, subject: MeasuredModel) -> _Opened:
        """Raises UserError."""
        if subject.made is not None:
            return self._open_untrained(subject, subject.made)
        loaded = self.engine.load_model(subject.key)
        positions = self.engine.entry(subject.key).num_positions
        room = self.longest if positions is None else min(self.longest, positions)
        encoding = self._encode_text(subject.key, room)
        version, names = (loaded.hash,), self._labels(subject.key, encoding)
        return _Opened(subject, loaded.model, loaded.spec, encoding, version, positions, names)

    def _open_untrained(self, subject: MeasuredModel, made: UntrainedModel) -> _Opened:
        spec = self.engine.catalog().architectures[made.architecture]
        version = ("untrained", repr(made), repr(defaults()["long_texts"]["size"]))
        model = self.engine.untrained.get(version, lambda: _untrained_model(made.name))
        key, encoding = self._first_encoding
        names = self._labels(key, encoding)
        ids = encoding.ids % model.config.size.vocab_size
        encoding = replace(encoding, ids=ids)
        return _Opened(subject, model, spec, encoding, version, MOST_TOKENS, names)

    @property
    def _first_encoding(self) -> tuple[str, Encoding]:
        """The first model that can read the document, else a bundled one, with its tokens."""
        keys = [subject.key for subject in self.subjects if subject.key]
        for key in (*keys, *default_models()):
            try:
                return key, self._encode_text(key, self.longest)
            except UserError:
                continue
        raise UserError(tr("No model can read the document."), tr("Choose a model above."))

    def _encode_text(self, key: str, room: int) -> Encoding:
        with as_user_errors():
            return self.engine.tokenizer(key).encode(self.document.text, None, room)

    def _labels(self, key: str, encoding: Encoding) -> Callable[[int], tuple[str, ...]]:
        tokenizer = self.engine.tokenizer(key)
        return lambda count: labels(tokenizer, first_tokens(encoding, count))


def subjects_of(request: LongTextsRequest) -> tuple[MeasuredModel, ...]:
    """The chosen models, then the untrained ones, with colours of their own."""
    chosen = [MeasuredModel(key, title, slot, key) for slot, key, title in request.models]
    first = defaults()["long_texts"]["first_slot"]
    made = [
        MeasuredModel(one.name, one.title, first + number, made=one)
        for number, one in enumerate(untrained_models().values())
        if one.name in request.choice.untrained
    ]
    return (*chosen, *made)


def _untrained_model(name: str) -> LanguageModel:
    from models.long_texts.cost import make_untrained
    from models.schema.configs import Size
    from models.schema.registry import catalog

    made, size = untrained_models()[name], Size(**defaults()["long_texts"]["size"])
    return make_untrained(catalog().architectures[made.architecture], size, **made.config)


# ---- cost by length


def lengths_up_to(longest: int) -> list[int]:
    """Each twice the one before, from 128 tokens on, and the longest itself."""
    first = FIRST
    while first > longest / 2 and first > 1:
        first //= 2
    lengths = []
    while first < longest:
        lengths.append(first)
        first *= 2
    return [*lengths, longest]


def _measure_subjects(bench: _Bench) -> Work:
    """All subjects, from the shortest length to the longest, so that curves grow side by side."""
    opened = bench.open_subjects()
    if not opened:
        raise UserError(
            " ".join(bench.problems) or tr("Nothing is chosen."), tr("Choose a model above.")
        )
    answer = _answer(bench, opened)
    with storing_costs() as new:
        return (yield from _measure_lengths(bench, opened, answer, new))


def _measure_lengths(
    bench: _Bench, opened: Sequence[_Opened], answer: LongTextsAnswer, new: dict[str, LengthCost]
) -> Work:
    """The answer with every length; what is measured is added to `new`."""
    own = {one.subject.name: lengths_up_to(len(one.encoding)) for one in opened}
    every = sorted({length for lengths in own.values() for length in lengths})
    total, done = sum(len(lengths) for lengths in own.values()), 0
    for length in every:
        for number, one in enumerate(opened):
            if length not in own[one.subject.name]:
                continue
            doing = tr("{title}, {length:,} tokens", title=one.subject.title, length=length)
            yield Progress(doing, done, total, unit=tr("lengths"))
            done += 1
            answer = yield from _measure_length(bench, answer, number, one, length, new)
            if bench.request.measures:
                yield Partial(answer)
    return answer


def _answer(bench: _Bench, opened: Sequence[_Opened]) -> LongTextsAnswer:
    series = tuple(
        Series(one.subject, limit=one.positions if _is_limited(bench, one) else None)
        for one in opened
    )
    return LongTextsAnswer(
        bench.request.view,
        bench.document.title,
        max((len(one.encoding) for one in opened), default=0),
        bench.subjects,
        bench.document.cut,
        series,
        problems=tuple(bench.problems),
    )


def _is_limited(bench: _Bench, one: _Opened) -> bool:
    return one.positions is not None and one.positions < bench.longest


def _measure_length(
    bench: _Bench,
    answer: LongTextsAnswer,
    number: int,
    one: _Opened,
    length: int,
    new: dict[str, LengthCost],
) -> Generator[Progress, None, LongTextsAnswer]:
    """The answer with one more length of a series, or with why it was not run."""
    series = answer.series[number]
    if series.over_budget is not None:
        return answer
    budget = bench.choice.budget * BYTES_PER_MB
    from models.long_texts.growth import longest_within, predict_cost

    needed = predict_cost(series.memory, length)
    if needed is not None and needed > budget and length > UNCHECKED:
        largest = longest_within(series.memory, budget, length) or 0
        series = replace(series, over_budget=OverBudget(length, needed, largest))
        return _replace_series(answer, number, series)
    key = cost_key(one.version, one.model_input(length).input_ids.tolist())
    try:
        cost = bench.known.get(key) or (
            yield from _cost(bench.engine, one, length, bench.request.measures)
        )
    except UserError as error:
        what = tr("{title}, {length:,} tokens", title=one.subject.title, length=length)
        left = (*answer.problems, f"{what}: {error}")
        return replace(answer, problems=tuple(dict.fromkeys(left)))
    if cost.milliseconds is not None:
        new[key] = cost
    series = replace(series, costs=(*series.costs, cost))
    return _replace_series(answer, number, replace(series, growth=_growth(series, budget)))


def _growth(series: Series, budget: float) -> Growth:
    from models.long_texts.growth import fit_exponent, longest_within

    return Growth(
        fit_exponent(series.milliseconds),
        fit_exponent(series.memory),
        fit_exponent(series.operations),
        longest_within(series.memory, budget, series.limit or FARTHEST),
    )


def _replace_series(answer: LongTextsAnswer, number: int, series: Series) -> LongTextsAnswer:
    every = list(answer.series)
    every[number] = series
    return replace(answer, series=tuple(every))


def _cost(
    engine: Engine, one: _Opened, length: int, measures: bool
) -> Generator[Progress, None, LengthCost]:
    """Operations of a pass, and its time and peak memory where it is run. Raises UserError."""
    padded = one.model.config.padded_length(length)
    counted = LengthCost(length, padded, _operations(engine, one, length))
    if not measures:
        return counted
    from models.long_texts.cost import MeasuredPass, typical

    with as_user_errors():
        run = MeasuredPass(one.model, one.spec, one.model_input(length), one.subject.written_out)
        seconds = []
        for taken in run.seconds():
            seconds.append(taken)
            yield Progress(
                tr("Measuring {title}, {length:,} tokens", title=one.subject.title, length=length)
            )
        peak = run.peak_bytes()
    milliseconds = 1e3 * typical(seconds)
    return replace(counted, milliseconds=milliseconds, peak_bytes=peak, measured_on=today())


def _operations(engine: Engine, one: _Opened, length: int) -> int | None:
    """None where they cannot be counted on shapes alone."""
    from models.long_texts.cost import count_operations

    key = (*one.version, "operations", length)
    try:
        count: int = engine.results.get(key, lambda: count_operations(one.model, one.spec, length))
    except ValueError:
        return None
    return count


# ---- what attends to what


def _inside(bench: _Bench) -> Work:
    """A map of the chosen subject, or what its hashing finds; of the first that can otherwise."""
    view, name = bench.request.view, bench.request.subject
    possible = [one for one in bench.subjects if not one.written_out]
    opened = [one for one in map(bench.opened_or_none, possible) if one is not None]
    if view in (HASHING, REMEDIES):
        opened = [one for one in opened if can_hash(one.spec)]
    answer = replace(_answer(bench, opened), series=())
    answer = replace(answer, subjects=tuple(one.subject for one in opened))
    if not opened:
        return answer
    chosen = next((one for one in opened if one.subject.name == name), opened[0])
    count = len(chosen.encoding)
    ends = _is_limited(bench, chosen) and count == chosen.positions
    positions = chosen.positions if ends else None
    answer = replace(answer, subject=chosen.subject.name, num_tokens=count, positions=positions)
    try:
        return (yield from _drawn(bench.engine, answer, chosen))
    except UserError as error:  # another model can be chosen
        return replace(answer, problems=(*answer.problems, str(error)))


def _drawn(
    engine: Engine, answer: LongTextsAnswer, chosen: _Opened
) -> Generator[Progress, None, LongTextsAnswer]:
    """The answer with the picture of the chosen subject. Raises UserError."""
    from models.long_texts.cost import is_sparse

    hashes = answer.view in (HASHING, REMEDIES)
    most = MOST_LINKED if hashes else MOST_TOKENS if is_sparse(chosen.spec) else MOST_FULL
    model_input = chosen.model_input(most)
    yield Progress(
        tr(
            "Reading {count:,} tokens with {title}",
            count=len(model_input),
            title=chosen.subject.title,
        )
    )
    names = chosen.labels(most)
    with as_user_errors():
        if not hashes:
            found = overview(chosen.model, chosen.spec, model_input)
            return replace(answer, overview=replace(found, tokens=names))
        results = engine.results
        if answer.view == REMEDIES:
            return replace(answer, remedies=_remedies(engine, chosen, model_input))
        key = (*chosen.version, "hashing", model_input.input_ids.tobytes())
        if key not in results:
            hashed = yield from hash_text(chosen.model, chosen.spec, model_input)
            results.get(key, lambda: hashed)
        return replace(answer, hashing=replace(results.get(key, dict), tokens=names))


def _remedies(engine: Engine, chosen: _Opened, model_input: ModelInput) -> Remedies:
    from models.long_texts.remedies import measure_remedies

    key = (*chosen.version, "remedies", model_input.input_ids.tobytes())
    found: Remedies = engine.results.get(
        key, lambda: measure_remedies(chosen.model, chosen.spec, model_input, FED_AT_ONCE)
    )
    return found
