// What the dialog says in which the host changes the table. Pure.

import { isolate } from "./page.js";

/** @param {string} name */
export const moveUp = (name) => `Move ${isolate(name)} up`;
/** @param {string} name */
export const moveDown = (name) => `Move ${isolate(name)} down`;
