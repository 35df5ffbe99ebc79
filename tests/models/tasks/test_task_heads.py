"""Fine-tuned heads compute what transformers computes, through the files on disk, both ways."""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import transformers
from safetensors.torch import load_file, save_file
from torch import Tensor

from models.checkpoints.checkpoint import CheckpointError, LoadedModel, load, save, save_task
from models.finetuning.run import finetuned_model
from models.layers.task_heads import LastOfToken, last_state, mean_state
from models.schema.batch import Batch, collate
from models.schema.configs import Size
from models.schema.records import ModelInput
from models.schema.registry import catalog
from models.schema.specs import GLOBAL_FEED, ArchSpec, TaskHeadKind
from models.tasks.base import TaskModel, TaskSpec, head_options, new_task_model
from models.tasks.examples import LabelledSet, TextExample
from models.tokenization import Tokenizer, byte_bpe, wordpiece
from tests.models import oracle
from tests.models.oracle import ORACLES

TOLERANCE = 1e-5
SIZE = Size(61, width=32, num_layers=2, num_heads=4, inner=48, num_positions=24)
PAD, EOS = 0, 1
LABELS = ("negative", "neutral", "positive")
LENGTHS = (9, 5, 7, 3)  # of the texts of a batch; a choice has two of them

# What config.json says beside sizes, by architecture and kind: other than the defaults.
SAID: dict[tuple[str, str], dict[str, Any]] = {
    ("xlnet", "choice"): {"summary_activation": "gelu"},
    ("electra", "choice"): {"summary_activation": "tanh"},
    ("deberta", "sequence"): {"pooler_hidden_act": "tanh", "pooler_dropout": 0.3},
    ("bert", "sequence"): {"classifier_dropout": 0.4},
    ("bart", "sequence"): {"eos_token_id": 1, "classifier_dropout": 0.2},
    ("mbart", "sequence"): {"eos_token_id": 1},
}
ROW_BY_ROW = {"fnet", "convbert"}  # where theirs reads padding
PADS_ITSELF = {"longformer"}  # up to a whole window, with the id of its own positions
LEFT_PADDED = {"xlnet"}  # where theirs reads the last place, padding or not


@dataclass(frozen=True)
class Case:
    spec: ArchSpec
    kind: TaskHeadKind

    @property
    def theirs(self) -> Any:
        return getattr(transformers, self.spec.task_heads[self.kind].architecture)

    @property
    def doubled(self) -> bool:
        """Whether their class also has the head of the language model."""
        return self.spec.task_heads[self.kind].architecture.endswith("DoubleHeadsModel")

    @property
    def num_outputs(self) -> int:
        return {"choice": 1, "span": 2}.get(self.kind, len(LABELS))

    @property
    def said(self) -> dict[str, Any]:
        return SAID.get((self.spec.name, self.kind), {})

    @property
    def named(self) -> dict[str, Any]:
        """What config.json says about the classes."""
        if self.kind in ("choice", "span"):
            return {}
        return {
            "id2label": dict(enumerate(LABELS)),
            "label2id": {name: number for number, name in enumerate(LABELS)},
        }


CASES = [
    Case(spec, kind)
    for spec in catalog().architectures.values()
    if spec.name in ORACLES
    for kind in spec.task_heads
]
cases = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.spec.name}-{case.kind}")


def make_theirs(case: Case, **said: Any) -> Any:
    config = ORACLES[case.spec.name][""].config(SIZE)
    config.pad_token_id = PAD
    for key, value in {**case.named, **case.said, **said}.items():
        setattr(config, key, value)
    model = case.theirs._from_config(config, attn_implementation="eager").eval()
    oracle.scatter_weights(model, seed=3)
    return model


def texts(case: Case) -> list[ModelInput]:
    """Texts of several lengths, the last of which is a pair; all end with the token EOS."""
    rng = np.random.default_rng(5)
    found = []
    for length in LENGTHS:
        ids = [*rng.integers(2, SIZE.vocab_size, size=length - 1).tolist(), EOS]
        segment = [int(length == LENGTHS[0] and place >= 4) for place in range(length)]
        model_input = oracle.model_input(ids, segment)
        prepare = case.spec.task_heads[case.kind].prepare
        config = case.spec.config_class.from_size(SIZE)
        found.append(model_input if prepare is None else prepare(model_input, config))
    return found


