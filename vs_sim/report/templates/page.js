"use strict";
for (const table of document.querySelectorAll("table[data-sorts]")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") === "ascending";
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const number = head.dataset.number === "1";
    const value = (row) => row.cells[column].dataset.v ?? row.cells[column].textContent;
    const rows = [...body.rows].sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      if (x === "" || y === "") return (x === "") - (y === "");
      const order = number ? Number(x) - Number(y) : x.localeCompare(y);
      return down ? -order : order;
    });
    body.append(...rows);
  }));
  const tools = table.closest(".table").querySelector(".tools");
  const [input, said] = [tools.querySelector("input"), tools.querySelector("output")];
  tools.hidden = false;
  input.addEventListener("input", () => {
    const wanted = input.value.toLowerCase();
    let shown = 0;
    for (const row of body.rows) {
      row.hidden = !row.textContent.toLowerCase().includes(wanted);
      shown += !row.hidden;
    }
    said.textContent = `${shown} of ${body.rows.length} rows`;
  });
}
for (const code of document.querySelectorAll("code[data-copy]")) {
  const button = document.createElement("button");
  button.className = "copy";
  button.textContent = "copy";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "copied";
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = "selected";
    }
  });
  code.after(button);
}
