"""ELMo computes what torch's own LSTMs and convolutions do, reads characters, and mixes layers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional

from models.arch.elmo import (
    BEGIN_TEXT,
    BEGIN_WORD,
    END_TEXT,
    END_WORD,
    FIRST_BYTE,
    NO_CHARACTER,
    SPEC,
    CharacterLayer,
    Elmo,
    ElmoConfig,
    LstmLayer,
    add_characters,
    character_ids,
    character_name,
    too_long,
)
from models.checkpoints.checkpoint import CheckpointError, load, save, save_task
from models.inference.trace import trace
from models.layers.task_heads import LayerMix
from models.schema.batch import Batch, collate
from models.schema.configs import Size
from models.schema.records import ModelInput
from models.tasks.base import TaskModel
from models.tokenization import Tokenizer, words

TEXTS = ["The capital of France is Paris.", "The cat sees a dog and a bird.", "파리는 수도이다."]
NO_LIMIT = 0.0


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return words.train(TEXTS, 60)


def random_config(seed: int, **entries: Any) -> ElmoConfig:
    rng = np.random.default_rng(seed)
    widths = sorted(rng.choice(np.arange(1, 7), size=int(rng.integers(1, 5)), replace=False))
    usual = {
        "vocab_size": int(rng.integers(20, 60)),
        "projection_size": int(rng.integers(3, 12)),
        "cell_size": int(rng.integers(12, 30)),
        "num_layers": int(rng.integers(1, 4)),
        "max_characters": int(rng.integers(8, 50)),
        "character_width": int(rng.integers(2, 9)),
        "filters": " ".join(f"{width}x{int(rng.integers(1, 9))}" for width in widths),
        "num_highways": int(rng.integers(1, 3)),
        "activation": ("relu", "tanh")[seed % 2],
        "cell_clip": NO_LIMIT,
        "projection_clip": NO_LIMIT,
    }
    return ElmoConfig(**{**usual, **entries})


def random_model(config: ElmoConfig, seed: int = 0) -> Elmo:
    torch.manual_seed(seed)
    model = Elmo(config).eval()
    for parameter in model.parameters():
        nn.init.normal_(parameter, std=0.5)
    return model


def random_batch(config: ElmoConfig, seed: int) -> Batch:
    """Rows of other lengths, padded on the right."""
    generator = torch.Generator().manual_seed(seed)
    lengths = torch.tensor([7, 1, 4])
    shape = (3, 7, config.max_characters)
    characters = torch.randint(0, config.num_characters, shape, generator=generator)
    present = torch.arange(7) < lengths[:, None]
    ids = torch.zeros(3, 7, dtype=torch.long)
    return Batch(ids, present=present, feeds={"characters": characters})


# An own computation from torch's layers -----------------------------------------------------------


def expected_words(layer: CharacterLayer, characters: Tensor, act: str) -> Tensor:
    """(T, C) -> (T, D), word by word."""
    found = []
    for row in characters:
        x = functional.embedding(row, layer.table.weight).T[None]  # (1, E, C)
        parts = [
            getattr(torch, act)(functional.conv1d(x, one.weight, one.bias)[0].amax(-1))
            for one in layer.convolutions
        ]
        vector = torch.cat(parts)
        for highway in layer.highways:
            carry = torch.sigmoid(functional.linear(vector, *highway.carry.parameters()))
            fresh = torch.relu(functional.linear(vector, *highway.transform.parameters()))
            vector = carry * vector + (1 - carry) * fresh
        found.append(functional.linear(vector, *layer.project.parameters()))
    return torch.stack(found)


def expected_states(layer: LstmLayer, x: Tensor) -> Tensor:
    """(T, D) -> (T, D), by torch's LSTM over the words in the order of reading."""
    width, cell = x.shape[1], layer.project.in_features
    lstm = nn.LSTM(width, cell, proj_size=width, batch_first=True)
    theirs = {
        "weight_ih_l0": layer.read.weight,
        "weight_hh_l0": layer.recur.weight,
        "weight_hr_l0": layer.project.weight,
        "bias_ih_l0": layer.read.bias,
        "bias_hh_l0": torch.zeros_like(layer.read.bias),
    }
    lstm.load_state_dict({name: tensor.detach() for name, tensor in theirs.items()})
    read = x.flip(0) if layer.backward else x
    found: Tensor = lstm(read[None])[0][0]
    found = found.flip(0) if layer.backward else found
    return found + x if layer.residual else found


