"""Replaced-token detection: a generator fills masked positions, a discriminator detects its tokens.

Clark et al. (2020), arXiv:2003.10555; reference: google-research/electra, run_pretraining.py and
pretrain_helpers.py. Generator and discriminator are trained together, by likelihood; no gradient
goes from the discriminator to the generator, and a sample that happens to be correct counts as
original.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.objectives import masked
from models.schema.batch import Batch, BatchTargets, StreamwiseModel
from models.schema.records import BoolArray, FloatArray, ModelInput, TokenChange
from models.schema.roles import ReplacementDetection
from models.schema.specs import ObjectiveSpec, Option, Paper, StepMeasure
from models.tokenization.base import Vocabulary
from models.training.loss import HeadLoss, gather, token_loss

MASK_SHARE = 0.85  # of the chosen become the mask token in the authors' code, the others stay
DISCRIMINATOR_WEIGHT = 50.0  # disc_weight
COSINE_EVERY = 25  # steps, as it costs two backward passes
NOISE_RANGE = 2**31


def corrupt(
    model_input: ModelInput,
    rng: np.random.Generator,
    vocabulary: Vocabulary,
    rate: float = masked.RATE,
    mask_share: float = MASK_SHARE,
    copies: int = masked.DYNAMIC,
    copy: int | None = None,
    chosen_only: bool = False,
) -> ModelInput:
    """Mask tokens for the generator; the feed `noise` decides what it samples there.

    With `chosen_only` the discriminator has a loss at the chosen places alone, as in the ablation
    "ELECTRA 15%" (section 3.5): the feed `in_loss` (T,) is 1 there.

    The noise is drawn here, so that one seed gives one picture, whatever the batch around it.
    `copies` and `copy` as in models/objectives/masked; the noise is sampled again all the same.
    """
    noisy = masked.corrupt(
        model_input, rng, vocabulary, rate, mask_share, random_share=0.0, copies=copies, copy=copy
    )
    noisy = noisy.with_feed("noise", rng.integers(0, NOISE_RANGE, len(noisy)))
    if not chosen_only:
        return noisy
    in_loss = np.zeros(len(noisy), dtype=np.int64)
    in_loss[noisy.targets[masked.HEAD].positions] = 1
    return noisy.with_feed("in_loss", in_loss)


def override(
    model_input: ModelInput,
    decisions: Mapping[int, bool],
    vocabulary: Vocabulary,
    rng: np.random.Generator,
) -> ModelInput:
    """Mask tokens or leave them unmasked; draws the noise where nothing was sampled.

    The decisions are those of models/objectives/masked.
    """
    overridden = masked.override(model_input, decisions, vocabulary, rng)
    if "noise" in overridden.feeds or not overridden.targets:
        return overridden
    return overridden.with_feed("noise", rng.integers(0, NOISE_RANGE, len(overridden)))


def sample(logits: Tensor, noise: Tensor) -> Tensor:
    """One token per row of (N, V) logits: where the cumulated probability passes the noise (N,).

    In double precision, so that all devices draw alike; Apple's has none, and leaves it to the CPU.
    """
    if logits.device.type == "mps":
        return sample(logits.cpu(), noise.cpu()).to(logits.device)
    cumulated = torch.softmax(logits.double(), dim=-1).cumsum(-1)  # (N, V)
    level = (noise.double() / NOISE_RANGE)[:, None] * cumulated[:, -1:]
    return torch.searchsorted(cumulated, level, right=True).squeeze(-1)


def replace_tokens(input_ids: Tensor, targets: BatchTargets, sampled: Tensor) -> Tensor:
    """The discriminator's input (B, T): the generator's samples at the chosen places."""
    replaced = input_ids.clone()
    replaced[targets.rows, targets.positions] = sampled
    return replaced


def generate(model: StreamwiseModel, batch: Batch) -> tuple[HeadLoss, Tensor, Batch]:
    """The generator's loss, its samples (N,), and the batch with the feed `replaced_ids`."""
    chosen = batch.targets[masked.HEAD]
    hidden = model.states_for(masked.HEAD, batch)
    logits = model.logits(masked.HEAD, gather(hidden, chosen))  # (N, V)
    with torch.no_grad():
        noise = batch.feeds["noise"][chosen.rows, chosen.positions]
        sampled = sample(logits, noise)
    replaced = replace_tokens(batch.input_ids, chosen, sampled)
    fed = replace(batch, feeds={**batch.feeds, "replaced_ids": replaced})
    return token_loss(logits, chosen.labels), sampled, fed


