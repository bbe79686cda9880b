// Holds what was asked for at the top of the page while what stands below it comes.
//
// A page is no longer than what is on it: a place near its end cannot come to the top before that,
// and Safari and Firefox do not make up for it afterwards.

/** What shows that the reader moves about. */
export const TOUCHES = ["wheel", "touchmove", "pointerdown", "keydown"];

const PAGE = "[data-testid=stMainBlockContainer]";
const PATIENCE = 20_000; // milliseconds

/**
 * Until the reader moves.
 * @param {() => Element | null} find the place, which may become another while more is drawn
 */
export function holdAtTop(find) {
  const go = () => find()?.scrollIntoView();
  const holding = new AbortController();
  const { signal } = holding;
  const grown = new ResizeObserver(go);
  signal.addEventListener("abort", () => grown.disconnect());
  for (const touch of TOUCHES)
    document.addEventListener(touch, () => holding.abort(), { capture: true, signal });
  setTimeout(() => holding.abort(), PATIENCE);
  go();
  grown.observe(document.querySelector(PAGE) ?? document.body);
}
