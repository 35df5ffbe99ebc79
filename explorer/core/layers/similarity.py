"""Cosines between layers and between tokens, and norms, of the hidden states of one text.

States of a layer have a direction in common, so that cosines are high between any two tokens
(Ethayarajh 2019, arXiv:1909.00512); subtracting the mean of the tokens removes it.

Shapes: S states by layer, T tokens, D width.
"""

from __future__ import annotations

import numpy as np

from models.schema.records import FloatArray

TINY = 1e-12  # added to no norm above it; a state of zeros has a cosine of 0 with any other


def units(hidden: FloatArray, *, centred: bool) -> FloatArray:
    """States (S, T, D) of length one, `centred` less the mean of the tokens of each layer.

    One token alone is its own mean, so it is not centred.
    """
    states = hidden.astype(np.float64)
    if centred and hidden.shape[1] > 1:
        states = states - states.mean(1, keepdims=True)
    lengths = np.linalg.norm(states, axis=-1, keepdims=True)
    values: FloatArray = (states / np.maximum(lengths, TINY)).astype(np.float32)
    return values


def layer_similarity(hidden: FloatArray, *, centred: bool) -> FloatArray:
    """The cosine between the states of each token in two layers: (T, S, S)."""
    by_token = units(hidden, centred=centred).transpose(1, 0, 2)  # (T, S, D)
    values: FloatArray = by_token @ by_token.transpose(0, 2, 1)
    return values


def token_similarity(hidden: FloatArray, *, centred: bool) -> FloatArray:
    """The cosine between two tokens in each layer: (S, T, T)."""
    states = units(hidden, centred=centred)
    values: FloatArray = states @ states.transpose(0, 2, 1)
    return values


def mean_of_pairs(cosines: FloatArray) -> FloatArray:
    """The mean over pairs of different tokens by layer: (S, T, T) -> (S,); NaN for one token."""
    count = cosines.shape[1]
    if count < 2:
        return np.full(len(cosines), np.nan, dtype=np.float32)
    others = cosines.sum((1, 2), dtype=np.float64) - np.trace(cosines, axis1=1, axis2=2)
    values: FloatArray = (others / (count * (count - 1))).astype(np.float32)
    return values


def lengths(hidden: FloatArray) -> FloatArray:
    """Euclidean norms (S, T) of states (S, T, D)."""
    values: FloatArray = np.linalg.norm(hidden.astype(np.float64), axis=-1).astype(np.float32)
    return values
