// A button that saves a file as it is at the reader's step, or a picture of what a replay shows.
//
// Only the browser knows the step, and only the server can make the file: so it is asked for with
// the step, and comes back as bytes. Nothing is sent before the reader asks. A picture is drawn
// here.

import { unpack } from "../script/payload.js";
import { placeIn, rootOf, stepInAddress } from "../script/place.js";
import { pictureOf } from "./picture.js";

const ASKED = new WeakMap(); // what the reader asked for last, by the place of the button

export default function mount({ parentElement, data, setTriggerValue }) {
  const { header, arrays } = unpack(data);
  const button = parentElement.querySelector("button");
  button.textContent = header.label;
  button.title = header.help;
  const stepNow = () => (header.replay ? (placeIn(header.replay)?.step ?? 0) : stepInAddress());
  button.onclick = () => {
    if (header.picture) {
      const name = `${header.name}-step-${stepNow()}.svg`;
      download({ name, mime: "image/svg+xml" }, pictureOf(rootOf(header.replay)));
      return;
    }
    const asked = `${Date.now()} ${Math.random()}`;
    ASKED.set(parentElement, asked);
    setTriggerValue("save", { asked, step: stepNow() });
  };
  if (header.answers && header.answers === ASKED.get(parentElement)) {
    ASKED.delete(parentElement);
    download(header, arrays.content);
  }
}

function download({ name, mime }, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: mime }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
