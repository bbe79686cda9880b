// What a style sheet alone cannot put on paper (script/paper.css): the address of the page, charts
// as wide as the paper, and whether what is drawn as a picture was drawn for a dark page.

const LONGEST_TYPED = 300; // characters of an address that somebody may type

/** @param {AbortSignal} signal */
export const readyForPaper = (signal) =>
  window.addEventListener("beforeprint", prepare, { signal });

function prepare() {
  const { documentElement: root } = document;
  const address = location.href.length > LONGEST_TYPED ? "" : location.href;
  root.style.setProperty("--tokviz-address", JSON.stringify(address));
  const app = document.querySelector("[data-testid=stApp]");
  root.dataset.printed = app ? getComputedStyle(app).colorScheme : "";
  // With these Plotly's pictures shrink; on a screen they have this size anyway.
  for (const picture of document.querySelectorAll(".js-plotly-plot .main-svg")) {
    const [width, height] = ["width", "height"].map((side) => picture.getAttribute(side));
    picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  }
}
