"""The four cases of a discriminator's verdict, counted."""

import numpy as np

from explorer.core.masking.detection import Verdicts, verdicts


def test_each_token_falls_into_one_of_four_cases() -> None:
    replaced = np.array([True, True, False, False, False])
    probability = np.array([0.9, 0.1, 0.6, 0.2, 0.4], dtype=np.float32)
    found = verdicts(replaced, probability)
    assert found == Verdicts(found=1, missed=1, accused=1, cleared=2)
    assert found.replaced == 2


def test_a_half_is_called_replaced() -> None:
    assert verdicts(np.array([True]), np.array([0.5], dtype=np.float32)).found == 1


def test_no_token_is_no_verdict() -> None:
    found = verdicts(np.array([], dtype=bool), np.array([], dtype=np.float32))
    assert found == Verdicts(found=0, missed=0, accused=0, cleared=0)
