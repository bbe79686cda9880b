// The adapter to Streamlit: mounts the strips and hands them the payload.

import { readMount } from "../script/payload.js";
import { Strips } from "./strips.js";

const MOUNTED = new WeakMap();

export default function mount({ parentElement, data, setStateValue }) {
  const { payload, step: differ } = readMount(data);
  let strips = MOUNTED.get(parentElement);
  if (!strips) {
    const root = document.createElement("div");
    parentElement.append(root);
    MOUNTED.set(parentElement, (strips = new Strips(root)));
  }
  strips.switched = (/** @type {boolean} */ on) => setStateValue("differ", on);
  strips.load(payload, { differ: differ === 1 });
  return () => {
    strips.stop();
    MOUNTED.delete(parentElement);
  };
}
