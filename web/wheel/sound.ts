// What is heard and felt of a spin, in step with it: a tick for each peg that passes the pointer, all of them put on the
// audio clock as the wheel starts, a small bell when it rests, and the pulses of haptics.ts. Never waits for the sound,
// and never fails without it.
import { buzz as buzzPhone, pressPattern, spinPattern, type Buzz } from './haptics.ts';
import { withMinimumGap, type Motion, type PegPass } from './motion.ts';
import { openSpeaker, type Tick, type Speaker } from './speaker.ts';

/** A turn of the wheel as the sound needs it. */
export interface SoundingTurn {
  readonly motion: Motion;
  readonly strikes: readonly PegPass[];
  /** A wheel that is wound up says it, but does not shake the hand. */
  readonly isFelt: boolean;
  /** How far the turn has come, in ms. */
  elapsedMs(): number;
}

export interface WheelSound {
  /** To be called in the press that starts a spin: only there do browsers allow sound. */
  wake(): void;
  /** The wheel starts to turn. */
  begin(turn: SoundingTurn): void;
  /** The wheel has come to rest. */
  land(): void;
  /** The turn was withdrawn; another may follow. */
  stop(): void;
  /** None follows: the phone has nothing more to do. */
  sleep(): void;
  /** To be called in a press. In the middle of a turn the rest of it is heard and felt, or is not. */
  setMuted(isMuted: boolean): void;
  /** Gives the loudspeaker back. */
  close(): void;
}

/** Ticks closer than this are no rattle any more but a tone: the fast first half is one steady rattle. */
const gapMs = 20;

export function createWheelSound(
  startsMuted: boolean,
  open = openSpeaker,
  buzz: Buzz = buzzPhone,
): WheelSound {
  let isMuted = startsMuted;
  let speaker: Speaker | undefined;
  let turn: SoundingTurn | undefined;

  const sayTicks = (): void => {
    speaker?.silence();
    if (speaker?.isOpen() !== true || turn === undefined || isMuted) return;
    const began = speaker.now() - speaker.lag() - turn.elapsedMs() / 1000;
    speaker.knock(ticksOf(turn.strikes), began);
  };
  const shake = (): void => {
    if (turn?.isFelt === true && !isMuted) {
      buzz(spinPattern(turn.motion, turn.strikes, turn.elapsedMs()));
    }
  };
  const wake = (): void => {
    if (isMuted) return;
    speaker ??= open(sayTicks);
    speaker?.wake();
  };
  const stop = (): void => {
    if (turn?.isFelt === true) buzz([]);
    turn = undefined;
    speaker?.silence();
  };

  return {
    wake: () => {
      wake();
      if (!isMuted) buzz(pressPattern);
    },
    begin: (begun) => {
      turn = begun;
      sayTicks();
      shake();
    },
    land: () => {
      turn = undefined;
      if (speaker?.isOpen() === true && !isMuted) speaker.bell();
      else speaker?.sleep();
    },
    stop,
    sleep: () => {
      stop();
      speaker?.sleep();
    },
    setMuted: (muted) => {
      isMuted = muted;
      wake();
      sayTicks();
      if (muted) buzz([]);
      else shake();
    },
    close: () => {
      stop();
      speaker?.close();
      speaker = undefined;
    },
  };
}

/** The ticks of a turn: soft while they come thick and fast, plain when each is waited for. */
export function ticksOf(strikes: readonly PegPass[]): Tick[] {
  const ticks = withMinimumGap(strikes, gapMs);
  return ticks.map(({ ms }, index) => {
    const pauseMs = ms - (ticks[index - 1]?.ms ?? -Infinity);
    return { ms, loudness: Math.min(1, 0.3 + pauseMs / 180) };
  });
}
