"""From the values of a form to the recipe of a run, for training and distillation."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.core.errors import as_user_errors
from explorer.core.jobs.jobs import Work
from explorer.core.localization import mark, tr
from explorer.core.state.choices import FormChoice
from explorer.core.state.defaults import defaults
from explorer.core.state.state import JSON
from explorer.core.training.precision import possible_precision
from explorer.core.training.runs import RunPlan, train_one_by_one
from models.data.sources import LanguageMix, language_mix
from models.distillation.student_recipe import (
    INNER,
    STUDENT_BATCH,
    STUDENT_LENGTH,
    STUDENT_RATE,
    STUDENT_STEPS,
    initial_entries,
    schedule,
    student_size,
)
from models.schema.roles import EqualDepth
from models.schema.specs import ArchSpec, DistillationSpec, ObjectiveSpec, TokenizerSpec
from models.training.recipe import FLOAT32

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine
    from explorer.core.library.library import ModelEntry
    from models.data.world.lexicon import Language
    from models.schema.configs import Size

WORLDS = ("village", "world")
LANGUAGES = ("both", "en", "ko")
TOKENS_OF = {"village": 200_000, "world": 1_000_000}  # read of a text, unless a person says else
TOKENS_OF_A_FILE = 1_000_000
HALF = 50  # percent
SAMPLING_ALPHA = 0.5  # of Lample and Conneau (2019)
WATCH, KOREAN_WATCH = (defaults()["training"]["watch"][name] for name in ("en", "ko"))
LEARNING_RATE = 3e-3
RELATIVE_RATE = 0.02  # where it is multiplied by the size of each tensor's weights
WITHOUT_TEACHER = "-without-teacher"  # after the name of the same student without its teacher
TASKS_TOO = tr(
    "The training loss alternates between tasks and spans; the held-out loss is on spans only."
)
LONG_TOO = mark(
    "{share} of the steps have examples of {length} tokens, so that the model learns "
    "long texts; the training loss can peak at these."
)


@dataclass(frozen=True)
class TrainingChoice(FormChoice):
    """A model to train. The defaults learn something visible in about a minute."""

    name: str = defaults()["training"]["name"]
    architecture: str = defaults()["training"]["architecture"]
    objectives: tuple[str, ...] = tuple(defaults()["training"]["objectives"])
    tokenizer: str = "wordpiece"  # a family that is trained on the text
    tokenizer_of: str = ""  # instead, the key of a model whose tokenizer is shared
    vocab_size: int = 800
    text: str = "village:en"  # as models.data.sources names it
    data_tokens: int = TOKENS_OF["village"]
    num_layers: int = 2
    width: int = 64
    num_heads: int = 4
    num_positions: int = 128
    steps: int = 1500
    batch_size: int = 16
    length: int = 32
    learning_rate: float = LEARNING_RATE
    device: str = "cpu"
    precision: str = FLOAT32
    watch: str = WATCH


@dataclass(frozen=True)
class DistillationChoice(FormChoice):
    """A student to teach. `num_layers` 0 is half of the teacher's; an empty text is the teacher's.

    `width` 0 is the teacher's, as is that of a student whose method copies weights.

    The defaults are those of the bundled student, for a run that takes about a minute.
    """

    name: str = "my-student"
    method: str = defaults()["distillation"]["method"]
    teacher: str = ""
    num_layers: int = 0
    width: int = 0
    options: Mapping[str, JSON] = field(default_factory=dict)  # temperature, weights of the losses
    text: str = ""
    steps: int = STUDENT_STEPS
    batch_size: int = STUDENT_BATCH
    length: int = STUDENT_LENGTH
    learning_rate: float = STUDENT_RATE
    device: str = "cpu"
    precision: str = FLOAT32


def panel_for(spec: ArchSpec, heads: Collection[str]) -> str:
    """The panel that fits these heads: where text is written, else where masks are filled."""
    writes = spec.generates and spec.head_for("next_token", heads) is not None
    return "generation" if writes else "masking"


@dataclass(frozen=True)
class Choices:
    """What there is to choose from."""

    architectures: Mapping[str, ArchSpec]
    objectives: Mapping[str, ObjectiveSpec]
    tokenizers: Mapping[str, TokenizerSpec]
    methods: Mapping[str, DistillationSpec]
    devices: tuple[str, ...]
    bfloat16_devices: tuple[str, ...] = ()  # those that compute in bfloat16

    def objectives_of(self, architecture: str) -> tuple[ObjectiveSpec, ...]:
        """Return the objectives of an architecture: published ones, then others it can learn."""
        spec = self.architectures[architecture]
        published = [self.objectives[name] for name in spec.objectives if name in self.objectives]
        others = [
            one
            for one in self.objectives.values()
            if one not in published and not spec.why_incompatible(one)
        ]
        return (*published, *others)

    def trainable_objectives(
        self, architecture: str, names: Collection[str], text: str
    ) -> tuple[ObjectiveSpec, ...]:
        """Select the named objectives that a text can teach; never only tasks, and never none.

        Tasks are made of the mini-worlds, and documents must teach something besides them.
        """
        possible = self.objectives_of(architecture)
        chosen = [one for one in possible if one.name in names]
        if not has_tasks(text):
            chosen = [one for one in chosen if not one.task_share]
        if all(one.task_share for one in chosen):
            chosen += [one for one in possible if not one.task_share][:1]
        return tuple(one for one in possible if one in chosen)

    def panel_to_try(self, recipe: Mapping[str, Any]) -> str:
        """The panel where a model that learned by a recipe can be tried."""
        heads = [self.objectives[name].trains for name in recipe["objectives"]]
        return panel_for(self.architectures[recipe["architecture"]], frozenset().union(*heads))

    def families_of(self, architecture: str, objectives: Collection[str]) -> tuple[str, ...]:
        """Tokenizer families that fit, the published one first."""
        spec = self.architectures[architecture]
        own = spec.tokenizers
        if not self.needs_mask(objectives) or (spec.template and "mask" in spec.template.roles):
            return (*own, *(name for name in self.tokenizers if name not in own))
        masked = {
            name
            for other in self.masked_architectures()
            if other.template is None  # so the mask is the family's own
            for name in other.tokenizers
        }
        return (*(name for name in own if name in masked), *sorted(masked - set(own)))

    def can_lend(self, lender: str, objectives: Collection[str]) -> bool:
        """Whether the tokenizer of a model of an architecture has what the objectives need."""
        if not self.needs_mask(objectives):
            return True
        return any(lender in spec.model_types for spec in self.masked_architectures())

    def needs_mask(self, objectives: Collection[str]) -> bool:
        known = (self.objectives.get(name) for name in objectives)
        return any(one is not None and one.needs_mask_token for one in known)

    def possible(self, choice: TrainingChoice, lenders: Sequence[ModelEntry]) -> TrainingChoice:
        """The choice with what does not exist, or does not fit, replaced by the nearest that does.

        `lenders` are the models whose tokenizers can be shared.
        """
        if choice.architecture not in self.architectures:
            choice = replace(choice, architecture=next(iter(self.architectures)))
        together = self._names_together(choice, choice.objectives)
        choice = replace(choice, objectives=together)
        families = self.families_of(choice.architecture, choice.objectives)
        if choice.tokenizer not in families:
            choice = replace(choice, tokenizer=families[0])
        lending = {e.key for e in lenders if self.can_lend(e.architecture, choice.objectives)}
        if choice.tokenizer_of not in lending:
            choice = replace(choice, tokenizer_of="")
        if choice.device not in self.devices:
            choice = replace(choice, device=self.devices[0])
        choice = possible_precision(choice, self.bfloat16_devices)
        return replace(choice, name=choice.name or f"my-{choice.architecture}")

    def choose_architecture(self, choice: TrainingChoice, name: str) -> TrainingChoice:
        """Another architecture, with its objectives, its tokenizer, and defaults that follow it."""
        before, spec = self.architectures[choice.architecture], self.architectures[name]
        is_default = choice.learning_rate == rate_of(before)
        choice = replace(
            choice,
            name=f"my-{name}" if choice.name == f"my-{choice.architecture}" else choice.name,
            architecture=name,
            tokenizer=self.families_of(name, spec.objectives)[0],
            tokenizer_of="",
            learning_rate=rate_of(spec) if is_default else choice.learning_rate,
        )
        return replace(choice, objectives=self._names_together(choice, spec.objectives[:1]))

    def choose_objectives(self, choice: TrainingChoice, ticked: Sequence[str]) -> TrainingChoice:
        """Choose the ticked objectives; a new one replaces others that train the same head.

        At least one objective stays chosen.
        """
        known, before = self.objectives, choice.objectives
        new = [known[name] for name in ticked if name not in before]
        names = [
            name
            for name in ticked
            if known[name] in new or not any(known[name].excludes(one) for one in new)
        ]
        return replace(choice, objectives=self._names_together(choice, names or before))

    def _names_together(self, choice: TrainingChoice, names: Collection[str]) -> tuple[str, ...]:
        objectives = self.trainable_objectives(choice.architecture, names, choice.text)
        return tuple(one.name for one in objectives)

    def masked_architectures(self) -> list[ArchSpec]:
        """Return the architectures that were published with an objective that masks tokens."""
        return [s for s in self.architectures.values() if self.needs_mask(s.objectives)]


def choices(engine: Engine) -> Choices:
    """What this program and this machine have; for the thread of a lane, as it loads torch."""
    from models.runtime.devices import available, list_bfloat16_devices

    catalog = engine.catalog()
    return Choices(
        catalog.architectures,
        catalog.objectives,
        catalog.tokenizers,
        catalog.methods,
        available(),
        list_bfloat16_devices(),
    )


def rate_of(spec: ArchSpec) -> float:
    """The learning rate that a form begins with."""
    return RELATIVE_RATE if spec.scale_lr_by_rms else LEARNING_RATE


def has_tasks(text: str) -> bool:
    """Whether tasks are made of a text, as they are of the mini-worlds."""
    return text.partition(":")[0] in WORLDS


@dataclass(frozen=True)
class Languages:
    """The languages of a mini-world's text: one, or both with so many percent of English.

    Both are sampled with the exponent `alpha` of `models.data.sources.LanguageMix`, which says
    nothing where there is equally much of each.
    """

    language: str = "both"
    english_percent: int = HALF
    alpha: float = SAMPLING_ALPHA

    @classmethod
    def of(cls, text: str) -> Languages:
        """Parse the languages of a source name; both in equal parts if the name is not valid."""
        try:
            mix = language_mix(text)
        except ValueError:
            return cls()
        if mix is None:
            language = text.partition(":")[2]
            return cls(language if language in LANGUAGES else "both")
        share = mix.amounts["en"] / sum(mix.amounts.values())
        return cls("both", round(100 * share), float(mix.alpha))

    @property
    def are_unequal(self) -> bool:
        return self.language == "both" and self.english_percent != HALF

    @property
    def sampled_percent(self) -> float:
        """How many percent of the documents are sampled in English."""
        return 100 * self._mix().probabilities["en"]

    def name(self, world: str) -> str:
        """The name of the source, as `models.data.sources.open_source` reads it."""
        if self.are_unequal:
            return f"{world}:{self._mix().name}"
        return world if self.language == "both" else f"{world}:{self.language}"

    def _mix(self) -> LanguageMix:
        amounts: dict[Language, int] = {
            "en": self.english_percent,
            "ko": 100 - self.english_percent,
        }
        return LanguageMix(amounts, f"{self.alpha:g}")


def tokens_of(text: str) -> int:
    """The default size of the training text, in tokens."""
    return TOKENS_OF.get(text.partition(":")[0], TOKENS_OF_A_FILE)


def watch_of(text: str) -> str:
    """The default watched sentence for a text, in its language."""
    return KOREAN_WATCH if has_tasks(text) and text.endswith(":ko") else WATCH


def training_recipe(
    choice: TrainingChoice, known: Choices, name: str, seed: int
) -> dict[str, JSON]:
    """The recipe of a choice, as models.training.recipe reads it."""
    spec = known.architectures[choice.architecture]
    objectives = [known.objectives[one] for one in choice.objectives if one in known.objectives]
    tokenizer = (
        {"folder": choice.tokenizer_of}
        if choice.tokenizer_of
        else {"family": choice.tokenizer, "vocab_size": choice.vocab_size}
    )
    return {
        "name": name,
        "architecture": choice.architecture,
        "objectives": list(choice.objectives),
        "data": choice.text,
        "data_tokens": choice.data_tokens,
        "seed": seed,
        "tokenizer": tokenizer,
        "size": {
            "width": choice.width,
            "num_layers": choice.num_layers,
            "num_heads": choice.num_heads,
            "inner": INNER * choice.width,
            "num_positions": choice.num_positions,
        },
        "config": initial_entries(spec),
        "schedule": {
            **_schedule(choice, choice.num_positions),
            "relative_rate": spec.scale_lr_by_rms,
            "single_share": max((one.single_share for one in objectives), default=0.0),
            "task_share": max((one.task_share for one in objectives), default=0.0),
        },
    }


def distil(choice: DistillationChoice, folder: Path, alone: Path, seed: int) -> Work:
    """Teach a student, then train the same student without its teacher for as many steps.

    Runs that were begun in these folders go on. Returns two TrainingFinished. Raises UserError.
    """
    recipes = pair_recipes(choice, (folder.name, alone.name), seed)
    plans = [
        RunPlan(recipe, where, resume=True, device=choice.device)
        for recipe, where in zip(recipes, (folder, alone), strict=True)
    ]
    return (yield from train_one_by_one(plans))


def pair_recipes(
    choice: DistillationChoice, names: tuple[str, str], seed: int
) -> tuple[dict[str, JSON], dict[str, JSON]]:
    """The recipes of a student and of its twin without teacher; reads the teacher.

    Raises UserError.
    """
    from models.schema.registry import catalog
    from models.training.recipe import TeacherRecipe
    from models.training.training_task import load_teacher

    with as_user_errors():
        teaching = TeacherRecipe(choice.method, choice.teacher, dict(choice.options))
        teacher = load_teacher(teaching)
    method = catalog().methods[choice.method]
    spec = catalog().architectures[method.student]
    size = teacher.model.config.size
    equal_depth = method.role(EqualDepth)
    if equal_depth is not None:
        choice = replace(choice, num_layers=size.num_layers)
    if method.make_student is not None:
        choice = replace(choice, width=0)
    size = size if equal_depth is None else equal_depth.size(size)
    taught, alone = student_recipes(choice, spec, size, names, seed)
    return {**taught, "config": {} if method.make_student else alone["config"]}, alone


def student_recipes(
    choice: DistillationChoice, spec: ArchSpec, teacher: Size, names: tuple[str, str], seed: int
) -> tuple[dict[str, JSON], dict[str, JSON]]:
    """The recipes of the student with its teacher, and of the same student without."""
    with as_user_errors():
        size = student_size(teacher, choice.num_layers, choice.width)
    taught: dict[str, JSON] = {
        "name": names[0],
        "architecture": spec.name,
        "objectives": list(spec.objectives),
        "data": choice.text,
        "data_tokens": tokens_of(choice.text),
        "seed": seed,
        "size": size,
        "schedule": _schedule(choice, teacher.num_positions),
        "teaching": {
            "method": choice.method,
            "teacher": choice.teacher,
            "options": dict(choice.options),
        },
    }
    return taught, drop_teacher(taught, names[1])


def drop_teacher(taught: Mapping[str, JSON], name: str) -> dict[str, JSON]:
    """The recipe of the same student from random weights, with its teacher's tokenizer."""
    from models.schema.registry import catalog

    return {
        **taught,
        "name": name,
        "tokenizer": {"folder": taught["teaching"]["teacher"]},
        "config": initial_entries(catalog().architectures[str(taught["architecture"])]),
        "teaching": None,
    }


