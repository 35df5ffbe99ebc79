"""Which checkpoint a recipe names: one that the program brings along, or one on the disk."""

from pathlib import Path

import pytest

from models.runtime.resources import checkpoint_folder, resource
from tests.models.checkpoints.test_folders import cached


def test_a_bundled_checkpoint_is_known_by_its_name() -> None:
    assert checkpoint_folder("bert-mini") == resource("checkpoints", "bert-mini")


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "vocab.txt", "spiece.model"])
def test_a_path_names_a_model_or_a_tokenizer(name: str, tmp_path: Path) -> None:
    (tmp_path / name).touch()
    assert checkpoint_folder(str(tmp_path)) == tmp_path


def test_a_path_may_lead_into_the_cache_of_hugging_face(tmp_path: Path) -> None:
    top = cached(tmp_path / "models--google--electra-small", "a1")
    assert checkpoint_folder(str(top)) == top / "snapshots" / "a1"


def test_a_folder_without_either_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(
        ValueError, match=r"there is no checkpoint .* name a bundled one or a folder"
    ):
        checkpoint_folder(str(tmp_path))
