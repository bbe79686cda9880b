// Boxes that letters are typed into.

const NOT_TYPED = "[type=range], [type=checkbox], [type=radio], [type=button], [type=submit]";
const TYPED = `input:not(${NOT_TYPED}), textarea`;

/** Does this key write into a box? @param {KeyboardEvent} event */
export function isTyped(event) {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches(TYPED);
}
