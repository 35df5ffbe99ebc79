"""The size of a model, and what one token costs."""

import torch

from models.measures.held_out_by_size import operations
from models.schema.batch import Batch
from models.schema.configs import Size
from models.schema.registry import catalog

LAYERS, WIDTH, INNER = 3, 8, 32
SIZE = Size(vocab_size=50, width=WIDTH, num_layers=LAYERS, num_heads=2, inner=INNER)
BATCH = Batch(torch.zeros(2, 5, dtype=torch.int64))


def _operations(**config: object) -> float:
    spec = catalog().architectures["albert"]
    return operations(spec.model_class(spec.config_class.from_size(SIZE, **config)), BATCH)


def test_the_operations_of_a_token_are_those_of_its_matrix_products() -> None:
    layer = 4 * WIDTH * WIDTH + 2 * WIDTH * INNER  # query, key, value, output; wide and narrow
    entered = 4 * WIDTH  # from the embedding size
    assert _operations(embedding_size=4) == 2 * (LAYERS * layer + entered)


def test_shared_layers_cost_as_many_operations_as_layers_of_their_own() -> None:
    assert _operations(sharing="all") == _operations(sharing="none")
