/**
 * Things that lie over the page, such as a dialog: Back closes it and stays on the page.
 *
 * Each has an entry of its own in the browser's history while it is open. However it is closed, its entry goes with
 * it, so that Back afterwards leaves the page as before.
 */

interface Over {
  close(): void;
  /** Whether the history has its entry. */
  entered: boolean;
}

/** The part of an entry's state that says how many lie over the page there. */
interface State {
  over?: number;
}

class Overlays {
  #open: Over[] = [];
  /** Whether the browser is on its way to another entry. It tells when it is there, and until then has no other way. */
  #going = false;
  /** The moves that wait for it. */
  #waiting: (() => void)[] = [];
  /** The entries of closed dialogs that are still to go: another dialog may open at once and take one over. */
  #spare = 0;

  /** Have Back close something that opens now. Returns a function to call when it has closed for any reason. */
  opened(close: () => void): () => void {
    const one = { close, entered: this.#spare > 0 };
    this.#open.push(one);
    if (this.#spare) this.#spare -= 1;
    else this.#then(() => this.#enter(one));
    return () => this.#closed(one);
  }

  #enter(one: Over): void {
    const at = this.#open.indexOf(one);
    if (at < 0) return;
    one.entered = true;
    history.pushState({ over: at + 1 }, "");
  }

  /** Leave for another address: what lies over the page closes, and its entry becomes that of the new page. */
  leave(to: string, replace: boolean, then: () => void): void {
    this.#then(() => {
      const over = this.#open.splice(0);
      const taken = this.#spare > 0 || over.some(({ entered }) => entered);
      this.#spare = 0;
      if (replace || taken) history.replaceState(null, "", to);
      else history.pushState(null, "", to);
      for (const { close } of over.reverse()) close();
      then();
    });
  }

  /** The browser has come to an entry: close what does not lie over the page there. Returns whether it stays there. */
  arrived(): boolean {
    const over = overHere();
    if (this.#going) {
      this.#going = false;
      for (const move of this.#waiting.splice(0)) this.#then(move);
    } else if (over > this.#open.length) {
      // The entry of a dialog that was closed, reached with Forward or by loading the page again, has nothing to show.
      this.#go(this.#open.length - over);
      return false;
    } else {
      for (const { close } of this.#open.splice(over).reverse()) close();
    }
    return true;
  }

  #closed(one: Over): void {
    const at = this.#open.indexOf(one);
    if (at < 0) return;
    this.#open.splice(at, 1);
    if (!one.entered) return;
    this.#spare += 1;
    setTimeout(() => this.#then(() => this.#tidy()));
  }

  /** Let the entries of closed dialogs go. */
  #tidy(): void {
    if (!this.#spare) return;
    const back = -this.#spare;
    this.#spare = 0;
    this.#go(back);
  }

  #go(steps: number): void {
    this.#going = true;
    history.go(steps);
  }

  /** Do something now, or as soon as the browser is where it goes. */
  #then(move: () => void): void {
    if (this.#going) this.#waiting.push(move);
    else move();
  }
}

function overHere(): number {
  return (history.state as State | null)?.over ?? 0;
}

export const overlays = new Overlays();
