"""Compiled products are forgotten, so that texts of ever other lengths do not fill the memory."""

import subprocess
import sys

import pytest

CODE = """
import torch
from models.layers.linear import Linear, _kernel

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096

def multiply(first, last):
    with torch.inference_mode():
        for rows in range(first, last):
            layer(torch.zeros(rows, 128))

layer = Linear(128, 512).eval()
assert _kernel() is not None
multiply(40, 140)
before = resident()
multiply(140, 440)
print((resident() - before) / 1e6)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_products_of_many_lengths_take_no_more_memory_than_those_of_some() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 90  # MB; 215 if the code of each length is kept
