"""The other side of `bench`: the same weights in `transformers`, used as its own guides use it.

Only this module imports it, and only for --against.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
import transformers
from torch import Tensor

from models.checkpoints.folders import CONFIG_FILE
from models.data.examples import Examples, stream
from models.data.prepare import PreparedData
from models.finetuning.recipe import FineTuningRecipe
from models.runtime.files import read_object
from models.schema.batch import collate
from models.schema.records import IntArray, ModelInput
from models.schema.specs import ArchSpec
from models.tasks.examples import Example, LabelledSet
from models.training.recipe import Schedule

transformers.utils.logging.set_verbosity_error()
transformers.utils.logging.disable_progress_bar()

Batches = Sequence[Sequence[list[int]]]  # of each epoch, as indices of examples

NUM_EXAMPLES = 1024  # of the Trainer's dataset, made and tokenized before the clock starts


def is_known(spec: ArchSpec) -> bool:
    """Whether it has a class for an architecture."""
    return spec.model_type in transformers.CONFIG_MAPPING


def open_recording(folder: Path, model_input: ModelInput) -> Callable[[], list[Any]]:
    """A forward pass with attentions and hidden states, through every model in the folder."""
    parts = [folder, *([folder / "generator"] if (folder / "generator").is_dir() else [])]
    models = [_open(_class_of(part), part, "eager") for part in parts]
    batch = collate([model_input], with_targets=False)
    inputs = {"input_ids": batch.input_ids}
    for name, feed in batch.feeds.items():
        inputs |= FEEDS[name](feed)

    def record() -> list[Any]:
        with torch.no_grad():
            return [
                model(**inputs, output_attentions=True, output_hidden_states=True)
                for model in models
            ]

    return record


def open_hidden(folder: Path, ids: IntArray) -> Callable[[], None]:
    """A forward pass up to the last hidden states, with the kernel that it chooses itself.

    Of a model of masked tokens, in evaluation; the other library then has no random blocks.
    """
    model = _open(_class_of(folder), folder).base_model
    batch = torch.tensor(ids)[None]

    def run() -> None:
        with torch.no_grad():
            model(batch)

    return run


def _class_of(folder: Path) -> Any:
    """The class that config.json names."""
    config = read_object(folder / CONFIG_FILE)
    return getattr(transformers, config["architectures"][0])


def _make_query_stream(order: Tensor) -> dict[str, Tensor]:
    """The query stream of every position, which sees the earlier ones: order (B, T)."""
    hidden = order[:, None, :] >= order[:, :, None]  # (B, T, T)
    everywhere = torch.eye(order.shape[1]).expand(hidden.shape)
    return {"perm_mask": hidden.float(), "target_mapping": everywhere.contiguous()}


# What our feeds are called there.
FEEDS: Mapping[str, Callable[[Tensor], dict[str, Tensor]]] = {
    "decoder_input_ids": lambda ids: {"decoder_input_ids": ids},
    "order": _make_query_stream,
    "position_ids": lambda places: {"position_ids": places},
    "langs": lambda languages: {"langs": languages},
}


def open_writer(
    folder: Path,
    prompt: IntArray,
    count: int,
    never: Sequence[int] = (),
    dtype: torch.dtype = torch.float32,
) -> Callable[[], list[int]]:
    """Greedy `generate`, with the attention kernel and the cache that it chooses itself.

    It writes none of the ids `never`; a decoder whose files name no start begins with 0.
    """
    config = transformers.AutoConfig.from_pretrained(folder)
    answers = config.is_encoder_decoder
    kind = transformers.AutoModelForSeq2SeqLM if answers else transformers.AutoModelForCausalLM
    model = _open(kind, folder, dtype=dtype)
    model.generation_config.eos_token_id = None  # nothing ends the text early
    if answers and model.generation_config.decoder_start_token_id is None:
        model.generation_config.decoder_start_token_id = 0
    batch = torch.tensor(prompt)[None]
    mask = torch.ones_like(batch)

    def write() -> list[int]:
        written = model.generate(
            batch,
            attention_mask=mask,
            max_new_tokens=count,
            do_sample=False,
            use_cache=True,
            pad_token_id=0,
            bad_words_ids=[[id] for id in never] or None,
        )
        ids: list[int] = written[0, 1 if answers else batch.shape[1] :].tolist()
        return ids

    return write


def open_prompt_writer(
    folder: Path, prompts: Sequence[Sequence[int]], count: int, ends: Sequence[int]
) -> Callable[[], list[list[int]]]:
    """Greedy `generate` for one prompt after the other, up to one of the tokens `ends`."""
    model = _open(transformers.AutoModelForCausalLM, folder)
    model.generation_config.eos_token_id = list(ends)
    batches = [torch.tensor([list(ids)]) for ids in prompts]

    def write() -> list[list[int]]:
        return [
            model.generate(
                batch,
                attention_mask=torch.ones_like(batch),
                max_new_tokens=count,
                do_sample=False,
                use_cache=True,
                pad_token_id=0,
            )[0, batch.shape[1] :].tolist()
            for batch in batches
        ]

    return write


def open_trainer(
    folder: Path,
    prepared: PreparedData,
    schedule: Schedule,
    steps: tuple[int, int],
    now: Callable[[], float],
) -> Callable[[], float]:
    """Masked language modelling by `Trainer` with its own collator, on examples already cut.

    `steps`: how many warm up, and how many are counted.
    """
    model = _open(transformers.AutoModelForMaskedLM, folder, "sdpa")
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    examples = Examples(prepared.train, prepared.tokenizer, stream)
    dataset = [
        {"input_ids": examples.example(_rng(number), schedule.length).ids.tolist()}
        for number in range(NUM_EXAMPLES)
    ]
    collator = transformers.DataCollatorForLanguageModeling(tokenizer, mlm_probability=0.15)
    settings = _settings(
        folder / "trainer",
        max_steps=sum(steps),
        per_device_train_batch_size=schedule.batch_size,
        learning_rate=schedule.learning_rate,
        weight_decay=schedule.weight_decay,
        max_grad_norm=schedule.clip_norm,
        warmup_steps=1,
        optim="adamw_torch_fused",
    )

    def learn() -> float:
        """A fresh Trainer on the same model; the seconds of its steps after the warm-up."""
        watch = _Watch(steps[0], now)
        trainer = transformers.Trainer(
            model=model,
            args=settings,
            train_dataset=dataset,
            data_collator=collator,
            callbacks=[watch],
        )
        with contextlib.redirect_stdout(io.StringIO()):
            trainer.train()
        return watch.seconds

    return learn


class _Watch(transformers.TrainerCallback):  # type: ignore[misc]
    """Takes the time from the end of the warm-up to the last step."""

    def __init__(self, warm_up: int, now: Callable[[], float]) -> None:
        self._warm_up = warm_up
        self._now = now
        self._started = 0.0
        self.seconds = 0.0

    def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        now = self._now()
        if state.global_step == self._warm_up:
            self._started = now
        self.seconds = now - self._started


def _rng(number: int) -> Any:
    return np.random.default_rng((0, number))


def _open(
    kind: Any, folder: Path, attention: str | None = None, dtype: torch.dtype = torch.float32
) -> Any:
    """A model with one way to compute attention, or with that which transformers prefers for it."""
    model = kind.from_pretrained(folder, attn_implementation=attention, dtype=dtype)
    return model.eval()


def open_masked_scorer(
    folder: Path, texts: Sequence[str], places: Sequence[IntArray], batch_size: int
) -> Callable[[], Any]:
    """The mean loss of the masked tokens of each text, in batches padded to their longest."""
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = _open(transformers.AutoModelForMaskedLM, folder, "sdpa")
    every = [(row, int(at)) for row, some in enumerate(places) for at in some]

    def batch_means(start: int) -> np.ndarray:
        inputs = tokenizer(texts[start : start + batch_size], padding=True, return_tensors="pt")
        ids, size = inputs["input_ids"], len(inputs["input_ids"])
        own = [(row - start, at) for row, at in every if start <= row < start + size]
        rows, columns = torch.tensor(own).T
        labels = ids[rows, columns]
        ids[rows, columns] = tokenizer.mask_token_id
        logits = model(**inputs).logits[rows, columns]
        nats = torch.nn.functional.cross_entropy(logits, labels, reduction="none").numpy()
        counts = np.bincount(rows.numpy(), minlength=size)
        return np.bincount(rows.numpy(), nats, size) / counts

    def score() -> Any:
        with torch.inference_mode():
            parts = [batch_means(start) for start in range(0, len(texts), batch_size)]
        return np.concatenate(parts)

    return score


# Fine-tuning --------------------------------------------------------------------------------------


def open_finetuner(
    folder: Path, data: LabelledSet, recipe: FineTuningRecipe, epochs: Batches
) -> Callable[[], None]:
    """`Trainer` on the model in a folder, in the batches of each epoch; saves into `trained`."""
    examples = data.examples("train")
    settings = _settings(
        folder / "trainer",
        num_train_epochs=recipe.epochs,
        per_device_train_batch_size=recipe.batch_size,
        learning_rate=recipe.learning_rate,
        weight_decay=recipe.weight_decay,
        max_grad_norm=recipe.clip_norm,
        optim="adamw_torch_fused",
    )

    def learn() -> None:
        tokenizer, model = _classifier(folder)
        trainer = _InBatches(
            model=model,
            args=settings,
            train_dataset=_inputs(tokenizer, examples, recipe.max_length, data.labels),
            data_collator=transformers.DataCollatorWithPadding(tokenizer),
        )
        trainer.epochs = epochs
        with contextlib.redirect_stdout(io.StringIO()):
            trainer.train()
        trainer.save_model(str(folder / "trained"))

    return learn


def open_evaluator(
    folder: Path, examples: Sequence[Example], max_length: int, batch_size: int
) -> Callable[[], Any]:
    """`Trainer.predict`, with the sentences sorted by length; the logits in their own order."""
    tokenizer, model = _classifier(folder)
    trainer = transformers.Trainer(
        model=model,
        args=_settings(folder / "trainer", per_device_eval_batch_size=batch_size),
        data_collator=transformers.DataCollatorWithPadding(tokenizer),
    )

    def predict() -> Any:
        inputs = _inputs(tokenizer, examples, max_length)
        order = sorted(range(len(inputs)), key=lambda index: len(inputs[index]["input_ids"]))
        found = trainer.predict([inputs[index] for index in order]).predictions
        logits = np.empty_like(found)  # (N, C)
        logits[order] = found
        return logits

    return predict


class _InBatches(transformers.Trainer):  # type: ignore[misc]
    """A Trainer with the batches of each epoch known beforehand, of equal length each."""

    epochs: Batches

    def get_train_dataloader(self) -> Any:
        return torch.utils.data.DataLoader(
            self.train_dataset,
            batch_sampler=_EpochBatches(self.epochs),
            collate_fn=self.data_collator,
        )


class _EpochBatches:
    """Each time it is read, the batches of the next epoch."""

    def __init__(self, epochs: Batches) -> None:
        self._length = len(epochs[0])
        self._epochs = iter(epochs)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[list[int]]:
        return iter(next(self._epochs))


def _classifier(folder: Path) -> tuple[Any, Any]:
    model = _open(transformers.AutoModelForSequenceClassification, folder, "sdpa")
    return transformers.AutoTokenizer.from_pretrained(folder), model


def _inputs(
    tokenizer: Any, examples: Sequence[Any], max_length: int, labels: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Texts tokenized in one call, with their classes where `labels` are given."""
    texts = [example.text for example in examples]
    found = tokenizer(texts, truncation=True, max_length=max_length)
    rows = [dict(zip(found, values, strict=True)) for values in zip(*found.values(), strict=True)]
    if labels:
        for row, example in zip(rows, examples, strict=True):
            row["labels"] = labels.index(example.label)
    return rows


def _settings(folder: Path, **options: Any) -> Any:
    """A quiet Trainer on the CPU that saves nothing on its way."""
    return transformers.TrainingArguments(
        output_dir=str(folder),
        use_cpu=True,
        save_strategy="no",
        logging_strategy="no",
        report_to=[],
        disable_tqdm=True,
        **options,
    )
