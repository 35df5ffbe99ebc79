"""A model with its adapter is written as one folder, which opens without the two."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from transformers import AutoModelForMaskedLM, AutoTokenizer

from explorer.core.engine.engine import Engine
from explorer.core.engine.merging import save_merged
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from models.runtime.generators import run_to_end
from models.schema.records import ModelInput
from tests.explorer.adapters import write_adapter

TEXT = "the capital of france ."


@pytest.fixture
def base(tiny_models: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(tiny_models / "bert-tiny", tmp_path / "base"))


@pytest.fixture
def adapter(base: Path, tmp_path: Path) -> Path:
    return write_adapter(base, tmp_path / "tuned")


def logits(engine: Engine, key: str) -> np.ndarray:
    fed = ModelInput.clean(engine.encode(key, TEXT))
    return engine.trace(key, fed, ("logits",)).logits["mlm"]


def test_a_merged_adapter_is_the_same_model_without_its_base(
    base: Path, adapter: Path, tiny_models: Path, tmp_path: Path
) -> None:
    (base / "tokenizer_config.json").write_text('{"chat_template": "{{ messages }}"}')
    library = Library(bundled=tiny_models)
    engine, out = Engine(library), tmp_path / "new" / "merged"
    expected = logits(engine, str(adapter))
    assert run_to_end(save_merged(engine, str(adapter), out)) == out
    shutil.rmtree(base)
    shutil.rmtree(adapter)
    np.testing.assert_array_equal(logits(engine, str(out)), expected)
    theirs = AutoModelForMaskedLM.from_pretrained(out).eval()
    fed = AutoTokenizer.from_pretrained(out)(TEXT, return_tensors="pt")
    found = theirs(**fed).logits.detach().numpy()
    np.testing.assert_allclose(found[0], expected, atol=1e-5)
    assert "messages" in (out / "tokenizer_config.json").read_text()
    assert library.usable(str(out)).adapter is None
    assert [path.name for path in out.parent.iterdir()] == ["merged"]


def test_what_is_no_adapter_and_what_is_there_already_are_left_alone(
    adapter: Path, tiny_models: Path, tmp_path: Path
) -> None:
    engine = Engine(Library(bundled=tiny_models))
    for key in ("bert-tiny", f"{adapter}@base"):
        with pytest.raises(UserError, match="is no adapter on a base"):
            run_to_end(save_merged(engine, key, tmp_path / "merged"))
    with pytest.raises(UserError, match="exists already"):
        run_to_end(save_merged(engine, str(adapter), adapter))
    assert not (tmp_path / "merged").exists()
