// The rows of one board without the page: columns, filters, order, ranks, what goes into the address and into a file.
const RANGES = { memory_bytes: ["memory_min", 1e9] };
export const PAGE_ROWS = 50;

// Words are stored once and referred to by number; numbers stand as they are.
export function decode(payload) {
  const data = {};
  for (const [name, column] of Object.entries(payload.data)) {
    data[name] = Array.isArray(column) ? column : column.at.map((place) => (place < 0 ? null : column.words[place]));
  }
  const size = data.run_id.length;
  const searched = ["hardware", "raw_name", "vendor", "hardware_class", "backend", "precision", "provider", "instance", "date", "handle", "tier", "kernel", "badges", "cpu", "run_id"];
  const hay = Array.from({ length: size }, (_, row) => searched.map((name) => data[name]?.[row] ?? "").join("\n").toLowerCase());
  return { ...payload, data, size, hay, byName: new Map(payload.columns.map((column) => [column.name, column])) };
}

const present = (value) => value !== null && value !== undefined;
const hasValues = (table, name) => table.data[name].some(present);

export function defaultColumns(table) {
  return table.columns.filter((column) => column.default && hasValues(table, column.name)).map((column) => column.name);
}

// Values of a facet with how often they occur, most frequent first; a column with one value is nothing to choose from.
export function facets(table) {
  const found = [];
  for (const column of table.columns.filter((item) => item.facet)) {
    const counts = new Map();
    for (const value of table.data[column.name]) if (present(value)) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
    const numeric = column.kind !== "text";
    const order = [...counts].sort((a, b) => (numeric ? Number(a[0]) - Number(b[0]) : b[1] - a[1] || a[0].localeCompare(b[0])));
    if (order.length > 1 || (order.length === 1 && table.data[column.name].some((value) => !present(value)))) found.push({ column, values: order });
  }
  return found;
}

export function readState(table, search) {
  const given = new URLSearchParams(search);
  const chosen = new Map();
  for (const column of table.columns) if (column.facet && given.has(column.name)) chosen.set(column.name, new Set(given.getAll(column.name)));
  const sort = /^(-?)(\w+)$/.exec(given.get("sort") ?? "");
  const known = sort && table.byName.has(sort[2]);
  const asked = (given.get("columns") ?? "").split(",").filter((name) => table.byName.has(name));
  return {
    q: given.get("find") ?? "", chosen, from: given.get("from") ?? "", to: given.get("to") ?? "", memory: given.get("memory_min") ?? "",
    sort: known ? sort[2] : "train_seconds", down: Boolean(known && sort[1]), page: Math.max(1, Number.parseInt(given.get("page") ?? "1", 10) || 1),
    best: given.get("best") !== "0", columns: asked.length ? asked : defaultColumns(table), baseline: given.get("baseline") ?? "",
    pick: given.getAll("pick").slice(0, 4),
  };
}

// Parameters that are not the board's stay. The theme opens its own search for a parameter q.
export function writeState(table, state, search) {
  const made = new URLSearchParams(search);
  const put = (name, value, usual = "") => (value === usual ? made.delete(name) : made.set(name, value));
  put("find", state.q);
  for (const column of table.columns.filter((item) => item.facet)) {
    made.delete(column.name);
    for (const value of state.chosen.get(column.name) ?? []) made.append(column.name, value);
  }
  put("from", state.from);
  put("to", state.to);
  put("memory_min", state.memory);
  put("sort", (state.down ? "-" : "") + state.sort, "train_seconds");
  put("page", String(state.page), "1");
  put("best", state.best ? "" : "0");
  put("columns", state.columns.join(","), defaultColumns(table).join(","));
  put("baseline", state.baseline);
  made.delete("pick");
  for (const run of state.pick) made.append("pick", run);
  const text = made.toString();
  return text ? `?${text}` : "";
}