def expected_layers(model: Elmo, characters: Tensor) -> Tensor:
    """All layers of one text without padding: (T, C) -> (T, L + 1, 2 D)."""
    entered = expected_words(model.characters, characters, model.config.activation)
    both = []
    for stack in (model.forward_layers, model.backward_layers):
        states = [entered]
        for layer in stack:
            states.append(expected_states(layer, states[-1]))  # type: ignore[arg-type]
        both.append(torch.stack(states, 1))
    return torch.cat(both, -1)


@pytest.mark.parametrize("seed", range(8))
def test_every_layer_and_head_is_that_of_torchs_own_layers(seed: int) -> None:
    config = random_config(seed)
    model, batch = random_model(config, seed), random_batch(config, seed)
    assert batch.present is not None
    with torch.no_grad():
        states = model(batch)
        for row, present in enumerate(batch.present):
            length = int(present.sum())
            expected = expected_layers(model, batch.feeds["characters"][row, :length])
            torch.testing.assert_close(states["layers"][row, :length], expected)
            torch.testing.assert_close(states["both"][row, :length], expected[:, -1])
            forward, backward = expected[:, -1].chunk(2, -1)
            for head, stream, last in (("lm", "forward", forward), ("backward",) * 2 + (backward,)):
                ours = model.logits(head, states[stream][row, :length])
                theirs = functional.linear(last, model.lm.weight, model.lm.bias)
                torch.testing.assert_close(ours, theirs)


@pytest.mark.parametrize("backward", [False, True])
def test_cells_and_projections_are_clipped_as_in_the_reference(backward: bool) -> None:
    """The cell before the output gate reads it, the projection before the next step does."""
    config = random_config(3, cell_clip=0.4, projection_clip=0.3)
    layer = LstmLayer(config, backward=backward, residual=False).eval()
    for parameter in layer.parameters():
        nn.init.normal_(parameter, std=1.0)
    x = torch.randn(1, 6, config.projection_size)
    hidden, cell = torch.zeros(1, config.projection_size), torch.zeros(1, config.cell_size)
    expected = {}
    with torch.no_grad():
        found = layer(x, None)
        for at in reversed(range(6)) if backward else range(6):
            gates = layer.read(x[:, at]) + layer.recur(hidden)
            enter, forget, new, out = gates.split(config.cell_size, -1)
            cell = torch.sigmoid(forget) * cell + torch.sigmoid(enter) * torch.tanh(new)
            cell = torch.minimum(torch.maximum(cell, torch.tensor(-0.4)), torch.tensor(0.4))
            hidden = (torch.sigmoid(out) * torch.tanh(cell)) @ layer.project.weight.T
            hidden = torch.minimum(torch.maximum(hidden, torch.tensor(-0.3)), torch.tensor(0.3))
            expected[at] = hidden
    torch.testing.assert_close(found, torch.stack([expected[at] for at in range(6)], 1))
    assert float((found.abs() == torch.tensor(0.3)).float().mean()) > 0.2


def test_the_directions_never_read_each_other() -> None:
    config = random_config(5)
    model = random_model(config)
    batch = replace(random_batch(config, 1), present=None)
    changed = batch.feeds["characters"].clone()
    changed[:, 3] = (changed[:, 3] + 1) % config.num_characters
    with torch.no_grad():
        one = model(batch)["layers"]
        other = model(replace(batch, feeds={"characters": changed}))["layers"]
    width = config.projection_size
    assert torch.equal(one[:, :3, :, :width], other[:, :3, :, :width])
    assert torch.equal(one[:, 4:, :, width:], other[:, 4:, :, width:])
    assert not torch.allclose(one[:, 4:, 1:, :width], other[:, 4:, 1:, :width])
    assert not torch.allclose(one[:, :3, 1:, width:], other[:, :3, 1:, width:])


