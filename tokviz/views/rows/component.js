// The adapter to Streamlit: mounts the rows, hands them the payload, reports the byte picked.

import { readMount } from "../script/payload.js";
import { followTheme } from "../script/theme.js";
import { Rows } from "./rows.js";

const SHOWN = new WeakMap();

export default function mount({ parentElement, data, setStateValue }) {
  const { step, jumps, payload } = readMount(data);
  let rows = SHOWN.get(parentElement);
  if (!rows) {
    rows = new Rows(parentElement);
    rows.jumps = jumps;
    SHOWN.set(parentElement, rows);
  }
  rows.onStop = (stopped) => {
    const { sig } = rows.rows;
    if (rows.told?.sig === sig && rows.told.step === stopped) return;
    rows.told = { sig, step: stopped };
    setStateValue("stop", rows.told);
  };
  if (rows.given !== data) {
    rows.given = data;
    if (rows.load(payload, { step })) rows.told = { sig: rows.rows.sig, step };
    else if (jumps > rows.jumps) rows.clock.jump(step);
    rows.jumps = jumps;
  }
  followTheme(rows.root);
  return () => {
    rows.stop();
    SHOWN.delete(parentElement);
  };
}
