"""Mentions of a text: which entity is fed at each, and which must be predicted."""

from __future__ import annotations

import pytest

from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.decided_masks import MaskingQuestion
from explorer.core.library.library import Library
from explorer.core.masking.example import MaskingExample
from explorer.core.masking.examples import fed, run_predictions
from models.checkpoints import checkpoint
from models.knowledge.entity_vectors import EntityVectors
from models.schema.configs import Size
from models.schema.registry import catalog
from models.schema.roles import EntityLinking, find_role
from models.tokenization.wordpiece import train
from tests.models import oracle

TEXT = "Paris is in France."
NAMES = ("Paris", "France")
KEY = "two-entities"


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """An engine with a random model that reads two entities."""
    root = tmp_path_factory.mktemp("models")
    spec = next(
        one for one in catalog().architectures.values() if find_role(one.roles, EntityLinking)
    )
    tokenizer = train([TEXT] * 9, 90, names=NAMES, template=spec.template)
    size = Size(tokenizer.vocab_size, width=16, num_layers=2, num_heads=2, inner=16)
    model = oracle.random_model(spec, size)
    surfaces = {name.lower(): number for number, name in enumerate(NAMES)}
    vectors = model.entities.vectors[:2].copy()
    model.use_entities(EntityVectors(NAMES, ("city", "country"), surfaces, vectors))
    checkpoint.save(model, spec, root / KEY, tokenizer)
    return Engine(Library(bundled=root))


def example_of(engine: Engine, masked: tuple[tuple[int, bool], ...]) -> MaskingExample:
    question = MaskingQuestion(TEXT, draw=False, masks=((KEY, masked),))
    *_, whole = run_predictions(engine, fed(engine, KEY, question), question)
    return whole


def test_every_linked_entity_is_fed_where_nothing_is_masked(engine: Engine) -> None:
    found = example_of(engine, ()).entities
    assert found is not None
    assert [(one.text, one.truth, one.fed) for one in found.mentions] == [
        ("Paris", "Paris", "Paris"),
        ("France", "France", "France"),
    ]
    assert not any(one.is_target for one in found.mentions)


def test_a_click_on_a_name_removes_its_entity_which_must_be_predicted(engine: Engine) -> None:
    found = example_of(engine, ((1, True),)).entities
    assert found is not None
    removed, other = found.mentions
    assert (removed.fed, removed.is_target) == ("", True)
    assert (other.fed, other.is_target) == ("France", False)
    assert removed.probability == pytest.approx(dict(removed.candidates)["Paris"], abs=1e-5)
    titles = [title for title, _ in found.variants]
    assert len(titles) == len(set(titles)) == 3
    losses = {round(guesses[0].loss or 0.0, 6) for _, guesses in found.variants}
    assert len(losses) == 3
