// Tables that are sorted by a click on the head of a column.

import { button, h } from "./dom.js";

const isNothing = (value) => value === null || value === undefined || value === "";

/** Numbers by size, texts by letters; what is missing comes last. */
function compare(a, b) {
  if (isNothing(a) || isNothing(b)) return isNothing(a) - isNothing(b);
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
}

/** A table. Columns are { title, value(row), text(row) }, without `text` the value is shown. */
export function sortableTable(caption, columns, rows) {
  const body = h("tbody");
  let sorted = { column: null, sign: 1 };
  const cells = columns.map((column) => h("th", { scope: "col" }, button(column.title, () => sort(column), { className: "quiet small" })));
  const cell = (row, { value, text }) => {
    const content = text ? text(row) : value(row);
    return h(typeof value(row) === "number" ? "td.number" : "td", {}, isNothing(content) ? "" : content);
  };
  const fill = () => body.replaceChildren(...rows.map((row) => h("tr", {}, columns.map((column) => cell(row, column)))));
  function sort(column) {
    sorted = { column, sign: sorted.column === column ? -sorted.sign : 1 };
    const { sign } = sorted;
    rows.sort((a, b) => {
      const [x, y] = [column.value(a), column.value(b)];
      return isNothing(x) || isNothing(y) ? compare(x, y) : sign * compare(x, y);
    });
    cells.forEach((head, index) => {
      if (columns[index] === column) head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    });
    fill();
  }
  fill();
  return h("div.tablebox", { tabindex: 0, role: "region", "aria-label": caption },
    h("table.sortable", {}, h("caption", {}, caption), h("thead", {}, h("tr", {}, cells)), body));
}