function filtered(table, state) {
  const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
  const { data, hay } = table;
  const tests = [...state.chosen].filter(([, values]) => values.size).map(([name, values]) => [data[name], values]);
  const [, unit] = RANGES.memory_bytes;
  const least = state.memory === "" ? null : Number(state.memory) * unit;
  const kept = [];
  for (let row = 0; row < table.size; row += 1) {
    if (tests.some(([column, values]) => !values.has(String(column[row])))) continue;
    if (state.from && data.date[row] < state.from) continue;
    if (state.to && data.date[row] > state.to) continue;
    if (least !== null && !(data.memory_bytes[row] >= least)) continue;
    if (words.length && !words.every((word) => hay[row].includes(word))) continue;
    kept.push(row);
  }
  return kept;
}

// What is missing stays at the end, either way; equal rows keep the order of time.
function comparer(column, values, down) {
  const sign = down ? -1 : 1;
  const text = column.kind === "text";
  return (a, b) => {
    const left = values[a];
    const right = values[b];
    if (!present(left) || !present(right)) return present(right) - present(left) || a - b;
    if (left === right) return a - b;
    return sign * (text ? (left < right ? -1 : 1) : left - right);
  };
}

// The measure that ranks: the sorted column where less or more of it is better, else the time.
export function measureOf(table, state) {
  const column = table.byName.get(state.sort);
  return column.better ? column : table.byName.get("train_seconds");
}

function bestOfHardware(table, rows, measure) {
  const { data } = table;
  const order = comparer(measure, data[measure.name], measure.better === "high");
  const first = [...rows].sort((a, b) => data.ranked[b] - data.ranked[a] || order(a, b));
  const seen = new Set();
  return first.filter((row) => {
    const key = `${data.hardware_id[row]} ${data.device_count[row]}`;
    return !seen.has(key) && seen.add(key);
  });
}

// The relative width of the time's interval carries over to cost, energy and rate, which are its multiples.
export function interval(table, measure, row) {
  const { data } = table;
  const value = data[measure.name][row];
  const seconds = data.train_seconds[row];
  if (!present(value)) return null;
  if (measure.name === "train_seconds") return [data.seconds_low[row] ?? value, data.seconds_high[row] ?? value];
  if (!measure.spreads || !present(seconds) || !present(data.seconds_low[row])) return [value, value];
  const [low, high] = [data.seconds_low[row] / seconds, data.seconds_high[row] / seconds];
  return measure.better === "high" ? [value / high, value / low] : [value * low, value * high];
}

// Rows whose interval overlaps that of the best of their group share its rank.
export function ranks(table, rows, measure) {
  const found = new Map();
  const order = rows.filter((row) => table.data.ranked[row] && present(table.data[measure.name][row]));
  order.sort(comparer(measure, table.data[measure.name], measure.better === "high"));
  let leader = null;
  let rank = 0;
  order.forEach((row, place) => {
    const ends = interval(table, measure, row);
    if (!leader || ends[0] > leader[1] || ends[1] < leader[0]) {
      leader = ends;
      rank = place + 1;
    }
    found.set(row, rank);
  });
  return found;
}

export function select(table, state) {
  const kept = filtered(table, state);
  const measure = measureOf(table, state);
  const rows = state.best ? bestOfHardware(table, kept, measure) : kept;
  const column = table.byName.get(state.sort);
  rows.sort(comparer(column, table.data[column.name], state.down));
  return { rows, measure, ranks: ranks(table, rows, measure), byFilters: table.size - kept.length, byBest: kept.length - rows.length };
}

// A cell that a spreadsheet would run as a formula is quoted.
function csvCell(value) {
  if (!present(value)) return "";
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function records(table, chosen, state) {
  const names = ["run_id", "hardware_id", ...state.columns.filter((name) => name !== "hardware_id")];
  return chosen.rows.map((row) => {
    const made = { rank: chosen.ranks.get(row) ?? null, hardware: table.data.hardware[row] };
    for (const name of names) made[name] = table.data[name][row] ?? null;
    return made;
  });
}

export function asCsv(table, chosen, state) {
  const rows = records(table, chosen, state);
  const names = Object.keys(rows[0] ?? { run_id: null });
  return [names, ...rows.map((row) => names.map((name) => row[name]))].map((line) => line.map(csvCell).join(",")).join("\n") + "\n";
}

export const asJson = (table, chosen, state) => `${JSON.stringify(records(table, chosen, state), null, 1)}\n`;
