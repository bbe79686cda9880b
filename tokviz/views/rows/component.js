// The rows as Streamlit mounts them.

import { mounting } from "../script/mounting.js";
import { Rows } from "./rows.js";

export default mounting("rows", (parent, clock) => new Rows(parent, { clock }));