def run_theirs(case: Case, model: Any, batch: Batch) -> Tensor:
    """Their logits in the shape of ours; where they read the last place, padded on the left."""
    assert batch.present is not None
    inputs = {"input_ids": batch.input_ids, "attention_mask": batch.present.long()}
    if ORACLES[case.spec.name][""].segments and batch.segment is not None:
        inputs["token_type_ids"] = batch.segment
    if GLOBAL_FEED in batch.feeds:  # theirs finds them by three separators, which these texts lack
        inputs[GLOBAL_FEED] = batch.feeds[GLOBAL_FEED]
    with torch.no_grad():
        inputs = ORACLES[case.spec.name][""].given(model, inputs)
    lengths = batch.present.sum(-1).tolist()
    if case.doubled:
        inputs["mc_token_ids"] = batch.present.sum(-1) - 1
        with torch.no_grad():
            return model(**inputs).mc_logits.reshape(-1, 1)
    left = case.spec.name in LEFT_PADDED
    if left:
        inputs = {name: moved(tensor, lengths, 1) for name, tensor in inputs.items()}
    if case.spec.name in ROW_BY_ROW and len(lengths) > 1:
        return _run_row_by_row(case, model, batch)
    if case.kind == "choice":
        shape = (2, 2) if len(lengths) > 1 else (1, 1)
        inputs = {name: tensor.unflatten(0, shape) for name, tensor in inputs.items()}
    with torch.no_grad():
        output = model(**inputs)
    if case.kind == "choice":
        return output.logits.reshape(-1, 1)
    if case.kind == "sequence":
        return output.logits
    logits = (
        output.logits
        if case.kind == "token"
        else torch.stack([output.start_logits, output.end_logits], dim=-1)
    )
    return moved(logits, lengths, -1) if left else logits


def _run_row_by_row(case: Case, model: Any, batch: Batch) -> Tensor:
    """Their logits of each text without its padding, which they would read."""
    assert batch.present is not None
    found = []
    for row, length in enumerate(batch.present.sum(-1).tolist()):
        parts = {"input_ids": batch.input_ids, "segment": batch.segment, "present": batch.present}
        alone = {
            name: None if one is None else one[row : row + 1, :length]
            for name, one in parts.items()
        }
        found.append(run_theirs(case, model, replace(batch, **alone)))
    if case.kind in ("span", "token"):
        return oracle.pad_rows(found, batch.input_ids.shape[1])
    return torch.cat(found)


def moved(tensor: Tensor, lengths: list[int], direction: int) -> Tensor:
    """Each row shifted by its padding: to the right (1), or back (-1)."""
    padding = [tensor.shape[1] - length for length in lengths]
    return torch.stack(
        [row.roll(direction * by, 0) for row, by in zip(tensor, padding, strict=True)]
    )


def assert_same(case: Case, ours: TaskModel, theirs: Any) -> None:
    batch = collate(texts(case), pad_id=PAD, inputs=case.spec.inputs)
    assert batch.present is not None
    with torch.no_grad():
        mine = ours(batch)
    reference = run_theirs(case, theirs, batch)
    assert mine.shape == reference.shape
    if case.kind in ("span", "token"):
        mine, reference = mine[batch.present], reference[batch.present]
    torch.testing.assert_close(mine, reference, rtol=TOLERANCE, atol=TOLERANCE)


def task_of(loaded: LoadedModel) -> TaskModel:
    assert loaded.task_model is not None
    return loaded.task_model


def random_task(case: Case, **options: Any) -> TaskModel:
    """Ours, with every weight drawn at random."""
    declared = case.spec.task_heads[case.kind]
    model = oracle.random_model(case.spec, SIZE)
    taken = head_options(declared, {**case.said, **options})
    head = declared.build(model, case.num_outputs, **taken)
    labels = LABELS if case.named else ()
    task = TaskModel(model, head, case.kind, labels, "", taken).eval()
    oracle.scatter_weights(task, seed=4)
    return task


