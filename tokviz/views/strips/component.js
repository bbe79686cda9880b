// The adapter to Streamlit: mounts the strips and hands them the payload.

import { endOfCall } from "../script/calls.js";
import { readMount } from "../script/payload.js";
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
  if (strips.lent) release();
  else draw(data);
  tellShown(readMount(data).replay, { kind: "strips", root: strips.root, data, adopt, release });
  /** Nobody vouches for these bytes: what cannot be drawn changes nothing. */
  function adopt(/** @type {Uint8Array} */ other) {
    strips.lent = true;
    try {
      draw(other);
    } catch {
      release();
    }
  }
  return endOfCall(parentElement, () => {
    strips.stop();
    MOUNTED.delete(parentElement);
  });
}
