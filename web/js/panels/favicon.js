// The icon of the tab, which shows when it is our turn.

/** @param {boolean} mine */
export function favicon(mine) {
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
  const href = link?.getAttribute("href")?.replace(/icon(-turn)?\.svg$/, mine ? "icon-turn.svg" : "icon.svg");
  if (link && href && link.getAttribute("href") !== href) link.setAttribute("href", href);
}
