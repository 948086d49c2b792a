/** The sounds of this device: dice on a table, chips put down, the stick's voice. One switch silences all of it. */

import { settings } from "./settings.svelte";
import { chips, dice, type Hit, knock, schedule } from "./synth";

/** Whether this browser can read words out. */
export const HAS_VOICE = "speechSynthesis" in globalThis;

/** Seconds in which a sound falls silent: at once, but without a click. */
const SILENT = 0.004;

let audio: AudioContext | null = null;
/** All sounds go through it, so that they can be silenced. */
let out: GainNode | null = null;

function play(hits: readonly Hit[]): void {
  if (!settings.now.sound || document.hidden) return;
  audio ??= new AudioContext();
  void audio.resume();
  if (!out) {
    out = new GainNode(audio);
    out.connect(audio.destination);
  }
  schedule(audio, out, hits);
}

/** Read words out, in place of any that are still being read. */
export function speak(words: string): void {
  speechSynthesis.cancel();
  speechSynthesis.speak(new SpeechSynthesisUtterance(words));
}

export const sound = {
  dice: () => play(dice()),
  chips: () => play(chips()),
  knock: () => play(knock()),
  /** Read the stick's call out, if this device is to. */
  call(words: string): void {
    const { sound: on, calls } = settings.now;
    if (on && calls && words && !document.hidden && HAS_VOICE) speak(words);
  },
  /** Stop all sounds and all reading out. */
  silence(): void {
    if (audio && out) out.gain.setTargetAtTime(0, audio.currentTime, SILENT);
    out = null;
    sound.hush();
  },
  /** Stop reading out. */
  hush(): void {
    if (HAS_VOICE) speechSynthesis.cancel();
  },
};
