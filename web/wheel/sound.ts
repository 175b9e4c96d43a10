// What is heard of a spin, in step with it: a tick for each peg that passes the pointer, all of them put on the audio
// clock as the wheel starts, and a small bell when it rests. Never waits for the sound, and never fails without it.
import { spaced, tickTimes } from './motion.ts';
import { openSpeaker, type Speaker } from './speaker.ts';

/** A turn of the wheel as the sound needs it: rotations and pegs in degrees. */
export interface SoundingTurn {
  readonly from: number;
  readonly to: number;
  readonly pegs: readonly number[];
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
  /** The spin was withdrawn. */
  stop(): void;
  /** To be called in a press. In the middle of a turn the rest of it is heard, or is not. */
  setMuted(isMuted: boolean): void;
  /** Gives the loudspeaker back. */
  close(): void;
}

/** Ticks closer than this are no rattle any more but a tone: the fast first half is one steady rattle. */
const gapMs = 12;

export function createWheelSound(startsMuted: boolean, open = openSpeaker): WheelSound {
  let isMuted = startsMuted;
  let speaker: Speaker | undefined;
  let turn: SoundingTurn | undefined;

  const sayTicks = (): void => {
    speaker?.silence();
    if (speaker?.isOpen() !== true || turn === undefined || isMuted) return;
    const now = speaker.now();
    const began = now - speaker.lag() - turn.elapsedMs() / 1000;
    for (const { ms, loudness } of ticksOf(turn)) {
      const at = began + ms / 1000;
      if (at >= now) speaker.strike('tick', at, loudness);
    }
  };
  const wake = (): void => {
    if (isMuted) return;
    speaker ??= open(sayTicks);
    speaker?.resume();
  };
  const stop = (): void => {
    turn = undefined;
    speaker?.silence();
  };

  return {
    wake,
    begin: (begun) => {
      turn = begun;
      sayTicks();
    },
    land: () => {
      stop();
      if (speaker?.isOpen() === true && !isMuted) speaker.strike('landing', speaker.now(), 1);
    },
    stop,
    setMuted: (muted) => {
      isMuted = muted;
      wake();
      sayTicks();
    },
    close: () => {
      stop();
      speaker?.close();
      speaker = undefined;
    },
  };
}

/** The ticks of a turn: soft while they come thick and fast, plain when each is waited for. */
export function ticksOf({ from, to, pegs }: Pick<SoundingTurn, 'from' | 'to' | 'pegs'>) {
  const times = spaced(tickTimes(from, to, pegs), gapMs);
  return times.map((ms, index) => {
    const pauseMs = ms - (times[index - 1] ?? 0);
    return { ms, loudness: Math.min(1, 0.3 + pauseMs / 180) };
  });
}
