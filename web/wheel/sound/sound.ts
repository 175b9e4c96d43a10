import {
  type Celebration,
  celebrationPatterns,
  pressPattern,
  spinPattern,
  vibrate as vibratePhone,
  type Vibrate,
} from './haptics.ts';
import { withMinimumGap, type PegPass } from '../motion/pointer.ts';
import {
  celebrationSamples,
  loadVoice,
  plainVoice,
  sampleRate,
  sealSamples,
  tickSamples,
  type Samples,
  type Tick,
  type Voice,
} from './samples.ts';
import { attempt } from '../../optional.ts';

export interface AudibleTurn {
  readonly passes: readonly PegPass[];
  /** Vibrates, unlike the wait before it. */
  readonly isSpin: boolean;
  elapsedMs(): number;
}

export interface WheelSound {
  /** Opens the speaker in advance, and fetches the campaign's sounds. */
  prepare(): void;
  /** Only within a press: browsers allow sound only there. */
  unlock(): void;
  /** Something was snapped, stirred or popped. */
  open(): void;
  start(turn: AudibleTurn): void;
  /** As the wheel stops. */
  celebrate(celebration: Celebration): void;
  /** As the seal lands on the ticket: the last sound. */
  seal(): void;
  stop(): void;
  suspend(): void;
  setMuted(isMuted: boolean): void;
  close(): void;
}

/** Closer ticks would sound like a tone, not a rattle. */
const gapMs = 20;

export function createWheelSound(
  startsMuted: boolean,
  open: (onChange: () => void) => Speaker | undefined,
  vibrate: Vibrate = vibratePhone,
): WheelSound {
  let isMuted = startsMuted;
  let speaker: Speaker | undefined;
  let turn: AudibleTurn | undefined;

  /** Called again when sound is unmuted or becomes available during a spin. */
  const playTicks = (): void => {
    speaker?.stop();
    if (speaker?.isRunning() !== true || turn === undefined || isMuted) return;
    const startTime = speaker.currentTime() - speaker.latency() - turn.elapsedMs() / 1000;
    speaker.playTicks(ticksOf(turn.passes), startTime);
  };
  // What is heard after a turn goes on.
  const opened = () => (speaker ??= open(() => turn && playTicks()));
  const vibrateTurn = (): void => {
    if (turn?.isSpin !== true || isMuted) return;
    vibrate(spinPattern(turn.passes, turn.elapsedMs()));
  };
  const resume = () => isMuted || opened()?.resume();
  const stop = (): void => {
    if (turn?.isSpin === true) vibrate([]);
    turn = undefined;
    speaker?.stop();
  };

  return {
    prepare: () => {
      if (isMuted || speaker) return;
      opened()?.suspend();
    },
    unlock: () => {
      resume();
      if (!isMuted && !turn) vibrate(pressPattern);
    },
    open: () => isMuted || speaker?.playStop(),
    start: (started) => {
      turn = started;
      playTicks();
      vibrateTurn();
    },
    celebrate: (celebration) => {
      turn = undefined;
      if (isMuted) return speaker?.suspend();
      speaker?.stop();
      vibrate(celebrationPatterns[celebration]);
      if (speaker?.isRunning() === true) speaker.playCelebration(celebration);
    },
    seal: () => isMuted || speaker?.playSeal(),
    stop,
    suspend: () => {
      stop();
      speaker?.suspend();
    },
    setMuted: (muted) => {
      isMuted = muted;
      resume();
      playTicks();
      if (muted) vibrate([]);
      else vibrateTurn();
    },
    close: () => {
      stop();
      speaker?.close();
      speaker = undefined;
    },
  };
}

export function ticksOf(passes: readonly PegPass[]): Tick[] {
  const spaced = withMinimumGap(passes, gapMs);
  return spaced.map(({ ms }, index) => {
    const pauseMs = ms - (spaced[index - 1]?.ms ?? -Infinity);
    return { ms, loudness: Math.min(1, 0.3 + pauseMs / 140) };
  });
}

// The speaker plays on Web Audio's clock, in seconds. Silent if the browser lacks or forbids audio.

export interface Speaker {
  isRunning(): boolean;
  currentTime(): number;
  latency(): number;
  playTicks(ticks: readonly Tick[], startTime: number): void;
  playCelebration(celebration: Celebration): void;
  /** Resumes for it: the celebration has ended. */
  playSeal(): void;
  /** Over whatever follows. */
  playStop(): void;
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
      return loaded && onChange();
    });
  }
  const play = (samples: Samples, startTime = context.currentTime): AudioBufferSourceNode => {
    const source = context.createBufferSource();
    source.buffer = context.createBuffer(1, samples.length, sampleRate);
    source.buffer.copyToChannel(samples, 0);
    source.connect(context.destination);
    const now = context.currentTime;
    source.start(Math.max(now, startTime), Math.max(0, now - startTime));
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
      const source = play(samples());
      playing = source;
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
        playing = play(tickSamples(ticks, voiceNow()), startTime);
      }),
    playCelebration: (celebration) => playAlone(() => celebrationSamples(celebration, voiceNow())),
    playSeal: () => playAlone(sealSamples),
    playStop: () => attempt(() => void play(voiceNow().stop)),
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
