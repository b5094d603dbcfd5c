// Side by side: up to four runs of one board, or up to four kinds of hardware. The address is the comparison.
//   compare/?board=sentiment-bilstm-standard&ids=RUN,RUN     compare/?hardware=nvidia-t4,nvidia-a100-sxm4-80gb
// It reads the files that the leaderboard and the downloads are made of; every word of a row becomes a text node.
import { decode, interval } from "./board-rows.js";
import { DASH, element, shown, times, worded } from "./format.js";

const MOST = 4;
const GROUPS = [
  ["Speed", ["train_seconds", "samples_per_second", "flops_per_second", "evaluate_seconds", "compile_seconds", "total_seconds"]],
  ["Cost", ["cost_usd", "price_per_hour_usd", "cost_basis", "cost_then_usd", "provider", "instance", "commitment"]],
  ["Energy and heat", ["energy_joules", "mean_power_watts", "power_limit_watts", "thermal_share"]],
  ["Memory", ["memory_bytes", "peak_device_bytes"]],
  ["Scaling", ["device_count", "node_count", "mode", "speedup"]],
  ["Evidence", ["accuracy", "best_accuracy", "precision", "backend", "kernel", "block_spread", "repeats", "badges", "tier", "status", "protocol", "framework_version", "driver_version", "date", "handle"]],
];
const SPECS = [
  { name: "vendor", heading: "Vendor", kind: "text" }, { name: "hardware_class", heading: "Class", kind: "text" },
  { name: "launched", heading: "Launched", kind: "text" },
  { name: "memory_bytes", heading: "Memory", kind: "scaled", unit: "B", better: "high" },
  { name: "bandwidth_bytes_per_second", heading: "Memory bandwidth", kind: "scaled", unit: "B/s", better: "high" },
  ...["fp32", "tf32", "fp16", "bf16"].map((name) => ({ name: `${name}_flops`, heading: `Peak ${name}`, kind: "scaled", unit: "FLOP/s", better: "high" })),
  { name: "tdp_watts", heading: "Power limit", kind: "number", unit: "W" },
];
const MEASURES = ["train_seconds", "cost_usd", "energy_joules"];
const SPEEDUP = { name: "speedup", heading: "Against one device", kind: "number", unit: "x", better: "high" };

const present = (value) => value !== null && value !== undefined && value !== "";

