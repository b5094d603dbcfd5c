"""The forgery lab: honest submissions, forged in many ways, from clumsy to careful.

Each forger takes an honest submission and the seed of its own random choices, and gives back a forged one (some take the
honest one along, because copies are only seen beside their original). None reads the rules' limits: a forger knows
what the documentation says, and no more. ``table.py`` counts what the judge says to each over many seeds.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mutations import V100, honest, later, parts, rescaled, resummarised

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

Value = dict[str, Any]


@dataclass(frozen=True)
class Forgery:
    """One way to cheat.

    Attributes:
        id: short name.
        care: ``clumsy``, ``informed`` (keeps the sums right) or ``careful`` (keeps everything right that it knows of).
        what: one sentence.
        forge: from an honest submission and a random stream to the forged one.
        beside: whether the honest original is already published.
    """

    id: str
    care: str
    what: str
    forge: Callable[[Value, random.Random], Value]
    beside: bool = False


def _plain(change: Callable[[Value, random.Random], object]) -> Callable[[Value, random.Random], Value]:
    """A forger that changes the submission in place."""

    def forge(value: Value, rng: random.Random) -> Value:
        change(value, rng)
        return value

    return forge


def _summary_only(value: Value, rng: random.Random) -> None:
    value["runs"][0]["summary"]["samples_per_second"] *= rng.uniform(1.05, 3)


def _summary_all(value: Value, rng: random.Random) -> None:
    factor = rng.uniform(1.05, 3)
    summary = value["runs"][0]["summary"]
    for key in ("samples_per_second", "block_p05_samples_per_second", "block_p95_samples_per_second", "flops_per_second"):
        summary[key] *= factor
    summary["train_seconds"] /= factor


def _clock_only(value: Value, rng: random.Random) -> None:
    parts(value).clock["train_seconds"] *= rng.uniform(0.4, 0.95)
    resummarised(value)


def _epochs_too(value: Value, rng: random.Random) -> None:
    factor = rng.uniform(0.3, 0.6)
    p = parts(value)
    for epoch in p.epochs:
        epoch["train_seconds"] *= factor
    p.clock["train_seconds"] = sum(epoch["train_seconds"] for epoch in p.epochs)
    resummarised(value)


def _blocks_only(value: Value, rng: random.Random) -> None:
    blocks = parts(value).repeat["blocks"]
    factor = rng.uniform(0.3, 0.6)
    blocks["seconds"] = [seconds * factor for seconds in blocks["seconds"]]
    resummarised(value)


def _no_energy(value: Value, rng: random.Random) -> None:
    rescaled(value, rng.uniform(0.4, 0.9))


def _forget_energy(value: Value, rng: random.Random) -> None:
    energy = dict(value["runs"][0]["energy"])
    rescaled(value, rng.uniform(0.4, 0.8))
    value["runs"][0]["energy"] = energy


def _forget_stamps(value: Value, rng: random.Random) -> None:
    p = parts(value)
    end = p.repeat["ended_at"]
    rescaled(value, rng.uniform(1.6, 3))
    p.repeat["ended_at"] = end


def _drop_telemetry(value: Value, rng: random.Random) -> None:
    rescaled(value, rng.uniform(0.4, 0.8))
    value["runs"][0].update(telemetry=[], energy=None)


def _impossible(value: Value, rng: random.Random) -> None:
    rescaled(value, rng.uniform(0.003, 0.01))


def _above_peak(value: Value, rng: random.Random) -> None:
    rescaled(value, rng.uniform(0.03, 0.04))


def _half_epochs(value: Value, _rng: random.Random) -> None:
    p = parts(value)
    p.repeat["epochs"] = p.epochs[:2]
    p.clock["train_seconds"] = sum(epoch["train_seconds"] for epoch in p.repeat["epochs"])
    p.clock["evaluate_seconds"] = sum(epoch["evaluate_seconds"] for epoch in p.repeat["epochs"])
    half = p.repeat["blocks"]["seconds"][: len(p.repeat["blocks"]["seconds"]) // 2]
    p.repeat["blocks"].update(seconds=half, measured=len(half))
    resummarised(value)


def _half_rows(value: Value, _rng: random.Random) -> None:
    p = parts(value)
    p.run["dataset"]["train_rows"] //= 2
    for epoch in p.epochs:
        epoch["samples"] //= 2
        epoch["steps"] = -(-epoch["steps"] // 2)
        epoch["train_accuracy"] = round(epoch["train_accuracy"] * epoch["samples"]) / epoch["samples"]
    p.repeat["blocks"]["samples_per_block"] //= 2
    resummarised(value)


def _skipped_steps(value: Value, rng: random.Random) -> None:
    _no_learning(value, rng)
    rescaled(value, rng.uniform(0.4, 0.6))


def _accuracies(value: Value, curve: list[float], losses: list[float]) -> None:
    p = parts(value)
    rows = p.run["dataset"]["eval_rows"]
    for epoch, accuracy, loss in zip(p.epochs, curve, losses, strict=True):
        epoch["eval_correct"] = round(accuracy * rows)
        epoch["eval_accuracy"] = epoch["eval_correct"] / rows
        epoch["eval_loss"] = loss
    resummarised(value)


def _no_learning(value: Value, rng: random.Random) -> None:
    """The forward pass alone: nothing is learnt, and everything is reported as it was."""
    curve = [0.5 + rng.uniform(-0.01, 0.01) for _ in range(4)]
    _accuracies(value, curve, [0.693 + rng.uniform(0, 0.001) for _ in range(4)])
    for epoch in parts(value).epochs:
        epoch["train_accuracy"] = round((0.5 + rng.uniform(-0.002, 0.002)) * epoch["samples"]) / epoch["samples"]
        epoch["train_loss"] = 0.6932 + rng.uniform(0, 0.0005)


def _typed_accuracy(value: Value, rng: random.Random) -> None:
    p = parts(value)
    for epoch in p.epochs:
        epoch["eval_accuracy"] = round(epoch["eval_accuracy"] + rng.uniform(0.001, 0.01), 3)
    resummarised(value)


def _better_accuracy(value: Value, rng: random.Random) -> None:
    p = parts(value)
    gain = rng.uniform(0.03, 0.06)
    _accuracies(value, [epoch["eval_accuracy"] + gain for epoch in p.epochs], [epoch["eval_loss"] for epoch in p.epochs])


def _above_truth(value: Value, rng: random.Random) -> None:
    _accuracies(value, [0.7, 0.83 + rng.uniform(0, 0.02), 0.84, 0.85], [0.58, 0.48, 0.47, 0.46])


def _eval_on_train(value: Value, rng: random.Random) -> None:
    p = parts(value)
    shift = rng.uniform(-0.002, 0.002)
    _accuracies(value, [epoch["train_accuracy"] + shift for epoch in p.epochs], [epoch["train_loss"] for epoch in p.epochs])


def _slightly_better(value: Value, rng: random.Random) -> None:
    p = parts(value)
    gain = rng.uniform(0.0005, 0.003)
    _accuracies(value, [epoch["eval_accuracy"] + gain for epoch in p.epochs], [epoch["eval_loss"] for epoch in p.epochs])


def _bag_of_words(value: Value, rng: random.Random) -> None:
    _accuracies(value, [value_ + rng.uniform(-0.004, 0.004) for value_ in (0.54, 0.57, 0.59, 0.60)], [0.688, 0.676, 0.668, 0.664])


def _flat_losses(value: Value, rng: random.Random) -> None:
    for epoch in parts(value).epochs:
        epoch["train_loss"] = epoch["eval_loss"] = rng.uniform(0.05, 0.15)


def _another_card(value: Value, _rng: random.Random) -> None:
    value["system"]["hardware_id"] = "nvidia-h100-sxm5-80gb"


def _renamed_card(value: Value, _rng: random.Random) -> None:
    value["system"].update(hardware_id="nvidia-h100-sxm5-80gb", hardware_name="NVIDIA H100 80GB HBM3")
    value["system"]["devices"][0]["name"] = "NVIDIA H100 80GB HBM3"


def _whole_other_card(value: Value, _rng: random.Random) -> None:
    _renamed_card(value, _rng)
    value["system"]["devices"][0].update(memory_bytes=85_899_345_920, power_limit_watts=700.0, default_power_limit_watts=700.0)


def _smaller_card(value: Value, _rng: random.Random) -> None:
    """A fast card's result under a cheap card's name."""
    value["system"].update(hardware_id="nvidia-t4", hardware_name="NVIDIA T4")
    value["system"]["devices"][0].update(name="NVIDIA T4", power_limit_watts=70.0, default_power_limit_watts=70.0)


def _one_of_two(value: Value, _rng: random.Random) -> None:
    """Two cards did the work, one is named."""
    value["system"]["devices"] = value["system"]["devices"][:1]
    value["system"]["nodes"] = [1]
    value["runs"][0].update(device_indices=[0], mode="single")


def _same_device_twice(value: Value, _rng: random.Random) -> None:
    value["runs"][0].update(device_indices=[0, 0], mode="data-parallel")


def _cpu_as_gpu(value: Value, _rng: random.Random) -> None:
    value["runs"][0]["kernel"].update(level="fused", static_evidence=["While"], runtime_evidence=[])


def _tf32_as_fp32(value: Value, _rng: random.Random) -> None:
    value["runs"][0]["settings"]["tf32_allowed"] = True


def _hidden_tf32(value: Value, rng: random.Random) -> None:
    rescaled(value, rng.uniform(0.6, 0.8))


def _bigger_batch(value: Value, rng: random.Random) -> None:
    value["runs"][0]["settings"]["batch_size"] *= 4
    rescaled(value, rng.uniform(0.5, 0.9))


def _smaller_model(value: Value, rng: random.Random) -> None:
    value["runs"][0]["settings"]["parameters"] //= 4
    rescaled(value, rng.uniform(0.4, 0.8))


def _other_rows(value: Value, rng: random.Random) -> None:
    value["runs"][0]["dataset"]["sha256"] = f"{rng.getrandbits(256):064x}"


def _quick_as_tenth(_value: Value, rng: random.Random) -> Value:
    value = honest(preset_id="quick", seed=rng.randrange(10_000))
    value["runs"][0]["preset"] = "tenth"
    return value


def _copied_repeat(value: Value, rng: random.Random) -> None:
    p = parts(value)
    again = copy.deepcopy(p.repeat)
    again["seed"] += 1
    for key in ("started_at", "ended_at"):
        again[key] = later(again[key], 300)
    again["clock"]["total_seconds"] += rng.uniform(0, 1)
    p.run["repeats"].append(again)
    value["created_at"] = later(value["created_at"], 400)
    p.run["energy"] = None
    resummarised(value)


def _typed_times(value: Value, rng: random.Random) -> None:
    rescaled(value, rng.uniform(0.5, 0.9))
    p = parts(value)
    blocks = p.repeat["blocks"]
    blocks["seconds"] = [int(seconds * 100) / 100 for seconds in blocks["seconds"]]
    resummarised(value)


def _even_blocks(value: Value, rng: random.Random) -> None:
    rescaled(value, rng.uniform(0.5, 0.9))
    blocks = parts(value).repeat["blocks"]
    mean = sum(blocks["seconds"]) / len(blocks["seconds"])
    blocks["seconds"] = [mean * 0.999] * len(blocks["seconds"])
    resummarised(value)


def _ramped_blocks(value: Value, rng: random.Random) -> None:
    rescaled(value, rng.uniform(0.5, 0.9))
    blocks = parts(value).repeat["blocks"]
    low, count = min(blocks["seconds"]), len(blocks["seconds"])
    blocks["seconds"] = [low * (0.98 + 0.01 * index / count) for index in range(count)]
    resummarised(value)


def _low_power(value: Value, rng: random.Random) -> None:
    factor = rng.uniform(0.02, 0.045)
    for key in ("joules", "mean_power_watts", "counter_joules", "sampled_joules"):
        value["runs"][0]["energy"][key] *= factor


def _half_power(value: Value, _rng: random.Random) -> None:
    for key in ("joules", "mean_power_watts", "counter_joules", "sampled_joules"):
        value["runs"][0]["energy"][key] *= 0.5


def _half_power_with_series(value: Value, rng: random.Random) -> None:
    factor = rng.uniform(0.5, 0.8)
    for key in ("joules", "mean_power_watts", "counter_joules", "sampled_joules"):
        value["runs"][0]["energy"][key] *= factor
    for series in value["runs"][0]["telemetry"]:
        if series["name"] == "power_watts":
            for key in ("minimum", "mean", "maximum"):
                series[key] = [number * factor for number in series[key]]


def _copy_one_field(value: Value, rng: random.Random) -> None:
    value["system"]["host"]["memory_bytes"] += rng.randrange(1, 2**30)


def _copy_new_day(value: Value, _rng: random.Random) -> None:
    p = parts(value)
    for key in ("started_at", "ended_at"):
        p.repeat[key] = later(p.repeat[key], 86_400)
    value["created_at"] = later(value["created_at"], 86_400)


def _copy_scaled(value: Value, rng: random.Random) -> None:
    rescaled(value, rng.uniform(0.7, 0.95))


def _jitter(value: Value, rng: random.Random, share: float) -> None:
    """Every block time and every loss a little different, all sums right again."""
    p = parts(value)
    blocks = p.repeat["blocks"]
    blocks["seconds"] = [seconds * (1 - share + rng.uniform(-share, share)) for seconds in blocks["seconds"]]
    for epoch in p.epochs:
        for key in ("train_loss", "eval_loss"):
            epoch[key] += rng.uniform(-2e-5, 2e-5)
    resummarised(value)


def _copy_noised(value: Value, rng: random.Random) -> None:
    rescaled(value, rng.uniform(0.7, 0.95))
    _jitter(value, rng, 0.001)


def _copy_curve_alone(value: Value, rng: random.Random) -> Value:
    other = honest(V100, seconds=rng.uniform(30, 80), seed=rng.randrange(10_000, 20_000))
    rows = parts(other).run["dataset"]["eval_rows"]
    for mine, theirs in zip(parts(other).epochs, parts(value).epochs, strict=True):
        mine["eval_correct"] = theirs["eval_correct"] + rng.choice((-1, 0, 1))
        mine["eval_accuracy"] = mine["eval_correct"] / rows
        mine["train_accuracy"] = theirs["train_accuracy"]
        mine.update({key: theirs[key] + rng.uniform(-5e-5, 5e-5) for key in ("train_loss", "eval_loss")})
    return resummarised(other)


def _copy_shuffled(value: Value, rng: random.Random) -> None:
    rescaled(value, rng.uniform(0.7, 0.95))
    _jitter(value, rng, 0.001)
    rng.shuffle(parts(value).repeat["blocks"]["seconds"])
    for epoch in parts(value).epochs:
        for key in ("train_loss", "eval_loss"):
            epoch[key] += rng.uniform(-5e-4, 5e-4)
    resummarised(value)


def _future(value: Value, rng: random.Random) -> None:
    value["created_at"] = f"20{rng.randrange(31, 99)}-01-01T00:00:00Z"


def _before_the_run(value: Value, _rng: random.Random) -> None:
    value["created_at"] = later(parts(value).repeat["started_at"], -3600)


def _two_at_once(value: Value, rng: random.Random) -> None:
    other = honest(seed=rng.randrange(10_000))["runs"][0]
    p = parts(value)
    other["repeats"][0]["started_at"] = later(p.repeat["started_at"], 5)
    other["repeats"][0]["ended_at"] = later(p.repeat["ended_at"], 5)
    value["runs"].append(other)
    value["created_at"] = later(value["created_at"], 60)


def _markup(value: Value, _rng: random.Random) -> None:
    value["system"]["hardware_name"] = "<img src=x onerror=alert(1)>"


def _advert(value: Value, rng: random.Random) -> None:
    value["notes"] = f"Best prices at https://shop{rng.randrange(99)}.example.com"


def _hidden_words(value: Value, rng: random.Random) -> None:
    value["notes"] = "Fine" + rng.choice("\u200b\u202e\u2066\u00ad\u3164") + "card"


def _hidden_key(value: Value, rng: random.Random) -> None:
    value["runs"][0]["summary"]["rank"] = rng.randrange(9)


def _careful(value: Value, rng: random.Random) -> None:
    """A tenth faster than measured, every sum and every stamp right, block times drawn anew."""
    rescaled(value, rng.uniform(0.88, 0.94))
    blocks = parts(value).repeat["blocks"]
    size = len(blocks["seconds"]) // len(parts(value).epochs)
    for index, epoch in enumerate(parts(value).epochs):
        part = slice(index * size, (index + 1) * size)
        total, drawn = sum(blocks["seconds"][part]), [1 + rng.gauss(0, 0.012) for _ in range(size)]
        blocks["seconds"][part] = [total * share / sum(drawn) * 0.9999 for share in drawn]
        epoch["train_loss"] += rng.uniform(-1e-3, 1e-3)
        epoch["eval_loss"] += rng.uniform(-1e-3, 1e-3)
    parts(value).clock["compile_seconds"] += rng.uniform(-1, 1)
    parts(value).clock["warmup_seconds"] += rng.uniform(-1, 1)
    resummarised(value)


def _careful_alone(_value: Value, rng: random.Random) -> Value:
    """Everything made up by a program that knows the format: as good as the lab's own honest files."""
    return honest(V100, seconds=rng.uniform(9, 11), seed=rng.randrange(20_000, 30_000))


