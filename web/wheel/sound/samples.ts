// The three sounds of a campaign, from its file or synthesized, and what is made of them.
import type { Celebration } from './haptics.ts';

export type Samples = Float32Array<ArrayBuffer>;

export interface Voice {
  /** Each peg. */
  readonly tick: Samples;
  /** The wheel as it stops: once, twice or three times. */
  readonly stop: Samples;
  readonly win: Samples;
}

export const sampleRate = 24_000;

export const samplesOf = (ms: number): number => Math.round((ms / 1000) * sampleRate);

/** Where the sounds begin in `art/sounds.mp3` (campaigns/rendering/sounds.py), and the end. */
const [tickMs, stopMs, winMs, endMs] = [0, 150, 550, 1600];
/** Some decoders begin with the encoder's delay. */
const delayMsMax = 120;

/** @returns undefined if the file is missing or cannot be decoded */
export async function loadVoice(address: string): Promise<Voice | undefined> {
  try {
    const file = await fetch(address);
    if (!file.ok) return undefined;
    const decoder = new OfflineAudioContext(1, 1, sampleRate);
    const buffer = await decoder.decodeAudioData(await file.arrayBuffer());
    return voiceIn(buffer.getChannelData(0));
  } catch {
    return undefined;
  }
}

/** @returns undefined if it is too short, or nothing is heard where the tick should be */
export function voiceIn(samples: Float32Array): Voice | undefined {
  const first = samples.subarray(0, samplesOf(delayMsMax));
  const loudest = first.reduce((most, it) => Math.max(most, Math.abs(it)), 0);
  const start = first.findIndex((it) => Math.abs(it) >= loudest / 3);
  const part = (fromMs: number, toMs: number) =>
    samples.slice(start + samplesOf(fromMs), start + samplesOf(toMs));
  if (loudest < 0.1 || samples.length < samplesOf(endMs)) return undefined;
  const tick = part(tickMs, stopMs);
  const end = tick.reduce((last, it, at) => (Math.abs(it) > loudest / 100 ? at : last), 0);
  return { tick: tick.subarray(0, end + 1), stop: part(stopMs, winMs), win: part(winMs, endMs) };
}

/** `decay` per second: 5 leaves e^-5 of the loudness after one. */
interface Note {
  readonly ms?: number;
  readonly hertz: number;
  readonly loudness: number;
  readonly decay: number;
}

/** Without a campaign's sounds: a crisp tick, and a bell over a thud. */
export const plainVoice = (): Voice => ({
  tick: mix(20, [
    { hertz: 1900, loudness: 0.36, decay: 260 },
    { hertz: 3150, loudness: 0.18, decay: 260 },
    { hertz: 430, loudness: 0.27, decay: 180 },
  ]),
  stop: mix(400, [
    { hertz: 98, loudness: 0.34, decay: 26 },
    { hertz: 233, loudness: 0.16, decay: 48 },
    ...bell(0, 784),
  ]),
  win: mix(1050, [...bell(0, 1176), ...bell(120, 1568)]),
});

const bell = (ms: number, hertz: number): Note[] => [
  { ms, hertz, loudness: 0.26, decay: 5.5 },
  { ms, hertz: hertz * 2.76, loudness: 0.06, decay: 14.5 },
];

export const sealSamples = (): Samples =>
  mix(90, [
    { hertz: 310, loudness: 0.16, decay: 70 },
    { hertz: 720, loudness: 0.07, decay: 140 },
  ]);

/** When the stop is heard, the notes of a chord, and how long the win lasts after them. */
const courses: Readonly<Record<Celebration, { strikesMs: readonly number[]; winMs: number }>> = {
  little: { strikesMs: [0], winMs: 450 },
  more: { strikesMs: [0, 140], winMs: 700 },
  most: { strikesMs: [0, 130, 260], winMs: 1030 },
};
const chord = [1, 5 / 4, 3 / 2];
const [winAfterMs, fadeMs] = [90, 160];

/** Shorter than the 1.5 seconds before the reward's screen. */
export function celebrationSamples(celebration: Celebration, { stop, win }: Voice): Samples {
  const { strikesMs, winMs } = courses[celebration];
  const startMs = (strikesMs.at(-1) ?? 0) + winAfterMs;
  const samples = new Float32Array(samplesOf(startMs + winMs));
  for (const [at, ms] of strikesMs.entries()) {
    add(samples, stop, { ms, rate: chord[at] ?? 1, loudness: 0.6 });
  }
  add(samples, win, { ms: startMs, rate: 1, loudness: 0.8 });
  const fade = samplesOf(fadeMs);
  for (let left = 0; left < fade; left += 1) {
    const at = samples.length - 1 - left;
    samples[at] = ((samples[at] ?? 0) * left) / fade;
  }
  return samples;
}

export interface Tick {
  readonly ms: number;
  readonly loudness: number;
}

const loudnessLevels = 16;
/** The slower the wheel, the louder its ticks, and the higher: a fourth above the others. */
const tickRise = 1 / 3;

/**
 * Far below audibility. Chromium notifies the main thread whenever silence begins or ends: one task
 * per tick.
 */
const floor = 1e-6;

/**
 * Writes all ticks into one buffer: hundreds of audio nodes would delay the spin. Each ends the one
 * before.
 */
export function tickSamples(ticks: readonly Tick[], { tick }: Voice): Samples {
  const lastMs = ticks.at(-1)?.ms ?? 0;
  const samples = new Float32Array(samplesOf(lastMs) + tick.length + 1).fill(floor);
  const byLevel = new Map<number, Samples>();
  for (const { ms, loudness } of ticks) {
    const level = Math.ceil(loudness * loudnessLevels) / loudnessLevels;
    const one = byLevel.get(level) ?? tickAt(level, tick);
    byLevel.set(level, one);
    samples.set(one, samplesOf(ms));
  }
  return samples;
}

function tickAt(level: number, tick: Samples): Samples {
  const rate = 1 + tickRise * level ** 2;
  const samples = new Float32Array(Math.floor(tick.length / rate));
  add(samples, tick, { ms: 0, rate, loudness: level });
  return samples;
}

type Placed = { ms: number; rate: number; loudness: number };

/** @param rate 2 is an octave higher, and half as long */
function add(to: Samples, sound: Samples, { ms, rate, loudness }: Placed): void {
  const start = samplesOf(ms);
  const length = Math.min(to.length - start, Math.floor(sound.length / rate));
  for (let index = 0; index < length; index += 1) {
    const place = index * rate;
    const [before, share] = [Math.trunc(place), place % 1];
    const heard = (sound[before] ?? 0) * (1 - share) + (sound[before + 1] ?? 0) * share;
    to[start + index] = (to[start + index] ?? 0) + heard * loudness;
  }
}

function mix(lengthMs: number, notes: readonly Note[]): Samples {
  const samples = new Float32Array(samplesOf(lengthMs));
  for (const note of notes) addNote(samples, note);
  return samples;
}

/** Computes each sample from the previous two: much faster than a sine. */
function addNote(samples: Samples, { ms = 0, hertz, loudness, decay }: Note): void {
  const angle = (2 * Math.PI * hertz) / sampleRate;
  const factor = Math.exp(-decay / sampleRate);
  const [one, two] = [2 * factor * Math.cos(angle), factor ** 2];
  let previous = 0;
  let current = loudness * factor * Math.sin(angle);
  for (let index = samplesOf(ms) + 1; index < samples.length; index += 1) {
    samples[index] = (samples[index] ?? 0) + current;
    const next = one * current - two * previous;
    previous = current;
    current = next;
  }
}
