// Keeps what somebody has typed and chosen while another language is fetched.
"use strict";
{
  const form = document.getElementById("join");
  const kept = JSON.parse(sessionStorage.getItem("join") || "null");
  sessionStorage.removeItem("join");
  if (form && kept) {
    form.elements.name.value = kept.name;
    for (const one of form.querySelectorAll("[name=seat]")) one.checked ||= one.value === kept.seat;
  }
  document.addEventListener("click", ({ target }) => {
    if (!form || !target.closest("a[href^='?']")) return;
    const { name, seat } = Object.fromEntries(new FormData(form));
    sessionStorage.setItem("join", JSON.stringify({ name, seat }));
  });
}
