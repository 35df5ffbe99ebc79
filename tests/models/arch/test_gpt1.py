"""GPT-1 writes what its reference writes, and opens published files as they are."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
import transformers
from safetensors.torch import load_file, save_file

from models.arch.gpt1 import SPEC, Gpt1, Gpt1Config
from models.checkpoints.checkpoint import CheckpointError, load, save
from models.finetuning.styles.last_token import sequence
from models.inference.generation import Sampling, best, generate
from models.inference.numpy_decoder import one_row_decoder
from models.schema.batch import collate
from models.schema.configs import Size
from models.tokenization import open_tokenizer, word_bpe
from tests.models import oracle
from tests.models.oracle import ORACLES, SIZES

EOS, PROMPT = 3, [5, 11, 7, 2]
WIDE = 1.0  # so that texts do not repeat themselves
TEXTS = ["the capital of france is paris .", "the book is on the table ."] * 10


def twins(size: Size, seed: int, folder: Path) -> tuple[Gpt1, Any]:
    """A model of theirs with wide random weights, and ours from its files."""
    theirs = oracle.make_theirs(ORACLES["gpt1"][""], size, seed)
    generator = torch.Generator().manual_seed(seed)
    for parameter in theirs.parameters():
        if parameter.dim() == 2:
            torch.nn.init.normal_(parameter, std=WIDE, generator=generator)
    theirs.save_pretrained(folder)
    ours = load(folder).model
    assert isinstance(ours, Gpt1)
    return ours, theirs


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("num_beams", [1, 3])
def test_it_writes_with_its_cache_what_the_reference_writes(
    seed: int, num_beams: int, tmp_path: Path
) -> None:
    ours, theirs = twins(SIZES[seed], seed, tmp_path)
    room = SIZES[seed].num_positions - len(PROMPT)
    expected = theirs.generate(
        torch.tensor([PROMPT]),
        attention_mask=torch.ones(1, len(PROMPT), dtype=torch.long),
        do_sample=False,
        num_beams=num_beams,
        max_new_tokens=room,
        eos_token_id=EOS,
        pad_token_id=0,
        use_cache=False,
    )[0, len(PROMPT) :].tolist()
    tokenizer: Any = SimpleNamespace(
        token=lambda id: f"<{id}>", eos_id=EOS, vocab_size=SIZES[seed].vocab_size
    )
    method = "greedy" if num_beams == 1 else "beam"
    settings = Sampling(method, max_new_tokens=room, num_beams=num_beams)
    assert best(list(generate(ours, tokenizer, PROMPT, settings))) == expected


def test_tokens_fed_one_by_one_have_the_states_of_the_whole_text() -> None:
    model = oracle.random_model(SPEC, SIZES[0])
    ids = torch.tensor([[5, 11, 7, 2, 9, 30]])
    with torch.no_grad():
        whole = model(collate([oracle.model_input(ids[0].tolist())]))["decoder"]
        caches, first = model.begin(ids[0, :3], room=3)
        parts = [model.step(torch.tensor([first]), caches)]
        parts += [model.step(ids[:, 3:5], caches), model.step(ids[:, 5:], caches)]
    torch.testing.assert_close(torch.cat(parts, 1), whole)


def test_the_numpy_decoder_which_knows_pre_norm_blocks_only_rejects_it() -> None:
    model = oracle.random_model(SPEC, SIZES[0])
    caches, first = model.begin(torch.tensor(PROMPT), room=3)
    with torch.inference_mode():
        model.step(torch.tensor([first]), caches)
    assert one_row_decoder(model, caches) is None


def test_its_gelu_is_the_one_with_tanh() -> None:
    assert Gpt1Config().activation == "gelu_new"
    assert Gpt1Config(afn="relu").activation == "relu"


@pytest.mark.parametrize("act", ["gelu", "relu", "silu"])
def test_every_activation_of_the_reference_computes_the_same(act: str, tmp_path: Path) -> None:
    config = ORACLES["gpt1"][""].config(SIZES[0])
    config.afn = act
    theirs = transformers.OpenAIGPTLMHeadModel(config).eval()
    oracle.scatter_weights(theirs, 1)
    theirs.save_pretrained(tmp_path)
    batch = collate([oracle.random_input(SIZES[0].vocab_size, 9)])
    with torch.no_grad():
        ours = load(tmp_path).model(batch)["decoder"]
        torch.testing.assert_close(ours, theirs.transformer(batch.input_ids).last_hidden_state)


def test_published_files_open_without_a_prefix_and_with_their_masks(tmp_path: Path) -> None:
    theirs = oracle.make_theirs(ORACLES["gpt1"][""], SIZES[0], 1)
    theirs.save_pretrained(tmp_path)
    path = tmp_path / "model.safetensors"
    held = load_file(path)
    renamed = {name.removeprefix("transformer."): tensor for name, tensor in held.items()}
    masks = {f"h.{layer}.attn.bias": torch.ones(1, 1, 4, 4) for layer in range(3)}
    save_file({**renamed, **masks}, path, metadata={"format": "pt"})
    report = load(tmp_path).report
    assert not report.missing
    assert not report.unexpected


def test_a_vocabulary_that_is_learned_here_ends_texts_and_the_published_one_does_not(
    tmp_path: Path,
) -> None:
    learned = word_bpe.train(TEXTS, 120, template=SPEC.template)
    assert learned.eos_id is not None
    model = SPEC.model_class(SPEC.config_class.from_size(Size(learned.vocab_size, 16, 1, 2)))
    save(model, SPEC, tmp_path / "own", learned)
    again = load(tmp_path / "own").tokenizer
    assert again is not None
    assert again.eos_id == learned.eos_id
    published = word_bpe.train(TEXTS, 120)
    folder = tmp_path / "published"
    folder.mkdir()
    (folder / "vocab.json").write_text(json.dumps(published.model["vocab"]))
    merges = "".join(f"{a} {b}\n" for a, b in published.model["merges"])
    (folder / "merges.txt").write_text(f"#version: 0.2\n{merges}")
    assert open_tokenizer(folder, template=SPEC.template).eos_id is None


def test_without_an_end_of_a_text_the_unknown_token_starts_and_extracts() -> None:
    tokenizer = word_bpe.train([*TEXTS, "$ $"], 120)
    encoding = sequence(("the book", "the table"), tokenizer, 20)
    assert encoding.tokens[0] == encoding.tokens[-1] == "<unk>"
    assert "$</w>" in encoding.tokens


def test_the_feed_forward_network_is_four_times_as_wide() -> None:
    config = Gpt1Config.from_size(Size(50, width=24, num_heads=2, inner=40))
    assert config.size.inner == 96
    assert Gpt1(config).layers[0].feed_forward.widen.weight.shape == (96, 24)


@pytest.mark.parametrize("name", ["OpenAIGPTDoubleHeadsModel", "GPT2DoubleHeadsModel"])
def test_a_folder_with_two_heads_goes_on_predicting_tokens(name: str, tmp_path: Path) -> None:
    config = ORACLES["gpt1" if name.startswith("OpenAI") else "gpt2"][""].config(SIZES[0])
    theirs = getattr(transformers, name)(config).eval()
    oracle.scatter_weights(theirs, 1)
    theirs.save_pretrained(tmp_path)
    loaded = load(tmp_path)
    assert loaded.heads == ("lm",)
    assert loaded.task_model is not None
    assert loaded.task_model.kind == "choice"
    batch = collate([oracle.random_input(SIZES[0].vocab_size, 9)])
    with torch.no_grad():
        ours = loaded.model.logits("lm", loaded.model(batch)["decoder"])
        torch.testing.assert_close(ours, theirs(batch.input_ids).logits, rtol=1e-5, atol=1e-5)


def test_two_tables_of_tokens_with_other_numbers_are_rejected(tmp_path: Path) -> None:
    oracle.make_theirs(ORACLES["gpt1"][""], SIZES[0], 1).save_pretrained(tmp_path)
    path = tmp_path / "model.safetensors"
    held = load_file(path)
    table = held["transformer.tokens_embed.weight"]
    save_file({**held, "lm_head.weight": table + 1}, path, metadata={"format": "pt"})
    with pytest.raises(CheckpointError, match="which is the same tensor here"):
        load(tmp_path)
