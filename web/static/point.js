// A tap on a ring of the board chooses, a tap on the sentence below sends. Nothing here knows any game.
"use strict";

let pointed = { ask: "", places: [] };
const placesOf = (button) => button.dataset.places.split(" ");
const begins = (places, with_these) => with_these.every((place, n) => places[n] === place);

// Say which answers go on from what has been pointed at, and what may be pointed at next.
function outlook(question) {
  const listed = [...question.querySelectorAll("details [data-places]")];
  const going = (so_far) => listed.filter((one) => begins(placesOf(one), so_far));
  let so_far = pointed.ask === question.id ? pointed.places : [];
  if (!going(so_far).length) so_far = []; // what was pointed at is no answer any more
  return {
    so_far,
    here: going(so_far).filter((one) => so_far.length && placesOf(one).length === so_far.length),
    next: new Set(going(so_far).map((one) => placesOf(one)[so_far.length]).filter(Boolean)),
    first: new Set(listed.map((one) => placesOf(one)[0])),
  };
}

function paint(question) {
  const { so_far, here, next, first } = outlook(question);
  for (const ring of question.querySelectorAll(".ring")) {
    const { place } = ring.dataset;
    const how = so_far.includes(place) ? "on" : next.has(place) ? "first" : first.has(place) ? "other" : "later";
    ring.setAttribute("class", `ring ${how}`);
  }
  const hint = question.querySelector(".hint");
  const said = so_far.length && !here.length ? hint.dataset.then : hint.dataset.first;
  if (hint.textContent !== said) hint.textContent = said;
  const chosen = question.querySelector(".chosen");
  const moves = (buttons) => [...buttons].map((one) => one.dataset.move).join();
  if (moves(chosen.children) === moves(here)) return;
  chosen.replaceChildren(...here.map((one) => one.cloneNode(true)));
  for (const one of chosen.children) {
    one.className = here.length === 1 ? "go wide" : "choice";
    changed.set(one, Date.now()); // the second half of a double tap does not send
  }
}

// Pages are told anew while somebody points: what he has chosen stays.
const watch = new MutationObserver(paintAll);
function paintAll() {
  for (const map of document.querySelectorAll("svg.points")) paint(map.closest(".question"));
  watch.takeRecords();
}

function point(question, place) {
  const { so_far, next } = outlook(question);
  const on = next.has(place) && !so_far.includes(place);
  pointed = { ask: question.id, places: on ? [...so_far, place] : so_far.includes(place) ? [] : [place] };
  paintAll();
  question.querySelector(".chosen").scrollIntoView({ block: "nearest" });
}

// A thumb beside a ring means the nearest one.
document.addEventListener("click", (event) => {
  const map = event.target.closest("svg.points");
  if (!map) return;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
  const far = (ring) => {
    const { cx, cy } = ring.querySelector("circle");
    return Math.hypot(cx.baseVal.value - at.x, cy.baseVal.value - at.y);
  };
  const rings = [...map.querySelectorAll(".ring:not(.later)")];
  point(map.closest(".question"), rings.reduce((best, one) => (far(one) < far(best) ? one : best)).dataset.place);
});

watch.observe(document.getElementById("live"), { childList: true, subtree: true, attributeFilter: ["class", "data-places"] });
paintAll();
