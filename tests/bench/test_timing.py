from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import timing


@given(st.floats(1e-6, 100), st.integers(1, 64), st.integers(1, 5000))
def test_a_block_is_long_enough_or_a_whole_epoch(step_seconds: float, launch: int, epoch_steps: int) -> None:
    steps = timing.steps_per_block(step_seconds, launch, epoch_steps)
    assert 1 <= steps <= epoch_steps
    assert steps == epoch_steps or steps * step_seconds >= timing.BLOCK_SECONDS * 0.999
    assert steps == epoch_steps or steps % launch == 0


@given(st.integers(0, 5000), st.integers(1, 700))
def test_spans_cover_every_step_once(steps: int, size: int) -> None:
    assert [step for span in timing.spans(steps, size) for step in span] == list(range(steps))


@given(st.lists(st.floats(0, 10), min_size=1, max_size=2000), st.integers(2, 500))
def test_thinning_keeps_order_and_both_ends(values: list[float], limit: int) -> None:
    kept = timing.thin(values, limit)
    assert len(kept) == min(limit, len(values))
    assert (kept[0], kept[-1]) == (values[0], values[-1])


@pytest.mark.parametrize(("seconds", "agree"), [([1, 1], False), ([5, 1, 1.01, 1.0], True), ([1, 1.0, 1.03], False)])
def test_warm_up_ends_when_three_blocks_agree(seconds: list[float], agree: bool) -> None:  # noqa: FBT001
    assert timing.settled(seconds) is agree
