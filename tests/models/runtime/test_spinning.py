"""Threads of torch sleep after a short spin: it must be said before torch is loaded."""

import os
import subprocess
import sys

import pytest

WATCH = """
import importlib, os, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "torch":
            print(os.environ.get("GOMP_SPINCOUNT"))

sys.meta_path.insert(0, Finder())
importlib.import_module(sys.argv[1])
import torch
"""


@pytest.mark.parametrize("module", ["plm_explorer", "explorer.cli", "models.training.trainer"])
@pytest.mark.parametrize("chosen", [None, "7"])
def test_it_is_said_first_and_what_a_person_chose_stays(module: str, chosen: str | None) -> None:
    environment = {key: text for key, text in os.environ.items() if key != "GOMP_SPINCOUNT"}
    if chosen is not None:
        environment["GOMP_SPINCOUNT"] = chosen
    command = [sys.executable, "-c", WATCH, module]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [chosen or "30000"]
