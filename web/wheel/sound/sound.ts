import {
  type Celebration,
  celebrationPatterns,
  pressPattern,
  spinPattern,
  vibrate as vibratePhone,
  type Vibrate,
} from './haptics.ts';
import type { Motion } from '../motion/motion.ts';
import { withMinimumGap, type PegPass } from '../motion/pointer.ts';
import type { Speaker } from './speaker.ts';
import type { Tick } from './synthesizer.ts';

export interface AudibleTurn {
  readonly motion: Motion;
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
  /** What is heard after a turn goes on. */
  const onChange = (): void => {
    if (turn) playTicks();
  };
  const vibrateTurn = (): void => {
    if (turn?.isSpin !== true || isMuted) return;
    vibrate(spinPattern(turn.passes, turn.elapsedMs()));
  };
  const resume = (): void => {
    if (isMuted) return;
    (speaker ??= open(onChange))?.resume();
  };
  const stop = (): void => {
    if (turn?.isSpin === true) vibrate([]);
    turn = undefined;
    speaker?.stop();
  };

  return {
    prepare: () => {
      if (isMuted || speaker) return;
      speaker = open(onChange);
      speaker?.suspend();
    },
    unlock: () => {
      resume();
      if (!isMuted) vibrate(pressPattern);
    },
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
