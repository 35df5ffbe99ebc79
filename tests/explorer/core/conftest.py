"""Tiny models with random weights, written once as real checkpoint folders."""

from pathlib import Path

import pytest

TEXTS = [
    "the capital of france is paris . it is in europe .",
    "mina has a ball , and tom has nothing .",
    "the capital of japan is tokyo . the country is in asia .",
    "프랑스의 수도는 파리이다 .",
] * 8
TOKENIZER_OF = {
    "bert": "wordpiece",
    "electra": "wordpiece",
    "distilbert": "wordpiece",
    "gpt2": "byte_bpe",
}
VOCABULARY = {"wordpiece": 200, "byte_bpe": 320}


@pytest.fixture(scope="session")
def tiny_models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small model of each architecture, named as `bert-tiny`."""
    import torch

    from models.checkpoints.checkpoint import save
    from models.schema.configs import Size
    from models.schema.registry import catalog

    root = tmp_path_factory.mktemp("tiny_models")
    found = catalog()
    for number, (name, family) in enumerate(TOKENIZER_OF.items()):
        torch.manual_seed(number)
        spec = found.architectures[name]
        tokenizer = found.tokenizers[family].train(TEXTS, VOCABULARY[family])
        size = Size(
            tokenizer.vocab_size, width=16, num_layers=2, num_heads=4, inner=32, num_positions=24
        )
        model = spec.model_class(spec.config_class.from_size(size))
        run = {"title": spec.title, "metrics": {"loss": 1.5, "note": "no number"}}
        save(model, spec, root / f"{name}-tiny", tokenizer, run)
    return root
