// The page of a report: tables that sort, tabs, films of games, light and dark. Without it everything can be read but
// the films. The page says `words` before.
"use strict";

const root = document.documentElement;

// Light or dark, as the reader likes it; the frames of the films follow.
const isDark = () => root.dataset.theme ? root.dataset.theme === "dark"
  : matchMedia("(prefers-color-scheme: dark)").matches;
document.getElementById("theme").addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  for (const frame of document.querySelectorAll(".film")) dress(frame);
});
// Paper is light, whatever the screen is, and nothing on it is folded.
let worn;
let folded = [];
addEventListener("beforeprint", () => {
  worn = root.dataset.theme;
  root.dataset.theme = "light";
  folded = [...document.querySelectorAll("details:not([open])")];
  for (const part of folded) part.open = true;
});
addEventListener("afterprint", () => {
  if (worn) root.dataset.theme = worn;
  else delete root.dataset.theme;
  for (const part of folded) part.open = false;
});
const dress = (frame) => {
  const inner = frame.contentDocument;
  if (inner && root.dataset.theme) inner.documentElement.dataset.theme = root.dataset.theme;
};

// A cell sorts by its number, if it has one, and else by its text.
const value = (row, column) => {
  const cell = row.cells[column];
  const number = cell.dataset.value;
  return number === undefined ? cell.textContent.trim() : number === "" ? -Infinity : Number(number);
};
const compare = (one, other) =>
  typeof one === "number" && typeof other === "number" ? (one === other ? 0 : one - other)
    : String(one).localeCompare(String(other), root.lang, { numeric: true });

// Of a long table the first rows are shown, in whatever order they are, and the rest when they are asked for.
const shorten = (table) => {
  if (!table.more) return;
  const rows = [...table.tBodies[0].rows];
  rows.forEach((row, place) => row.classList.toggle("more", !table.dataset.all && place >= Number(table.dataset.first)));
  table.more.textContent = table.dataset.all ? words.fewer_rows : `${words.all_rows} (${rows.length})`;
};

for (const table of document.querySelectorAll("table.sorts")) {
  const body = table.tBodies[0];
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      // Numbers are looked at from the largest down, names from the first on; a second click turns it round.
      const first = head.classList.contains("n") ? "descending" : "ascending";
      const turned = { ascending: "descending", descending: "ascending" };
      const order = head.ariaSort && head.ariaSort !== "none" ? turned[head.ariaSort] : first;
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.ariaSort = order;
      const sign = order === "ascending" ? 1 : -1;
      const rows = [...body.rows].sort((one, other) => sign * compare(value(one, column), value(other, column)));
      body.append(...rows);
      shorten(table);
    });
  });
  if (table.dataset.first && body.rows.length > Number(table.dataset.first) + 2) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "rows";
    button.addEventListener("click", () => {
      table.dataset.all = table.dataset.all ? "" : "all";
      shorten(table);
    });
    table.closest(".scroll").after(button);
    table.more = button;
    shorten(table);
  }
}

// A map that is drawn small to fit is drawn large when it is pressed.
for (const board of document.querySelectorAll(".board:not(.still)")) {
  board.addEventListener("click", () => board.classList.toggle("large"));
}

// Of the parts of a group one is shown; arrows go from tab to tab.
for (const tabs of document.querySelectorAll(".tabs[role=tablist]")) {
  const buttons = [...tabs.querySelectorAll("button")];
  const show = (button) => {
    for (const other of buttons) {
      const isShown = other === button;
      other.setAttribute("aria-selected", isShown);
      other.tabIndex = isShown ? 0 : -1;
      document.getElementById(other.getAttribute("aria-controls")).hidden = !isShown;
    }
  };
  buttons.forEach((button, place) => {
    button.addEventListener("click", () => show(button));
    button.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = buttons[(place + step + buttons.length) % buttons.length];
      show(next);
      next.focus();
    });
  });
  show(buttons[0]);
}

// A film is the page of a game in a frame of its own. It is put together when it is chosen: text of its own, and numbers of
// the texts that films have in common.
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const shared = read("shared");
for (const watch of document.querySelectorAll(".watch")) {
  const chooser = watch.querySelector(".choose");
  const frame = document.getElementById(chooser.dataset.frame);
  const play = (button, isAsked) => {
    for (const other of chooser.querySelectorAll("button")) other.setAttribute("aria-pressed", other === button);
    const page = read(button.dataset.film).map((part) => typeof part === "number" ? shared[part] : part).join("");
    frame.hidden = false;
    frame.title = button.textContent;
    frame.addEventListener("load", () => {
      dress(frame);
      // Whoever chooses a game means its keys.
      if (isAsked) {
        frame.contentWindow.focus();
        frame.contentDocument.getElementById("map").focus({ preventScroll: true });
      }
    }, { once: true });
    frame.srcdoc = page;
  };
  const buttons = [...chooser.querySelectorAll("button")];
  for (const button of buttons) button.addEventListener("click", () => play(button, true));
  // Keys beside the game are its own too; buttons keep what presses them.
  watch.addEventListener("keydown", (event) => {
    const inner = frame.contentDocument;
    const isOwn = [" ", "Enter", "Tab"].includes(event.key) || event.ctrlKey || event.altKey || event.metaKey;
    if (isOwn || frame.hidden || !inner || !inner.body) return;
    const { key } = event;
    const told = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    if (!inner.body.dispatchEvent(told)) event.preventDefault();
  });
  // The first game is there when the reader comes to it.
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    seen.disconnect();
    if (!frame.srcdoc) play(buttons[0], false);
  });
  seen.observe(chooser);
}
