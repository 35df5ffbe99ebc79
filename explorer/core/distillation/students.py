"""What a student keeps of its teacher: labels at a place, size, speed, held-out quality, attention.

Shapes: N held-out places, V vocabulary, L layers, H heads, T tokens, D width.
"""

from __future__ import annotations

import math
import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from explorer.core.distillation.agreement import (
    Agreement,
    attention_distance,
    measure_agreement,
    pool_agreements,
    relative_accuracy,
    state_similarity,
)
from explorer.core.distillation.layer_pairs import paired_layers
from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.model_input import corrupt
from explorer.core.engine.labels import label, labels
from explorer.core.engine.predicting.probabilities import log_softmax
from explorer.core.engine.tracing import seconds_per_sentence
from explorer.core.errors import UserError, as_user_errors
from explorer.core.jobs.jobs import Progress
from explorer.core.library.library import ModelEntry
from explorer.core.localization import tr
from explorer.core.readable import bits_of_a_number
from explorer.core.state.choices import FormChoice
from explorer.core.training.plans import WITHOUT_TEACHER
from explorer.core.training.runs import history
from models.schema.records import Encoding, FloatArray, IntArray, ModelInput
from models.schema.specs import DistillationSpec
from models.tasks.metrics import Interval, bootstrap_intervals

NUM_DOCUMENTS = 512  # held-out ones that small models are compared on
FEWEST_DOCUMENTS = 64  # for large models, which need more time for each
WORK = 5e9  # weights times documents; some seconds
MAX_LENGTH = 64  # tokens of each that are read
MOMENT_S = 1e-3  # shorter times give no speed
NUM_CANDIDATES = 10
DEFAULT_TEXT = "world"
NOBODY = "-"  # preferred for a role that stays empty; "" takes what fits
ENDINGS = ".!?。"


@dataclass(frozen=True)
class ModelRoles(FormChoice):
    """Who is compared, as keys of the library; empty where there is none."""

    teacher: str = ""
    student: str = ""
    alone: str = ""  # the student without its teacher

    @property
    def present_roles(self) -> tuple[str, ...]:
        return tuple(key for key in (self.teacher, self.student, self.alone) if key)


@dataclass(frozen=True, eq=False)
class SoftLabels:
    """What each model says at one place, before any temperature."""

    encoding: Encoding
    tokens: tuple[str, ...]  # (T,) readable
    position: int
    truth: int | None  # the id at that position; None at a mask of the text itself
    ids: tuple[int, ...]  # the teacher's best, and the truth
    names: tuple[str, ...]
    best: Mapping[str, str]  # by key: the most probable token
    logits: Mapping[str, FloatArray]  # by key: (V,)


@dataclass(frozen=True)
class StudentMeasures:
    """The measures of one model; agreement and relative accuracy are those with the teacher."""

    key: str
    parameters: int
    size_bytes: int
    seconds: float  # for one sentence
    loss: float  # held out, nats for each masked token
    accuracy: float
    agreement: Agreement | None
    relative_accuracy: float | None  # correct answers for each of the teacher's
    relative_accuracy_error: (
        float | None
    )  # its standard error; NaN where there are too few documents
    intervals: Mapping[str, Interval] = field(default_factory=dict)  # of shares, 95 %

    @property
    def is_half_precision(self) -> bool:
        """Whether its file holds numbers of 16 bits."""
        return bits_of_a_number(self.size_bytes, self.parameters) == 16

    @property
    def single_precision_bytes(self) -> int:
        """The size of its file with numbers of 32 bits, so that sizes of models compare."""
        return self.size_bytes * (2 if self.is_half_precision else 1)

    @property
    def relative_words(self) -> str:
        """The accuracy of a student relative to the teacher's, where it is known."""
        share, error = self.relative_accuracy, self.relative_accuracy_error
        if share is None or not math.isfinite(share):
            return tr("an unknown share")
        if error is None or not math.isfinite(error):
            return f"{share:.0%}"
        return f"{share:.0%} ± {error:.1%}"


@dataclass(frozen=True)
class Measurements:
    """Models on the same held-out places."""

    models: tuple[StudentMeasures, ...]
    text: str  # the source of the documents
    documents: int
    places: int
    version: tuple[str, ...] = ()  # what was measured, see `version_of`


