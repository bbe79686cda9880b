// Beside a question of a plan: the button that puts it before the class, where this page leads one.

import { endOfCall, listenersOfCall } from "../script/calls.js";
import { classOfPage, onClass, wish } from "../script/register.js";

export default function mount({ parentElement, data }) {
  const listeners = listenersOfCall(parentElement);
  const button = parentElement.querySelector("[data-class-ask]");
  const draw = () => {
    const { role, votes } = classOfPage().state;
    button.hidden = role !== "leader";
    button.textContent = votes?.words === data.words ? "Ask again" : "Ask the class";
    button.ariaLabel = `${button.textContent}: ${data.words}`;
  };
  onClass(draw, listeners.signal);
  draw();
  button.onclick = ({ detail }) => {
    if (detail) button.blur(); // Space is to show the answer, and must not ask again
    wish("ask", JSON.stringify(data));
  };
  return endOfCall(parentElement, () => listeners.abort());
}
