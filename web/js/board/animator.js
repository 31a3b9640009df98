// Showing a turn step by step: the plan is pure, the animator runs it.

/** @import { ChangeView } from "../../protocol.js" */
/** @import { Diagram } from "../model/timeline.js" */
import { after } from "../model/timeline.js";

/** The time between two steps, and the most that a whole turn takes (milliseconds). */
const STEP = 320;
const WHOLE_TURN = 2_600;

/**
 * The changes in steps: what happens together is shown together. A capture and the piece that takes the place are one
 * step, and so is all that is captured, turned over or comes under control one after the other. Each leg of a piece's way
 * is a step of its own.
 * @param {ChangeView[]} changes
 * @returns {ChangeView[][]}
 */
export function animationSteps(changes) {
  /** @type {ChangeView[][]} */
  const plan = [];
  for (const change of changes) {
    const last = plan.at(-1);
    if (last && sameStep(last[last.length - 1], change)) last.push(change);
    else plan.push([change]);
  }
  return plan;
}

/** Changes that form one step when several of a kind follow each other. */
const ROWS = ["control", "flipped", "taken"];

/** @type {(before: ChangeView, change: ChangeView) => boolean} */
function sameStep(before, change) {
  if (before.c === change.c && ROWS.includes(change.c)) return true;
  return before.c === "taken" && change.c === "put" && before.cell === change.cell;
}

/**
 * How many changes at the front are on the screen already, since they were staged there.
 * @param {ChangeView[]} changes
 * @param {ChangeView[]} staged
 */
export function shownAlready(changes, staged) {
  const same = (/** @type {ChangeView} */ change, /** @type {number} */ at) => at < staged.length && JSON.stringify(change) === JSON.stringify(staged[at]);
  const differs = changes.findIndex((change, at) => !same(change, at));
  return differs < 0 ? changes.length : differs;
}

/** The time of one step. @param {number} count of steps */
export function pace(count) {
  return Math.min(STEP, WHOLE_TURN / Math.max(count, 1));
}

/** Shows diagrams one after the other, until it is stopped. */
export class Animator {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** Whether a turn is being shown. */
  get busy() {
    return this.#timer !== undefined;
  }

  /**
   * @param {Diagram} before
   * @param {ChangeView[][]} plan
   * @param {(diagram: Diagram, step: ChangeView[], ahead: ChangeView[]) => void} show `ahead` are the changes still to come
   * @param {() => void} done
   */
  play(before, plan, show, done) {
    const wait = pace(plan.length);
    const next = (/** @type {Diagram} */ diagram, /** @type {number} */ at) => {
      this.stop();
      if (at === plan.length) return done();
      const now = after(diagram, plan[at]);
      show(now, plan[at], plan.slice(at + 1).flat());
      this.#timer = setTimeout(() => next(now, at + 1), wait);
    };
    next(before, 0);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** Whether the device asks for little movement. */
export function reducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