def recipe_words(recipe: Mapping[str, Any], step: int | None) -> list[str]:
    """A run as a caption names it; `step` is the last one of a run that is not finished."""
    steps = recipe["schedule"]["steps"]
    done = (
        tr("{count:,} steps", count=steps)
        if step is None
        else tr("step {step:,} of {steps:,}", step=step, steps=steps)
    )
    learning = tr(
        "{model} learning {objectives}",
        model=recipe["architecture"],
        objectives=", ".join(recipe["objectives"]),
    )
    return [learning, tr("text {data}", data=recipe["data"]), done]


def schedule_notes(schedule: Mapping[str, Any]) -> tuple[str, ...]:
    """What explains the course of a run's training loss."""
    share, length = schedule.get("long_share", 0), schedule.get("long_length", 0)
    longer = share and length > schedule["length"]
    return (
        *([TASKS_TOO] if schedule.get("task_share") else []),
        *([tr(LONG_TOO, share=f"{share:.0%}", length=length)] if longer else []),
    )


def _schedule(choice: TrainingChoice | DistillationChoice, num_positions: int) -> dict[str, JSON]:
    rate, length = choice.learning_rate, choice.length
    entries = schedule(choice.steps, choice.batch_size, length, rate, num_positions)
    return {**entries, "precision": choice.precision}
