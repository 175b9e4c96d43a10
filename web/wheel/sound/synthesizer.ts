import type { Motif, TickSound } from '@inaam/campaigns/public/kit.ts';
import type { Celebration } from './haptics.ts';
import { motifNotes, tickNotes, type Note } from './notes.ts';

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

/** As long as the shortest gap between two ticks, so that they never overlap. */
const tickSeconds = 0.02;
const loudnessLevels = 8;

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
  const full = mix(tickSeconds, tickNotes[sound]);
  const byLevel = new Map<number, Float32Array<ArrayBuffer>>();
  for (const { ms, loudness } of ticks) {
    const level = Math.ceil(loudness * loudnessLevels) / loudnessLevels;
    const one = byLevel.get(level) ?? full.map((sample) => sample * level);
    byLevel.set(level, one);
    silence.set(one, Math.round((ms / 1000) * sampleRate));
  }
  return silence;
}

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
