// The adapter to Streamlit: mounts the rows, hands them the payload, reports the byte picked.

import { readMount } from "../script/payload.js";
import { followTheme } from "../script/theme.js";
import { Rows } from "./rows.js";

const SHOWN = new WeakMap();

export default function mount({ parentElement, data, setStateValue }) {
  let rows = SHOWN.get(parentElement);
  if (!rows) {
    rows = new Rows(parentElement);
    SHOWN.set(parentElement, rows);
  }
  const { step, payload } = readMount(data); // the step is the byte to pick, from 1
  rows.onStop = (stopped) => {
    const { sig } = rows.rows;
    if (rows.told?.sig === sig && rows.told.step === stopped) return;
    rows.told = { sig, step: stopped };
    setStateValue("stop", rows.told);
  };
  if (rows.given !== data) {
    rows.given = data;
    if (rows.load(payload, { step })) rows.told = { sig: rows.rows.sig, step };
  }
  followTheme(rows.root);
  return () => {
    rows.stop();
    SHOWN.delete(parentElement);
  };
}