async function json(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} could not be loaded: ${answer.status}`);
  return answer.json();
}

// The one column that is better than all others by more than its interval; -1 where no one is, or only one has a value.
export function winner(cells, better) {
  const known = cells.map((cell, place) => ({ ...cell, place })).filter((cell) => cell.ends);
  if (!better || known.length < 2) return -1;
  const low = better === "low";
  known.sort((a, b) => (low ? a.value - b.value : b.value - a.value));
  const [first, second] = known;
  const clear = low ? first.ends[1] < second.ends[0] : first.ends[0] > second.ends[1];
  return clear ? first.place : -1;
}

class Compare {
  constructor(place) {
    this.place = place;
    this.root = place.dataset.root;
    this.boards = [...place.querySelector("template").content.querySelectorAll("option")].map((item) => ({ id: item.value, title: item.textContent }));
    this.loaded = new Map();
    this.read();
    addEventListener("popstate", () => { this.read(); this.show(); });
  }

  read() {
    const given = new URLSearchParams(location.search);
    const list = (name) => [...new Set((given.get(name) ?? "").split(",").filter(Boolean))].slice(0, MOST);
    this.hardware = list("hardware");
    this.ids = list("ids");
    this.board = given.get("board") ?? "";
    this.kind = this.hardware.length || (!this.ids.length && given.get("by") === "hardware") ? "hardware" : "runs";
  }

  write() {
    const made = new URLSearchParams();
    if (this.kind === "hardware") {
      made.set("by", "hardware");
      if (this.hardware.length) made.set("hardware", this.hardware.join(","));
    } else {
      if (this.board) made.set("board", this.board);
      if (this.ids.length) made.set("ids", this.ids.join(","));
    }
    history.pushState(null, "", `${location.pathname}?${made}`);
    return this.show();
  }

  async table(id) {
    if (!this.loaded.has(id)) this.loaded.set(id, decode(await json(`${this.root}leaderboard/${encodeURIComponent(id)}/rows.json`)));
    return this.loaded.get(id);
  }

  // A link of old may name no board: then the first that has one of the runs.
  async findBoard() {
    if (this.boards.some((item) => item.id === this.board)) return;
    this.board = this.boards[0]?.id ?? "";
    for (const { id } of this.ids.length ? this.boards : []) {
      const { data } = await this.table(id);
      if (this.ids.some((run) => data.run_id.includes(run))) {
        this.board = id;
        return;
      }
    }
  }

  async show() {
    if (this.kind === "hardware") await this.showHardware();
    else await this.showRuns();
    this.place.dataset.live = "yes";
    this.place.dataset.shown = location.search;
  }

  async showRuns() {
    await this.findBoard();
    if (!this.board) return this.fill([], [], []);
    const table = await this.table(this.board);
    const known = new Map(table.data.run_id.map((id, row) => [id, row]));
    const lost = this.ids.filter((id) => !known.has(id));
    this.ids = this.ids.filter((id) => known.has(id));
    const rows = this.ids.map((id) => known.get(id));
    const heads = rows.map((row) => this.runHead(table, row));
    const groups = GROUPS.map(([name, columns]) => [name, columns.map((column) => this.runLine(table, rows, column)).filter(Boolean)]);
    const options = table.data.run_id.map((id, row) => [id, this.runName(table, row)]);
    this.fill(heads, groups, options, lost);
  }

  runName({ data }, row) {
    const count = data.device_count[row];
    return `${count > 1 ? `${count} x ` : ""}${data.hardware[row]}, ${worded(data.train_seconds[row], "seconds")}, ${data.precision[row]} on ${data.backend[row]}, ${data.date[row]}`;
  }

  runHead({ data }, row) {
    const count = data.device_count[row];
    const link = element("a", { href: `${this.root}results/${encodeURIComponent(data.result_id[row])}/#run-${data.run_number[row]}` }, `${count > 1 ? `${count} x ` : ""}${data.hardware[row]}`);
    return { id: data.run_id[row], name: data.hardware[row], body: [link, element("small", {}, `${data.precision[row]} on ${data.backend[row]}, ${data.date[row]}`)] };
  }

  runLine(table, rows, name) {
    const column = name === "speedup" ? SPEEDUP : table.byName.get(name);
    const value = (row) => (name === "speedup" ? speedup(table, row) : table.data[name][row]);
    const cells = rows.map((row) => {
      const found = value(row);
      const ends = !present(found) || column.kind === "text" ? null : name === "speedup" ? [found, found] : interval(table, column, row);
      return { value: found, ends, words: name === "badges" ? labels(table, found) : wordsOf(column, found) };
    });
    return cells.some((cell) => present(cell.value)) ? { column, cells } : null;
  }

  async showHardware() {
    this.catalogue ??= await json(`${this.root}data/hardware.json`);
    const known = new Map(this.catalogue.map((item) => [item.hardware_id, item]));
    const lost = this.hardware.filter((id) => !known.has(id));
    this.hardware = this.hardware.filter((id) => known.has(id));
    const items = this.hardware.map((id) => known.get(id));
    const heads = items.map((item) => ({ id: item.hardware_id, name: item.hardware, body: [element("a", { href: `${this.root}hardware/${encodeURIComponent(item.hardware_id)}/` }, item.hardware)] }));
    const paper = SPECS.map((column) => ({ column, cells: items.map((item) => specCell(column, item[column.name])) })).filter((line) => line.cells.some((cell) => present(cell.value)));
    const groups = [["On paper", paper]];
    if (items.length) for (const board of this.boards) groups.push([`Measured: ${board.title}`, this.bestLines(await this.table(board.id), items)]);
    this.fill(heads, groups, this.catalogue.map((item) => [item.hardware_id, item.hardware]), lost);
  }

  // The best run of one device of each, by each measure.
  bestLines(table, items) {
    return MEASURES.map((name) => {
      const column = { ...table.byName.get(name), heading: `Best ${table.byName.get(name).heading.toLowerCase()}, one device` };
      const cells = items.map((item) => {
        const rows = [...table.data.run_id.keys()].filter((row) => table.data.hardware_id[row] === item.hardware_id && table.data.device_count[row] === 1 && present(table.data[name][row]));
        rows.sort((a, b) => table.data.ranked[b] - table.data.ranked[a] || table.data[name][a] - table.data[name][b]);
        if (!rows.length) return { value: null, ends: null, words: DASH };
        const value = table.data[name][rows[0]];
        const link = `${this.root}results/${encodeURIComponent(table.data.result_id[rows[0]])}/#run-${table.data.run_number[rows[0]]}`;
        return { value, ends: interval(table, table.byName.get(name), rows[0]), words: wordsOf(column, value), link };
      });
      return { column, cells };
    }).filter((line) => line.cells.some((cell) => present(cell.value)));
  }

  fill(heads, groups, options, lost = []) {
    const parts = [this.form(options, heads.length)];
    if (lost.length) parts.push(element("p", { class: "notice" }, `Not on this board: ${lost.join(", ")}.`));
    if (heads.length) parts.push(this.sheet(heads, groups));
    else parts.push(element("p", {}, this.boards.length || this.kind === "hardware" ? "Nothing is chosen yet: add up to four above, or open a row of a leaderboard and take it into the comparison." : "No run has been accepted yet."));
    this.place.querySelector(".tb-compare__body").replaceChildren(...parts);
  }

  form(options, count) {
    const kinds = element("select", { onchange: () => { this.kind = kinds.value; this.hardware = []; this.ids = []; this.write(); } },
      element("option", { value: "runs" }, "runs of one board"), element("option", { value: "hardware" }, "kinds of hardware"));
    kinds.value = this.kind;
    const boards = element("select", { onchange: () => { this.board = boards.value; this.ids = []; this.write(); } }, ...this.boards.map((item) => element("option", { value: item.id }, item.title)));
    boards.value = this.board;
    const left = options.filter(([id]) => !this.chosen().includes(id)).sort((a, b) => a[1].localeCompare(b[1], "en", { numeric: true }));
    const more = element("select", { disabled: count >= MOST || !left.length, onchange: () => this.set([...this.chosen(), more.value]) },
      element("option", { value: "" }, count >= MOST ? "four are chosen" : "choose one"), ...left.map(([id, name]) => element("option", { value: id }, name)));
    return element("div", { class: "tb-form tb-compare__form" }, element("label", {}, "Compare ", kinds), this.kind === "runs" ? element("label", {}, "Board ", boards) : null, element("label", {}, "Add ", more));
  }

  chosen() {
    return this.kind === "hardware" ? this.hardware : this.ids;
  }

  set(list) {
    if (this.kind === "hardware") this.hardware = list;
    else this.ids = list;
    return this.write();
  }

  sheet(heads, groups) {
    const out = (head) => element("button", { type: "button", class: "tb-out", "aria-label": `Take out ${head.name}`, onclick: () => this.set(this.chosen().filter((id) => id !== head.id)) }, "Take out");
    const line = element("tr", {}, element("td", {}), ...heads.map((head) => element("th", { scope: "col" }, ...head.body, out(head))));
    const bodies = groups.filter(([, lines]) => lines.length).map(([name, lines]) => element("tbody", {},
      element("tr", { class: "tb-group" }, element("th", { scope: "rowgroup", colspan: heads.length + 1 }, name)), ...lines.map((item) => this.line(item))));
    return element("div", { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Comparison" },
      element("table", { class: "tb-sheet" }, element("caption", {}, "Bold: the best of a row by more than the interval of its runs. Grey: a difference within the interval. Factors are over the first column."), element("thead", {}, line), ...bodies));
  }

  line({ column, cells }) {
    const best = winner(cells, column.better);
    const first = cells[0];
    const made = cells.map((cell, place) => {
      const same = place > 0 && column.better && cell.ends && first.ends && cell.ends[0] <= first.ends[1] && first.ends[0] <= cell.ends[1];
      const ratio = place > 0 && column.better ? times(cell.value, first.value) : "";
      const words = place === best ? element("strong", {}, cell.words) : cell.words;
      return element("td", { class: [column.kind === "text" ? "" : "n", same ? "tb-same" : ""].join(" ").trim() || null }, cell.link ? element("a", { href: cell.link }, words) : words, ratio ? element("small", { class: "tb-times" }, ratio) : null);
    });
    return element("tr", { "data-row": column.name }, element("th", { scope: "row" }, column.heading), ...made);
  }
}

