import type { Motif, TickSound } from '@inaam/campaigns/public/kit.ts';
import type { Celebration } from './haptics.ts';
import { spinMs } from '../motion/motion.ts';

// What the synthesizer plays for each choice of the campaign's kit.

/** `decay` per second: 5 leaves e^-5 of the loudness after one. */
interface Note {
  readonly ms: number;
  readonly lengthMs?: number;
  readonly hertz: number;
  readonly loudness: number;
  readonly decay: number;
}

/** Each ends within 20 ms, before the next may follow. */
const tickNotes: Readonly<Record<TickSound, readonly Note[]>> = {
  crisp: [
    { ms: 0, hertz: 1900, loudness: 0.4, decay: 260 },
    { ms: 0, hertz: 3150, loudness: 0.2, decay: 260 },
    { ms: 0, hertz: 430, loudness: 0.3, decay: 180 },
  ],
  wood: [
    { ms: 0, hertz: 640, loudness: 0.42, decay: 230 },
    { ms: 0, hertz: 1130, loudness: 0.24, decay: 300 },
    { ms: 0, hertz: 260, loudness: 0.22, decay: 170 },
  ],
  porcelain: [
    { ms: 0, hertz: 2450, loudness: 0.2, decay: 170 },
    { ms: 0, hertz: 3800, loudness: 0.1, decay: 210 },
    { ms: 0, hertz: 1220, loudness: 0.16, decay: 240 },
  ],
};

/** Start and pitch of each: two, three or five notes of one chord. */
type Strikes = Readonly<Record<Celebration, readonly (readonly [ms: number, hertz: number])[]>>;
type Partial = { readonly share: number; readonly of: number; readonly decay: number };
type Voice = {
  readonly strikes: Strikes;
  /** Pitch as a multiple of the strike's, and share of its loudness. */
  readonly partials: readonly (Partial & { readonly lengthMs?: number })[];
  readonly loudness: number;
  /** Held while the wheel slows down: the fifth of the chord, which its first strike resolves. */
  readonly held: number;
};

const voices: Readonly<Record<Motif, Voice>> = {
  bell: {
    strikes: rising([784, 988, 1176, 1568, 1976], [0, 110, 220, 360, 520]),
    partials: [
      { of: 1, share: 1, decay: 5.5 },
      { of: 2.76, share: 0.25, decay: 14.5, lengthMs: 300 },
    ],
    loudness: 0.26,
    held: 588,
  },
  bowl: {
    strikes: rising([392, 440, 587, 659, 784], [0, 190, 360, 510, 640]),
    partials: [
      { of: 1, share: 1, decay: 4.6 },
      { of: 1.006, share: 0.4, decay: 4.6 },
      { of: 2.71, share: 0.16, decay: 9, lengthMs: 420 },
    ],
    loudness: 0.22,
    held: 588,
  },
  marimba: {
    strikes: rising([523, 659, 784, 1047, 1319], [0, 85, 170, 265, 370]),
    partials: [
      { of: 1, share: 1, decay: 8.5 },
      { of: 3.93, share: 0.3, decay: 30, lengthMs: 160 },
    ],
    loudness: 0.3,
    held: 784,
  },
};

/** The wheel as it stops, under the first strike. */
const thud: readonly Note[] = [
  { ms: 0, hertz: 98, loudness: 0.34, decay: 26, lengthMs: 160 },
  { ms: 0, hertz: 233, loudness: 0.16, decay: 48, lengthMs: 90 },
];

const heldHertz = (motif: Motif): number => voices[motif].held;

function rising(hertz: readonly number[], ms: readonly number[]): Strikes {
  const struck = (...places: readonly number[]) =>
    places.map((place, at) => [ms[at] ?? 0, hertz[place] ?? 440] as const);
  return { little: struck(0, 2), more: struck(0, 1, 2), most: struck(0, 1, 2, 3, 4) };
}

function motifNotes(motif: Motif, celebration: Celebration): Note[] {
  const { strikes, partials, loudness } = voices[motif];
  const struck = strikes[celebration];
  const each = struck.length > 2 ? loudness * 0.77 : loudness;
  const notes = struck.flatMap(([ms, hertz]) =>
    partials.map(({ of, share, decay, lengthMs }) => ({
      ms,
      hertz: hertz * of,
      loudness: each * share,
      decay,
      ...(lengthMs !== undefined && { lengthMs }),
    })),
  );
  return [...thud, ...notes];
}

export interface Tick {
  readonly ms: number;
  readonly loudness: number;
}

