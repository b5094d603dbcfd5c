// The recommender comes alive: reads the form, ranks the rows that the page holds, says why and what would change it.
import { element, shown } from "./format.js";
import { bounds, change, reason, recommended } from "./recommend.js";

const GIGABYTE = 1e9;
const TOP = 3;
const FAMILIES = { cnn: "CNN", rnn: "RNN", transformer: "Transformer" };

function optionOf(row) {
  const d = row.dataset;
  const speeds = {};
  for (const [key, name] of Object.entries(FAMILIES)) {
    const speed = row.getAttribute(`data-speed-${key}`);
    if (speed !== null) speeds[name] = Number(speed);
  }
  return { key: d.key, mode: d.mode, price: Number(d.price), watts: Number(d.watts), memory: Number(d.memory), speeds };
}

// A field that is empty or not valid counts as its usual value: a half-typed number is no answer.
function field(form, name) {
  const item = form.elements[name];
  const text = item.value !== "" && item.checkValidity() ? item.value : item.defaultValue;
  return text === "" ? null : Number(text);
}

function loadOf(form) {
  const mix = {};
  for (const [key, name] of Object.entries(FAMILIES)) mix[name] = field(form, key);
  return {
    hours: field(form, "hours"), mix, memory: field(form, "memory") * GIGABYTE, budget: field(form, "budget"),
    hourValue: field(form, "worth"), mode: form.elements.mode.value, kwh: field(form, "kwh"), lifeYears: field(form, "life"),
    host: field(form, "host"),
  };
}

const filled = (text, given) => text.replace(/\{(\w+)\}/g, (_, name) => given[name]);

function changes(place, ranked, words, names) {
  if (place > 0) {
    const [kind, value] = change(ranked[0], ranked[place]);
    return filled(words.getAttribute(`data-better-${kind}`), { value: shown(value) });
  }
  const found = bounds(ranked).map((limit, side) => limit && filled(words.dataset[side ? "above" : "below"], { value: shown(limit[0]), name: names.get(limit[1]) }));
  return found.filter(Boolean).join(" ") || words.dataset.always;
}

function choice(place, ranked, words, rows) {
  const item = ranked[place];
  const row = rows.get(item.key);
  const names = new Map([...rows].map(([key, one]) => [key, one.dataset.name]));
  const figures = filled(words.dataset.figures, { cost: shown(item.cost), hours: shown(item.hours) });
  return element("li", {},
    element("h3", {}, `${place + 1}. ${row.dataset.name}`),
    element("p", {}, element("strong", {}, figures), " ", row.querySelector(".badge:not(.age-badge)").cloneNode(true)),
    element("p", {}, words.dataset[reason(place, ranked)]),
    element("p", { class: "tb-muted" }, changes(place, ranked, words, names)));
}

function fill(table, ranked, rows) {
  for (const row of rows.values()) row.hidden = true;
  for (const item of ranked) {
    const row = rows.get(item.key);
    row.hidden = false;
    for (const cell of ["cost", "hours", "total"]) row.querySelector(`[data-cell="${cell}"]`).textContent = shown(item[cell]);
    table.tBodies[0].append(row);
  }
}

function keep(form) {
  const address = new URL(location.href);
  for (const item of form.elements) {
    if (!item.name) continue;
    const usual = item.tagName === "SELECT" ? item.options[0].value : item.defaultValue;
    if (item.value === usual) address.searchParams.delete(item.name);
    else address.searchParams.set(item.name, item.value);
  }
  history.replaceState(null, "", address);
}

function start(form) {
  const table = document.querySelector("table#options");
  const words = document.querySelector("#choices");
  const rows = new Map([...table.tBodies[0].rows].map((row) => [row.dataset.key, row]));
  const options = [...rows.values()].map(optionOf);
  const known = new URL(location.href).searchParams;
  for (const item of form.elements) if (item.name && known.has(item.name)) item.value = known.get(item.name);
  const update = () => {
    const ranked = recommended(options, loadOf(form));
    const made = ranked.slice(0, TOP).map((_, place) => choice(place, ranked, words, rows));
    words.replaceChildren(...(made.length ? made : [element("li", {}, element("p", {}, words.dataset.none))]));
    document.querySelector("#fit").textContent = filled(words.dataset.count, { fit: ranked.length, all: rows.size, rest: rows.size - ranked.length });
    fill(table, ranked, rows);
    keep(form);
  };
  form.addEventListener("input", update);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(update));
  update();
}

const form = document.querySelector("form#recommender");
if (form) start(form);
