"""Papers that several panels cite."""

from __future__ import annotations

from models.schema.specs import Paper

BERT = Paper(
    "Devlin, Chang, Lee, Toutanova",
    "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
    2018,
    "1810.04805",
)
GPT2 = Paper(
    "Radford, Wu, Child, Luan, Amodei, Sutskever",
    "Language Models are Unsupervised Multitask Learners",
    2019,
)
ALBERT = Paper(
    "Lan, Chen, Goodman, Gimpel, Sharma, Soricut",
    "ALBERT: A Lite BERT for Self-supervised Learning of Language Representations",
    2019,
    "1909.11942",
)
T5 = Paper(
    "Raffel, Shazeer, Roberts, Lee, Narang, Matena, Zhou, Li, Liu",
    "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer",
    2019,
    "1910.10683",
)
XLNET = Paper(
    "Yang, Dai, Yang, Carbonell, Salakhutdinov, Le",
    "XLNet: Generalized Autoregressive Pretraining for Language Understanding",
    2019,
    "1906.08237",
)
ELECTRA = Paper(
    "Clark, Luong, Le, Manning",
    "ELECTRA: Pre-training Text Encoders as Discriminators Rather Than Generators",
    2020,
    "2003.10555",
)
DEBERTA = Paper(
    "He, Liu, Gao, Chen",
    "DeBERTa: Decoding-enhanced BERT with Disentangled Attention",
    2020,
    "2006.03654",
)
