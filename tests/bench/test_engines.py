"""The TensorFlow engine on real, tiny models: one device against two, state, weights, precision."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from bench import corpus
from bench.engines.engine import Data, Engine, Plan
from bench.engines.factory import import_backend, make_engine
from bench.probing import memorise, verify
from bench.training import batches, compile_engine, row_order, run_block
from bench.workloads import build_functions, workload
from bench.workloads.bert_base import QUICK as BERT_QUICK
from bench.workloads.matmul import QUICK as MATMUL_QUICK
from bench.workloads.memory_bandwidth import QUICK as BANDWIDTH_QUICK
from bench.workloads.sentiment_bilstm import QUICK

pytestmark = pytest.mark.slow

SMALL = replace(QUICK, rows=640, batch_size=64)

TWO_DEVICES = """
import json, sys
import tensorflow as tf
cpu = tf.config.list_physical_devices("CPU")[0]
tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)
sys.path.insert(0, "tests/bench")
from test_engines import small_engine, one_epoch
print(json.dumps(one_epoch(small_engine(tuple(range(int(sys.argv[1])))))))
"""


def small_engine(indices: tuple[int, ...] = (0,), precision: str = "fp32") -> Engine:
    import_backend("tensorflow")
    assert SMALL.corpus is not None
    rows = corpus.corpus(SMALL.corpus, SMALL.rows)
    plan = Plan("sentiment-bilstm", SMALL, precision, 3, indices)
    return make_engine("tensorflow", plan, Data(rows.tokens, rows.labels, SMALL.train_rows))


def one_epoch(engine: Engine) -> dict[str, float]:
    indices, weights = batches(row_order(3, 1, SMALL.train_rows), SMALL.batch_size)
    trained = run_block(engine, indices, weights, range(len(indices)))
    held_out = engine.evaluate()
    return {"loss": trained.loss / trained.samples, "samples": trained.samples, "eval": held_out.loss / held_out.samples}


def test_two_replicas_train_as_one_device_does() -> None:
    """Dropout draws differ by replica, so the losses agree only to its noise."""
    found = [
        json.loads(subprocess.run([sys.executable, "-c", TWO_DEVICES, count], capture_output=True, text=True, check=True).stdout)
        for count in ("1", "2")
    ]
    assert found[0]["samples"] == found[1]["samples"] == SMALL.train_rows
    assert found[0]["loss"] == pytest.approx(found[1]["loss"], abs=0.01)
    assert found[0]["eval"] == pytest.approx(found[1]["eval"], abs=0.01)


def test_state_goes_out_and_back_in() -> None:
    engine = small_engine()
    start = engine.state()
    first = one_epoch(engine)
    engine.load_state(start)
    assert one_epoch(engine) == first


def test_compiling_leaves_no_trace() -> None:
    engine = small_engine()
    before = engine.state()
    compile_engine(engine, Plan("sentiment-bilstm", SMALL, "fp32", 3, (0,)))
    assert all((old == new).all() for old, new in zip(before, engine.state(), strict=True))


def test_evaluation_counts_every_held_out_row_once() -> None:
    assert small_engine().evaluate().samples == SMALL.eval_rows


def test_sixteen_bit_trains_too() -> None:
    assert 0 < one_epoch(small_engine(precision="bf16"))["loss"] < 1


def test_the_lstm_on_a_cpu_is_recorded_as_the_generic_loop() -> None:
    kernel = small_engine().kernel()
    assert kernel is not None
    assert (kernel.level, kernel.reason_not_fused) == ("generic", "no-gpu")


@pytest.mark.parametrize("preset", [MATMUL_QUICK, BANDWIDTH_QUICK])
def test_primitives_agree_with_double_precision(preset: object) -> None:
    import_backend("tensorflow")
    name = "matmul" if preset is MATMUL_QUICK else "memory-bandwidth"
    engine = make_engine("tensorflow", Plan(name, preset, "fp32", 1, (0,)), None)  # type: ignore[arg-type]
    assert verify(engine).accuracy == 1.0


def test_the_transformer_probe_memorises_its_batch_and_has_the_counted_weights() -> None:
    from bench import probe_data

    import_backend("tensorflow")
    small = replace(BERT_QUICK, rows=8)
    plan = Plan("bert-base", small, "fp32", 1, (0,))
    inputs, labels = probe_data.sentences(small)
    engine = make_engine("tensorflow", plan, Data(inputs, labels, small.rows))
    assert engine.parameters == workload("bert-base").parameters(small)
    assert memorise(engine, plan).accuracy >= 0.95


@pytest.mark.parametrize("preset", ["standard", "quick", "rare2018", "large"])
def test_the_bilstm_has_the_weights_that_its_formula_counts(preset: str) -> None:
    import_backend("tensorflow")
    facts = workload("sentiment-bilstm")
    model = build_functions("sentiment-bilstm").build(facts.preset(preset), "fp32")
    assert model.count_params() == facts.parameters(facts.preset(preset))


def test_resnet_has_the_weights_that_its_formula_counts() -> None:
    import_backend("tensorflow")
    facts = workload("resnet50")
    assert build_functions("resnet50").build(facts.preset("quick"), "fp32").count_params() == facts.parameters(facts.preset("quick"))


def test_losses_of_masked_tokens_ignore_the_rest() -> None:
    import_backend("tensorflow")
    logits = np.zeros((1, 3, 4), dtype=np.float32)
    logits[0, 0, 2] = 50.0
    loss, hit = build_functions("bert-base").losses(np.array([[2, -1, -1]], dtype=np.int32), logits)
    assert float(loss[0]) == pytest.approx(0.0, abs=1e-6)
    assert float(hit[0]) == 1.0
