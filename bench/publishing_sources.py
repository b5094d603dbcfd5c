"""What the importer knows of each source: author, terms, tasks, and the devices behind the names that it prints."""

from __future__ import annotations

from typing import Final

from bench.published import PublishedSource, Task

_KERAS = "Sum of the epochs' times as a Keras callback took them: training and validation of each epoch; not import, data and start."
_DAWN = "Time of training until the first epoch that reaches the target, as the submitter's log states it in hours."
_MLPERF = (
    "From the log's run_start to its run_stop: training with evaluations until the quality target. Log durations of single runs; not an "
    "MLPerf score and not verified by MLCommons Association. The MLPerf name and logo are trademarks of MLCommons Association."
)
_LAMBDA = "Training throughput that NVIDIA's example prints at its end, or the mean of several logs; batch as large as the memory allows."
_NOTES_2019 = "Taken from notes: what was timed, and over how many steps, is not stated."

TASKS: Final[dict[str, Task]] = {
    "imdb-bilstm": Task(
        title="IMDB reviews, bidirectional LSTM (Keras example: 20,000 words, 100 tokens, 64 units, batch 32), 4 epochs", clock=_KERAS
    ),
    "mnist-cnn": Task(title="MNIST, small CNN (Keras example, batch 128), 12 epochs", clock=_KERAS),
    "cifar10-cnn": Task(title="CIFAR-10, small CNN (Keras example, batch 32), 20 epochs", clock=_KERAS),
    "nietzsche-lstm": Task(title="Nietzsche text, LSTM of 128 units (Keras example, batch 128, 40 characters), 10 epochs", clock=_KERAS),
    "dawnbench-cifar10": Task(title="DAWNBench: CIFAR-10, any model", clock=_DAWN, target="94 % top-1 accuracy on the test images"),
    "dawnbench-squad": Task(
        title="DAWNBench: SQuAD question answering, any model", clock=_DAWN, target="F1 of 0.73 on the development set"
    ),
    "mlperf-v0.7-bert": Task(title="MLPerf Training v0.7: BERT", clock=_MLPERF, target="the round's quality target"),
    "mlperf-v0.7-gnmt": Task(
        title="MLPerf Training v0.7: GNMT, translation with stacked LSTM", clock=_MLPERF, target="the round's quality target"
    ),
    "mlperf-v0.7-transformer": Task(
        title="MLPerf Training v0.7: Transformer, translation", clock=_MLPERF, target="the round's quality target"
    ),
    "lm-ptb": Task(title="Recurrent language model on Penn Treebank; model and batch not stated", clock=_NOTES_2019),
    "lm-wikitext2": Task(title="Recurrent language model on WikiText-2; model and batch not stated", clock=_NOTES_2019),
    "lm-enwik8": Task(title="Recurrent language model on enwiki-8; model and batch not stated", clock=_NOTES_2019),
    "bert-6-layers": Task(title="BERT with 6 layers, hidden size 768, batch 64, on half of WikiText-2", clock=_NOTES_2019),
    "bert-fine-tuning": Task(
        title="BERT fine-tuned as a language model, batch 24, small Wikipedia", clock="Steps per second of a progress bar after one minute."
    ),
    "lambda-resnet50": Task(title="ResNet-50 training (NVIDIA's PyTorch example)", clock=_LAMBDA),
    "lambda-bert-base": Task(title="BERT base, fine-tuning on SQuAD (NVIDIA's PyTorch example)", clock=_LAMBDA),
    "lambda-gnmt": Task(title="GNMT, translation with stacked LSTM (NVIDIA's PyTorch example)", clock=_LAMBDA),
}

TASK_OF: Final[tuple[tuple[str, str], ...]] = (
    ("IMDB biLSTM", "imdb-bilstm"),
    ("MNIST CNN", "mnist-cnn"),
    ("CIFAR-10 CNN", "cifar10-cnn"),
    ("Nietzsche LSTM", "nietzsche-lstm"),
    ("DAWNBench CIFAR10", "dawnbench-cifar10"),
    ("DAWNBench SQuAD", "dawnbench-squad"),
    ("MLPerf Training v0.7 BERT", "mlperf-v0.7-bert"),
    ("MLPerf Training v0.7 GNMT", "mlperf-v0.7-gnmt"),
    ("MLPerf Training v0.7 Transformer", "mlperf-v0.7-transformer"),
    ("recurrent language model on PTB", "lm-ptb"),
    ("recurrent language model on WikiText-2", "lm-wikitext2"),
    ("recurrent language model on enwiki-8", "lm-enwik8"),
    ("BERT 6 layers", "bert-6-layers"),
    ("BERT fine-tune", "bert-fine-tuning"),
    ("Lambda ResNet-50", "lambda-resnet50"),
    ("Lambda BERT base", "lambda-bert-base"),
    ("Lambda GNMT", "lambda-gnmt"),
)
"""Task by the start of a workload's text."""

