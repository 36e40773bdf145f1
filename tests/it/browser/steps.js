// What a reader does on a page, done by a script at the end of a copy of it. What it saw stands in `#outcome` as JSON, for
// the test that opened the page.
(async () => {
  const seen = { errors: [], done: [], width: innerWidth };
  addEventListener("error", (event) => seen.errors.push(String(event.message)));
  addEventListener("unhandledrejection", (event) => seen.errors.push(String(event.reason)));
  const check = (what, is) => (is ? seen.done.push(what) : seen.errors.push(`not so: ${what}`));
  const press = (to, key) => to.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const wait = (time) => new Promise((done) => setTimeout(done, time));

  // Light against dark, as in WCAG 2: 4.5 to 1 is the least for text.
  const channels = (color) => color.match(/[\d.]+/g).map(Number);
  const luminance = (color) => {
    const [red, green, blue] = channels(color).slice(0, 3).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (color && (channels(color)[3] ?? 1) > 0.99) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const contrast = (node, color) => {
    const [one, other] = [luminance(color), luminance(ground(node))].sort((a, b) => b - a);
    return (one + 0.05) / (other + 0.05);
  };
  const isLegible = (where) => {
    const texts = [...where.querySelectorAll("h1, h2, h3, p, td, th, li, a, button, dt, dd, summary, small")];
    const shown = texts.filter((node) => node.textContent.trim() && node.getClientRects().length > 0);
    const faint = shown.filter((node) => contrast(node, getComputedStyle(node).color) < 4.5);
    const letters = [...where.querySelectorAll("main figure svg text")].filter((node) => node.getClientRects().length > 0);
    const pale = letters.filter((node) => !node.closest(".szb") && contrast(node, getComputedStyle(node).fill) < 3);
    for (const node of [...faint, ...pale].slice(0, 3)) {
      const { color, fill } = getComputedStyle(node);
      seen.errors.push(`faint: ${node.tagName} ${node.textContent.trim().slice(0, 30)} ${color} ${fill} on ${ground(node)}`);
    }
    return shown.length > 0 && faint.length + pale.length === 0;
  };
  // Nothing may stand out of the page to the right but what scrolls by itself.
  const isWithin = () => document.documentElement.scrollWidth <= innerWidth;
  const picture = (inner) => [...inner.querySelectorAll("#map svg")].map((svg) => svg.innerHTML).join("");

  const watch = async (inner, name) => {
    const steps = inner.querySelectorAll("#events .step").length;
    check(`${name}: a game has steps`, steps > 1);
    const first = picture(inner);
    press(inner.body, "ArrowRight");
    const second = picture(inner);
    check(`${name}: a step changes the picture`, second !== first);
    for (let step = 1; step < steps; step += 1) press(inner.body, "ArrowRight");
    const last = picture(inner);
    check(`${name}: the last step is the end`, inner.getElementById("forward").disabled);
    press(inner.body, "Home");
    press(inner.body, "End");
    check(`${name}: the end is the same by a jump`, picture(inner) === last);
    for (let step = 1; step < steps; step += 1) press(inner.body, "ArrowLeft");
    check(`${name}: back at the beginning the picture is the same`, picture(inner) === first);
    const told = () => inner.getElementById("status").textContent;
    const start = told();
    press(inner.body, "PageDown");
    check(`${name}: Page Down goes on, and says where it is`, told() !== start && told().trim() !== "");
    press(inner.body, "PageUp");
    check(`${name}: Page Up goes back`, told() === start && picture(inner) === first);
  };

  const order = (rows, column, sign) => rows.every((row, place) => {
    if (place === 0) return true;
    const [one, other] = [rows[place - 1], row].map((each) => each.cells[column]);
    if (one.dataset.value !== undefined) {
      const number = (cell) => (cell.dataset.value === "" ? -Infinity : Number(cell.dataset.value));
      return sign * number(one) <= sign * number(other);
    }
    const text = (cell) => cell.textContent.trim();
    return sign * text(one).localeCompare(text(other), document.documentElement.lang, { numeric: true }) <= 0;
  });
  const sorts = (table) => {
    const heads = [...table.tHead.rows[0].cells];
    return heads.every((head, column) => {
      const button = head.querySelector("button");
      return [1, 2].every(() => {
        button.click();
        return order([...table.tBodies[0].rows], column, head.ariaSort === "ascending" ? 1 : -1);
      });
    });
  };

  try {
    check("nothing stands out of the page", isWithin());
    for (const table of document.querySelectorAll("table.sorts")) {
      check(`a table of ${table.tBodies[0].rows.length} rows sorts by each column, both ways`, sorts(table));
    }
    for (const tabs of document.querySelectorAll(".tabs[role=tablist]")) {
      const [first, second] = tabs.querySelectorAll("button");
      press(first, "ArrowRight");
      const shown = document.getElementById(second.getAttribute("aria-controls"));
      check("an arrow goes to the next map", !shown.hidden && document.activeElement === second);
      press(second, "ArrowLeft");
    }
    for (const table of document.querySelectorAll("table[data-first]")) {
      const shown = () => [...table.tBodies[0].rows].filter((row) => row.getClientRects().length > 0).length;
      const button = table.closest(".scroll").nextElementSibling;
      if (!button || !button.matches("button.rows")) continue;
      check("few rows come first", shown() === Number(table.dataset.first));
      button.click();
      check("all rows come when they are asked for", shown() === table.tBodies[0].rows.length);
      button.click();
      const head = [...table.tHead.rows[0].cells].find((one) => one.matches(".n"));
      check("the correlation is within the edge", head.getBoundingClientRect().right <= innerWidth);
    }
    for (const cell of document.querySelectorAll(".stack td, .verdict, .change")) {
      const { right, width } = cell.getBoundingClientRect();
      if (width > 0 && right > innerWidth) seen.errors.push(`beyond the edge: ${cell.textContent.slice(0, 40)}`);
    }
    for (const bar of document.querySelectorAll(".verdict .bar")) {
      const parts = [...bar.children].reduce((sum, part) => sum + part.getBoundingClientRect().width, 0);
      check("the bar of a verdict is full", parts > 0.99 * bar.getBoundingClientRect().width);
    }
    check("what is light is legible", isLegible(document));
    const theme = document.getElementById("theme");
    if (theme && document.querySelector(".verdict, main .change")) {
      theme.click();
      check("the theme changes", document.documentElement.dataset.theme === "dark");
      check("what is dark is legible", isLegible(document));
      theme.click();
    }
    if (document.getElementById("film")) await watch(document, "the page of a game");
    for (const chooser of document.querySelectorAll(".choose")) {
      const frame = document.getElementById(chooser.dataset.frame);
      for (const button of [...chooser.querySelectorAll("button")].slice(0, 2)) {
        const loaded = new Promise((done) => frame.addEventListener("load", done, { once: true }));
        button.click();
        await loaded;
        await wait(50);
        const inner = frame.contentDocument;
        check("the game that was chosen has the keys", inner.hasFocus() && inner.activeElement.id === "map");
        const map = inner.getElementById("map");
        check("the map of a game is not cut", map.scrollWidth <= map.clientWidth + 1);
        const still = picture(inner);
        press(button, "ArrowRight");
        check("keys beside a game step it", picture(inner) !== still);
        press(button, "Home");
        await watch(inner, button.textContent);
        check("the button of the game is pressed", button.getAttribute("aria-pressed") === "true");
      }
    }
    if (document.querySelector(".verdict")) {
      dispatchEvent(new Event("beforeprint"));
      check("nothing is folded on paper", document.querySelectorAll("details:not([open])").length === 0);
      dispatchEvent(new Event("afterprint"));
    }
    check("every game has a picture for paper",
      document.querySelectorAll(".still svg").length === document.querySelectorAll(".choose button").length);
    check("nothing stands out of the page in the end", isWithin());
    check("nothing was fetched", performance.getEntriesByType("resource").length === 0);
  } catch (error) {
    seen.errors.push(`fell: ${error} ${error.stack}`);
  }
  const outcome = document.createElement("pre");
  outcome.id = "outcome";
  outcome.textContent = `BEGIN${JSON.stringify(seen)}END`;
  document.body.append(outcome);
  // No window is as narrow as a telephone, but a frame in one is.
  if (parent !== window) parent.postMessage(outcome.textContent, "*");
})();
