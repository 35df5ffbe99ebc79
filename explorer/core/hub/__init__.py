"""Checkpoints of the Hugging Face hub: described, and downloaded into the shared cache.

`names` needs neither the network nor huggingface_hub; `remote` and `download` import the library
at their first use, on the thread of a job.
"""
