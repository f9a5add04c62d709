from __future__ import annotations

import numpy as np
import pytest

from peek_graph.embedding.vectors import check_vector, normalised
from peek_graph.errors import BadVector


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (None, "no vector"),
        ([], "no vector"),
        ([0.0, 0.0, 0.0], "zeros"),
        ([1e-30, 0.0, 0.0], "zeros"),
        ([1.0, float("nan"), 0.0], "NaN"),
        ([1.0, float("inf"), 0.0], "infinity"),
        ([1.0, 2.0], "length 2 instead of 3"),
        ([[1.0, 2.0, 3.0]], "1 x 3 instead of 3"),
        (["a", "b", "c"], "not numbers"),
        (1.0, "length none"),
    ],
)
def test_a_bad_vector_says_what_is_wrong(values: object, said: str) -> None:
    with pytest.raises(BadVector, match=said):
        check_vector(values, 3)  # type: ignore[arg-type]


def test_a_good_vector_comes_back_as_float32() -> None:
    vector = check_vector([1, 2, 3.5], 3)
    assert vector.dtype == np.float32
    assert vector.tolist() == [1, 2, 3.5]


def test_numbers_beyond_float32_are_infinite_and_bad() -> None:
    with pytest.raises(BadVector):
        check_vector([1e300, 0, 0], 3)


def test_normalising_keeps_zeros_for_the_check_to_find() -> None:
    assert normalised(np.array([3.0, 4.0])).tolist() == pytest.approx([0.6, 0.8])
    assert normalised(np.zeros(2)).tolist() == [0, 0]
