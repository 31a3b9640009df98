// Work that can wait until the next frame has been painted.

/** Where nothing is painted, as in a hidden tab, the work is done after this time (milliseconds). */
const MAX_WAIT = 1_000;

export class AfterPaint {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #frame = 0;
  #waiting = false;

  /** Whether there is work to be done. */
  get waiting() {
    return this.#waiting;
  }

  /** Does the work once the next frame is painted. Newer work takes the place of work that still waits. @param {() => void} work */
  do(work) {
    this.cancel();
    const run = () => {
      this.cancel();
      work();
    };
    this.#waiting = true;
    this.#timer = setTimeout(run, MAX_WAIT);
    // A frame callback runs before its frame is painted; a timer that is set in it runs afterwards.
    this.#frame = requestAnimationFrame(() => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(run);
    });
  }

  cancel() {
    this.#waiting = false;
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
  }
}
