// Figures in words, the same as the pages are rendered with: three significant digits, units, a dash where there is none.
export const DASH = "–";
const PREFIXES = ["", "k", "M", "G", "T", "P"];
const SIGNIFICANT = 3;

const missing = (value) => value === null || value === undefined || value === "" || Number.isNaN(value);

export function shown(value) {
  if (missing(value)) return DASH;
  if (value === 0) return "0";
  const digits = SIGNIFICANT - 1 - Number(Math.abs(value).toExponential(6).split("e")[1]);
  const places = Math.max(0, digits);
  const rounded = digits < 0 ? Math.round(value / 10 ** -digits) * 10 ** -digits : value;
  return rounded.toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places });
}

export function duration(seconds) {
  if (missing(seconds)) return DASH;
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  if (hours) return `${hours} h ${minutes} min`;
  return minutes ? `${minutes} min ${whole % 60} s` : `${shown(seconds)} s`;
}

export function scaled(value, unit) {
  if (missing(value)) return DASH;
  let number = value;
  let step = 0;
  while (Math.abs(number) >= 1000 && step < PREFIXES.length - 1) {
    number /= 1000;
    step += 1;
  }
  return `${shown(number)} ${PREFIXES[step]}${unit}`;
}

const KINDS = {
  seconds: duration,
  share: (value) => (missing(value) ? DASH : `${(100 * value).toFixed(2)} %`),
  scaled,
  number: (value, unit) => (missing(value) ? DASH : `${shown(value)}${unit ? ` ${unit}` : ""}`),
  count: (value) => (missing(value) ? DASH : value.toLocaleString("en-US")),
  text: (value) => (missing(value) ? DASH : String(value)),
};

// A value of a column of the kind that the board's column table names.
export const worded = (value, kind, unit) => KINDS[kind](value, unit);

// A ratio to the baseline, as 2.3x.
export function times(value, base) {
  if (missing(value) || missing(base) || !(base > 0)) return "";
  return `${shown(value / base)}x`;
}

// An element with attributes and children; children that are text stay text.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key.startsWith("--")) made.style.setProperty(key, value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}
