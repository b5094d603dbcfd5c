// What a training costs: the formulas of site_builder/cost.py, letter for letter, for the reader's own figures.
// tests/browser/test_money.py runs both on the same 1,000 random cases.

export const HOURS_PER_MONTH = 730;
export const HOURS_PER_YEAR = 8760;
export const JOULES_PER_KWH = 3.6e6;
export const SECONDS_PER_HOUR = 3600;

// A missing figure is null and makes the result null, never 0.
const missing = (...values) => values.some((value) => value === null || value === undefined || Number.isNaN(value));

export function billedSeconds(seconds, incrementSeconds, minimumSeconds) {
  let charged = seconds;
  if (incrementSeconds) charged = Math.ceil((seconds / incrementSeconds) * (1 - 1e-9)) * incrementSeconds;
  return Math.max(charged, minimumSeconds || 0);
}

// tariff: {perHour, devices, monthly, incrementSeconds, minimumSeconds, setupFee, storagePerMonth}
// habit: {utilisation, months, lifeYears}
export function rent(seconds, tariff, habit) {
  if (missing(seconds, tariff.perHour)) return null;
  const storage = (tariff.storagePerMonth || 0) / HOURS_PER_MONTH;
  const setup = tariff.setupFee || 0;
  if (tariff.monthly) {
    const hourly = tariff.perHour + storage + setup / (HOURS_PER_MONTH * habit.months);
    return ((seconds / SECONDS_PER_HOUR) * hourly) / habit.utilisation;
  }
  const hours = billedSeconds(seconds, tariff.incrementSeconds, tariff.minimumSeconds) / SECONDS_PER_HOUR;
  return hours * (tariff.perHour + storage) + setup;
}

export function usedShare(cost, devices, tariff) {
  return missing(cost) ? null : (cost * devices) / tariff.devices;
}

export function interruptedSeconds(seconds, interruptionsPerHour, checkpointSeconds, restartSeconds) {
  const rate = interruptionsPerHour / SECONDS_PER_HOUR;
  const expected = rate * Math.min(checkpointSeconds, seconds);
  if (expected < 1e-12) return seconds;
  return (seconds * Math.exp(rate * restartSeconds) * Math.expm1(expected)) / expected;
}

// [joules, basis]: measured, else "tdp" (marked as an estimate wherever it is shown), else nothing.
export function energyJoules(measured, tdpWatts, devices, seconds) {
  if (!missing(measured)) return [measured, "measured"];
  if (!missing(tdpWatts)) return [tdpWatts * devices * seconds, "tdp"];
  return [null, null];
}

export function electricity(joules, pricePerKwh) {
  return missing(joules, pricePerKwh) ? null : (joules / JOULES_PER_KWH) * pricePerKwh;
}

export function own(seconds, purchase, electricityCost, habit, hostShare) {
  if (missing(seconds, purchase, electricityCost)) return null;
  const lifeHours = habit.lifeYears * HOURS_PER_YEAR * habit.utilisation;
  return ((seconds / SECONDS_PER_HOUR) * (purchase + hostShare)) / lifeHours + electricityCost;
}

export function breakEvenHours(purchase, ownPerHour, rentPerHour, lifeYears) {
  if (missing(purchase, ownPerHour, rentPerHour)) return null;
  const saved = rentPerHour - ownPerHour;
  if (saved <= 0) return null;
  const hours = purchase / (lifeYears * 12) / saved;
  return hours <= HOURS_PER_MONTH ? hours : null;
}

export function perMillion(cost, samples) {
  return missing(cost) || !samples ? null : (cost / samples) * 1e6;
}

export function pareto(choices) {
  const front = [];
  const order = (a, b) => a.seconds - b.seconds || a.cost - b.cost || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
  for (const choice of [...choices].sort(order)) {
    if (!front.length || choice.cost < front[front.length - 1].cost) front.push(choice);
  }
  return front;
}

export function priceOfAnHour(faster, slower) {
  return (faster.cost - slower.cost) / ((slower.seconds - faster.seconds) / SECONDS_PER_HOUR);
}
