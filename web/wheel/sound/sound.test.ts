import { describe, expect, test } from 'vitest';
import { pegAngles, restRotation, segmentArcs } from '../motion/geometry.ts';
import { celebrationPatterns, pressPattern, spinPattern } from './haptics.ts';
import { spinMotion, spinMs } from '../motion/motion.ts';
import { pegPasses } from '../motion/pointer.ts';
import { createWheelSound, ticksOf } from './sound.ts';
import type { Speaker } from './speaker.ts';
import type { Tick } from './synthesizer.ts';

const pegs = pegAngles(segmentArcs([{ angle: 60 }, { angle: 180 }, { angle: 300 }]));
const motion = spinMotion(0, restRotation(180));
const passes = pegPasses(motion, pegs);
const turnAt = (elapsedMs: number) => ({
  motion,
  passes,
  isSpin: true,
  elapsedMs: () => elapsedMs,
});
const all = ticksOf(passes);

type Given = { isRunning?: boolean; now?: number; latency?: number };

function recorders({ isRunning = true, now = 100, latency = 0 }: Given = {}) {
  const heard = {
    isRunning,
    now,
    opened: 0,
    closed: 0,
    resumed: 0,
    suspended: 0,
    bells: [] as string[],
    seals: 0,
    stops: 0,
    playing: undefined as { ticks: readonly Tick[]; startTime: number } | undefined,
    change: () => {},
  };
  const open = (onChange: () => void): Speaker => {
    heard.opened += 1;
    heard.change = onChange;
    const stop = () => {
      heard.stops += 1;
      heard.playing = undefined;
    };
    return {
      isRunning: () => heard.isRunning,
      currentTime: () => heard.now,
      latency: () => latency,
      playTicks: (ticks, startTime) => (heard.playing = { ticks, startTime }),
      playCelebration: (celebration) => {
        stop();
        heard.bells.push(celebration);
      },
      playSeal: () => (heard.seals += 1),
      stop,
      suspend: () => {
        stop();
        heard.suspended += 1;
      },
      resume: () => (heard.resumed += 1),
      close: () => (heard.closed += 1),
    };
  };
  const vibrations: (readonly number[])[] = [];
  return {
    heard,
    open,
    vibrations,
    vibrate: (pattern: readonly number[]) => vibrations.push(pattern),
  };
}

function unlocked(given?: Given) {
  const recorder = recorders(given);
  const sound = createWheelSound(false, recorder.open, recorder.vibrate);
  sound.unlock();
  return { ...recorder, sound };
}

