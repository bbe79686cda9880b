// The code of a class, large enough for the last row: to type, to open, or to photograph.

import { h } from "../script/dom.js";
import { closePopover } from "../script/popover.js";
import { classOfPage } from "../script/register.js";

const SVG = "http://www.w3.org/2000/svg";
const QUIET_ZONE = 4; // modules around a QR code, which its readers need

/**
 * Show the invitation over the page.
 * @param {HTMLElement} bar
 */
export function invite(bar) {
  const { invitation } = classOfPage().state;
  if (!invitation) return;
  bar.querySelector("dialog")?.remove();
  const close = h("button", { type: "button", class: "primary" }, "Close");
  const dialog = h(
    "dialog",
    { "aria-label": "Join the class", "data-testid": "tokviz-invitation" },
    h("h2", {}, "Join the class"),
    h(
      "div",
      { class: "ways" },
      drawQr(invitation.qr),
      h(
        "div",
        {},
        h("p", {}, "Open this address, or point a phone's camera at the picture:"),
        h("p", { class: "link" }, invitation.link),
        h("p", {}, "Or type the code under “In class” on the first page, or “Share” on any other:"),
        h("p", { class: "code", "data-testid": "tokviz-class-code" }, invitation.code),
        !invitation.reaches && tellReach(),
      ),
    ),
    close,
  );
  let byKey = false;
  close.onclick = ({ detail }) => {
    byKey = !detail;
    dialog.close();
  };
  const open = new AbortController();
  const escape = (event) => {
    if (!dialog.isConnected) open.abort(); // the page went, and took it along
    if (event.key !== "Escape" || open.signal.aborted) return;
    event.stopImmediatePropagation(); // an open popover of the page would take the key
    byKey = true;
    dialog.close();
  };
  window.addEventListener("keydown", escape, { capture: true, signal: open.signal });
  dialog.onclose = () => {
    open.abort();
    dialog.remove();
    // The button that began the class is gone by then, and its popover's has the focus.
    if (byKey && !bar.matches(":focus-within"))
      /** @type {HTMLElement | null} */ (bar.querySelector("[popover] button"))?.focus();
  };
  closePopover(); // “Share”, where the class began: it would lie over what the class looks at
  bar.append(dialog);
  dialog.showModal();
  dialog.scrollTop = 0; // the focus is on the button at its end
}

const tellReach = () =>
  h(
    "p",
    { class: "reach", role: "alert" },
    "Only this machine can open it. For a class, open tokviz by this machine's own address, not as ",
    `${location.hostname}, and lead again; a server that was started by hand needs `,
    h("code", {}, "--server.address=0.0.0.0"),
    " for that.",
  );

/** @param {string[]} rows of 0 and 1 */
function drawQr(rows) {
  const size = rows.length + 2 * QUIET_ZONE;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "QR code of the address");
  const path = document.createElementNS(SVG, "path");
  const dark = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(
      ({ 0: run, index }) =>
        `M${index + QUIET_ZONE} ${y + QUIET_ZONE}h${run.length}v1h-${run.length}z`,
    ),
  );
  path.setAttribute("d", dark.join(""));
  svg.append(path);
  return svg;
}
