// Work that can wait until what is on its way to the screen is drawn.

/** Where nothing is drawn, as in a tab that nobody sees, it waits no longer (milliseconds). */
const LONGEST = 1_000;

export class Later {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #frame = 0;
  #waits = false;

  /** Whether something is going to be done. */
  get waits() {
    return this.#waits;
  }

  /** Does it once the next picture is drawn; asked again before, it does only the newer. @param {() => void} deed */
  do(deed) {
    this.cancel();
    const go = () => {
      this.cancel();
      deed();
    };
    this.#waits = true;
    this.#timer = setTimeout(go, LONGEST);
    // What is asked for within a frame comes before its picture; what a timer is set for there comes after it.
    this.#frame = requestAnimationFrame(() => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(go);
    });
  }

  cancel() {
    this.#waits = false;
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
  }
}