@dataclass(frozen=True, eq=False)
class AttentionComparison:
    """The attention of teacher and students to one text."""

    tokens: tuple[str, ...]  # (T,)
    maps: Mapping[str, FloatArray]  # by key: (L, H, T, T)
    distances: Mapping[str, FloatArray]  # of a student from its teacher, by layer
    likeness: Mapping[str, float]  # mean cosine of the last hidden states, where widths are equal
    pairs: Mapping[str, Sequence[int]]  # by student: the teacher's layer for each of its own

    def teacher_layer(self, student: str, layer: int) -> int:
        """The teacher's layer that a layer of the student is compared with."""
        pairs = self.pairs[student]
        return pairs[min(layer, len(pairs) - 1)]


def methods_with_teacher(
    methods: Mapping[str, DistillationSpec], entries: Sequence[ModelEntry]
) -> dict[str, DistillationSpec]:
    """The methods that a model of the library can be a teacher of, by name; all if there is none.

    With another method there would be nothing to show, and no form to leave it.
    """
    kinds = {entry.architecture for entry in entries if entry.problem is None}
    usable = {name: one for name, one in methods.items() if kinds & set(one.teachers)}
    return usable or dict(methods)


def teachers_for(
    methods: Mapping[str, DistillationSpec], entries: Iterable[ModelEntry]
) -> list[ModelEntry]:
    """The models that can teach by one of the methods."""
    kinds = {kind for method in methods.values() for kind in method.teachers}
    return [one for one in entries if one.problem is None and one.architecture in kinds]


def methods_of_teacher(
    methods: Mapping[str, DistillationSpec], architecture: str
) -> dict[str, DistillationSpec]:
    """The methods by which a model of this architecture can teach, by name."""
    return {name: one for name, one in methods.items() if architecture in one.teachers}


def method_for(
    methods: Mapping[str, DistillationSpec], usual: DistillationSpec, architecture: str
) -> DistillationSpec:
    """The usual method if such a model can teach by it, else the first by which it can."""
    able = methods_of_teacher(methods, architecture)
    return able.get(usual.name) or next(iter(able.values()))


def students_for(
    methods: Mapping[str, DistillationSpec], entries: Iterable[ModelEntry], teacher: str
) -> list[ModelEntry]:
    """The models that can be compared with a teacher, which is given by its key."""
    usable = [one for one in entries if one.problem is None]
    kinds = {
        method.student
        for one in usable
        if one.key == teacher
        for method in methods_of_teacher(methods, one.architecture).values()
    }
    return [one for one in usable if one.architecture in kinds and one.key != teacher]


def taught_by(
    methods: Mapping[str, DistillationSpec], usual: DistillationSpec, student: ModelEntry
) -> DistillationSpec:
    """The method of a student's run; where it names none, one for students of its architecture."""
    teaching = _teaching_of(student)
    if (named := methods.get(str(teaching.get("method")))) is not None:
        return named
    fitting = [one for one in (usual, *methods.values()) if one.student == student.architecture]
    return fitting[0] if fitting else usual


def choose_roles(
    methods: Mapping[str, DistillationSpec],
    usual: DistillationSpec,
    entries: Sequence[ModelEntry],
    preferred: ModelRoles,
    chosen: Sequence[str] = (),
) -> ModelRoles:
    """Who is compared: what the user prefers, then the chosen models, then what fits together.

    `chosen` are the keys of the models above, of which the first that a run taught is the student,
    compared with that run's teacher. Where none of them is a student, it is one of the `usual`
    method. Where NOBODY is preferred for a role, it stays empty. Raises UserError where no model
    can be a teacher.
    """
    by_key = {entry.key: entry for entry in entries if entry.problem is None}
    teachers = [entry.key for entry in teachers_for(methods, by_key.values())]
    if not teachers:
        raise UserError(tr("No model in the library can be a teacher."), tr("Train one first."))
    above = [_pupil_of(by_key, key) for key in chosen if key in by_key]
    if preferred.teacher in teachers:
        teacher = preferred.teacher
    else:
        teacher = _teacher_above(by_key, teachers, above) or _usual_teacher(by_key, usual, teachers)
    students = [entry.key for entry in students_for(methods, entries, teacher)]
    known = {*students, NOBODY}
    if preferred.student in known:
        student = preferred.student
    else:
        usual = method_for(methods, usual, by_key[teacher].architecture)
        student = _student_above(by_key, teacher, students, above, usual)
    alone = preferred.alone if preferred.alone in known else _alone(by_key, student)
    student, alone = ("" if key == NOBODY else key for key in (student, alone))
    return ModelRoles(teacher, student, "" if alone == student else alone)


