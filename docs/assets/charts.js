// Live charts. A figure comes with its static picture; the drawing library is fetched when the first figure comes near the view.
//
//   <figure class="tb-chart" data-spec="charts/cost-against-time.json">
//     <div class="tb-chart__view"> static SVG </div>
//     <figcaption>...</figcaption>
//     <details class="tb-chart__table"><summary>Table</summary> ... </details>
//   </figure>
//
// The table is part of the page and is never touched. Text is drawn in `currentColor`, so the switch between day and night needs no
// redraw of SVG; long frames are drawn on a canvas, which is redrawn. No string of the data becomes markup.

const BUNDLE = new URL("vega.js", import.meta.url);
const CANVAS_ABOVE = 1500;
const NARROW = 480;
// An empty layer (no name has room) is no fault, but Vega warns of it.
const ERRORS_ONLY = 1;

let library = null;
let tip = null;

function loadLibrary() {
  library ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = BUNDLE.href;
    script.charset = "utf-8";
    script.onload = () => resolve(window.vegaEmbed);
    script.onerror = () => reject(new Error("the drawing library could not be loaded"));
    document.head.append(script);
  });
  return library;
}

function tipElement() {
  if (tip) return tip;
  tip = document.createElement("div");
  tip.className = "tb-chart-tip";
  tip.setAttribute("role", "tooltip");
  tip.hidden = true;
  document.body.append(tip);
  return tip;
}

// Rows of a tooltip as text nodes: a name with markup in it stays a name.
function showTip(_handler, event, _item, value) {
  const box = tipElement();
  if (value === null || value === undefined || value === "") {
    box.hidden = true;
    return;
  }
  const rows = typeof value === "object" ? Object.entries(value) : [["", value]];
  box.replaceChildren(
    ...rows.map(([name, text]) => {
      const row = document.createElement("div");
      row.textContent = name ? `${name}: ${text}` : String(text);
      return row;
    }),
  );
  box.hidden = false;
  const left = Math.min(event.clientX + 14, document.documentElement.clientWidth - box.offsetWidth - 8);
  const below = event.clientY + 16;
  const fits = below + box.offsetHeight < document.documentElement.clientHeight;
  box.style.left = `${Math.max(8, left)}px`;
  box.style.top = `${fits ? below : event.clientY - box.offsetHeight - 12}px`;
}

function longestData(spec) {
  let rows = Array.isArray(spec.data?.values) ? spec.data.values.length : 0;
  for (const set of Object.values(spec.datasets ?? {})) rows = Math.max(rows, set.length);
  for (const part of [...(spec.layer ?? []), ...(spec.vconcat ?? [])]) rows = Math.max(rows, longestData(part));
  return rows;
}

// The width is given in pixels: stacked views cannot take the container's by themselves. A phone has less room for names.
function fitted(spec, width) {
  const copy = structuredClone(spec);
  if (copy.vconcat) for (const view of copy.vconcat) view.width = Math.max(160, width - 60);
  else copy.width = width;
  if (width < NARROW) narrowed(copy);
  return copy;
}

function narrowed(spec) {
  if (spec.config?.axis) spec.config.axis.labelLimit = 110;
  if (spec.config?.legend) spec.config.legend.columns = 3;
  for (const part of spec.layer ?? []) if (part.mark?.limit) part.mark.limit = 76;
}

// Rows that a page carries itself; the specification is shared with other pages.
function ownRows(figure) {
  const block = figure.querySelector(':scope > script[type="application/json"]');
  if (!block) return null;
  const { columns, rows } = JSON.parse(block.textContent);
  return rows.map((row) => Object.fromEntries(columns.map((name, place) => [name, row[place]])));
}

async function specOf(figure) {
  const spec = await (await fetch(figure.dataset.spec)).json();
  const rows = ownRows(figure);
  if (rows) spec.datasets = { rows };
  return spec;
}

const cellText = (value) => (value === null || value === undefined ? "\u2013" : typeof value === "number" ? String(Number(value.toPrecision(6))) : value);

