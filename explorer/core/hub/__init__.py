"""Checkpoints of the Hugging Face hub: looked up, described, and downloaded into the shared cache.

`names` needs neither the network nor huggingface_hub; `remote` and `download` import the library
when they are first used, which is on the thread of a job.
"""
