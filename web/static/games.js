// Leafs through a kept game, waits for files, and picks what is printed on a card. Knows no game.

const byId = (id) => document.getElementById(id);
const fetchJson = async (address) => {
  const answer = await fetch(address, { cache: "no-store" });
  if (!answer.ok) throw new Error(address);
  return answer.json();
};

// --- replay -------------------------------------------------------------------------------------

async function leaf(replay) {
  const { path } = replay.dataset;
  const last = Number(replay.dataset.last);
  const steps = await fetchJson(`${path}/steps.json`);
  const slider = byId("slider");
  let at = Number(replay.dataset.at);
  let coming = 0;
  let playing = 0;

  // Only the newest picture counts; the old one stays until it is there.
  function draw(img, address) {
    const fresh = new Image();
    const mine = ++coming;
    fresh.onload = () => {
      if (mine === coming) img.src = address;
    };
    fresh.src = address;
  }

  function show(number) {
    at = Math.min(Math.max(number, 0), last);
    const step = steps[at];
    slider.value = at;
    slider.setAttribute("aria-valuetext", step.head);
    byId("head").textContent = step.head;
    byId("count").textContent = at;
    byId("told").textContent = step.told;
    byId("undone").hidden = step.stands;
    byId("said").scrollTop = 0;
    byId("stand").querySelectorAll(".points").forEach((box, n) => {
      box.textContent = step.points[n] ?? "–";
    });
    const shot = byId("shot");
    if (shot) shot.hidden = !step.picture;
    if (step.picture) shot.src = `${path}/picture/${step.picture}.jpg`;
    const pieces = byId("pieces");
    draw(pieces, `${path}/pieces/${at}.svg`);
    pieces.alt = pieces.alt.replace(/\d+/, at);
    point();
    history.replaceState(null, "", `?at=${at}`);
  }

  function point() {
    const { left, wide } = byId("chart").dataset;
    const x = Number(left) + (Number(wide) * at) / Math.max(last, 1);
    byId("cursor").setAttribute("x1", x);
    byId("cursor").setAttribute("x2", x);
  }

  const begins = steps.map((step, n) => n > 0 && step.turn !== null && step.turn !== steps[n - 1].turn);
  const turnAfter = () => {
    const found = begins.findIndex((is, n) => is && n > at);
    return found < 0 ? last : found;
  };
  const turnBefore = () => Math.max(begins.lastIndexOf(true, at - 1), 0);

  const ways = {
    "turn-back": turnBefore,
    back: () => at - 1,
    forward: () => at + 1,
    "turn-forward": turnAfter,
  };
  for (const [id, where] of Object.entries(ways)) {
    byId(id).addEventListener("click", (event) => {
      event.preventDefault();
      show(where());
    });
  }
  slider.addEventListener("input", () => show(Number(slider.value)));

  function play(on) {
    clearInterval(playing);
    playing = 0;
    const button = byId("play");
    button.textContent = on ? replay.dataset.stop : replay.dataset.play;
    if (!on) return;
    if (at === last) show(0);
    playing = setInterval(() => (at < last ? show(at + 1) : play(false)), 700);
  }
  byId("play").addEventListener("click", (event) => {
    event.preventDefault();
    play(!playing);
  });

  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, summary") || event.altKey || event.ctrlKey || event.metaKey) return;
    const side = { ArrowLeft: ["back", "turn-back"], ArrowRight: ["forward", "turn-forward"] }[event.key];
    if (!side) return;
    event.preventDefault();
    show(ways[side[Number(event.shiftKey)]]());
  });

  byId("chart").addEventListener("click", (event) => {
    const frame = byId("chart").getBoundingClientRect();
    const { left, wide } = byId("chart").dataset;
    const x = ((event.clientX - frame.left) / frame.width) * byId("chart").viewBox.baseVal.width;
    show(Math.round(((x - Number(left)) / Number(wide)) * last));
  });
  replay.dataset.ready = "yes";
}

// --- files that take a while --------------------------------------------------------------------

const SO_OFTEN_MS = 700;
const pause = () => new Promise((go) => setTimeout(go, SO_OFTEN_MS));

// Ask how far a file has come until it is there; a phone that was away for a moment asks again.
async function made(address, shown) {
  for (let lost = 0; lost < 5; ) {
    try {
      const said = await fetchJson(address);
      lost = 0;
      shown(said);
      if (said.ready || said.failed) return said;
    } catch {
      lost += 1;
    }
    await pause();
  }
  return { failed: byId("making").dataset.lost };
}

// The page stays where it is: a file is saved beside it, and the next one can be had at once.
function files(replay) {
  const { path } = replay.dataset;
  const bar = byId("bar");
  const words = byId("making");
  let newest = 0;
  for (const link of replay.querySelectorAll("a[data-kind]")) {
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      const mine = ++newest;
      const tell = (text) => {
        if (mine === newest) words.textContent = text;
      };
      tell(`${words.dataset.making}: ${link.textContent}`);
      bar.removeAttribute("value");
      bar.hidden = false;
      const said = await made(`${path}/making/${link.dataset.kind}`, ({ done, total }) => {
        if (mine !== newest || !total) return;
        bar.max = total;
        bar.value = done;
      });
      if (mine === newest) bar.hidden = true;
      tell(said.failed || `${words.dataset.ready}: ${link.textContent}`);
      if (said.ready) location.assign(link.href);
    });
  }
}

// Whoever has chosen a file wants it taken in.
function send(form) {
  form.querySelector("button").hidden = true;
  byId("file").addEventListener("change", () => form.requestSubmit());
}

// --- what is printed on a card ------------------------------------------------------------------

function pick(form) {
  const rows = [...form.querySelectorAll("fieldset[data-part]")];
  const filled = (row) =>
    row.dataset.most === "1" ? row.querySelector(":checked") : row.querySelector("[name]").value;

  // Three taps, and the card is known: the last one sends it.
  const send = () => {
    if (form.dataset.hurry && rows.every(filled)) form.requestSubmit();
  };
  for (const row of rows) {
    if (row.dataset.most === "1") row.addEventListener("change", send);
    else gather(row);
  }
}

// Several signs stand on one part: every tap adds one, a tap on the tray takes it away again.
function gather(row) {
  const words = row.querySelector("[name]");
  const tray = row.querySelector(".tray");
  const most = Number(row.dataset.most);
  row.querySelector(".written").hidden = true;
  row.querySelector(".tapped").hidden = false;
  const list = () => words.value.split(",").map((word) => word.trim()).filter(Boolean);
  const paint = () => {
    tray.replaceChildren(
      ...list().map((word, n) => {
        const chip = document.createElement("button");
        chip.type = "button";
        chip.className = "chip";
        const sign = row.querySelector(`[data-word="${CSS.escape(word)}"]`);
        chip.append(...(sign ? [...sign.childNodes].map((node) => node.cloneNode(true)) : [word]));
        chip.addEventListener("click", () => {
          words.value = list().filter((_, m) => m !== n).join(", ");
          paint();
        });
        return chip;
      })
    );
  };
  row.addEventListener("click", ({ target }) => {
    const word = target.closest("[data-word]")?.dataset.word;
    if (word && list().length < most) {
      words.value = [...list(), word].join(", ");
      paint();
    }
  });
  paint();
}

if (byId("replay")) {
  leaf(byId("replay"));
  files(byId("replay"));
}
if (byId("pick")) pick(byId("pick"));
if (byId("take-in")) send(byId("take-in"));
