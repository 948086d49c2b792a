/** The panels below an answer, as the address opens them: each asks its question in turn. */

import type { Addressed } from "../question/addressed.svelte";
import { type Answer, HAND, isOpen, type Panel, panelAsked, shownBelow, waits } from "./panels";

export class Panels {
  /** The panels whose questions are answered or refused. */
  done = $state<Partial<Record<Panel, boolean>>>({});

  constructor(
    readonly asked: Addressed,
    private readonly answer: () => Answer,
    /** Whether the session itself is answered: it comes first. */
    private readonly ready: () => boolean,
  ) {}

  get shown(): Panel[] {
    return shownBelow(this.answer(), this.asked.question);
  }

  isOpen(panel: Panel): boolean {
    return isOpen(this.asked.question, panel);
  }

  turn(panel: Panel, open: boolean): void {
    if (open !== this.isOpen(panel)) this.asked.shows(panel, open ? (panel === "at_least" ? HAND : "true") : "");
  }

  /** Whether a panel may ask now. */
  may(panel: Panel): boolean {
    return this.ready() && !waits(this.asked.question, panel, this.shown, this.done);
  }

  kindOf(panel: Panel): string {
    return panelAsked(this.asked.question, panel).kind;
  }

  /** The question of a panel as the query of an address. */
  queryOf(panel: Panel): string {
    const { kind, question } = panelAsked(this.asked.question, panel);
    return this.asked.queryOf(question, kind);
  }
}
