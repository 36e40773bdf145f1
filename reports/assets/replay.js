// Steps through a game. The data say of each step what lies otherwise than before; the position of a step is put together
// from the first step on and then laid out whole, so that it is the same whichever way one came.
"use strict";
(() => {
  const film = JSON.parse(document.getElementById("film").textContent);
  const { words, steps } = film;
  const last = steps.length - 1;
  const byId = (id) => document.getElementById(id);
  const svgNode = (name) => document.createElementNS("http://www.w3.org/2000/svg", name);
  const node = (name, kind, text) => {
    const made = document.createElement(name);
    if (kind) made.className = kind;
    if (text !== undefined) made.textContent = text;
    return made;
  };

  // Every sixty-fourth position is kept, so that no jump has to go all the way from the beginning.
  const EVERY = 64;
  const kept = [];
  const changed = (position, step) => {
    for (const [key, look, transform, height, place] of step.changed) {
      if (look === undefined) position.delete(key);
      else position.set(key, { key, look, transform, height, place });
    }
  };
  const running = new Map();
  steps.forEach((step, number) => {
    changed(running, step);
    if (number % EVERY === 0) kept.push(new Map(running));
  });
  const positionAt = (number) => {
    const from = Math.floor(number / EVERY);
    const position = new Map(kept[from]);
    for (let next = from * EVERY + 1; next <= number; next += 1) changed(position, steps[next]);
    return position;
  };

  const PLAY = byId("play").querySelector("path").getAttribute("d");
  const PAUSE = "M3 2h4v12H3zM9 2h4v12H9z";
  const layer = byId(`${film.name}-items`);
  const focus = byId(`${film.name}-focus`);
  let now = 0;
  let chosen = null;
  let timer = null;

  const outline = (cell, kind) => {
    const shape = svgNode("polygon");
    shape.setAttribute("class", kind);
    shape.setAttribute("points", byId(`${film.name}-cell-${cell}`).getAttribute("points"));
    return shape;
  };
  const title = (look) => {
    const found = /<title>(.*?)<\/title>/.exec(film.looks[look]);
    if (!found) return "";
    const text = node("textarea");
    text.innerHTML = found[1];
    return text.value;
  };
  const placeName = (place) => (place >= 0 ? film.cells[place] : film.trays[-1 - place]);

  // The map of a step, made anew: nothing in it depends on what was there before.
  const draw = () => {
    const position = positionAt(now);
    const items = [...position.values()].sort((a, b) => a.height - b.height || a.key - b.key);
    layer.innerHTML = items.map((one) => `<g transform="${one.transform}">${film.looks[one.look]}</g>`).join("");
    const shapes = steps[now].focus.map((cell) => outline(cell, "szb-focus"));
    if (chosen !== null) shapes.push(outline(chosen, "szb-chosen"));
    focus.replaceChildren(...shapes);
    const pieces = items.filter((one) => one.key < film.pieces.length).sort((a, b) => a.key - b.key);
    const row = (one) => {
      const line = node("tr");
      line.append(node("td", "", title(one.look)), node("td", "", placeName(one.place)));
      return line;
    };
    document.querySelector("#counters tbody").replaceChildren(...pieces.map(row));
    // Names of trays and numbers of piles have no title, and lie in no cell.
    const here = [...items].sort((a, b) => a.key - b.key).filter((one) => chosen !== null && one.place === chosen);
    const reading = here.map((one) => title(one.look)).join("\n") || words.nobody;
    byId("reading").textContent = chosen === null ? "" : `${film.cells[chosen]}: ${reading}`;
  };

  const said = (step) => (step.side === undefined ? step.action : `${film.sides[step.side]}: ${step.action}`);
  const tell = () => {
    const step = steps[now];
    const where = `${words.stage} ${step.stage} \u00b7 ${words.step} ${now} ${words.of} ${last} \u00b7 ${words.lead}: ${step.told}`;
    byId("status").replaceChildren(node("b", "", where), said(step));
    byId("slider").value = now;
    byId("slider").setAttribute("aria-valuetext", `${where}. ${said(step)}`);
    const path = byId("cursor").getAttribute("d").replace(/^M[^ ]+/, `M${now}`);
    byId("cursor").setAttribute("d", path);
    for (const id of ["first", "back", "stage-back"]) byId(id).disabled = now === 0;
    for (const id of ["last", "forward", "stage-forward"]) byId(id).disabled = now === last;
  };
  const mark = (isQuiet) => {
    document.querySelectorAll("#events .now").forEach((one) => {
      one.classList.remove("now");
      one.firstChild.removeAttribute("aria-current");
    });
    const entry = byId(`step-${now}`);
    entry.classList.add("now");
    entry.firstChild.setAttribute("aria-current", "step");
    const list = byId("events");
    // Only the list is scrolled, never the page.
    if (!isQuiet) list.scrollTop = entry.offsetTop - list.clientHeight / 3;
  };
  // Where the map is larger than its window, what happens is brought into view.
  const follow = () => {
    const [shape] = focus.children;
    if (!shape) return;
    const map = byId("map");
    const [seen, here] = [map.getBoundingClientRect(), shape.getBoundingClientRect()];
    if (here.left < seen.left || here.right > seen.right) {
      map.scrollLeft += (here.left + here.right - seen.left - seen.right) / 2;
    }
    if (here.top < seen.top || here.bottom > seen.bottom) {
      map.scrollTop += (here.top + here.bottom - seen.top - seen.bottom) / 2;
    }
  };
  const go = (number, isQuiet) => {
    now = Math.max(0, Math.min(last, number));
    draw();
    follow();
    tell();
    mark(isQuiet);
    try {
      history.replaceState(null, "", `#step=${now}`);
    } catch {
      // A page inside another may not have an address of its own.
    }
  };

  const stageForward = () => {
    const next = steps.findIndex((step, number) => number > now && step.stage > steps[now].stage);
    go(next < 0 ? last : next);
  };
  const stageBack = () => {
    const begins = (number) => number === 0 || steps[number].stage > steps[number - 1].stage;
    let number = Math.max(0, now - 1);
    while (!begins(number)) number -= 1;
    go(number);
  };
  const pause = () => {
    clearInterval(timer);
    timer = null;
    byId("play").setAttribute("aria-label", words.play);
    byId("play").title = `${words.play} (Space)`;
    byId("play").querySelector("path").setAttribute("d", PLAY);
  };
  const play = () => {
    if (timer !== null) return pause();
    if (now === last) go(0);
    byId("play").setAttribute("aria-label", words.pause);
    byId("play").title = `${words.pause} (Space)`;
    byId("play").querySelector("path").setAttribute("d", PAUSE);
    timer = setInterval(() => (now === last ? pause() : go(now + 1)), Number(byId("speed").value));
    return undefined;
  };
  let zoom = 1;
  const enlarge = (factor) => {
    zoom = Math.max(0.5, Math.min(4, zoom * factor));
    byId("map").style.setProperty("--zoom", zoom);
    follow();
  };
  const help = () => (byId("help").open ? byId("help").close() : byId("help").showModal());

  const deeds = {
    first: () => go(0),
    last: () => go(last),
    back: () => go(now - 1),
    forward: () => go(now + 1),
    "stage-back": stageBack,
    "stage-forward": stageForward,
    play,
    larger: () => enlarge(1.25),
    smaller: () => enlarge(0.8),
    ask: help,
  };
  for (const [id, deed] of Object.entries(deeds)) {
    byId(id).addEventListener("click", () => {
      if (id !== "play" && timer !== null) pause();
      deed();
    });
  }
  const keys = {
    ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", PageUp: "stage-back", PageDown: "stage-forward",
    " ": "play", "+": "larger", "=": "larger", "-": "smaller", "?": "ask",
  };
  document.addEventListener("keydown", (event) => {
    const deed = keys[event.key];
    const isElsewhere = event.ctrlKey || event.altKey || event.metaKey || byId("help").open;
    // A space presses the button that has the focus, and opens a list; arrows choose in a list.
    const is = (what) => event.target instanceof Element && event.target.matches(what);
    const isTaken = is("select, summary") || (event.key === " " && is("button"));
    if (!deed || isElsewhere || isTaken) return;
    event.preventDefault();
    if (deed !== "play" && timer !== null) pause();
    deeds[deed]();
  });
  byId("slider").addEventListener("input", (event) => {
    if (timer !== null) pause();
    go(Number(event.target.value));
  });
  for (const roll of document.querySelectorAll("[data-step]")) {
    roll.addEventListener("click", () => {
      if (timer !== null) pause();
      go(Number(roll.dataset.step));
    });
  }
  byId("speed").addEventListener("change", () => {
    if (timer !== null) {
      pause();
      play();
    }
  });
  byId("theme").addEventListener("click", () => {
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const shown = document.documentElement.dataset.theme || (isDark ? "dark" : "light");
    document.documentElement.dataset.theme = shown === "dark" ? "light" : "dark";
  });

  // A click on a counter means its hex too: the hex is found by where it is.
  const cellAt = (event) => {
    const ids = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.id || "");
    const found = ids.find((id) => id.startsWith(`${film.name}-cell-`));
    return found === undefined ? null : Number(found.slice(`${film.name}-cell-`.length));
  };
  byId("map").addEventListener("click", (event) => {
    const cell = cellAt(event);
    chosen = cell === chosen ? null : cell;
    draw();
  });

  const entry = ([kind, rule, text, face]) => {
    const line = node("li", kind);
    if (rule) line.append(node("span", "rule", rule));
    if (face !== null) line.append(node("span", "die", face));
    line.append(text);
    return line;
  };
  const list = byId("events");
  // A step belongs to the stage in which it was decided.
  const stageOf = (number) => steps[Math.max(0, number - 1)].stage;
  steps.forEach((step, number) => {
    if (number === 0 || stageOf(number) !== stageOf(number - 1)) {
      list.append(node("li", "stage", `${words.stage} ${stageOf(number)}`));
    }
    const item = node("li", `step s${step.side === undefined ? "" : step.side}`);
    item.id = `step-${number}`;
    const button = node("button");
    button.type = "button";
    button.append(node("span", "number", number), node("span", "", said(step)));
    item.append(button);
    if (step.events.length > 0) {
      const events = node("ul");
      events.append(...step.events.map(entry));
      item.append(events);
    }
    item.addEventListener("click", () => {
      if (timer !== null) pause();
      go(number, true);
    });
    list.append(item);
  });

  const asked = /^#step=(\d+)$/.exec(location.hash);
  go(asked ? Number(asked[1]) : 0);
})();