// The table of such a figure is made when it is opened.
async function fillTable(figure) {
  const spec = (figure.tbSpec ??= await specOf(figure));
  const twin = spec.usermeta.twin;
  const table = document.createElement("table");
  table.className = "tb-table";
  const line = (place, texts, tag) => {
    const row = place.insertRow();
    for (const text of texts) {
      const cell = document.createElement(tag);
      if (tag === "th") cell.scope = "col";
      cell.textContent = text;
      row.append(cell);
    }
  };
  line(table.createTHead(), twin.map(([, heading]) => heading), "th");
  const body = table.createTBody();
  for (const row of spec.datasets.rows) line(body, twin.map(([name]) => cellText(row[name])), "td");
  const frame = document.createElement("div");
  frame.className = "table-scroll";
  frame.tabIndex = 0;
  frame.append(table);
  figure.querySelector("details").append(frame);
}

function watchTables(figures) {
  for (const figure of figures) {
    if (!figure.querySelector(':scope > script[type="application/json"]')) continue;
    figure.querySelector("details").addEventListener("toggle", () => fillTable(figure), { once: true });
  }
}

async function draw(figure) {
  const view = figure.querySelector(".tb-chart__view");
  const spec = (figure.tbSpec ??= await specOf(figure));
  const vegaEmbed = await loadLibrary();
  view.style.minHeight = `${view.offsetHeight}px`;
  const target = document.createElement("div");
  target.className = "tb-chart__live";
  const width = view.clientWidth;
  // Drawn beside the old picture, hidden, then exchanged: nothing jumps and a failure leaves the picture.
  target.style.position = "absolute";
  target.style.visibility = "hidden";
  target.style.width = `${width}px`;
  view.append(target);
  const renderer = longestData(spec) > CANVAS_ABOVE ? "canvas" : "svg";
  try {
    const options = { actions: false, ast: true, defaultStyle: false, logLevel: ERRORS_ONLY, renderer, tooltip: showTip };
    const made = await vegaEmbed(target, fitted(spec, width), options);
    figure.tbView?.finalize();
    figure.tbView = made;
    figure.tbRenderer = renderer;
    figure.tbWidth = width;
    for (const old of [...view.children]) if (old !== target) old.remove();
    target.style.position = target.style.visibility = "";
    target.style.width = "100%";
    view.style.minHeight = "";
    const drawing = target.querySelector("svg, canvas");
    drawing?.setAttribute("role", "img");
    drawing?.setAttribute("aria-label", spec.description ?? "");
    figure.dataset.live = renderer;
  } catch (error) {
    target.remove();
    throw error;
  }
}

function redraw(figure) {
  figure.tbQueue = (figure.tbQueue ?? Promise.resolve())
    .then(() => draw(figure))
    .catch((error) => {
      figure.dataset.live = "failed";
      console.warn(`chart ${figure.dataset.spec}: ${error.message}`);
    });
}

function watchPalette(figures) {
  const again = () => {
    for (const figure of figures) if (figure.tbRenderer === "canvas") redraw(figure);
  };
  const options = { attributes: true, attributeFilter: ["data-md-color-scheme", "class"] };
  new MutationObserver(again).observe(document.body, options);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
}

function watchWidth(figures) {
  let waiting = 0;
  const observer = new ResizeObserver(() => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      for (const figure of figures) {
        const width = figure.querySelector(".tb-chart__view").clientWidth;
        if (figure.tbView && width > 0 && Math.abs(width - figure.tbWidth) > 8) redraw(figure);
      }
    }, 150);
  });
  for (const figure of figures) observer.observe(figure);
}

export function start(root = document) {
  // A page opened as a file cannot fetch: its static pictures stay.
  if (location.protocol === "file:") return;
  const figures = [...root.querySelectorAll("figure.tb-chart[data-spec]")];
  if (!figures.length) return;
  const near = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        near.unobserve(entry.target);
        redraw(entry.target);
      }
    },
    { rootMargin: "300px" },
  );
  for (const figure of figures) near.observe(figure);
  watchTables(figures);
  watchPalette(figures);
  watchWidth(figures);
  addEventListener("scroll", () => tip && (tip.hidden = true), { passive: true });
  addEventListener("keydown", (event) => event.key === "Escape" && tip && (tip.hidden = true));
}

start();
