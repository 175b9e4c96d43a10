import type { Celebration } from './celebration.ts';

export interface Tick {
  readonly ms: number;
  readonly loudness: number;
}

export const sampleRate = 12_000;

interface Note {
  readonly ms: number;
  readonly lengthMs?: number;
  readonly hertz: number;
  readonly loudness: number;
  readonly decay: number;
}

const tick: readonly Note[] = [
  { ms: 0, hertz: 1900, loudness: 0.4, decay: 260 },
  { ms: 0, hertz: 3150, loudness: 0.2, decay: 260 },
  { ms: 0, hertz: 430, loudness: 0.3, decay: 180 },
];

/** When each strikes, and its pitch: two, three or five of one chord. */
const strikes: Readonly<Record<Celebration, readonly (readonly [ms: number, hertz: number])[]>> = {
  little: [
    [0, 784],
    [110, 1176],
  ],
  more: [
    [0, 784],
    [110, 988],
    [220, 1176],
  ],
  most: [
    [0, 784],
    [110, 988],
    [220, 1176],
    [360, 1568],
    [520, 1976],
  ],
};

const ringSeconds: Readonly<Record<Celebration, number>> = { little: 1, more: 1.15, most: 1.4 };

const struck = ([ms, hertz]: readonly [number, number], loudness: number): Note[] => [
  { ms, hertz, loudness, decay: 5.5 },
  { ms, lengthMs: 300, hertz: hertz * 2.76, loudness: loudness / 4, decay: 14.5 },
];

/** Shorter than the 1.5 seconds until the reward's screen. */
export function bellSamples(celebration: Celebration): Float32Array<ArrayBuffer> {
  const notes = strikes[celebration];
  const loudness = notes.length > 2 ? 0.2 : 0.26;
  return mix(
    ringSeconds[celebration],
    notes.flatMap((note) => struck(note, loudness)),
  );
}

/** As long as the shortest gap between two ticks, so that they never overlap. */
const tickSeconds = 0.02;
const loudnessLevels = 8;

/** In one buffer: an audio node for each of hundreds would delay the spin. */
export function tickSamples(ticks: readonly Tick[]): Float32Array<ArrayBuffer> {
  const full = mix(tickSeconds, tick);
  const byLevel = new Map<number, Float32Array<ArrayBuffer>>();
  const lastMs = ticks.at(-1)?.ms ?? 0;
  const samples = new Float32Array(Math.ceil((lastMs / 1000) * sampleRate) + full.length + 1);
  for (const { ms, loudness } of ticks) {
    const level = Math.ceil(loudness * loudnessLevels) / loudnessLevels;
    const one = byLevel.get(level) ?? full.map((sample) => sample * level);
    byLevel.set(level, one);
    samples.set(one, Math.round((ms / 1000) * sampleRate));
  }
  return samples;
}

function mix(seconds: number, notes: readonly Note[]): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.ceil(seconds * sampleRate));
  for (const note of notes) addNote(samples, note);
  return samples;
}

/** Computes each sample from the two before it: much faster than a sine. */
function addNote(samples: Float32Array, note: Note): void {
  const { ms, hertz, loudness, decay, lengthMs = Infinity } = note;
  const angle = (2 * Math.PI * hertz) / sampleRate;
  const factor = Math.exp(-decay / sampleRate);
  const [one, two] = [2 * factor * Math.cos(angle), factor ** 2];
  let previous = 0;
  let current = loudness * factor * Math.sin(angle);
  const start = Math.round((ms / 1000) * sampleRate) + 1;
  const end = Math.min(samples.length, start + (lengthMs / 1000) * sampleRate);
  for (let index = start; index < end; index += 1) {
    samples[index] = (samples[index] ?? 0) + current;
    const next = one * current - two * previous;
    previous = current;
    current = next;
  }
}
