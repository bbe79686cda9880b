// Who leads a class stays in the tab that leads: a link that opens another would leave the class here.

import { classOfPage } from "../script/register.js";

/** Let links to our own pages open in this tab while it leads. @param {AbortSignal} signal */
export function leadInThisTab(signal) {
  const heard = ({ target }) => {
    const link = target.closest?.("a[target=_blank]");
    if (link?.origin === location.origin && classOfPage().state.role === "leader") link.target = "";
  };
  document.addEventListener("click", heard, { capture: true, signal });
}
