"""A fine-tuning recipe reads what it writes, and rejects what cannot be."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from models.finetuning.recipe import FineTuningRecipe
from models.runtime.resources import resource


def test_a_recipe_is_read_as_it_was_written() -> None:
    recipe = FineTuningRecipe(
        model='a "name"\\', data="data\x7f.tsv", way="lora", lora_modules=("query", "output"),
        layer_decay=0.9, class_weights=True, columns={"text": "my text", "label": "1"},
    )  # fmt: skip
    assert FineTuningRecipe.from_dict(tomllib.loads(recipe.to_toml())) == recipe
    assert FineTuningRecipe.from_dict(recipe.to_dict()) == recipe


def test_a_later_option_with_its_default_leaves_a_recipe_as_it_was() -> None:
    """So that the hashes of what was registered before stay."""
    plain = FineTuningRecipe("m", "d").to_dict()
    assert not {"precision", "transferred_layers", "features"} & plain.keys()
    later = {"transferred_layers": 0, "features": "last"}
    recipe = FineTuningRecipe.from_dict({"model": "m", "data": "d", **later})
    assert later.items() <= recipe.to_dict().items()


def test_the_bundled_recipes_can_be_used() -> None:
    paths = sorted(resource("recipes", "finetuning").glob("*.toml"))
    assert paths
    assert all(FineTuningRecipe.read(path).model for path in paths)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"way": "some"}, "way must be one of all, head"),
        ({"epochs": 0}, "epochs must be at least 1"),
        ({"epochs": 1.5}, "epochs in recipe must be a whole number"),
        ({"learning_rate": 0.0}, "learning_rate must be above zero"),
        ({"learning_rate": float("inf")}, "finite"),
        ({"layer_decay": 1.1}, "layer_decay must be between 0 and 1"),
        ({"head_rate": 0.0}, "head_rate must be"),
        ({"lora_modules": ["query", "nose"]}, "lora_modules must be one of"),
        ({"way": "lora", "lora_modules": []}, "lora_modules must name at least one"),
        ({"auxiliary_lm": 0.5}, 'belongs to the style "gpt"'),
        ({"style": "text", "adversarial": 1.0}, "need a head"),
        ({"way": "head", "from_scratch": True}, "random weights"),
        ({"transferred_layers": 1, "from_scratch": True}, "fresh weights must learn"),
        ({"transferred_layers": 1, "way": "head"}, "fresh weights must learn"),
        ({"transferred_layers": -2}, "transferred_layers must be at least -1"),
        ({"style": "features"}, 'choose way "head"'),
        ({"features": "first"}, "features must be one of embeddings"),
        ({"colour": "red"}, "unknown key 'colour'"),
        ({"model": ""}, "model must not be empty"),
    ],
)
def test_what_cannot_be_is_an_error_that_names_it(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        FineTuningRecipe.from_dict({"model": "m", "data": "d", **change})


def test_an_error_in_a_file_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('model = "m"', encoding="utf-8")
    with pytest.raises(ValueError, match=r"mine\.toml cannot be used: recipe lacks data"):
        FineTuningRecipe.read(path)
