// The live leaderboard: the page holds the first rows as plain HTML; this puts filters, columns, order and comparison over all rows.
// Every word of a row becomes a text node. The state is the address, so that a link repeats the view and the back button works.
import { PAGE_ROWS, asCsv, asJson, decode, facets, interval, readState, select, writeState } from "./board-rows.js";
import { element, times, worded } from "./format.js";

const PICKS = 4;
const SIBLINGS = 5;

class Leaderboard {
  constructor(place, table) {
    this.place = place;
    this.table = table;
    this.root = place.dataset.root;
    this.head = place.querySelector("table");
    this.state = readState(table, location.search);
    this.open = new Set();
    this.tools();
    this.update();
    addEventListener("popstate", () => {
      this.state = readState(table, location.search);
      this.search.value = this.state.q;
      this.fillTools();
      this.update();
    });
  }

  // A choice is a step that the back button takes back; typing is not.
  change(part, typing = false) {
    Object.assign(this.state, { page: 1 }, part);
    clearTimeout(this.waiting);
    const keep = () => {
      const search = writeState(this.table, this.state, location.search);
      if (search !== location.search) history[typing ? "replaceState" : "pushState"](null, "", location.pathname + search + location.hash);
    };
    if (typing) this.waiting = setTimeout(keep, 250);
    else keep();
    this.update();
    this.summaries();
  }

  tools() {
    const tools = this.place.querySelector(".tb-tools");
    this.search = element("input", { type: "search", placeholder: "hardware, provider, date", value: this.state.q, oninput: () => this.change({ q: this.search.value }, true) });
    this.best = element("input", { type: "checkbox", onchange: () => this.change({ best: this.best.checked }) });
    this.base = element("select", { onchange: () => this.change({ baseline: this.base.value }) });
    this.chips = element("div", { class: "tb-chips", role: "group", "aria-label": "Filters" });
    const save = (text, name, kind, make) => element("button", { type: "button", onclick: () => this.save(name, kind, make) }, text);
    tools.replaceChildren(
      element("div", { class: "tb-tools__line" },
        element("label", {}, "Find ", this.search),
        element("label", {}, this.best, " Best of each hardware"),
        element("label", {}, "Relative to ", this.base),
        this.facet("Columns", this.columnChoice()),
        save("CSV", "board.csv", "text/csv", asCsv), save("JSON", "board.json", "application/json", asJson),
      ),
      this.chips,
    );
    this.fillTools();
    addEventListener("click", (event) => this.closeFacets(event.target.closest?.(".tb-facet")));
    addEventListener("keydown", (event) => {
      const facet = event.key === "Escape" && document.activeElement?.closest?.(".tb-facet[open]");
      if (facet) {
        facet.open = false;
        facet.querySelector("summary").focus();
      }
    });
  }

  closeFacets(except) {
    for (const item of this.place.querySelectorAll(".tb-facet[open]")) if (item !== except) item.open = false;
  }

  facet(name, body) {
    return element("details", { class: "tb-facet" }, element("summary", {}, name), element("div", { class: "tb-facet__body" }, body));
  }

  columnChoice() {
    const boxes = this.table.columns.filter((column) => column.name !== "hardware").map((column) => {
      const box = element("input", { type: "checkbox", "data-column": column.name, onchange: () => this.chooseColumn(column.name, box.checked) });
      return element("label", {}, box, ` ${column.heading}`);
    });
    return element("fieldset", {}, element("legend", { class: "visually-hidden" }, "Columns shown"), ...boxes);
  }

  chooseColumn(name, on) {
    const order = this.table.columns.map((column) => column.name);
    const columns = on ? [...this.state.columns, name] : this.state.columns.filter((item) => item !== name);
    columns.sort((a, b) => order.indexOf(a) - order.indexOf(b));
    this.change({ columns, page: this.state.page });
  }

  facetChoice({ column, values }) {
    const boxes = values.map(([value, count]) => {
      const words = column.kind === "text" ? value.replaceAll("_", " ") : worded(Number(value), column.kind, column.unit);
      const box = element("input", { type: "checkbox", "data-facet": column.name, value, onchange: () => this.chooseValue(column.name, value, box.checked) });
      return element("label", {}, box, ` ${words} `, element("span", { class: "tb-muted" }, String(count)));
    });
    return element("fieldset", {}, element("legend", { class: "visually-hidden" }, column.heading), ...boxes);
  }

  chooseValue(name, value, on) {
    const values = new Set(this.state.chosen.get(name));
    if (on) values.add(value);
    else values.delete(value);
    const chosen = new Map(this.state.chosen);
    if (values.size) chosen.set(name, values);
    else chosen.delete(name);
    this.change({ chosen });
  }

