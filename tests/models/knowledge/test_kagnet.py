"""KagNet: each step computed by hand on tiny graphs, and a short training from end to end."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from models.data.labelled_sets import open_set
from models.finetuning.recipe import FineTuningRecipe
from models.finetuning.run import open_finetuned
from models.finetuning.trainer import FineTuningFinished, finetune
from models.knowledge.kagnet.batches import graph_batch
from models.knowledge.kagnet.model import (
    GraphConvolution,
    KagNet,
    KagNetConfig,
    grouped_softmax,
    pooled_by,
)
from models.knowledge.kagnet.pipeline import WITH_PATHS, WITHOUT_BEST, KagNetPipeline
from models.knowledge.kagnet.recipe import GraphRecipe
from models.knowledge.paths import KnowledgePath, SchemaGraph
from models.runtime.generators import run_to_end
from tests.models import second_device
from tests.models.second_device import SecondDevice, without_inference_mode

CONFIG = KagNetConfig(statement=2, concept=3, hidden=4, node=2, path=3, pair=5, dropout=0.0)
SHORT = KnowledgePath((0, 2), ((0, False),))
LONG = KnowledgePath((0, 1, 2), ((1, True), (0, False)))
OTHER = KnowledgePath((1, 2), ((0, False),))
SCHEMA = SchemaGraph(
    (0, 1), (2,), (SHORT, LONG, OTHER), (0, 1, 2), ((0, 0, 2), (1, 1, 0), (1, 0, 2))
)
LONE = SchemaGraph((3,), (), (), (3,), ())


@pytest.fixture
def kagnet() -> KagNet:
    torch.manual_seed(0)
    made = KagNet(CONFIG, torch.randn(4, 3), torch.randn(2, 3))
    return made.eval()


def test_convolution_sums_the_neighbours_and_not_the_node_itself() -> None:
    layer = GraphConvolution(2, 2)
    with torch.no_grad():
        layer.output.weight.copy_(torch.tensor([[1.0, 0.0], [0.0, -1.0]]))
        layer.output.bias.copy_(torch.tensor([0.5, 0.0]))
    nodes = torch.tensor([[1.0, 1.0], [2.0, -3.0], [4.0, 5.0]])
    edges = torch.tensor([[0, 1, 1, 2], [1, 0, 2, 1]])  # a chain: 0 - 1 - 2
    expected = torch.tensor([[2.5, 3.0], [5.5, 0.0], [2.5, 3.0]])  # of [2 -3], [5 6], [2 -3]
    torch.testing.assert_close(layer(nodes, edges), expected)


def test_a_softmax_is_within_each_group() -> None:
    scores = torch.tensor([0.0, 1.0, 50.0, 2.0])
    found = grouped_softmax(scores, torch.tensor([0, 0, 1, 2]), 4)
    share = 1 / (1 + np.e)
    torch.testing.assert_close(found, torch.tensor([share, 1 - share, 1.0, 1.0]).float())
    rows = torch.tensor([[1.0], [2.0], [4.0], [8.0]])
    summed = pooled_by(rows, torch.tensor([0, 0, 1, 2]), 4)
    assert summed[:, 0].tolist() == [3.0, 4.0, 8.0, 0.0]


def test_a_batch_has_nodes_of_each_statement_and_edges_in_both_directions() -> None:
    batch = graph_batch([SCHEMA, LONE, SCHEMA], num_relations=2)
    assert batch.entities.tolist() == [0, 1, 2, 3, 0, 1, 2]
    assert batch.edges.T[:6].tolist() == [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]]
    assert batch.pair_statement.tolist() == [0, 0, 2, 2]
    assert batch.path_pair.tolist() == [0, 0, 1, 2, 2, 3]
    assert batch.path_nodes[:3].tolist() == [[0, 2, 0], [0, 1, 2], [1, 2, 0]]
    assert batch.path_relations[:3].tolist() == [[0, -1, -1], [3, 0, -1], [0, -1, -1]]


def _by_hand(kagnet: KagNet, statement: Tensor) -> tuple[Tensor, list[Tensor], Tensor]:
    """Logit, attention over the paths of each pair, and over the pairs, one path at a time."""
    concept = kagnet.entities
    both = torch.cat((kagnet.relations[:2], torch.zeros(1, 3)))
    neighbours = {0: [1, 2], 1: [0, 2], 2: [0, 1]}

    def convolved(layer: GraphConvolution, nodes: Tensor) -> Tensor:
        summed = torch.stack(
            [sum((nodes[o] for o in neighbours[n]), torch.zeros(())) for n in neighbours]
        )
        return (summed @ layer.output.weight.T + layer.output.bias).relu()

    state = convolved(kagnet.second, convolved(kagnet.first, concept[:3]))
    node = torch.cat((concept[:3], state), 1)
    steps = {
        SHORT: [(0, both[0]), (2, both[2])],
        LONG: [(0, -both[1]), (1, both[0]), (2, both[2])],
        OTHER: [(1, both[0]), (2, both[2])],
    }
    encoded = {path: _last_state(kagnet, node, steps[path]) for path in steps}
    pairs, attention, pooled = [], [], []
    for start, paths in ((0, (SHORT, LONG)), (1, (OTHER,))):
        pair = kagnet.pair(torch.cat((node[start], node[2], statement)))
        states = torch.stack([encoded[path] for path in paths])
        alpha = (states @ kagnet.path_query(pair)).softmax(0)
        pairs.append(pair)
        attention.append(alpha)
        pooled.append(alpha @ states)
    beta = (torch.stack(pairs) @ kagnet.pair_query(statement)).softmax(0)
    graph = sum(b * torch.cat((p, r)) for b, p, r in zip(beta, pairs, pooled, strict=True))
    assert isinstance(graph, Tensor)
    return kagnet.output(torch.cat((graph, statement)))[0], attention, beta


def _last_state(kagnet: KagNet, node: Tensor, steps: list[tuple[int, Tensor]]) -> Tensor:
    rows = torch.stack([torch.cat((node[place], kind)) for place, kind in steps])
    states: Tensor = kagnet.lstm(rows[None])[0]
    return states[0, -1]


def test_score_and_attentions_are_those_computed_one_path_at_a_time(kagnet: KagNet) -> None:
    statements = torch.randn(3, 2)
    with torch.no_grad():
        found = kagnet(statements, graph_batch([SCHEMA, LONE, SCHEMA], num_relations=2))
        for place, statement, paths, pairs in ((0, 0, 0, 0), (2, 2, 3, 2)):
            logit, attention, beta = _by_hand(kagnet, statements[statement])
            torch.testing.assert_close(found.logits[place], logit)
            torch.testing.assert_close(
                found.path_attention[paths : paths + 3], torch.cat(attention)
            )
            torch.testing.assert_close(found.pair_attention[pairs : pairs + 2], beta)


def test_a_statement_without_paths_has_zeros_for_concepts_and_paths(kagnet: KagNet) -> None:
    statement = torch.randn(1, 2)
    with torch.no_grad():
        found = kagnet(statement, graph_batch([LONE], num_relations=2)).logits[0]
        pair = kagnet.pair(torch.cat((torch.zeros(10), statement[0])))
        expected = kagnet.output(torch.cat((pair, torch.zeros(3), statement[0])))[0]
    torch.testing.assert_close(found, expected)


def test_every_parameter_has_a_gradient_even_where_a_batch_has_no_paths(kagnet: KagNet) -> None:
    kagnet(torch.randn(1, 2), graph_batch([LONE], num_relations=2)).logits.sum().backward()
    assert all(parameter.grad is not None for parameter in kagnet.parameters())


def test_the_embeddings_do_not_learn(kagnet: KagNet) -> None:
    assert not any(name in ("entities", "relations") for name, _ in kagnet.named_parameters())


# A short training -------------------------------------------------------------------------------


def recipe(**graph: object) -> FineTuningRecipe:
    table = {"embedding_epochs": 3, "path_width": 16, "pair_width": 16, **graph}
    return FineTuningRecipe.from_dict(
        {
            "model": "bert-mini",
            "data": "world:commonsense:en",
            "style": "graph",
            "way": "head",
            "num_examples": 24,
            "epochs": 1,
            "batch_size": 8,
            "graph": table,
        }
    )


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> FineTuningFinished:
    """A run that is stopped after its first step, resumed, and finished."""
    folder = tmp_path_factory.mktemp("kagnet") / "run"
    data = open_set("world:commonsense:en")
    small = type(data)(
        **{
            **vars(data),
            "splits": {"train": data.examples("train"), "dev": data.examples("dev", 10)},
        }
    )
    from models.finetuning.trainer import FineTuningStep, finetune_on

    started = finetune_on(recipe(), small, folder)
    for report in started:
        if isinstance(report, FineTuningStep):
            break
    started.close()
    return run_to_end(finetune_on(recipe(), small, folder, resume=True))


def test_a_run_writes_a_model_that_answers_the_same_when_opened(
    trained: FineTuningFinished,
) -> None:
    assert set(trained.metrics) == {"accuracy", WITHOUT_BEST, WITH_PATHS}
    assert trained.steps == 3
    model = open_finetuned(trained.folder)
    assert isinstance(model.pipeline, KagNetPipeline)
    data = model.match_classes(open_set("world:commonsense:en"))
    examples = data.examples("dev", 10)
    rows = model.pipeline.rows(examples, data)
    predictions = model.pipeline.predict(rows, examples, data)
    metrics = model.pipeline.task.measure(predictions, examples, data)
    assert metrics == pytest.approx(trained.metrics)


def test_weights_of_paths_add_up_to_one_and_a_choice_without_paths_is_text_alone(
    trained: FineTuningFinished,
) -> None:
    pipeline = open_finetuned(trained.folder).pipeline
    assert isinstance(pipeline, KagNetPipeline)
    known = pipeline.score_question("What does one use for planting flowers?", ("trowel", "xyz"))
    assert known[0].weights.sum() == pytest.approx(1, abs=1e-5)
    assert known[0].best_path is not None
    assert known[1].best_path is None
    assert len(known[1].weights) == 0


def test_losses_and_scores_of_another_device_are_those_of_the_cpu(
    trained: FineTuningFinished,
) -> None:
    pipeline = open_finetuned(trained.folder).pipeline
    assert isinstance(pipeline, KagNetPipeline)
    pipeline.module.eval()
    data = open_set("world:commonsense:en")
    groups = pipeline.row_groups(data.examples("dev", 4), data)
    rows = [row for group in groups for row in group.rows]
    with without_inference_mode():
        loss, scored = pipeline.loss(groups).detach(), pipeline.score_rows(rows)
        with SecondDevice():
            second_device.move(pipeline.module)
            moved = pipeline.loss(groups)
            torch.autograd.backward(moved)
            found = pipeline.score_rows(rows)
    torch.testing.assert_close(second_device.numbers(moved.detach()), loss)
    for one, expected in zip(found, scored, strict=True):
        assert one.logit == pytest.approx(expected.logit, abs=1e-5)
        np.testing.assert_allclose(one.weights, expected.weights, atol=1e-5)


def test_only_the_graph_module_learns_where_the_head_learns_alone(
    trained: FineTuningFinished,
) -> None:
    pipeline = open_finetuned(trained.folder).pipeline
    base = open_finetuned_base()
    for name, parameter in pipeline.model.named_parameters():  # type: ignore[attr-defined]
        torch.testing.assert_close(parameter, base[name])


def open_finetuned_base() -> dict[str, nn.Parameter]:
    from models.checkpoints.checkpoint import load
    from models.runtime.resources import checkpoint_folder

    return dict(load(checkpoint_folder("bert-mini")).model.named_parameters())  # type: ignore[attr-defined]


def test_a_recipe_with_a_graph_is_the_same_after_toml(tmp_path: Path) -> None:
    made = recipe(edges="shuffled")
    path = tmp_path / "recipe.toml"
    path.write_text(made.to_toml(), encoding="utf-8")
    assert FineTuningRecipe.read(path) == made
    assert FineTuningRecipe.from_dict(made.to_dict()) == made


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"style": "head", "graph": {}}, 'style "graph"'),
        ({"style": "graph", "graph": {"edges": "some"}}, "edges must be one of"),
        ({"style": "graph", "graph": {"layer": 0}}, "counted from the last"),
        ({"style": "graph", "graph": {"max_length": 0}}, "at least 1"),
        ({"style": "graph", "class_weights": True}, "class_weights"),
    ],
)
def test_impossible_recipes_are_rejected(values: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        FineTuningRecipe.from_dict({"model": "bert-mini", "data": "d", **values})


def test_a_task_without_choices_is_rejected(tmp_path: Path) -> None:
    made = FineTuningRecipe("bert-mini", "world:sentiment:en", style="graph", num_examples=4,
                            graph=GraphRecipe(embedding_epochs=1))  # fmt: skip
    with pytest.raises(ValueError, match="tasks with choices"):
        run_to_end(finetune(made, tmp_path / "run"))
