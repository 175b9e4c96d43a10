// The two sounds of the wheel on the phone's loudspeaker, made by Web Audio: no file is loaded. Never decides when
// one is due. Where the browser has no audio or forbids it there is none, and nothing complains.

/** A peg knocking against the pointer; the wheel come to rest. */
export type Stroke = 'tick' | 'landing';

export interface Speaker {
  /** Whether what is struck now is heard; a phone call or the browser may forbid it for a while. */
  isOpen(): boolean;
  /** The audio clock, in seconds. */
  now(): number;
  /** Seconds between a moment of the audio clock and its being heard: much with wireless headphones. */
  lag(): number;
  /** @param at seconds on the audio clock; @param loudness 0 to 1 */
  strike(stroke: Stroke, at: number, loudness: number): void;
  /** Takes back whatever sounds or is yet to sound. */
  silence(): void;
  /** Asks the browser for sound; it says yes only in a press. */
  resume(): void;
  close(): void;
}

/** @param onChange called when sound has become possible or impossible */
export function openSpeaker(onChange: () => void): Speaker | undefined {
  const context = openContext();
  if (!context) return undefined;
  const pictures = { tick: waveOf(context, 0.05, tick), landing: waveOf(context, 1.1, landing) };
  const struck = new Set<AudioBufferSourceNode>();
  context.addEventListener('statechange', onChange);
  return {
    isOpen: () => context.state === 'running',
    now: () => context.currentTime,
    // Safari does not say.
    lag: () => context.outputLatency || 0,
    strike: (stroke, at, loudness) => {
      const source = context.createBufferSource();
      const volume = context.createGain();
      volume.gain.value = loudness;
      source.buffer = pictures[stroke];
      source.connect(volume).connect(context.destination);
      source.addEventListener('ended', () => struck.delete(source));
      struck.add(source);
      source.start(at);
    },
    silence: () => {
      for (const source of struck) source.stop();
      struck.clear();
    },
    resume: () => {
      // Refused, or never answered, where sound is forbidden.
      context.resume().catch(() => undefined);
    },
    close: () => {
      context.removeEventListener('statechange', onChange);
      context.close().catch(() => undefined);
    },
  };
}

function openContext(): AudioContext | undefined {
  // Before the first press on the page a browser would refuse, and say so on the console.
  const isEarly = 'userActivation' in navigator && !navigator.userActivation.hasBeenActive;
  if (!('AudioContext' in window) || isEarly) return undefined;
  try {
    return new AudioContext();
  } catch {
    return undefined;
  }
}

/** Height of the wave, -1 to 1, so many seconds after the stroke. */
type Wave = (second: number) => number;

const sine = (hertz: number, second: number): number => Math.sin(2 * Math.PI * hertz * second);
const fading = (perSecond: number, second: number): number => Math.exp(-perSecond * second);

/** Wood on wood: a short knock with a little body under it. */
const tick: Wave = (second) =>
  (0.4 * sine(1900, second) + 0.2 * sine(3150, second)) * fading(260, second) +
  0.3 * sine(430, second) * fading(110, second);

/** Two notes of a small bell, the second a fifth higher. */
const landing: Wave = (second) => {
  const later = Math.max(0, second - 0.11);
  return 0.26 * bell(784, second) + 0.26 * bell(1176, later);
};

/** Begins softly, within a few ms, so that it does not crack. */
const bell = (hertz: number, second: number): number =>
  (sine(hertz, second) + 0.25 * sine(hertz * 2.76, second) * fading(9, second)) *
  fading(5.5, second) *
  Math.min(1, second / 0.004);

function waveOf(context: AudioContext, seconds: number, wave: Wave): AudioBuffer {
  const { sampleRate } = context;
  const buffer = context.createBuffer(1, Math.ceil(seconds * sampleRate), sampleRate);
  const heights = buffer.getChannelData(0);
  for (let index = 0; index < heights.length; index += 1) heights[index] = wave(index / sampleRate);
  return buffer;
}
