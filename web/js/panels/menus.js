// The menus of a table: what one can do in the game, and how one likes to play. Each opens at its button.

/** @import { State } from "../model/session.js" */

/** Between a menu and its button, and the edges of the window (pixels). */
const AROUND = 6;
/** The width of the widest menu (pixels). */
const WIDE = 340;

export class Menus {
  static root = "menus";
  #actions = document.getElementById("open-actions");

  /** @param {HTMLElement} root */
  constructor(root) {
    for (const opener of root.querySelectorAll("button")) openAt(opener);
  }

  /** @param {State} state */
  update({ playing, chair, table }) {
    // Whoever watches has nothing to do in the game.
    if (this.#actions) this.#actions.hidden = !playing && (chair < 0 || table.phase === "over" || Boolean(table.rated));
  }
}

/** @param {HTMLButtonElement} opener */
function openAt(opener) {
  const menu = /** @type {HTMLElement | null} */ (opener.popoverTargetElement);
  menu?.addEventListener("beforetoggle", ({ newState }) => newState === "open" && place(menu, opener.getBoundingClientRect()));
  menu?.addEventListener("click", ({ target }) => {
    // Buttons that stay are settings, whose effect is seen in the menu.
    if (target instanceof Element && target.closest("button:not(.quiet)")) menu.hidePopover();
  });
}

/** Above its button or below it, wherever there is more room, and to that side where it fits. @type {(menu: HTMLElement, at: DOMRect) => void} */
function place({ style }, { top, bottom, left, right }) {
  const above = top > innerHeight - bottom;
  style.bottom = above ? `${innerHeight - top + AROUND}px` : "auto";
  style.top = above ? "auto" : `${bottom + AROUND}px`;
  const { clientWidth } = document.documentElement;
  const fits = left + WIDE < clientWidth;
  style.left = fits ? `${left}px` : "auto";
  style.right = fits ? "auto" : `${Math.max(AROUND, clientWidth - right)}px`;
  style.maxHeight = `${(above ? top : innerHeight - bottom) - 2 * AROUND}px`;
}
