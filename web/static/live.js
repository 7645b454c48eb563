// Keeps a page up to date and sends taps to the table. Nothing here knows any game.
"use strict";

const page = document.body.dataset;
const byId = (id) => document.getElementById(id);
const BEAT_MS = 12000; // more than two heartbeats of silence: connect again
let source = null;
let seen = page.seen;
let heard = Date.now();
let typed = {}; // digits on keypads, by question
const changed = new WeakMap(); // when answers became other answers
const armed = new Map(); // buttons that wait for a second tap, and what they say otherwise
const THUMB_MS = 350; // a thumb that is on its way cannot know that they did

// --- what changes on the page -------------------------------------------------------------------

// What the page itself has written on its nodes.
const OURS = ["open", "data-coming", "data-gone", "data-armed", "aria-busy"];

const alike = (a, b) => a.nodeName === b.nodeName && (a.id || "") === (b.id || "");

// Make one node look like another, and leave alone what a person has opened or is pointing at.
function morph(now, then) {
  if (now.nodeType !== Node.ELEMENT_NODE) {
    if (now.nodeValue !== then.nodeValue) now.nodeValue = then.nodeValue;
    return;
  }
  const waits = armed.get(now);
  if (waits && aimOf(now) !== aimOf(then)) disarm(now);
  for (const { name, value } of then.attributes) {
    if (name === "src" && now.className === "drawing") redraw(now, value);
    else if (now.getAttribute(name) !== value) {
      now.setAttribute(name, value);
      if (name === "src") now.removeAttribute("data-gone");
      if (name === "data-move") changed.set(now, Date.now());
    }
  }
  for (const { name } of [...now.attributes]) {
    if (!then.hasAttribute(name) && !OURS.includes(name)) now.removeAttribute(name);
  }
  if (armed.has(now)) waits.label = then.textContent;
  else morphChildren(now, then);
}

function morphChildren(now, then) {
  let next = now.firstChild;
  for (const child of [...then.childNodes]) {
    const known = child.id ? [...now.children].find((one) => one.id === child.id) : null;
    if (known && known !== next) now.insertBefore(known, next);
    const here = known || next;
    if (here && alike(here, child)) {
      morph(here, child);
      next = here.nextSibling;
    } else now.insertBefore(child, next);
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
}

// A new picture takes the place of the old one only when it is there.
function redraw(img, address) {
  if (img.getAttribute("src") === address || img.dataset.coming === address) return;
  img.dataset.coming = address;
  const fresh = new Image();
  fresh.onload = () => {
    if (img.dataset.coming === address) img.src = address;
  };
  fresh.src = address;
}

// A picture that is no longer kept leaves no hole.
document.addEventListener("error", ({ target }) => {
  if (target.className === "crop") target.dataset.gone = "yes";
}, true);

function show(html) {
  const live = byId("live");
  const then = live.cloneNode(false);
  then.innerHTML = html;
  const before = alertOf(live);
  morphChildren(live, then);
  paintKeypads();
  if (alertOf(live).some((word) => !before.includes(word))) remind();
}

// What is worth a sound, word by word.
const alertOf = (live) => (live.querySelector("[data-alert]")?.dataset.alert || "").split(" ").filter(Boolean);

// --- staying connected --------------------------------------------------------------------------

function connect() {
  if (!page.stream) return;
  if (source) source.close();
  source = new EventSource(`${page.stream}?seen=${encodeURIComponent(seen)}`);
  const mine = source;
  const hear = (deal) => (event) => {
    if (mine !== source) return;
    heard = Date.now();
    offline(false);
    deal(event);
  };
  source.onopen = hear(() => {});
  source.addEventListener("beat", hear(() => {}));
  source.addEventListener("gone", () => location.reload());
  source.addEventListener("full", () => {
    mine.close();
    offline(true);
    setTimeout(connect, 5000);
  });
  source.addEventListener("show", hear((event) => {
    seen = event.lastEventId;
    show(JSON.parse(event.data).html);
  }));
  source.onerror = () => {
    offline(true);
    if (mine === source && mine.readyState === EventSource.CLOSED) setTimeout(check, 1000);
  };
}

// The stream was refused: perhaps the seat is somebody else's by now.
async function check() {
  try {
    const answer = await fetch(location.pathname, { cache: "no-store" });
    if (answer.status === 403 || answer.status === 404) location.reload();
    else connect();
  } catch {
    setTimeout(check, 1000);
  }
}

function offline(is) {
  byId("offline").hidden = !is;
}

function wake() {
  if (document.visibilityState === "visible" && page.stream) connect();
}

if (page.stream) {
  connect();
  document.addEventListener("visibilitychange", wake);
  document.addEventListener("resume", wake);
  window.addEventListener("online", wake);
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  setInterval(() => {
    if (Date.now() - heard > BEAT_MS) {
      heard = Date.now();
      offline(true);
      connect();
    }
  }, 1000);
}

// --- taps ---------------------------------------------------------------------------------------

async function post(address, body) {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Token": page.token },
      body,
    });
    const said = await answer.json();
    if (!answer.ok) toast(said.refused);
    return answer.ok ? said : null;
  } catch {
    toast(page.trouble);
    return null;
  }
}

