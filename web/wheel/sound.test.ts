// When the sound of a spin is struck, on a loudspeaker that only notes it.
import { expect, test } from 'vitest';
import { pegAngles, restAngle, sectors } from './geometry.ts';
import { spinMs, tickTimes } from './motion.ts';
import { createWheelSound, ticksOf } from './sound.ts';
import type { Speaker, Stroke } from './speaker.ts';

const pegs = pegAngles(sectors([{ angle: 60 }, { angle: 180 }, { angle: 300 }]));
const to = restAngle(180);
const turnAt = (elapsedMs: number) => ({ from: 0, to, pegs, elapsedMs: () => elapsedMs });
const all = ticksOf({ from: 0, to, pegs });

type Given = { isOpen?: boolean; now?: number; lag?: number };

function speakers({ isOpen = true, now = 100, lag = 0 }: Given = {}) {
  const heard = { isOpen, now, opened: 0, closed: 0, resumed: 0, change: () => {} };
  let struck: { stroke: Stroke; at: number; loudness: number }[] = [];
  const open = (onChange: () => void): Speaker => {
    heard.opened += 1;
    heard.change = onChange;
    return {
      isOpen: () => heard.isOpen,
      now: () => heard.now,
      lag: () => lag,
      strike: (stroke, at, loudness) => struck.push({ stroke, at, loudness }),
      silence: () => {
        struck = struck.filter(({ at }) => at < heard.now);
      },
      resume: () => (heard.resumed += 1),
      close: () => (heard.closed += 1),
    };
  };
  return { heard, open, struck: (stroke: Stroke) => struck.filter((own) => own.stroke === stroke) };
}

function awake(given?: Given) {
  const speaker = speakers(given);
  const sound = createWheelSound(false, speaker.open);
  sound.wake();
  return { ...speaker, sound };
}

test('[WHL-5] all ticks of a turn are put on the audio clock as it starts, in step with the wheel', () => {
  const { sound, struck } = awake();
  sound.begin(turnAt(0));
  expect(struck('tick').map(({ at }) => at)).toEqual(all.map(({ ms }) => 100 + ms / 1000));
  expect(struck('landing')).toEqual([]);
});

test('[WHL-5] a turn that has begun already is heard from where it is', () => {
  const { sound, struck } = awake();
  sound.begin(turnAt(3000));
  const left = all.filter(({ ms }) => ms >= 3000);
  expect(left.length).toBeLessThan(all.length);
  expect(struck('tick').map(({ at }) => at)).toEqual(
    left.map(({ ms }) => 100 + (ms - 3000) / 1000),
  );
});

test('[WHL-5] slow headphones get their ticks earlier', () => {
  const { sound, struck } = awake({ lag: 0.2 });
  sound.begin(turnAt(0));
  const left = all.filter(({ ms }) => ms >= 200);
  expect(struck('tick')).toHaveLength(left.length);
  expect(struck('tick').at(-1)?.at).toBeCloseTo(100 - 0.2 + (left.at(-1)?.ms ?? 0) / 1000, 9);
});

test('[WHL-5] the ticks are far enough apart to be no tone, soft at first, and plain in the end', () => {
  const pauses = all.slice(1).map(({ ms }, index) => ms - (all[index]?.ms ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThan(11.999);
  expect(all.length).toBeLessThan(tickTimes(0, to, pegs).length);
  expect(all.at(-1)?.ms).toBeLessThan(spinMs);
  expect(all[0]?.loudness).toBeLessThan(0.5);
  expect(all.at(-1)?.loudness).toBe(1);
  for (const { loudness } of all) expect(loudness).toBeLessThanOrEqual(1);
});

test('[WHL-5] the rest is a sound of its own, also without a turn before it, and ends the ticks', () => {
  const { sound, struck, heard } = awake();
  sound.begin(turnAt(0));
  heard.now = 101;
  sound.land();
  expect(struck('landing')).toEqual([{ stroke: 'landing', at: 101, loudness: 1 }]);
  expect(struck('tick').every(({ at }) => at < 101)).toBe(true);
  const calm = awake();
  calm.sound.land();
  expect(calm.struck('landing')).toHaveLength(1);
  expect(calm.struck('tick')).toEqual([]);
});

test('[WHL-5] muted, nothing sounds and no loudspeaker is asked for', () => {
  const { open, struck, heard } = speakers();
  const sound = createWheelSound(true, open);
  sound.wake();
  sound.begin(turnAt(0));
  sound.land();
  expect(heard.opened).toBe(0);
  expect([...struck('tick'), ...struck('landing')]).toEqual([]);
});

test('[WHL-5] muted in the middle the rest of the turn is silent; unmuted it is heard again', () => {
  const { sound, struck, heard } = awake();
  let elapsed = 0;
  sound.begin({ ...turnAt(0), elapsedMs: () => elapsed });
  heard.now = 102;
  elapsed = 2000;
  sound.setMuted(true);
  expect(struck('tick').every(({ at }) => at < 102)).toBe(true);
  heard.now = 103;
  elapsed = 3000;
  sound.setMuted(false);
  const left = all.filter(({ ms }) => ms >= 3000);
  expect(struck('tick').filter(({ at }) => at >= 103)).toHaveLength(left.length);
});

test('[WHL-5] a browser that allows sound late joins in where the wheel is', () => {
  const { sound, struck, heard } = awake({ isOpen: false });
  let elapsed = 0;
  sound.begin({ ...turnAt(0), elapsedMs: () => elapsed });
  expect(struck('tick')).toEqual([]);
  elapsed = 1500;
  heard.isOpen = true;
  heard.change();
  expect(struck('tick')).toHaveLength(all.filter(({ ms }) => ms >= 1500).length);
});

test('[WHL-5] where sound is forbidden or missing there is silence and no error', () => {
  const forbidden = awake({ isOpen: false });
  forbidden.sound.begin(turnAt(0));
  forbidden.sound.land();
  expect([...forbidden.struck('tick'), ...forbidden.struck('landing')]).toEqual([]);
  const none = createWheelSound(false, () => undefined);
  none.wake();
  none.begin(turnAt(0));
  none.setMuted(true);
  none.setMuted(false);
  none.land();
  none.close();
  expect(forbidden.heard.resumed).toBe(1);
});

test('[WHL-5] a spin that is withdrawn is silent at once, and leaving gives the loudspeaker back', () => {
  const { sound, struck, heard } = awake();
  sound.begin(turnAt(0));
  sound.stop();
  expect(struck('tick')).toEqual([]);
  heard.change();
  expect(struck('tick')).toEqual([]);
  sound.begin(turnAt(0));
  sound.close();
  expect(struck('tick')).toEqual([]);
  expect(heard.closed).toBe(1);
  sound.wake();
  expect(heard.opened).toBe(2);
});