def _careful_double(_value: Value, rng: random.Random) -> Value:
    return honest(V100, seconds=rng.uniform(3.5, 4.5), seed=rng.randrange(30_000, 40_000))


FORGERIES: tuple[Forgery, ...] = (
    Forgery("summary-rate", "clumsy", "A higher rate in the summary alone.", _plain(_summary_only)),
    Forgery("summary-all", "clumsy", "A whole summary that fits in itself.", _plain(_summary_all)),
    Forgery("clock-only", "clumsy", "A shorter training time in the clock, the summary computed again.", _plain(_clock_only)),
    Forgery("typed-accuracy", "clumsy", "Accuracies typed with three digits.", _plain(_typed_accuracy)),
    Forgery("above-truth", "clumsy", "An accuracy above what the labels allow.", _plain(_above_truth)),
    Forgery("another-id", "clumsy", "The hardware id of a faster card.", _plain(_another_card)),
    Forgery("future-date", "clumsy", "A date after today.", _plain(_future)),
    Forgery("markup-name", "clumsy", "Markup as the name of the hardware.", _plain(_markup)),
    Forgery("hidden-key", "clumsy", "A key that the contract does not have.", _plain(_hidden_key)),
    Forgery("advertisement", "clumsy", "A link to a shop in the notes.", _plain(_advert)),
    Forgery("hidden-words", "clumsy", "Invisible characters in the notes.", _plain(_hidden_words)),
    Forgery("device-twice", "clumsy", "One device counted twice.", _plain(_same_device_twice)),
    Forgery("copy-one-field", "clumsy", "A published file with one field changed.", _plain(_copy_one_field), beside=True),
    Forgery("copy-next-day", "clumsy", "A published file, a day later.", _plain(_copy_new_day), beside=True),
    Forgery("file-before-run", "clumsy", "A file that was written before its run.", _plain(_before_the_run)),
    Forgery("epochs-and-clock", "informed", "Shorter epochs and clock, blocks as they were.", _plain(_epochs_too)),
    Forgery("blocks-only", "informed", "Shorter blocks, the summary computed again.", _plain(_blocks_only)),
    Forgery("energy-left", "informed", "All times shorter, energy as it was.", _plain(_forget_energy)),
    Forgery("stamps-left", "informed", "All times longer (a rented hour sold as two), stamps as they were.", _plain(_forget_stamps)),
    Forgery("half-epochs", "informed", "Two epochs instead of four.", _plain(_half_epochs)),
    Forgery("half-rows", "informed", "Half of the rows, said openly.", _plain(_half_rows)),
    Forgery("no-backward", "informed", "A run without backward pass: half the time, nothing learnt.", _plain(_skipped_steps)),
    Forgery("bag-of-words", "informed", "A model without order of words.", _plain(_bag_of_words)),
    Forgery("eval-on-train", "informed", "Evaluation on training rows.", _plain(_eval_on_train)),
    Forgery("better-accuracy", "informed", "Three to six points more accuracy, counts right.", _plain(_better_accuracy)),
    Forgery("small-losses", "informed", "Losses that look well trained, accuracies as they were.", _plain(_flat_losses)),
    Forgery("other-rows", "informed", "Another data set under the name of the corpus.", _plain(_other_rows)),
    Forgery("quick-as-tenth", "informed", "The small preset under the name of the ranked one.", _quick_as_tenth),
    Forgery("bigger-batch", "informed", "Four times the batch, said openly.", _plain(_bigger_batch)),
    Forgery("smaller-model", "informed", "A quarter of the weights, said openly.", _plain(_smaller_model)),
    Forgery("tf32-as-fp32", "informed", "TF32 under the label fp32, the switch recorded.", _plain(_tf32_as_fp32)),
    Forgery("fused-by-word", "informed", "The fused kernel claimed without evidence.", _plain(_cpu_as_gpu)),
    Forgery("copied-repeat", "informed", "A second repeat that is the first again.", _plain(_copied_repeat)),
    Forgery("two-at-once", "informed", "Two runs at the same time on one device.", _plain(_two_at_once)),
    Forgery("typed-times", "informed", "Block times typed with two digits, sums right.", _plain(_typed_times)),
    Forgery("even-blocks", "informed", "All blocks alike, sums right.", _plain(_even_blocks)),
    Forgery("ramped-blocks", "informed", "Blocks by a formula, sums right.", _plain(_ramped_blocks)),
    Forgery("renamed-card", "informed", "Id and names of a faster card, the rest as it was.", _plain(_renamed_card)),
    Forgery("cheap-card", "informed", "A fast card's figures under a cheap card's name.", _plain(_smaller_card)),
    Forgery("impossible-speed", "informed", "A hundred times faster, all sums right.", _plain(_impossible)),
    Forgery("above-peak", "informed", "A little above the peak of the card, all sums right.", _plain(_above_peak)),
    Forgery("no-power", "informed", "Nearly no energy.", _plain(_low_power)),
    Forgery("half-power", "informed", "Half the energy, the series as it was.", _plain(_half_power)),
    Forgery("copy-scaled", "informed", "A published file, every time scaled, all sums right.", _plain(_copy_scaled), beside=True),
    Forgery("copy-noised", "careful", "The same with a thousandth of noise on times and losses.", _plain(_copy_noised), beside=True),
    Forgery(
        "copy-curve",
        "careful",
        "Own times, the curve of a published file with small noise and another seed.",
        _copy_curve_alone,
        beside=True,
    ),
    Forgery(
        "copy-shuffled",
        "careful",
        "A published file scaled and noised, its blocks in another order, its losses moved.",
        _plain(_copy_shuffled),
        beside=True,
    ),
    Forgery("slower-card-whole", "careful", "Names, memory and limits of another card, power left.", _plain(_whole_other_card)),
    Forgery("one-of-two", "careful", "Two cards did the work, one is named; power and all else as measured.", _plain(_one_of_two)),
    Forgery("no-telemetry", "careful", "All times shorter by up to 60 %, telemetry and energy left out.", _plain(_drop_telemetry)),
    Forgery("all-scaled", "careful", "All times shorter by up to 60 %, every sum right.", _plain(_no_energy)),
    Forgery("hidden-tf32", "careful", "TF32 used and denied.", _plain(_hidden_tf32)),
    Forgery("half-power-series", "careful", "Less energy, its series scaled with it.", _plain(_half_power_with_series)),
    Forgery("tenth-faster", "careful", "A tenth faster beside its original, blocks and losses drawn anew.", _plain(_careful), beside=True),
    Forgery("slightly-better", "careful", "Up to three tenths of a point more accuracy, counts right.", _plain(_slightly_better)),
    Forgery("made-up-whole", "careful", "Everything made up by a program that knows format and card, speed as others.", _careful_alone),
    Forgery("made-up-fast", "careful", "The same, five times as fast as the others of its card.", _careful_double),
)
