// A button that copies the page's address, which holds text, settings and step.
//
// Browsers lend their clipboard to secure pages only, and http://192.168.1.20:8501, where a class
// meets, is none. There the address stands in a box, selected, and is copied as of old.

import { h } from "../script/dom.js";

const SAID = 4000; // milliseconds

export default function mount({ parentElement }) {
  const place = parentElement.querySelector(".save");
  if (place.children.length) return;
  const button = h("button", { type: "button" }, "Copy the link to this step");
  const box = h("input", { readOnly: true, hidden: true, "aria-label": "The link" });
  const done = h("span", { role: "status" });
  place.append(button, box, done);
  button.onclick = async () => {
    const copied = await copy(location.href, box);
    box.hidden = copied;
    done.textContent = copied ? "Copied." : "Press Ctrl+C, or ⌘C.";
    if (copied) setTimeout(() => (done.textContent = ""), SAID);
  };
}

/**
 * @param {string} address
 * @param {HTMLInputElement} box shows it where it has to be selected
 */
async function copy(address, box) {
  try {
    await navigator.clipboard.writeText(address);
    return true;
  } catch {
    box.value = address;
    box.hidden = false;
    box.select();
    return document.execCommand("copy");
  }
}
