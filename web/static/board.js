// A tap on the drawing of the board finds the nearest place. Without this file the links do.
"use strict";

let places = null;

async function nearest(x, y) {
  places = places || (await (await fetch("/host/board.json")).json());
  const far = (spot) => Math.hypot(spot.x - x * places.width, spot.y - y * places.height);
  return places.spots.reduce((best, spot) => (far(spot) < far(best) ? spot : best));
}

// On the host's page: a thumb on the whole drawing. Keyboards follow the link to the list of places.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-whole]");
  if (!link || !event.detail) return;
  event.preventDefault();
  const box = link.querySelector("img").getBoundingClientRect();
  const spot = await nearest((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  location.assign(`/host/place/${spot.id}`);
});

// On the board's own pages: the links are in the picture, and a thumb beside them means the nearest.
document.addEventListener("click", (event) => {
  const map = event.target.closest("svg.map");
  if (!map || event.target.closest("a")) return;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
  const far = (ring) => Math.hypot(ring.cx.baseVal.value - at.x, ring.cy.baseVal.value - at.y);
  const rings = [...map.querySelectorAll("a circle")];
  const ring = rings.reduce((best, one) => (far(one) < far(best) ? one : best));
  location.assign(ring.closest("a").href.baseVal);
});
