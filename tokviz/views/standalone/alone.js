// What a file of its own has instead of Streamlit: the payload in the page, the system's theme.

import { fromText } from "../script/payload.js";
import { followTheme } from "../script/theme.js";

/** Show the payload that stands in the page as base64, from `step` on. */
export function alone(view, encoded, step) {
  view.load(fromText(encoded), { step });
  const theme = () => (view.theme ? view.theme() : followTheme(view.root));
  theme();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", theme);
  return view;
}
