"""What a card says of a model, and what it leaves out."""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, fields, replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from explorer.core.comparison.differences import side_by_side
from explorer.core.engine.engine import Engine
from explorer.core.library.card_words import SCHEDULE, titles_of_keys, words_of_values
from explorer.core.library.cards import SHOWN_ELSEWHERE, card, special_token_template
from explorer.core.library.library import Library
from explorer.core.library.published import PublishedMatch, published_model
from models.checkpoints.checkpoint import save
from models.schema.configs import Size
from models.schema.registry import catalog
from models.training.recipe import Schedule
from tests.explorer.shapes import FAMILIES, shaped_models

ARCHITECTURES = catalog().architectures
VALUES_OF_T5 = """
import json
from explorer.core.engine.engine import Engine
from explorer.core.library.cards import card
from explorer.core.library.library import Library
print(json.dumps([one.value for one in card(Engine(Library()), "t5-mini")]))
"""

RUN = {
    "recipe": {
        "name": "one",
        "architecture": "bert",
        "objectives": ["masked"],
        "options": {"masked": {"rate": 0.4}},
        "schedule": {"steps": 12000, "length": 32, "learning_rate": 0.0005},
    },
    "tokens": 4_160_640,
    "seconds": 983.9,
    "metrics": {"mlm_loss": 1.25},
}


MASKED = "Masked language modelling"


@pytest.fixture
def engine(tiny_models: Path, tmp_path: Path) -> Engine:
    """The small models, one of them with a run that is told."""
    copy = Path(shutil.copytree(tiny_models, tmp_path / "models"))
    (copy / "bert-tiny" / "run.json").write_text(json.dumps(RUN), encoding="utf-8")
    return Engine(Library(bundled=copy))


def values(engine: Engine, key: str) -> dict[str, str]:
    return {f"{fact.group}/{fact.name}": fact.value for fact in card(engine, key)}


def test_a_card_tells_family_objective_tokenizer_size_and_run(engine: Engine) -> None:
    found = values(engine, "bert-tiny")
    assert found["Architecture/Paper"] == "Devlin et al. 2018"
    assert found["Objective/Trained on"] == MASKED
    assert found["Objective/Tokens chosen"] == "40%"
    assert found["Objective/Fixed masks a text"] == "none, sampled again each time"
    assert found["Objective/Heads"] == "Masked tokens"
    assert found["Objective/Not trained"] == "Next sentence"
    assert found["Tokenizer/A pair is fed as"] == "[CLS] A [SEP] B [SEP]"
    assert found["Size/Layers"] == "2"
    assert found["Learning/Steps"] == "12,000"
    assert found["Learning/Batch size"] == "16"  # the default, which the recipe left out
    assert found["Learning/Tokens seen"] == "4,160,640"
    assert found["Held-out text/Masked tokens loss"] == "1.25 nats"
    assert found["Held-out text/Measured on"] == "windows of 32 tokens, cut as in its training"


def test_steps_of_earlier_stages_are_told_as_their_tokens_are(
    tiny_models: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(tiny_models, tmp_path / "models")) / "bert-tiny"
    first = {"name": "first", "steps": 24_000, "tokens": 1_000_000, "seconds": 100.0, "curve": []}
    (folder / "run.json").write_text(json.dumps({**RUN, "before": [first]}), encoding="utf-8")
    found = values(Engine(Library(bundled=folder.parent)), "bert-tiny")
    assert found["Learning/Steps"] == "24,000, then 12,000"
    assert found["Learning/Tokens seen"] == "5,160,640"
    assert found["Learning/Batch size"] == "16"
    assert found["Learning/Stages"].startswith("2, described by the last one")


def test_a_run_of_one_stage_tells_of_no_stages(engine: Engine) -> None:
    assert "Learning/Stages" not in values(engine, "bert-tiny")


def test_a_model_that_tells_of_no_run_says_nothing_of_how_it_learned(engine: Engine) -> None:
    found = values(engine, "distilbert-tiny")
    assert not [name for name in found if name.startswith("Learning")]
    assert found["Objective/Trained on"] == "not stated in its files"
    of_the_objective = {name for name in found if name.startswith("Objective/")}
    assert of_the_objective == {"Objective/Trained on", "Objective/Heads"}, "no default as a fact"


