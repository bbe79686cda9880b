// A button that copies the page's address, which holds text, settings and step.

import { copyText, sayCopied } from "../script/copying.js";
import { h } from "../script/dom.js";

export default function mount({ parentElement }) {
  const place = parentElement.querySelector(".save");
  if (place.children.length) return;
  const button = h("button", { type: "button" }, "Copy the link to this step");
  const box = h("input", { readOnly: true, hidden: true, "aria-label": "The link" });
  const done = h("span", { role: "status" });
  place.append(button, box, done);
  button.onclick = async () => {
    const address = location.href;
    const copied = await copyText(address, () => {
      box.value = address;
      box.hidden = false;
      box.select();
    });
    box.hidden = copied;
    sayCopied(done, copied);
  };
}
