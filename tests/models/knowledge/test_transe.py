"""TransE: its step against autograd, its ranks against a plain loop, and its files."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from models.knowledge.graph import KnowledgeGraph
from models.knowledge.names import Entity, Integers
from models.knowledge.transe import (
    TransE,
    TransERecipe,
    evaluate,
    frequency_ranks,
    open_transe,
    split_triples,
    train_transe,
)
from models.runtime.generators import run_to_end

RECIPE = TransERecipe(size=16, epochs=150, batch_size=64)


@pytest.fixture(scope="module")
def graph() -> KnowledgeGraph:
    """Two circles of 24 in opposite directions, in which everything but a fact is repeated."""
    rows = [(i, 0, (i + 1) % 24) for i in range(24)] + [((i + 1) % 24, 1, i) for i in range(24)]
    rows += [(i, 2, 24 + i % 3) for i in range(24)]
    return KnowledgeGraph.of([Entity(i, f"e{i}") for i in range(27)], ("next", "last", "of"), rows)


@pytest.fixture(scope="module")
def trained(graph: KnowledgeGraph) -> TransE:
    return run_to_end(train_transe(graph, RECIPE))


def test_true_triples_come_before_others(graph: KnowledgeGraph, trained: TransE) -> None:
    metrics = evaluate(trained, graph, graph.triples)
    assert metrics.hits_at_10 > 0.9
    assert metrics.mean_rank < 5
    true = trained.score(*graph.triples.T)
    wrong = trained.score(graph.triples[:, 0], graph.triples[:, 1], graph.triples[::-1, 2])
    assert true.mean() > wrong.mean() + 0.3
    assert int(trained.score(0, 2, np.arange(len(graph.entities))).argmax()) == 24


def test_the_seed_decides_the_result_and_progress_is_told(graph: KnowledgeGraph) -> None:
    recipe = replace(RECIPE, epochs=3)
    reports = list(train_transe(graph, recipe))
    assert [report.epoch for report in reports] == [1, 2, 3]
    assert reports[0].loss > reports[-1].loss > 0
    first, second = (run_to_end(train_transe(graph, recipe)) for _ in range(2))
    assert np.array_equal(first.entities, second.entities)
    np.testing.assert_allclose(np.linalg.norm(first.entities, axis=1), 1, rtol=1e-5)


@pytest.mark.parametrize("norm", [1, 2])
def test_gradients_are_those_of_autograd(graph: KnowledgeGraph, norm: int) -> None:
    """The first step of AdaGrad divides a gradient by its own size: compared before it."""
    from models.knowledge.transe import _TransETrainer

    recipe = TransERecipe(size=8, norm=1 if norm == 1 else 2, negatives=3, seed=5)
    trainer = _TransETrainer(27, 3, recipe)
    before = trainer.entities.clone().requires_grad_(), trainer.relations.clone().requires_grad_()
    state = trainer.generator.get_state()
    batch = torch.from_numpy(np.array(graph.triples[::5]))
    updates: list[tuple[torch.Tensor, torch.Tensor]] = []
    trainer._update = lambda table, squares, rows, slopes, rate: updates.append(  # type: ignore[method-assign]
        (torch.zeros_like(table).index_add_(0, rows, slopes), rows)
    )
    loss = trainer.step(batch, 1.0)
    replay = torch.Generator()
    replay.set_state(state)
    expected = _loss(before, batch, recipe, replay)
    expected.backward()  # type: ignore[no-untyped-call]
    assert loss == pytest.approx(float(expected.detach()), rel=1e-5)
    for (found, _), table in zip(updates, before, strict=True):
        torch.testing.assert_close(found, table.grad, rtol=1e-4, atol=1e-5)


def _loss(
    tables: tuple[torch.Tensor, torch.Tensor],
    batch: torch.Tensor,
    recipe: TransERecipe,
    generator: torch.Generator,
) -> torch.Tensor:
    """The margin loss of Bordes et al., written as the paper has it."""
    shape = len(batch), recipe.negatives
    replaced = torch.randint(len(tables[0]), shape, generator=generator)
    is_head = torch.rand(shape, generator=generator) < 0.5

    def distance(head: torch.Tensor, kind: torch.Tensor, tail: torch.Tensor) -> torch.Tensor:
        offset = tables[0][head] + tables[1][kind] - tables[0][tail]
        return torch.linalg.vector_norm(offset, recipe.norm)

    total = torch.zeros(())
    for row, (head, kind, tail) in enumerate(batch):
        for one in range(recipe.negatives):
            other = replaced[row, one]
            wrong = (other, tail) if is_head[row, one] else (head, other)
            difference = distance(head, kind, tail) - distance(wrong[0], kind, wrong[1])
            total = total + torch.relu(recipe.margin + difference) / recipe.negatives
    return total


def test_ranks_leave_out_known_triples_and_ties_share_their_rank(graph: KnowledgeGraph) -> None:
    rng = np.random.default_rng(3)
    entities = rng.integers(-1, 2, (27, 2)).astype(np.float32)  # with many ties
    transe = TransE(entities, rng.normal(size=(3, 2)).astype(np.float32))
    rows = graph.triples[::4]
    metrics = evaluate(transe, graph, rows)
    assert metrics.ranks.tolist() == [
        [plain_rank(transe, graph, row, 0), plain_rank(transe, graph, row, 2)] for row in rows
    ]
    assert metrics.as_dict()["hits_at_10"] == metrics.hits_at(10)


def plain_rank(transe: TransE, graph: KnowledgeGraph, row: Integers, column: int) -> float:
    own = transe.score(*row)
    better = equal = 0
    for entity in range(27):
        other = row.copy()
        other[column] = entity
        if not graph.contains(*other):
            score = transe.score(*other)
            equal += np.isclose(score, own)
            better += score > own and not np.isclose(score, own)
    return 1 + better + equal / 2


def test_frequency_alone_ranks_the_common_tail_first(graph: KnowledgeGraph) -> None:
    metrics = frequency_ranks(graph, graph.triples, graph.triples[graph.triples[:, 1] == 2])
    assert metrics.ranks[:, 1].max() <= 2
    with pytest.raises(ValueError, match="no held-out triples"):
        frequency_ranks(graph, graph.triples, graph.triples[:0])


def test_what_is_held_out_has_its_parts_in_training(graph: KnowledgeGraph) -> None:
    train, held_out = split_triples(graph, 0.3, seed=2)
    assert len(held_out) == int(0.3 * len(graph.triples))
    assert set(map(tuple, train)).isdisjoint(map(tuple, held_out))
    assert len(train) + len(held_out) == len(graph.triples)
    assert set(held_out[:, [0, 2]].ravel()) <= set(train[:, [0, 2]].ravel())
    assert set(held_out[:, 1]) <= set(train[:, 1])
    assert np.array_equal(split_triples(graph, 0.3, seed=2)[1], held_out)
    assert len(split_triples(graph, 0.3, most=2)[1]) == 2
    alone = KnowledgeGraph.of([Entity(0, "a"), Entity(1, "b")], ["r"], [(0, 0, 1)])
    assert len(split_triples(alone, 0.9)[1]) == 0


def test_embeddings_are_saved_once_and_belong_to_one_graph(
    graph: KnowledgeGraph, trained: TransE, tmp_path: Path
) -> None:
    path = tmp_path / "transe.safetensors"
    trained.save(path)
    again = open_transe(path, graph)
    assert np.array_equal(again.entities, trained.entities)
    assert (again.norm, dict(again.recipe)) == (trained.norm, dict(trained.recipe))
    with pytest.raises(FileExistsError, match="exists already"):
        trained.save(path)
    other = KnowledgeGraph.of(graph.entities, ["a", "b", "c"], graph.triples)
    with pytest.raises(ValueError, match="of another graph"):
        open_transe(path, other)
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(ValueError, match="cannot be read"):
        open_transe(path)


def test_neighbours_and_cosine_scores_are_within_their_range(trained: TransE) -> None:
    near = trained.nearest(0, 5)
    assert len(near) == 5
    assert all(entity != 0 and -1.001 <= cosine <= 1.001 for entity, cosine in near)
    scores = trained.cosine_score(np.arange(5), np.zeros(5, int), np.arange(1, 6))
    assert ((scores >= 0) & (scores <= 1)).all()
    assert scores.mean() > trained.cosine_score(np.arange(1, 6), 0, np.arange(5)).mean()


def test_impossible_recipes_and_empty_graphs_are_named() -> None:
    with pytest.raises(ValueError, match="epochs must be at least 1"):
        TransERecipe(epochs=0)
    with pytest.raises(ValueError, match="margin must be above 0"):
        TransERecipe(margin=float("nan"))
    with pytest.raises(ValueError, match="unknown width"):
        TransERecipe.from_dict({"width": 3})
    with pytest.raises(ValueError, match="no triples"):
        run_to_end(train_transe(KnowledgeGraph.of([], [], []), TransERecipe()))
