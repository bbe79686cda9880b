// The adapter to Streamlit: mounts the merge trees and hands them the payload.

import { endOfCall } from "../script/calls.js";
import { oneEntryPerPage } from "../script/history.js";
import { Trees } from "./trees.js";

const MOUNTED = new WeakMap();

export default function mount({ parentElement, data }) {
  oneEntryPerPage(); // here, because the trees stand first on the overview
  let trees = MOUNTED.get(parentElement);
  if (!trees) {
    const root = document.createElement("div");
    parentElement.append(root);
    MOUNTED.set(parentElement, (trees = new Trees(root)));
  }
  trees.load(data);
  return endOfCall(parentElement, () => MOUNTED.delete(parentElement));
}
