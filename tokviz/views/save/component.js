// Buttons that save a file as it is at the step that the reader sees, or a picture of the replay.
//
// Only the browser knows the step, and only the server can make the file: so it is asked for with
// the step, and comes back as bytes. Nothing is sent before the reader asks. A picture is drawn
// here.

import { h } from "../script/dom.js";
import { download } from "../script/download.js";
import { unpack } from "../script/payload.js";
import { placeIn, rootOf, stepInAddress, saidInAddress } from "../script/place.js";
import { pictureOf, pixelsOf } from "./picture.js";

const ASKED = new WeakMap(); // what the reader asked for last, by the place of the buttons
const MIME = { svg: "image/svg+xml", png: "image/png" };

export default function mount({ parentElement, data, setTriggerValue }) {
  const { header, arrays } = unpack(data);
  const { buttons, replay, answers } = header;
  const place = parentElement.querySelector(".save");
  while (place.children.length < buttons.length) place.append(h("button", { type: "button" }));
  const stepNow = () => (replay ? (placeIn(replay)?.step ?? 0) : stepInAddress());
  const ask = () => {
    const asked = `${Date.now()} ${Math.random()}`;
    ASKED.set(parentElement, asked);
    setTriggerValue("save", { asked, step: stepNow(), address: saidInAddress() });
  };
  const draw = async ({ kind, name }) => {
    const file = `${name}-step-${stepNow()}.${kind}`;
    const picture = pictureOf(rootOf(replay));
    download(file, MIME[kind], kind === "svg" ? picture : await pixelsOf(picture));
  };
  buttons.forEach((button, i) => {
    const element = place.children[i];
    element.textContent = button.label;
    element.title = button.help;
    element.onclick = () => (button.kind === "file" ? ask() : draw(button));
  });
  if (answers && answers === ASKED.get(parentElement)) {
    ASKED.delete(parentElement);
    const { name, mime } = buttons.find(({ kind }) => kind === "file");
    download(name, mime, arrays.content);
  }
}
