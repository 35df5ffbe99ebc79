"""The models that the views show, fine-tuned just now or chosen, and how they learned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from explorer.core.finetuning.teachers import TeacherScore, teacher_of
from explorer.core.localization import plural, tr
from explorer.core.readable import listed
from explorer.ui.graphics.drawing import number
from explorer.ui.style.theme import lettered


@dataclass(frozen=True)
class ColouredModel:
    """A model with its name and colour; a model of a run has that of the one it began with."""

    key: str
    title: str
    slot: int | None

    @property
    def name(self) -> str:
        return lettered(self.slot, self.title)


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
        tr("seeds {seeds}", seeds=listed([str(seed) for seed in seeds]))
        if len(seeds) > 1
        else tr("seed {seed}", seed=recipe.get("seed", 1)),
    ]


def share_words(own: float, score: TeacherScore) -> str:
    """A metric of a student, and its share of that of the teacher."""
    if score.share is None:
        return number(own)
    return tr("{value} ({share:.1%} of its teacher's)", value=number(own), share=score.share)
