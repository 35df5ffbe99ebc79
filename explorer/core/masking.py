"""What the objectives of one model do to a sentence and what the model makes of it: engine in, numbers out."""

from __future__ import annotations

import math
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from explorer.core.analysis.masks import Taught, coverage, grid, taught
from explorer.core.analysis.probabilities import sigmoid
from explorer.core.engine import Engine, ModelCard
from explorer.core.labels import label, labels
from explorer.core.predictions import Prediction
from models.filling_records import Filling
from models.records import BoolArray, Change, Corruption, Encoding, FloatArray, IntArray
from models.specs import HeadSpec
