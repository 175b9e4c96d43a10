import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { trackedEvents } from './events.ts';
import type { Tag } from './tag.ts';
import { createTracker } from './tracker.ts';

/** Lets everything that is promised come about. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

function recorder(name = 'tag') {
  const told: string[] = [];
  const tag: Tag = {
    start: () => told.push(`${name} starts`),
    send: (event) => told.push(event),
    stop: () => told.push(`${name} stops`),
  };
  return { told, tag };
}

/** As much of a session as the tracker follows. */
function sessionWith(isConsentGiven: boolean) {
  let state = { isConsentGiven };
  const followers: (() => void)[] = [];
  return {
    getState: () => state,
    subscribe: (changed: () => void) => followers.push(changed),
    setState: (next: typeof state) => {
      state = next;
      for (const changed of followers) changed();
    },
  };
}

/** A session with or without its consent, and a tracker whose tags come at once. */
function world({ isConsentGiven = false, tags = [] as Tag[] } = {}) {
  const session = sessionWith(isConsentGiven);
  let loads = 0;
  const load = () => {
    loads += 1;
    return Promise.resolve(tags);
  };
  const track = createTracker({ session, load, later: (act) => setImmediate(act) });
  const consent = (isConsentGiven: boolean) => session.setState({ isConsentGiven });
  return { track, consent, loads: () => loads };
}

test('[ANA-1] the events are the eight of the spec, each once, named as reports count them', () => {
  expect(trackedEvents.toSorted()).toEqual([
    'accept_privacy',
    'get_otp',
    'open_contact',
    'open_profile',
    'open_terms',
    'resend_otp',
    'spin_wheel',
    'verify_otp',
  ]);
});

describe('consent', () => {
  test('[ANA-2] without it nothing is loaded and nothing sent, and nothing is kept for later', async () => {
    const { told, tag } = recorder();
    const { track, consent, loads } = world({ tags: [tag] });
    for (const event of trackedEvents) track(event);
    await settle();
    expect(loads()).toBe(0);
    consent(true);
    await settle();
    await settle();
    expect(told).toEqual(['tag starts']);
  });

  test('[ANA-2] with it each event is sent once, in its order, after the start', async () => {
    const { told, tag } = recorder();
    const { track, consent, loads } = world({ tags: [tag] });
    consent(true);
    for (const event of trackedEvents) track(event);
    await settle();
    await settle();
    expect(told).toEqual(['tag starts', ...trackedEvents]);
    expect(loads()).toBe(1);
  });

  test('[ANA-2] it holds after a reload of the tab', async () => {
    const { told, tag } = recorder();
    const { track } = world({ isConsentGiven: true, tags: [tag] });
    track('spin_wheel');
    await settle();
    await settle();
    expect(told).toEqual(['tag starts', 'spin_wheel']);
  });

  test('[ANA-2] it ends with the session, until it is given anew', async () => {
    const { told, tag } = recorder();
    const { track, consent, loads } = world({ isConsentGiven: true, tags: [tag] });
    await settle();
    await settle();
    consent(false);
    track('open_terms');
    await settle();
    await settle();
    expect(told).toEqual(['tag starts', 'tag stops']);
    consent(true);
    track('accept_privacy');
    await settle();
    await settle();
    expect(told.slice(2)).toEqual(['tag starts', 'accept_privacy']);
    expect(loads()).toBe(1);
  });

  test('[ANA-2] what was on its way as the session ended is sent to nobody, not with the next consent either', async () => {
    const { told, tag } = recorder();
    const { track, consent } = world({ isConsentGiven: true, tags: [tag] });
    track('verify_otp');
    consent(false);
    consent(true);
    await settle();
    await settle();
    expect(told.filter((what) => what !== 'tag stops')).toEqual(['tag starts']);
    expect(told.at(-1)).toBe('tag starts');
  });

  test('[ANA-2] other changes of the session start nothing twice', async () => {
    const { told, tag } = recorder();
    const { consent } = world({ isConsentGiven: true, tags: [tag] });
    consent(true);
    await settle();
    await settle();
    consent(true);
    await settle();
    await settle();
    expect(told).toEqual(['tag starts']);
  });

  test('[ANA-2] whatever is done in whatever order, what is sent was done with consent, once', async () => {
    const step = fc.oneof(fc.constantFrom(...trackedEvents), fc.boolean(), fc.constant('wait'));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { told, tag } = recorder();
        const { track, consent } = world({ tags: [tag] });
        let isGiven = false;
        let expected: string[] = [];
        const done: string[] = [];
        for (const one of steps) {
          if (one === 'wait') {
            await settle();
            await settle();
            done.push(...expected);
            expected = [];
          } else if (typeof one === 'boolean') {
            if (isGiven && !one) expected = [];
            isGiven = one;
            consent(one);
          } else {
            if (isGiven) expected.push(one);
            track(one);
          }
        }
        await settle();
        await settle();
        done.push(...expected);
        expect(told.filter((what) => !what.startsWith('tag '))).toEqual(done);
      }),
    );
  });
});

describe('a tag that fails', () => {
  const broken: Tag = {
    start: () => {
      throw new Error('blocked');
    },
    send: () => {
      throw new Error('blocked');
    },
    stop: () => {
      throw new Error('blocked');
    },
  };

  test('[ANA-3] is felt by nobody: the others are told, before it and after', async () => {
    const [first, last] = [recorder('first'), recorder('last')];
    const { track, consent } = world({ tags: [first.tag, broken, last.tag] });
    consent(true);
    expect(() => track('get_otp')).not.toThrow();
    await settle();
    await settle();
    consent(false);
    await settle();
    expect(first.told).toEqual(['first starts', 'get_otp', 'first stops']);
    expect(last.told).toEqual(['last starts', 'get_otp', 'last stops']);
  });

  test('[ANA-3] to come is told nothing, and is asked for again with the next consent', async () => {
    const { told, tag } = recorder();
    const session = sessionWith(true);
    const answers = [Promise.reject(new Error('offline')), Promise.resolve([tag])];
    const load = () => answers.shift() ?? Promise.resolve([]);
    const track = createTracker({ session, load, later: (act) => setImmediate(act) });
    track('get_otp');
    await settle();
    track('verify_otp');
    await settle();
    expect(told).toEqual([]);
    session.setState({ isConsentGiven: false });
    await settle();
    session.setState({ isConsentGiven: true });
    track('accept_privacy');
    await settle();
    await settle();
    expect(told).toEqual(['tag starts', 'accept_privacy']);
  });

  test('[ANA-3] to answer holds nothing up: the call returns at once', () => {
    const session = sessionWith(true);
    const load = () => Promise.withResolvers<Tag[]>().promise;
    const track = createTracker({ session, load, later: (act) => setImmediate(act) });
    expect(track('spin_wheel')).toBe(undefined);
  });

  test('[ANA-3] is not even asked while a press is being answered', async () => {
    const { told, tag } = recorder();
    const held: (() => void)[] = [];
    const session = sessionWith(true);
    const load = () => Promise.resolve([tag]);
    const track = createTracker({ session, load, later: (act) => held.push(act) });
    track('spin_wheel');
    await settle();
    expect(told).toEqual([]);
    for (const act of held) act();
    expect(told).toEqual(['tag starts', 'spin_wheel']);
  });
});
