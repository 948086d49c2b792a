/** A lesson under way: where it is, what throws decided meanwhile, and how many answers were right. */

import { lessons, type Place } from "../device/lessons.svelte";
import type { ThrowOutcome } from "../guide/steps";
import type { Lesson } from "./lesson";
import { kindsDecided } from "./steps";

/** With more throws than these for one scene, the lesson offers other ways to go on. */
const PATIENCE = 6;

const BEGINNING: Place = { scene: 0, task: 0, asked: 0, right: 0 };

export class LessonRun {
  place = $state.raw<Place>(BEGINNING);
  decided = $state.raw<ReadonlySet<string>>(new Set());
  /** Whether somebody goes on without what the scene needs. */
  skipped = $state(false);
  /** The throws since the scene began. */
  throws = $state(0);

  constructor(
    readonly house: string,
    readonly lesson: Lesson,
  ) {
    const { scene, ...kept } = lessons.placeOf(house, lesson.id) ?? BEGINNING;
    // The house may offer less than before.
    if (scene < lesson.scenes.length) this.place = { scene, ...kept };
  }

  /** Whether the dice keep somebody waiting. */
  get long(): boolean {
    return this.throws >= PATIENCE && !this.skipped;
  }

  thrown(told: ThrowOutcome): void {
    this.throws += 1;
    this.decided = new Set([...this.decided, ...kindsDecided(told)]);
  }

  skip(): void {
    this.skipped = true;
  }

  /** A task is done: an answer was right or wrong; null where nothing was asked. */
  next(right: boolean | null): void {
    const { scene, task, asked, right: before } = this.place;
    const answers = { asked: asked + Number(right !== null), right: before + Number(right === true) };
    const last = task + 1 >= (this.lesson.scenes[scene]?.tasks.length ?? 0);
    if (last) this.#begin();
    this.place = { ...answers, scene: last ? scene + 1 : scene, task: last ? 0 : task + 1 };
    if (this.place.scene < this.lesson.scenes.length) lessons.reached(this.house, this.lesson.id, this.place);
    else lessons.finished(this.house, this.lesson.id, this.place);
  }

  again(): void {
    this.#begin();
    this.place = BEGINNING;
  }

  #begin(): void {
    this.decided = new Set();
    this.skipped = false;
    this.throws = 0;
  }
}
