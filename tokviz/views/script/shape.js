// Shapes of SVG, as dom.js makes the elements of a page.

export const SVG = "http://www.w3.org/2000/svg";

/**
 * shape("path", {d: "M0,0L1,1"}, child): as h, an element with what it holds.
 * @param {string} tag
 * @param {Record<string, any>} attributes
 * @param {(Node | string)[]} children
 * @returns {any}
 */
export function shape(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
