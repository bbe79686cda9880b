// Building elements. Every word a reader wrote passes through here as a text node, never as HTML.

/**
 * h("p", {class: "x"}, "text", element): strings become text nodes; null, undefined and false are
 * left out.
 * @param {string} tag
 * @param {Record<string, string | number | boolean | null | undefined>} attributes
 * @param {(Node | string | null | undefined | false)[]} children
 * @returns {any} the element, on which a script may keep facts of its own
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if ((value ?? false) !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children)
    if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

const GROUPED = new Intl.NumberFormat("en-US");

/**
 * 12345 -> "12,345"
 * @param {number} value
 */
export const number = (value) => GROUPED.format(value);

const HUNDREDTHS = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/**
 * 1234.5 -> "1,234.50"
 * @param {number} value
 */
export const fixed = (value) => HUNDREDTHS.format(value);

/**
 * count(1, "token") -> "1 token", count(3, "token") -> "3 tokens"
 * @param {number} value
 * @param {string} noun
 */
export const count = (value, noun) => `${number(value)} ${noun}${value === 1 ? "" : "s"}`;

/**
 * 1 -> "once", 3 -> "3 times"
 * @param {number} value
 */
export const times = (value) => (value === 1 ? "once" : count(value, "time"));

/**
 * A pair score as score_words of text/labels.py writes it: 0.03125
 * @param {number} score
 */
export const scoreWords = (score) => String(Number(score.toPrecision(4)));

/**
 * Part of the whole in percent, never rounded up to 100 or down to 0.
 * @param {number} part
 * @param {number} whole
 */
export function percent(part, whole) {
  if (!whole || part === whole) return "100%";
  const exact = (100 * part) / whole;
  return `${Math.min(99.9, Math.max(exact > 0 ? 0.1 : 0, exact)).toFixed(exact < 10 || exact > 99 ? 1 : 0)}%`;
}

/**
 * Disabled for the reader and for assistive tools, yet the focus does not jump away.
 * @param {Element} button
 * @param {boolean} off
 */
export function disable(button, off) {
  button.ariaDisabled = String(off);
}
