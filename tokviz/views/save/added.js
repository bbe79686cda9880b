// What a style sheet adds before and after an element: lines beside tokens, and words.
//
// A browser tells the place of an element, and none of what is added to it. What has a position of
// its own says it in its style; words without one begin where the element does. Not here: words
// after an element that have no position of their own.

import { drawBox } from "./boxes.js";

const ADDED = /^"((?:[^"\\]|\\.)*)"/s;

/**
 * Draw what is added to an element there, if anything is.
 * @param {any} picture
 * @param {Element} element
 * @param {"::before" | "::after"} which
 * @param {SVGElement} into
 */
export function drawAdded(picture, element, which, into) {
  const style = getComputedStyle(element, which);
  const said = style.display !== "none" && ADDED.exec(style.content);
  if (!said) return;
  if (style.position === "absolute") {
    const box = placed(element, style);
    drawBox(picture, box, style, into);
    if (said[1]) picture.text(plain(said[1]), within(box, style), style, into);
  } else if (said[1] && which === "::before") {
    picture.text(plain(said[1]), beginning(picture, element, style, said[1]), style, into);
  }
}

/** The words of a style, where quotation marks and controls are written as escapes. */
const plain = (said) =>
  said.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gis, (_, code, itself) =>
    code ? String.fromCodePoint(parseInt(code, 16)) : itself,
  );

/** How thick the edges and paddings of these sides are together. */
const around = (style, ...sides) =>
  sides
    .flatMap((side) => [style[`border${side}Width`], style[`padding${side}`]])
    .reduce((sum, length) => sum + (parseFloat(length) || 0), 0);

/** The box of what is placed against the element, or what that is placed against. */
function placed(element, style) {
  const own = getComputedStyle(element);
  const holder = own.position === "static" ? element.offsetParent : element;
  const { borderLeftWidth, borderTopWidth } = getComputedStyle(holder);
  const [{ left, top }] = holder.getClientRects();
  const [wide, high] = [style.width, style.height].map(parseFloat);
  const whole = style.boxSizing === "border-box";
  return new DOMRect(
    left + parseFloat(borderLeftWidth) + parseFloat(style.left),
    top + parseFloat(borderTopWidth) + parseFloat(style.top),
    whole ? wide : wide + around(style, "Left", "Right"),
    whole ? high : high + around(style, "Top", "Bottom"),
  );
}

/** What of a box is inside its edges and paddings. */
const within = ({ left, top, width, height }, style) =>
  new DOMRect(
    left + around(style, "Left"),
    top + around(style, "Top"),
    width - around(style, "Left", "Right"),
    height - around(style, "Top", "Bottom"),
  );

/** Where added words stand that have no place of their own: a block says how high they are. */
function beginning(picture, element, style, words) {
  const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
  const { left, top, height } = within(box, getComputedStyle(element));
  const wide = picture.ink.wide(words, style);
  return new DOMRect(left, top, wide, parseFloat(style.height) || height);
}
