// A chart as a picture for a slide or a sheet of paper.
//
// On the page its words have the page's font, and a style that makes Streamlit's grey darker. A
// picture has neither: it may use only fonts that every machine has, and is measured by them too.

const FONT = "sans-serif";

/**
 * What Plotly is to draw.
 * @param {any} graph a chart on the page
 * @param {string} ink the colour of the page's words
 * @returns {any}
 */
export function pictured({ data, layout }, ink) {
  const font = { family: FONT, color: ink };
  const { title, annotations = [] } = layout;
  const drawn = { ...layout, font: { ...layout.font, ...font } };
  drawn.title = { ...worded(title, font), subtitle: worded(title?.subtitle, font) };
  drawn.annotations = annotations.map((note) => worded(note, font));
  for (const name of Object.keys(layout).filter((key) => /^[xy]axis/.test(key))) {
    const axis = layout[name];
    const tickfont = { ...axis.tickfont, ...font };
    drawn[name] = { ...axis, tickfont, title: worded(axis.title, font) };
  }
  const numbered = data.map((/** @type {any} */ trace) =>
    trace.type === "heatmap" ? { ...trace, textfont: { ...trace.textfont, ...font } } : trace,
  );
  return { data: numbered, layout: drawn };
}

const worded = (words, font) => ({ ...words, font: { ...words?.font, ...font } });
