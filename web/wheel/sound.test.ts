// When the sound of a spin is struck, and when the hand feels it, on a loudspeaker and a phone that only note it.
import { describe, expect, test } from 'vitest';
import { pegAngles, restRotation, segmentArcs } from './geometry.ts';
import { pressPattern, spinPattern } from './haptics.ts';
import { spinMotion, spinMs, pegPasses } from './motion.ts';
import { createWheelSound, ticksOf } from './sound.ts';
import type { Tick, Speaker } from './speaker.ts';

const pegs = pegAngles(segmentArcs([{ angle: 60 }, { angle: 180 }, { angle: 300 }]));
const motion = spinMotion(0, restRotation(180));
const strikes = pegPasses(motion, pegs);
const turnAt = (elapsedMs: number) => ({
  motion,
  strikes,
  isFelt: true,
  elapsedMs: () => elapsedMs,
});
const all = ticksOf(strikes);

type Given = { isOpen?: boolean; now?: number; lag?: number };

/** `playing` is what sounds, or will, if nothing takes it back. */
function speakers({ isOpen = true, now = 100, lag = 0 }: Given = {}) {
  const heard = {
    isOpen,
    now,
    opened: 0,
    closed: 0,
    woken: 0,
    asleep: 0,
    bells: 0,
    playing: undefined as { knocks: readonly Tick[]; began: number } | undefined,
    change: () => {},
  };
  const open = (onChange: () => void): Speaker => {
    heard.opened += 1;
    heard.change = onChange;
    const silence = () => (heard.playing = undefined);
    return {
      isOpen: () => heard.isOpen,
      now: () => heard.now,
      lag: () => lag,
      knock: (knocks, began) => (heard.playing = { knocks, began }),
      bell: () => {
        silence();
        heard.bells += 1;
      },
      silence,
      sleep: () => {
        silence();
        heard.asleep += 1;
      },
      wake: () => (heard.woken += 1),
      close: () => (heard.closed += 1),
    };
  };
  const buzzes: (readonly number[])[] = [];
  return { heard, open, buzzes, buzz: (pattern: readonly number[]) => buzzes.push(pattern) };
}

function awake(given?: Given) {
  const speaker = speakers(given);
  const sound = createWheelSound(false, speaker.open, speaker.buzz);
  sound.wake();
  return { ...speaker, sound };
}

