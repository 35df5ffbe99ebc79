"""Translation language modelling: masks in both texts, positions from 0 twice, pairs as data."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from models.data.examples import Examples
from models.data.prepare import prepare
from models.data.sources import open_source
from models.data.translations import open_translations
from models.objectives import masked
from models.objectives.translation import SPEC, corrupt, cut
from models.runtime.generators import run_to_end
from models.schema.records import ModelInput, TokenChange
from models.schema.registry import catalog
from models.tokenization import Tokenizer, word_bpe
from models.tokenization.word_bpe import SHARED
from models.training.training_task import new_training_task
from tests.models import tiny

TEXTS = ["the capital of france is paris .", "프랑스의 수도는 파리이다 ."] * 10


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return word_bpe.train(TEXTS, 150, template=SHARED)


def corrupted(tokenizer: Tokenizer, seed: int, pair: str | None = TEXTS[1]) -> ModelInput:
    clean = ModelInput.clean(tokenizer.encode(TEXTS[0], pair))
    return corrupt(clean, np.random.default_rng(seed), tokenizer.vocabulary, rate=0.5)


def test_masks_are_in_both_texts_and_never_on_special_tokens(tokenizer: Tokenizer) -> None:
    found = [corrupted(tokenizer, seed) for seed in range(5)]
    for one in found:
        places = one.targets["mlm"].positions
        assert set(one.segment[places]) == {0, 1}
        assert not one.encoding.special[places].any()
        assert np.array_equal(one.targets["mlm"].labels, one.encoding.ids[places])
        assert (one.change[places] != TokenChange.KEPT).all()


def test_positions_begin_again_with_the_second_text(tokenizer: Tokenizer) -> None:
    one = corrupted(tokenizer, 1)
    places, second = one.feeds["position_ids"], one.segment == 1
    assert places[~second].tolist() == [*range(int((~second).sum()))]
    assert places[second].tolist() == [*range(int(second.sum()))]


def test_a_single_text_is_left_to_other_objectives(tokenizer: Tokenizer) -> None:
    one = corrupted(tokenizer, 1, pair=None)
    assert not one.targets
    assert not one.feeds


def test_beside_masked_tokens_it_masks_nothing_twice(tokenizer: Tokenizer) -> None:
    clean = ModelInput.clean(tokenizer.encode(*TEXTS[:2]))
    rng = np.random.default_rng(3)
    before = masked.corrupt(clean, rng, tokenizer.vocabulary)
    after = corrupt(before, rng, tokenizer.vocabulary)
    assert np.array_equal(after.input_ids, before.input_ids)
    assert after.targets == before.targets


def test_only_what_reads_positions_learns_it() -> None:
    known = catalog().architectures
    assert "does not read the position_ids" in known["bert"].why_incompatible(SPEC)
    assert [name for name, spec in known.items() if not spec.why_incompatible(SPEC)] == ["xlm"]


# Data ---------------------------------------------------------------------------------------------


def hangul(text: str) -> bool:
    return any("가" <= character <= "힣" for character in text)


def test_pairs_are_translations_in_either_order_and_the_same_for_a_seed() -> None:
    source = open_translations("village")
    pairs = list(islice(source.documents("train", 1), 60))
    assert pairs == list(islice(source.once("train", 1), 60))
    assert all(hangul(one) != hangul(other) for one, other in pairs)
    assert {hangul(one) for one, _ in pairs} == {True, False}


def test_held_out_pairs_are_held_out_documents() -> None:
    source = open_source("village")
    held_out = {text for one in islice(source.documents("held_out", 0), 300) for text in one}
    pairs = islice(open_translations("village").documents("held_out", 0), 40)
    assert any(text in held_out for pair in pairs for text in pair)


@pytest.mark.parametrize("data", ["village:en", "world:ko"])
def test_one_language_has_no_translations(data: str) -> None:
    with pytest.raises(ValueError, match=r"has no translations\. Set task_share to 0"):
        open_translations(data)


def test_a_text_file_has_no_translations(tmp_path: Path) -> None:
    path = tiny.write_text(tmp_path)
    with pytest.raises(ValueError, match="has no translations"):
        open_translations(str(path))


def test_a_run_reads_documents_and_pairs(tmp_path: Path) -> None:
    recipe = tiny.recipe("xlm", "village", task_share=0.5, steps=8)
    prepared = run_to_end(prepare(recipe, tmp_path / "cache"))
    assert prepared.tasks is not None
    task = new_training_task(recipe, prepared.tokenizer, None)
    examples = Examples(prepared.tasks, prepared.tokenizer, cut)
    one = task.model_input(examples, 5, 16)
    assert len(one) <= 16
    assert {*one.segment.tolist()} == {0, 1}
    assert one.feeds["position_ids"].max() < len(one) - 1
    assert len(set(one.feeds["langs"].tolist())) == 2
    losses = tiny.losses(tiny.reports(recipe, prepared, tmp_path / "run"))
    assert len(losses) == 8
    assert all(np.isfinite(found["mlm"]) for found in losses.values())
