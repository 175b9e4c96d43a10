// Plays on Web Audio's clock, in seconds. Silent if the browser lacks or forbids audio.
import type { Kit, Motif } from '@inaam/campaigns/public/kit.ts';
import { attempt } from '../../optional.ts';
import type { Celebration } from './haptics.ts';
import { spinMs, windUpMs } from '../motion/motion.ts';
import {
  addHeldNote,
  motifSamples,
  sealSamples,
  sampleRate,
  silentSamples,
  tickSamples,
  type Tick,
} from './synthesizer.ts';

export interface Speaker {
  isRunning(): boolean;
  currentTime(): number;
  latency(): number;
  /** With the held note if they are those of a spin. */
  playTicks(ticks: readonly Tick[], startTime: number, isSpin: boolean): void;
  /** Computes all motifs, and the silence between ticks, which takes a slow phone over a frame. */
  prepare(): void;
  playMotif(celebration: Celebration): void;
  /** Resumes for it: the motif has ended. */
  playSeal(): void;
  stop(): void;
  suspend(): void;
  resume(): void;
  close(): void;
}

const celebrations = ['little', 'more', 'most'] as const satisfies readonly Celebration[];

/** @param sounds of the campaign */
export function openSpeaker(onChange: () => void, sounds: Kit['sounds']): Speaker | undefined {
  return attempt(() => {
    // Before the first press, browsers refuse and log a warning.
    const isTooEarly = 'userActivation' in navigator && !navigator.userActivation.hasBeenActive;
    return isTooEarly ? undefined : createSpeaker(new AudioContext(), onChange, sounds);
  });
}

const buffersOf = (context: AudioContext) => (samples: Float32Array<ArrayBuffer>) => {
  const buffer = context.createBuffer(1, samples.length, sampleRate);
  buffer.copyToChannel(samples, 0);
  return buffer;
};

function createSpeaker(
  context: AudioContext,
  onChange: () => void,
  { tick, motif }: Kit['sounds'],
): Speaker {
  let playing: AudioBufferSourceNode | undefined;
  const motifs = new Map<Celebration, AudioBuffer>();
  const bufferOf = buffersOf(context);
  const silences = createSilences(bufferOf, motif);
  const motifOf = (celebration: Celebration): AudioBuffer => {
    const made = motifs.get(celebration) ?? bufferOf(motifSamples(celebration, motif));
    motifs.set(celebration, made);
    return made;
  };
  const play = (buffer: AudioBuffer, startTime: number): AudioBufferSourceNode => {
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    const now = context.currentTime;
    source.start(Math.max(now, startTime), Math.max(0, now - startTime));
    playing = source;
    return source;
  };
  const stop = (): void => {
    playing?.stop();
    playing = undefined;
  };
  const suspend = (): void => {
    stop();
    context.suspend().catch(() => undefined);
  };
  const resume = () => void context.resume().catch(() => undefined);
  const playAlone = (buffer: () => AudioBuffer): void =>
    attempt(() => {
      stop();
      resume();
      const source = play(buffer(), 0);
      source.addEventListener('ended', () => playing === source && attempt(suspend));
    });
  context.addEventListener('statechange', onChange);
  return {
    isRunning: () => attempt(() => context.state === 'running', false),
    currentTime: () => attempt(() => context.currentTime, 0),
    // Undefined in Safari.
    latency: () => attempt(() => context.outputLatency || 0, 0),
    playTicks: (ticks, startTime, isSpin) =>
      attempt(() => {
        stop();
        const { samples, buffer } = silences.forTurn(ticks.at(-1)?.ms ?? 0, isSpin);
        buffer.copyToChannel(tickSamples(ticks, tick, samples), 0);
        play(buffer, startTime);
      }),
    prepare: () =>
      attempt(() => {
        for (const celebration of celebrations) motifOf(celebration);
        silences.prepare();
      }),
    playMotif: (celebration) => playAlone(() => motifOf(celebration)),
    playSeal: () => playAlone(() => bufferOf(sealSamples())),
    stop: () => attempt(stop),
    suspend: () => attempt(suspend),
    resume: () => attempt(resume),
    close: () =>
      attempt(() => {
        context.removeEventListener('statechange', onChange);
        context.close().catch(() => undefined);
      }),
  };
}

type Silence = {
  isSpin: boolean;
  ms: number;
  samples: Float32Array<ArrayBuffer>;
  buffer: AudioBuffer;
};

/** One per turn: its ticks are written into it. */
function createSilences(
  bufferOf: (samples: Float32Array<ArrayBuffer>) => AudioBuffer,
  motif: Motif,
) {
  const create = (ms: number, isSpin: boolean): Silence => {
    const samples = silentSamples(ms);
    if (isSpin) addHeldNote(samples, motif);
    return { isSpin, ms, samples, buffer: bufferOf(samples) };
  };
  let prepared: Silence[] = [];
  return {
    prepare: () => {
      prepared = [create(spinMs, true), create(windUpMs, false)];
    },
    /** At least as long as its ticks. */
    forTurn: (lastMs: number, isSpin: boolean): Silence => {
      const ms = isSpin ? spinMs : lastMs;
      const isFit = (one: Silence) => one.isSpin === isSpin && one.ms >= ms;
      const silence = prepared.find(isFit) ?? create(ms, isSpin);
      prepared = prepared.filter((one) => one !== silence);
      return silence;
    },
  };
}
