"""A pretrained model with a KagNet: how it learns choices, and what it says about them.

The loss is that of the authors (margin ranking, the right choice against each wrong one). Their
optimizer is Adam with AMSGrad at 1e-3; here it is that of fine-tuning, AdamW with a warm-up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

import numpy as np
import torch
from torch import Tensor, nn

from models.finetuning.batches import (
    InputRow,
    RowGroup,
    collate_rows,
    evaluation_batches,
    group_by_example,
    make_rows,
)
from models.inference.taps import attach_listeners
from models.knowledge.kagnet.batches import GraphBatch, graph_batch
from models.knowledge.kagnet.model import KagNet, KagNetConfig, KagNetOutput
from models.knowledge.kagnet.source import Knowledge
from models.knowledge.paths import KnowledgePath, PathFinder, SchemaGraph
from models.schema.batch import Batch, LanguageModel, as_module, evaluation_mode
from models.schema.records import FloatArray
from models.schema.specs import ArchSpec, TaskHeadSpec
from models.tasks.base import Feature, Metrics, Prediction, TaskSpec
from models.tasks.choice import ChoiceDetails, ChoiceRow
from models.tasks.choice import measure as measure_accuracy
from models.tasks.examples import ChoiceExample, Example, LabelledSet
from models.tokenization import Tokenizer

NO_GRAPH = SchemaGraph((), (), (), (), ())
WITHOUT_BEST = "without_best_path"
WITH_PATHS = "with_paths"
METRICS = {
    WITHOUT_BEST: "the accuracy when each choice loses the path with the largest weight",
    WITH_PATHS: "share of questions of which at least one choice has a path",
}


@dataclass(frozen=True)
class SchemaRow(ChoiceRow):
    """Which choice an input has, and its schema graph; `Feature.extra` of style "graph"."""

    schema: SchemaGraph


@dataclass(frozen=True)
class GraphDetails(ChoiceDetails):
    """Details with the answer without each choice's best path, and whether there is any path."""

    without_best: int
    has_paths: bool


@dataclass(frozen=True, eq=False)
class ChoiceScore:
    """What the model says of one choice.

    `weights` (P,) of the paths of its schema graph are the attention of a path times that of its
    pair, and add up to one; `logit` is that of the score.
    """

    schema: SchemaGraph
    logit: float
    weights: FloatArray

    @property
    def best_path(self) -> KnowledgePath | None:
        """The path with the largest weight."""
        return self.schema.paths[int(self.weights.argmax())] if len(self.weights) else None


class GraphModel(nn.Module):
    """A pretrained model that makes statement vectors, and the KagNet that reads them."""

    def __init__(self, model: LanguageModel, kagnet: KagNet) -> None:
        super().__init__()
        self.model = as_module(model)
        self.kagnet = kagnet


def new_graph_model(model: LanguageModel, knowledge: Knowledge, seed: int) -> GraphModel:
    """A model with a fresh KagNet of the widths of a recipe, on the same device."""
    recipe, transe = knowledge.recipe, knowledge.transe
    torch.manual_seed(seed)
    config = KagNetConfig(
        statement=model.config.size.width,
        concept=transe.size,
        path=recipe.path_width,
        pair=recipe.pair_width,
    )
    tables = (torch.from_numpy(np.array(one)) for one in (transe.entities, transe.relations))
    device = next(as_module(model).parameters()).device
    return GraphModel(model, KagNet(config, *tables).to(device))


