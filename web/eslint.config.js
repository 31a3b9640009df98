// Run from the root of the tree (see package.json), since e2e lies beside this folder.

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/node_modules/", "**/target/", "e2e/output/", "**/*.d.ts"] },
  js.configs.recommended,
  {
    rules: {
      curly: ["error", "multi-line"],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-unused-vars": ["error", { varsIgnorePattern: "^_", argsIgnorePattern: "^_" }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": ["error", { destructuring: "all" }],
    },
  },
  { files: ["web/js/**"], languageOptions: { globals: globals.browser } },
  { files: ["web/worker/**"], languageOptions: { sourceType: "script", globals: globals.serviceworker } },
  // The server leaves out white space and comments without looking for regular expressions (http/assets/minify.rs): none may
  // hold a quote, white space, a comment or a private name. "[#]" and "\\s" say the same.
  {
    files: ["web/js/**", "web/worker/**"],
    rules: {
      "no-restricted-syntax": ["error", { selector: "Literal[regex][raw=/[\"'`\\s]|#[a-z_$]|\\x2f[\\x2f*]/i]", message: "minify.rs would misread this." }],
    },
  },
  // The model knows no page: its modules run in Node as they are.
  {
    files: ["web/js/model/**"],
    languageOptions: { globals: { ...off(globals.browser), ...globals["shared-node-browser"] } },
  },
  { files: ["web/test/**", "web/tools/**", "web/*.js", "e2e/**", "scripts/**"], languageOptions: { globals: globals.node } },
  // Functions that tests run inside a page.
  { files: ["web/test/**", "e2e/**"], languageOptions: { globals: globals.browser } },
];

/** @param {{ [name in string]: boolean }} names */
function off(names) {
  return Object.fromEntries(Object.keys(names).map((name) => [name, /** @type {const} */ ("off")]));
}
