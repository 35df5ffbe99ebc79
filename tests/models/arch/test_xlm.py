"""XLM: languages of tokens, positions that begin again, causal models, published config.json."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import transformers

from models.arch.xlm import SPEC, Xlm, XlmConfig, add_feeds, language_ids, sinusoids
from models.checkpoints.checkpoint import CheckpointError, load, save
from models.inference.trace import trace
from models.schema.batch import collate
from models.schema.configs import Size
from models.schema.records import ModelInput
from models.schema.registry import catalog
from models.tokenization import Tokenizer, word_bpe
from models.tokenization.word_bpe import SHARED
from models.training.training_task import new_training_task
from tests.models import oracle, tiny
from tests.models.oracle import ORACLES, SIZES

TEXTS = ["The capital of France is Paris.", "프랑스의 수도는 파리이다."] * 10
TWO = XlmConfig(n_langs=2, languages="en ko")
SIZE = SIZES[0]


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return word_bpe.train(TEXTS, 150, template=SHARED)


# Languages and positions --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "pair", "expected"),
    [
        ("Paris is the capital.", None, {0}),
        ("수도는 파리이다.", None, {1}),
        ("Paris는 프랑스의 수도이다.", None, {1}),
        ("1998 .", None, {0}),
        ("Столица", None, {0}),
    ],
)
def test_a_text_has_the_language_of_its_script(
    tokenizer: Tokenizer, text: str, pair: str | None, expected: set[int]
) -> None:
    assert set(language_ids(tokenizer.encode(text, pair), TWO).tolist()) == expected


def test_each_text_of_a_pair_has_its_language_and_special_tokens_follow_it(
    tokenizer: Tokenizer,
) -> None:
    encoding = tokenizer.encode("수도는 파리이다.", "the capital")
    found = language_ids(encoding, TWO)
    assert np.array_equal(found == 0, encoding.segment == 1)


def test_a_mask_in_a_text_keeps_its_language(tokenizer: Tokenizer) -> None:
    found = language_ids(tokenizer.encode("프랑스의 <special1>는 파리이다."), TWO)
    assert set(found.tolist()) == {1}


def test_an_unknown_token_has_the_language_of_its_own_letters(tokenizer: Tokenizer) -> None:
    """Its name, <unk>, is in Latin letters."""
    encoding = tokenizer.encode("쀍쀍쀍 쀍쀍 쀍")
    assert encoding.unknown.any()
    assert set(language_ids(encoding, TWO).tolist()) == {1}


def test_documents_one_after_the_other_have_their_own_languages(tokenizer: Tokenizer) -> None:
    first, second = tokenizer.encode_ids(TEXTS[:2])
    ids = np.array([*first, tokenizer.eos_id, *second])
    found = language_ids(tokenizer.build(ids), TWO)
    border = 1 + len(first)
    assert set(found[: border + 1].tolist()) == {0}
    assert set(found[border + 1 :].tolist()) == {1}


def test_a_language_that_the_model_lacks_is_read_as_lang_id(tokenizer: Tokenizer) -> None:
    config = XlmConfig(n_langs=3, languages="de en fr", lang_id=2)
    assert set(language_ids(tokenizer.encode("파리이다."), config).tolist()) == {2}
    assert set(language_ids(tokenizer.encode("the capital"), config).tolist()) == {1}


def test_feeds_that_are_given_stay(tokenizer: Tokenizer) -> None:
    clean = ModelInput.clean(tokenizer.encode("the capital"))
    given = clean.with_feed("position_ids", np.zeros(len(clean), dtype=np.int64))
    fed = add_feeds(given, TWO)
    assert not fed.feeds["position_ids"].any()
    assert add_feeds(clean, TWO).feeds["position_ids"].tolist() == [*range(len(clean))]
    assert "langs" not in add_feeds(clean, XlmConfig()).feeds


def test_the_language_changes_what_enters_the_first_layer(tokenizer: Tokenizer) -> None:
    model = oracle.random_model(SPEC, Size(tokenizer.vocab_size, 16, 1, 2, num_positions=20))
    clean = ModelInput.clean(tokenizer.encode("the capital"))
    states = []
    for language in (0, 1):
        fed = clean.with_feed("langs", np.full(len(clean), language))
        hidden = trace(model, SPEC, fed, kinds=("hidden",)).streams["encoder"].hidden
        assert hidden is not None
        states.append(hidden[0])
    assert not np.allclose(states[0], states[1])


# Against the reference ----------------------------------------------------------------------------


@pytest.mark.parametrize("length", [1, 9, SIZE.num_positions])
def test_a_causal_model_computes_what_the_reference_computes(length: int, tmp_path: Path) -> None:
    config = ORACLES["xlm"][""].config(SIZE)
    config.causal = True
    theirs = transformers.XLMWithLMHeadModel(config).eval()
    oracle.scatter_weights(theirs, 2)
    theirs.save_pretrained(tmp_path)
    loaded = load(tmp_path)
    assert loaded.heads == ("lm",)
    part = ORACLES["xlm"][""]
    examples = [
        part.fed(oracle.random_input(SIZE.vocab_size, size, seed=size)) for size in {length, 1}
    ]
    batch = collate(examples, pad_id=oracle.XLM_PADDING)
    ours = oracle.run_ours(SPEC, "encoder", loaded.model, batch)
    found = oracle.run_theirs(part, theirs, batch)
    present = torch.ones_like(batch.input_ids, dtype=torch.bool)
    present = present if batch.present is None else batch.present
    torch.testing.assert_close(
        ours.logits["lm"][present], found.logits["mlm"][present], rtol=1e-5, atol=1e-5
    )
    for mine, reference in zip(ours.attention, found.attention, strict=True):
        rows = present[:, None, :].expand(mine.shape[:3])
        torch.testing.assert_close(mine[rows], reference[rows], rtol=1e-5, atol=1e-5)


def test_a_model_learns_to_predict_the_next_token_where_it_is_causal() -> None:
    assert SPEC.why_incompatible(catalog().objectives["causal"]) == ""
    assert SPEC.heads_of(Xlm(XlmConfig.from_size(SIZE, causal=True)))[0].name == "lm"
    assert SPEC.heads_of(Xlm(XlmConfig.from_size(SIZE)))[0].name == "mlm"


def test_a_model_that_is_trained_to_predict_the_next_token_never_sees_it(tmp_path: Path) -> None:
    usual = tiny.recipe("xlm", tiny.write_text(tmp_path), steps=60)
    made_of = replace(usual, objectives=("causal",))
    prepared = tiny.ready("xlm", tmp_path)
    losses = tiny.losses(tiny.reports(made_of, prepared, tmp_path / "run"))
    assert losses[60]["lm"] < losses[1]["lm"] - 1
    loaded = load(tmp_path / "run")
    assert loaded.model.config.causal
    assert loaded.heads == ("lm",)
    clean = ModelInput.clean(prepared.tokenizer.encode("the teacher opens the book"))
    fed = SPEC.apply_all_feeds(clean, loaded.model)
    found = trace(loaded.model, SPEC, fed)
    maps, hidden = found.streams["encoder"].attention, found.streams["encoder"].hidden
    assert maps is not None
    assert hidden is not None
    visible = SPEC.stream("encoder").visible(fed, loaded.model.config, 0)
    assert visible is not None
    assert (maps[..., ~visible] == 0).all()
    ids = fed.input_ids.copy()
    ids[-1] = (ids[-1] + 1) % prepared.tokenizer.vocab_size
    changed = trace(loaded.model, SPEC, replace(fed, input_ids=ids)).streams["encoder"].hidden
    assert changed is not None
    assert np.array_equal(changed[:, :-1], hidden[:, :-1])
    assert not np.array_equal(changed[:, -1], hidden[:, -1])


def test_the_two_ways_to_predict_do_not_share_a_model(tmp_path: Path) -> None:
    prepared = tiny.ready("xlm", tmp_path)
    usual = tiny.recipe("xlm", tiny.write_text(tmp_path))
    both = replace(usual, objectives=("causal", "masked"), options={})
    with pytest.raises(ValueError, match="no head 'mlm'"):
        new_training_task(both, prepared.tokenizer, None)


def test_fixed_positions_are_those_of_the_reference() -> None:
    from transformers.models.xlm.modeling_xlm import create_sinusoidal_embeddings

    expected = create_sinusoidal_embeddings(20, 16, torch.empty(20, 16))
    torch.testing.assert_close(sinusoids(20, 16), expected)
    model = Xlm(XlmConfig.from_size(SIZE, sinusoidal_embeddings=True))
    assert not model.position.weight.requires_grad
    assert torch.equal(model.position.weight, sinusoids(SIZE.num_positions, SIZE.width))


# config.json --------------------------------------------------------------------------------------


def opened(folder: Path, **entries: Any) -> Any:
    """A folder of theirs with other entries; None removes one."""
    oracle.make_theirs(ORACLES["xlm"][""], SIZE, 1).save_pretrained(folder)
    path = folder / "config.json"
    data = {**json.loads(path.read_text()), **entries}
    path.write_text(json.dumps({key: value for key, value in data.items() if value is not None}))
    return load(folder)


def test_languages_of_a_published_config_survive(tmp_path: Path) -> None:
    loaded = opened(tmp_path / "theirs", lang2id={"de": 0, "fr": 2, "en": 1}, id2lang={"0": "de"})
    assert loaded.model.config.languages == "de en fr"
    assert not loaded.report.unknown_config_keys
    save(loaded.model, SPEC, tmp_path / "ours")
    written = json.loads((tmp_path / "ours" / "config.json").read_text())
    assert written["lang2id"] == {"de": 0, "en": 1, "fr": 2}
    assert written["id2lang"]["1"] == "en"
    assert load(tmp_path / "ours").model.config == loaded.model.config


def test_older_names_of_entries_are_read(tmp_path: Path) -> None:
    older = {"n_words": SIZE.vocab_size, "pad_index": 2, "max_vocab": -1, "asm": False}
    loaded = opened(tmp_path, vocab_size=None, pad_token_id=None, **older)
    assert loaded.model.config.vocab_size == SIZE.vocab_size
    assert not loaded.report.unknown_config_keys


@pytest.mark.parametrize(
    "entries", [{"lang2id": {"en": 0, "fr": 2}}, {"lang2id": ["en"]}, {"asm": "yes"}]
)
def test_entries_that_no_model_here_can_have_are_rejected(
    entries: dict[str, Any], tmp_path: Path
) -> None:
    with pytest.raises(CheckpointError, match=r"lang2id must name|asm = True is a variant"):
        opened(tmp_path, **entries)


def test_the_adaptive_softmax_is_named_where_it_is_not_supported(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match=r"asm = True .* adaptive softmax"):
        opened(tmp_path, asm=True)


def test_a_folder_names_the_languages_and_its_tokenizer(
    tokenizer: Tokenizer, tmp_path: Path
) -> None:
    model = Xlm(XlmConfig.from_size(Size(tokenizer.vocab_size, 16, 1, 2)))
    save(model, SPEC, tmp_path, tokenizer)
    again = load(tmp_path)
    assert again.tokenizer is not None
    assert again.tokenizer.hash == tokenizer.hash
    assert again.model.config.languages == "en ko"