# Sizes --------------------------------------------------------------------------------------------


def test_the_original_has_as_many_parameters_as_stated_in_each_part() -> None:
    with torch.device("meta"):
        model = Elmo(ElmoConfig())
    parts = {
        name: sum(parameter.numel() for parameter in part.parameters())
        for name, part in model.characters.named_children()
    }
    assert parts == {
        "table": 4192,
        "convolutions": 199_168,
        "highways": 16_785_408,
        "project": 1_049_088,
    }
    stacks = (*model.forward_layers.parameters(), *model.backward_layers.parameters())
    assert sum(parameter.numel() for parameter in stacks) == 75_563_008


@pytest.mark.parametrize("filters", ["", "3", "3x0", "0x4", "ax4", "3x4x5", "60x4"])
def test_filters_that_no_word_can_be_read_with_are_rejected(filters: str) -> None:
    with pytest.raises(ValueError, match="filter"):
        ElmoConfig(filters=filters)


# Characters ---------------------------------------------------------------------------------------


def test_a_word_is_its_bytes_between_two_marks() -> None:
    row = character_ids("né", 8).tolist()
    inside = [FIRST_BYTE + byte for byte in "né".encode()]
    assert row == [BEGIN_WORD, *inside, END_WORD, *[NO_CHARACTER] * 3]
    assert [character_name(id) for id in row[:5]] == ["<w>", "n", "C3", "A9", "</w>"]
    assert character_ids("<S>", 4).tolist() == [BEGIN_WORD, BEGIN_TEXT, END_WORD, NO_CHARACTER]
    assert character_ids("</S>", 3).tolist() == [BEGIN_WORD, END_TEXT, END_WORD]


@pytest.mark.parametrize("word", ["a" * 49, "a" * 1000, "가" * 17, "\N{FAMILY}" * 13])
def test_a_word_that_does_not_fit_is_cut_off_and_this_is_stated(
    word: str, tokenizer: Tokenizer
) -> None:
    row = character_ids(word, 50)
    assert row[-1] == END_WORD
    assert row[1:-1].tolist() == [FIRST_BYTE + byte for byte in word.encode()[:48]]
    config = ElmoConfig()
    fed = ModelInput.clean(tokenizer.encode(f"A {word} sees"))
    assert too_long(fed, config).tolist() == [False, False, True, False, False]
    assert not too_long(ModelInput.clean(tokenizer.encode("a" * 48)), config).any()


def test_an_unknown_word_is_read_by_its_letters(tokenizer: Tokenizer) -> None:
    encoding = tokenizer.encode("The zebra sees 수도를 <UNK>", "zebras")
    fed = add_characters(ModelInput.clean(encoding), ElmoConfig())
    names = ["<S>", "The", "zebra", "sees", "수도를", "<UNK>", "</S>", "zebras", "</S>"]
    assert encoding.unknown.tolist() == [
        name in names[2:3] + names[4:6] + names[7:8] for name in names
    ]
    for row, name in zip(fed.feeds["characters"], names, strict=True):
        assert np.array_equal(row, character_ids(name, 50))


def test_training_text_has_the_letters_of_its_words_and_none_of_unknown_ones(
    tokenizer: Tokenizer,
) -> None:
    (ids,) = tokenizer.encode_ids(["The zebra sees"])
    fed = add_characters(ModelInput.clean(tokenizer.build(np.array(ids))), ElmoConfig())
    expected = [character_ids(name, 50) for name in ("<S>", "The", "", "sees", "</S>")]
    assert np.array_equal(fed.feeds["characters"], expected)


