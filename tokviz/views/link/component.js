// Buttons that copy the page's address, which holds text, settings and step; one has it lead on to the
// section that is open below the stage.

import { openSection, SECTION_LINK } from "../script/sections.js";
import { copyWithBox } from "../script/copying.js";
import { h } from "../script/dom.js";

/** The address with its section; a path would go to its own stop. */
function addressOfSection() {
  const address = new URL(location.href);
  for (const name of ["path", "course"]) address.searchParams.delete(name);
  address.hash = SECTION_LINK;
  return address.href;
}

export default function mount({ parentElement }) {
  const place = parentElement.querySelector(".save");
  if (place.children.length) return;
  const box = h("input", { readOnly: true, hidden: true, "aria-label": "The link" });
  const done = h("span", { role: "status" });
  const section = openSection();
  place.append(
    button("Copy the link to this step", () => location.href),
    ...(section ? [button(`Copy the link to “${section}”`, addressOfSection)] : []),
    box,
    done,
  );

  function button(words, addressOf) {
    const made = h("button", { type: "button" }, words);
    made.onclick = () => copyWithBox(addressOf(), box, done);
    return made;
  }
}
