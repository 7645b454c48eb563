// Lets corners be dragged, and asks what is to be done next.
"use strict";

const bench = byId("live");
let version = bench.dataset.version;
const BUSY_MS = 400; // between two questions while something is being done
const IDLE_MS = 1000;

// --- what is to be done next --------------------------------------------------------------------

let asking = 0;
async function ask() {
  clearTimeout(asking);
  let busy = false;
  try {
    const answer = await fetch(`/teach/bench?seen=${version}`, { cache: "no-store" });
    if (answer.status === 403) return location.assign("/host");
    const said = await answer.json();
    busy = said.busy;
    offline(false);
    if (said.html) {
      const step = said.html.match(/<h1>/) && document.querySelector(".teach h1")?.textContent;
      version = said.version;
      show(said.html);
      if (document.querySelector(".teach h1")?.textContent !== step) window.scrollTo(0, 0);
      place();
    }
  } catch {
    offline(true);
  }
  asking = setTimeout(ask, document.hidden ? 4 * IDLE_MS : busy ? BUSY_MS : IDLE_MS);
}

document.addEventListener("click", async ({ target }) => {
  if (target.closest("[data-begin]")) {
    const side = document.querySelector("[name=side]:checked")?.value || "";
    const guests = Boolean(document.querySelector("[name=guests]")?.checked);
    await post("/api/teach/begin", JSON.stringify({ side, guests }));
  } else if (target.closest("[data-corners]")) {
    await post("/api/teach/corners", JSON.stringify({ corners: dragged() }));
  } else if (!target.closest("[data-post]")) return;
  setTimeout(ask, 120);
});

// --- corners to drag ----------------------------------------------------------------------------

const handles = () => [...document.querySelectorAll("#corners .handle")];
let held = null;

const ratio = () => Number(byId("corners").dataset.ratio);

// Put handles, numbers and outlines where the corners are.
function place() {
  if (!byId("corners")) return;
  for (const group of document.querySelectorAll("#corners [data-surface]")) {
    const corners = [...group.querySelectorAll(".handle")];
    const spots = corners.map(({ dataset }) => [1000 * dataset.x, 1000 * dataset.y * ratio()]);
    const middle = [0, 1].map((axis) => spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length);
    corners.forEach((handle, n) => {
      const [x, y] = spots[n];
      handle.setAttribute("cx", x);
      handle.setAttribute("cy", y);
      // Numbers stand inside their own board, where no other board has one.
      const number = handle.nextElementSibling;
      number.setAttribute("x", x + 46 * Math.sign(middle[0] - x));
      number.setAttribute("y", y + 14 + 40 * Math.sign(middle[1] - y));
    });
    group.querySelector("polygon").setAttribute("points", spots.map((spot) => spot.join(",")).join(" "));
  }
}

function dragged() {
  const all = {};
  for (const group of document.querySelectorAll("#corners [data-surface]")) {
    all[group.dataset.surface] = [...group.querySelectorAll(".handle")].map((handle) => [
      Number(handle.dataset.x),
      Number(handle.dataset.y),
    ]);
  }
  return all;
}

function move(handle, x, y) {
  handle.dataset.x = Math.min(1.05, Math.max(-0.05, x)).toFixed(5);
  handle.dataset.y = Math.min(1.05, Math.max(-0.05, y)).toFixed(5);
  place();
  magnify(handle);
}

// A finger hides what it points at: show it elsewhere, three times as large.
function magnify(handle) {
  const loupe = document.querySelector(".loupe");
  loupe.hidden = !handle;
  if (!handle) return;
  const picture = document.querySelector("#corners img");
  const side = loupe.width / 3;
  const x = handle.dataset.x * picture.naturalWidth;
  const y = handle.dataset.y * picture.naturalHeight;
  loupe.classList.toggle("right", handle.dataset.x < 0.5 && handle.dataset.y < 0.5);
  const pen = loupe.getContext("2d");
  pen.fillRect(0, 0, loupe.width, loupe.height);
  pen.drawImage(picture, x - side / 2, y - side / 2, side, side, 0, 0, loupe.width, loupe.height);
  pen.strokeStyle = "#ffd23e";
  pen.strokeRect(loupe.width / 2, 0, 0, loupe.height);
  pen.strokeRect(0, loupe.height / 2, loupe.width, 0);
}

// The corner nearest to the finger comes along, from where it is: nobody has to hit it.
document.addEventListener("pointerdown", (event) => {
  const view = event.target.closest("#corners");
  if (!view) return;
  const box = view.getBoundingClientRect();
  const at = (handle) =>
    Math.hypot(
      box.left + handle.dataset.x * box.width - event.clientX,
      box.top + handle.dataset.y * box.height - event.clientY,
    );
  const nearest = handles().sort((a, b) => at(a) - at(b))[0];
  if (at(nearest) > 60) return;
  event.preventDefault();
  held = { handle: nearest, box, x: event.clientX, y: event.clientY, from: { ...nearest.dataset } };
  magnify(nearest);
});
document.addEventListener("pointermove", (event) => {
  if (!held) return;
  const { handle, box, x, y, from } = held;
  move(handle, Number(from.x) + (event.clientX - x) / box.width, Number(from.y) + (event.clientY - y) / box.height);
});
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    if (held) magnify(null);
    held = null;
  });
}
document.addEventListener("keydown", (event) => {
  const handle = event.target.closest?.(".handle");
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!handle || !step) return;
  event.preventDefault();
  const size = event.shiftKey ? 0.01 : 0.001;
  move(handle, Number(handle.dataset.x) + step[0] * size, Number(handle.dataset.y) + (step[1] * size) / ratio());
});

place();
ask();
