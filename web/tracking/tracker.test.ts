import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { trackedEvents, type Tag } from './tags.ts';
import { createTracker } from './tracker.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

function recorder(name = 'tag') {
  const calls: string[] = [];
  const tag: Tag = {
    start: () => calls.push(`${name} starts`),
    send: (event) => calls.push(event),
    stop: () => calls.push(`${name} stops`),
  };
  return { calls, tag };
}

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

function fixture({ isConsentGiven = false, tags = [] as Tag[] } = {}) {
  const session = sessionWith(isConsentGiven);
  let loads = 0;
  const load = () => {
    loads += 1;
    return Promise.resolve(tags);
  };
  const track = createTracker({ session, load, defer: (act) => setImmediate(act) });
  const consent = (isConsentGiven: boolean) => session.setState({ isConsentGiven });
  return { track, consent, loads: () => loads };
}

test('[ANA-1] the events are the eight of the spec', () => {
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
  test('[ANA-2] without it nothing is loaded, sent or queued', async () => {
    const { calls, tag } = recorder();
    const { track, consent, loads } = fixture({ tags: [tag] });
    for (const event of trackedEvents) track(event);
    await settle();
    expect(loads()).toBe(0);
    consent(true);
    await settle();
    await settle();
    expect(calls).toEqual(['tag starts']);
  });

  test('[ANA-2] with it each event is sent once, in order, after the start', async () => {
    const { calls, tag } = recorder();
    const { track, consent, loads } = fixture({ tags: [tag] });
    consent(true);
    for (const event of trackedEvents) track(event);
    await settle();
    await settle();
    expect(calls).toEqual(['tag starts', ...trackedEvents]);
    expect(loads()).toBe(1);
  });

  test('[ANA-2] survives a reload of the tab', async () => {
    const { calls, tag } = recorder();
    const { track } = fixture({ isConsentGiven: true, tags: [tag] });
    track('spin_wheel');
    await settle();
    await settle();
    expect(calls).toEqual(['tag starts', 'spin_wheel']);
  });

  test('[ANA-2] ends with the session, until it is given again', async () => {
    const { calls, tag } = recorder();
    const { track, consent, loads } = fixture({ isConsentGiven: true, tags: [tag] });
    await settle();
    await settle();
    consent(false);
    track('open_terms');
    await settle();
    await settle();
    expect(calls).toEqual(['tag starts', 'tag stops']);
    consent(true);
    track('accept_privacy');
    await settle();
    await settle();
    expect(calls.slice(2)).toEqual(['tag starts', 'accept_privacy']);
    expect(loads()).toBe(1);
  });

  test('[ANA-2] other changes of the session do not start the tags twice', async () => {
    const { calls, tag } = recorder();
    const { consent } = fixture({ isConsentGiven: true, tags: [tag] });
    consent(true);
    await settle();
    await settle();
    consent(true);
    await settle();
    await settle();
    expect(calls).toEqual(['tag starts']);
  });

  test('[ANA-2] in any order of actions, exactly the events with consent are sent, once', async () => {
    const step = fc.oneof(fc.constantFrom(...trackedEvents), fc.boolean(), fc.constant('wait'));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { calls, tag } = recorder();
        const { track, consent } = fixture({ tags: [tag] });
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
        expect(calls.filter((what) => !what.startsWith('tag '))).toEqual(done);
      }),
    );
  });
});

describe('a failing tag', () => {
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

  test('[ANA-3] does not affect the tags before and after it', async () => {
    const [first, last] = [recorder('first'), recorder('last')];
    const { track, consent } = fixture({ tags: [first.tag, broken, last.tag] });
    consent(true);
    expect(() => track('get_otp')).not.toThrow();
    await settle();
    await settle();
    consent(false);
    await settle();
    expect(first.calls).toEqual(['first starts', 'get_otp', 'first stops']);
    expect(last.calls).toEqual(['last starts', 'get_otp', 'last stops']);
  });

  test('[ANA-3] that fails to load gets no events, and is loaded again with a later one', async () => {
    const { calls, tag } = recorder();
    const session = sessionWith(true);
    const answers = [Promise.reject(new Error('offline')), Promise.resolve([tag])];
    const load = () => answers.shift() ?? Promise.resolve([]);
    const track = createTracker({ session, load, defer: (act) => setImmediate(act) });
    track('get_otp');
    await settle();
    expect(calls).toEqual([]);
    track('verify_otp');
    await settle();
    await settle();
    expect(calls).toEqual(['tag starts', 'verify_otp']);
  });

  test('[ANA-3] that never loads delays nothing: the call returns at once', () => {
    const session = sessionWith(true);
    const load = () => Promise.withResolvers<Tag[]>().promise;
    const track = createTracker({ session, load, defer: (act) => setImmediate(act) });
    expect(track('spin_wheel')).toBe(undefined);
  });

  test('[ANA-3] is called only after the press has been handled', async () => {
    const { calls, tag } = recorder();
    const held: (() => void)[] = [];
    const session = sessionWith(true);
    const load = () => Promise.resolve([tag]);
    const track = createTracker({ session, load, defer: (act) => held.push(act) });
    track('spin_wheel');
    await settle();
    expect(calls).toEqual([]);
    for (const act of held) act();
    expect(calls).toEqual(['tag starts', 'spin_wheel']);
  });
});
