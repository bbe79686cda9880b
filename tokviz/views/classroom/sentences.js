// What the class sent, for its leader: to read, to leave out, and to become the page's text.

import { h } from "../script/dom.js";
import { classOfPage, onClass, wish } from "./register.js";

/** @type {Set<string>} what the leader left out; it stays so while the page is open */
const leftOut = new Set();

/**
 * Show the sentences over the page, each once; what comes meanwhile joins them.
 * @param {HTMLElement} bar
 */
export function showSentences(bar) {
  bar.querySelector("dialog")?.remove();
  /** @type {Map<string, HTMLElement>} */
  const rows = new Map();
  const list = h("ul", { class: "sentences", "data-testid": "tokviz-sentences" });
  const cut = h("button", { type: "button", class: "primary" }, "Use them as the text");
  const close = h("button", { type: "button" }, "Close");
  const title = h("h2", {}, "What the class sent");
  const dialog = h("dialog", { "aria-label": "What the class sent" }, title, list, cut, close);
  const sent = () => classOfPage().state.sentences ?? [];
  const chosen = () => [...new Set(sent())].filter((text) => !leftOut.has(text));
  const tell = () => (cut.disabled = !chosen().length);
  const draw = () => {
    /** @type {Map<string, number>} */
    const times = new Map();
    for (const text of sent()) times.set(text, (times.get(text) ?? 0) + 1);
    const wanted = [...times].map(([text, often]) => {
      const there = rows.get(text) ?? row(text, tell);
      rows.set(text, there);
      there.lastElementChild.textContent = often > 1 ? `${often} times` : "";
      return there;
    });
    if (!wanted.length) wanted.push(h("li", {}, "Nothing yet."));
    // What has the focus is not moved: it would lose it.
    wanted.forEach((one, at) => {
      if (list.children[at] !== one) list.insertBefore(one, list.children[at] ?? null);
    });
    while (list.children.length > wanted.length) list.lastElementChild.remove();
    tell();
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

/** A sentence, a box that leaves it out, and a place for how often it was sent. */
function row(text, changed) {
  const box = h("input", { type: "checkbox", checked: !leftOut.has(text) });
  box.onchange = () => {
    if (box.checked) leftOut.delete(text);
    else leftOut.add(text);
    changed();
  };
  return h("li", {}, h("label", {}, box, h("bdi", {}, text)), h("small"));
}
