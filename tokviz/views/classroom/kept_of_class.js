// What a browser keeps of the class that it leads: a page that is loaded anew leads on, and so does
// another tab. With the class all of it is forgotten.
//
// Not here is what is no class's: the name of a tab (tab.js), whether who leads has the votes
// covered (votes.js), and a page's own long text (kept.js). Nor is what a pupil's tab keeps, which goes
// with that tab: the class that it follows, until it leaves it (followed.js), and a sentence that was
// begun, for its writer may join again (bar.js).

/** Names in the browser's storage. */
export const OF_CLASS = {
  led: "tokviz class led", // its code and key, and the name of the page that leads
  pressed: "tokviz class pressed",
  read: "tokviz class read",
  collects: "tokviz class collects",
  asks: "tokviz class asks",
  done: "tokviz class has done",
  results: "tokviz class results",
};

export function forgetClass() {
  for (const name of Object.values(OF_CLASS)) localStorage.removeItem(name);
}
