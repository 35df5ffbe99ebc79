"""How many threads share a torch operation.

torch gives a part of nearly every operation to every core, also where waking them takes longer than
the operation; a tape keeps such on one thread. `torch.set_num_threads` holds for the thread that
calls it, and for any that calls torch for the first time meanwhile. So work on a thread of its own
that may begin beside others starts with `share_among(ALL)`.
"""

from __future__ import annotations

import torch

ALL = torch.get_num_threads()  # as there were when the program began
# Elsewhere the number cannot be changed once work has begun.
CAN_CHANGE = "parallel backend: OpenMP" in torch.__config__.parallel_info()


def share_among(number: int) -> None:
    """Give parts of this thread's operations to so many threads, itself among them."""
    if CAN_CHANGE:
        torch.set_num_threads(number)