describe('the sound', () => {
  test('[WHL-5] schedules all ticks of a turn on the audio clock as it starts', () => {
    const { sound, heard } = unlocked();
    sound.start(turnAt(0));
    expect(heard.playing).toEqual({ ticks: all, startTime: 100 });
    expect(heard.bells).toEqual([]);
  });

  test('[WHL-5] joins a turn in progress, earlier by the latency of headphones', () => {
    const { sound, heard } = unlocked({ latency: 0.2 });
    sound.start(turnAt(3000));
    expect(heard.playing?.startTime).toBeCloseTo(100 - 3 - 0.2, 9);
  });

  test('[WHL-5] has ticks too far apart for a tone, soft at first and loud at the end', () => {
    const pauses = all.slice(1).map(({ ms }, index) => ms - (all[index]?.ms ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThan(19.999);
    expect(all.length).toBeLessThan(passes.length);
    expect(all.at(-1)?.ms).toBeLessThan(spinMs);
    expect(all[100]?.loudness).toBeLessThan(0.5);
    expect(all.at(-1)?.loudness).toBe(1);
    for (const { loudness } of all) expect(loudness).toBeLessThanOrEqual(1);
  });

  test('[WHL-5] strikes the bell of the celebration as it stops, also without a turn before it, and taps the seal', () => {
    const { sound, heard } = unlocked();
    sound.start(turnAt(0));
    sound.celebrate('most');
    expect([heard.playing, heard.bells, heard.seals]).toEqual([undefined, ['most'], 0]);
    sound.seal();
    const stops = heard.stops;
    // The speaker runs again for the seal.
    heard.change();
    expect([heard.seals, heard.suspended, heard.stops - stops]).toEqual([1, 0, 0]);
    const calm = unlocked();
    calm.sound.celebrate('little');
    expect(calm.heard.bells).toEqual(['little']);
  });

  test('[WHL-5] is silent for the rest of a turn once muted, and heard again once unmuted', () => {
    const { sound, heard } = unlocked();
    let elapsed = 0;
    sound.start({ ...turnAt(0), elapsedMs: () => elapsed });
    heard.now = 102;
    elapsed = 2000;
    sound.setMuted(true);
    expect(heard.playing).toBe(undefined);
    heard.now = 103;
    elapsed = 3000;
    sound.setMuted(false);
    expect(heard.playing).toEqual({ ticks: all, startTime: 100 });
  });

  test('[WHL-5] starts in the middle of the turn if the browser allows it late', () => {
    const { sound, heard } = unlocked({ isRunning: false });
    let elapsed = 0;
    sound.start({ ...turnAt(0), elapsedMs: () => elapsed });
    expect(heard.playing).toBe(undefined);
    elapsed = 1500;
    heard.isRunning = true;
    heard.change();
    expect(heard.playing?.startTime).toBe(98.5);
  });
});

describe('before the press', () => {
  test('[WHL-5] the speaker is opened once and sleeps until the press', () => {
    const { open, vibrate, vibrations, heard } = recorders();
    const sound = createWheelSound(false, open, vibrate);
    sound.prepare();
    sound.prepare();
    expect([heard.opened, heard.suspended, heard.resumed]).toEqual([1, 1, 0]);
    expect(vibrations).toEqual([]);
    sound.unlock();
    expect([heard.opened, heard.resumed]).toEqual([1, 1]);
  });

  test('[WHL-5] one that cannot be opened yet is opened by the press', () => {
    const { open, vibrate, heard } = recorders();
    let isAllowed = false;
    const openIfAllowed = (onChange: () => void) => (isAllowed ? open(onChange) : undefined);
    const sound = createWheelSound(false, openIfAllowed, vibrate);
    sound.prepare();
    expect(heard.opened).toBe(0);
    isAllowed = true;
    sound.unlock();
    expect([heard.opened, heard.resumed]).toEqual([1, 1]);
  });
});

describe('silence', () => {
  test('[WHL-5] muted, nothing sounds or vibrates and no speaker is opened', () => {
    const { open, vibrate, vibrations, heard } = recorders();
    const sound = createWheelSound(true, open, vibrate);
    sound.prepare();
    sound.unlock();
    sound.start(turnAt(0));
    sound.celebrate('most');
    sound.seal();
    expect(heard.opened).toBe(0);
    expect(vibrations.flat()).toEqual([]);
  });

  test('[WHL-5] without audio, or with audio forbidden, there is no error', () => {
    const forbidden = unlocked({ isRunning: false });
    forbidden.sound.start(turnAt(0));
    forbidden.sound.celebrate('most');
    expect([forbidden.heard.playing, forbidden.heard.bells]).toEqual([undefined, []]);
    const { vibrate } = recorders();
    const none = createWheelSound(false, () => undefined, vibrate);
    none.unlock();
    none.start(turnAt(0));
    none.setMuted(true);
    none.setMuted(false);
    none.celebrate('most');
    none.seal();
    none.suspend();
    none.close();
    expect(forbidden.heard.resumed).toBe(1);
  });

  test('[WHL-5] a cancelled spin is silent at once, and leaving closes the speaker', () => {
    const { sound, heard } = unlocked();
    sound.start(turnAt(0));
    sound.stop();
    expect(heard.playing).toBe(undefined);
    heard.change();
    expect(heard.playing).toBe(undefined);
    sound.start(turnAt(0));
    sound.close();
    expect(heard.playing).toBe(undefined);
    expect(heard.closed).toBe(1);
    sound.unlock();
    expect(heard.opened).toBe(2);
  });

  test('[WHL-5] the speaker is suspended when no turn follows, also after a win that is muted', () => {
    const { sound, heard } = unlocked();
    sound.start(turnAt(0));
    sound.suspend();
    expect([heard.playing, heard.suspended]).toEqual([undefined, 1]);
    sound.start(turnAt(0));
    sound.setMuted(true);
    sound.celebrate('most');
    sound.seal();
    expect([heard.bells, heard.suspended]).toEqual([[], 2]);
  });
});

describe('the vibration', () => {
  test('[WHL-8] is for the press and the spin, not for the wind-up, and ends when the spin is cancelled', () => {
    const { sound, vibrations } = unlocked();
    expect(vibrations).toEqual([pressPattern]);
    sound.start({ ...turnAt(0), isSpin: false });
    sound.stop();
    expect(vibrations).toHaveLength(1);
    sound.start(turnAt(0));
    expect(vibrations[1]).toEqual(spinPattern(passes));
    sound.stop();
    expect(vibrations[2]).toEqual([]);
    sound.celebrate('more');
    expect(vibrations[3]).toEqual(celebrationPatterns.more);
  });

  test('[WHL-5][WHL-8] ends once muted', () => {
    const { sound, vibrations } = unlocked();
    sound.start(turnAt(0));
    sound.setMuted(true);
    expect(vibrations.at(-1)).toEqual([]);
    sound.setMuted(false);
    expect(vibrations.at(-1)).toEqual(spinPattern(passes));
  });
});
