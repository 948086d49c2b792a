import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings, USUAL } from "./settings.svelte";

const voice = { speak: vi.fn(), cancel: vi.fn() };
const started: string[] = [];
const gains: number[] = [];

class Node {
  readonly gain = { setTargetAtTime: (value: number) => gains.push(value) };
  connect = (to: unknown) => to;
  start = () => started.push("hit");
}

class Context {
  readonly sampleRate = 8000;
  readonly currentTime = 0;
  readonly destination = {};
  resume = () => Promise.resolve();
  createBuffer = (_: number, samples: number) => ({ getChannelData: () => new Float32Array(samples) });
}

async function heard() {
  vi.resetModules();
  return (await import("./sound")).sound;
}

beforeEach(() => {
  started.length = gains.length = 0;
  vi.clearAllMocks();
  vi.stubGlobal("speechSynthesis", voice);
  vi.stubGlobal("SpeechSynthesisUtterance", class {});
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("AudioContext", Context);
  for (const name of ["GainNode", "BiquadFilterNode", "AudioBufferSourceNode"]) vi.stubGlobal(name, Node);
});

afterEach(() => {
  vi.unstubAllGlobals();
  settings.now = USUAL;
});

test("nothing is heard, and no call, where the sound is off", async () => {
  vi.doMock("./settings.svelte", () => ({ settings: { now: { ...USUAL, sound: false, calls: true } } }));
  const sound = await heard();
  sound.dice();
  sound.chips();
  sound.knock();
  sound.call("Six");
  expect(started).toEqual([]);
  expect(voice.speak).not.toHaveBeenCalled();
});

test("one switch silences what sounds and what is being read out", async () => {
  vi.doMock("./settings.svelte", () => ({ settings: { now: { ...USUAL, sound: true, calls: true } } }));
  const sound = await heard();
  sound.dice();
  sound.call("Six");
  expect(started.length).toBeGreaterThan(0);
  expect(voice.speak).toHaveBeenCalledOnce();
  voice.cancel.mockClear();
  sound.silence();
  expect(gains).toEqual([0]);
  expect(voice.cancel).toHaveBeenCalledOnce();
});