def open_theirs(case: Case, folder: Path) -> Any:
    model, report = case.theirs.from_pretrained(
        folder, attn_implementation="eager", output_loading_info=True
    )
    assert not report["missing_keys"] - ORACLES[case.spec.name][""].computed
    assert not report["unexpected_keys"]
    assert not report["mismatched_keys"]
    if case.spec.name not in PADS_ITSELF:
        model.config.pad_token_id = PAD
    if case.spec.name == "led":
        oracle.repeat_last_position(model.led.encoder.embed_positions)
    return model.eval()


@cases
def test_a_fine_tuned_model_that_they_saved_computes_the_same_here(
    case: Case, tmp_path: Path
) -> None:
    theirs = make_theirs(case)
    theirs.save_pretrained(tmp_path)
    loaded = load(tmp_path)
    assert loaded.spec == case.spec
    assert not loaded.report.unexpected
    assert not set(loaded.report.ignored) - ORACLES[case.spec.name][""].computed
    assert not loaded.report.unknown_config_keys
    assert task_of(loaded).kind == case.kind
    assert task_of(loaded).labels == (LABELS if case.named else ())
    assert task_of(loaded).model is loaded.model
    assert_same(case, task_of(loaded), theirs)


@cases
def test_a_fine_tuned_model_that_we_saved_computes_the_same_there(
    case: Case, tmp_path: Path
) -> None:
    ours = random_task(case)
    save_task(ours, case.spec, tmp_path)
    theirs = open_theirs(case, tmp_path)
    if case.named:
        assert tuple(theirs.config.id2label.values()) == LABELS
        assert theirs.config.label2id["neutral"] == 1
    for key, value in case.said.items():
        assert getattr(theirs.config, key) == value
    assert_same(case, ours, theirs)
    again = load(tmp_path)
    assert not again.report.unexpected
    assert task_of(again).options == ours.options
    assert_same(case, task_of(again), theirs)


@cases
def test_a_head_reads_a_copy_of_its_model_and_not_the_original(case: Case) -> None:
    task = random_task(case)
    batch = collate(texts(case), pad_id=PAD, inputs=case.spec.inputs)
    with torch.no_grad():
        before = task(batch)
        double = copy.deepcopy(task)
        for parameter in task.parameters():
            parameter.zero_()
        torch.testing.assert_close(double(batch), before)


@cases
def test_dropout_of_a_head_is_that_of_the_reference(case: Case, tmp_path: Path) -> None:
    """Every rate from config.json, and as many as theirs has beside the base model."""
    said = {key: 0.5 for key in case.spec.task_heads[case.kind].options if "drop" in key}
    theirs = make_theirs(case, **said)
    base = getattr(theirs, theirs.base_model_prefix, None) or theirs.encoder
    inside = {id(part) for part in base.modules()}
    rates = {
        part.p
        for part in theirs.modules()
        if isinstance(part, torch.nn.Dropout) and id(part) not in inside
    }
    if case.spec.name == "t5" and case.kind == "span":  # has no base model as a part
        rates = set()
    theirs.save_pretrained(tmp_path)
    head = task_of(load(tmp_path)).head
    ours = {head.dropout, getattr(head, "first_dropout", 0.0)}
    assert ours - {0.0} == rates - {0.0}


BERT = catalog().architectures["bert"]
SEQUENCE = Case(BERT, "sequence")


def saved(folder: Path, case: Case = SEQUENCE, **said: Any) -> dict[str, Any]:
    """A folder of theirs with these entries in config.json; returns them all."""
    make_theirs(case).save_pretrained(folder)
    path = folder / "config.json"
    entries = {**json.loads(path.read_text()), **said}
    path.write_text(json.dumps(entries))
    return entries


