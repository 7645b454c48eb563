// Making a pack: taps on the photo become actions; the server keeps the draft and draws what lies on it.
"use strict";
{
  const root = byId("maker");
  const board = byId("board");
  const NEAR_PX = 22; // as far beside a place as a finger may land
  const CREEP_PX = 8; // what moves less at once creeps
  const STILL_PX = { tap: 6, finger: 5, mouse: 1.5, corner: 0.5 }; // what moved less has tapped
  let word = ""; // the picture in hand
  let chosen = ""; // the place that was tapped last
  let queue = Promise.resolve();

  // --- every tap counts, also those that only choose or look ---------------------------------------

  const TAPS = `taps ${root?.dataset.name}`;
  const tapsSoFar = () => Number(sessionStorage.getItem(TAPS) || 0);
  const count = (more) => root && sessionStorage.setItem(TAPS, Math.max(0, tapsSoFar() + more));
  document.addEventListener("click", ({ isTrusted, target }) => {
    if (isTrusted && !target.closest("#board")) count(1);
  }, true);
  document.addEventListener("change", ({ isTrusted }) => isTrusted && count(1), true);

  // --- talking to the table ---------------------------------------------------------------------

  async function tell(address, body, type = "application/json") {
    try {
      const headers = { "Content-Type": type, "X-Token": page.token };
      const answer = await fetch(address, { method: "POST", headers, body });
      const said = await answer.json();
      if (!answer.ok) {
        toast(said.refused);
        showUnfit(said.faults);
        if (said.stale) setTimeout(() => location.reload(), 1500);
      } else if (said.go) location.assign(said.go);
      return answer.ok ? said : null;
    } catch {
      toast(page.trouble);
      return null;
    }
  }

  function showUnfit(faults) {
    const list = byId("unfit");
    if (!list || !faults) return;
    list.replaceChildren(...faults.map(({ where, sentence }) => {
      const item = document.createElement("li");
      item.textContent = `${where}: ${sentence}`;
      return item;
    }));
    list.hidden = false;
  }

  // One thing after the other: each carries the version that the one before has made.
  function send(what, more = {}) {
    queue = queue.then(async () => {
      const { name, version, tool } = root.dataset;
      root.setAttribute("aria-busy", "true");
      const taps = what === "do" ? Math.min(Math.max(1, tapsSoFar()), 999) : 0;
      const body = JSON.stringify({ version: Number(version), tool, ...more, ...(taps ? { taps } : {}) });
      const said = await tell(`/api/maker/${name}/${what}`, body);
      if (said) count(what === "undo" ? -1 : -taps);
      root.removeAttribute("aria-busy");
      if (said && said.overlay !== undefined) show(said);
    });
    return queue;
  }

  const act = (action) => send("do", { action });

  function show(said) {
    root.dataset.version = said.version;
    root.dataset.ring = said.ring.join(" ");
    byId("overlay").innerHTML = said.overlay;
    const rail = byId("rail").scrollLeft;
    byId("rail").innerHTML = said.rail;
    byId("rail").scrollLeft = rail;
    byId("panel").innerHTML = said.panel;
    for (const image of document.querySelectorAll("#maker image")) {
      if (image.getAttribute("href") !== said.picture) image.setAttribute("href", said.picture);
    }
    paint();
  }

  // Show what is in hand and what was chosen.
  function paint() {
    for (const button of document.querySelectorAll("[data-word]:is(button)")) {
      button.setAttribute("aria-pressed", String(button.dataset.word === word));
    }
    for (const spot of board.querySelectorAll(".spot")) {
      spot.classList.toggle("chosen", spot.dataset.place === chosen);
    }
    for (const street of board.querySelectorAll(".street")) {
      street.classList.toggle("chosen", street.dataset.of === chosen);
    }
    const drop = document.querySelector("[data-drop]");
    const mine = board.querySelector(".spot.mine.chosen");
    if (drop) drop.hidden = !mine || !["put", "row"].includes(root.dataset.mode);
  }

  // --- where a finger points --------------------------------------------------------------------

  const full = board ? { x: 0, y: 0, w: Number(board.dataset.width), h: Number(board.dataset.height) } : null;
  let view = { ...full };

  function at(event) {
    const point = new DOMPoint(event.clientX, event.clientY);
    return point.matrixTransform(board.getScreenCTM().inverse());
  }

  const perPixel = () => 1 / board.getScreenCTM().a;
  const round = ({ x, y }) => [Math.round(x * 100) / 100, Math.round(y * 100) / 100];
  const spots = (filter = ".mine") => [...board.querySelectorAll(`.spot${filter}`)];

  function nearest(point, among) {
    let best = null;
    for (const spot of among) {
      const away = Math.hypot(spot.dataset.x - point.x, spot.dataset.y - point.y);
      if (!best || away < best.away) best = { spot, away };
    }
    return best;
  }

  function grabbed(point) {
    const [wide] = root.dataset.ring.split(" ").map(Number);
    const finger = NEAR_PX * perPixel();
    // A finger may miss a place, but not so far that its neighbour could be meant.
    const reach = wide ? Math.min(Math.max(wide * 0.3, finger), wide * 0.6) : finger;
    const found = nearest(point, spots());
    return found && found.away < reach ? found.spot : null;
  }

  // --- taps -------------------------------------------------------------------------------------

  const kindsOf = () => spots(`[data-kind="${root.dataset.of}"]`).filter((s) => !s.dataset.place.includes(":"));

  const taps = {
    put: (point, spot) => (spot ? choose(spot) : act({ do: "put", kind: root.dataset.of, at: [round(point)] })),
    beside(point, spot) {
      const owner = spot ? null : nearest(point, kindsOf());
      if (owner) act({ do: "move", place: `${beside()}:${owner.spot.dataset.place}`, xy: round(point) });
    },
    fact(point) {
      if (!word) return toast(root.dataset.pick);
      const found = nearest(point, kindsOf());
      if (!found) return;
      const { place, word: said } = found.spot.dataset;
      act({ do: "say", fact: root.dataset.fact, words: { [place]: said === word ? "" : word }, at: round(point) });
    },
    streets(point) {
      const found = nearest(point, spots());
      if (!found) return;
      if (found.spot.dataset.kind === root.dataset.of) return choose(found.spot);
      if (!chosen) return toast(root.dataset.square);
      act({ do: "link", place: chosen, to: found.spot.dataset.place });
    },
    row(point, spot) {
      const areas = byId("panel").querySelector("[data-count]") && spots(".mine").length > 1;
      if (spot && areas) return act({ do: "area", row: root.dataset.of, index: Number(spot.dataset.index) });
      if (spot) return choose(spot);
      act({ do: "field", row: root.dataset.of, xy: round(point) });
    },
    corners: () => {},
    pieces: () => {},
    check: () => {},
  };

  const beside = () => root.dataset.beside;

  function choose(spot) {
    chosen = chosen === spot.dataset.place ? "" : spot.dataset.place;
    paint();
  }

  function moveTo(place, point) {
    if (root.dataset.mode !== "corners") return act({ do: "move", place, xy: round(point) });
    const px = corners();
    px[Number(place)] = round(point);
    return act({ do: "corners", surface: root.dataset.of, px });
  }

  const corners = () => spots().map((spot) => [Number(spot.dataset.x), Number(spot.dataset.y)]);

  // --- fingers and mouse: one finger aims, two move the picture, a mouse drags it ---------------

  const fingers = new Map();
  let aim = null; // what the first finger is doing
  let pinch = null;

  function down(event) {
    if (event.button > 0) return;
    board.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, event);
    if (fingers.size > 1) {
      aim = null;
      hideLoupe();
      pinch = spread();
      return;
    }
    const point = at(event);
    const spot = grabbed(point);
    const free = ["fact", "streets", "pieces", "check"].includes(root.dataset.mode);
    const drags = spot && !free;
    const pen = { clientX: event.clientX, clientY: event.clientY };
    aim = { start: event, last: event, pen, spot, drags, moved: false, pans: !drags && event.pointerType === "mouse", point, view: { ...view } };
    if (event.pointerType !== "mouse" || drags) showLoupe(event, point);
  }

  function move(event) {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, event);
    if (pinch && fingers.size > 1) return squeeze();
    if (!aim) return;
    creep(event);
    const far = Math.hypot(event.clientX - aim.start.clientX, event.clientY - aim.start.clientY);
    aim.moved = aim.moved || far > stillness(event);
    if (!aim.moved) return;
    if (aim.pans) return pan(event);
    aim.point = dragged();
    if (aim.drags) aim.spot.setAttribute("transform", `translate(${aim.point.x - aim.spot.dataset.x} ${aim.point.y - aim.spot.dataset.y})`);
    showLoupe(event, aim.point);
  }

  function stillness({ pointerType }) {
    if (!aim.drags) return STILL_PX.tap;
    if (root.dataset.mode === "corners") return STILL_PX.corner;
    return pointerType === "mouse" ? STILL_PX.mouse : STILL_PX.finger;
  }

  // A finger is coarser than what it points at: while it creeps, it moves what the loupe shows instead.
  function creep(event) {
    const [x, y] = [event.clientX - aim.last.clientX, event.clientY - aim.last.clientY];
    const fine = glassSize() / byId("loupe").clientWidth / perPixel();
    const gain = event.pointerType === "mouse" ? 1 : Math.min(1, Math.max(fine, Math.hypot(x, y) / CREEP_PX));
    aim.pen = { clientX: aim.pen.clientX + gain * x, clientY: aim.pen.clientY + gain * y };
    aim.last = event;
  }

  // A place keeps its distance from the finger that drags it.
  function dragged() {
    const point = at(aim.pen);
    if (!aim.drags) return point;
    const start = at(aim.start);
    return { x: Number(aim.spot.dataset.x) + point.x - start.x, y: Number(aim.spot.dataset.y) + point.y - start.y };
  }

  function up(event) {
    fingers.delete(event.pointerId);
    if (fingers.size < 2) pinch = null;
    const done = aim;
    aim = null;
    hideLoupe();
    if (!done || event.type === "pointercancel") return;
    count(1);
    if (done.drags && done.moved) moveTo(done.spot.dataset.place, done.point);
    else if (!(done.pans && done.moved)) taps[root.dataset.mode](done.point, done.spot);
  }

  function pan(event) {
    const unit = perPixel();
    const { start, view: old } = aim;
    look({ ...old, x: old.x - (event.clientX - start.clientX) * unit, y: old.y - (event.clientY - start.clientY) * unit });
  }

  function spread() {
    const [one, other] = [...fingers.values()];
    const middle = { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 };
    return { middle, on: at(middle), far: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY), w: view.w };
  }

  function squeeze() {
    const now = spread();
    zoom((pinch.w * pinch.far) / Math.max(now.far, 20), pinch.on, now.middle);
  }

  // Show so much of the picture that a point of it lies under a point of the screen.
  function zoom(width, on, under) {
    const w = Math.min(full.w, Math.max(full.w / 12, width));
    look({ ...view, w, h: (w * full.h) / full.w });
    const there = at(under);
    look({ ...view, x: view.x + on.x - there.x, y: view.y + on.y - there.y });
  }

  function look(wanted) {
    view = wanted;
    view.x = Math.min(Math.max(view.x, 0), full.w - view.w);
    view.y = Math.min(Math.max(view.y, 0), full.h - view.h);
    board.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
  }

  // How much of the picture the loupe shows.
  const glassSize = () => Math.max(parseFloat(root.dataset.ring) * 1.3, full.w / 26);

  function showLoupe(event, point) {
    const loupe = byId("loupe");
    const glass = loupe.firstElementChild;
    const [wide, deep, disc] = root.dataset.ring.split(" ");
    const size = glassSize();
    glass.setAttribute("viewBox", `${point.x - size / 2} ${point.y - size / 2} ${size} ${size}`);
    const hair = size / 160;
    const shape = disc.toLowerCase() === "true"
      ? `<circle cx="${point.x}" cy="${point.y}" r="${wide / 2}"/>`
      : `<rect x="${point.x - wide / 2}" y="${point.y - deep / 2}" width="${wide}" height="${deep}"/>`;
    byId("aim").innerHTML = `<g stroke-width="${hair}">${shape}<path d="M${point.x - size / 8} ${point.y}h${size / 4}M${point.x} ${point.y - size / 8}v${size / 4}"/></g>`;
    const box = byId("stage").getBoundingClientRect();
    loupe.classList.toggle("right", event.clientX < box.left + box.width / 2);
    loupe.hidden = false;
  }

  function hideLoupe() {
    byId("loupe").hidden = true;
  }

  // --- buttons and fields -----------------------------------------------------------------------

  const guessed = () => Boolean(board.querySelector(".outline.guess"));
  const commands = {
    undo: () => send("undo"),
    look: () => send("look"),
    refresh: () => location.reload(),
    turn: () => act({ do: "corners", surface: root.dataset.of, px: [...corners().slice(1), corners()[0]], guess: guessed() }),
    drop: () => act({ do: "drop", place: chosen }).then(() => (chosen = "")),
  };

  document.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    const data = button.dataset;
    if (data.command) return (!data.really || sure(button)) && tell(addressOf(data), "{}");
    if (!root) return;
    if (data.act) act(JSON.parse(data.act));
    else if ("word" in data) [word, chosen] = [data.word, ""];
    else if (data.zoom) zoomBy(Number(data.zoom));
    else if (data.step) stepBy(button);
    for (const name of Object.keys(commands)) if (name in data) commands[name]();
    paint();
  });

  const addressOf = ({ command, side }) => command + (side ? byId(side).value : "");

  function sure(button) {
    if (button.dataset.armed) return true;
    button.dataset.armed = "yes";
    button.textContent = button.dataset.really;
    return false;
  }

  function zoomBy(times) {
    const box = board.getBoundingClientRect();
    const middle = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
    if (times) zoom(view.w / times, at(middle), middle);
    else look({ ...full });
  }

  function stepBy(button) {
    const field = button.parentElement.querySelector("input");
    field.value = Number(field.value) + Number(button.dataset.step);
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  document.addEventListener("change", async ({ target }) => {
    const { measure, upload, side } = target.dataset;
    const form = target.closest("form")?.dataset || {};
    const value = Number(target.value);
    if (upload && target.files[0]) {
      const address = upload + (side ? byId(side).value : "");
      target.closest("label").setAttribute("aria-busy", "true");
      await tell(address, await target.files[0].arrayBuffer(), "application/octet-stream");
      target.value = "";
      target.closest("label").removeAttribute("aria-busy");
    } else if (measure) act({ do: "measured", name: measure, mm: value });
    else if ("edition" in target.dataset) act({ do: "called", edition: target.value });
    else if (form.number) act({ do: "number", row: form.number, index: Number(form.index), to: value });
    else if (form.count) act({ do: "count", row: form.count, count: value });
  });

  document.addEventListener("submit", (event) => root && event.preventDefault());

  // --- keys -------------------------------------------------------------------------------------

  const NUDGE = { ArrowLeft: [-0.5, 0], ArrowRight: [0.5, 0], ArrowUp: [0, -0.5], ArrowDown: [0, 0.5] };

  if (root) {
    board.addEventListener("pointerdown", down);
    board.addEventListener("pointermove", move);
    board.addEventListener("pointerup", up);
    board.addEventListener("pointercancel", up);
    board.addEventListener("wheel", (event) => {
      event.preventDefault();
      zoom(view.w * (event.deltaY > 0 ? 1.2 : 1 / 1.2), at(event), event);
    }, { passive: false });
    document.addEventListener("keydown", (event) => {
      if (event.target.closest("input, select")) return;
      if (event.key === "z" && (event.ctrlKey || event.metaKey)) commands.undo();
      const spot = board.querySelector(".spot.mine.chosen");
      const way = NUDGE[event.key];
      if (!spot || !way) return;
      event.preventDefault();
      moveTo(spot.dataset.place, { x: Number(spot.dataset.x) + way[0], y: Number(spot.dataset.y) + way[1] });
    });
    document.querySelector("#rail [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
    paint();
  }
}
