// The adapter to Streamlit for the bar of a class, which stands on every page.
//
// Streamlit mounts it anew on each page; the class itself is kept on the window meanwhile.

import { behaveAsPage } from "../page/page.js";
import { endOfCall, listenersOfCall } from "../script/calls.js";
import { Bar } from "./bar.js";
import { Keeper } from "./keeper.js";
import { keptText } from "./kept.js";
import { leadInThisTab } from "./links.js";
import { classOfPage, hearWishes } from "../script/register.js";
import { baseOf } from "../script/where.js";

const KEEPER = Symbol.for("tokviz class keeper"); // on the window

export default function mount({ parentElement, data, setTriggerValue }) {
  const opens = !(KEEPER in window);
  const keeper = (window[KEEPER] ??= new Keeper(baseOf(data.page), data.codes, data.plan));
  const listeners = listenersOfCall(parentElement);
  new Bar(parentElement.querySelector("[data-class-bar]"), listeners.signal);
  const way = (place) => setTriggerValue("go", place);
  keeper.goes(way);
  const kept = opens && classOfPage().state.role !== "follower" ? keptText() : null;
  if (kept) keeper.go({ page: data.page, ...kept });
  keeper.whenBack(hearWishes);
  leadInThisTab(listeners.signal);
  // Here, because this bar stands on every page.
  behaveAsPage(baseOf(data.page), () => classOfPage().text === null, listeners.signal);
  return endOfCall(parentElement, () => {
    listeners.abort();
    keeper.leaves(way);
  });
}
