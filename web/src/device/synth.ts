/** Sounds made from noise by the browser, so that nothing is loaded: dice on a table, chips put down. */

/** Something hard that hits something: when, in seconds; how long it sounds, in seconds; how bright and how loud it is. */
export interface Hit {
  at: number;
  length: number;
  /** The middle of its band of noise, in hertz, and how narrow that is. */
  pitch: number;
  narrow: number;
  loud: number;
}

/** Seconds in which a hit begins, and in which what is left of it ends, so that neither is heard as a click. */
const BEGINS = 0.0008;
const ENDS = 0.004;
/** The number of times that a hit becomes quieter by a factor of e until its end. */
const DECAYS = 6;

/** The two dice: on the cloth, against the far wall, back on the cloth, and to rest, as the felt shows it. */
const FALLS: readonly (readonly [at: number, loud: number])[] = [
  [0.15, 0.5], [0.19, 0.4],
  [0.47, 1], [0.51, 0.9],
  [0.6, 0.55], [0.635, 0.5], [0.7, 0.4], [0.725, 0.3],
  [0.79, 0.2], [0.81, 0.16], [0.855, 0.1], [0.875, 0.08],
];

/** The sound of a throw of two dice: each hit is a rattle of their hard edges and a thud of the table. */
export function dice(chance: () => number = Math.random): Hit[] {
  return FALLS.flatMap(([at, loud]) => {
    const when = at + 0.012 * chance();
    return [
      { at: when, length: 0.035, pitch: 1700 + 900 * chance(), narrow: 1.4, loud: 1.1 * loud },
      { at: when, length: 0.06, pitch: 260 + 60 * chance(), narrow: 0.8, loud: 2.6 * loud },
    ];
  });
}

/** The sound of a few chips that are put on others: short and bright, each a little apart. */
export function chips(chance: () => number = Math.random): Hit[] {
  return [0, 0.055, 0.1].flatMap((at, index) => {
    const when = at + 0.01 * chance();
    const loud = 0.75 ** index;
    return [
      { at: when, length: 0.022, pitch: 4600 + 900 * chance(), narrow: 2.5, loud: 1.9 * loud },
      { at: when + 0.002, length: 0.016, pitch: 2500 + 300 * chance(), narrow: 1.2, loud: 0.8 * loud },
    ];
  });
}

/** A knock on wood, twice: somebody wants to be heard. */
export function knock(): Hit[] {
  return [0, 0.22].map((at) => ({ at, length: 0.12, pitch: 620, narrow: 3, loud: 3 }));
}

/** Let hits sound, each at its time from now. */
export function schedule(context: BaseAudioContext, out: AudioNode, hits: readonly Hit[]): void {
  for (const { at, length, pitch, narrow, loud } of hits) {
    const source = new AudioBufferSourceNode(context, { buffer: noise(context, length) });
    const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: narrow });
    source.connect(filter).connect(new GainNode(context, { gain: loud })).connect(out);
    source.start(context.currentTime + at);
  }
}

function noise(context: BaseAudioContext, length: number): AudioBuffer {
  const { sampleRate } = context;
  const samples = Math.ceil(sampleRate * length);
  const buffer = context.createBuffer(1, samples, sampleRate);
  const data = buffer.getChannelData(0);
  for (let index = 0; index < samples; index += 1) {
    const rises = Math.min(1, index / (sampleRate * BEGINS));
    const falls = Math.min(1, (samples - 1 - index) / (sampleRate * ENDS));
    data[index] = (Math.random() * 2 - 1) * rises * falls * Math.exp((-DECAYS * index) / samples);
  }
  return buffer;
}