  ranges() {
    const field = (label, type, name, rest) => {
      const input = element("input", { type, ...rest, "data-range": name, onchange: () => this.change({ [name]: input.value }) });
      return element("label", { class: "tb-range" }, label, input);
    };
    const parts = this.table.data.memory_bytes.some((value) => value !== null) ? [["Memory", field("At least (GB) ", "number", "memory", { min: 0, step: "any" })]] : [];
    const days = [...new Set(this.table.data.date)];
    if (days.length > 1) parts.push(["Date", element("div", {}, field("From ", "date", "from"), field("To ", "date", "to"))]);
    return parts;
  }

  fillTools() {
    if (!this.chips.children.length) {
      for (const item of facets(this.table)) this.chips.append(Object.assign(this.facet(item.column.heading, this.facetChoice(item)), { facet: item.column }));
      for (const [name, body] of this.ranges()) this.chips.append(Object.assign(this.facet(name, body), { range: name }));
      this.chips.append(element("button", { type: "button", class: "tb-clear", onclick: () => this.clear() }, "Clear filters"));
      this.fillBaselines();
    }
    this.best.checked = this.state.best;
    this.base.value = this.state.baseline;
    for (const box of this.place.querySelectorAll("[data-column]")) box.checked = this.state.columns.includes(box.dataset.column);
    for (const box of this.place.querySelectorAll("[data-facet]")) box.checked = Boolean(this.state.chosen.get(box.dataset.facet)?.has(box.value));
    for (const input of this.place.querySelectorAll("[data-range]")) input.value = this.state[input.dataset.range];
    this.summaries();
  }

  fillBaselines() {
    const rows = select(this.table, { ...this.state, q: "", chosen: new Map(), from: "", to: "", memory: "", best: true, sort: "train_seconds", down: false }).rows;
    const runs = this.state.baseline && !rows.some((row) => this.table.data.run_id[row] === this.state.baseline) ? [this.table.data.run_id.indexOf(this.state.baseline), ...rows] : rows;
    this.base.replaceChildren(element("option", { value: "" }, "nothing"), ...runs.filter((row) => row >= 0).map((row) => element("option", { value: this.table.data.run_id[row] }, this.name(row))));
  }

  summaries() {
    let active = 0;
    for (const item of this.chips.querySelectorAll("details")) {
      const on = item.facet ? [...(this.state.chosen.get(item.facet.name) ?? [])] : item.range === "Memory" ? [this.state.memory].filter(Boolean) : [this.state.from, this.state.to].filter(Boolean);
      const name = item.facet?.heading ?? item.range;
      item.querySelector("summary").textContent = on.length ? `${name}: ${on.length > 2 ? `${on.length} chosen` : on.join(", ").replaceAll("_", " ")}` : name;
      item.classList.toggle("is-on", on.length > 0);
      active += on.length;
    }
    this.chips.querySelector(".tb-clear").hidden = !active && !this.state.q;
  }

  clear() {
    this.search.value = "";
    this.change({ q: "", chosen: new Map(), from: "", to: "", memory: "" });
    this.fillTools();
    this.search.focus();
  }

  name(row) {
    const count = this.table.data.device_count[row];
    return `${count > 1 ? `${count} x ` : ""}${this.table.data.hardware[row]}`;
  }

  update() {
    const { table, state } = this;
    this.chosen = select(table, state);
    const { rows, byFilters, byBest } = this.chosen;
    const pages = Math.max(1, Math.ceil(rows.length / PAGE_ROWS));
    state.page = Math.min(state.page, pages);
    const from = (state.page - 1) * PAGE_ROWS;
    this.onPage = rows.slice(from, from + PAGE_ROWS);
    this.baseRow = state.baseline ? table.data.run_id.indexOf(state.baseline) : -1;
    this.count(byFilters, byBest);
    this.renderHead();
    this.head.tBodies[0].replaceChildren(...this.onPage.flatMap((row) => this.row(row)));
    if (!rows.length) this.head.tBodies[0].append(element("tr", {}, element("td", { colspan: state.columns.length + 2 }, "No run fits. Clear a filter, or be the first to measure it.")));
    this.pager(from, pages);
    this.picks();
  }