def change(folder: Path, **tensors: Tensor | None) -> None:
    """Other tensors in a folder; None removes one. Names have __ for a dot."""
    path = folder / "model.safetensors"
    held = load_file(path)
    for name, tensor in tensors.items():
        held.pop(name.replace("__", "."), None)
        if tensor is not None:
            held[name.replace("__", ".")] = tensor
    save_file(held, path, metadata={"format": "pt"})


@pytest.mark.parametrize(
    "problem_type", ["regression", "single_label_classification", "multi_label_classification"]
)
def test_the_problem_type_survives(problem_type: str, tmp_path: Path) -> None:
    saved(tmp_path / "theirs", problem_type=problem_type)
    task = task_of(load(tmp_path / "theirs"))
    assert task.problem_type == problem_type
    save_task(task, BERT, tmp_path / "ours")
    assert open_theirs(SEQUENCE, tmp_path / "ours").config.problem_type == problem_type
    assert task_of(load(tmp_path / "ours")).problem_type == problem_type


def test_a_score_has_one_output_without_a_name(tmp_path: Path) -> None:
    theirs = make_theirs(SEQUENCE, id2label={0: "LABEL_0"}, label2id={"LABEL_0": 0})
    theirs.config.problem_type = "regression"
    theirs.save_pretrained(tmp_path / "theirs")
    task = task_of(load(tmp_path / "theirs"))
    assert task.labels == ()
    assert task.num_outputs == 1
    save_task(task, BERT, tmp_path / "ours")
    assert open_theirs(SEQUENCE, tmp_path / "ours").config.num_labels == 1


def test_classes_without_names_are_numbered(tmp_path: Path) -> None:
    theirs = make_theirs(SEQUENCE, id2label={n: f"LABEL_{n}" for n in range(4)})  # label2id has 3
    theirs.save_pretrained(tmp_path)
    assert task_of(load(tmp_path)).labels == ("LABEL_0", "LABEL_1", "LABEL_2", "LABEL_3")


def test_two_classes_of_which_config_json_says_nothing(tmp_path: Path) -> None:
    theirs = make_theirs(SEQUENCE, id2label={0: "a", 1: "b"})
    theirs.save_pretrained(tmp_path)
    path = tmp_path / "config.json"
    entries = json.loads(path.read_text())
    del entries["id2label"], entries["label2id"]
    path.write_text(json.dumps(entries))
    assert task_of(load(tmp_path)).labels == ("LABEL_0", "LABEL_1")


def test_names_of_label2id_count_where_id2label_has_none(tmp_path: Path) -> None:
    saved(
        tmp_path,
        id2label={str(n): f"LABEL_{n}" for n in range(3)},
        label2id={"low": 0, "high": 2, "middle": 1},
    )
    assert task_of(load(tmp_path)).labels == ("low", "middle", "high")


@cases
def test_a_head_without_a_tensor_is_rejected(case: Case, tmp_path: Path) -> None:
    make_theirs(case).save_pretrained(tmp_path)
    rules = case.spec.task_heads[case.kind].rules
    name = str(rules[-1].theirs)
    change(tmp_path, **{name.replace(".", "__"): None})
    with pytest.raises(CheckpointError, match=f"{name} is missing"):
        load(tmp_path)


def test_a_head_of_another_shape_is_rejected(tmp_path: Path) -> None:
    saved(tmp_path, id2label={"0": "a", "1": "b"}, label2id={"a": 0, "b": 1})
    with pytest.raises(CheckpointError, match=r"shape of classifier.weight"):
        load(tmp_path)


def test_a_head_with_more_outputs_than_memory_is_rejected_by_its_shape(tmp_path: Path) -> None:
    saved(tmp_path, id2label=None, label2id=None, num_labels=10**9)
    with pytest.raises(CheckpointError, match=r"shape of classifier.weight"):
        load(tmp_path)


