"""The command line, as a person or a script meets it: mostly as a process of its own."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explorer.cli import explain, main
from explorer.commands.figures import FORMATS, choose_models, diverse_models, find
from explorer.commands.trace import arrays_of
from explorer.commands.train import read_recipe
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from explorer.core.state.texts import MAX_TEXT
from explorer.terminal.console import EXIT_PROBLEM
from explorer.terminal.downloads import provide_for_recipe
from explorer.terminal.progress import ProgressLine
from explorer.ui.panel_base.registry import find_panels
from models.runtime.resources import resource
from models.schema.records import StreamTrace, Trace
from models.schema.registry import catalog
from models.schema.specs import ExtraSpec
from models.training.training_task import load_teacher
from tests.explorer.hub_server import Hub
from tests.models import oracle
from tests.models.tiny import write_text

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 240

TEXTS = [
    "the capital of france is paris . it is in europe .",
    "mina has a ball , and tom has nothing .",
    "프랑스의 수도는 파리이다 .",
] * 8
FAMILY_OF = {
    "bert": ("wordpiece", 200),
    "electra": ("wordpiece", 200),
    "distilbert": ("wordpiece", 200),
    "gpt2": ("byte_bpe", 320),
    "xlnet": ("unigram", 200),
    "t5": ("unigram", 300),
}
WIDTH, NUM_LAYERS, NUM_HEADS, NUM_POSITIONS = 16, 2, 4, 24

RECIPE = """\
name = "tiny"
architecture = "{architecture}"
objectives = ["{objective}"]
data = "{data}"
data_tokens = 3000

[tokenizer]
family = "{family}"
vocab_size = 400

[size]
width = 16
num_layers = 2
num_heads = 2
inner = 32
num_positions = 32

[schedule]
steps = {steps}
batch_size = 4
length = 16
long_length = 32
evaluate_every = {every}
save_every = {every}
warmup_steps = 2
"""

Done = subprocess.CompletedProcess[str]


@pytest.fixture(scope="session")
def tiny_models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small model of each architecture."""
    import torch

    from models.checkpoints.checkpoint import save
    from models.schema.configs import Size

    root = tmp_path_factory.mktemp("models")
    found = catalog()
    for seed, (name, (family, vocab_size)) in enumerate(FAMILY_OF.items()):
        torch.manual_seed(seed)
        spec = found.architectures[name]
        tokenizer = found.tokenizers[family].train(TEXTS, vocab_size, template=spec.template)
        size = Size(tokenizer.vocab_size, WIDTH, NUM_LAYERS, NUM_HEADS, 32, NUM_POSITIONS)
        model = spec.model_class(spec.config_class.from_size(size))
        save(model, spec, root / name, tokenizer)
    return root


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    """A GPT-2 that is trained in a second."""
    return write_recipe(tmp_path / "tiny.toml")


def write_recipe(path: Path, steps: int = 6, every: int = 3, extra: str = "") -> Path:
    text = RECIPE.format(
        architecture="gpt2",
        objective="causal",
        data=write_text(path.parent).as_posix(),
        family="byte_bpe",
        steps=steps,
        every=every,
    )
    path.write_text(text + extra, encoding="utf-8")
    return path


def command_line(*arguments: str | Path) -> list[str]:
    return [sys.executable, str(ROOT / "main.py"), *map(str, arguments)]


def run_cli(*arguments: str | Path, env: dict[str, str] | None = None) -> Done:
    """The program as a process of its own, wherever the person happens to be."""
    return subprocess.run(
        command_line(*arguments),
        capture_output=True,
        encoding="utf-8",
        env=os.environ | (env or {}),
        timeout=TIMEOUT_S,
        check=False,
    )


