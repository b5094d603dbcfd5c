// Which hardware for a month's training: the formulas of site_builder/recommend.py, letter for letter.
// tests/browser/test_guide.py runs both on the same random cases.
import { HOURS_PER_MONTH } from "./money.js";

export function relativeTime(speeds, mix) {
  const shares = Object.entries(mix).filter(([, share]) => share > 0);
  if (!shares.length || shares.some(([name]) => !(speeds[name] > 0))) return null;
  const weight = shares.reduce((sum, [, share]) => sum + share, 0);
  return shares.reduce((sum, [name, share]) => sum + share / speeds[name], 0) / weight;
}

// option: {key, mode, price, watts, memory, speeds}; load: {hours, mix, memory, budget, hourValue, mode, kwh, lifeYears, host}
export function month(option, load) {
  const share = relativeTime(option.speeds, load.mix);
  if (share === null || option.memory < load.memory || (load.mode !== "either" && load.mode !== option.mode)) return null;
  const hours = load.hours * share;
  const cost = option.mode === "rent"
    ? hours * option.price
    : (option.price + load.host) / (load.lifeYears * 12) + ((hours * option.watts) / 1000) * load.kwh;
  if (hours > HOURS_PER_MONTH || (load.budget !== null && cost > load.budget)) return null;
  return { key: option.key, hours, cost, total: cost + hours * load.hourValue };
}

export function recommended(options, load) {
  const made = options.map((option) => month(option, load)).filter((item) => item !== null);
  return made.sort((a, b) => a.total - b.total || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

export function change(first, other) {
  const dearer = other.cost - first.cost;
  const slower = other.hours - first.hours;
  if (slower === 0 || dearer === 0) return slower === dearer ? ["same", null] : ["never", null];
  if (dearer > 0 === slower > 0) return ["never", null];
  return [slower < 0 ? "above" : "below", -dearer / slower];
}

export function bounds(ranked) {
  let below = null;
  let above = null;
  for (const other of ranked.slice(1)) {
    const [kind, value] = change(ranked[0], other);
    if (kind === "below" && (below === null || value > below[0])) below = [value, other.key];
    if (kind === "above" && (above === null || value < above[0])) above = [value, other.key];
  }
  return [below, above];
}

export function reason(place, ranked) {
  const cheapest = ranked[place].cost === Math.min(...ranked.map((item) => item.cost));
  const fastest = ranked[place].hours === Math.min(...ranked.map((item) => item.hours));
  return cheapest && fastest ? "both" : cheapest ? "cheapest" : fastest ? "fastest" : "balance";
}