def as_published(engine: Engine, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Take every model without a run for this published checkpoint."""
    model = published_model(name)
    assert model is not None
    found = PublishedMatch(model, "the name of its folder and config.json")
    monkeypatch.setattr("explorer.core.engine.engine.recognise", lambda folder, config: found)


def test_a_published_checkpoint_has_the_facts_of_its_paper_with_their_sources(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_published(engine, monkeypatch, "bert-base-uncased")
    found = values(engine, "distilbert-tiny")
    assert found["Published checkpoint/Name"] == "BERT base, uncased"
    assert found["Published checkpoint/Licence"] == "Apache-2.0"
    assert found["Objective/Trained on"] == f"{MASKED}, next sentence prediction"
    assert found["Objective/Fixed masks a text"] == "10"
    assert found["Objective/Whole words"] == "no"
    assert found["Learning/Steps"] == "1,000,000, about 40 epochs"
    assert found["Size/Parameters of the base model"] == "109,482,240"
    assert found["Size/Parameters as stated"] == "110M"
    score = "GLUE test 79.6, average of 8 tasks (Devlin et al. 2018, Table 1)"
    assert found["Reported scores/Score"] == score
    (steps,) = (fact for fact in card(engine, "distilbert-tiny") if fact.name == "Steps")
    assert steps.source == "Devlin et al. 2018, appendix A.2"


@pytest.mark.parametrize(
    ("name", "fact", "value"),
    [
        ("microsoft/deberta-v3-base", "Objective/Trained on", "Replaced-token detection"),
        ("microsoft/deberta-v3-base", "Architecture/Preprint", "arXiv:2111.09543"),
        ("google/electra-large-discriminator", "Objective/Tokens chosen", "25%"),
        ("google/electra-small-discriminator", "Objective/Tokens chosen", "15%"),
        ("bert-large-uncased-whole-word-masking", "Objective/Whole words", "yes"),
        ("bert-large-uncased-whole-word-masking", "Objective/Fixed masks a text", "not stated"),
        ("roberta-base", "Objective/Fixed masks a text", "none, sampled again each time"),
        ("klue/bert-base", "Objective/Trained on", "not stated"),
        ("klue/bert-base", "Learning/Batch size", "not stated"),
    ],
)
def test_facts_of_published_checkpoints_are_not_the_defaults_of_this_program(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, name: str, fact: str, value: str
) -> None:
    as_published(engine, monkeypatch, name)
    assert values(engine, "distilbert-tiny")[fact] == value


def test_distilbert_tells_its_teacher(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    as_published(engine, monkeypatch, "distilbert-base-uncased")
    told = values(engine, "distilbert-tiny")["Learning/Teacher"]
    assert told.startswith("BERT base, uncased: soft targets")


def test_a_run_of_this_program_is_never_taken_for_a_published_checkpoint(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_published(engine, monkeypatch, "bert-large-uncased")
    found = values(engine, "bert-tiny")
    assert found["Learning/Steps"] == "12,000"
    assert not [name for name in found if name.startswith("Published")]


@pytest.mark.parametrize("record", ["finetuning", "recipe"])
def test_a_published_checkpoint_that_was_fine_tuned_here_is_not_presented_as_the_original(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, record: str
) -> None:
    """As T5 that answers as text, whose config.json names no class of a fine-tuned model."""
    as_published(engine, monkeypatch, "t5-small")
    loaded = engine.load_model("distilbert-tiny")
    changed = replace(loaded, run={record: {"recipe": {"model": "t5-small"}}})
    monkeypatch.setattr(engine, "load_model", lambda key: changed)
    assert engine.find_published("distilbert-tiny") is None


@pytest.mark.parametrize(
    ("key", "norm", "direction"),
    [
        ("bert-tiny", "post-LN", "both sides"),
        ("gpt2-tiny", "pre-LN", "left to right"),
    ],
)
def test_a_card_tells_paper_norms_direction_positions_and_case(
    engine: Engine, key: str, norm: str, direction: str
) -> None:
    found = values(engine, key)
    assert found["Architecture/Layer normalisation"].startswith(norm)
    assert found["Architecture/Direction"] == direction
    assert found["Architecture/Positions"] == "learned, absolute"
    assert found["Tokenizer/Capital letters"] in ("kept", "lower-cased")


def test_a_paper_has_its_whole_title_and_a_link(engine: Engine) -> None:
    facts = {fact.name: fact for fact in card(engine, "bert-tiny")}
    assert facts["Title"].value.startswith("BERT: Pre-training of Deep Bidirectional")
    assert facts["Preprint"].link == "https://arxiv.org/abs/1810.04805"


def test_version_2_of_deberta_cites_the_paper_of_deberta() -> None:
    assert ARCHITECTURES["deberta-v2"].paper.arxiv == "2006.03654"


def test_a_head_that_a_published_checkpoint_did_not_train_counts_as_untrained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in the encoder of version 3 where transformers has added a head for masked tokens."""
    folder = shaped_models(tmp_path, ("deberta-v2",))
    assert Engine(Library(bundled=folder)).card("deberta-v2").untrained == ()
    model = published_model("microsoft/deberta-v3-base")
    assert model is not None
    found = PublishedMatch(model, "its name")
    monkeypatch.setattr("explorer.core.engine.engine.recognise", lambda folder, config: found)
    engine = Engine(Library(bundled=folder))
    assert engine.card("deberta-v2").guesses_untrained
    assert values(engine, "deberta-v2")["Objective/Not trained"] == "Masked tokens"


def test_a_detector_of_replaced_tokens_has_no_generator(tmp_path: Path) -> None:
    """As version 3 of DeBERTa is published."""
    folder = shaped_models(tmp_path, ("deberta-v3",))
    key = "deberta-v3"
    assert "Objective/Heads not in the files" not in values(Engine(Library(bundled=folder)), key)
    shutil.rmtree(folder / key / "generator")
    engine = Engine(Library(bundled=folder))
    assert engine.entry(key).architecture == key
    assert values(engine, key)["Objective/Heads not in the files"] == "Generator"
    assert values(engine, key)["Objective/Heads"] == "Replacements"
    assert "Objective/Not trained" not in values(engine, key)


def test_what_families_call_differently_stands_in_one_line(engine: Engine) -> None:
    lines = {
        line.name: line
        for line in side_by_side([card(engine, "bert-tiny"), card(engine, "gpt2-tiny")])
    }
    assert not lines["Width"].any_differs
    assert lines["Activation"].values == ("gelu", "gelu_new")
    assert lines["Attention dropout"].values[0] != "–"
    assert "Hidden size" not in lines
    assert "N embd" not in lines


@pytest.mark.parametrize("architecture", sorted(FAMILIES))
def test_every_family_has_an_epsilon_and_both_dropouts_wherever_it_keeps_them(
    architecture: str, tmp_path: Path
) -> None:
    folder = shaped_models(tmp_path / "shapes", (architecture,))
    found = values(Engine(Library(bundled=folder)), architecture)
    for name in ("Norm epsilon", "Dropout", "Attention dropout"):
        assert 0 <= float(found[f"Settings/{name}"]) < 1, name


def test_what_distilbert_fixes_in_its_code_does_not_seem_to_differ(engine: Engine) -> None:
    (found,) = (
        line
        for line in side_by_side([card(engine, "bert-tiny"), card(engine, "distilbert-tiny")])
        if line.name == "Norm epsilon"
    )
    assert found.values == ("1e-12", "1e-12")


def test_a_second_tower_has_its_own_sizes(engine: Engine) -> None:
    found = values(engine, "electra-tiny")
    assert found["Size/Generator: layers"] == "2"
    assert "Size/Generator: layers" not in values(engine, "bert-tiny")


def test_a_generator_alone_has_a_card(engine: Engine) -> None:
    whole = engine.entry("electra-tiny").folder
    for file in whole.glob("tokenizer*"):
        shutil.copy(file, whole / "generator")
    found = values(engine, str(whole / "generator"))
    assert found["Size/Layers"] == "2"
    assert not [name for name in found if "enerator: " in name]


def test_what_in_the_files_did_not_fit_is_told(engine: Engine) -> None:
    assert not [name for name in values(engine, "bert-tiny") if name.startswith("Files/")]
    folder = engine.entry("bert-tiny").folder
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(json.dumps({**config, "shoe_size": 44}), encoding="utf-8")
    weights = load_file(folder / "model.safetensors")
    further = {f"adapter.{n}": torch.zeros(n) for n in (1, 2, 3, 4, 5)}
    save_file({**weights, **further}, folder / "model.safetensors")
    found = values(engine, "bert-tiny")
    assert found["Files/Unknown in config.json"] == "shoe_size"
    assert found["Files/Tensors without a place"] == "adapter.1, adapter.2, adapter.3 and 2 more"


@pytest.mark.parametrize(
    "run",
    [
        {"recipe": {"objectives": 5, "options": [1], "schedule": [1], "teaching": 5}},
        {"recipe": {"objectives": ["masked", ["x"]], "options": {"masked": [1]}, "odd": 1}},
        {"recipe": [1], "before": 5, "tokens": "many", "seconds": None},
        {"recipe": {"from": "elsewhere"}, "before": [{"x": 1}, 5], "tokens": 3, "seconds": 2},
    ],
)
def test_a_run_file_of_another_program_does_not_keep_a_card_from_being_told(
    engine: Engine, run: dict[str, object]
) -> None:
    folder = engine.entry("bert-tiny").folder
    (folder / "run.json").write_text(json.dumps(run), encoding="utf-8")
    found = values(Engine(Library(bundled=folder.parent)), "bert-tiny")
    told = "masked" in str(run["recipe"])
    assert found["Objective/Trained on"] == (MASKED if told else "not stated in its files")
    assert found.get("Learning/Tokens seen") == ("3" if run.get("tokens") == 3 else None)


@pytest.mark.parametrize("stored", [torch.bfloat16, torch.float16])
def test_how_the_numbers_are_stored_is_told_where_they_are_computed_otherwise(
    engine: Engine, stored: torch.dtype
) -> None:
    assert values(engine, "gpt2-tiny")["Size/Numbers"] == "float32"
    path = engine.entry("gpt2-tiny").folder / "model.safetensors"
    save_file({name: t.to(stored) for name, t in load_file(path).items()}, path)
    told = f"{str(stored).removeprefix('torch.')}, computed in float32"
    assert values(engine, "gpt2-tiny")["Size/Numbers"] == told


def test_a_model_for_the_shortest_texts_says_how_long_they_must_be(engine: Engine) -> None:
    folder = engine.entry("bert-tiny").folder
    model = engine.load_model("bert-tiny").model
    config = replace(model.config, max_position_embeddings=4)
    spec = ARCHITECTURES["bert"]
    save(spec.model_class(config), spec, folder, engine.tokenizer("bert-tiny"))
    found = values(engine, "bert-tiny")
    assert found["Tokenizer/Kind"] == "WordPiece"
    assert "too short" in found["Tokenizer/A text is fed as"]


def test_a_recipe_of_another_version_is_told_as_it_stands(engine: Engine) -> None:
    folder = engine.entry("bert-tiny").folder
    recipe = {**RUN["recipe"], "from_the_future": 1}  # type: ignore[dict-item]
    (folder / "run.json").write_text(json.dumps({**RUN, "recipe": recipe}), encoding="utf-8")
    found = values(Engine(Library(bundled=folder.parent)), "bert-tiny")
    assert found["Learning/Steps"] == "12,000"
    assert "Learning/Batch size" not in found


TASKS = {
    "translate_en_ko": {"exact_match": 0.88, "token_f1": 0.934, "num_tasks": 200},
    "acceptable_ko": {"exact_match": 0.555, "token_f1": 0.555, "num_tasks": 200},
    "similarity_en": {"exact_match": 0.28, "token_f1": 0.28, "num_tasks": 150, "pearson": 0.617},
    "sing_a_song": {"exact_match": 0.5},
    "broken": "no numbers",
}


def test_measured_tasks_are_told_in_words(engine: Engine) -> None:
    folder = engine.entry("bert-tiny").folder
    (folder / "run.json").write_text(json.dumps({**RUN, "tasks": TASKS}), encoding="utf-8")
    found = values(Engine(Library(bundled=folder.parent)), "bert-tiny")
    told = {name: value for name, value in found.items() if name.startswith("Held-out tasks/")}
    assert told == {
        "Held-out tasks/Translate English to Korean": "exact match 88 % of 200, F1 of words 0.93",
        "Held-out tasks/Judge sentences in Korean": "exact match 55.5 % of 200",
        "Held-out tasks/Score the likeness of sentences in English": (
            "exact match 28 % of 150, correlation of scores 0.62"
        ),
        "Held-out tasks/Sing a song": "exact match 50 %",
    }


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_no_card_shows_the_raw_key_of_a_configuration(name: str) -> None:
    size = Size(100, width=16, num_layers=2, num_heads=4, inner=32, num_positions=24)
    config = ARCHITECTURES[name].config_class.from_size(size).parts()[""]
    keys = {field.name for field in fields(config)}
    titles = titles_of_keys(ARCHITECTURES[name], ARCHITECTURES.values())
    assert not keys - SHOWN_ELSEWHERE - titles.keys()


def test_a_title_belongs_to_its_architecture_and_those_whose_configuration_derives_from_it() -> (
    None
):
    @dataclass(frozen=True)
    class DerivedConfig(ARCHITECTURES["deberta"].config_class):  # type: ignore[misc, name-defined]
        classifier_activation: bool = False

    base, other = ARCHITECTURES["deberta"], ARCHITECTURES["mobilebert"]
    own = {"classifier_activation": "Activation before the classes", "hidden_act": "Gate"}
    tables = {"": replace(base.tables[""], config_class=DerivedConfig)}
    new = replace(base, name="new", tables=tables, config_titles=own)
    every = [*ARCHITECTURES.values(), new]
    titles = titles_of_keys(new, every)
    assert titles["classifier_activation"] == "Activation before the classes"
    assert titles["hidden_act"] == "Gate"
    assert titles["pos_att_type"] == "Position terms of the score", "inherited"
    assert "intra_bottleneck_size" not in titles, "of another architecture"
    of_other = titles_of_keys(other, every)
    assert of_other["classifier_activation"] == other.config_titles["classifier_activation"]
    assert of_other["hidden_act"] == "Activation"
    assert "pos_att_type" in words_of_values(new, every)
    assert "pos_att_type" not in words_of_values(other, every)


def test_a_title_is_declared_for_an_entry_that_its_architecture_has() -> None:
    for spec in ARCHITECTURES.values():
        own = {item.name for item in fields(spec.config_of(""))} | spec.config_of("").FIXED.keys()
        assert spec.config_titles.keys() | spec.config_values.keys() <= own


def test_no_card_shows_the_raw_key_of_a_schedule() -> None:
    assert {field.name for field in fields(Schedule)} == SCHEDULE.keys()


def test_what_none_stands_for_is_said() -> None:
    bundled = Engine(Library())
    xlnet, t5 = values(bundled, "xlnet-mini"), values(bundled, "t5-mini")
    assert xlnet["Settings/Memory length, in tokens"] == "all"
    assert xlnet["Settings/Longest distance"] == "no limit"
    assert t5["Settings/Decoder layers"] == "as the encoder"


def test_what_a_family_has_under_another_name_or_as_no_key_does_not_seem_to_differ() -> None:
    bundled = Engine(Library())
    t5, albert, xlnet = (values(bundled, f"{name}-mini") for name in ("t5", "albert", "xlnet"))
    for found in (t5, albert, xlnet):
        assert found["Size/Width of a head"] == "32"
        assert found["Size/Longest text"] == "128 tokens"
        assert not any("positions" in name.lower() for name in found if name.startswith("Size/"))
        assert found["Settings/Relative positions"] == ("no" if found is albert else "yes")
        added = found["Settings/Positions added to the input"]
        assert added == ("yes" if found is albert else "no")
    assert t5["Objective/Tokens chosen"] == albert["Objective/Tokens chosen"] == "15%"
    assert xlnet["Objective/Tokens chosen"] == "one in 6"
    assert not {"Objective/Tokens dropped", "Objective/Predict one in"} & {*t5, *xlnet}
    widths = [found["Settings/Width of the token table"] for found in (t5, albert, xlnet)]
    assert widths == ["128", "128", "128"]  # ALBERT's embeddings are narrower than its 192
    assert (t5["Settings/Activation"], albert["Settings/Activation"]) == ("relu", "gelu_new")


def test_a_factor_of_initial_weights_is_not_told_as_their_deviation() -> None:
    bundled = Engine(Library())
    t5, albert = values(bundled, "t5-mini"), values(bundled, "albert-mini")
    of_initial_weights = [[name for name in one if "initial" in name] for one in (t5, albert)]
    assert len(of_initial_weights[0]) == len(of_initial_weights[1]) == 1
    assert of_initial_weights[0] != of_initial_weights[1]


def test_a_head_is_as_wide_as_its_configuration_says(engine: Engine) -> None:
    folder = engine.entry("bert-tiny").folder.parent / "t5-tiny"
    spec = ARCHITECTURES["t5"]
    size = Size(100, width=16, num_layers=2, num_heads=4, inner=32, num_positions=24)
    tokenizer = engine.load_model("bert-tiny").tokenizer
    save(spec.model_class(spec.config_class.from_size(size, d_kv=6)), spec, folder, tokenizer)
    assert values(Engine(Library(bundled=folder.parent)), "t5-tiny")["Size/Width of a head"] == "6"


def test_texts_are_framed_by_the_special_tokens_of_the_family(engine: Engine) -> None:
    assert special_token_template(engine.encode("bert-tiny", "the capital")) == "[CLS] A [SEP]"
    assert special_token_template(engine.encode("gpt2-tiny", "the capital")) == "A"


def test_a_card_in_korean_has_the_same_numbers() -> None:
    """T5 has one rate of dropout for all, which its card also gives as that of attention."""
    numbers = {}
    for language in ("en", "ko"):
        environment = {**os.environ, "PLM_EXPLORER_LANGUAGE": language}
        command = [sys.executable, "-c", VALUES_OF_T5]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        values = json.loads(done.stdout)
        numbers[language] = [sorted(re.findall(r"\d+", value)) for value in values]
    assert numbers["en"] == numbers["ko"]
