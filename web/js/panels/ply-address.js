// The ply that is looked at, in the address: `#12` is the position after ply 12. In links it is `?turn=12`, which servers see.

/** Browsers allow only so many changes of the address a second (milliseconds). */
const PAUSE = 200;

export class PlyAddress {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The part of the address that we last read or wrote. */
  #known = "";
  #show;
  #window;

  /**
   * @param {(n: number) => void} show shows the position after ply `n`
   * @param {Pick<Window, "location" | "history">} [where]
   */
  constructor(show, where = window) {
    this.#show = show;
    this.#window = where;
  }

  /** Goes where the address says: when the page is opened, and when somebody goes back or changes the address. */
  follow() {
    const { location, history } = this.#window;
    const turn = new URLSearchParams(location.search).get("turn");
    if (turn !== null) history.replaceState(null, "", location.pathname + (location.hash || `#${turn}`));
    this.#known = location.hash;
    const n = /^#(\d{1,4})$/.exec(this.#known)?.[1];
    if (n !== undefined) this.#show(Number(n));
  }

  /** Shows a ply, and names it in the address at once, as a link does: the Back button leads to what was shown before. @param {number} ply */
  go(ply) {
    const { location, history } = this.#window;
    clearTimeout(this.#timer);
    this.#known = `#${ply}`;
    if (location.hash !== this.#known) history.pushState(null, "", this.#known);
    this.#show(ply);
  }

  /** Names a ply in the address, soon. @param {number | null} ply none: the newest */
  write(ply) {
    clearTimeout(this.#timer);
    const hash = ply === null ? "" : `#${ply}`;
    if (hash !== this.#known) this.#timer = setTimeout(() => this.#write(hash), PAUSE);
  }

  /** @param {string} hash */
  #write(hash) {
    const { location, history } = this.#window;
    // The address has just been changed, and the event that says so is still to come: it is newer than what we show.
    if (location.hash !== this.#known) return;
    history.replaceState(null, "", hash || location.pathname + location.search);
    this.#known = hash;
  }
}
