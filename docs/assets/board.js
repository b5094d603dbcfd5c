// Tables sort by number or text, by click and by keyboard; the search box hides rows; both live in the address.
const value = (row, column, numeric) => {
  const cell = row.cells[column];
  if (!numeric) return cell.textContent.trim().toLowerCase();
  const text = cell.dataset.v ?? cell.textContent;
  return text === "" ? NaN : Number(text);
};

function compare(numeric, direction) {
  return (a, b) => {
    if (!numeric) return direction * a[0].localeCompare(b[0]);
    const left = Number.isNaN(a[0]);
    const right = Number.isNaN(b[0]);
    if (left || right) return left - right; // what is missing stays at the end, either way
    return direction * (a[0] - b[0]);
  };
}

export function sortTable(table, column, direction) {
  const heads = [...table.tHead.rows[0].cells];
  const numeric = heads[column].dataset.sort === "number";
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => [value(row, column, numeric), row]);
  rows.sort(compare(numeric, direction));
  body.append(...rows.map(([, row]) => row));
  for (const [place, head] of heads.entries()) {
    if (place === column) head.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
    else head.removeAttribute("aria-sort");
  }
}

function enable(table, index) {
  const address = new URL(location.href);
  for (const [column, head] of [...table.tHead.rows[0].cells].entries()) {
    if (!head.dataset.sort) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const direction = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      sortTable(table, column, direction);
      const now = new URL(location.href);
      now.searchParams.set(`sort${index}`, `${column}.${direction}`);
      history.replaceState(null, "", now);
    });
  }
  const kept = /^(\d+)\.(-?1)$/.exec(address.searchParams.get(`sort${index}`) ?? "");
  if (kept && table.tHead.rows[0].cells[Number(kept[1])]?.dataset.sort) sortTable(table, Number(kept[1]), Number(kept[2]));
}

function enableSearch(box, count, tables) {
  const rows = tables.flatMap((table) => [...table.tBodies[0].rows]);
  const whole = count.textContent;
  const update = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      shown += !row.hidden;
    }
    count.textContent = words.length ? `${shown} of ${rows.length} runs shown, ${rows.length - shown} hidden by the search` : whole;
    const now = new URL(location.href);
    if (box.value) now.searchParams.set("q", box.value);
    else now.searchParams.delete("q");
    history.replaceState(null, "", now);
  };
  box.value = new URL(location.href).searchParams.get("q") ?? "";
  box.addEventListener("input", update);
  if (box.value) update();
}

const tables = [...document.querySelectorAll("table.tb-board")];
tables.forEach(enable);
const box = document.getElementById("tb-search");
if (box) enableSearch(box, document.getElementById("tb-count"), tables);
document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
// What only some pages need is fetched by those pages.
if (document.querySelector("[data-rows]")) import("./leaderboard.js");
