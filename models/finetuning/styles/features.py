"""Features of a frozen model, read by an LSTM that tags words: the way of ELMo, with BERT's layers.

Devlin et al. (2018), arXiv:1810.04805, section 5.3: the hidden states of one layer or of several,
side by side, are the input of a two-layer bidirectional LSTM, whose output is classified for each
word. It is as wide as the model, in each direction.

features/head.safetensors   its weights, in the folder of the model
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from models.inference.taps import record_taps
from models.layers.task_heads import TaskHead, TaskInputs
from models.runtime.files import replace_file
from models.schema.batch import Batch, LanguageModel, as_module, evaluation_mode
from models.schema.specs import ArchSpec
from models.tasks.base import TaskModel, TaskSpec

NUM_LSTM_LAYERS = 2
WEIGHTS = "features", "head.safetensors"  # of a model folder
LAYERS: Mapping[str, slice] = {  # of the outputs of the layers
    "second_to_last": slice(-2, -1),
    "last": slice(-1, None),
    "last_four": slice(-4, None),
}


class LstmHead(TaskHead):
    """Two bidirectional LSTM layers, dropout and a linear layer: (B, T, F) -> (B, T, C)."""

    def __init__(
        self, stream: str, num_features: int, width: int, num_outputs: int, dropout: float
    ) -> None:
        super().__init__(stream, 2 * width, num_outputs, dropout)
        self.lstm = nn.LSTM(
            num_features, width, NUM_LSTM_LAYERS, batch_first=True, bidirectional=True
        )

    def read(self, hidden: Tensor, batch: TaskInputs) -> Tensor:
        """(B, T, F) -> (B, T, 2D), zeros on padding."""
        if batch.present is None:
            read: Tensor = self.lstm(hidden)[0]
            return read
        packed = pack_padded_sequence(
            hidden, batch.present.sum(1).cpu(), batch_first=True, enforce_sorted=False
        )
        read, _ = pad_packed_sequence(
            self.lstm(packed)[0], batch_first=True, total_length=hidden.shape[1]
        )
        return read


class FeatureModel(TaskModel):
    """A frozen model, read without dropout, and an LSTM that tags words by some of its states."""

    def __init__(
        self, model: LanguageModel, head: LstmHead, paths: list[str], labels: tuple[str, ...]
    ) -> None:
        super().__init__(model, head, "token", labels)
        self.paths = paths

    def states(self, batch: Batch) -> dict[str, Tensor]:
        """The features (B, T, F) by the stream that the head reads."""
        with (
            torch.no_grad(),
            evaluation_mode(self.model),
            record_taps(self.model, self.paths) as states,
        ):
            super().states(batch)
        return {self.head.stream: torch.cat([states[path] for path in self.paths], dim=-1)}


def new_feature_model(
    spec: ArchSpec,
    model: LanguageModel,
    task: TaskSpec,
    labels: tuple[str, ...],
    features: str,
    seed: int,
) -> FeatureModel:
    """A model with a fresh LSTM. Raises ValueError where the task tags no words."""
    declared = spec.task_heads.get("token")
    if task.head != "token" or declared is None:
        raise ValueError(
            f'style "features" tags words; {spec.title} does not learn {task.title.lower()} so'
        )
    usual = str(declared.build(model, 1, **declared.options).stream)
    stream = (
        usual if usual in model.streams else model.streams[0]
    )  # a head may read a mix of layers
    entrance, *layers = model.hidden_taps(stream)
    paths = [entrance] if features == "embeddings" else layers[LAYERS[features]]
    if not paths:
        raise ValueError(f"{spec.title} has too few layers here for the features {features!r}")
    size = model.config.size
    torch.manual_seed(seed)
    head = LstmHead(stream, len(paths) * size.width, size.width, len(labels), size.dropout)
    return FeatureModel(model, head.to(next(as_module(model).parameters()).device), paths, labels)


def save_feature_head(model: FeatureModel, folder: Path) -> None:
    """Write the LSTM and its linear layer, not the pretrained model. Raises OSError."""
    path = folder.joinpath(*WEIGHTS)
    path.parent.mkdir(parents=True, exist_ok=True)
    weights = {name: p.detach().cpu().contiguous() for name, p in model.head.named_parameters()}
    with replace_file(path) as temporary:
        save_file(weights, temporary)


def open_feature_model(
    folder: Path,
    spec: ArchSpec,
    model: LanguageModel,
    task: TaskSpec,
    labels: tuple[str, ...],
    features: str,
) -> FeatureModel:
    """A saved LSTM with its pretrained model. Raises ValueError for a damaged folder, OSError."""
    made = new_feature_model(spec, model, task, labels, features, seed=0)
    path = folder.joinpath(*WEIGHTS)
    try:
        made.head.load_state_dict(load_file(path))
    except (SafetensorError, KeyError, RuntimeError) as error:
        raise ValueError(f"{path} is damaged ({error}). Fine-tune the model again.") from error
    return made.eval()
