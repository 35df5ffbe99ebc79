"""From the values of a form to the recipes of runs that fine-tune models on the same examples."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.core.library.library import Library, ModelEntry
from explorer.core.localization import mark, plural, tr
from explorer.core.readable import join_names
from explorer.core.state.choices import FormChoice
from explorer.core.state.state import JSON
from models.finetuning.recipe import USUAL_FEATURES, FineTuningRecipe
from models.runtime.resources import resource
from models.training.recipe import FLOAT32

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine

DATA = "world:acceptability:en"
UNTAUGHT: Mapping[str, JSON] = {  # fields that a student has no use for, see FineTuningRecipe
    "style": "head",
    "way": "all",
    "class_weights": False,
    "adversarial": 0.0,
    "patience": 0,
}
LEARNING_RATE = 5e-4  # of a model as small as the bundled ones; see resources/recipes/finetuning
# The titles of the mini-world's labelled sets, which `models` declares among its data.
SET_TITLES = (
    mark("Acceptability (English)"),
    mark("Acceptability (Korean)"),
    mark("Commonsense (English)"),
    mark("Commonsense (Korean)"),
    mark("Continuation (English)"),
    mark("Continuation (Korean)"),
    mark("Entailment (English)"),
    mark("Entailment (Korean)"),
    mark("Named entities (English)"),
    mark("Named entities (Korean)"),
    mark("Entity types (English)"),
    mark("Entity types (Korean)"),
    mark("Paraphrase (English)"),
    mark("Paraphrase (Korean)"),
    mark("Reading (English)"),
    mark("Reading (Korean)"),
    mark("Relations (English)"),
    mark("Relations (Korean)"),
    mark("Sentiment (English)"),
    mark("Sentiment (Korean)"),
    mark("Similarity (English)"),
    mark("Similarity (Korean)"),
)
# What their examples test; the names of stories and of knowledge-graph relations stay.
PHENOMENA = (
    *(mark("agreement"), mark("articles"), mark("word order"), mark("wrong category")),
    *(mark("particle choice"), mark("particle form"), mark("a lie"), mark("disagree")),
    *(mark("everyone"), mark("friends"), mark("last time"), mark("never before"), mark("nobody")),
    *(mark("not"), mark("not true"), mark("on the whole"), mark("plain"), mark("really")),
    *(mark("rhetorical"), mark("right and wrong"), mark("some say"), mark("the opposite")),
    *(mark("told"), mark("another relation"), mark("another subject"), mark("another value")),
    *(mark("not mentioned"), mark("other words"), mark("order and words"), mark("answerable")),
    *(mark("said of the other subject"), mark("said of the other subject only")),
    *(mark("value of the other subject"), mark("values exchanged"), mark("no entity")),
    *(mark("kind"), mark("material"), mark("part"), mark("place"), mark("tool")),
    mark("tool, two steps"),
)


@dataclass(frozen=True)
class FineTuningChoice(FormChoice):
    """What models learn, and how. `name` is added to theirs; empty, that of the data is.

    With a `teacher`, as a recipe names it, they are students of a method of distillation.
    """

    name: str = ""
    data: str = DATA
    columns: Mapping[str, Any] = field(default_factory=dict)  # of an own table
    skip_bad_rows: bool = False
    num_examples: int = 0
    teacher: str = ""
    method: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)  # of the method
    way: str = "all"
    last_layers: int = 1
    lora_rank: int = 8
    lora_modules: tuple[str, ...] = ("query", "value")
    style: str = "head"
    features: str = USUAL_FEATURES
    auxiliary_lm: float = 0.5
    from_scratch: bool = False
    frozen_embeddings: bool = False
    layer_decay: float = 1.0
    head_rate: float = 1.0
    epochs: int = 3
    batch_size: int = 32
    learning_rate: float = LEARNING_RATE
    max_length: int = 128
    class_weights: bool = False
    adversarial: float = 0.0
    patience: int = 0
    seed: int = 1
    num_seeds: int = 1  # runs of each model, with this seed and the next ones
    device: str = "cpu"
    precision: str = FLOAT32


@dataclass(frozen=True)
class KnownSet:
    """A set of labelled examples that opens by its name."""

    name: str
    title: str
    task: str  # its title, such as "Classification"


@dataclass(frozen=True)
class FineTuningChoices:
    """What there is to choose from."""

    sets: tuple[KnownSet, ...]
    devices: tuple[str, ...]
    bfloat16_devices: tuple[str, ...] = ()  # those that compute in bfloat16

    def title_of(self, data: str) -> str:
        """The title of a set; that of a file is its name."""
        titles = {one.name: one.title for one in self.sets}
        return titles.get(data, Path(data).name)


@dataclass(frozen=True)
class FineTuningPlan:
    """One run. `run` is the name of its curves, `base` the key of the model that it begins with."""

    recipe: Mapping[str, JSON]
    folder: Path
    run: str
    base: str
    device: str = field(default="cpu", kw_only=True)


def finetuning_choices(engine: Engine) -> FineTuningChoices:
    """What this program and this machine have; for the thread of a lane, as it loads torch."""
    from models.data.labelled_sets import known_sets
    from models.runtime.devices import available, list_bfloat16_devices
    from models.tasks.catalog import task

    sets = (KnownSet(name, title, task(kind).title) for name, title, kind in known_sets())
    return FineTuningChoices(tuple(sets), available(), list_bfloat16_devices())


def finetuning_recipe(
    choice: FineTuningChoice, entry: ModelEntry, name: str, later: int = 0
) -> dict[str, JSON]:
    """The recipe of a model as `FineTuningRecipe` reads it, which checks it.

    `later` is the place of its seed among those of the choice.
    """
    known = {item.name for item in fields(FineTuningRecipe)}
    values: dict[str, JSON] = {key: x for key, x in choice.to_json().items() if key in known}
    if choice.teacher:
        options = dict(choice.options)
        taught = {"method": choice.method, "teacher": choice.teacher, "options": options}
        values |= {**UNTAUGHT, "teaching": taught}
    if values["style"] != "gpt":
        values["auxiliary_lm"] = 0.0
    if values["style"] == "features":
        values["way"] = "head"
    own = {"model": model_reference(entry), "name": name, "seed": choice.seed + later}
    return {**values, **own}


def model_reference(entry: ModelEntry) -> str:
    """A model as a recipe names it: a bundled one by its name, so that any machine has it."""
    name = entry.folder.name
    is_bundled = resource("checkpoints", name).resolve() == entry.folder.resolve()
    return name if is_bundled else str(entry.folder)


def plans_of(
    choice: FineTuningChoice, entries: Sequence[ModelEntry], library: Library
) -> list[FineTuningPlan]:
    """A run for each model with each seed, in new folders: all models with the first seed first."""
    plans: list[FineTuningPlan] = []
    for later, entry in product(range(choice.num_seeds), entries):
        taken = {plan.folder for plan in plans}
        name = f"{entry.name}-{name_of(choice)}"
        name = f"{name}-seed-{choice.seed + later}" if choice.num_seeds > 1 else name
        folder = _new_folder(library, name, taken)
        recipe = finetuning_recipe(choice, entry, folder.name, later)
        plan = FineTuningPlan(recipe, folder, folder.name, entry.key, device=choice.device)
        plans.append(plan)
    return plans


def name_of(choice: FineTuningChoice) -> str:
    """What is added to the names of the models: "world:acceptability:en" gives acceptability-en."""
    world, _, rest = choice.data.partition(":")
    path = Path(choice.data)
    file = path.parent.name if path.stem == "train" else path.stem  # one of several of a set
    return choice.name or (rest.replace(":", "-") if world == "world" and rest else file)


def teacher_of(recipe: Any) -> str:
    """The teacher that a recipe names, without the folders above it; empty without one."""
    teaching = recipe.get("teaching") if isinstance(recipe, Mapping) else None
    return Path(str(teaching["teacher"])).name if isinstance(teaching, Mapping) else ""


def recipe_words(recipe: Mapping[str, Any], num_train: Any, seeds: Sequence[int] = ()) -> list[str]:
    """A recipe as a caption names it, with the seeds of several runs."""
    layers = plural(recipe.get("last_layers", 1), "last layer", "last {count} layers")
    ways = {"last_layers": layers}
    ways["lora"] = tr("LoRA of rank {rank}", rank=recipe.get("lora_rank", 8))
    ways |= {"all": tr("all parameters"), "head": tr("head alone")}
    way = str(recipe.get("way", "all"))
    teacher = teacher_of(recipe)
    examples = tr("all examples")
    if num_train:
        examples = plural(num_train, "{count:,} example", "{count:,} examples")
    return [
        tr("fine-tuned on {data}", data=recipe["data"]),
        examples,
        ways.get(way, way),
        *([tr("taught by {teacher}", teacher=teacher)] if teacher else []),
        plural(recipe.get("epochs", 3), "{count} epoch", "{count} epochs"),
        tr("seeds {seeds}", seeds=join_names([str(seed) for seed in seeds]))
        if len(seeds) > 1
        else tr("seed {seed}", seed=recipe.get("seed", 1)),
    ]


def _new_folder(library: Library, name: str, taken: Collection[Path]) -> Path:
    """A folder that neither exists nor is taken by a model of the same name."""
    folder, number = library.new_run_folder(name), 2
    while folder in taken:
        folder, number = library.new_run_folder(f"{name}-{number}"), number + 1
    return folder
