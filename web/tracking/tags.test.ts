import { googleScript, metaScript } from '@inaam/campaigns/public/tags.ts';
import { describe, expect, test } from 'vitest';
import { trackedEvents, createTags } from './tags.ts';

const tags = {
  gtag: 'G-TEST12345',
  metaPixel: '1234567890123456',
  customerData: { id: 'site-1', address: 'https://cdp.example/events' },
};

function environment() {
  const globals: Record<string, unknown> = {};
  const scripts: string[] = [];
  const posts: [string, Record<string, string>][] = [];
  let cleared = 0;
  const page = {
    globals,
    addScript: (address: string) => void scripts.push(address),
    clearAddress: () => void (cleared += 1),
    pageAddress: () => 'https://win.example/spin-wheel',
    post: (address: string, fields: Record<string, string>) => void posts.push([address, fields]),
  };
  return { page, globals, scripts, posts, cleared: () => cleared };
}

function commandsIn(queue: unknown): unknown[][] {
  return Array.from<ArrayLike<unknown>, unknown[]>(Object(queue), (one) => Array.from(one));
}

function only(part: Partial<typeof tags>) {
  const env = environment();
  const made = createTags(part, 'biscuit-2025', env.page);
  const layer = () => commandsIn(env.globals['dataLayer']);
  const queue = () => commandsIn(Object(env.globals['fbq']).queue);
  return { ...env, made, layer, queue };
}

test.each([
  [{}, 0],
  [{ gtag: tags.gtag }, 1],
  [{ metaPixel: tags.metaPixel }, 1],
  [{ customerData: tags.customerData }, 1],
  [tags, 3],
])('[ANA-2] %j creates %i tags, which do nothing before the start', (part, count) => {
  const { made, globals, scripts, posts } = only(part);
  expect(made).toHaveLength(count);
  expect([globals, scripts, posts]).toEqual([{}, [], []]);
});

test('[ANA-3] the query is removed from the address before any tag can read it', () => {
  expect(only(tags).cleared()).toBe(1);
});

describe("Google's tag", () => {
  test('[ANA-2][ANA-3] starts once, with advertising and the first page view off', () => {
    const { made, layer, scripts, globals } = only({ gtag: tags.gtag });
    for (const tag of [...made, ...made]) tag.start();
    expect(scripts).toEqual([googleScript('G-TEST12345')]);
    expect(globals['ga-disable-G-TEST12345']).toBe(false);
    expect(layer()).toEqual([
      [
        'consent',
        'default',
        {
          analytics_storage: 'granted',
          ad_storage: 'denied',
          ad_user_data: 'denied',
          ad_personalization: 'denied',
        },
      ],
      ['js', expect.any(Date)],
      [
        'config',
        'G-TEST12345',
        {
          send_page_view: false,
          page_location: 'https://win.example/spin-wheel',
          allow_google_signals: false,
          allow_ad_personalization_signals: false,
        },
      ],
    ]);
  });

  test("[ANA-1] gets the eight events as `arguments` objects, as Google's script requires", () => {
    const { made, layer, globals } = only({ gtag: tags.gtag });
    for (const tag of made) {
      tag.start();
      for (const event of trackedEvents) tag.send(event);
    }
    expect(layer().slice(3)).toEqual(
      trackedEvents.map((event) => [
        'event',
        event,
        {
          send_to: 'G-TEST12345',
          page_location: 'https://win.example/spin-wheel',
          promotion: 'biscuit-2025',
        },
      ]),
    );
    for (const command of Object(globals['dataLayer'])) {
      expect(Object.prototype.toString.call(command)).toBe('[object Arguments]');
    }
  });

  test('[ANA-2] is disabled and enabled by its own switch', () => {
    const { made, globals } = only({ gtag: tags.gtag });
    for (const tag of made) {
      tag.start();
      tag.stop();
      expect(globals['ga-disable-G-TEST12345']).toBe(true);
      tag.start();
      expect(globals['ga-disable-G-TEST12345']).toBe(false);
    }
  });
});

describe("Meta's pixel", () => {
  test('[ANA-3] is configured not to read forms before it starts', () => {
    const { made, queue, scripts, globals } = only({ metaPixel: tags.metaPixel });
    for (const tag of made) tag.start();
    expect(queue()).toEqual([
      ['set', 'autoConfig', false, '1234567890123456'],
      ['init', '1234567890123456'],
      ['consent', 'grant'],
    ]);
    expect(scripts).toEqual([metaScript]);
    expect({ ...Object(globals['fbq']) }).toMatchObject({
      disablePushState: true,
      loaded: true,
      version: '2.0',
    });
    expect(globals['_fbq']).toBe(globals['fbq']);
    expect(Object(globals['fbq']).push).toBe(globals['fbq']);
  });

  test('[ANA-1] gets the eight events, three of them by its standard names', () => {
    const { made, queue } = only({ metaPixel: tags.metaPixel });
    for (const tag of made) {
      tag.start();
      for (const event of trackedEvents) tag.send(event);
    }
    const sent = queue().slice(3);
    expect(sent.map(([command, , name]) => [command, name])).toEqual([
      ['trackSingleCustom', 'accept_privacy'],
      ['trackSingle', 'Lead'],
      ['trackSingleCustom', 'resend_otp'],
      ['trackSingle', 'CompleteRegistration'],
      ['trackSingleCustom', 'spin_wheel'],
      ['trackSingleCustom', 'open_profile'],
      ['trackSingleCustom', 'open_terms'],
      ['trackSingle', 'Contact'],
    ]);
    for (const [, id, , parameters] of sent) {
      expect([id, parameters]).toEqual(['1234567890123456', { promotion: 'biscuit-2025' }]);
    }
  });

  test("[ANA-2] uses Meta's script once loaded, and revokes consent when it ends", () => {
    const { made, globals, queue, scripts } = only({ metaPixel: tags.metaPixel });
    const called: unknown[][] = [];
    for (const tag of made) {
      tag.stop();
      expect(globals).toEqual({});
      tag.start();
      Object.assign(Object(globals['fbq']), {
        callMethod: (...command: unknown[]) => called.push(command),
      });
      tag.stop();
      tag.start();
    }
    expect(called).toEqual([
      ['consent', 'revoke'],
      ['consent', 'grant'],
    ]);
    expect(queue()).toHaveLength(3);
    expect(scripts).toHaveLength(1);
  });
});

test('[ANA-1][ANA-3] the customer-data pixel sends id, campaign and event, and loads nothing', () => {
  const { made, posts, scripts, globals } = only({ customerData: tags.customerData });
  for (const tag of made) {
    tag.start();
    for (const event of trackedEvents) tag.send(event);
    tag.stop();
  }
  expect(posts).toEqual(
    trackedEvents.map((event) => [
      'https://cdp.example/events',
      { id: 'site-1', campaign: 'biscuit-2025', event },
    ]),
  );
  expect([scripts, globals]).toEqual([[], {}]);
});