def test_characters_of_a_shorter_text_are_padded(tokenizer: Tokenizer) -> None:
    config = ElmoConfig()
    both = [add_characters(ModelInput.clean(tokenizer.encode(t)), config) for t in TEXTS[:2]]
    batch = collate(both, inputs=SPEC.inputs)
    length = len(both[0])
    assert batch.feeds["characters"].shape == (2, len(both[1]), 50)
    assert not batch.feeds["characters"][0, length:].any()


def test_two_unknown_words_have_other_states(tokenizer: Tokenizer) -> None:
    model = random_model(random_config(2, vocab_size=tokenizer.vocab_size))
    one, two = (
        trace(model, SPEC, ModelInput.clean(tokenizer.encode(f"The {word} sees")))
        for word in ("zebra", "giraffe")
    )
    first, second = (each.streams["forward"].hidden for each in (one, two))
    assert first is not None
    assert second is not None
    assert np.array_equal(one.model_input.input_ids, two.model_input.input_ids)
    assert not np.allclose(first[0, 2], second[0, 2])


# Layers mixed for a task --------------------------------------------------------------------------


def test_a_mix_is_gamma_times_the_weighted_sum_of_layers() -> None:
    mix, layers = LayerMix(3), torch.randn(2, 4, 3, 5)
    torch.testing.assert_close(mix(layers), layers.mean(2))
    with torch.no_grad():
        mix.scores.copy_(torch.tensor([0.0, 1.0, -2.0]))
        mix.gamma.fill_(0.7)
    weights = np.exp([0.0, 1.0, -2.0]) / np.exp([0.0, 1.0, -2.0]).sum()
    expected = 0.7 * sum(float(w) * layers[:, :, n] for n, w in enumerate(weights))
    torch.testing.assert_close(mix(layers), expected)


@pytest.mark.parametrize("kind", sorted(SPEC.task_heads))
def test_a_task_learns_a_mix_which_its_folder_holds(
    kind: Any, tokenizer: Tokenizer, tmp_path: Path
) -> None:
    model = Elmo(ElmoConfig.from_size(Size(tokenizer.vocab_size, width=8, num_heads=1)))
    head = SPEC.task_heads[kind].build(model, 2 if kind != "choice" else 1)
    task = TaskModel(model, head, kind)
    fed = add_characters(ModelInput.clean(tokenizer.encode(TEXTS[0])), model.config)
    batch = collate([fed], inputs=SPEC.inputs)
    task(batch).square().sum().backward()
    assert head.mix.scores.grad.abs().sum() > 0
    assert head.mix.gamma.grad.abs().sum() > 0
    with torch.no_grad():
        head.mix.scores.add_(torch.arange(5.0))
    save_task(task, SPEC, tmp_path, tokenizer)
    again = load(tmp_path).task_model
    assert again is not None
    with torch.no_grad():
        torch.testing.assert_close(again.eval()(batch), task.eval()(batch))
    assert torch.equal(again.head.mix.shares, head.mix.shares)  # type: ignore[union-attr]


def test_a_saved_model_opens_with_its_words(tokenizer: Tokenizer, tmp_path: Path) -> None:
    model = Elmo(ElmoConfig.from_size(Size(tokenizer.vocab_size, width=8, num_heads=1)))
    save(model, SPEC, tmp_path, tokenizer)
    loaded = load(tmp_path)
    assert loaded.heads == ("lm", "backward")
    assert not loaded.report.missing
    assert not loaded.report.unexpected
    assert loaded.tokenizer is not None
    assert loaded.tokenizer.hash == tokenizer.hash


def test_published_files_are_rejected_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "elmo_weights.hdf5").write_bytes(b"\x89HDF")
    (tmp_path / "elmo_options.json").write_text("{}")
    with pytest.raises(CheckpointError, match=r"HDF5.*elmo_weights\.hdf5.*another folder"):
        load(tmp_path)
