"""The recipes that comparisons start from: small models that learn in about a minute."""

from __future__ import annotations

from typing import Any

from models.comparison.spec import replace_fields
from models.finetuning.recipe import FineTuningRecipe
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
    named = {name.replace("__", "."): value for name, value in changes.items()}
    base = replace_fields(recipe, named)
    assert isinstance(base, Recipe)
    return base


def fine_tuning_base(model: str, data: str, **changes: Any) -> FineTuningRecipe:
    """A bundled model that learns from 1,500 labelled examples, three times each.

    Small models learn at higher rates and in smaller batches than those of Devlin et al. (2018).
    """
    usual = {"num_examples": 1500, "epochs": 3, "batch_size": 16, "learning_rate": 1e-3}
    return FineTuningRecipe(model=model, data=data, **{**usual, **changes})
