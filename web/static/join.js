// Fills in the name that the host gave a seat, and keeps what somebody has typed and chosen while another language is fetched.
"use strict";
{
  const form = document.getElementById("join");
  const kept = JSON.parse(sessionStorage.getItem("join") || "null");
  sessionStorage.removeItem("join");
  if (form && kept) {
    form.elements.name.value = kept.name;
    for (const one of form.querySelectorAll("[name=seat]")) one.checked ||= one.value === kept.seat;
  }
  // A name that somebody has typed himself is left alone.
  let proposed = "";
  function propose() {
    const expected = form?.querySelector("[name=seat]:checked")?.dataset.expected;
    if (expected === undefined || form.elements.name.value !== proposed) return;
    form.elements.name.value = proposed = expected;
  }
  document.addEventListener("change", ({ target }) => target.name === "seat" && propose());
  propose();
  document.addEventListener("click", ({ target }) => {
    if (!form || !target.closest("a[href^='?']")) return;
    const { name, seat } = Object.fromEntries(new FormData(form));
    sessionStorage.setItem("join", JSON.stringify({ name, seat }));
  });
}