_NO_LICENCE = "No licence file in the repository: single facts, cited."

SOURCES: Final[dict[str, tuple[str, PublishedSource]]] = {
    "https://github.com/minimaxir/deep-learning-cpu-gpu-benchmark": (
        "minimaxir-2017-cpu-or-gpu",
        PublishedSource(
            title="Benchmarking TensorFlow on Cloud CPUs",
            author="Max Woolf",
            url="https://github.com/minimaxir/deep-learning-cpu-gpu-benchmark",
            version="commit 08adcf499e98",
            published="2017-07",
            licence="MIT",
        ),
    ),
    "https://github.com/minimaxir/keras-cntk-benchmark": (
        "minimaxir-2017-keras-cntk",
        PublishedSource(
            title="Benchmarking CNTK and TensorFlow with Keras, second version",
            author="Max Woolf",
            url="https://github.com/minimaxir/keras-cntk-benchmark",
            version="commit 5b95f4640f37",
            published="2017-11",
            licence="MIT",
        ),
    ),
    "https://github.com/ReDeiPirati/deep-learning-cpu-gpu-benchmark": (
        "redeipirati-2017-k80",
        PublishedSource(
            title="The Keras examples on AWS: ten runs on one set-up",
            author="ReDeiPirati",
            url="https://github.com/ReDeiPirati/deep-learning-cpu-gpu-benchmark",
            version="commit 22292ab7c254",
            published="2017-11",
            licence="MIT",
            notes="Ten runs of one set-up: the only one of these sources that shows its spread.",
        ),
    ),
    "https://github.com/TimDettmers/rtx_benchmarks": (
        "dettmers-2019-rtx",
        PublishedSource(
            title="Raw figures behind 'Which GPU for deep learning', April 2019",
            author="Tim Dettmers",
            url="https://github.com/TimDettmers/rtx_benchmarks",
            version="commit 4483cb7ff6d8",
            published="2019-03",
            licence="MIT",
            notes="Three cards were measured. The bars of all other cards in the article were scaled by specification and are not data.",
        ),
    ),
    "https://github.com/stanford-futuredata/dawn-bench-entries": (
        "dawnbench",
        PublishedSource(
            title="DAWNBench entries",
            author="Stanford DAWN and submitters",
            url="https://github.com/stanford-futuredata/dawn-bench-entries",
            version="commit fb27b827bd83",
            published="2020",
            licence=_NO_LICENCE,
            notes="Times and prices are those of the submitters. Quality in the unit of the log: per cent for CIFAR-10, F1 for SQuAD.",
        ),
    ),
    "https://github.com/mlcommons/training_results_v0.7": (
        "mlperf-training-v0.7",
        PublishedSource(
            title="MLPerf Training v0.7, logs of single runs",
            author="MLCommons and submitters",
            url="https://github.com/mlcommons/training_results_v0.7",
            version="commit 0a8a85a209c8",
            published="2020-07",
            licence="Apache-2.0",
            notes="Durations of single log files. No score is computed of them here: the official results are at https://mlcommons.org/benchmarks/training/.",
        ),
    ),
    "RARE Technologies": (
        "rare-2018-prices",
        PublishedSource(
            title="Machine learning mega-benchmark: GPU providers (part 2)",
            author="Shiva Manne, RARE Technologies",
            url="https://rare-technologies.com/",
            version="read in a Chinese translation",
            published="2018",
            licence="All rights with the author: single facts, cited.",
            notes="Prices in the text. Its table of results was an image and is lost; V100 ran a build without code for Volta.",
        ),
    ),
    "https://github.com/lambdal/deeplearning-benchmark": (
        "lambda-2022-throughput",
        PublishedSource(
            title="Deep learning GPU benchmarks (PyTorch training throughput)",
            author="Lambda",
            url="https://github.com/lambdal/deeplearning-benchmark",
            version="commit 0551cb70ffdc",
            published="2023",
            licence=_NO_LICENCE,
            notes="Three of its ten models, one vendor of machines. The batch differs by memory, so that speed and memory are mixed.",
        ),
    ),
}
"""File name and source by the address in the input; the longest that the address starts with."""

