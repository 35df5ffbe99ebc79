"""Permutation language modelling: the last tokens of a random order, each from those before it.

Yang et al. (2019), arXiv:1906.08237, sections 2.2 and 2.3; reference: zihangdai/xlnet,
data_utils.py (`_sample_mask` for the places, `_local_perm` for the order).

The order is a feed (T,): the place of each token in the factorization order. Tokens keep their
positions, and no mask token is used; models/schema/factorization_order.py says which tokens are
visible. As in the authors' code,

* one token in K is a target, in runs of one to five tokens that begin with a word and have
  K times as many tokens as context around them; where these do not suffice, single tokens join;
* targets have the numbers 1, 2, …, in random order, mixed with those of the special tokens (there
  the separators and the class token), which are never predicted;
* the others are *given*, number 0: all tokens see them and they see each other, but no target and
  no special token.

A position that attends to nothing cannot be a target, so something is always
visible: of a text of one token nothing is predicted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import torch

from models.objectives.masked import ordinary
from models.schema.batch import Batch, BatchTargets, LanguageModel
from models.schema.factorization_order import GIVEN, checked_order, visibility
from models.schema.records import BoolArray, Encoding, IntArray, ModelInput, TokenChange
from models.schema.roles import PredictionOrder
from models.schema.specs import ObjectiveSpec, Option, Paper
from models.tokenization.base import Vocabulary
from models.training.loss import HeadLoss, token_loss

HEAD = "lm"
ONE_IN = 6  # K of the paper: mask_alpha, with mask_beta 1
LONGEST_RUN = 5  # max_gram; a run of n tokens is drawn with a weight of 1/n
RUNS = np.cumsum(1 / np.arange(1, LONGEST_RUN + 1)) / np.sum(1 / np.arange(1, LONGEST_RUN + 1))


def corrupt(
    model_input: ModelInput,
    rng: np.random.Generator,
    vocabulary: Vocabulary,
    one_in: int = ONE_IN,
    given_together: bool = True,
) -> ModelInput:
    """Draw an order; the head `lm` must predict the tokens at its last positions.

    With `given_together=False` the context has positions in the order too, all before those
    of the targets: the order of the paper, in which every token attends only to what is earlier.
    Samples from `rng`: the runs, the single tokens that join them, and the order.
    """
    encoding = model_input.encoding
    chosen = choose(encoding, rng, num_targets(encoding, one_in), one_in)
    order = draw_order(encoding.special, chosen, rng, given_together)
    return _feed_order(model_input, order, chosen)


def num_targets(encoding: Encoding, one_in: int = ONE_IN) -> int:
    """How many tokens are predicted: one in K of all, at least one; one at least is given."""
    num_ordinary = int((~encoding.special).sum())
    return max(0, min(num_ordinary - 1, max(1, round(len(encoding) / one_in))))


def choose(encoding: Encoding, rng: np.random.Generator, count: int, one_in: int) -> IntArray:
    """The places of the targets in ascending order: runs with context, then single tokens."""
    length = len(encoding)
    ordinary = ~encoding.special
    starts = np.flatnonzero(ordinary & np.diff(encoding.word, prepend=-2).astype(bool))
    chosen = np.zeros(length, dtype=bool)
    place = 0
    while (left := count - int(chosen.sum())) > 0 and place < length:
        size = min(left, 1 + int(np.searchsorted(RUNS, rng.random(), side="right")))
        before = int(rng.integers(size * one_in))
        later = starts[starts >= place + before]
        if not len(later) or later[0] + size >= length:
            break
        chosen[later[0] : later[0] + size] = True
        chosen &= ordinary
        place = int(later[0]) + size + size * one_in - before
    single = rng.permutation(np.flatnonzero(ordinary & ~chosen))
    chosen[single[: count - int(chosen.sum())]] = True
    return np.flatnonzero(chosen)


def draw_order(
    special: BoolArray, chosen: IntArray, rng: np.random.Generator, given_together: bool
) -> IntArray:
    """The order (T,): the chosen and the special tokens last and mixed, the others before."""
    late = special.copy()
    late[chosen] = True
    early = rng.permutation(np.flatnonzero(~late))
    order = np.full(len(special), GIVEN, dtype=np.int64)
    num_given = 0
    if not given_together:
        num_given = len(early)
        order[early] = np.arange(1, num_given + 1)
    order[rng.permutation(np.flatnonzero(late))] = num_given + 1 + np.arange(int(late.sum()))
    return order


def override(
    model_input: ModelInput,
    decisions: Mapping[int, bool],
    vocabulary: Vocabulary,
    rng: np.random.Generator,
) -> ModelInput:
    """Have tokens predicted last (True) or given to all (False), as chosen.

    All tokens that the user masked, and the masks that the text itself has, are predicted at one
    position of the order from all others; the token at a mask of the text is not known, so it is
    no target. A position that attends to nothing is never one. Samples nothing.
    """
    masks = np.flatnonzero(model_input.input_ids == vocabulary.mask_id).tolist()
    if not decisions and not masks:
        return model_input
    sampled = model_input.feeds.get("order")
    order = np.full(len(model_input), GIVEN) if sampled is None else sampled.copy()
    decided = dict(ordinary(decisions, model_input.encoding))
    targets = [at for at, is_target in decided.items() if is_target]
    visible = [at for at, is_target in decided.items() if not is_target]
    if (order == GIVEN).any():
        order[visible] = GIVEN
    order[[*targets, *masks]] = order.max() + 1
    order = _number_order(order)
    if not order.any():
        return model_input
    before = model_input.targets.get(HEAD)
    candidates = {*([] if before is None else before.positions.tolist()), *targets} - {
        *visible,
        *masks,
    }
    query = visibility(order)[1]  # (T, T)
    chosen = np.array(sorted(at for at in candidates if query[at].any()), dtype=np.int64)
    return _feed_order(model_input, order, chosen)


def _number_order(order: IntArray) -> IntArray:
    """Number an order 1, 2, … without gaps; what is given stays given."""
    ranks = np.unique(order[order != GIVEN])
    return np.where(order == GIVEN, GIVEN, np.searchsorted(ranks, order) + 1)


def override_order(
    model_input: ModelInput,
    order: Sequence[int],
    one_in: int = ONE_IN,
    given_together: bool = False,
) -> ModelInput:
    """The model input with an order of the user: the numbers 1 to T, `order[i]` for position i.

    The targets are the last in the order, one in K as in `corrupt`, without special tokens and
    without the first of the order, which sees nothing. Nothing is given together, whatever the
    option says. Raises ValueError for anything but a permutation. Draws nothing.
    """
    order_of = checked_order(order, len(model_input))
    allowed = ~model_input.encoding.special & (order_of > 1)
    last = np.argsort(-order_of * allowed, kind="stable")  # allowed positions, the latest first
    count = min(num_targets(model_input.encoding, one_in), int(allowed.sum()))
    return _feed_order(model_input, order_of, np.sort(last[:count]))


def _feed_order(model_input: ModelInput, order: IntArray, chosen: IntArray) -> ModelInput:
    """Feed the order and make the chosen places targets of `lm`, instead of any before."""
    change = np.where(
        model_input.change == TokenChange.HIDDEN, TokenChange.KEPT, model_input.change
    )
    change[chosen] = TokenChange.HIDDEN
    changed = replace(model_input, change=change).with_feed("order", order)
    return changed.with_targets(HEAD, chosen, model_input.input_ids[chosen])


def losses(model: LanguageModel, batch: Batch) -> dict[str, HeadLoss]:
    """`lm` over the targets; the query stream runs at their places alone."""
    targets = batch.targets[HEAD]
    positions, column = query_positions(targets, len(batch.input_ids))
    queried = replace(batch, feeds={**batch.feeds, "query_positions": positions})
    hidden = model(queried)["query"][targets.rows, column]  # (N, D)
    return {HEAD: token_loss(model.logits(HEAD, hidden), targets.labels)}


def query_positions(targets: BatchTargets, batch_size: int) -> tuple[torch.Tensor, torch.Tensor]:
    """The target places of each example side by side (B, Q), and the column (N,) of each target.

    Where an example has fewer targets than another, place 0 fills its row.
    """
    counts = torch.bincount(targets.rows, minlength=batch_size)  # (B,)
    first = counts.cumsum(0) - counts  # targets are sorted by example
    column = torch.arange(len(targets.rows), device=targets.rows.device) - first[targets.rows]
    positions = targets.positions.new_zeros((batch_size, max(1, int(counts.max()))))
    positions[targets.rows, column] = targets.positions
    return positions, column


SPEC = ObjectiveSpec(
    name="permutation",
    title="Permutation language modelling",
    summary="The last tokens of a random order are predicted one by one, with context from both "
    "sides.",
    paper=Paper(
        "Yang, Dai, Yang, Carbonell, Salakhutdinov, Le",
        "XLNet: Generalized Autoregressive Pretraining for Language Understanding",
        2019,
        "1906.08237",
    ),
    head=HEAD,
    corrupt=corrupt,
    options=(
        Option("one_in", "Predict one in", ONE_IN, 1, 20, help="K of the paper"),
        Option(
            "given_together",
            "Context given",
            True,
            choices=(True, False),
            help="tokens that are not predicted see each other; otherwise the order has them too",
        ),
    ),
    chooses_spans=True,
    losses=losses,
    override=override,
    roles=(PredictionOrder(override_order),),
    notes=(
        "Tokens keep their positions: the order decides which tokens are visible, not where they "
        "are.",
        "In the paper every token is in the order, but only the last 1/K are predicted; in the "
        "authors' code the others are visible to every token.",
        "The first token in an order attends to nothing and is never a target.",
    ),
)