function wordsOf(column, value) {
  if (column === SPEEDUP) return present(value) ? `${shown(value)}x` : DASH;
  const words = worded(value, column.kind, column.unit);
  return column.kind === "text" ? words.replaceAll("_", " ") : words;
}

const specCell = (column, value) => ({ value, ends: present(value) && column.kind !== "text" ? [value, value] : null, words: wordsOf(column, value) });
const labels = (table, ids) => (ids ? ids.split(" ").map((id) => table.badges[id][0]).join(", ") : DASH);

// Time of the fastest single device of the same hardware, precision and backend, over the time of these together.
function speedup({ data }, row) {
  if (data.device_count[row] < 2 || !present(data.train_seconds[row])) return null;
  const same = [...data.run_id.keys()].filter((other) => data.device_count[other] === 1 && ["hardware_id", "precision", "backend", "protocol"].every((name) => data[name][other] === data[name][row]) && present(data.train_seconds[other]));
  return same.length ? Math.min(...same.map((other) => data.train_seconds[other])) / data.train_seconds[row] : null;
}

const place = document.querySelector(".tb-compare");
// A page opened as a file cannot fetch: its sentence stays.
if (place && location.protocol !== "file:") {
  new Compare(place).show().catch((error) => {
    place.querySelector(".tb-compare__body").textContent = "The rows could not be loaded.";
    console.warn(error.message);
  });
}
