// What the player of this browser has planned, or why it has lapsed, and the buttons to change it and to forget it.

/** @import { PlanView } from "../../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
import { h, renderIfChanged } from "../dom.js";
import { CHANGE_PLAN, CLOSE_NOTE, FORGET_PLAN, plannedAnswers, plannedTurn } from "../sentences/planned.js";

export class Plan {
  static root = "plan";
  #root;
  #session;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#session = session;
  }

  /** @param {State} state */
  update({ table, you, playing }) {
    const plan = this.#session.room.plans.find(({ player }) => player === you?.id) ?? null;
    this.#root.hidden = plan === null || !playing;
    if (plan === null) return;
    this.#root.classList.toggle("planned", plan.plan !== null);
    renderIfChanged(this.#root, plan, () => [
      h("span", {}, wordsOfPlan(plan)),
      " ",
      ...(plan.plan ? [h("a", { class: "button quiet", href: `/g/${table.code}/plan` }, CHANGE_PLAN), " "] : []),
      h("button", { type: "button", class: "quiet", click: () => this.#session.commands.forgetPlan() }, plan.plan ? FORGET_PLAN : CLOSE_NOTE),
    ]);
  }
}

/** @param {PlanView} view */
function wordsOfPlan({ plan, lapsed }) {
  if (plan === null) return lapsed ?? "";
  return plan.what === "turn" ? plannedTurn(plan.turn) : plannedAnswers(plan.answers.length);
}