@dataclass(frozen=True, eq=False)
class KagNetPipeline:
    """A GraphModel and the graph that it reads. Statement vectors are states of `stream`."""

    graph_model: GraphModel
    spec: ArchSpec
    task: TaskSpec
    tokenizer: Tokenizer
    max_length: int
    knowledge: Knowledge
    finder: PathFinder
    head: TaskHeadSpec
    stream: str

    @classmethod
    def of(
        cls,
        graph_model: GraphModel,
        spec: ArchSpec,
        task: TaskSpec,
        tokenizer: Tokenizer,
        max_length: int,
        knowledge: Knowledge,
    ) -> KagNetPipeline:
        """Raises ValueError where the task has no choices, or the model no head for them."""
        if task.head != "choice":
            raise ValueError(
                f'style "graph" is for tasks with choices, not for {task.title.lower()}'
            )
        declared = spec.task_heads.get("choice") or spec.task_heads.get("sequence")
        if declared is None:
            raise ValueError(f"{spec.title} has no head for texts, so it gives no statement vector")
        model = cast(LanguageModel, graph_model.model)
        stream = str(declared.build(model, 1, **declared.options).stream)
        if -knowledge.recipe.layer > len(model.hidden_taps(stream)):
            count = len(model.hidden_taps(stream))
            raise ValueError(f"layer must be at least {-count}: this model has {count} states")
        task = replace(task, measure=measure, metrics={**task.metrics, **METRICS})
        finder = knowledge.finder
        return cls(
            graph_model, spec, task, tokenizer, max_length, knowledge, finder, declared, stream
        )

    @property
    def module(self) -> nn.Module:
        return self.graph_model

    @property
    def model(self) -> LanguageModel:
        return cast(LanguageModel, self.graph_model.model)

    # Inputs ---------------------------------------------------------------------------------------

    def rows(self, examples: Sequence[Example], data: LabelledSet) -> list[InputRow]:
        features = [
            self._add_schema(feature, example)
            for index, example in enumerate(examples)
            for feature in self.task.encode(example, index, data, self.tokenizer, self.max_length)
        ]
        return make_rows(features, self.spec, self.model, self.head)

    def row_groups(self, examples: Sequence[Example], data: LabelledSet) -> list[RowGroup]:
        return group_by_example(self.rows(examples, data))

    def _add_schema(self, feature: Feature, example: Example) -> Feature:
        assert isinstance(example, ChoiceExample)
        row: ChoiceRow = feature.extra
        schema = self.schema(example.context, example.choices[row.choice])
        return replace(feature, extra=SchemaRow(row.choice, row.num_choices, schema))

    def schema(self, question: str, choice: str) -> SchemaGraph:
        if self.knowledge.recipe.edges == "none":
            return NO_GRAPH
        return self.finder.schema(question, choice)

    # Learning -------------------------------------------------------------------------------------

    def loss(self, groups: Sequence[RowGroup]) -> Tensor:
        """The mean of max(0, margin - right + wrong) over the wrong choices of a batch."""
        rows = [row for group in groups for row in group.rows]
        scores = self._output(rows).logits.float().sigmoid()
        right, wrong, start = [], [], 0
        for group in groups:
            target = start + group.rows[0].feature.target
            others = [n for n in range(start, start + len(group.rows)) if n != target]
            right += [target] * len(others)
            wrong += others
            start += len(group.rows)
        margin = self.knowledge.recipe.margin
        return (margin - scores[right] + scores[wrong]).clamp(min=0).mean()

    def _output(self, rows: Sequence[InputRow]) -> KagNetOutput:
        device = next(self.graph_model.kagnet.parameters()).device
        batch = collate_rows(rows, self.spec, self.tokenizer, targets=False).to(device)
        output: KagNetOutput = self.graph_model.kagnet(self._statements(batch), self._graphs(rows))
        return output

    def _graphs(self, rows: Sequence[InputRow]) -> GraphBatch:
        device = next(self.graph_model.kagnet.parameters()).device
        schemas = [row.feature.extra.schema for row in rows]
        return graph_batch(schemas, len(self.knowledge.graph.relations)).to(device)

    def _statements(self, batch: Batch) -> Tensor:
        """Statement vectors (B, D). A model that does not learn is read without dropout."""
        model = self.graph_model.model
        if any(parameter.requires_grad for parameter in model.parameters()):
            return self._pool_statements(batch)
        with torch.no_grad(), evaluation_mode(model):
            return self._pool_statements(batch)

    def _pool_statements(self, batch: Batch) -> Tensor:
        states: list[Tensor] = []
        tap = self.model.hidden_taps(self.stream)[self.knowledge.recipe.layer]
        with attach_listeners(self.graph_model.model, {tap: states.append}):
            self.graph_model.model(batch)
        (hidden,) = states  # (B, T, D)
        if self.knowledge.recipe.pooling == "first":
            return hidden[:, 0]
        if batch.present is None:
            return hidden.mean(1)
        present = batch.present[..., None].to(hidden)
        return (hidden * present).sum(1) / present.sum(1)

    # Answers --------------------------------------------------------------------------------------

    def predict(
        self, rows: Sequence[InputRow], examples: Sequence[Example], data: LabelledSet
    ) -> list[Prediction]:
        """Predictions of the task, with GraphDetails."""
        scored = self.score_rows(rows)
        found = self._answers(scored, rows, examples, data)
        lesser = self._answers(
            self.score_rows(remove_best_path(rows, scored)), rows, examples, data
        )
        some = [False] * len(examples)
        for row, one in zip(rows, scored, strict=True):
            some[row.feature.example] |= bool(one.schema.paths)
        return [
            replace(one, details=GraphDetails(one.details.ranked, other.answer, has_paths))
            for one, other, has_paths in zip(found, lesser, some, strict=True)
        ]

    def _answers(
        self,
        scored: Sequence[ChoiceScore],
        rows: Sequence[InputRow],
        examples: Sequence[Example],
        data: LabelledSet,
    ) -> list[Prediction]:
        logits = [np.array([one.logit], dtype=np.float32) for one in scored]
        return self.task.predict(logits, [row.feature for row in rows], examples, data)

    @torch.inference_mode()
    def score_rows(self, rows: Sequence[InputRow]) -> list[ChoiceScore]:
        """Logit and attention of each row."""
        scored: list[ChoiceScore | None] = [None] * len(rows)
        with evaluation_mode(self.module):
            for indices in evaluation_batches(rows):
                chosen = [rows[index] for index in indices]
                for index, one in zip(indices, self._score_rows(chosen), strict=True):
                    scored[index] = one
        return [one for one in scored if one is not None]

    def _score_rows(self, rows: Sequence[InputRow]) -> list[ChoiceScore]:
        output, graphs = self._output(rows), self._graphs(rows)
        pair = graphs.path_pair
        weights = (output.path_attention * output.pair_attention[pair]).float().cpu().numpy()
        statement = graphs.pair_statement[pair].cpu().numpy()
        return [
            ChoiceScore(row.feature.extra.schema, float(logit), weights[statement == place])
            for place, (row, logit) in enumerate(zip(rows, output.logits, strict=True))
        ]

    def score_question(self, question: str, choices: Sequence[str]) -> list[ChoiceScore]:
        """Score the choices of one question. Raises DataError as the task does."""
        return self.score_rows(self.question_rows(question, choices))

    def question_rows(self, question: str, choices: Sequence[str]) -> list[InputRow]:
        example = ChoiceExample("question", question, tuple(choices))
        return self.rows([example], LabelledSet("question", "Question", self.task.name, {}))


