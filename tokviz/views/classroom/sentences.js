// What the class sent, for its leader: to read, to leave out, and to become the page's text.

import { h } from "../script/dom.js";
import { classOfPage, onClass, wish } from "./register.js";

/**
 * Show the sentences over the page; what comes meanwhile joins them.
 * @param {HTMLElement} bar
 */
export function showSentences(bar) {
  bar.querySelector("dialog")?.remove();
  /** @type {Set<string>} */
  const leftOut = new Set();
  const list = h("ul", { class: "sentences", "data-testid": "tokviz-sentences" });
  const cut = h("button", { type: "button", class: "primary" }, "Make them the text of this page");
  const close = h("button", { type: "button" }, "Close");
  const title = h("h2", {}, "What the class sent");
  const dialog = h("dialog", { "aria-label": "What the class sent" }, title, list, cut, close);
  const chosen = () => (classOfPage().state.sentences ?? []).filter((text) => !leftOut.has(text));
  const draw = () => {
    const { sentences = [] } = classOfPage().state;
    const rows = sentences.map((text) => row(text, leftOut, draw));
    list.replaceChildren(...(rows.length ? rows : [h("li", {}, "Nothing yet.")]));
    cut.disabled = !chosen().length;
  };
  const open = new AbortController();
  onClass(draw, open.signal);
  cut.onclick = () => {
    wish("cut", chosen().join("\n"));
    dialog.close();
  };
  close.onclick = () => dialog.close();
  dialog.onclose = () => {
    open.abort();
    dialog.remove();
  };
  draw();
  bar.append(dialog);
  dialog.showModal();
}

/** A sentence, and a box that leaves it out. */
function row(text, leftOut, draw) {
  const box = h("input", { type: "checkbox", checked: !leftOut.has(text) });
  box.onchange = () => {
    if (box.checked) leftOut.delete(text);
    else leftOut.add(text);
    draw();
  };
  return h("li", {}, h("label", {}, box, h("bdi", {}, text)));
}
