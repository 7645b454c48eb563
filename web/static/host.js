// Lets the host find the boards again or teach a piece without leaving the game, and shows what came of it.
"use strict";

const eye = byId("eye");
const BUSY_MS = 300; // between two questions while something is being done
const DARK_MS = 3000; // between two questions while the camera gives no picture

// Ask until nothing is being done any more, and the camera gives pictures.
async function follow(tapped) {
  try {
    const answer = await fetch("/teach/host", { cache: "no-store" });
    if (answer.status === 403) return location.reload();
    const said = await answer.json();
    if (tapped && said.step === "lesson") return location.assign("/teach"); // a piece waits for its photo
    const then = eye.cloneNode(false);
    then.innerHTML = said.html;
    morphChildren(eye, then);
    eye.hidden = !said.html.trim();
    if (said.busy) setTimeout(follow, BUSY_MS, tapped);
    else awaitPicture();
    if (tapped) eye.querySelector(".problem")?.scrollIntoView({ block: "nearest" });
  } catch {
    toast(page.trouble);
    setTimeout(follow, 4 * BUSY_MS, tapped);
  }
}

function awaitPicture() {
  if (eye?.querySelector("[data-dark]")) setTimeout(follow, DARK_MS);
}

eye?.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-eye]");
  if (!button || button.getAttribute("aria-busy")) return;
  button.setAttribute("aria-busy", "true");
  const said = await post(button.dataset.eye, button.dataset.body);
  button.removeAttribute("aria-busy");
  if (said) follow(true);
});
awaitPicture();
