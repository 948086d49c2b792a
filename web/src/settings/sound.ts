/** Sounds made by the browser itself, so that nothing is loaded: dice on a table, chips put down, the stick's voice. */

import { settings } from "./settings.svelte";

/** Whether this browser can read words out. */
export const HAS_VOICE = "speechSynthesis" in globalThis;

let audio: AudioContext | null = null;

/** A short burst of filtered noise. */
function knock(context: AudioContext, at: number, length: number, pitch: number, loud: number): void {
  const samples = Math.ceil(context.sampleRate * length);
  const buffer = context.createBuffer(1, samples, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let index = 0; index < samples; index += 1) data[index] = (Math.random() * 2 - 1) * (1 - index / samples) ** 3;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 2 });
  const gain = new GainNode(context, { gain: loud });
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(context.currentTime + at);
}

function play(knocks: readonly (readonly [at: number, length: number, pitch: number, loud: number])[]): void {
  if (!settings.now.sound || document.hidden) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const [at, length, pitch, loud] of knocks) knock(audio, at, length, pitch, loud);
}

/** Read words out, in place of any that are still being read. */
export function speak(words: string): void {
  speechSynthesis.cancel();
  speechSynthesis.speak(new SpeechSynthesisUtterance(words));
}

export const sound = {
  dice: () => play([[0, 0.05, 900, 0.9], [0.09, 0.05, 1300, 0.7], [0.2, 0.04, 1000, 0.6], [0.34, 0.04, 1500, 0.4], [0.45, 0.03, 1200, 0.3]]),
  chips: () => play([[0, 0.03, 3800, 0.5], [0.06, 0.03, 4400, 0.4], [0.13, 0.02, 4100, 0.3]]),
  /** Read the stick's call out, if this device is to. */
  call(words: string): void {
    if (settings.now.calls && words && !document.hidden && HAS_VOICE) speak(words);
  },
};