export const sampleRate = 12_000;

const ringSeconds: Readonly<Record<Celebration, number>> = { little: 1, more: 1.15, most: 1.4 };

/** Shorter than the 1.5 seconds before the reward's screen. */
export function motifSamples(
  celebration: Celebration,
  motif: Motif = 'bell',
): Float32Array<ArrayBuffer> {
  return mix(ringSeconds[celebration], motifNotes(motif, celebration));
}

/** A stamp on paper. */
export const sealSamples = (): Float32Array<ArrayBuffer> =>
  mix(0.09, [
    { ms: 0, hertz: 310, loudness: 0.16, decay: 70 },
    { ms: 0, hertz: 720, loudness: 0.07, decay: 140 },
  ]);

/** As long as the shortest gap between two ticks, so that they never overlap. */
const tickSeconds = 0.02;
const loudnessLevels = 16;
/** The slower the wheel, the louder its ticks, and the higher: a fourth above the others. */
const tickRise = 1 / 3;

/**
 * Far below audibility. Chromium notifies the main thread whenever silence begins or ends: one task
 * per tick.
 */
const floor = 1e-6;

/** Room for ticks up to `ms`. */
export function silentSamples(ms: number): Float32Array<ArrayBuffer> {
  const length = Math.ceil((ms / 1000) * sampleRate) + Math.ceil(tickSeconds * sampleRate) + 1;
  return new Float32Array(length).fill(floor);
}

/**
 * Writes all ticks into one buffer: hundreds of audio nodes would delay the spin.
 * @param silence the buffer to write into
 */
export function tickSamples(
  ticks: readonly Tick[],
  sound: TickSound = 'crisp',
  silence = silentSamples(ticks.at(-1)?.ms ?? 0),
): Float32Array<ArrayBuffer> {
  const byLevel = new Map<number, Float32Array<ArrayBuffer>>();
  for (const { ms, loudness } of ticks) {
    const level = Math.ceil(loudness * loudnessLevels) / loudnessLevels;
    const one = byLevel.get(level) ?? tickAt(level, sound);
    byLevel.set(level, one);
    const start = Math.round((ms / 1000) * sampleRate);
    for (const [index, sample] of one.entries()) {
      silence[start + index] = (silence[start + index] ?? 0) + sample;
    }
  }
  return silence;
}

function tickAt(level: number, sound: TickSound): Float32Array<ArrayBuffer> {
  const pitch = 1 + tickRise * level ** 2;
  return mix(
    tickSeconds,
    tickNotes[sound].map((note) => ({
      ...note,
      hertz: note.hertz * pitch,
      loudness: note.loudness * level,
    })),
  );
}

/** Soft, but not for the loudspeaker of a phone. */
const heldLoudness = 0.09;
const [heldMs, releaseMs] = [2600, 140];
/** Shares of the pitch and trembles per second, at first and as the wheel stops. */
const [heldPitch, heldTremble] = [
  [0.75, 1],
  [5, 11],
] as const;

/** Adds a note that swells and rises while a spin slows down, and ends as the wheel stops. */
export function addHeldNote(samples: Float32Array<ArrayBuffer>, motif: Motif): void {
  const startMs = spinMs - heldMs;
  const first = Math.round((startMs / 1000) * sampleRate);
  const length = Math.round(((heldMs + releaseMs) / 1000) * sampleRate);
  let [phase, tremble] = [0, 0];
  for (let index = 0; index < length; index += 1) {
    const progress = Math.min(1, (index / sampleRate) * (1000 / heldMs));
    const left = Math.min(1, ((length - index) / sampleRate) * (1000 / releaseMs));
    phase += (2 * Math.PI * heldHertz(motif) * between(heldPitch, progress)) / sampleRate;
    tremble += (2 * Math.PI * between(heldTremble, progress)) / sampleRate;
    const wave = Math.sin(phase);
    // With a third harmonic, because small loudspeakers lack low notes.
    const tone = wave * (1.4 - 0.6 * wave ** 2) * (0.82 + 0.18 * Math.sin(tremble));
    const loudness = heldLoudness * progress ** 2 * left;
    samples[first + index] = (samples[first + index] ?? 0) + tone * loudness;
  }
}

const between = ([from, to]: readonly [number, number], share: number): number =>
  from + (to - from) * share;

function mix(seconds: number, notes: readonly Note[]): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.ceil(seconds * sampleRate));
  for (const note of notes) addNote(samples, note);
  return samples;
}

/** Computes each sample from the previous two: much faster than a sine. */
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
