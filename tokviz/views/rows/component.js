// The adapter to Streamlit: mounts the rows, hands them the payload, reports the byte picked.

import { followTheme } from "../script/theme.js";
import { Rows } from "./rows.js";

const PREFIX = 16; // bytes before the payload: the byte to pick, from 1 (uint32), the rest spare
const SHOWN = new WeakMap();

export default function mount({ parentElement, data, setStateValue }) {
  let rows = SHOWN.get(parentElement);
  if (!rows) {
    rows = new Rows(parentElement);
    SHOWN.set(parentElement, rows);
  }
  const step = new DataView(data.buffer, data.byteOffset).getUint32(0, true);
  rows.onStop = (stopped) => {
    const { sig } = rows.rows;
    if (rows.told?.sig === sig && rows.told.step === stopped) return;
    rows.told = { sig, step: stopped };
    setStateValue("stop", rows.told);
  };
  if (rows.given !== data) {
    rows.given = data;
    if (rows.load(data.subarray(PREFIX), { step })) rows.told = { sig: rows.rows.sig, step };
  }
  followTheme(rows.root);
  return () => {
    rows.stop();
    SHOWN.delete(parentElement);
  };
}
