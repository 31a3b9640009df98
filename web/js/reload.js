// Loading the page again where it cannot show the table any more. What is being typed is kept.

import { keepTyped } from "./storage.js";

export function reload() {
  keepTyped();
  location.reload();
}