def losses(model: StreamwiseModel, batch: Batch) -> dict[str, HeadLoss]:
    """`mlm` over the chosen positions, `rtd` over every token that is there, or over `in_loss`."""
    chosen = batch.targets[masked.HEAD]
    generated, sampled, fed = generate(model, batch)
    logits = model.logits("rtd", model.states_for("rtd", fed)).float()  # (B, T)
    labels = torch.zeros_like(logits)
    labels[chosen.rows, chosen.positions] = (sampled != chosen.labels).to(logits.dtype)
    present = torch.ones_like(logits, dtype=torch.bool) if batch.present is None else batch.present
    if "in_loss" in batch.feeds:
        present = present & (batch.feeds["in_loss"] == 1)
    logits, labels = logits[present], labels[present]
    special = None if batch.special is None else batch.special[present]
    total = functional.binary_cross_entropy_with_logits(logits, labels, reduction="sum")
    return {
        masked.HEAD: generated,
        "rtd": HeadLoss(total, len(labels), logits.detach(), labels, special),
    }


def gradient_cosine(model: StreamwiseModel, losses: Mapping[str, HeadLoss]) -> float | None:
    """The cosine between the gradients of both losses in the token tables.

    Where generator and discriminator share one table, a negative cosine says that the two losses
    pull it in opposite directions. Where no gradient of the discriminator reaches the generator's
    table, or the tables are separate, it is the cosine that the same gradients would have in a
    common one. None where a model has one encoder only, or a gradient is zero.
    """
    tables = model.token_tables()
    if tables is None:
        return None
    first, second = (
        torch.autograd.grad(losses[head].total, table, retain_graph=True)[0].double().flatten()
        for head, table in zip((masked.HEAD, "rtd"), tables, strict=True)
    )
    scale = first.norm() * second.norm()
    return float(first @ second / scale) if scale > 0 else None


def detect(
    model_input: ModelInput, logits: Mapping[str, FloatArray], vocabulary: Vocabulary
) -> tuple[ModelInput, BoolArray]:
    """What the discriminator is fed for one example, and the truth about each token.

    `logits` of the generator (T, V) are those of the corrupted input. Returns the model input with
    the feed `replaced_ids` and its changes marked, and the labels (T,), True where a token was
    replaced. Where nothing was masked, the discriminator is fed the same.
    """
    labels = np.zeros(len(model_input), dtype=np.bool_)
    chosen = model_input.targets.get(masked.HEAD)
    if chosen is None:
        return model_input, labels
    written = torch.from_numpy(logits[masked.HEAD][chosen.positions])
    noise = torch.from_numpy(model_input.feeds["noise"][chosen.positions])
    sampled = sample(written, noise).numpy()
    replaced, change = model_input.input_ids.copy(), model_input.change.copy()
    replaced[chosen.positions] = sampled
    wrong = sampled != chosen.labels
    change[chosen.positions] = np.where(wrong, TokenChange.REPLACED, TokenChange.UNCHANGED)
    labels[chosen.positions] = wrong
    return replace(model_input, change=change).with_feed("replaced_ids", replaced), labels


SPEC = ObjectiveSpec(
    name="replaced_token",
    title="Replaced-token detection",
    summary="A generator fills masked positions; each token is classified as original or replaced.",
    paper=Paper(
        "Clark, Luong, Le, Manning",
        "ELECTRA: Pre-training Text Encoders as Discriminators Rather Than Generators",
        2020,
        "2003.10555",
    ),
    head="rtd",
    corrupt=corrupt,
    options=(
        Option("rate", "Tokens chosen", masked.RATE, 0.01, 0.9),
        Option("mask_share", "of them masked", MASK_SHARE, 0.0, 1.0),
        masked.COPIES,
        Option("chosen_only", "Loss at the chosen tokens only", False, choices=(False, True)),
        Option(
            "rtd_weight",
            "Weight of the detection loss",
            DISCRIMINATOR_WEIGHT,
            0.01,
            1000.0,
            of_loss=True,
        ),
    ),
    needs_mask_token=True,
    heads=(masked.HEAD, "rtd"),
    weights={"rtd": DISCRIMINATOR_WEIGHT},
    losses=losses,
    step_measures=(
        StepMeasure(
            "gradient_cosine",
            "Token table: cosine between the gradients of both losses",
            "cosine",
            COSINE_EVERY,
            gradient_cosine,
        ),
    ),
    override=override,
    roles=(ReplacementDetection(detect),),
    notes=(
        "In the paper all chosen tokens are masked; the authors' code leaves 15% unchanged.",
        "Not adversarial: the generator is trained by likelihood alone.",
    ),
)