def remove_best_path(rows: Sequence[InputRow], scored: Sequence[ChoiceScore]) -> list[InputRow]:
    """Return the rows, each without the path that has the largest weight."""
    return [
        row if one.best_path is None else replace_schema(row, one.schema.remove_path(one.best_path))
        for row, one in zip(rows, scored, strict=True)
    ]


def replace_schema(row: InputRow, schema: SchemaGraph) -> InputRow:
    """The row with another schema graph."""
    extra = replace(row.feature.extra, schema=schema)
    return replace(row, feature=replace(row.feature, extra=extra))


def measure(
    predictions: Sequence[Prediction], examples: Sequence[Example], data: LabelledSet
) -> Metrics:
    """Accuracy, accuracy without the best paths, and the share of questions with a path."""
    known = [
        (prediction.details, example.label)
        for prediction, example in zip(predictions, examples, strict=True)
        if isinstance(example, ChoiceExample) and example.label is not None
    ]
    metrics = dict(measure_accuracy(predictions, examples, data))
    if all(isinstance(details, GraphDetails) for details, _ in known):  # not a constant answer
        without = [details.without_best == label for details, label in known]
        metrics[WITHOUT_BEST] = sum(without) / len(known)
        metrics[WITH_PATHS] = sum(details.has_paths for details, _ in known) / len(known)
    return metrics
