// Open consoles that repeat their calls as the pages do.
import { setTimeout as pause } from 'node:timers/promises';
import type { ConsoleCallName } from '@inaam/contract/console/calls.ts';
import { indianDay } from '@inaam/server/platform/period.rules.ts';
import { spreadOf, type Spread } from '../../figures.ts';
import type { Answered, ConsoleProgram } from '../product/start-console.ts';

type Page = { everyMs: number; calls: [ConsoleCallName, object][] };

const dayMs = 86_400_000;

/** The periods of the page Overview, by the campaign's clock. */
export function daysOf(now: number, days: number): { from: string; until: string } {
  return { from: indianDay(now - (days - 1) * dayMs), until: indianDay(now) };
}

/** Most have Overview open, with one period or another. */
function pagesOf(now: number): Page[] {
  const today = (days: number): Page => ({
    everyMs: 15_000,
    calls: [['readOverview', daysOf(now, days)]],
  });
  const deliveries: Page = {
    everyMs: 30_000,
    calls: [
      ['readStock', {}],
      ['readDeliveries', {}],
    ],
  };
  const review: Page = {
    everyMs: 30_000,
    calls: [
      ['readReview', {}],
      ['readClusters', { before: null }],
    ],
  };
  const draw: Page = {
    everyMs: 15_000,
    calls: [
      ['readDraw', {}],
      ['readVerification', {}],
    ],
  };
  const campaign: Page = { everyMs: 15_000, calls: [['readCampaign', {}]] };
  return [
    today(1),
    deliveries,
    today(7),
    review,
    today(30),
    draw,
    today(120),
    campaign,
    deliveries,
    review,
  ];
}

/** How long the calls took, ms, and how many of them were refused, such as by a busy database. */
export type CallsOfConsoles = Spread & { refused: number };

export type OpenConsoles = {
  close: () => Promise<CallsOfConsoles>;
};

/** @param now of the campaign, ms */
export async function openConsoles(
  program: ConsoleProgram,
  count: number,
  now: number,
): Promise<OpenConsoles> {
  const pages = pagesOf(now);
  const closing = new AbortController();
  const answers: Answered[] = [];
  const colleagues = await Promise.all(
    Array.from({ length: count }, () => program.signIn('manager')),
  );
  const running = colleagues.map(async (colleague, place) => {
    const page = pages[place % pages.length];
    if (!page) return;
    // Nobody has opened them at the same moment.
    await wait((page.everyMs * place) / count, closing.signal);
    while (!closing.signal.aborted) {
      const calls = page.calls.map(([name, fields]) => colleague.call(name, fields, true));
      answers.push(...(await Promise.all(calls)));
      await wait(page.everyMs, closing.signal);
    }
    await colleague.leave();
  });
  return {
    close: async () => {
      closing.abort();
      await Promise.all(running);
      const refused = answers.filter(({ status }) => status !== 200).length;
      return { ...spreadOf(answers.map(({ ms }) => ms)), refused };
    },
  };
}

const wait = (ms: number, signal: AbortSignal) =>
  pause(ms, undefined, { signal }).catch(() => undefined);
