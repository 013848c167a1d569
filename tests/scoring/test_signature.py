from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.signature import canonical_json, digest, sign

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(st.dictionaries(st.text(), values, min_size=1))
def test_key_order_never_matters(value: dict[str, object]) -> None:
    turned = dict(reversed(value.items()))
    assert canonical_json(turned) == canonical_json(value)
    assert digest(turned) == digest(value)


def test_the_canonical_form_is_fixed() -> None:
    assert canonical_json({"b": [1, "é"], "a": None}) == b'{"a":null,"b":[1,"\\u00e9"]}'
    assert digest({}) == "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"


def test_what_has_no_json_form_has_no_digest() -> None:
    with pytest.raises(ValueError, match="JSON"):
        canonical_json(float("nan"))


def test_a_signature_tells_task_scorer_and_gold() -> None:
    assert sign("task", "sha256:00") == "task|scoring:1.0|gold:sha256:00"
