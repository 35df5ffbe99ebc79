"""A library of pretrained language models, small enough to read and open enough to look into."""

import os

# Before torch is imported, whose OpenMP (GNU) reads it once. Threads that wait for each other spin
# for as many turns and then sleep. Its default, 300,000, made a small training take eight times as
# long beside busy programs: what spins keeps the thread that it waits for from its core.
os.environ.setdefault("GOMP_SPINCOUNT", "30000")