def test_a_head_with_nan_is_rejected(tmp_path: Path) -> None:
    saved(tmp_path)
    change(tmp_path, classifier__bias=torch.tensor([0.0, float("nan"), 0.0]))
    with pytest.raises(CheckpointError, match=r"classifier.bias .* NaN"):
        load(tmp_path)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"id2label": {"0": "a", "2": "b", "3": "c"}}, "id2label must name the classes 0 to 2"),
        ({"id2label": None, "num_labels": 0}, "num_labels must lie between"),
        ({"id2label": None, "num_labels": 10**12}, "num_labels must lie between"),
        ({"id2label": None, "num_labels": "many"}, "num_labels must lie between"),
        ({"problem_type": "ranking"}, "problem_type must be one of"),
        ({"classifier_dropout": "much"}, "classifier_dropout must be a number"),
        ({"classifier_dropout": 1.5}, "classifier_dropout must lie between 0 and 1"),
    ],
)
def test_an_entry_that_no_head_can_have_is_rejected(
    said: dict[str, Any], message: str, tmp_path: Path
) -> None:
    saved(tmp_path, **{"label2id": None, **said})
    with pytest.raises(CheckpointError, match=message) as raised:
        load(tmp_path)
    assert "BertModel" in raised.value.hint


def test_a_summary_that_is_not_supported_is_rejected(tmp_path: Path) -> None:
    saved(tmp_path, Case(catalog().architectures["xlnet"], "sequence"), summary_type="attn")
    with pytest.raises(CheckpointError, match="summary_type = 'attn' is not supported"):
        load(tmp_path)


def test_the_name_of_the_base_class_opens_a_model_without_its_head(tmp_path: Path) -> None:
    saved(tmp_path, architectures=["BertModel"])
    loaded = load(tmp_path)
    assert loaded.task_model is None
    assert set(loaded.report.unexpected) == {"classifier.weight", "classifier.bias"}


def test_pretraining_heads_are_absent_from_a_fine_tuned_folder(tmp_path: Path) -> None:
    save_task(random_task(SEQUENCE), BERT, tmp_path)
    loaded = load(tmp_path)
    assert loaded.heads == ()
    assert "pooler.weight" not in loaded.absent
    assert all(name.startswith(("mlm.", "nsp.")) for name in loaded.absent)


def test_a_model_for_tokens_needs_no_decoder(tmp_path: Path) -> None:
    spec = catalog().architectures["t5"]
    save_task(random_task(Case(spec, "token")), spec, tmp_path / "token")
    loaded = load(tmp_path / "token")
    assert loaded.streams == ("encoder",)
    assert loaded.heads == ()
    states = loaded.model(collate([spec.apply_all_feeds(oracle.model_input([5, 1]), loaded.model)]))
    assert set(states) == {"encoder"}
    save_task(task_of(loaded), spec, tmp_path / "again")
    assert load(tmp_path / "again").hash == loaded.hash


def test_another_model_type_has_the_same_heads(tmp_path: Path) -> None:
    config = transformers.MT5Config(
        vocab_size=61, d_model=32, d_kv=8, d_ff=48, num_layers=2, num_heads=4
    )
    config.id2label = dict(enumerate(LABELS))
    for name, kind in (
        ("MT5ForSequenceClassification", "sequence"),
        ("MT5ForTokenClassification", "token"),
        ("MT5ForQuestionAnswering", "span"),
    ):
        config.id2label = dict(enumerate(LABELS[: 2 if kind == "span" else 3]))
        theirs = getattr(transformers, name)(config).eval()
        theirs.save_pretrained(tmp_path / kind)
        loaded = load(tmp_path / kind)
        assert task_of(loaded).kind == kind
        case = Case(loaded.spec, kind)  # type: ignore[arg-type]
        assert_same(case, task_of(loaded), theirs)


def test_a_head_of_questions_with_a_beam_opens_without_it(tmp_path: Path) -> None:
    config = ORACLES["xlnet"][""].config(SIZE)
    transformers.XLNetForQuestionAnswering(config).save_pretrained(tmp_path)
    loaded = load(tmp_path)
    assert loaded.task_model is None
    assert any(name.startswith("start_logits.") for name in loaded.report.unexpected)