def _pupil_of(by_key: Mapping[str, ModelEntry], key: str) -> str:
    """The student that a model is the twin of, where it is one that learned without its teacher."""
    name = _name(by_key[key])
    pupil = name.removesuffix(WITHOUT_TEACHER)
    known = (other for other, entry in by_key.items() if _name(entry) == pupil)
    return next(known, key) if pupil != name else key


def _teacher_above(
    by_key: Mapping[str, ModelEntry], teachers: Sequence[str], above: Sequence[str]
) -> str:
    """The teacher of the first chosen student, else the first chosen teacher; "" without either."""
    named = [name for key in above if (name := _teacher_of(by_key[key]))]
    of_student = [key for key in (*above, *teachers) if _name(by_key[key]) in named[:1]]
    return next((key for key in (*of_student, *above) if key in teachers), "")


def _usual_teacher(
    by_key: Mapping[str, ModelEntry], usual: DistillationSpec, teachers: Sequence[str]
) -> str:
    """The first teacher of the method that has a student already, else the first."""
    able = [key for key in teachers if by_key[key].architecture in usual.teachers] or teachers
    taught = {_teacher_of(entry) for entry in by_key.values()}
    return next((key for key in able if _name(by_key[key]) in taught), able[0])


def _student_above(
    by_key: Mapping[str, ModelEntry],
    teacher: str,
    students: Sequence[str],
    above: Sequence[str],
    usual: DistillationSpec,
) -> str:
    """The first chosen model that this teacher taught, else the first that nobody taught.

    Without either the first of the library that it taught by the `usual` method; "" without one.
    """
    able = [key for key in above if key in students]
    others = [key for key in students if by_key[key].architecture == usual.student]
    name = _name(by_key[teacher])
    taught, usually_taught = (
        [key for key in keys if _teacher_of(by_key[key]) == name] for keys in (able, others)
    )
    untaught = [key for key in able if not _teacher_of(by_key[key])]
    return next(iter((*taught, *untaught, *usually_taught)), "")


def _teaching_of(entry: ModelEntry) -> Mapping[str, object]:
    """How a model was taught, as the recipe of its run says; empty where it does not."""
    known = history(entry.folder)
    teaching = known.recipe.get("teaching") if known else None
    return teaching if isinstance(teaching, Mapping) else {}


def _teacher_of(entry: ModelEntry) -> str:
    """The teacher that a model's run names, without the folders above it; "" without one."""
    return Path(str(_teaching_of(entry).get("teacher", ""))).name


def _name(entry: ModelEntry) -> str:
    return entry.folder.name


def _alone(by_key: Mapping[str, ModelEntry], student: str) -> str:
    if student not in by_key:
        return ""
    name = _name(by_key[student]) + WITHOUT_TEACHER
    return next((key for key, entry in by_key.items() if _name(entry) == name), "")


def text_of(entry: ModelEntry) -> str:
    """The text that a model was trained on, where that is known."""
    known = history(entry.folder)
    data = known.recipe.get("data") if known else None
    return data if isinstance(data, str) else ""


# ---- labels at one place


def soft_labels(
    engine: Engine, roles: ModelRoles, text: str, pair: str, position: int | None
) -> SoftLabels:
    """The predictions of the compared models at a masked position. Raises UserError."""
    encoding = engine.encode(roles.teacher, text, pair)
    tokenizer = engine.tokenizer(roles.teacher)
    at = _place(encoding, tokenizer.mask_id, position)
    model_input = corrupt(engine, roles.teacher, encoding, decisions={at: True}, sample=False)
    logits = {key: _logits(engine, key, model_input)[at] for key in _alike(engine, roles)}
    truth = int(encoding.ids[at])
    known = truth != tokenizer.mask_id
    best = np.argsort(-logits[roles.teacher], kind="stable")[:NUM_CANDIDATES].tolist()
    ids = best if not known or truth in best else [*best, truth]
    return SoftLabels(
        encoding=encoding,
        tokens=labels(tokenizer, encoding),
        position=at,
        truth=truth if known else None,
        ids=tuple(ids),
        names=tuple(label(tokenizer, id) for id in ids),
        best={key: label(tokenizer, int(one.argmax())) for key, one in logits.items()},
        logits=logits,
    )


