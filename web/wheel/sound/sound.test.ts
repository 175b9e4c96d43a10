import { afterEach, describe, expect, test, vi } from 'vitest';
import { pegAngles, restRotation, segmentArcs } from '../motion/geometry.ts';
import { celebrationOf, celebrationPatterns, pressPattern, spinPattern } from './haptics.ts';
import {
  celebrationSamples,
  plainVoice,
  sampleRate,
  samplesOf,
  tickSamples,
  voiceIn,
  type Tick,
  type Voice,
} from './samples.ts';
import { spinMotion, spinMs } from '../motion/motion.ts';
import { pegPasses } from '../motion/pointer.ts';
import { createWheelSound, openSpeaker, ticksOf, type Speaker } from './sound.ts';

const pegs = pegAngles(segmentArcs([{ angle: 60 }, { angle: 180 }, { angle: 300 }]));
const motion = spinMotion(0, restRotation(180));
const passes = pegPasses(motion, pegs);
const turnAt = (elapsedMs: number) => ({
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
      playStop: () => heard.bells.push('stop'),
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
    sound.open();
    sound.celebrate('most');
    expect([heard.playing, heard.bells, heard.seals]).toEqual([undefined, ['stop', 'most'], 0]);
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
    sound.open();
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

function pulses(pattern: readonly number[], from = 0) {
  let now = from;
  return pattern
    .map((length, index) => {
      const at = now;
      now += length;
      return { at, length, isPulse: index % 2 === 0 };
    })
    .filter(({ isPulse, length }) => isPulse && length > 0);
}

describe('the vibration of a spin', () => {
  test('[WHL-8] is a pulse for each of the last pegs, until the celebration begins with the stop', () => {
    const felt = pulses(spinPattern(passes));
    expect(felt.length + pressPattern.length).toBe(9);
    for (const [index, { at }] of felt.entries()) {
      expect(Math.abs(at - (passes.slice(-8)[index]?.ms ?? 0))).toBeLessThan(2);
    }
    for (const [stop = 0] of Object.values(celebrationPatterns)) {
      expect(stop).toBeGreaterThan(felt.at(-1)?.length ?? Number.NaN);
    }
  });

  test('[WHL-8] can start in the middle of the spin', () => {
    const all = pulses(spinPattern(passes));
    const from = (all[4]?.at ?? 0) - 10;
    const left = pulses(spinPattern(passes, from), from);
    expect(left).toHaveLength(all.length - 4);
    expect(Math.abs((left[0]?.at ?? 0) - (all[4]?.at ?? 0))).toBeLessThan(2);
    expect(spinPattern(passes, motion.durationMs)).toEqual([]);
  });

  test('[WHL-8] is none if no peg is slow', () => {
    expect(spinPattern([])).toEqual([]);
  });
});

/** The quantum in which Chromium detects silence. */
const blockLength = 128;
const loudest = (samples: Float32Array) =>
  samples.reduce((most, it) => Math.max(most, Math.abs(it)), 0);
const risesIn = (samples: Float32Array) =>
  samples.filter((it, at) => (samples[at - 1] ?? 0) < 0 && it >= 0).length;
const plain = plainVoice();

test('[WHL-5] between two ticks there is nothing to hear, but no silence of which the browser tells the page', () => {
  const tick = plain.tick.length;
  const ticks = [0, 1000].map((ms) => ({ ms, loudness: 1 }));
  const samples = tickSamples(ticks, plain);
  expect(loudest(samples.subarray(tick, samples.length - tick - 1))).toBeLessThan(2 ** -16);
  for (let start = 0; start < samples.length; start += blockLength) {
    const block = samples.subarray(start, start + blockLength);
    expect(block.some((sample) => sample !== 0)).toBe(true);
  }
});

test('[WHL-5] a tick is higher and louder the slower the wheel is, and the plain one over before the next', () => {
  const tick = (loudness: number) => tickSamples([{ ms: 0, loudness }], plain);
  const rises = (loudness: number) => risesIn(tick(loudness).subarray(0, samplesOf(10)));
  expect(rises(1)).toBeGreaterThan(rises(0.4));
  expect(loudest(tick(1))).toBeGreaterThan(2 * loudest(tick(0.4)));
  expect(loudest(tick(1))).toBeLessThan(1);
  expect(plain.tick.length).toBeLessThanOrEqual(samplesOf(20));
  expect(Math.abs(plain.tick.at(-1) ?? 1)).toBeLessThan(0.02);
});

/** Of a file: a click, a note that is struck, and a hum. Some decoders begin with a delay. */
function fileOf(delayMs: number, loudness = 0.8): Float32Array {
  const samples = new Float32Array(samplesOf(delayMs + 1650));
  const write = (fromMs: number, toMs: number, hertz: number) => {
    for (let at = samplesOf(fromMs); at < samplesOf(toMs); at += 1) {
      const wave = Math.cos((at * 2 * Math.PI * hertz) / sampleRate);
      samples[samplesOf(delayMs) + at] =
        loudness * wave * Math.exp((samplesOf(fromMs) - at) / 2000);
    }
  };
  write(0, 30, 3000);
  write(150, 450, 600);
  write(550, 1600, 100);
  return samples;
}

test.each([0, 46, 70])('[WHL-5] the three sounds of a file are found, %s ms late', (delayMs) => {
  const voice = voiceIn(fileOf(delayMs));
  const heard = (name: keyof Voice) => {
    const samples = voice?.[name] ?? new Float32Array();
    return [Math.round((samples.length / sampleRate) * 1000), risesIn(samples)];
  };
  expect([heard('tick'), heard('stop'), heard('win')]).toEqual([
    [30, 90],
    [400, 180],
    [1050, 105],
  ]);
});

test('[WHL-5] a file that is too short, or begins with silence, has no sounds', () => {
  expect(voiceIn(fileOf(0).subarray(0, samplesOf(1500)))).toBeUndefined();
  expect(voiceIn(fileOf(0, 0.05))).toBeUndefined();
  expect(voiceIn(fileOf(400))).toBeUndefined();
  expect(voiceIn(new Float32Array())).toBeUndefined();
});

test.each([
  ['the plain voice', plain],
  ['a file', voiceIn(fileOf(0)) ?? plain],
])(
  '[WHL-5][WHL-6] %s: the more, the longer and the more strikes, and all end before the reward’s screen',
  (_, voice) => {
    const all = (['little', 'more', 'most'] as const).map((one) => celebrationSamples(one, voice));
    const seconds = all.map((samples) => samples.length / sampleRate);
    expect(seconds[1]).toBeGreaterThan((seconds[0] ?? 0) + 0.25);
    expect(seconds[2]).toBeGreaterThan((seconds[1] ?? 0) + 0.25);
    expect(seconds[2]).toBeLessThan(1.5);
    for (const samples of all) {
      expect(loudest(samples)).toBeGreaterThan(0.2);
      expect(loudest(samples)).toBeLessThan(1);
      expect(samples.at(-1)).toBeCloseTo(0, 9);
    }
    const struck = all.map((samples) => risesIn(samples.subarray(0, samplesOf(85))));
    expect(new Set(struck).size).toBe(1);
    const second = all.map((samples) => loudest(samples.subarray(samplesOf(141), samplesOf(160))));
    expect(second[1]).not.toBeCloseTo(second[0] ?? 0, 2);
  },
);

test.each([
  [3, [3, 5, 10], 'little'],
  [5, [3, 5, 10], 'more'],
  [10, [3, 5, 10], 'most'],
  [20, [50, 5, 20, 10], 'more'],
  [50, [50, 5, 20, 10], 'most'],
  [3, [3], 'little'],
  // Amounts from the reserve may be on no face.
  [1, [3, 5], 'little'],
  [7, [3, 5], 'most'],
] as const)('%s of %j is celebrated: %s', (amount, amounts, celebration) => {
  expect(celebrationOf(amount, amounts)).toBe(celebration);
});

describe('the speaker', () => {
  function fakeAudio(file: Float32Array) {
    const played: { samples: Float32Array; when: number; offset: number }[] = [];
    const decoder = { decodeAudioData: () => Promise.resolve({ getChannelData: () => file }) };
    const context = {
      state: 'running',
      currentTime: 5,
      addEventListener: () => undefined,
      resume: () => Promise.resolve(),
      createBuffer: () => ({
        copyToChannel: (samples: Float32Array) => played.push({ samples, when: 0, offset: 0 }),
      }),
      createBufferSource: () => ({
        connect: () => undefined,
        stop: () => undefined,
        addEventListener: () => undefined,
        start: (when: number, offset: number) =>
          Object.assign(played.at(-1) ?? {}, { when, offset }),
      }),
    };
    vi.stubGlobal('AudioContext', function AudioContext() {
      return context;
    });
    vi.stubGlobal('OfflineAudioContext', function OfflineAudioContext() {
      return decoder;
    });
    return played;
  }
  const fetchOf = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(answer));
  afterEach(() => vi.unstubAllGlobals());

  test('[WHL-5] plays the plain voice at once, and the campaign’s as soon as it is there', async () => {
    const played = fakeAudio(fileOf(46));
    const file = Promise.withResolvers<Response>();
    fetchOf(() => file.promise);
    const changed = Promise.withResolvers<void>();
    const speaker = openSpeaker(changed.resolve, '/art/sounds.mp3');
    speaker?.playStop();
    file.resolve(new Response('mp3'));
    await changed.promise;
    speaker?.playStop();
    expect(played.map(({ samples }) => samples)).toEqual([plain.stop, voiceIn(fileOf(46))?.stop]);
  });

  test('[WHL-5] begins a celebration now, and ticks where their turn is', () => {
    const played = fakeAudio(fileOf(0));
    const speaker = openSpeaker(() => undefined, undefined);
    speaker?.playCelebration('most');
    speaker?.playTicks([{ ms: 900, loudness: 1 }], 4.2);
    expect(played.map(({ when, offset }) => [when, offset])).toEqual([
      [5, 0],
      [5, expect.closeTo(0.8, 9)],
    ]);
  });

  test.each([
    ['missing', () => Promise.resolve(new Response('', { status: 404 })), fileOf(0)],
    ['out of reach', () => Promise.reject(new TypeError('offline')), fileOf(0)],
    ['of another kind', () => Promise.resolve(new Response('mp3')), new Float32Array(9)],
  ])('[WHL-5] goes on with the plain voice if the file is %s', async (_, answer, file) => {
    const played = fakeAudio(file);
    fetchOf(answer);
    const changed = vi.fn();
    const speaker = openSpeaker(changed, '/art/sounds.mp3');
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
    await new Promise((resolve) => setTimeout(resolve));
    speaker?.playStop();
    expect([played[0]?.samples, changed.mock.calls]).toEqual([plain.stop, []]);
  });
});