def test_a_fine_tuned_model_is_saved_in_half_precision_with_its_run(tmp_path: Path) -> None:
    save_task(random_task(SEQUENCE), BERT, tmp_path, run={"task": "classification"}, half=True)
    loaded = load(tmp_path)
    assert loaded.stored == ("float16",)
    assert loaded.run == {"task": "classification"}


def test_names_must_be_as_many_as_outputs(tmp_path: Path) -> None:
    task = random_task(SEQUENCE)
    task.labels = ("one", "two")
    with pytest.raises(ValueError, match="2 labels for a head with 3 outputs"):
        save_task(task, BERT, tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_generator_cannot_be_fine_tuned(tmp_path: Path) -> None:
    spec = catalog().architectures["electra"]
    config = ORACLES["electra"]["generator"].config(SIZE)
    transformers.ElectraForMaskedLM(config).save_pretrained(tmp_path)
    model = load(tmp_path).model
    for declared in spec.task_heads.values():
        with pytest.raises(ValueError, match="generator"):
            declared.build(model, 2, **declared.options)


def test_only_the_stream_that_a_head_reads_is_computed() -> None:
    for name in ("electra", "deberta"):
        spec = catalog().architectures[name]
        task = random_task(Case(spec, "token"))
        assert len(task.model.streams) == 2
        assert set(task.states(collate([oracle.model_input([5, 1])]))) == {task.head.stream}


def test_a_state_of_the_whole_text_is_never_one_of_padding() -> None:
    hidden = torch.arange(2 * 4 * 1, dtype=torch.float32).view(2, 4, 1)
    present = torch.tensor([[True, True, False, False], [True] * 4])
    batch = Batch(torch.tensor([[5, 6, 0, 0], [5, 1, 6, 1]]), present=present)
    whole = Batch(batch.input_ids)
    assert last_state(hidden, batch).flatten().tolist() == [1, 7]
    assert last_state(hidden, whole).flatten().tolist() == [3, 7]
    assert mean_state(hidden, batch).flatten().tolist() == [0.5, 5.5]
    assert mean_state(hidden, whole).flatten().tolist() == [1.5, 5.5]
    assert LastOfToken(5)(hidden, batch).flatten().tolist() == [0, 4]
    assert LastOfToken(6)(hidden, batch).flatten().tolist() == [1, 6]
    assert LastOfToken(0)(hidden, batch).flatten().tolist() == [1, 7]  # where it does not occur


def unused(*_: Any) -> Any:
    raise AssertionError


def classification(labels: tuple[str, ...], multi_label: bool = False) -> tuple[TaskSpec, Any]:
    """A task with one head for a text, and a set of examples with these labels."""
    data = LabelledSet("a", "A", "sorting", {}, labels, multi_label=multi_label)
    task = TaskSpec(
        *("sorting", "Sorting", "", "sequence", TextExample, unused, unused, unused, unused),
        metrics={},
        num_outputs=lambda data: len(data.labels) or 1,
        majority=unused,
        intervals=unused,
    )
    return task, data


@pytest.mark.parametrize(
    ("labels", "multi_label", "problem_type"),
    [
        ((), False, "regression"),
        (("no", "yes"), False, "single_label_classification"),
        (("hot", "new"), True, "multi_label_classification"),
    ],
)
def test_a_new_head_says_which_problem_it_solves(
    labels: tuple[str, ...], multi_label: bool, problem_type: str, tmp_path: Path
) -> None:
    task, data = classification(labels, multi_label)
    made = new_task_model(BERT, oracle.random_model(BERT, SIZE), task, data, seed=1)
    save_task(made, BERT, tmp_path)
    again = task_of(load(tmp_path))
    assert (again.labels, again.problem_type) == (labels, problem_type)


def test_a_new_head_takes_its_dropout_from_config_json() -> None:
    task, data = classification(("no", "yes"))
    entries = {"classifier_dropout": 0.25}
    model = oracle.random_model(BERT, SIZE)
    assert new_task_model(BERT, model, task, data, 1, entries).head.dropout == 0.25
    assert new_task_model(BERT, model, task, data, 1).head.dropout == SIZE.dropout


def test_new_heads_are_equal_for_equal_seeds_and_small() -> None:
    task, data = classification(("no", "yes"))
    model = oracle.random_model(BERT, SIZE)
    first, same, other = (
        new_task_model(BERT, model, task, data, seed).head.output.weight for seed in (1, 1, 2)
    )
    assert torch.equal(first, same)
    assert not torch.equal(first, other)
    assert float(first.detach().abs().max()) < 5 * model.config.initializer_range


def test_an_architecture_without_such_a_head_says_what_it_has() -> None:
    gpt1 = catalog().architectures["gpt1"]
    task, data = classification(("no", "yes"))
    with pytest.raises(ValueError, match="has no head for sorting; it has sequence, choice"):
        new_task_model(gpt1, oracle.random_model(gpt1, SIZE), replace(task, head="span"), data, 1)


def test_a_model_of_pretraining_has_no_task(tmp_path: Path) -> None:
    save(oracle.random_model(BERT, SIZE), BERT, tmp_path)
    assert load(tmp_path).task_model is None


@pytest.mark.parametrize("name", ["xlnet", "xlm"])
def test_a_head_that_has_no_place_here_is_named(name: str, tmp_path: Path) -> None:
    """Their classes whose end of an answer depends on its start, which a beam search tries."""
    published = {"xlnet": "XLNetForQuestionAnswering", "xlm": "XLMForQuestionAnswering"}[name]
    reference = getattr(transformers, published)
    reference(ORACLES[name][""].config(SIZE)).save_pretrained(tmp_path)
    loaded = load(tmp_path)
    assert loaded.task_model is None
    assert loaded.unread_class == published
    with_tokenizer = replace(loaded, tokenizer=tiny_tokenizer())
    with pytest.raises(ValueError, match=rf"the head of {published}, which .* {published}Simple,"):
        finetuned_model(with_tokenizer, tmp_path)


def test_a_base_model_and_a_head_that_is_read_are_not_named(tmp_path: Path) -> None:
    config = ORACLES["xlnet"][""].config(SIZE)
    for number, name in enumerate(
        ("XLNetModel", "XLNetLMHeadModel", "XLNetForTokenClassification")
    ):
        folder = tmp_path / str(number)
        getattr(transformers, name)(config).save_pretrained(folder)
        assert load(folder).unread_class == ""


def tiny_tokenizer() -> Tokenizer:
    return wordpiece.train(["a b c"] * 9, 60)


def test_a_fine_tuned_decoder_without_padding_is_batched_by_transformers(tmp_path: Path) -> None:
    spec = catalog().architectures["gpt2"]
    tokenizer = byte_bpe.train(["a dog eats the fish in the garden"] * 9, 300)
    assert tokenizer.pad_id is None
    torch.manual_seed(0)
    model = spec.model_class(spec.config_class.from_size(replace(SIZE, vocab_size=300))).eval()
    head = spec.task_heads["sequence"].build(model, len(LABELS)).eval()
    task = TaskModel(model, head, "sequence", LABELS, "", {})
    save_task(task, spec, tmp_path, tokenizer)
    texts = ["a dog eats the fish in the garden", "a dog"]
    ours = []
    for text in texts:
        batch = collate([ModelInput.clean(tokenizer.encode(text))])
        with torch.no_grad():
            ours.append(task.head(task.states(batch), batch)[0])
    theirs = transformers.AutoModelForSequenceClassification.from_pretrained(tmp_path).eval()
    reader = transformers.AutoTokenizer.from_pretrained(tmp_path)
    with torch.no_grad():
        together = theirs(**reader(texts, padding=True, return_tensors="pt")).logits
    torch.testing.assert_close(torch.stack(ours), together, rtol=TOLERANCE, atol=TOLERANCE)
    again = load(tmp_path)
    assert again.tokenizer is not None
    assert again.tokenizer.encode(texts[0]).ids.tolist() == tokenizer.encode(texts[0]).ids.tolist()
    save_task(task, spec, tmp_path / "ends", tokenizer, pads_with_end=False)
    assert "pad_token_id" not in json.loads((tmp_path / "ends" / "config.json").read_text())
