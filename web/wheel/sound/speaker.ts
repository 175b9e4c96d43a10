// Plays on Web Audio's clock, in seconds. Silent if the browser lacks or forbids audio.
import { attempt } from '../../optional.ts';
import type { Celebration } from './haptics.ts';
import {
  celebrationSamples,
  plainVoice,
  sealSamples,
  tickSamples,
  type Tick,
} from './synthesizer.ts';
import { loadVoice, sampleRate, type Samples, type Voice } from './voice.ts';

export interface Speaker {
  isRunning(): boolean;
  currentTime(): number;
  latency(): number;
  playTicks(ticks: readonly Tick[], startTime: number): void;
  playCelebration(celebration: Celebration): void;
  /** Resumes for it: the celebration has ended. */
  playSeal(): void;
  stop(): void;
  suspend(): void;
  resume(): void;
  close(): void;
}

/**
 * @param onChange when sound is available, or sounds otherwise from now on
 * @param sounds address of the campaign's, if it has any
 */
export function openSpeaker(onChange: () => void, sounds: string | undefined): Speaker | undefined {
  return attempt(() => {
    // Before the first press, browsers refuse and log a warning.
    const isTooEarly = 'userActivation' in navigator && !navigator.userActivation.hasBeenActive;
    return isTooEarly ? undefined : createSpeaker(new AudioContext(), onChange, sounds);
  });
}

function createSpeaker(
  context: AudioContext,
  onChange: () => void,
  sounds: string | undefined,
): Speaker {
  let playing: AudioBufferSourceNode | undefined;
  let voice: Voice | undefined;
  const voiceNow = () => (voice ??= plainVoice());
  if (sounds !== undefined) {
    void loadVoice(sounds).then((loaded) => {
      voice = loaded ?? voice;
      if (loaded && playing) onChange();
    });
  }
  const play = (samples: Samples, startTime: number): AudioBufferSourceNode => {
    const source = context.createBufferSource();
    source.buffer = context.createBuffer(1, samples.length, sampleRate);
    source.buffer.copyToChannel(samples, 0);
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
  const playAlone = (samples: () => Samples): void =>
    attempt(() => {
      stop();
      resume();
      const source = play(samples(), 0);
      source.addEventListener('ended', () => playing === source && attempt(suspend));
    });
  context.addEventListener('statechange', onChange);
  return {
    isRunning: () => attempt(() => context.state === 'running', false),
    currentTime: () => attempt(() => context.currentTime, 0),
    // Undefined in Safari.
    latency: () => attempt(() => context.outputLatency || 0, 0),
    playTicks: (ticks, startTime) =>
      attempt(() => {
        stop();
        play(tickSamples(ticks, voiceNow()), startTime);
      }),
    playCelebration: (celebration) => playAlone(() => celebrationSamples(celebration, voiceNow())),
    playSeal: () => playAlone(sealSamples),
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
