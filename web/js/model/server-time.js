// The server's time, as far as its messages tell: deadlines are moments of it. The page's own clock may be wrong.

export class ServerTime {
  #clock;
  #ahead;

  /**
   * @param {() => number} clock milliseconds that are counted evenly, from whenever
   * @param {number} now what the server's clock showed when the page was made
   */
  constructor(clock, now) {
    this.#clock = clock;
    this.#ahead = now - clock();
  }

  get now() {
    return this.#clock() + this.#ahead;
  }

  /** The first message of a connection: it may be of another server, whose clock counts from now on. @param {number} now */
  restart(now) {
    this.#ahead = now - this.#clock();
  }

  /** A further message. Each takes some time to arrive, so that the one that says the latest time is the closest. @param {number} now */
  refine(now) {
    this.#ahead = Math.max(this.#ahead, now - this.#clock());
  }
}
