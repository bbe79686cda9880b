// The adapter to Streamlit: mounts the rows, hands them the payload, reports the byte picked.

import { followTheme } from "../script/theme.js";
import { Rows } from "./rows.js";

// Before the payload, each a uint32: the byte to pick, from 1, two for players alone, and how often
// the page asked for a jump.
const PREFIX = 16;
const SHOWN = new WeakMap();

export default function mount({ parentElement, data, setStateValue }) {
  const head = new DataView(data.buffer, data.byteOffset);
  const [step, jumps] = [0, 12].map((at) => head.getUint32(at, true));
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
    if (rows.load(data.subarray(PREFIX), { step })) rows.told = { sig: rows.rows.sig, step };
    else if (jumps > rows.jumps) rows.pick(Math.min(step, rows.places.length));
    rows.jumps = jumps;
  }
  followTheme(rows.root);
  return () => {
    rows.stop();
    SHOWN.delete(parentElement);
  };
}