def _place(encoding: Encoding, mask_id: int | None, position: int | None) -> int:
    """The chosen position, a mask of the text, or the last word of its first sentence."""
    if position is not None and position < len(encoding) and not encoding.special[position]:
        return position
    masks = [] if mask_id is None else np.flatnonzero(encoding.ids == mask_id).tolist()
    if masks:
        return int(masks[0])
    words = [at for at in range(len(encoding)) if not encoding.special[at]]
    if not words:
        raise UserError(tr("There is no token to mask."), tr("Write a sentence above."))
    ends = [at for at in words if encoding.surface(at).strip() in ENDINGS and at > words[0]]
    return ends[0] - 1 if ends else words[-1]


def _alike(engine: Engine, roles: ModelRoles) -> list[str]:
    """The models that read with the teacher's vocabulary."""
    own = engine.tokenizer(roles.teacher).hash
    return [key for key in roles.present_roles if engine.tokenizer(key).hash == own]


def models_of_other_vocabulary(engine: Engine, roles: ModelRoles) -> list[str]:
    """Models with a role that read with another vocabulary, so that nothing can be compared."""
    alike = _alike(engine, roles)
    return [key for key in roles.present_roles if key not in alike]


def _logits(engine: Engine, key: str, model_input: ModelInput) -> FloatArray:
    """The token head's logits (T, V), not cached with the latest traces: they are large."""
    from models.inference.trace import trace

    loaded, head = engine.load_model(key), _head(engine, key)
    with as_user_errors():
        traced = trace(loaded.model, loaded.spec, model_input, kinds=("logits",), heads=(head,))
    return traced.logits[head]


def _head(engine: Engine, key: str) -> str:
    card = engine.card(key)
    if card.token_head is None:
        raise UserError(
            tr("{title} predicts no tokens.", title=card.title), tr("Choose another model.")
        )
    return card.token_head.name


# ---- on held-out documents


def version_of(engine: Engine, roles: ModelRoles, text: str) -> tuple[str, ...]:
    """What measurements rest on: weights and a text, other than before once one of them changed.

    Hashes, which compare by value.
    """
    from models.data.prepare import fingerprint

    weights = (engine.card(key).hash for key in roles.present_roles)
    return (*weights, text, fingerprint(text))


def measure(
    engine: Engine, roles: ModelRoles, text: str
) -> Generator[Progress, None, Measurements]:
    """Measure the compared models on the same masked tokens. Raises UserError."""
    keys, head = _alike(engine, roles), _head(engine, roles.teacher)
    version = version_of(engine, roles, text)
    weights = sum(sum(engine.parameters(key).values()) for key in keys)
    count = min(NUM_DOCUMENTS, max(FEWEST_DOCUMENTS, int(WORK / weights)))
    model_inputs = yield from _held_out(engine, roles.teacher, head, text, count)
    tallies: dict[str, list[_Tally]] = {key: [] for key in keys}
    began = time.monotonic()
    for done, model_input in enumerate(model_inputs, start=1):
        targets = model_input.targets[head]
        answers = {key: _logits(engine, key, model_input)[targets.positions] for key in keys}
        for key in keys:
            tallies[key].append(_tally(answers[key], answers[roles.teacher], targets.labels))
        speed = done / max(time.monotonic() - began, MOMENT_S)
        yield Progress(
            tr("Comparing on held-out text"), done, len(model_inputs), speed, tr("documents")
        )
    longest = max((one.encoding for one in model_inputs), key=len)
    seconds = yield from seconds_per_sentence(engine, keys, longest)
    return Measurements(
        models=tuple(
            _measure_student(engine, key, tallies[key], tallies[roles.teacher], seconds[key])
            for key in keys
        ),
        text=text,
        documents=len(model_inputs),
        places=sum(tally.agreement.places for tally in tallies[roles.teacher]),
        version=version,
    )


