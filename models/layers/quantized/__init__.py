"""Weights as whole numbers, and layers that compute with them."""

from models.layers.quantized.layers import QuantizedEmbedding, QuantizedLinear, quantized_weights
from models.layers.quantized.weight import Grid, QuantizedWeight, quantize

__all__ = [
    "Grid",
    "QuantizedEmbedding",
    "QuantizedLinear",
    "QuantizedWeight",
    "quantize",
    "quantized_weights",
]
