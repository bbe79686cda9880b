// The door into a class: lead one, or join one by its code.

import { listenersOfCall } from "../script/calls.js";
import { h } from "../script/dom.js";
import { POPOVER_BODY, closePopover } from "../script/popover.js";
import { endButton } from "./ending.js";
import { CLASS_LIMITS } from "../script/class_limits.js";
import { redraw } from "./redraw.js";
import { classOfPage, onClass, wish } from "../script/register.js";

const MAIN = "[data-testid=stMain]";

export default function mount({ parentElement }) {
  const listeners = listenersOfCall(parentElement);
  const root = parentElement.querySelector("[data-class-door]");
  let asks = false; // for a code
  const draw = () => {
    const focused = root.getRootNode().activeElement;
    redraw(root, drawn(classOfPage().state, root.querySelector("form") ?? joining()));
    const again = root.contains(focused)
      ? focused
      : root.querySelector(`[name="${focused?.name}"]`);
    again?.focus();
    if (root.querySelector("form")) asks = true;
    else if (asks && classOfPage().state.role === "follower") {
      asks = false;
      lookAtClass(root);
    }
    root.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
  };
  onClass(draw, listeners.signal);
  draw();
  return () => listeners.abort();
}

/**
 * Who has joined looks at the class: the box that asked for the code lies over it, or stands below.
 * @param {HTMLElement} root
 */
function lookAtClass(root) {
  document.querySelector(MAIN)?.scrollTo({ top: 0 });
  const { host } = /** @type {ShadowRoot} */ (root.getRootNode());
  if (host.closest(POPOVER_BODY)) closePopover();
}

/**
 * @param {import("../script/register.js").ClassState} state
 * @param {HTMLElement} form of who joins; what is typed into it stays
 */
function drawn(state, form) {
  const { role, code, lost, words } = state;
  if (role === "leader" || role === "elsewhere")
    return [h("p", {}, `You lead class ${code}.`), endButton(state)];
  if (role === "follower" && lost) return [h("p", {}, `Class ${code}: connecting…`), form];
  if (role === "follower")
    return [h("p", {}, `You follow class ${code}.`), press("Leave the class", () => wish("leave"))];
  const lead = press("Lead a class", () => wish("lead"));
  lead.title = "Others see your page, text and step as you move, and vote on what “Teach it” asks";
  return [lead, form, ...(words ? [h("p", { role: "alert" }, words)] : [])];
}

function joining() {
  const field = h("input", {
    type: "text",
    maxlength: CLASS_LIMITS.CODE_LETTERS,
    minlength: CLASS_LIMITS.CODE_LETTERS,
    required: true,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    placeholder: "Code",
    "data-testid": "tokviz-class-field",
  });
  const form = h(
    "form",
    {},
    h("label", {}, "Join a class", field),
    h("button", { type: "submit" }, "Join"),
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    wish("join", field.value);
  };
  return form;
}

function press(words, pressed) {
  const button = h("button", { type: "button" }, words);
  button.onclick = pressed;
  return button;
}