DEVICES: Final[dict[str, tuple[str, int | None]]] = {
    "GTX 1080 Xp": ("TITAN Xp", 1),
    "GTX 1080 XP": ("TITAN Xp", 1),
    "RTX Titan": ("TITAN RTX", 1),
    "1 TPUv2": ("TPU v2", None),
    "1 P4 / GCP": ("Tesla P4", 1),
    "1 T4 / GCP": ("Tesla T4", 1),
    "1 K80 / AWS p2.xlarge": ("Tesla K80", 1),
    "1 K80 / 61 GB / 4 CPU (Amazon EC2 [p2.xlarge])": ("Tesla K80", 1),
    "1 K80 / 30 GB / 8 CPU (Google Cloud)": ("Tesla K80", 1),
    "1 P100 / 512 GB / 56 CPU (DAWN Internal Cluster)": ("Tesla P100", 1),
    "1 V100 / AWS p3.2xlarge": ("Tesla V100-SXM2-16GB", 1),
    "V100 (AWS p3.2xlarge)": ("Tesla V100-SXM2-16GB", 1),
    "p3.2xlarge": ("Tesla V100-SXM2-16GB", 1),
    "g3.4xlarge": ("Tesla M60", 1),
    "8 * V100 (AWS p3.16xlarge)": ("Tesla V100-SXM2-16GB", 8),
    "Baidu Cloud Tesla 8*V100-16GB/448 GB/96 CPU": ("V100 16GB", 8),
    "Baidu Cloud Tesla V100*1-16GB/56 GB/12 CPU": ("V100 16GB", 1),
    "Tesla V100 * 1 GPU / 488 GB / 56 CPU (Kakao Brain BrainCloud)": ("Tesla V100", 1),
    "Tesla V100 * 4 GPU / 488 GB / 56 CPU (Kakao Brain BrainCloud)": ("Tesla V100", 4),
    "Tesla V100 * 8 GPU / 32 GB / 40 CPU": ("Tesla V100", 8),
    "IBM AC922 + 4 * Nvidia Tesla V100 (NCSA HAL)": ("Tesla V100", 4),
    "IBM AC922 + Nvidia Tesla V100 (Nimbix np9g1)": ("Tesla V100", 1),
    "Paperspace Volta (V100)": ("Tesla V100", 1),
    "Lambda GPU Cloud - 4x GTX 1080 Ti": ("GTX 1080 Ti", 4),
    "1 GPU (Nvidia GeForce GTX 1080 Ti)": ("GTX 1080 Ti", 1),
    "1 NVidia GTX-1080 Ti": ("GTX 1080 Ti", 1),
    "1 NVidia 2080 RTX (dev box)": ("RTX 2080", 1),
    "NVIDIA A100-SXM4-40GB (400W)": ("NVIDIA A100-SXM4-40GB", None),
    "NVIDIA V100-SXM2-16GB (300W)": ("Tesla V100-SXM2-16GB", None),
    "NVIDIA V100-SXM3-32GB (450W)": ("Tesla V100-SXM3-32GB", None),
    "2x A100 80GB SXM4": ("A100 80GB SXM4", None),
    "2x H100 80GB SXM5": ("H100 80GB SXM5", None),
    "2x RTX 3090": ("RTX 3090", None),
    "2x RTX 4090": ("RTX 4090", None),
    "2x RTX 6000 Ada": ("RTX 6000 Ada", None),
    "2x RTX A6000": ("RTX A6000", None),
    "4x A100 80GB SXM4": ("A100 80GB SXM4", None),
    "4x H100 80GB SXM5": ("H100 80GB SXM5", None),
    "8x A100 80GB SXM4": ("A100 80GB SXM4", None),
    "8x H100 80GB SXM5": ("H100 80GB SXM5", None),
    "H100 80GB PCIe Gen5": ("H100 80GB PCIe", None),
    "LambdaCloud 2x V100 16GB": ("V100 16GB", None),
    "LambdaCloud 4xV100 16GB": ("V100 16GB", None),
    "LambdaCloud 8xV100 16GB": ("V100 16GB", None),
    "LambdaCloud A10": ("A10", None),
    "LambdaCloud A100 40GB PCIe": ("A100 40GB PCIe", None),
    "LambdaCloud V100 16GB": ("V100 16GB", None),
}
"""Device and count behind a printed string; the count is None where the row says it, or nobody does."""

FROM_INSTANCE: Final = frozenset(
    {"1 V100 / AWS p3.2xlarge", "V100 (AWS p3.2xlarge)", "p3.2xlarge", "g3.4xlarge", "8 * V100 (AWS p3.16xlarge)"}
)
"""Strings of which the form of the device is known from the rented machine alone."""
