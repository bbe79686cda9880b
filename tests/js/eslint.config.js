// What no formatter sees: names that are not there, values that nobody reads, loose comparisons.

import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    files: ["tokviz/views/**/*.js"],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ["tests/js/**/*.js"],
    languageOptions: { globals: globals.node },
  },
  {
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "no-shadow": "error",
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: "Words of a reader are text nodes: use h() of dom.js." },
        { property: "outerHTML", message: "Words of a reader are text nodes: use h() of dom.js." },
        { property: "insertAdjacentHTML", message: "Use h() of dom.js." },
      ],
    },
  },
];