let toastEnds = 0;
function toast(sentence) {
  const box = byId("toast");
  box.textContent = sentence;
  box.hidden = false;
  clearTimeout(toastEnds);
  toastEnds = setTimeout(() => (box.hidden = true), 6000);
}

// What cannot be taken back is asked for twice.
function isSure(button) {
  if (!("sure" in button.dataset) || armed.has(button)) return true;
  armed.set(button, { label: button.textContent, ends: setTimeout(disarm, 4000, button) });
  button.dataset.armed = "yes";
  button.textContent = page.sure;
  return false;
}

function disarm(button) {
  const waits = armed.get(button);
  if (!waits) return;
  clearTimeout(waits.ends);
  armed.delete(button);
  delete button.dataset.armed;
  button.textContent = waits.label;
}

// What a button does, whatever version of the table it was made for.
const aimOf = ({ dataset }) => `${dataset.post} ${(dataset.body || "").replace(/"version": *\d+/, "")}`;

// Return where a tap goes and what it says; an answer finds its question around it.
function letterOf(button) {
  const { post: address, body, move } = button.dataset;
  if (address) return [address, body];
  const { answer, ask, version } = button.closest("[data-answer]").dataset;
  return [answer, `{"ask":${JSON.stringify(ask)},"version":${version},"move":${move}}`];
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-post], [data-move]");
  if (button) {
    if (Date.now() - (changed.get(button) || 0) < THUMB_MS) return;
    if (button.getAttribute("aria-busy") || !isSure(button)) return;
    button.setAttribute("aria-busy", "true");
    const said = await post(...letterOf(button));
    button.removeAttribute("aria-busy");
    disarm(button);
    if (said && button.dataset.said) toast(button.dataset.said);
    if (said && button.dataset.shows === "link") showLink(said);
    if (said && button.dataset.shows === "page") location.reload();
  }
  const digit = target.closest("[data-digit]");
  if (digit) press(digit.closest("[data-keypad]"), digit.dataset.digit);
  const setting = target.closest("[data-setting]");
  if (setting) toggle(setting);
  if (target.closest("[data-print]")) window.print();
  const menu = byId("menu");
  if (menu?.open && !target.closest("#menu")) menu.open = false;
  if (target.closest("#toast")) byId("toast").hidden = true;
});

// A strip of a picture is shown as large as the screen is.
document.addEventListener("click", (event) => {
  const small = event.target.closest("a.enlarge");
  if (!small) return;
  event.preventDefault();
  byId("photo").querySelector("img").src = small.href;
  byId("photo").showModal();
});

function showLink({ link, code }) {
  const dialog = byId("link");
  dialog.querySelector(".qr").innerHTML = code;
  dialog.querySelector(".address").textContent = link;
  dialog.showModal();
}

