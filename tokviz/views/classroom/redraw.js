// How the bar of a class and the door into one are drawn again.

export const CARD = ".card";
const IN_PARTS = `${CARD}, .kept`; // of which the parts alone are drawn anew
const LIST = "ul.kept"; // grows at its end

/**
 * What looks as it did stays: followers and votes come while a button is pressed, and one that is
 * drawn anew meanwhile hears of no click.
 * @param {Element} box
 * @param {Element[]} drawn
 */
export function redraw(box, drawn) {
  const before = [...box.children];
  if (box.matches(LIST)) {
    for (const one of before.splice(drawn.length)) one.remove();
    box.append(...drawn.splice(before.length));
  }
  if (before.length !== drawn.length) box.replaceChildren(...drawn);
  else
    drawn.forEach((one, at) => {
      if (before[at].isEqualNode(one)) return;
      if (before[at].matches(IN_PARTS) && one.matches(IN_PARTS)) {
        before[at].className = one.className;
        redraw(before[at], [...one.children]);
      } else before[at].replaceWith(one);
    });
}
