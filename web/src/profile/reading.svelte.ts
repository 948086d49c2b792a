/** The evenings of a person, asked for until the house has read the logs of all their tables. */

import type { Profile } from "../wire/messages";

const AGAIN_MS = 1000;

export class Reading {
  profile = $state.raw<Profile | null>(null);
  trouble = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Ask. Returns a function that stops it. */
  begin(ask: () => Promise<Profile>): () => void {
    let over = false;
    const look = (): void => {
      ask().then(
        (found) => {
          if (over) return;
          this.profile = found;
          this.trouble = "";
          if (found.unread) this.#timer = setTimeout(look, AGAIN_MS);
        },
        (error: Error) => {
          if (!over) this.trouble = error.message;
        },
      );
    };
    look();
    return () => {
      over = true;
      clearTimeout(this.#timer);
    };
  }
}