// --- the keypad ---------------------------------------------------------------------------------

async function press(pad, digit) {
  const { ask, keypad, version } = pad.dataset;
  const so_far = typed[ask] || "";
  if (digit === "back") typed[ask] = so_far.slice(0, -1);
  else if (digit !== "ok") typed[ask] = (so_far + digit).slice(-3);
  else if (so_far) {
    delete typed[ask];
    const said = await post(keypad, JSON.stringify({ ask, number: Number(so_far), version: Number(version) }));
    if (!said) typed[ask] = "";
  }
  paintKeypads();
}

function paintKeypads() {
  for (const pad of document.querySelectorAll("[data-keypad]")) {
    const digits = typed[pad.dataset.ask] || "";
    pad.querySelector(".digits").textContent = digits.padStart(3, "–");
  }
}

document.addEventListener("keydown", (event) => {
  const pad = document.querySelector("[data-keypad]");
  if (!pad || event.target.closest("input, select, button")) return;
  const key = { Backspace: "back", Enter: "ok" }[event.key] || event.key;
  if (/^([0-9]|back|ok)$/.test(key)) press(pad, key);
});

// --- reminders: quiet, unless this phone was asked to speak up ----------------------------------

const wants = (name) => localStorage.getItem(name) === "on";
let audio = null;

function remind() {
  if (wants("buzz") && navigator.vibrate) navigator.vibrate([120, 80, 120]);
  if (wants("sound")) chime();
}

// Browsers let nobody hear anything before a first tap.
function tune() {
  audio = audio || new AudioContext();
  if (audio.state === "suspended") audio.resume();
}

document.addEventListener("pointerdown", () => wants("sound") && tune());

function chime() {
  tune();
  [660, 880].forEach((hertz, n) => {
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    const at = audio.currentTime + n * 0.18;
    tone.frequency.value = hertz;
    loud.gain.setValueAtTime(0.0001, at);
    loud.gain.exponentialRampToValueAtTime(0.2, at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.5);
  });
}

function toggle(button) {
  const name = button.dataset.setting;
  localStorage.setItem(name, wants(name) ? "off" : "on");
  paintSettings();
  if (wants(name)) remind();
}

function paintSettings() {
  for (const button of document.querySelectorAll("[data-setting]")) {
    button.setAttribute("aria-pressed", String(wants(button.dataset.setting)));
    if (button.dataset.setting === "buzz") button.hidden = !navigator.vibrate;
  }
}

// --- a new game: as many names as players, no colour twice, and the side of the board ----------------------------------

function paintNewcomers() {
  const count = Number(document.querySelector("[name=players]:checked")?.value || 0);
  for (const field of document.querySelectorAll("[data-newcomer]")) {
    field.hidden = Number(field.dataset.newcomer) > count;
    const start = field.querySelector("[name=start]");
    if (field.hidden && start.checked) document.querySelector("[name=start]").checked = true;
  }
}

// Whoever had the colour gets the one that is given up for it.
function swapColours(changed) {
  const all = [...document.querySelectorAll("[data-colour]")];
  const twin = all.find((one) => one !== changed && one.value === changed.value);
  if (twin) twin.value = changed.dataset.had;
  keepColours();
}

function keepColours() {
  for (const one of document.querySelectorAll("[data-colour]")) one.dataset.had = one.value;
}

// A board shows one side: choosing it chooses the version, and choosing another one is not passed over.
function paintSides(changed) {
  const side = byId("box")?.selectedOptions[0]?.dataset.side;
  if (changed === "box" && side) byId("version").value = side;
  const note = byId("other-side");
  if (note) note.hidden = !side || side === byId("version").value;
}

document.addEventListener("change", ({ target }) => {
  if (["box", "version"].includes(target.name)) paintSides(target.name);
  if (target.name === "players") paintNewcomers();
  if (target.matches("[data-colour]")) swapColours(target);
});
keepColours();
paintSides();
paintNewcomers();
paintSettings();
