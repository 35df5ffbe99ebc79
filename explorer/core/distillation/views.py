"""The request of a view of teacher and students, and its work.

Soft labels and attention are of a sentence; numbers and learning curves are of the models alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from explorer.core.attention.matching import counterpart
from explorer.core.distillation.histories import (
    RunHistory,
    TrainingPair,
    read_history,
    unfinished_pairs,
)
from explorer.core.distillation.layer_pairs import LayerPairs, layer_pairs
from explorer.core.distillation.rate_schedule import RateSchedule, rate_schedule
from explorer.core.distillation.students import (
    DEFAULT_TEXT,
    AttentionComparison,
    Measurements,
    ModelRoles,
    SoftLabels,
    attentions,
    choose_roles,
    measure,
    method_for,
    methods_with_teacher,
    models_of_other_vocabulary,
    soft_labels,
    taught_by,
    text_of,
    version_of,
)
from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Partial, Progress, Work
from explorer.core.library.library import ModelEntry
from explorer.core.localization import tr
from explorer.core.parameters.sizes import inventory_of_model
from explorer.core.state.state import State
from explorer.core.training.plans import Choices, choices
from explorer.core.training.runs import history
from models.schema.configs import Size
from models.schema.specs import DistillationSpec

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine

LABELS, LEARNING, NUMBERS, ATTENTION, LAYERS, SCHEDULE = VIEWS = (
    *("labels", "learning", "numbers", "attention", "layers", "schedule"),
)

Known = Mapping[
    tuple[ModelRoles, tuple[str, ...]], Measurements
]  # by whom, and by what they rest on
Content = (
    SoftLabels
    | Measurements
    | AttentionComparison
    | LayerPairs
    | RateSchedule
    | Mapping[str, RunHistory]
)


@dataclass(frozen=True)
class ViewRequest:
    """What the view depends on; other fields stay empty, so that equal requests compare equal."""

    view: str
    method: str  # of a new student
    preferred: ModelRoles
    chosen: tuple[str, ...] = ()  # the models above, which come before what usually fits together
    text: str = ""
    pair: str = ""
    position: int | None = None
    counted_in: str = ""  # the model that counts that position, "" for the teacher
    entries: tuple[ModelEntry, ...] = ()
    known: Known = field(default_factory=dict, compare=False)

    @property
    def subject(self) -> tuple[object, ...]:
        """What a figure is of, independent of the sentence."""
        return self.view, self.method, self.preferred, self.chosen, self.entries

    def add_sentence(self, state: State) -> ViewRequest:
        """Add the sentence and the selected token, as far as the view uses them."""
        if self.view not in (LABELS, ATTENTION):
            return self
        request = replace(self, text=state.text, pair=state.pair)
        if self.view == ATTENTION:
            return request
        chosen = state.selection
        return replace(request, position=chosen.token, counted_in=chosen.model)


@dataclass(frozen=True)
class ViewAnswer:
    """Who is compared, and what the view shows of them; `problem` says why it shows nothing."""

    choices: Choices
    method: DistillationSpec  # of a new student
    taught_by: DistillationSpec  # the method of the student that is compared
    roles: ModelRoles
    teacher_kind: str  # its architecture
    teacher_size: Size
    text: str  # that the teacher learned from
    request: ViewRequest
    unfinished: tuple[TrainingPair, ...] = ()
    with_other_vocabulary: tuple[str, ...] = ()
    without_role: tuple[str, ...] = ()  # chosen models that are not compared
    content: Content | None = None
    problem: str = ""


def answer_to(request: ViewRequest, engine: Engine) -> Work:
    """Who is compared, as a Partial; then what the view shows of them. Returns a ViewAnswer."""
    yield Progress(tr("Looking for teacher and student"))
    known = choices(engine)
    methods = methods_with_teacher(known.methods, request.entries)
    usual = methods.get(request.method) or next(iter(methods.values()))
    able = _models_with_token_head(engine, methods, request)
    roles = choose_roles(methods, usual, request.entries, request.preferred, able)
    by_key = {entry.key: entry for entry in request.entries}
    kind = by_key[roles.teacher].architecture
    usual = method_for(methods, usual, kind)
    answer = ViewAnswer(
        choices=known,
        method=usual,
        taught_by=taught_by(methods, usual, by_key[roles.student]) if roles.student else usual,
        roles=roles,
        teacher_kind=kind,
        teacher_size=engine.load_model(roles.teacher).model.config.size,
        text=text_of(engine.entry(roles.teacher)) or DEFAULT_TEXT,
        request=request,
        unfinished=unfinished_pairs(request.entries),
        without_role=tuple(key for key in request.chosen if key not in roles.present_roles),
    )
    yield Partial(answer)
    try:
        answer = replace(
            answer, with_other_vocabulary=tuple(models_of_other_vocabulary(engine, roles))
        )
        content = yield from _content(request, answer, engine)
    except UserError as error:
        return replace(answer, problem=str(error))
    return replace(answer, content=content)


def _models_with_token_head(
    engine: Engine, methods: Mapping[str, DistillationSpec], request: ViewRequest
) -> list[str]:
    """The chosen models that a role could be given to: others have no predictions to compare."""
    kinds = {kind for one in methods.values() for kind in (*one.teachers, one.student)}
    usable = {one.key for one in request.entries if not one.problem and one.architecture in kinds}
    able: list[str] = []
    for key in request.chosen:
        if key in usable:
            with suppress(UserError):  # its files are damaged
                able += [key] if engine.card(key).token_head is not None else []
    return able


def _content(request: ViewRequest, answer: ViewAnswer, engine: Engine) -> Work:
    """What the view shows. Raises UserError."""
    roles = answer.roles
    if request.view == LABELS:
        at = _position(request, roles.teacher, engine)
        return soft_labels(engine, roles, request.text, request.pair, at)
    if request.view == ATTENTION:
        return attentions(engine, roles, request.text, request.pair)
    if request.view == LAYERS:
        if not roles.student:
            raise UserError(
                tr("No student is chosen."), tr("Choose one above, or press New student.")
            )
        num_layers = engine.card(roles.teacher).num_layers, engine.card(roles.student).num_layers
        return layer_pairs(engine.entry(roles.student), *num_layers)
    if request.view == NUMBERS:
        known = request.known.get((roles, version_of(engine, roles, answer.text)))
        return known or (yield from measure(engine, roles, answer.text))
    if request.view == SCHEDULE:
        return _schedule(answer, engine)
    histories = {
        key: read_history(engine.entry(key).folder) for key in (roles.student, roles.alone) if key
    }
    return {key: one for key, one in histories.items() if one is not None and one.points}


def _schedule(answer: ViewAnswer, engine: Engine) -> RateSchedule:
    """The rates of the student's run. Raises UserError where it has none."""
    if not answer.roles.student:
        raise UserError(tr("No student is chosen."), tr("Choose one above, or press New student."))
    entry = engine.entry(answer.roles.student)
    known = history(entry.folder)
    recipe = known.recipe if known else {}
    teaching, schedule = recipe.get("teaching"), recipe.get("schedule")
    if not isinstance(teaching, Mapping) or not isinstance(schedule, Mapping):
        raise UserError(tr("The files of {title} do not say how it was taught.", title=entry.title))
    method = answer.taught_by
    num_layers, steps = engine.card(entry.key).num_layers, int(schedule.get("steps", 1))
    schedule_of_run = rate_schedule(method, num_layers, steps, teaching.get("options") or {})
    return replace(
        schedule_of_run, attention_ratio=inventory_of_model(engine, entry.key).attention_ratio
    )


def _position(request: ViewRequest, teacher: str, engine: Engine) -> int | None:
    """The selected token as the teacher has it; None where it has none over the same text."""
    if request.position is None or request.counted_in in ("", teacher):
        return request.position
    try:
        source = engine.encode(request.counted_in, request.text, request.pair)
    except UserError:  # its files are gone
        return None
    target = engine.encode(teacher, request.text, request.pair)
    return counterpart(source, target, request.position)
