"""What a temperature makes of predictions: flatter ones, whose parts still sum to one."""

import numpy as np
import pytest

from explorer.core.distillation.soft_labels import soft_label

LOGITS = np.array([4.0, 2.0, 1.0, 0.0, -1.0], dtype=np.float32)
OTHER = np.array([1.0, 2.0, 3.0, 0.0, 0.0], dtype=np.float32)


def test_a_temperature_moves_probability_to_the_tokens_that_are_not_listed() -> None:
    label = soft_label(LOGITS, LOGITS, (0, 2), temperature=4.0)
    assert label.num_others == 3
    assert label.soft[0] < label.sharp[0]
    assert label.soft_others > label.sharp_others
    assert sum(label.soft) + label.soft_others == pytest.approx(1)
    assert sum(label.sharp) + label.sharp_others == pytest.approx(1)


def test_a_teacher_does_not_differ_from_itself_and_others_less_at_a_higher_temperature() -> None:
    assert soft_label(LOGITS, LOGITS, (0,), temperature=2.0).divergence == 0
    cold, hot = (soft_label(OTHER, LOGITS, (0,), temperature=t) for t in (1.0, 8.0))
    assert 0 < hot.divergence < cold.divergence
    assert cold.entropy < hot.entropy <= np.log(5) + 1e-6
