from explorer.core.finetuning.plans import SET_TITLES
from models.data.labelled_sets import known_sets


def test_every_set_has_a_title_that_can_be_translated() -> None:
    assert {title for _, title, _ in known_sets()} == set(SET_TITLES)
