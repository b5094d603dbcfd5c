"""Checks of the cards: present and reachable, free, cool, whole and at full power."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.doctor.check import Check

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.doctor.cards import Card
    from bench.doctor.facts import Facts

_BUSY_SHARE = 0.10
_LOWERED = 0.98
_HOT_CELSIUS = 80.0
_USED_SHARE = 0.10


def _of_cards(facts: Facts, identity: str, sentence: Callable[[Card], str | None], why: str, action: str, fine: str) -> Check | None:  # noqa: PLR0913, PLR0917 - the parts of one line
    """One line for all cards: the sentences of those that have one, else ``fine``; None without cards."""
    if not facts.cards:
        return None
    found = [f"card {card.device.index}: {text}" for card in facts.cards if (text := sentence(card))]
    return Check(identity, "warning", "; ".join(found), why, action) if found else Check(identity, "ok", fine)


def card_reachable(facts: Facts) -> Check | None:
    """A card on the bus has a driver, and a container was given it."""
    if not facts.pci_nvidia or facts.nvidia_device_file or facts.cards:
        return None
    container = facts.system.host.container
    what = f"{facts.pci_nvidia} NVIDIA card(s) on the bus, but no device file" + (" in this container" if container else "")
    action = "start the container with `--gpus all` (NVIDIA Container Toolkit)" if container else "install the NVIDIA driver and restart"
    return Check("card-reachable", "blocking", what, "no framework can use the card", action)


def card_permitted(facts: Facts) -> Check | None:
    """An AMD card may be opened by this user."""
    if facts.kfd_accessible is None:
        return None
    if facts.kfd_accessible:
        return Check("card-permitted", "ok", "/dev/kfd can be opened")
    action = "add yourself to the group `render` and log in again; in a container pass `--device /dev/kfd --device /dev/dri`"
    return Check("card-permitted", "blocking", "/dev/kfd may not be opened by this user", "ROCm sees no card", action)


def card_free(facts: Facts) -> Check | None:
    """Nobody else computes on the cards."""

    def sentence(card: Card) -> str | None:
        busy = card.utilization_share or 0.0
        if busy >= _BUSY_SHARE:
            who = f"by {card.other_processes} other process(es)" if card.other_processes else "though no process is listed"
            return f"{busy:.0%} busy {who}"
        return f"{card.other_processes} other process(es)" if card.other_processes else None

    return _of_cards(
        facts,
        "card-free",
        sentence,
        "another job's work is counted as slowness of this card",
        "end the other job; when none is listed it belongs to another container or virtual machine, or persistence mode is off: "
        "`sudo nvidia-smi -pm 1`",
        "no other work on the cards",
    )


def card_memory_free(facts: Facts) -> Check | None:
    """The memory of the cards is free."""

    def sentence(card: Card) -> str | None:
        used, total = card.memory_used_bytes or 0.0, card.device.memory_bytes or 0
        return f"{used / 2**30:.1f} of {total / 2**30:.1f} GiB in use" if total and used > _USED_SHARE * total else None

    why = "the run may end for want of memory"
    return _of_cards(facts, "card-memory", sentence, why, "end what uses it (`nvidia-smi` lists it)", "the memory of the cards is free")


def power_limit(facts: Facts) -> Check | None:
    """The power limit is the maker's."""

    def sentence(card: Card) -> str | None:
        now, default = card.device.power_limit_watts, card.device.default_power_limit_watts
        return f"limited to {now:.0f} W, the default is {default:.0f} W" if now and default and now < _LOWERED * default else None

    return _of_cards(
        facts,
        "power-limit",
        sentence,
        "the card runs below the speed of others of its kind; the submission records it",
        "`sudo nvidia-smi -pl WATTS` sets the default again, unless the limit is what you want to measure",
        "the power limits are the default",
    )


def persistence(facts: Facts) -> Check | None:
    """The driver stays loaded between programs."""

    def sentence(card: Card) -> str | None:
        return "persistence mode is off" if card.device.persistence_enabled is False and card.device.mig_profile is None else None

    why = "the driver is loaded anew for each program: the first seconds are slow, and the busy share can be wrong"
    return _of_cards(facts, "persistence", sentence, why, "`sudo nvidia-smi -pm 1`", "persistence mode is on or not needed")


def memory_errors(facts: Facts) -> Check | None:
    """The memory of the cards makes no errors."""

    def sentence(card: Card) -> str | None:
        if card.rows_remap_failed:
            return "defective memory rows could not be replaced"
        return f"{card.uncorrected_errors} uncorrected memory errors" if card.uncorrected_errors else None

    why = "results can be wrong, and the run can be ended by the driver"
    return _of_cards(
        facts, "memory-errors", sentence, why, "restart the machine; if they come back the card needs service", "no memory errors"
    )


def link_width(facts: Facts) -> Check | None:
    """The PCI Express link has all its lanes."""

    def sentence(card: Card) -> str | None:
        now, most = card.device.pcie_width, card.device.pcie_width_maximum
        return f"{now} of {most} lanes" if now and most and now < most else None

    return _of_cards(
        facts,
        "link-width",
        sentence,
        "copies to the card and between cards are slower",
        "some laptops drop lanes when idle: look again under load; else seat the card anew, in the slot next to the processor",
        "the PCI Express links have all their lanes",
    )


def thermal_state(facts: Facts) -> Check | None:
    """The cards are cool before the start."""

    def sentence(card: Card) -> str | None:
        if card.reasons and "thermal" in card.reasons:
            return "held back by heat before the run began"
        celsius = card.temperature_celsius or 0.0
        return f"{celsius:.0f} degrees Celsius before the run began" if celsius >= _HOT_CELSIUS else None

    return _of_cards(
        facts, "thermal", sentence, "the clock falls during the run", "let the card cool down and see to its fans", "the cards are cool"
    )