  count(byFilters, byBest) {
    const files = this.table.files;
    const total = this.table.size;
    const hidden = [`${byFilters} hidden by filters`, ...(byBest ? [`${byBest} not the best of their hardware`] : [])].join(", ");
    const text = `${files} ${files === 1 ? "file" : "files"} = ${total} ${total === 1 ? "row" : "rows"} (${hidden})`;
    const line = this.place.querySelector(".tb-count");
    if (line.textContent !== text) line.textContent = text;
    const { name, heading } = this.chosen.measure;
    this.place.querySelector(".tb-ranked-by").textContent = name === "train_seconds" ? "" : ` Ranked by ${heading.toLowerCase()} among the rows shown.`;
  }

  renderHead() {
    const { state, table } = this;
    const cell = (name, heading, numeric) => {
      const on = state.sort === name;
      const sort = () => this.change({ sort: name, down: on ? !state.down : table.byName.get(name).better === "high" });
      const button = element("button", { type: "button", "data-sort-by": name, onclick: sort }, heading);
      return element("th", { scope: "col", class: numeric ? "n" : null, "aria-sort": on ? (state.down ? "descending" : "ascending") : null }, button);
    };
    const focused = document.activeElement?.dataset?.sortBy;
    const columns = state.columns.map((name) => table.byName.get(name));
    const heads = columns.map((column) => (column.name === "badges" ? element("th", { scope: "col" }, column.heading) : cell(column.name, column.heading, column.kind !== "text")));
    const line = element("tr", {}, element("th", { scope: "col" }, "Rank"), cell("hardware", "Hardware", false), ...heads);
    this.head.tHead.replaceChildren(line);
    if (focused) this.head.tHead.querySelector(`[data-sort-by="${focused}"]`)?.focus();
  }

  row(row) {
    const { table, state } = this;
    const id = table.data.run_id[row];
    const open = this.open.has(id);
    const rank = this.chosen.ranks.get(row);
    const more = element("button", { type: "button", class: "tb-more", "aria-expanded": String(open), "aria-label": `Evidence of ${this.name(row)}`, onclick: () => this.toggle(id) });
    const hardware = element("a", { href: `${this.root}hardware/${encodeURIComponent(table.data.hardware_id[row])}/` }, this.name(row));
    const cells = state.columns.map((name) => this.cell(table.byName.get(name), row));
    const line = element("tr", { "data-run": id, class: row === this.baseRow ? "is-base" : null },
      element("td", { class: "tb-rank", "data-label": "Rank" }, rank ? String(rank) : "–", " ", more),
      element("th", { scope: "row", "data-label": "Hardware" }, hardware), ...cells);
    return open ? [line, this.evidence(row)] : [line];
  }

  cell(column, row) {
    const value = this.table.data[column.name][row];
    const made = element("td", { class: column.kind === "text" ? null : "n", "data-label": column.heading, "data-v": column.kind === "text" ? null : (value ?? "") }, ...this.content(column, value, row));
    if (column.better && this.baseRow >= 0) {
      const ratio = times(value, this.table.data[column.name][this.baseRow]);
      if (ratio) made.append(element("small", { class: "tb-times" }, ratio));
    }
    if (column === this.chosen.measure) this.bar(made, column, row);
    return made;
  }

  content(column, value, row) {
    const words = worded(value, column.kind, column.unit);
    const data = this.table.data;
    if (column.name === "train_seconds") return [element("a", { href: `${this.root}results/${encodeURIComponent(data.result_id[row])}/#run-${data.run_number[row]}` }, words)];
    if (column.name === "badges") return this.badges(value);
    if (column.name !== "cost_usd") return [column.kind === "text" ? words.replaceAll("_", " ") : words];
    if (value === null) return [element("a", { class: "no-price", href: `${this.root}submit/#add-a-price` }, "no price")];
    return [element("a", { href: `${this.root}costs/`, title: `${data.cost_basis[row]}, price of ${data.cost_date[row]}` }, words)];
  }

  badges(ids) {
    return (ids ? ids.split(" ") : []).flatMap((id) => {
      const [label, tone, meaning] = this.table.badges[id];
      return [element("a", { class: `badge badge--${tone}`, href: `${this.root}leaderboard/#badge-${id}`, title: meaning }, label), " "];
    });
  }

  // A bar behind the figure that ranks, and its interval as a thin mark.
  bar(cell, column, row) {
    const value = this.table.data[column.name][row];
    const ends = interval(this.table, column, row);
    const most = Math.max(...this.onPage.map((item) => interval(this.table, column, item)?.[1] ?? 0));
    if (value === null || !(most > 0)) return;
    cell.classList.add("tb-bar");
    cell.style.setProperty("--bar", `${(100 * value) / most}%`);
    cell.append(element("span", { class: "tb-span", "--low": `${(100 * ends[0]) / most}%`, "--width": `${(100 * (ends[1] - ends[0])) / most}%` }));
  }

