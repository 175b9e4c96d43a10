// What the synthesizer plays for each choice of the campaign's kit.
import type { Motif, TickSound } from '@inaam/campaigns/public/kit.ts';
import type { Celebration } from './haptics.ts';

/** `decay` per second: 5 leaves e^-5 of the loudness after one. */
export interface Note {
  readonly ms: number;
  readonly lengthMs?: number;
  readonly hertz: number;
  readonly loudness: number;
  readonly decay: number;
}

/** Each ends within 20 ms, before the next may follow. */
export const tickNotes: Readonly<Record<TickSound, readonly Note[]>> = {
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

export const heldHertz = (motif: Motif): number => voices[motif].held;

function rising(hertz: readonly number[], ms: readonly number[]): Strikes {
  const struck = (...places: readonly number[]) =>
    places.map((place, at) => [ms[at] ?? 0, hertz[place] ?? 440] as const);
  return { little: struck(0, 2), more: struck(0, 1, 2), most: struck(0, 1, 2, 3, 4) };
}

export function motifNotes(motif: Motif, celebration: Celebration): Note[] {
  const { strikes, partials, loudness } = voices[motif];
  const struck = strikes[celebration];
  const each = struck.length > 2 ? loudness * 0.77 : loudness;
  return struck.flatMap(([ms, hertz]) =>
    partials.map(({ of, share, decay, lengthMs }) => ({
      ms,
      hertz: hertz * of,
      loudness: each * share,
      decay,
      ...(lengthMs !== undefined && { lengthMs }),
    })),
  );
}
