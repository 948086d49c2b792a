/** A question that is worked on, followed while it becomes sharper: the answer of the sessions that are played so far. */

const OVER = ["finished", "refused", "cancelled"] as const;

export class Following<T> {
  /** The answer of what is played so far. */
  result = $state.raw<T | null>(null);
  /** The sessions played so far, and all of them. */
  done = $state(0);
  all = $state(0);

  constructor(private readonly open: (key: string) => EventSource) {}

  /** Forget what is played: another question is asked. */
  forget(): void {
    this.result = null;
    this.done = this.all = 0;
  }

  /** Follow a job, and return what ends that. What is played stays until it is forgotten. */
  follow(key: string): () => void {
    const stream = this.open(key);
    const on = <D>(name: string, heard: (said: D) => void): void => {
      stream.addEventListener(name, (event) => heard(JSON.parse((event as MessageEvent<string>).data) as D));
    };
    on<T>("so_far", (result) => (this.result = result));
    on<{ done: number; of: number }>("progress", ({ done, of }) => ([this.done, this.all] = [done, of]));
    // Without this, the browser would connect again.
    for (const name of OVER) on(name, () => stream.close());
    return () => stream.close();
  }
}
