import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRewardEntrance, type EntranceBrowser, revealMs } from './reward-entrance.ts';
import { wheelSegments } from './faces.ts';
import { createRound } from '../../session/round.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';

const box = { left: 10, top: 20, width: 300, height: 150 };
/** Only the parts of the DOM that the code uses. */
const face = { getBoundingClientRect: () => box };

type Given = Partial<EntranceBrowser['document']> & { isReduced?: boolean };

function entering({ isReduced = false, ...document }: Given = {}) {
  const round = createRound();
  const rewardEntrance = createRewardEntrance(
    {
      document: { visibilityState: 'visible', ...document },
      isReduced: () => isReduced,
    },
    () => round,
  );
  let changes = 0;
  return { round, rewardEntrance, change: () => void (changes += 1), changes: () => changes };
}

const how = { isCelebrated: true };

test('without view transitions the ticket grows from where the face was', () => {
  const { rewardEntrance, change, changes } = entering();
  expect(rewardEntrance.entrance()).toBe(undefined);
  rewardEntrance.show(change, face, how);
  expect(changes()).toBe(1);
  expect(rewardEntrance.entrance()).toEqual({ kind: 'grow', from: box, ...how });
  rewardEntrance.end();
  expect(rewardEntrance.entrance()).toBe(undefined);
});

test('[WHL-6] with them the screen changes within one, and once, also if it is skipped', async () => {
  let update = async () => {};
  const skipped = () => Promise.reject(new DOMException('Skipped.', 'AbortError'));
  const { rewardEntrance, change, changes } = entering({
    startViewTransition: (given) => {
      update = given;
      return { ready: skipped(), finished: skipped() };
    },
  });
  rewardEntrance.show(change, face, how);
  expect(changes()).toBe(0);
  await update();
  expect(changes()).toBe(1);
  expect(rewardEntrance.entrance()).toEqual({ kind: 'transition', ...how });
});

test('[SES-7] a transition that begins after the session has ended changes nothing in the next one', async () => {
  let update = async () => {};
  const close = vi.fn<() => void>();
  const never = new Promise<undefined>(() => undefined);
  const { round, rewardEntrance, change, changes } = entering({
    startViewTransition: (given) => {
      update = given;
      return { ready: never, finished: never };
    },
  });
  rewardEntrance.show(change, face, {
    ...how,
    sound: { celebrate: vi.fn(), seal: vi.fn(), close },
  });
  round.next();
  await update();
  expect([changes(), rewardEntrance.entrance(), close.mock.calls]).toEqual([0, undefined, [[]]]);
});

test.each([
  ['throws', () => fail()],
  ['answers nonsense', () => JSON.parse('{"ready":7}')],
  ['answers nothing', () => JSON.parse('null')],
])('[WHL-6] where a transition %s the screen changes without one, and once', (_, start) => {
  let update = async () => {};
  const { rewardEntrance, change, changes } = entering({
    startViewTransition: (given) => {
      update = given;
      return start();
    },
  });
  rewardEntrance.show(change, face, how);
  expect(changes()).toBe(1);
  expect(rewardEntrance.entrance()?.kind).toBe('grow');
  void update();
  expect(changes()).toBe(1);
});

function fail(): never {
  throw new Error('NotSupportedError');
}

test('[WHL-6] a transition that never begins is not waited for', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const never = new Promise<undefined>(() => undefined);
  const startViewTransition = () => ({ ready: never, finished: never });
  const { rewardEntrance, change, changes } = entering({ startViewTransition });
  rewardEntrance.show(change, face, how);
  vi.runAllTimers();
  expect(changes()).toBe(1);
});

test.each([
  ['[WHL-8] under reduced motion it fades', { isReduced: true }, face, 'fade'],
  ['[WHL-8] without a face it fades', {}, null, 'fade'],
  [
    '[WHL-6] a hidden page does not wait for a transition',
    { visibilityState: 'hidden' },
    face,
    'grow',
  ],
] as const)('%s', (_, given, from, kind) => {
  const { rewardEntrance, change, changes } = entering({
    startViewTransition: () => {
      throw new Error('No transition was asked for.');
    },
    ...given,
  });
  rewardEntrance.show(change, from, how);
  expect(changes()).toBe(1);
  expect(rewardEntrance.entrance()?.kind).toBe(kind);
});

const campaign = (await loadCampaign('biscuit-2025')).publicCampaign('en');

test('[WHL-1][WHL-4] the wheel has the segments 10 at 60°, 3 at 180° and 5 at 300°', () => {
  const angles = wheelSegments(campaign).map(({ label, angle }) => [label, angle]);
  expect(Object.fromEntries(angles)).toEqual({ '₹10': 60, '₹3': 180, '₹5': 300 });
});

test('[WHL-8] its amounts are described to screen readers', () => {
  expect(campaign.words.wheel.description).toContain('₹3, ₹5 or ₹10');
});

test('the style sheets have the times of the reveal', async () => {
  const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(await read('features/reward-ticket/ticket-entrance.css')).toContain(
    `animation-duration: ${revealMs.ticket}ms`,
  );
  const opening = /gift-lid (\d+)ms (\d+)ms/.exec(
    await read('features/fixed-reward/fixed-reward.css'),
  );
  expect(Number(opening?.[1]) + Number(opening?.[2])).toBe(revealMs.gift);
});
