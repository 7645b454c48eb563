// Shows what the table's camera sees, only while somebody looks.
"use strict";
{
  const PICTURE_MS = 330; // between two pictures

  async function watch() {
    const canvas = document.querySelector("canvas[data-live]");
    if (canvas && canvas.offsetParent && !document.hidden) {
      try {
        const answer = await fetch(canvas.dataset.live, { cache: "no-store" });
        if (answer.ok) {
          const picture = await createImageBitmap(await answer.blob());
          const height = Math.round((canvas.width * picture.height) / picture.width);
          if (canvas.height !== height) canvas.height = height;
          canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
          canvas.dataset.shown = "yes";
        }
      } catch {
        // The next one will come.
      }
    }
    setTimeout(watch, PICTURE_MS);
  }
  watch();
}
