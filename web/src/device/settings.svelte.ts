/** A person's choices for this device. They are kept in the browser and put on the root element for styles. */

import { keep, kept } from "./storage";

export interface Settings {
  felt: "green" | "blue" | "red" | "grey";
  chips: "house" | "soft" | "plain";
  /** Values of chips that the tray leaves out, in cents. */
  hidden: number[];
  sound: boolean;
  calls: boolean;
  /** Whether single keys bet and act at a table. */
  keys: boolean;
  motion: "system" | "full" | "reduced";
  /** Whether a long hand gets a word of praise. */
  celebrations: boolean;
  /** Whether the dice of bots land at once. */
  fastBots: boolean;
}

export const CHOICES = {
  felt: ["green", "blue", "red", "grey"],
  chips: ["house", "soft", "plain"],
  motion: ["system", "full", "reduced"],
} as const;

export const USUAL: Settings = { felt: "green", chips: "house", hidden: [], sound: false, calls: false, keys: true, motion: "system", celebrations: true, fastBots: false };

const KEY = "bankcraps.settings";

/** The settings in what is kept. Those that cannot be read, or come from another version, have their defaults. */
export function read(kept: unknown): Settings {
  const found = Object(kept) as Partial<Record<keyof Settings, unknown>>;
  const one = <T extends string>(value: unknown, among: readonly T[], usual: T): T => among.find((choice) => choice === value) ?? usual;
  return {
    felt: one(found.felt, CHOICES.felt, USUAL.felt),
    chips: one(found.chips, CHOICES.chips, USUAL.chips),
    motion: one(found.motion, CHOICES.motion, USUAL.motion),
    hidden: Array.isArray(found.hidden) ? found.hidden.filter((value) => Number.isInteger(value)) : [],
    sound: found.sound === true,
    calls: found.calls === true,
    keys: found.keys !== false,
    celebrations: found.celebrations !== false,
    fastBots: found.fastBots === true,
  };
}

class Kept {
  now = $state.raw<Settings>(USUAL);

  /** Read what this device keeps, follow other tabs, and keep the root element's attributes up to date. */
  begin(): void {
    this.#take(kept(KEY));
    addEventListener("storage", (event) => {
      if (event.key === KEY) this.#take(kept(KEY));
    });
  }

  set(change: Partial<Settings>): void {
    const next = { ...this.now, ...change };
    keep(KEY, next);
    this.#take(next);
  }

  /** Whether things may move. */
  get moves(): boolean {
    const { motion } = this.now;
    return motion === "full" || (motion === "system" && !matchMedia("(prefers-reduced-motion: reduce)").matches);
  }

  /** The chips of a tray without those a person has switched off; all of them if none would be left. */
  tray(denominations: readonly number[]): number[] {
    const shown = denominations.filter((value) => !this.now.hidden.includes(value));
    return shown.length ? shown : [...denominations];
  }

  #take(found: unknown): void {
    this.now = read(found);
    const root = document.documentElement;
    for (const name of ["felt", "chips", "motion"] as const) root.dataset[name] = this.now[name];
  }
}

export const settings = new Kept();