def _held_out(
    engine: Engine, key: str, head: str, text: str, count: int
) -> Generator[Progress, None, list[ModelInput]]:
    """Held-out documents with tokens masked as in training, the same at every call."""
    from models.data.sources import open_source

    tokenizer = engine.tokenizer(key)
    room = min(MAX_LENGTH, engine.entry(key).num_positions or MAX_LENGTH)
    model_inputs: list[ModelInput] = []
    with as_user_errors():
        documents = open_source(text).once("held_out", seed=1)
    for number in range(count):
        with as_user_errors():
            sentences = next(documents, None)
            if sentences is None:
                break
            encoding = tokenizer.encode(" ".join(sentences), max_length=room)
        model_input = corrupt(engine, key, encoding, epoch=number)
        if head in model_input.targets and len(model_input.targets[head]):
            model_inputs.append(model_input)
        yield Progress(tr("Reading held-out text"), number + 1, count, unit=tr("documents"))
    if not model_inputs:
        raise UserError(tr("No held-out text was found to compare on."), tr("Choose another text."))
    return model_inputs


@dataclass(frozen=True)
class _Tally:
    """What one model answered at the places of one document."""

    loss: float  # summed over places, nats
    right: int
    agreement: Agreement  # with the teacher


def _tally(own: FloatArray, teacher: FloatArray, truths: IntArray) -> _Tally:
    """Logits (N, V) of a model and of its teacher, and the true ids (N,)."""
    losses = -log_softmax(own)[np.arange(len(truths)), truths]  # (N,)
    right = own.argmax(-1) == truths
    return _Tally(float(losses.sum()), int(right.sum()), measure_agreement(teacher, own))


def _measure_student(
    engine: Engine, key: str, own: Sequence[_Tally], teacher: Sequence[_Tally], seconds: float
) -> StudentMeasures:
    """A model from its tallies and those of its teacher, document by document."""
    places = sum(tally.agreement.places for tally in own)
    right = np.array([tally.right for tally in own])  # (K,)
    taught = own is not teacher
    same = [tally.agreement.same_first * tally.agreement.places for tally in own]
    counts = np.array([[t.right, s, t.agreement.places] for t, s in zip(own, same, strict=True)])
    share, error = relative_accuracy(np.array([tally.right for tally in teacher]), right)
    return StudentMeasures(
        key=key,
        parameters=sum(engine.parameters(key).values()),
        size_bytes=engine.entry(key).size_bytes,
        seconds=seconds,
        loss=sum(tally.loss for tally in own) / places,
        accuracy=int(right.sum()) / places,
        agreement=pool_agreements([tally.agreement for tally in own]) if taught else None,
        relative_accuracy=share if taught else None,
        relative_accuracy_error=error if taught else None,
        intervals=bootstrap_intervals(
            counts,
            lambda sums: {
                "accuracy": sums[:, 0] / sums[:, 2],
                "same_first": sums[:, 1] / sums[:, 2],
            },
        ),
    )


# ---- attention


def attentions(engine: Engine, roles: ModelRoles, text: str, pair: str) -> AttentionComparison:
    """Attention maps of the compared models. Raises UserError."""
    encoding = engine.encode(roles.teacher, text, pair)
    clean = ModelInput.clean(encoding)
    maps: dict[str, FloatArray] = {}
    states: dict[str, FloatArray] = {}
    for key in _alike(engine, roles):
        stream = engine.card(key).streams[-1]
        trace = engine.trace(key, clean, ("attention", "hidden")).streams[stream]
        assert trace.attention is not None
        assert trace.hidden is not None
        maps[key], states[key] = trace.attention, trace.hidden[-1]
    taught = states[roles.teacher]
    students = [key for key in maps if key != roles.teacher]
    num_layers = len(maps[roles.teacher])
    pairs = {key: paired_layers(engine.entry(key), num_layers, len(maps[key])) for key in students}
    return AttentionComparison(
        tokens=labels(engine.tokenizer(roles.teacher), encoding),
        maps=maps,
        distances={
            key: attention_distance(maps[roles.teacher], maps[key], pairs[key]) for key in students
        },
        likeness={
            key: state_similarity(taught, states[key])
            for key in students
            if states[key].shape == taught.shape
        },
        pairs=pairs,
    )
