// The money pages come alive: ages by the reader's clock, the reader's own figures, the rows ranked anew, the state in the URL.
import { breakEvenHours, electricity, interruptedSeconds, own, rent, usedShare } from "./money.js";

export const STALE_DAYS = 90;
const DAY = 86400000;

export function shown(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (value === 0) return "0";
  if (!Number.isFinite(value)) return "never ends";
  const digits = 2 - Math.floor(Math.log10(Math.abs(value)));
  const places = Math.min(20, Math.max(0, digits));
  const rounded = digits < 0 ? Math.round(value / 10 ** -digits) * 10 ** -digits : value;
  return rounded.toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places });
}

export function showAges(root, now) {
  for (const time of root.querySelectorAll("time[data-seen]")) {
    const seen = time.dataset.seen.length > 7 ? time.dataset.seen : `${time.dataset.seen}-01`;
    const days = Math.floor((now - Date.parse(`${seen}T00:00:00Z`)) / DAY);
    const text = days < 60 ? `${Math.max(0, days)} d` : days < 730 ? `${Math.round(days / 30.4)} months` : `${Math.floor(days / 365.25)} years`;
    time.classList.toggle("stale", days > STALE_DAYS);
    time.title = days > STALE_DAYS ? `older than ${STALE_DAYS} days: check it before you rely on it` : "";
    let badge = time.nextElementSibling;
    if (!badge || !badge.classList.contains("age-badge")) {
      badge = document.createElement("span");
      badge.className = "badge age-badge";
      time.after(" ", badge);
    }
    badge.textContent = text;
    badge.classList.toggle("stale", days > STALE_DAYS);
  }
}

const number = (text) => (text === "" || text === undefined ? null : Number(text));
const put = (row, cell, text) => {
  const found = row.querySelector(`[data-cell="${cell}"]`);
  if (found) found.textContent = text;
};

// All figures of a row are in US dollars; the reader's own are in the currency chosen.
function rentRow(row, given) {
  const d = row.dataset;
  const hour = given.hour === null ? Number(d.hour) : given.hour / given.rate;
  const tariff = {
    perHour: hour, devices: Number(d.machine), monthly: d.monthly === "1", incrementSeconds: number(d.increment),
    minimumSeconds: number(d.minimum), setupFee: Number(d.setup), storagePerMonth: Number(d.storage),
  };
  const seconds = Number(d.seconds);
  const time = d.spot === "1" ? interruptedSeconds(seconds, given.stops, 3600, 0) : seconds;
  const pay = rent(time, tariff, { utilisation: given.use, months: 12, lifeYears: given.life }) * given.rate;
  put(row, "pay", shown(pay));
  put(row, "share", shown(usedShare(pay, Number(d.devices), tariff)));
  put(row, "million", shown(d.million === "" ? null : pay * Number(d.million)));
  put(row, "tokens", shown(d.tokens === "" ? null : pay * Number(d.tokens)));
  put(row, "epoch", shown(d.epoch === "" ? null : pay * Number(d.epoch)));
  return pay;
}

function ownRow(row, given) {
  const d = row.dataset;
  const purchase = (given.purchase === null ? Number(d.purchase) : given.purchase / given.rate) * Number(d.devices);
  const kwh = given.kwh === null ? Number(d.kwh) : given.kwh / given.rate;
  const power = electricity(number(d.joules), kwh);
  const pay = own(Number(d.seconds), purchase, power, { utilisation: given.use, months: 12, lifeYears: given.life }, given.host / given.rate);
  put(row, "pay", shown(pay === null ? null : pay * given.rate));
  put(row, "power", shown(power === null ? null : power * given.rate));
  return pay;
}

function evenRow(row, given) {
  const d = row.dataset;
  const power = given.kwh === null ? Number(d.power) : (Number(d.watts) / 1000) * given.kwh;
  const hour = given.hour === null ? number(d.hour) : given.hour;
  const hours = breakEvenHours(given.purchase === null ? Number(d.purchase) : given.purchase, power, hour, given.life);
  put(row, "power", shown(power));
  put(row, "even", hour === null ? "–" : hours === null ? "never (a month has 730 h)" : shown(hours));
  return hours;
}

// A run that the board has no price for: at the reader's price of an hour, charged to the second.
function mineRow(row, given) {
  const tariff = { perHour: given.hour, devices: 1 };
  const pay = rent(Number(row.dataset.seconds), tariff, { utilisation: given.use, months: 12, lifeYears: given.life });
  put(row, "pay", shown(pay));
  return pay;
}

const KINDS = { mine: mineRow, rent: rentRow, own: ownRow, even: evenRow };

export function rank(table, given) {
  const rows = [...table.querySelectorAll("tbody tr[data-kind]")].map((row) => [KINDS[row.dataset.kind](row, given), row]);
  rows.sort(([a], [b]) => (a === null) - (b === null) || a - b);
  for (const [, row] of rows) row.parentNode.append(row);
}

function read(form) {
  const field = (name, otherwise) => {
    const item = form.elements[name];
    const value = item && item.value !== "" && item.checkValidity() ? Number(item.value) : null;
    return value === null ? otherwise : value;
  };
  const currency = form.elements.currency;
  const option = currency ? currency.selectedOptions[0] : null;
  return {
    hour: field("hour", null), purchase: field("purchase", null), kwh: field("kwh", null), use: field("use", 0.25),
    life: field("life", 3), stops: field("stops", 0), host: field("host", 0), rate: option ? Number(option.dataset.rate) : 1,
    code: option ? option.value : "USD", day: option ? option.dataset.day : "",
  };
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

export function start(form) {
  const known = new URL(location.href).searchParams;
  for (const item of form.elements) if (item.name && known.has(item.name)) item.value = known.get(item.name);
  const note = form.querySelector("#money-note");
  const update = () => {
    const given = read(form);
    for (const table of document.querySelectorAll("table#rents, table#owns, table#evens, table#priceless")) rank(table, given);
    if (note) note.textContent = given.code === "USD" ? "In US dollars, cheapest first." : `In ${given.code}, cheapest first; 1 USD = ${given.rate.toPrecision(6)} ${given.code} (European Central Bank, ${given.day}).`;
    keep(form);
  };
  form.addEventListener("input", update);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(update));
  update();
}

showAges(document, Date.now());
const form = document.querySelector("form#money"); // a heading may have the same id
if (form) start(form);
