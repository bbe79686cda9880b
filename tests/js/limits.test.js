// What a class's browser keeps to before the server has to refuse it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { asked } from "../../tokviz/views/script/asked.js";
import { CLASS_LIMITS } from "../../tokviz/views/script/class_limits.js";

test("an option that is too long is cut between pictures, not within one", () => {
  const { OPTION } = CLASS_LIMITS;
  const option = `a${"😀".repeat(OPTION)}`;
  const { options } = asked({ replay: 1, step: 2, options: [option], answer: null, picked: null });
  assert.deepEqual(options, [`a${"😀".repeat(OPTION - 1)}`]);
});
