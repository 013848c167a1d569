"""litellm, loaded where it is needed: to import it takes longer than most commands."""

from __future__ import annotations

import logging
import os
import warnings
from types import ModuleType
from typing import Final

__all__ = ["load_litellm"]

_NOISE: Final = ("Pydantic serializer warnings", "coroutine '[A-Za-z]*.acompletion' was never")
"""How warnings begin that litellm causes where a reply is not quite of the form, or too late."""


def load_litellm() -> ModuleType:
    """litellm, told to ask the network for nothing and to print nothing of its own."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    for noise in _NOISE:
        warnings.filterwarnings("ignore", message=noise)
    import litellm

    logging.getLogger("LiteLLM").setLevel(logging.CRITICAL)
    litellm.suppress_debug_info = True
    litellm.telemetry = False
    return litellm
