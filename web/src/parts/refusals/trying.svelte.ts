/** Work that the house may refuse: one at a time, and why the last was refused. */

import type { Refusal } from "../../wire/house";

export class Trying {
  busy = $state(false);
  /** The reason why the last work was refused, or nothing. */
  refused = $state("");
  /** A name that would do in place of the one that was refused, or nothing. */
  wouldDo = $state("");
  /** The name that was refused, where several were sent. */
  inPlaceOf = "";

  /** Do some work, unless some is under way. Returns whether it was done. */
  async do(work: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.refused = this.wouldDo = this.inPlaceOf = "";
    try {
      await work();
      return true;
    } catch (error) {
      this.refused = (error as Error).message;
      const { wouldDo = "", inPlaceOf = "" } = error as Partial<Refusal>;
      this.inPlaceOf = inPlaceOf;
      this.wouldDo = wouldDo;
      return false;
    } finally {
      this.busy = false;
    }
  }
}
