// The two sounds of the wheel on the phone's loudspeaker, made by Web Audio: no file is loaded. Never decides when
// one is due; what is due is played by the audio clock, without a timer of the page. Where the browser has no audio or forbids it there is none, and nothing complains.

/** A knock, so many ms after the wheel began to turn; loudness 0 to 1. */
export interface Tick {
  readonly ms: number;
  readonly loudness: number;
}

export interface Speaker {
  /** Whether what is played now is heard; a phone call or the browser may forbid it for a while. */
  isOpen(): boolean;
  /** The audio clock, in seconds. */
  now(): number;
  /** Seconds between a moment of the audio clock and its being heard: much with wireless headphones. */
  lag(): number;
  /**
   * Knocks, in order, in place of what plays now.
   * @param began when ms 0 of them is, or was, in seconds on the audio clock
   */
  knock(knocks: readonly Tick[], began: number): void;
  /** The bell of a wheel at rest; the loudspeaker sleeps when it has died away. */
  bell(): void;
  /** Takes back whatever sounds or is yet to sound. */
  silence(): void;
  /** Silence, and no work for the phone until `wake`. */
  sleep(): void;
  /** Asks the browser for sound; it says yes only in a press. */
  wake(): void;
  close(): void;
}

/** @param onChange called when sound has become possible or impossible */
export function openSpeaker(onChange: () => void): Speaker | undefined {
  const context = openContext();
  if (!context) return undefined;
  let playing: AudioBufferSourceNode | undefined;
  const play = (wave: Float32Array<ArrayBuffer>, began: number): AudioBufferSourceNode => {
    const buffer = context.createBuffer(1, wave.length, rate);
    buffer.copyToChannel(wave, 0);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    const now = context.currentTime;
    source.start(Math.max(now, began), Math.max(0, now - began));
    playing = source;
    return source;
  };
  const silence = (): void => {
    playing?.stop();
    playing = undefined;
  };
  const sleep = (): void => {
    silence();
    // Refused where sound is forbidden, or closed already.
    context.suspend().catch(() => undefined);
  };
  context.addEventListener('statechange', onChange);
  return {
    isOpen: () => context.state === 'running',
    now: () => context.currentTime,
    // Safari does not say.
    lag: () => context.outputLatency || 0,
    knock: (knocks, began) => {
      silence();
      play(stripOf(knocks), began);
    },
    bell: () => {
      silence();
      const source = play(waveOf(1, landing), 0);
      source.addEventListener('ended', () => playing === source && sleep());
    },
    silence,
    sleep,
    wake: () => {
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

/** A note that dies away, from `ms` on: its loudness falls by e so many times a second. */
interface Note {
  readonly ms: number;
  /** How long it is heard at all. */
  readonly lengthMs?: number;
  readonly hertz: number;
  readonly loudness: number;
  readonly fading: number;
}

/** Wood on wood: a short knock with a little body under it. */
const tick: readonly Note[] = [
  { ms: 0, hertz: 1900, loudness: 0.4, fading: 260 },
  { ms: 0, hertz: 3150, loudness: 0.2, fading: 260 },
  { ms: 0, hertz: 430, loudness: 0.3, fading: 180 },
];

/** Two notes of a small bell, the second a fifth higher; a bell has a second tone, far above, that is gone at once. */
const landing: readonly Note[] = [
  { ms: 0, hertz: 784, loudness: 0.26, fading: 5.5 },
  { ms: 0, lengthMs: 300, hertz: 784 * 2.76, loudness: 0.065, fading: 14.5 },
  { ms: 110, hertz: 1176, loudness: 0.26, fading: 5.5 },
  { ms: 110, lengthMs: 300, hertz: 1176 * 2.76, loudness: 0.065, fading: 14.5 },
];

/** Enough for the highest note, and a quarter of what music would take. */
const rate = 12_000;

function waveOf(seconds: number, notes: readonly Note[]): Float32Array<ArrayBuffer> {
  const wave = new Float32Array(Math.ceil(seconds * rate));
  for (const note of notes) ring(wave, note);
  return wave;
}

/** Adds a note. Each height follows from the two before it: no sine and no power for each of many thousands. */
function ring(wave: Float32Array, note: Note): void {
  const { ms, hertz, loudness, fading, lengthMs = Infinity } = note;
  const angle = (2 * Math.PI * hertz) / rate;
  const fall = Math.exp(-fading / rate);
  const [first, second] = [2 * fall * Math.cos(angle), fall ** 2];
  let before = 0;
  let height = loudness * fall * Math.sin(angle);
  const start = Math.round((ms / 1000) * rate) + 1;
  const end = Math.min(wave.length, start + (lengthMs / 1000) * rate);
  for (let index = start; index < end; index += 1) {
    wave[index] = (wave[index] ?? 0) + height;
    const next = first * height - second * before;
    before = height;
    height = next;
  }
}

/** A knock is shorter than the shortest pause between two, so that one never runs into the next. */
const knockSeconds = 0.02;
/** How many loudnesses there are: an ear tells no more apart. */
const loudnesses = 8;

/**
 * All knocks as one sound: a node and an event for each of hundreds would cost the phone the smooth start. They are
 * copied into their places whole, not added up height by height.
 */
function stripOf(knocks: readonly Tick[]): Float32Array<ArrayBuffer> {
  const full = waveOf(knockSeconds, tick);
  const made = new Map<number, Float32Array<ArrayBuffer>>();
  const last = knocks.at(-1)?.ms ?? 0;
  const strip = new Float32Array(Math.ceil((last / 1000) * rate) + full.length + 1);
  for (const { ms, loudness } of knocks) {
    const level = Math.ceil(loudness * loudnesses) / loudnesses;
    const one = made.get(level) ?? full.map((height) => height * level);
    made.set(level, one);
    strip.set(one, Math.round((ms / 1000) * rate));
  }
  return strip;
}