  toggle(id) {
    if (this.open.has(id)) this.open.delete(id);
    else this.open.add(id);
    this.update();
    [...this.head.querySelectorAll("tr[data-run]")].find((line) => line.dataset.run === id)?.querySelector(".tb-more").focus();
  }

  evidence(row) {
    const { table, state } = this;
    const id = table.data.run_id[row];
    const facts = table.columns.filter((column) => column.name !== "hardware" && !state.columns.includes(column.name) && table.data[column.name][row] !== null && table.data[column.name][row] !== "");
    const list = element("dl", { class: "tb-facts" }, ...facts.map((column) => element("div", {}, element("dt", {}, column.heading), element("dd", {}, ...this.content(column, table.data[column.name][row], row)))));
    const picked = state.pick.includes(id);
    const pick = element("button", { type: "button", disabled: !picked && state.pick.length >= PICKS, onclick: () => this.change({ page: state.page, pick: picked ? state.pick.filter((item) => item !== id) : [...state.pick, id] }) }, picked ? "Take out of the comparison" : "Add to the comparison");
    const base = element("button", { type: "button", onclick: () => { this.change({ page: state.page, baseline: id }); this.fillBaselines(); this.base.value = id; } }, "Take as the baseline");
    return element("tr", { class: "tb-evidence" }, element("td", { colspan: state.columns.length + 2 }, list, this.siblings(row), element("p", { class: "tb-actions" }, pick, base)));
  }

  siblings(row) {
    const { data } = this.table;
    const same = [];
    for (let other = 0; other < this.table.size; other += 1) if (other !== row && data.hardware_id[other] === data.hardware_id[row] && data.device_count[other] === data.device_count[row]) same.push(other);
    if (!same.length) return element("p", {}, "No other run of this hardware on this board.");
    const links = same.slice(0, SIBLINGS).flatMap((other) => [
      element("a", { href: `${this.root}results/${encodeURIComponent(data.result_id[other])}/#run-${data.run_number[other]}` }, `${worded(data.train_seconds[other], "seconds")}, ${data.precision[other]} on ${data.backend[other]}, ${data.date[other]}`), "; ",
    ]);
    links.pop();
    return element("p", {}, `Other runs of this hardware (${same.length}): `, ...links, same.length > SIBLINGS ? ` and ${same.length - SIBLINGS} more.` : ".");
  }

  pager(from, pages) {
    const { rows } = this.chosen;
    const step = (text, by, off) => element("button", { type: "button", disabled: off, onclick: () => { this.change({ page: this.state.page + by }); this.head.scrollIntoView({ block: "start" }); } }, text);
    const line = this.place.querySelector(".tb-pager");
    line.hidden = pages === 1;
    if (pages > 1) line.replaceChildren(step("Earlier rows", -1, this.state.page === 1), ` ${from + 1} to ${Math.min(rows.length, from + PAGE_ROWS)} of ${rows.length.toLocaleString("en-US")} `, step("Later rows", 1, this.state.page === pages));
  }

  picks() {
    const line = this.place.querySelector(".tb-picks");
    line.hidden = !this.state.pick.length;
    const known = this.state.pick.map((id) => this.table.data.run_id.indexOf(id)).filter((row) => row >= 0);
    const link = `${this.root}compare/?${new URLSearchParams({ board: this.place.dataset.board, ids: this.state.pick.join(",") })}`;
    line.replaceChildren(element("a", { href: link }, `Compare ${this.state.pick.length} side by side`), `: ${known.map((row) => this.name(row)).join(", ")} `,
      element("button", { type: "button", onclick: () => this.change({ page: this.state.page, pick: [] }) }, "Clear"));
  }

  save(name, kind, make) {
    const link = element("a", { href: URL.createObjectURL(new Blob([make(this.table, this.chosen, this.state)], { type: kind })), download: name });
    link.click();
    URL.revokeObjectURL(link.href);
  }
}

export async function start(place) {
  // A page opened as a file cannot fetch: its first rows stay.
  if (location.protocol === "file:") return;
  const answer = await fetch(place.dataset.rows);
  if (!answer.ok) throw new Error(`the rows could not be loaded: ${answer.status}`);
  place.board = new Leaderboard(place, decode(await answer.json()));
  place.dataset.live = "yes";
}

for (const place of document.querySelectorAll("[data-rows]")) {
  start(place).catch((error) => {
    place.querySelector(".tb-tools").textContent = "The filters could not be loaded; the first rows below are whole.";
    console.warn(error.message);
  });
}
