// The adapter to Streamlit: mounts the strips and hands them the payload.

import { endOfCall } from "../script/calls.js";
import { handInflated, readMount, stopHanding } from "../script/payload.js";
import { tellShown } from "../script/place.js";
import { Strips } from "./strips.js";

const MOUNTED = new WeakMap();

export default function mount({ parentElement, data, setStateValue }) {
  let strips = MOUNTED.get(parentElement);
  if (!strips) {
    const root = document.createElement("div");
    parentElement.append(root);
    MOUNTED.set(parentElement, (strips = new Strips(root)));
  }
  strips.switched = (/** @type {boolean} */ on) => setStateValue("differ", on);
  handInflated(strips, data, (whole) => bring(strips, whole));
  return endOfCall(parentElement, () => {
    stopHanding(strips);
    strips.stop();
    MOUNTED.delete(parentElement);
  });
}

/** What the page's own run brings, and how a class shows its own in its place. */
function bring(strips, data) {
  const draw = (/** @type {Uint8Array} */ bytes) => {
    const { payload, step: differ } = readMount(bytes);
    strips.load(payload, { differ: differ === 1 });
  };
  const release = () => {
    if (!strips.lent) return; // a run that came meanwhile has drawn what it brought
    strips.sig = null; // what a class brought may claim to be the same
    if (strips.root.isConnected) draw(data);
    strips.lent = false;
  };
  /** Nobody vouches for these bytes: what cannot be drawn changes nothing. */
  const adopt = (/** @type {Uint8Array} */ other) => {
    strips.lent = true;
    try {
      draw(other);
    } catch {
      release();
    }
  };
  if (strips.lent) release();
  else draw(data);
  tellShown(readMount(data).replay, { kind: "strips", root: strips.root, data, adopt, release });
}
