from __future__ import annotations

import pytest

from bench.workloads import WORKLOADS, workload
from bench.workloads.sentiment_bilstm import LARGE, QUICK, RARE2018, STANDARD, TENTH, flops_per_sample, parameters


def test_the_work_of_one_row_is_the_derived_figure() -> None:
    # 3 x 2 x 2 directions x 40 tokens x 4 gates x 64 units x (128 + 64)
    assert flops_per_sample(STANDARD) == 23_592_960


def test_the_model_of_2018_has_the_weights_that_were_counted_then() -> None:
    assert parameters(RARE2018) == 35_242_881


def test_rows_and_steps_of_the_presets() -> None:
    assert (STANDARD.rows, STANDARD.eval_rows, STANDARD.train_rows) == (1_578_627, 157_862, 1_420_765)
    assert STANDARD.steps_per_epoch == 1388
    assert (TENTH.rows, TENTH.eval_rows) == (157_862, 15_786)
    assert (LARGE.batch_size, LARGE.layers, LARGE.units) == (2048, 2, 512)


def test_only_smoke_and_history_are_not_ranked() -> None:
    assert {preset.id for preset in workload("sentiment-bilstm").presets if not preset.ranked} == {"quick", "rare2018"}


def test_unknown_names_are_answered_with_the_known_ones() -> None:
    with pytest.raises(KeyError, match="sentiment-bilstm"):
        workload("sentiment")
    with pytest.raises(KeyError, match="standard, tenth"):
        WORKLOADS[0].preset("full")


def test_quick_is_small() -> None:
    assert QUICK.train_rows * QUICK.epochs * flops_per_sample(QUICK) < 1e12
