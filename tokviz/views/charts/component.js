// A chart's tools as Streamlit mounts them.

import { endOfCall } from "../script/calls.js";
import { ChartTools } from "./follow.js";

const SHOWN = new WeakMap();

export default function mount({ parentElement, data, setTriggerValue }) {
  let tools = SHOWN.get(parentElement);
  if (tools && JSON.stringify(tools.names) !== JSON.stringify(data)) {
    tools.stop();
    tools = undefined;
  }
  if (!tools) {
    tools = new ChartTools(parentElement.querySelector(".tools"), data, (part) =>
      setTriggerValue("picked", part),
    );
    SHOWN.set(parentElement, tools);
  }
  return endOfCall(parentElement, () => {
    tools.stop();
    SHOWN.delete(parentElement);
  });
}
