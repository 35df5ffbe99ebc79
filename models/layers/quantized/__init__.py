"""Weights that are kept in fewer bits, and layers that compute with them."""

from models.layers.quantized.layers import QuantizedLinear, StoredEmbedding, quantized_weights
from models.layers.quantized.weight import Grid, QuantizedWeight, quantize

__all__ = [
    "Grid",
    "QuantizedLinear",
    "QuantizedWeight",
    "StoredEmbedding",
    "quantize",
    "quantized_weights",
]
