"""BART and its relatives equal the reference in every option that they accept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
import transformers
from torch import Tensor

from models.arch.bart import BartConfig
from models.arch.bart_family import BartFamilyConfig, shifted_right
from models.arch.marian import MarianConfig
from models.arch.mbart import MBartConfig
from models.arch.pegasus import PegasusConfig
from models.checkpoints.checkpoint import LoadedModel, load, save
from models.inference.generation import Sampling, best, generate
from models.inference.taps import record_taps
from models.inference.trace import trace
from models.inside.record import token_path
from models.schema.batch import Batch, collate
from models.schema.configs import Size
from models.schema.registry import catalog
from tests.models import oracle

TOLERANCE = 1e-5
SEEDS = range(12)
WRITING_SEEDS = range(4)
NUM_WRITTEN = 100
GENTLE = 0.1
SHARP = 0.4  # standard deviation of weights with which texts do not repeat themselves
PROMPT = [5, 11, 7, 2]
STREAMS = ("encoder", "decoder", "cross")

Options = dict[str, Any]


@dataclass(frozen=True)
class Family:
    name: str  # the model_type
    ours: type[BartFamilyConfig]
    config: Any
    model: Any


FAMILIES = (
    Family("bart", BartConfig, transformers.BartConfig, transformers.BartForConditionalGeneration),
    Family(
        "mbart", MBartConfig, transformers.MBartConfig, transformers.MBartForConditionalGeneration
    ),
    Family(
        "pegasus",
        PegasusConfig,
        transformers.PegasusConfig,
        transformers.PegasusForConditionalGeneration,
    ),
    Family("marian", MarianConfig, transformers.MarianConfig, transformers.MarianMTModel),
)
families = pytest.mark.parametrize("family", FAMILIES, ids=[one.name for one in FAMILIES])


def draw(rng: np.random.Generator) -> Options:
    """A random configuration; encoder and decoder differ in all that they may differ in."""
    heads = rng.choice([1, 2, 3, 4], 2)
    width = int(np.lcm(*heads)) * int(rng.integers(2, 9))
    vocab = int(rng.integers(40, 120))
    return {
        "vocab_size": vocab,
        "d_model": width,
        "encoder_attention_heads": int(heads[0]),
        "decoder_attention_heads": int(heads[1]),
        "encoder_layers": int(rng.integers(1, 4)),
        "decoder_layers": int(rng.integers(1, 4)),
        "encoder_ffn_dim": int(rng.integers(8, 80)),
        "decoder_ffn_dim": int(rng.integers(8, 80)),
        "encoder_layerdrop": float(rng.choice([0.0, 0.1])),
        "decoder_layerdrop": float(rng.choice([0.0, 0.1])),
        "max_position_embeddings": int(rng.integers(24, 40)),
        "activation_function": str(rng.choice(["gelu", "relu", "swish", "gelu_new"])),
        "scale_embedding": bool(rng.integers(2)),
        "activation_dropout": float(rng.choice([0.0, 0.1])),
        "decoder_start_token_id": int(rng.integers(0, vocab)),
        "pad_token_id": 1,
    }


def reference(family: Family, seed: int, **others: Any) -> Any:
    """A random model of the reference, computing step by step."""
    options = draw(np.random.default_rng((seed, len(family.name))))
    config = family.config(**{**options, **others})
    model = family.model._from_config(config, attn_implementation="eager").eval()
    oracle.scatter_weights(model, seed)
    return model


def opened(theirs: Any, folder: Path) -> LoadedModel:
    theirs.save_pretrained(folder)
    loaded = load(folder)
    report = loaded.report
    assert not report.missing
    assert not report.unexpected
    assert not report.wrong_shape
    assert not report.unknown_config_keys
    return loaded


def batches(theirs: Any) -> list[Batch]:
    """A text as long as the positions; a short one; both together, with padding."""
    positions, vocab = theirs.config.max_position_embeddings, theirs.config.vocab_size
    long, short = (
        oracle.random_input(vocab, length, seed=length).with_feed(
            "decoder_input_ids", np.random.default_rng(length).integers(0, vocab, written)
        )
        for length, written in ((positions, 7), (6, positions))
    )
    return [collate([long]), collate([short]), collate([long, short])]


def assert_close(ours: Tensor, theirs: Tensor) -> None:
    torch.testing.assert_close(ours, theirs, rtol=TOLERANCE, atol=TOLERANCE)


@families
@pytest.mark.parametrize("seed", SEEDS)
def test_states_attention_and_logits_are_those_of_the_reference(
    family: Family, seed: int, tmp_path: Path
) -> None:
    theirs = reference(family, seed)
    model: Any = opened(theirs, tmp_path).model
    for batch in batches(theirs):
        inputs = {"input_ids": batch.input_ids, **batch.feeds}
        if batch.present is not None:
            inputs["attention_mask"] = batch.present.long()
        with torch.no_grad():
            output = theirs(**inputs, output_attentions=True, output_hidden_states=True)
        with torch.inference_mode():
            fused = model.logits("lm", model(batch)["decoder"])
            paths = [p for name in STREAMS for p in model.attention_taps(name)]
            paths += [p for name in STREAMS for p in model.hidden_taps(name)]
            with record_taps(model, paths) as record:
                again = model.logits("lm", model(batch)["decoder"])
        assert_close(fused, output.logits)
        assert_close(again, output.logits)
        for name in STREAMS:
            rows = batch.present if name == "encoder" and batch.present is not None else slice(None)
            for path, weights in zip(
                model.attention_taps(name), output[f"{name}_attentions"], strict=True
            ):
                assert_close(record[path].transpose(1, 2)[rows], weights.transpose(1, 2)[rows])
            if name != "cross":
                hidden = output[f"{name}_hidden_states"]
                for path, state in zip(model.hidden_taps(name), hidden, strict=True):
                    assert_close(record[path][rows], state[rows])


@families
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_saved_here_opens_there_with_the_same_logits(
    family: Family, seed: int, tmp_path: Path
) -> None:
    loaded = opened(reference(family, seed), tmp_path / "theirs")
    model: Any = loaded.model
    save(model, loaded.spec, tmp_path / "ours")
    theirs, report = family.model.from_pretrained(
        tmp_path / "ours", attn_implementation="eager", output_loading_info=True
    )
    assert not report["missing_keys"] - oracle.ORACLES[family.name][""].computed
    assert not report["unexpected_keys"]
    assert not report["mismatched_keys"]
    assert theirs.config.model_type == family.name
    batch = batches(theirs)[0]
    with torch.no_grad():
        expected = theirs.eval()(input_ids=batch.input_ids, **batch.feeds).logits
        assert_close(model.logits("lm", model(batch)["decoder"]), expected)


# Writing ------------------------------------------------------------------------------------------


def sharp_reference(family: Family, seed: int, **others: Any) -> Any:
    """A random model that does not find all tokens alike, as small weights do.

    Beside sinusoids, which do not grow, small weights are those with which places matter.
    """
    std = GENTLE if family.ours.SINUSOIDS else SHARP
    usual = {"scale_embedding": False} if family.ours.SINUSOIDS else {}
    theirs = reference(family, seed, max_position_embeddings=128, **usual, **others)
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in theirs.parameters():
            if parameter.dim() == 2 and parameter.requires_grad:
                parameter.normal_(std=std, generator=generator)
    return theirs


def reference_text(theirs: Any, prompt: list[int], **settings: Any) -> list[int]:
    """What the reference writes after its start, to the end of the room for it.

    Published folders of Marian tell it never to write padding.
    """
    if theirs.config.model_type == "marian":
        settings["bad_words_ids"] = [[theirs.config.pad_token_id]]
    out = theirs.generate(
        torch.tensor([prompt]),
        attention_mask=torch.ones(1, len(prompt), dtype=torch.long),
        do_sample=False,
        eos_token_id=None,
        forced_eos_token_id=None,
        **settings,
    )
    written: list[int] = out[0, 1:].tolist()
    return written


def write(model: Any, prompt: list[int], settings: Sampling) -> list[int]:
    tokenizer: Any = SimpleNamespace(token=str, eos_id=None, vocab_size=10**6)
    return best(list(generate(model, tokenizer, prompt, settings)), settings.length_penalty)


@families
def test_a_hundred_tokens_are_those_that_the_reference_writes(
    family: Family, tmp_path: Path
) -> None:
    variety = []
    for seed in WRITING_SEEDS:
        theirs = sharp_reference(family, seed)
        expected = reference_text(theirs, PROMPT, max_new_tokens=NUM_WRITTEN)
        model = opened(theirs, tmp_path / str(seed)).model
        assert write(model, PROMPT, Sampling(max_new_tokens=NUM_WRITTEN)) == expected
        variety.append(len(set(expected)))
    assert max(variety) > 8, "all texts repeat themselves"


@families
def test_beam_search_finds_what_the_reference_finds(family: Family, tmp_path: Path) -> None:
    theirs = sharp_reference(family, 1)
    expected = reference_text(theirs, PROMPT, max_new_tokens=12, num_beams=3)
    model = opened(theirs, tmp_path).model
    assert write(model, PROMPT, Sampling("beam", 12, num_beams=3)) == expected


@families
def test_a_first_token_that_is_forced_is_fed_after_the_start(
    family: Family, tmp_path: Path
) -> None:
    """Such as the code of the language to write, or <s> of a model that sums up."""
    theirs = sharp_reference(family, 2)
    opened(theirs, tmp_path)
    path = tmp_path / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "forced_bos_token_id": 9}))
    loaded = load(tmp_path)
    model: Any = loaded.model
    expected = reference_text(theirs, PROMPT, max_new_tokens=20, forced_bos_token_id=9)
    assert expected[0] == 9
    assert write(model, PROMPT, Sampling(max_new_tokens=19)) == expected[1:]
    found = trace(model, loaded.spec, oracle.model_input(PROMPT))
    assert found.model_input.feeds["decoder_input_ids"].tolist() == [model.config.starts[0], 9]


def test_padding_is_never_written_where_a_family_says_so(tmp_path: Path) -> None:
    marian = FAMILIES[-1]
    theirs = sharp_reference(marian, 0)
    with torch.no_grad():
        theirs.final_logits_bias[0, theirs.config.pad_token_id] = 1e4
    model = opened(theirs, tmp_path).model
    for settings in (Sampling(max_new_tokens=9), Sampling("sample", 9), Sampling("beam", 9)):
        assert theirs.config.pad_token_id not in write(model, PROMPT, settings)
    assert write(model, PROMPT, Sampling(max_new_tokens=9)) == reference_text(
        theirs, PROMPT, max_new_tokens=9
    )


@families
@torch.no_grad()
def test_step_by_step_the_decoder_computes_what_it_computes_at_once(
    family: Family, tmp_path: Path
) -> None:
    model: Any = opened(reference(family, 3), tmp_path).model
    start = model.config.decoder_start_token_id
    fed = [start, 9, 4, 33, 2, 7]
    whole = oracle.model_input(PROMPT).with_feed("decoder_input_ids", np.array(fed))
    expected = model(collate([whole]))["decoder"][0]
    caches, first = model.begin(torch.tensor(PROMPT), len(fed))
    assert first == [start]
    parts = [model.step(torch.tensor([ids]), caches)[0] for ids in (fed[:3], fed[3:4], fed[4:])]
    assert_close(torch.cat(parts), expected)


@families
def test_layers_are_left_out_in_training_alone(family: Family) -> None:
    size = Size(61, width=32, num_layers=3, num_heads=4, inner=48, num_positions=24)
    config = family.ours.from_size(size, encoder_layerdrop=0.5, decoder_layerdrop=0.5)
    spec = catalog().find_by_model_type(family.name)
    assert spec is not None
    model = spec.model_class(config)
    batch = collate([oracle.fed(spec, oracle.random_input(61, 9))])
    with torch.no_grad():
        drawn = [model.train()(batch)["decoder"] for _ in range(4)]
        assert any(not torch.allclose(drawn[0], one) for one in drawn[1:])
        assert torch.equal(model.eval()(batch)["decoder"], model(batch)["decoder"])


# Files --------------------------------------------------------------------------------------------


def test_a_model_without_its_head_s_bias_has_one_of_zeros(tmp_path: Path) -> None:
    """Such as facebook/bart-base, whose file is of the class without a head."""
    theirs = reference(FAMILIES[0], 0)
    theirs.model.save_pretrained(tmp_path)
    loaded = load(tmp_path)
    model: Any = loaded.model
    assert loaded.heads == ("lm",)
    assert not loaded.report.missing
    assert not model.lm.bias.any()


def test_every_place_of_the_shared_table_may_be_in_a_file(tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    theirs = reference(FAMILIES[0], 0)
    theirs.save_pretrained(tmp_path)
    path = tmp_path / "model.safetensors"
    tensors = load_file(path)
    table = tensors["model.shared.weight"]
    for name in ("model.encoder.embed_tokens", "model.decoder.embed_tokens", "lm_head"):
        tensors[f"{name}.weight"] = table.clone()
    save_file(tensors, path, metadata={"format": "pt"})
    loaded = load(tmp_path)
    assert not loaded.report.unexpected
    del tensors["model.shared.weight"]
    save_file(tensors, path, metadata={"format": "pt"})
    again: Any = load(tmp_path).model
    assert torch.equal(again.token.weight, table)


@pytest.mark.parametrize("named", [True, False], ids=["named", "unnamed"])
def test_a_class_is_read_from_the_last_end_of_a_text(named: bool, tmp_path: Path) -> None:
    labels = {"id2label": {0: "contradiction", 1: "neutral", 2: "entailment"}} if named else {}
    config = transformers.BartConfig(
        **{**draw(np.random.default_rng(5)), "decoder_start_token_id": 2}, **labels
    )
    theirs = transformers.BartForSequenceClassification._from_config(config).eval()
    oracle.scatter_weights(theirs, 5)
    theirs.save_pretrained(tmp_path)
    loaded = load(tmp_path)
    task = loaded.task_model
    assert task is not None
    assert task.num_outputs == 3
    assert not loaded.report.unexpected
    fed = oracle.model_input([0, 7, 8, 2, 2, 9, 5, 2])
    with torch.no_grad():
        expected = theirs(input_ids=torch.tensor(fed.input_ids)[None]).logits
        found = task(collate([shifted_right(fed, task.model.config)]))  # type: ignore[attr-defined]
    assert_close(found, expected)


# What is shown ------------------------------------------------------------------------------------


@families
@pytest.mark.parametrize("stream", ["encoder", "decoder"])
def test_inside_shows_the_positions_and_the_bias_of_the_head(family: Family, stream: str) -> None:
    spec = catalog().find_by_model_type(family.name)
    assert spec is not None
    size = Size(61, width=32, num_layers=2, num_heads=4, inner=48, num_positions=24)
    model = spec.model_class(family.ours.from_size(size, scale_embedding=True)).eval()
    oracle.scatter_weights(model, 0)
    fed = oracle.fed(spec, oracle.random_input(61, 9))
    path = token_path(model, spec, fed, stream, 4, spec.heads[0])
    titles = [step.title for step in path.steps]
    assert "Position embedding" in titles
    assert "Scaling" in titles


# What is not accepted -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "entries", "named"),
    [
        (BartConfig, {"tie_word_embeddings": False}, "tie_word_embeddings = False"),
        (BartConfig, {"is_encoder_decoder": False}, "is_encoder_decoder = False"),
        (BartConfig, {"normalize_before": True}, "normalize_before = True"),
        (BartConfig, {"normalize_embedding": False}, "normalize_embedding = False"),
        (BartConfig, {"add_final_layer_norm": True}, "add_final_layer_norm = True"),
        (BartConfig, {"static_position_embeddings": True}, "static_position_embeddings = True"),
        (BartConfig, {"add_bias_logits": True}, "add_bias_logits = True"),
        (BartConfig, {"activation_function": "xielu"}, "xielu"),
        (BartConfig, {"decoder_start_token_id": 60000}, "decoder_start_token_id"),
        (BartConfig, {"forced_bos_token_id": -1}, "forced_bos_token_id"),
        (MBartConfig, {"normalize_before": False}, "normalize_before = False"),
        (MBartConfig, {"add_final_layer_norm": False}, "add_final_layer_norm = False"),
        (PegasusConfig, {"static_position_embeddings": False}, "static_position_embeddings = F"),
        (MarianConfig, {"share_encoder_decoder_embeddings": False}, "share_encoder_decoder_e"),
        (MarianConfig, {"decoder_vocab_size": 60000}, "decoder_vocab_size = 60000"),
    ],
)
def test_what_is_not_accepted_is_named(kind: Any, entries: Mapping[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        kind.from_json(json.dumps(entries))


@families
def test_entries_of_older_files_are_no_strangers(family: Family) -> None:
    ours = family.ours
    entries = {
        "num_beams": 4,
        "no_repeat_ngram_size": 3,
        "max_length": 142,
        "min_length": 56,
        "length_penalty": 2.0,
        "early_stopping": True,
        "forced_eos_token_id": 2,
        "bad_words_ids": [[1]],
        "task_specific_params": {"summarization": {}},
        "normalize_before": ours.PRE_NORM,
        "normalize_embedding": ours.EMBEDDING_NORM,
        "add_final_layer_norm": ours.LAST_NORM,
        "static_position_embeddings": ours.SINUSOIDS,
        "add_bias_logits": False,
        "extra_pos_embeddings": 2,
        "classif_dropout": 0.1,
        "num_hidden_layers": ours().encoder_layers,
        "gradient_checkpointing": False,
    }
    config, unknown = ours.from_json(json.dumps(entries))
    assert unknown == ()
    assert config == ours()