describe('what is heard', () => {
  test('[WHL-5] all ticks of a turn are put on the audio clock as it starts, in step with the wheel', () => {
    const { sound, heard } = awake();
    sound.begin(turnAt(0));
    expect(heard.playing).toEqual({ knocks: all, began: 100 });
    expect(heard.bells).toBe(0);
  });

  test('[WHL-5] a turn that has begun already is heard from where it is, and early by slow headphones', () => {
    const { sound, heard } = awake({ lag: 0.2 });
    sound.begin(turnAt(3000));
    expect(heard.playing?.began).toBeCloseTo(100 - 3 - 0.2, 9);
  });

  test('[WHL-5] the ticks are far enough apart to be no tone, soft at first, and plain in the end', () => {
    const pauses = all.slice(1).map(({ ms }, index) => ms - (all[index]?.ms ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThan(19.999);
    expect(all.length).toBeLessThan(strikes.length);
    expect(all.at(-1)?.ms).toBeLessThan(spinMs);
    expect(all[100]?.loudness).toBeLessThan(0.5);
    expect(all.at(-1)?.loudness).toBe(1);
    for (const { loudness } of all) expect(loudness).toBeLessThanOrEqual(1);
  });

  test('[WHL-5] the rest is a sound of its own, also without a turn before it, and ends the ticks', () => {
    const { sound, heard } = awake();
    sound.begin(turnAt(0));
    sound.land();
    expect(heard.bells).toBe(1);
    expect(heard.playing).toBe(undefined);
    heard.change();
    expect(heard.playing).toBe(undefined);
    const calm = awake();
    calm.sound.land();
    expect(calm.heard.bells).toBe(1);
  });

  test('[WHL-5] muted in the middle the rest of the turn is silent; unmuted it is heard again', () => {
    const { sound, heard } = awake();
    let elapsed = 0;
    sound.begin({ ...turnAt(0), elapsedMs: () => elapsed });
    heard.now = 102;
    elapsed = 2000;
    sound.setMuted(true);
    expect(heard.playing).toBe(undefined);
    heard.now = 103;
    elapsed = 3000;
    sound.setMuted(false);
    expect(heard.playing).toEqual({ knocks: all, began: 100 });
  });

  test('[WHL-5] a browser that allows sound late joins in where the wheel is', () => {
    const { sound, heard } = awake({ isOpen: false });
    let elapsed = 0;
    sound.begin({ ...turnAt(0), elapsedMs: () => elapsed });
    expect(heard.playing).toBe(undefined);
    elapsed = 1500;
    heard.isOpen = true;
    heard.change();
    expect(heard.playing?.began).toBe(98.5);
  });
});

describe('silence', () => {
  test('[WHL-5] muted, nothing sounds or shakes and no loudspeaker is asked for', () => {
    const { open, buzz, buzzes, heard } = speakers();
    const sound = createWheelSound(true, open, buzz);
    sound.wake();
    sound.begin(turnAt(0));
    sound.land();
    expect(heard.opened).toBe(0);
    expect(buzzes.flat()).toEqual([]);
  });

  test('[WHL-5] where sound is forbidden or missing there is none, and no error', () => {
    const forbidden = awake({ isOpen: false });
    forbidden.sound.begin(turnAt(0));
    forbidden.sound.land();
    expect([forbidden.heard.playing, forbidden.heard.bells]).toEqual([undefined, 0]);
    const { buzz } = speakers();
    const none = createWheelSound(false, () => undefined, buzz);
    none.wake();
    none.begin(turnAt(0));
    none.setMuted(true);
    none.setMuted(false);
    none.land();
    none.sleep();
    none.close();
    expect(forbidden.heard.woken).toBe(1);
  });

  test('[WHL-5] a spin that is withdrawn is silent at once, and leaving gives the loudspeaker back', () => {
    const { sound, heard } = awake();
    sound.begin(turnAt(0));
    sound.stop();
    expect(heard.playing).toBe(undefined);
    heard.change();
    expect(heard.playing).toBe(undefined);
    sound.begin(turnAt(0));
    sound.close();
    expect(heard.playing).toBe(undefined);
    expect(heard.closed).toBe(1);
    sound.wake();
    expect(heard.opened).toBe(2);
  });

  test('[WHL-5] the loudspeaker sleeps when nothing follows, also after a rest that nobody hears', () => {
    const { sound, heard } = awake();
    sound.begin(turnAt(0));
    sound.sleep();
    expect([heard.playing, heard.asleep]).toEqual([undefined, 1]);
    sound.begin(turnAt(0));
    sound.setMuted(true);
    sound.land();
    expect([heard.bells, heard.asleep]).toEqual([0, 2]);
  });
});

describe('the hand', () => {
  test('[WHL-8] feels the press, the spin and not the winding up, and nothing of what is withdrawn', () => {
    const { sound, buzzes } = awake();
    expect(buzzes).toEqual([pressPattern]);
    sound.begin({ ...turnAt(0), isFelt: false });
    sound.stop();
    expect(buzzes).toHaveLength(1);
    sound.begin(turnAt(0));
    expect(buzzes[1]).toEqual(spinPattern(motion, strikes));
    sound.stop();
    expect(buzzes[2]).toEqual([]);
  });

  test('[WHL-5][WHL-8] feels nothing more once it is muted', () => {
    const { sound, buzzes } = awake();
    sound.begin(turnAt(0));
    sound.setMuted(true);
    expect(buzzes.at(-1)).toEqual([]);
    sound.setMuted(false);
    expect(buzzes.at(-1)).toEqual(spinPattern(motion, strikes));
  });
});
