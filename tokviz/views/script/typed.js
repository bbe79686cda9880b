// Key presses that belong to others: to a box that letters are typed into, or to the browser.

const NOT_TYPED = "[type=range], [type=checkbox], [type=radio], [type=button], [type=submit]";
const TYPED = `input:not(${NOT_TYPED}), textarea`;

/** Does this key write into a box? @param {KeyboardEvent} event */
export function isTyped(event) {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches(TYPED);
}

/** Is a key held that makes another command of a press or a click? @param {KeyboardEvent | MouseEvent} event */
export const isCommand = (event) => event.ctrlKey || event.metaKey || event.altKey;