def run_here(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> Done:
    """Run the command line in this process, without starting another."""
    capsys.readouterr()
    code = main([*map(str, arguments)])
    said = capsys.readouterr()
    return Done(arguments, code, said.out, said.err)


def assert_said_in_a_sentence_or_two(stderr: str, *words: str) -> None:
    assert "Traceback" not in stderr
    assert len(stderr.strip().splitlines()) == 1, stderr
    for word in words:
        assert word.lower() in stderr.lower(), stderr


# The program as a whole ---------------------------------------------------------------------------


COMMANDS = (
    *("systems", "trace", "generate", "figures", "train", "distill"),
    *("finetune", "evaluate", "predict", "compress", "merge", "knowledge"),
)


def test_the_help_lists_every_command_and_loads_nothing_heavy() -> None:
    code = (
        "import sys; from explorer.cli import build_parser; text = build_parser().format_help();"
        "print(text); print('torch' in sys.modules or 'PySide6' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert all(re.search(rf"\n    {command}\s", done.stdout) for command in COMMANDS)
    assert done.stdout.splitlines()[-1] == "False"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main([command, "--help"])
    assert leaving.value.code == 0
    assert "usage:" in capsys.readouterr().out


def test_a_command_that_does_not_exist_leaves_with_2() -> None:
    done = run_cli("dance")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_without_a_display_the_program_names_what_works_without_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert main([]) == 2
    assert_said_in_a_sentence_or_two(capsys.readouterr().err, "figures", "xvfb-run")


def test_an_error_of_the_system_is_said_with_the_place() -> None:
    said = explain(PermissionError(13, "Permission denied", "/locked/trace.npz"))
    assert said.startswith("/locked/trace.npz: Permission denied.")


@pytest.mark.parametrize(
    "error", [MemoryError(), RuntimeError("DefaultCPUAllocator: can't allocate memory")]
)
def test_too_little_memory_is_said(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(_: object) -> int:
        raise error

    monkeypatch.setattr("explorer.commands.systems.run", run)
    assert main(["systems"]) == 2
    assert_said_in_a_sentence_or_two(capsys.readouterr().err, "smaller model")


def test_a_foreign_error_becomes_one_whole_line() -> None:
    assert explain(ValueError("the first\n  and the second")) == "The first and the second."


# systems ------------------------------------------------------------------------------------------


def test_systems_lists_every_architecture_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    done = run_here(capsys, "systems", "--json")
    systems = {system["name"]: system for system in json.loads(done.stdout)}
    assert {"bert", "gpt2", "electra", "distilbert"} <= set(systems)
    assert systems["bert"]["heads"] == ["mlm", "nsp"]
    assert systems["electra"]["streams"] == ["generator", "discriminator"]
    assert systems["distilbert"]["paper"]["arxiv"] == "1910.01108"
    assert all("checkpoints" in system for system in systems.values())


def test_systems_speaks_to_a_person_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["systems"]) == 0
    out = capsys.readouterr().out
    assert "gpt2  GPT-2" in out
    assert "replaced_token" in out
    assert re.search(r"Translate English to Korean: exact match [\d.]+ % of \d+", out)


def test_systems_tells_where_paper_and_code_differ(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["systems"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    for spec in catalog().architectures.values():
        assert all(note in out for note in spec.notes)


def test_systems_puts_published_checkpoints_side_by_side(
    capsys: pytest.CaptureFixture[str],
) -> None:
    done = run_here(capsys, "systems", "--json", "--published", "bert-base-uncased", "GPT-3 175B")
    rows = {row["field"]: row for row in json.loads(done.stdout)}
    assert rows["Layers"]["GPT-3 175B"] == "96"
    assert "Devlin et al. 2018" in rows["Steps"]["sources"]
    assert main(["systems", "--published"]) == 0
    assert "gpt3-175b | GPT-3 175B | OpenAI | 174,604,259,328" in capsys.readouterr().out
    assert main(["systems", "--published", "errors"]) == 0
    assert "BooksCorpus has 800 million words" in capsys.readouterr().out


def test_figures_draws_published_checkpoints_without_a_model(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("openai-gpt", "gpt2-xl", "gpt3-175b")
    formats = ("--formats", "csv", "svg")
    assert main(["figures", "--published", *names, *formats, "--out", str(tmp_path)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "compare-published.csv",
        "compare-published.svg",
    ]
    text = (tmp_path / "compare-published.csv").read_text(encoding="utf-8-sig")
    assert text.startswith("group,field,GPT-1,GPT-2 xl,GPT-3 175B,")
    assert main(["figures", "--published", "nothing", "--out", str(tmp_path)]) == 2
    assert "No published checkpoint is called 'nothing'" in capsys.readouterr().err


# trace --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "streams", "heads"),
    [
        ("bert", ["encoder"], {"mlm", "nsp"}),
        ("distilbert", ["encoder"], {"mlm"}),
        ("gpt2", ["decoder"], {"lm"}),
        ("electra", ["generator", "discriminator"], {"mlm", "rtd"}),
    ],
)
def test_a_trace_holds_every_stream_and_head(
    tiny_models: Path, tmp_path: Path, name: str, streams: list[str], heads: set[str]
) -> None:
    out = tmp_path / "trace.npz"
    text = "the capital of france is paris ."
    assert (
        main(["trace", "--model", str(tiny_models / name), "--text", text, "--out", str(out)]) == 0
    )
    with np.load(out) as arrays:
        length = len(arrays["input_ids"])
        for stream in streams:
            attention, hidden = arrays[f"attention/{stream}"], arrays[f"hidden/{stream}"]
            assert attention.shape[0] == NUM_LAYERS
            assert attention.shape[2:] == (length, length)
            assert hidden.shape[:2] == (NUM_LAYERS + 1, length)
        assert {key.split("/")[1] for key in arrays if key.startswith("logits/")} == heads
        assert len([key for key in arrays if key.startswith("attention/")]) == len(streams)
        kinds = {array.dtype for key, array in arrays.items() if key != "input_ids"}
        assert kinds == {np.dtype(np.float32)}


def test_a_full_disk_is_said_with_the_name_of_the_file(
    tiny_models: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez", full)
    out = tmp_path / "trace.npz"
    assert (
        main(["trace", "--model", str(tiny_models / "bert"), "--text", "a", "--out", str(out)]) == 2
    )
    assert_said_in_a_sentence_or_two(capsys.readouterr().err, str(out), "no space left")
    assert list(tmp_path.iterdir()) == []


def test_a_trace_says_what_in_the_files_did_not_fit(
    tiny_models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, out = tmp_path / "odd", tmp_path / "trace.npz"
    shutil.copytree(tiny_models / "bert", folder)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(json.dumps({**config, "shoe_size": 44}), encoding="utf-8")
    assert main(["trace", "--model", str(folder), "--text", "paris", "--out", str(out)]) == 0
    assert capsys.readouterr().err.endswith(": unknown in config.json: shoe_size.\n")


VILLAGE = {"name": "v", "architecture": "gpt2", "objectives": ["causal"], "data": "village"}


@pytest.mark.parametrize("trained", [True, False])
@pytest.mark.parametrize("command", ["trace", "generate"])
def test_a_text_of_unknown_words_is_said_to_be_one_where_the_training_text_is_known(
    tiny_models: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    command: str,
    trained: bool,
) -> None:
    folder = Path(shutil.copytree(tiny_models / "gpt2", tmp_path / "model"))
    if trained:
        (folder / "run.json").write_text(json.dumps({"recipe": VILLAGE}), encoding="utf-8")
    text, out = "parliament is a sea", str(tmp_path / "trace.npz")
    options = ["--text", text, "--out", out] if command == "trace" else ["--prompt", text]
    assert main([command, "--model", str(folder), *options]) == 0
    said = capsys.readouterr().err
    if trained:
        assert_said_in_a_sentence_or_two(said, "of 4 words do", "mean little")
    else:
        assert said == ""


def test_a_trace_takes_the_text_as_it_is(tiny_models: Path, tmp_path: Path) -> None:
    """Another model's mask is letters here, and not the model's own as in the panels."""
    from models.tokenization import open_tokenizer

    out, text = tmp_path / "trace.npz", "mina has a <mask> ."
    assert (
        main(["trace", "--model", str(tiny_models / "bert"), "--text", text, "--out", str(out)])
        == 0
    )
    with np.load(out) as arrays:
        expected = open_tokenizer(tiny_models / "bert").encode(text).ids
        np.testing.assert_array_equal(arrays["input_ids"], expected)


def test_a_trace_is_that_of_the_library(
    tiny_models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from models.checkpoints.checkpoint import load
    from models.inference.trace import trace
    from models.schema.records import ModelInput

    out, text, pair = tmp_path / "trace.npz", "mina has a [MASK] .", "it is in europe ."
    done = run_here(
        capsys,
        "trace",
        "--model",
        tiny_models / "bert",
        "--text",
        text,
        "--pair",
        pair,
        "--out",
        out,
    )
    assert done.returncode == 0, done.stderr
    loaded = load(tiny_models / "bert")
    assert loaded.tokenizer is not None
    encoding = loaded.tokenizer.encode(text, pair)
    expected = trace(loaded.model, loaded.spec, ModelInput.clean(encoding))
    with np.load(out) as arrays:
        np.testing.assert_array_equal(arrays["input_ids"], encoding.ids)
        np.testing.assert_allclose(arrays["logits/mlm"], expected.logits["mlm"], atol=1e-6)
        assert arrays["logits/nsp"].shape == (2,)
        assert loaded.tokenizer.mask_id in arrays["input_ids"]
    assert [path.name for path in tmp_path.glob("*trace*")] == ["trace.npz"]


def traced(folder: Path, out: Path, *options: str) -> dict[str, np.ndarray]:
    """The arrays that a trace of a short text wrote."""
    arguments = ["--model", str(folder), "--text", "paris is in france .", "--out", str(out)]
    assert main(["trace", *arguments, *options]) == 0
    with np.load(out) as arrays:
        return dict(arrays)


def test_an_order_adds_the_query_stream_and_says_who_sees_whom(
    tiny_models: Path, tmp_path: Path
) -> None:
    out = tmp_path / "trace.npz"
    plain = traced(tiny_models / "xlnet", out)
    length = len(plain["input_ids"])
    assert {key for key in plain if "/" in key} == {
        "attention/content",
        "hidden/content",
        "logits/lm",
    }
    turns = np.arange(length, 0, -1)  # from right to left
    found = traced(tiny_models / "xlnet", out, "--order", " ".join(map(str, turns)))
    np.testing.assert_array_equal(found["order"], turns)
    np.testing.assert_array_equal(found["input_ids"], plain["input_ids"])
    after = np.triu(np.ones((length, length), dtype=bool))
    assert ((found["attention/content"] > 0) == after).all()
    asked = found["attention/query"][:, :, :-1]  # the last token is the first of the order
    assert ((asked > 0) == np.triu(after, 1)[:-1]).all()
    assert found["hidden/query"].shape == plain["hidden/content"].shape
    assert found["logits/lm"].shape == plain["logits/lm"].shape


def test_an_order_is_read_as_several_words_and_as_one(tiny_models: Path, tmp_path: Path) -> None:
    out = tmp_path / "trace.npz"
    length = len(traced(tiny_models / "xlnet", out)["input_ids"])
    turns = [str(turn) for turn in range(length, 0, -1)]
    for written in (turns, [" ".join(turns)], [",".join(turns)]):
        order = traced(tiny_models / "xlnet", out, "--order", *written)["order"]
        assert order.tolist() == [int(turn) for turn in turns]


def test_a_decoder_is_fed_its_start_and_then_the_text_for_it(
    tiny_models: Path, tmp_path: Path
) -> None:
    from models.checkpoints.checkpoint import load

    out, tokenizer = tmp_path / "trace.npz", load(tiny_models / "t5").tokenizer
    assert tokenizer is not None
    (ids,) = tokenizer.encode_ids(["<extra_id_0> france"])
    start = traced(tiny_models / "t5", out)["decoder_input_ids"]
    assert start.tolist() == [tokenizer.pad_id]
    found = traced(tiny_models / "t5", out, "--decoder-text", "<extra_id_0> france")
    assert found["decoder_input_ids"].tolist() == [tokenizer.pad_id, *ids]
    rows, columns = len(ids) + 1, len(found["input_ids"])
    assert found["attention/cross"].shape == (NUM_LAYERS, NUM_HEADS, rows, columns)
    assert found["bias/decoder"].shape == (NUM_HEADS, rows, rows)
    assert found["logits/lm"].shape[0] == rows


def test_a_recording_has_the_key_that_it_declares_and_no_score_term_that_it_is_not() -> None:
    gate, term = ExtraSpec("forget", "Forget gate", "gates"), ExtraSpec("c2p", "C2P", "score_term")
    extra = {"forget": np.ones((2, 1, 4)), "c2p": np.ones((2, 1, 1, 1))}
    one = StreamTrace(("a",), ("a",), extra=extra)
    found = Trace(oracle.model_input([7]), {"forward": one, "backward": one})
    arrays = arrays_of(found, (gate, term))
    keys = {"forget/forward", "forget/backward", "scores/c2p/forward", "scores/c2p"}
    assert keys == {name for name in arrays if "/" in name}


def test_a_text_that_is_too_long_is_cut_and_that_is_said(
    tiny_models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "trace.npz"
    text = "the capital of france " * 50
    done = run_here(capsys, "trace", "--model", tiny_models / "gpt2", "--text", text, "--out", out)
    assert done.returncode == 0
    assert_said_in_a_sentence_or_two(done.stderr, "24 tokens", "cut")
    with np.load(out) as arrays:
        assert len(arrays["input_ids"]) == NUM_POSITIONS


@pytest.mark.parametrize(
    "command",
    [
        ("trace", "--model", "bert-mini", "--out", "t.npz", "--text"),
        ("generate", "--model", "gpt2-mini", "--prompt"),
        ("figures", "--out", "figures", "--text"),
    ],
    ids=lambda command: command[0],
)
def test_a_text_that_no_model_can_be_given_is_rejected_before_any_model_is_read(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*command, "x" * (MAX_TEXT + 1)]) == 2
    assert_said_in_a_sentence_or_two(capsys.readouterr().err, "100,001 characters", "100,000")
    assert not list(tmp_path.iterdir())


# What a person can mend ---------------------------------------------------------------------------


def truncate(folder: Path) -> None:
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:1000])


def turn_into_a_pickle(folder: Path) -> None:
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")


def break_the_config(folder: Path) -> None:
    (folder / "config.json").write_text("{ no json", encoding="utf-8")


def name_a_foreign_type(folder: Path) -> None:
    (folder / "config.json").write_text('{"model_type": "rwkv"}', encoding="utf-8")


def take_the_tokenizer(folder: Path) -> None:
    for path in folder.glob("*token*"):
        path.unlink()
    for path in folder.glob("vocab*"):
        path.unlink()


@pytest.mark.parametrize(
    ("damage", "word"),
    [
        (truncate, "model.safetensors"),
        (turn_into_a_pickle, "pickle"),
        (break_the_config, "config.json"),
        (name_a_foreign_type, "rwkv"),
        (take_the_tokenizer, "token"),
    ],
)
def test_a_model_that_cannot_be_used_is_explained(
    tiny_models: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    damage: Callable[[Path], None],
    word: str,
) -> None:
    folder = tmp_path / "model"
    shutil.copytree(tiny_models / "bert", folder)
    damage(folder)
    out = tmp_path / "trace.npz"
    assert main(["trace", "--model", str(folder), "--text", "paris", "--out", str(out)]) == 2
    assert_said_in_a_sentence_or_two(capsys.readouterr().err, word)
    assert not out.exists()


def test_a_config_of_2019_opens_with_what_a_person_says_it_is(
    tiny_models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "of-2019"
    shutil.copytree(tiny_models / "bert", folder)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    del config["model_type"]
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    command = ["trace", "--model", str(folder), "--text", "paris", "--out", str(tmp_path / "t.npz")]
    assert main(command) == 2
    assert_said_in_a_sentence_or_two(capsys.readouterr().err, "model_type", "--architecture")
    assert main([*command, "--architecture", "bert"]) == 0


TRACE = ("trace", "--text", "paris", "--out", "{tmp}/t.npz")
BEAMS = ("generate", "--prompt", "a", "--method", "beam")


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["trace", "--model", "nobody", "--text", "a", "--out", "{tmp}/t.npz"], "no model"),
        (["trace", "--model", "{tiny_models}/bert", "--text", "", "--out", "{tmp}/t.npz"], "empty"),
        (["trace", "--model", "{tiny_models}/bert", "--text", " ", "--out", "{tmp}/t.npz"], "word"),
        (
            ["trace", "--model", "{tiny_models}/bert", "--text", "a", "--out", "{tmp}/no/t.npz"],
            "folder",
        ),
        (
            ["trace", "--model", "{tiny_models}/bert", "--text", "a", "--out", "{tmp}"],
            "is a folder",
        ),
        ([*TRACE, "--model", "{tiny_models}/xlnet", "--order", "1 2"], "--order"),
        ([*TRACE, "--model", "{tiny_models}/xlnet", "--order", "1 2 2"], "each once"),
        ([*TRACE, "--model", "{tiny_models}/xlnet", "--order", "1", "2", "2"], "each once"),
        ([*TRACE, "--model", "{tiny_models}/xlnet", "--order", "0 1 2"], "<cls>"),
        ([*TRACE, "--model", "{tiny_models}/xlnet", "--order", "one two three"], "from 1 to 3"),
        ([*TRACE, "--model", "{tiny_models}/bert", "--order", "1 2 3"], "BERT"),
        (
            [*TRACE, "--model", "{tiny_models}/gpt2", "--decoder-text", "a"],
            "no encoder-decoder model",
        ),
        (["generate", "--model", "{tiny_models}/bert", "--prompt", "a"], "generates text"),
        (["generate", "--model", "{tiny_models}/electra", "--prompt", "a"], "generates text"),
        (
            ["generate", "--model", "{tiny_models}/xlnet", "--prompt", "a"],
            "masked positions of a given text",
        ),
        (["generate", "--model", "{tiny_models}/gpt2", "--prompt", ""], "empty"),
        (["generate", "--model", "{tiny_models}/t5", "--prompt", ""], "empty"),
        (
            ["generate", "--model", "{tiny_models}/gpt2", "--prompt", "a", "--temperature", "0"],
            "above 0",
        ),
        (["generate", "--model", "{tiny_models}/gpt2", "--prompt", "a", "--top-p", "2"], "top_p"),
        (
            ["generate", "--model", "{tiny_models}/gpt2", "--prompt", "a", "--max-new-tokens", "0"],
            "least",
        ),
        (
            ["generate", "--model", "{tiny_models}/gpt2", "--prompt", "a", "--seed", "-1"],
            "negative",
        ),
        (
            [*BEAMS, "--model", "{tiny_models}/gpt2", "--num-beams", "9999"],
            "too many",
        ),
        (["figures", "--models", "nobody", "--out", "{tmp}/figures"], "no model"),
        (["figures", "--models", *["{tiny_models}/bert"] * 5, "--out", "{tmp}/figures"], "at most"),
        (["figures", "--models", "{tiny_models}/bert", "--text", " ", "--out", "{tmp}/f"], "empty"),
        (["train", "{tmp}/nowhere.toml", "--out", "{tmp}/run"], "no recipe"),
        (["distill", "{tmp}/tiny.toml", "--out", "{tmp}/run"], "`train`"),
        (["train", "{tmp}/taught.toml", "--out", "{tmp}/run"], "`distill`"),
        (["distill", "{tmp}/taught.toml", "--out", "{tmp}/run"], "nobody"),
        (["train", "{tmp}/strange.toml", "--out", "{tmp}/run"], "colour"),
        (["train", "{tmp}/words.toml", "--out", "{tmp}/run"], "a whole number"),
        (["train", "{tmp}/option.toml", "--out", "{tmp}/run"], "rate"),
        (["train", "{tmp}/config.toml", "--out", "{tmp}/run"], "n_wings"),
        (["train", "{tmp}/broken.toml", "--out", "{tmp}/run"], "broken.toml"),
        (["train", "{tmp}/tiny.toml", "--out", "{tmp}/tiny.toml"], "tiny.toml"),
        (["train", "{tmp}/tiny.toml", "--out", "{tiny_models}/bert"], "model.safetensors"),
    ],
)
def test_what_a_person_can_mend_is_said_in_a_sentence_or_two(
    tiny_models: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    word: str,
) -> None:
    write_recipe(tmp_path / "tiny.toml")
    teaching = '[teaching]\nmethod = "distilbert"\nteacher = "nobody"\n'
    taught = write_recipe(tmp_path / "taught.toml", extra=teaching)
    text = taught.read_text(encoding="utf-8").replace('"gpt2"', '"distilbert"')
    taught.write_text(text.replace('"causal"', '"masked"'), encoding="utf-8")
    write_recipe(tmp_path / "strange.toml", extra='colour = "blue"\n')
    words = write_recipe(tmp_path / "words.toml")
    words.write_text(words.read_text(encoding="utf-8").replace("steps = 6", 'steps = "six"'))
    write_recipe(tmp_path / "option.toml", extra="[options.causal]\nrate = 0.5\n")
    write_recipe(tmp_path / "config.toml", extra="[config]\nn_wings = 2\n")
    (tmp_path / "broken.toml").write_text("name = ", encoding="utf-8")
    filled = [argument.format(tiny_models=tiny_models, tmp=tmp_path) for argument in arguments]
    assert main(filled) == 2
    assert_said_in_a_sentence_or_two(capsys.readouterr().err, word)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="only files and folders here")
def test_a_device_is_not_replaced_by_a_file(
    tiny_models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    bert = str(tiny_models / "bert")
    assert main(["trace", "--model", bert, "--text", "a", "--out", str(pipe)]) == 2
    assert_said_in_a_sentence_or_two(capsys.readouterr().err, "is no file")
    assert pipe.is_fifo()


# generate -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "prompt"), [("gpt2", "the capital of"), ("t5", "the capital of <extra_id_0> is")]
)
def test_generation_as_json_equals_that_of_the_library(
    tiny_models: Path, model: str, prompt: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from models.checkpoints.checkpoint import load
    from models.inference.generation import Sampling, generate

    options = ("--method", "sample", "--max-new-tokens", "6", "--seed", "3", "--top-k", "20")
    done = run_here(
        capsys, "generate", "--model", tiny_models / model, "--prompt", prompt, *options, "--json"
    )
    written = json.loads(done.stdout)
    loaded = load(tiny_models / model)
    assert loaded.tokenizer is not None
    steps = generate(
        loaded.model,
        loaded.tokenizer,
        loaded.tokenizer.encode(prompt).ids,
        Sampling("sample", max_new_tokens=6, seed=3, top_k=20),
    )
    ids = [step.id for step in steps]
    assert written["ids"] == ids
    assert written["tokens"] == loaded.tokenizer.tokens(ids)
    assert isinstance(written["text"], str)


@pytest.mark.parametrize("method", ["greedy", "beam"])
def test_the_other_methods_write_as_well(
    tiny_models: Path, capsys: pytest.CaptureFixture[str], method: str
) -> None:
    model = str(tiny_models / "gpt2")
    arguments = ["--max-new-tokens", "4", "--num-beams", "2", "--json"]
    assert (
        main(["generate", "--model", model, "--prompt", "a", "--method", method, *arguments]) == 0
    )
    assert 1 <= len(json.loads(capsys.readouterr().out)["ids"]) <= 4


def test_a_prompt_that_fills_every_position_is_explained(
    tiny_models: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prompt = "the capital of france " * 50
    assert main(["generate", "--model", str(tiny_models / "gpt2"), "--prompt", prompt]) == 0
    assert "no room for an answer" in capsys.readouterr().err


# figures ------------------------------------------------------------------------------------------


def test_figures_are_written_for_models_side_by_side(tiny_models: Path, tmp_path: Path) -> None:
    out, text = tmp_path / "figures", "the capital of france is paris ."
    done = run_cli(
        *(
            "figures",
            "--models",
            tiny_models / "bert",
            tiny_models / "gpt2",
            "--text",
            text,
            "--out",
            out,
        ),
        *("--panels", "tokens", "attention", "--formats", "png", "svg", "pdf", "csv"),
        env={"DISPLAY": "", "QT_QPA_PLATFORM": ""},
    )
    assert done.returncode == 0, done.stderr
    names = {f"{panel}.{ending}" for panel in ("tokens", "attention") for ending in FORMATS}
    assert {path.name for path in out.iterdir()} == names
    assert {Path(line).name for line in done.stdout.splitlines()} == names
    assert (out / "tokens.png").read_bytes().startswith(b"\x89PNG")
    assert (out / "attention.pdf").read_bytes().startswith(b"%PDF")
    assert "<svg" in (out / "tokens.svg").read_text(encoding="utf-8")
    assert len((out / "attention.csv").read_text(encoding="utf-8").splitlines()) > 1


def test_without_names_telling_models_come_first_and_others_stand_in(
    tiny_models: Path, tmp_path: Path
) -> None:
    assert choose_models(Library(), None) == diverse_models()
    named = {"bert": "bert-mini", "t5": "t5-mini", "electra": "electra", "gpt2": "zebra"}
    for source, name in named.items():
        shutil.copytree(tiny_models / source, tmp_path / name)
    found = choose_models(Library(bundled=tmp_path), None)
    assert found == ("bert-mini", "t5-mini", "electra", "zebra")


def test_without_names_every_panel_is_drawn() -> None:
    panels = find_panels().panels
    assert [visibility.kind for visibility in find(None)] == list(panels)
    assert all(visibility.name == visibility.kind.spec.name for visibility in find(None))


def test_a_view_is_drawn_into_files_of_its_own(
    tiny_models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = run_here(
        capsys,
        *(
            "figures",
            "--models",
            tiny_models / "bert",
            tiny_models / "gpt2",
            "--out",
            tmp_path / "figures",
        ),
        *(
            "--panels",
            "compare:cards",
            "attention:terms",
            "compare",
            "training",
            "--formats",
            "csv",
        ),
        *("--text", "mina has a ball ."),
    )
    assert done.returncode == 0, done.stderr
    written = {
        path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "figures").iterdir()
    }
    assert written.keys() == {"compare.csv", "compare-cards.csv"}
    assert "Activation" in written["compare-cards.csv"]
    assert "Activation" not in written["compare.csv"]
    assert done.stderr.splitlines() == [
        "Attention, Terms of the score: there is no picture for any of these models in this view.",
        "Training: there is no picture for any of these models.",
    ]


def test_characters_without_a_glyph_are_said_beside_the_files(
    tiny_models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = run_here(
        capsys,
        *("figures", "--models", tiny_models / "gpt2", "--panels", "tokens", "--formats", "csv"),
        *("--text", "mina \U0001e800", "--out", tmp_path),  # Mende Kikakui, rarely installed
    )
    assert done.returncode == 0, done.stderr
    assert "no glyph" in done.stderr
    assert "Noto Sans" in done.stderr


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "compare:moon",
            "Differences has no view 'moon'. Choose among objectives, learning, cards",
        ),
        ("tokens:", "Tokens has no view ''. Choose among pieces, steps, learning, vocabularies"),
        ("masking:cards", "Masking has one view only. Write masking alone"),
        ("moon:cards", "There is no panel 'moon'. Choose among comparisons, tokens, "),
    ],
)
def test_a_view_that_does_not_exist_is_rejected_with_those_that_do(name: str, message: str) -> None:
    with pytest.raises(UserError, match=re.escape(message)):
        find([name])


def test_a_panel_that_does_not_exist_is_rejected_with_those_that_do(
    tiny_models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "figures"
    done = run_here(
        capsys, "figures", "--models", tiny_models / "bert", "--panels", "moon", "--out", out
    )
    assert done.returncode == 2
    assert_said_in_a_sentence_or_two(done.stderr, "moon", "tokens")


# train and distill --------------------------------------------------------------------------------


def read_run(folder: Path) -> dict[str, object]:
    run: dict[str, object] = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    return run


def test_a_training_run_becomes_a_model_that_the_other_commands_open(
    recipe: Path, tmp_path: Path, plm_explorer_home: Path
) -> None:
    out = tmp_path / "run"
    done = run_cli("train", recipe, "--out", out)
    assert done.returncode == 0, done.stderr
    assert re.search(r"step 6/6  loss lm \d\.\d+ +[\d,]+ tokens/s  0:00 left", done.stdout)
    assert "held out" in done.stdout
    assert (plm_explorer_home / "cache").is_dir()
    assert main(["generate", "--model", str(out), "--prompt", "Mina", "--max-new-tokens", "2"]) == 0


def test_a_run_is_not_overwritten(
    recipe: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    assert main(["train", str(recipe), "--out", str(out)]) == 0
    done = run_here(capsys, "train", recipe, "--out", out)
    assert done.returncode == 2
    assert_said_in_a_sentence_or_two(done.stderr, "--resume")


@pytest.mark.parametrize("more", [[], ["--resume"]])
def test_a_folder_of_other_models_is_rejected_and_stays_whole(
    tiny_models: Path,
    recipe: Path,
    tmp_path: Path,
    more: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As the program's own resources, whose folder `checkpoints` holds the bundled models."""
    out = tmp_path / "resources"
    shutil.copytree(tiny_models, out / "checkpoints")
    before = sorted(out.rglob("*"))
    assert main(["train", str(recipe), "--out", str(out), *more]) == 2
    assert_said_in_a_sentence_or_two(capsys.readouterr().err, "checkpoints/bert", "empty folder")
    assert sorted(out.rglob("*")) == before


INTERRUPTED_AT = 5

# Ctrl-C as the system sends it, at a step that is known.
INTERRUPT = f"""
import signal, sys
from explorer.cli import main
from explorer.terminal.progress import ProgressLine
from explorer.commands.train import read_recipe

print_report = ProgressLine.print_report

def print_and_interrupt(line, report):
    print_report(line, report)
    if getattr(report, "step", 0) == {INTERRUPTED_AT}:
        signal.raise_signal(signal.SIGINT)

ProgressLine.print_report = print_and_interrupt
sys.exit(main())
"""


def test_ctrl_c_keeps_the_last_step_and_resume_reaches_the_same_result(tmp_path: Path) -> None:
    unbroken, broken = tmp_path / "unbroken", tmp_path / "broken"
    recipe = write_recipe(tmp_path / "long.toml", steps=8, every=4)
    assert main(["train", str(recipe), "--out", str(unbroken)]) == 0
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPT, "train", str(recipe), "--out", str(broken)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT_S,
        check=False,
    )
    assert done.returncode == 130, done.stderr
    assert "--resume" in done.stdout
    assert "Traceback" not in done.stderr
    checkpoints = [path.name for path in (broken / "checkpoints").iterdir()]
    assert checkpoints == [f"step-{INTERRUPTED_AT:08d}"]
    assert main(["train", str(recipe), "--out", str(broken), "--resume"]) == 0
    assert read_run(broken)["metrics"] == read_run(unbroken)["metrics"]


def test_two_processes_train_like_one(recipe: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    assert main(["train", str(recipe), "--out", str(one)]) == 0
    torchrun = [sys.executable, "-m", "torch.distributed.run", "--nproc_per_node=2", "--standalone"]
    done = subprocess.run(
        [*torchrun, *command_line("train", recipe, "--out", two)[1:]],
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Finished") == 1, "only the first process speaks"
    losses = [read_run(folder)["metrics"] for folder in (one, two)]
    assert all(isinstance(metrics, dict) for metrics in losses)
    assert losses[0] == pytest.approx(losses[1], abs=1e-4)


def test_the_precision_of_a_run_is_that_of_the_command(recipe: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    assert main(["train", str(recipe), "--out", str(out), "--precision", "bfloat16"]) == 0
    schedule = read_run(out)["recipe"]["schedule"]  # type: ignore[index]
    assert schedule["precision"] == "bfloat16"


def test_one_process_cannot_divide_a_model(
    recipe: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", str(recipe), "--out", str(tmp_path / "run"), "--shard"]) == EXIT_PROBLEM
    assert_said_in_a_sentence_or_two(capsys.readouterr().err, "--shard", "torchrun")


def test_a_student_learns_from_a_teacher(
    tiny_models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe, out = tmp_path / "student.toml", tmp_path / "student"
    text = RECIPE.format(
        architecture="distilbert",
        objective="masked",
        data=write_text(tmp_path).as_posix(),
        family="wordpiece",
        steps=4,
        every=2,
    )
    text = text.replace("length = 32", "length = 24")
    text = re.sub(r"\[tokenizer\][^\[]*", "", text)  # the teacher's, as the rest of the size is
    text = re.sub(r"\[size\][^\[]*", "[size]\nnum_layers = 1\n\n", text)
    teaching = (
        f'[teaching]\nmethod = "distilbert"\nteacher = "{(tiny_models / "bert").as_posix()}"\n'
    )
    recipe.write_text(text + teaching, encoding="utf-8")
    done = run_here(capsys, "distill", recipe, "--out", out)
    assert done.returncode == 0, done.stderr
    assert re.search(r"loss ce .* cos .* mlm ", done.stdout)
    assert json.loads((out / "config.json").read_text(encoding="utf-8"))["n_layers"] == 1


def test_a_log_file_has_one_line_for_much_progress() -> None:
    from models.data.prepare import PreparationProgress

    log = io.StringIO()
    line = ProgressLine(log)
    for done in range(5):
        line.print_report(PreparationProgress("tokenizing", done, 4))
    assert log.getvalue().splitlines() == ["tokenizing", "tokenizing 25%"]


def test_a_line_on_a_terminal_overwrites_the_one_before() -> None:
    class Terminal:
        """Remembers what is written, and says that it is a terminal."""

        def __init__(self) -> None:
            self.written = ""

        def isatty(self) -> bool:
            return True

        def write(self, text: str) -> int:
            self.written += text
            return len(text)

        def flush(self) -> None:
            """Nothing waits."""

    from models.training.trainer import TrainingStep

    terminal = Terminal()
    line = ProgressLine(terminal)  # type: ignore[arg-type]
    for step in (1, 2, 3):
        line.print_report(TrainingStep(step, 3, {"lm": 2.0}, 1e-3, 100 * step, float(step)))
        time.sleep(0.25)
    lines = terminal.written.split("\r")
    assert lines[1] == "step 1/3  loss lm 2.0000"
    assert lines[2] == "step 2/3  loss lm 2.0000  100 tokens/s  0:01 left"
    assert lines[3].endswith("\n")


def test_a_model_is_downloaded_by_its_id_and_opens_offline_later(
    hub: Hub, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hub.add("owner/bert-mini", resource("checkpoints", "bert-mini"))
    words = ["trace", "--model", "owner/bert-mini", "--text", "a", "--out"]
    assert main([*words, str(tmp_path / "a.npz"), "--offline"]) == EXIT_PROBLEM
    assert "Leave out --offline to download it" in capsys.readouterr().err
    assert main([*words, str(tmp_path / "a.npz")]) == 0
    assert "owner/bert-mini: 3.38 MB downloaded, licence apache-2.0" in capsys.readouterr().err
    hub.repositories.clear()
    assert main([*words, str(tmp_path / "b.npz"), "--offline"]) == 0
    assert (tmp_path / "b.npz").read_bytes() == (tmp_path / "a.npz").read_bytes()


def test_an_unknown_id_is_explained_and_a_name_that_is_none_asks_no_hub(
    hub: Hub, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for model, said in (
        ("owner/none", "has no public model owner/none"),
        ("brt", "no model 'brt'"),
    ):
        words = ["generate", "--model", model, "--prompt", "a"]
        assert main(words) == EXIT_PROBLEM
        assert said in capsys.readouterr().err
    assert [name for _, name in hub.requests] == ["owner/none"]


def test_figures_takes_ids_too(hub: Hub, tmp_path: Path) -> None:
    hub.add("owner/bert-mini", resource("checkpoints", "bert-mini"))
    options = ["--panels", "tokens", "--formats", "csv", "--out", str(tmp_path / "figures")]
    assert main(["figures", "--models", "owner/bert-mini", *options]) == 0
    assert "bert-mini" in (tmp_path / "figures" / "tokens.csv").read_text(encoding="utf-8")


def test_the_teacher_of_a_recipe_is_downloaded_first(hub: Hub, tmp_path: Path) -> None:
    hub.add("owner/bert-mini", resource("checkpoints", "bert-mini"))
    text = resource("recipes", "distilbert-mini.toml").read_text(encoding="utf-8")
    recipe = tmp_path / "student.toml"
    recipe.write_text(text.replace('"bert-mini"', '"owner/bert-mini"'), encoding="utf-8")
    provide_for_recipe(read_recipe(recipe, "distill"), offline=False)
    assert load_teacher(read_recipe(recipe, "distill").teaching).name == "bert-mini"
