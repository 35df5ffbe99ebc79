"""What is recorded of a long text has a limit, which is said before the memory is taken."""

from __future__ import annotations

import pytest

from models.inference import trace as traces
from models.inference.trace import trace
from models.schema.registry import catalog
from tests.models import oracle


@pytest.mark.parametrize(
    ("kinds", "limit"),
    [
        (("attention",), 4 * oracle.SIZES[0].num_heads * 150**2 - 1),  # the maps of a layer
        (("attention",), 4 * oracle.SIZES[0].num_heads * 150**2),  # those of all layers
        (("hidden",), 4 * oracle.SIZES[0].width * 150),
    ],
)
def test_what_would_take_too_much_memory_is_refused(
    kinds: tuple[str, ...], limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = catalog().architectures["llama"]
    model = oracle.random_model(spec)
    long = oracle.random_input(model.config.size.vocab_size, 150)
    assert trace(model, spec, long, kinds=kinds).streams
    monkeypatch.setattr(traces, "MOST_BYTES", limit)
    with pytest.raises(ValueError, match="what is recorded of this text would take"):
        trace(model, spec, long, kinds=kinds)
