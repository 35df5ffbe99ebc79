"""Replace MLM and All-Tokens MLM: a generator fills masked positions, a large model undoes it.

Two ablations of Clark et al. (2020), arXiv:2003.10555, section 3.5, between masked language
modelling and replaced-token detection. The generator is trained as in replaced-token detection; the
large model predicts the original tokens instead of which are replaced. Section 3.5 does not say how
the two losses are weighted; here both have the weight 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import torch
from torch import Tensor

from models.objectives import masked, replaced_token
from models.schema.batch import Batch, StreamwiseModel
from models.schema.records import ModelInput
from models.schema.specs import ObjectiveSpec, Option
from models.tokenization.base import Vocabulary
from models.training.loss import HeadLoss, gather, token_loss

HEAD = "original"
COPY_HEAD = "rtd"  # positive where a token is not to be copied
COPY_FEED = "may_copy"
SHARED_OPTIONS = ("rate", "mask_share", masked.COPIES.name)  # with replaced-token detection


def corrupt(
    model_input: ModelInput,
    rng: np.random.Generator,
    vocabulary: Vocabulary,
    rate: float = masked.RATE,
    mask_share: float = replaced_token.MASK_SHARE,
    copies: int = masked.DYNAMIC,
    copy: int | None = None,
    all_tokens: bool = False,
) -> ModelInput:
    """Mask tokens as replaced-token detection does, and have the head `original` predict them.

    With `all_tokens` it predicts every token, special ones too, and may copy its input: the feed
    `may_copy` (T,) is 1.
    """
    noisy = replaced_token.corrupt(
        model_input, rng, vocabulary, rate, mask_share, copies=copies, copy=copy
    )
    if all_tokens:
        noisy = noisy.with_feed(COPY_FEED, np.ones(len(noisy), dtype=np.int64))
    return _set_targets(noisy)


def override(
    model_input: ModelInput,
    decisions: Mapping[int, bool],
    vocabulary: Vocabulary,
    rng: np.random.Generator,
) -> ModelInput:
    """Mask tokens or leave them unmasked, as models/objectives/replaced_token does."""
    return _set_targets(replaced_token.override(model_input, decisions, vocabulary, rng))


def _set_targets(model_input: ModelInput) -> ModelInput:
    """Set the targets of `original`: all tokens where it may copy, else those of `mlm`."""
    if COPY_FEED in model_input.feeds:
        positions = np.arange(len(model_input))
    elif masked.HEAD in model_input.targets:
        positions = model_input.targets[masked.HEAD].positions
    else:
        return model_input
    return model_input.with_targets(HEAD, positions, model_input.encoding.ids[positions])


def losses(model: StreamwiseModel, batch: Batch) -> dict[str, HeadLoss]:
    """`mlm` over the chosen positions, `original` over its own targets."""
    generated, _, fed = replaced_token.generate(model, batch)
    targets = batch.targets[HEAD]
    places = targets.rows, targets.positions
    states = model.states_for(HEAD, fed)  # (B, T, D)
    logits = model.logits(HEAD, gather(states, targets))  # (N, V)
    if COPY_FEED in batch.feeds:
        replaced = model.logits(COPY_HEAD, states)[places]  # (N,)
        logits = mix_in_copies(logits, replaced, fed.feeds["replaced_ids"][places])
    special = None if batch.special is None else batch.special[places]
    return {
        masked.HEAD: generated,
        HEAD: replace(token_loss(logits, targets.labels), special=special),
    }


def mix_in_copies(logits: Tensor, replaced: Tensor, fed: Tensor) -> Tensor:
    """Logits (N, V) whose softmax is D · [token is the input] + (1 - D) · softmax(logits).

    D, the probability of copying the input, is the sigmoid of -`replaced` (N,). `fed` (N,) are the
    inputs. Of the input alone the logit changes: exp(-`replaced`) = D / (1 - D) times the sum of
    all exponentials is added to its exponential.
    """
    logits, at = logits.float(), fed[:, None]
    copied = torch.logsumexp(logits, dim=-1, keepdim=True) - replaced.float()[:, None]
    return logits.scatter(1, at, torch.logaddexp(logits.gather(1, at), copied))


SPEC = ObjectiveSpec(
    name="replaced_mlm",
    title="MLM of replaced tokens",
    summary="A generator fills masked positions; the original tokens are predicted from its text.",
    paper=replaced_token.SPEC.paper,
    head=HEAD,
    corrupt=corrupt,
    options=(
        *(one for one in replaced_token.SPEC.options if one.name in SHARED_OPTIONS),
        Option(
            "all_tokens",
            "Predict all tokens",
            False,
            choices=(False, True),
            help="Off is the paper's Replace MLM; on is its All-Tokens MLM, which may copy tokens.",
        ),
    ),
    needs_mask_token=True,
    heads=(masked.HEAD, HEAD),
    losses=losses,
    override=override,
    notes=(
        "An ablation of the paper on replaced-token detection, which published no such model.",
        "Panels feed the masked text to the head; in training it reads the generator's samples.",
    ),
)
