"""Small models with random weights of the architectures that are shaped otherwise than BERT."""

from collections.abc import Collection
from pathlib import Path
from typing import Any

TEXTS = [
    "the capital of france is paris . it is in europe .",
    "mina has a ball , and tom has nothing .",
    "the capital of japan is tokyo . the country is in asia .",
    "프랑스의 수도는 파리이다 .",
] * 8
FAMILIES = {
    "t5": "unigram",
    "xlnet": "unigram",
    "deberta": "byte_bpe",
    "deberta-v2": "unigram",
    "deberta-v3": "unigram",
    "albert": "unigram",
    "bert": "wordpiece",
    "roberta": "byte_bpe",
}
OTHERS = {"mpnet": "wordpiece", "elmo": "words", "xlm": "word_bpe"}
VOCABULARY = {"unigram": 190, "byte_bpe": 320, "wordpiece": 200, "words": 30, "word_bpe": 190}
NUM_POSITIONS = 32
NUM_LAYERS, NUM_HEADS = 2, 4
WIDER = 0.3  # than a fresh model, so that its maps are not even


def shaped_models(root: Path, names: Collection[str] = tuple(FAMILIES), **size: Any) -> Path:
    """One model for each architecture, in folders named as `t5`. `size` replaces parts of it."""
    import torch

    from models.checkpoints.checkpoint import save
    from models.schema.configs import Size
    from models.schema.registry import catalog

    found = catalog()
    for number, name in enumerate(names):
        torch.manual_seed(number)
        spec = found.architectures[name]
        family = {**FAMILIES, **OTHERS}[name]
        vocabulary = VOCABULARY[family] + len(spec.template.extra if spec.template else ())
        tokenizer = found.tokenizers[family].train(TEXTS, vocabulary, template=spec.template)
        usual = {"width": 16, "num_layers": NUM_LAYERS, "num_heads": NUM_HEADS, "inner": 32}
        shape = {**usual, "num_positions": NUM_POSITIONS, **size}
        model = spec.model_class(spec.config_class.from_size(Size(tokenizer.vocab_size, **shape)))
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.add_(WIDER * torch.randn_like(parameter))
        save(model, spec, root / name, tokenizer, {"title": spec.title})
    return root


def save_mixed_task(base: Path, folder: Path) -> None:
    """Save a model with the head of a task that mixes the layers, the last ones most."""
    import torch

    from models.checkpoints.checkpoint import load, save_task
    from models.tasks.base import TaskModel

    loaded = load(base)
    head = loaded.spec.task_heads["sequence"].build(loaded.model, 2)
    with torch.no_grad():
        head.mix.scores.copy_(torch.tensor([0.0, 1.0, 2.0]))
        head.mix.gamma.fill_(1.5)
    task = TaskModel(loaded.model, head, "sequence", ("bad", "good"))
    save_task(task, loaded.spec, folder, loaded.tokenizer, {"title": "Mixed"})
