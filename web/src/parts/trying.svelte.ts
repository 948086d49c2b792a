/** Work that the house may refuse: one at a time, and why the last was refused. */

export class Trying {
  busy = $state(false);
  /** Why the last work was refused, or nothing. */
  refused = $state("");

  /** Do some work, unless some is under way. Returns whether it was done. */
  async do(work: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.refused = "";
    try {
      await work();
      return true;
    } catch (error) {
      this.refused = (error as Error).message;
      return false;
    } finally {
      this.busy = false;
    }
  }
}
