import { expect, test, vi } from 'vitest';
import { steadyClock } from './browser.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { paths } from '../session/navigation/paths.ts';
import { pageTitle, type Page } from './layout/page-title.ts';

test.each([
  ['is set back', -3_600_000, 1000, 1000],
  ['goes on while the phone sleeps', 60_000, 0, 60_000],
])('[OTP-2] a countdown is right although the clock %s', (_, wallMs, runningMs, passedMs) => {
  vi.useFakeTimers();
  let wall = 1_746_500_000_000;
  const now = steadyClock(() => wall);
  const before = now();
  wall += wallMs;
  vi.advanceTimersByTime(runningMs);
  expect(now() - before).toBe(passedMs);
  vi.useRealTimers();
});

const campaign = await loadCampaign('biscuit-2025');
const pages: Page[] = [...Object.values(paths), 'code', 'fixedReward'];

test.each(['en', 'hi'])('[NAV-1] each page has a title of its own, in the words of %s', (tag) => {
  const { words } = campaign.publicCampaign(tag);
  const titles = pages.map((page) => pageTitle(words, page, 'open'));
  // The three rewards share one title.
  expect(new Set(titles).size).toBe(pages.length - 2);
  expect(titles.every((title) => title.endsWith(words.entry.pageTitle))).toBe(true);
  expect(pageTitle(words, paths.home, 'open')).toBe(words.entry.pageTitle);
});

test('[ENT-7] the closed page says in its title whether the programme is over', () => {
  const { words } = campaign.publicCampaign('en');
  expect(pageTitle(words, paths.closed, 'notStarted')).toContain(words.closed.notStartedTitle);
  expect(pageTitle(words, paths.closed, 'paused')).toContain(words.closed.pausedTitle);
  expect(pageTitle(words, paths.closed, 'ended')).toContain(words.closed.endedTitle);
});
