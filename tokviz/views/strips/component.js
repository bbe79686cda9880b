// The adapter to Streamlit: mounts the strips and hands them the payload.

import { Strips } from "./strips.js";

const MOUNTED = new WeakMap();

export default function mount({ parentElement, data }) {
  let strips = MOUNTED.get(parentElement);
  if (!strips) {
    const root = document.createElement("div");
    parentElement.append(root);
    MOUNTED.set(parentElement, (strips = new Strips(root)));
  }
  strips.load(data);
  return () => {
    strips.stop();
    MOUNTED.delete(parentElement);
  };
}
