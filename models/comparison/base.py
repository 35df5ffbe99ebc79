"""The recipe that comparisons start from: a small model that learns in about a minute."""

from __future__ import annotations

from typing import Any

from models.comparison.spec import changed
from models.schema.configs import Size
from models.training.recipe import Recipe, Schedule, TokenizerRecipe

STEPS = 2000


def base_recipe(architecture: str, objectives: tuple[str, ...], **changes: Any) -> Recipe:
    """Three layers of width 96 that read English sentences of the mini-world, 32 at a step.

    `changes` are fields by dotted name, with two underscores for a dot.
    """
    recipe = Recipe(
        name="",
        architecture=architecture,
        objectives=objectives,
        data="world:en",
        data_tokens=400_000,
        tokenizer=TokenizerRecipe(family="wordpiece", vocab_size=3000),
        size=Size(vocab_size=1, width=96, num_layers=3, num_heads=4, inner=384, num_positions=64),
        config={},
        schedule=Schedule(
            steps=STEPS,
            batch_size=32,
            length=40,
            long_length=64,
            long_share=0.0,
            learning_rate=1e-3,
            warmup_steps=200,
        ),
    )
    return changed(recipe, {name.replace("__", "."): value for name, value in changes.items()})
