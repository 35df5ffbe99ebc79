"""With which objectives, options and texts a loaded model was trained."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from models.checkpoints.lineage import lineage
from models.schema.specs import ObjectiveSpec

if TYPE_CHECKING:
    from models.checkpoints.checkpoint import LoadedModel
    from models.data.world.words import SeenWords
    from models.training.recipe import Recipe


@dataclass(frozen=True, eq=False)
class Pretraining:
    """What the recipes in run.json say, or what the architecture was published with."""

    loaded: LoadedModel
    known: Mapping[str, ObjectiveSpec]  # every objective that there is

    @cached_property
    def recipes(self) -> tuple[Recipe, ...] | None:
        """The recipes of all training stages, the last first; None where not all are known."""
        return lineage(self.loaded.run)

    @cached_property
    def objectives(self) -> tuple[ObjectiveSpec, ...]:
        """The objectives whose heads the model still has and that no later stage replaced."""
        heads = set(self.loaded.heads)
        specs: list[ObjectiveSpec] = []
        for spec in self._all_objectives:
            replaced = any(spec.excludes(later) for later in specs)
            if spec.trains <= heads and not replaced:
                specs.append(spec)
        return tuple(specs)

    def corruption_options(self, spec: ObjectiveSpec) -> dict[str, Any]:
        """Return the sampling options of an objective in the recipes; none if published."""
        known = {option.name for option in spec.options}
        stages = (recipe.options.get(spec.name, {}) for recipe in reversed(self.recipes or ()))
        chosen = {name: x for stage in stages for name, x in stage.items() if name in known}
        return spec.corruption_options(chosen)

    @property
    def trained_heads(self) -> tuple[str, ...]:
        """The heads in the files, without those whose objectives were all left out of training."""
        trained = {head for spec in self._all_objectives for head in spec.trains}
        untrained = self._published_heads - trained
        return tuple(head for head in self.loaded.heads if head not in untrained)

    def find_untrained_heads(self, stated: Collection[str]) -> tuple[str, ...]:
        """The heads that did not learn, by the recipes or as `stated` of a published checkpoint."""
        untrained = {*self.loaded.heads} - {*self.trained_heads} | {*stated}
        return tuple(head for head in self.loaded.heads if head in untrained)

    def seen_words(self) -> SeenWords | None:
        """The words of the texts of all stages; None where these are not known."""
        from models.data.seen_words import seen_words

        return None if self.recipes is None else seen_words(self.recipes)

    @cached_property
    def _all_objectives(self) -> list[ObjectiveSpec]:
        """Also those without all their heads."""
        names = (
            [*self.loaded.spec.objectives, *self._list_configured_objectives()]
            if self.recipes is None
            else [name for recipe in self.recipes for name in recipe.objectives]
        )
        return [self.known[name] for name in dict.fromkeys(names) if name in self.known]

    @property
    def _published_heads(self) -> set[str]:
        """The heads of the objectives that the architecture was published with."""
        names = self.loaded.spec.objectives
        return {head for name in names if name in self.known for head in self.known[name].trains}

    def _list_configured_objectives(self) -> list[str]:
        """The objectives of heads that config.json asks for and the architecture seldom has."""
        spec = self.loaded.spec
        heads = {head for head in self.loaded.heads if spec.head(head).config}
        return [
            one.name
            for one in self.known.values()
            if one.head in heads - self._published_heads and not spec.why_incompatible(one)
        ]
