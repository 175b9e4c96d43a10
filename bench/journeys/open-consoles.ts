// Consoles that lie open and repeat their calls as the pages do.
import { setTimeout as pause } from 'node:timers/promises';
import type { ConsoleCallName } from '@inaam/contract/console/calls.ts';
import { indianDay } from '@inaam/server/rules/period.ts';
import { spreadOf, type Spread } from './percentile.ts';
import type { Colleague, ConsoleProgram } from './start-console.ts';

type Page = { everyMs: number; calls: [ConsoleCallName, object][] };

const dayMs = 86_400_000;

/** The periods of the page Today, by the campaign's clock. */
export function daysOf(now: number, days: number): { from: string; until: string } {
  return { from: indianDay(now - (days - 1) * dayMs), until: indianDay(now) };
}

/** Most have Today open, with one period or another. */
function pagesOf(now: number): Page[] {
  const today = (days: number): Page => ({
    everyMs: 15_000,
    calls: [['readToday', daysOf(now, days)]],
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

export type OpenConsoles = {
  /** @returns how long the calls took, ms */
  close: () => Promise<Spread>;
};

/** @param now of the campaign, ms */
export async function openConsoles(
  program: ConsoleProgram,
  count: number,
  now: number,
): Promise<OpenConsoles> {
  const pages = pagesOf(now);
  const closing = new AbortController();
  const times: number[] = [];
  const colleagues = await Promise.all(
    Array.from({ length: count }, () => program.signIn('manager')),
  );
  const running = colleagues.map(async (colleague, place) => {
    const page = pages[place % pages.length];
    if (!page) return;
    // Nobody has opened them at the same moment.
    await wait((page.everyMs * place) / count, closing.signal);
    while (!closing.signal.aborted) {
      times.push(...(await ask(colleague, page)));
      await wait(page.everyMs, closing.signal);
    }
    await colleague.leave();
  });
  return {
    close: async () => {
      closing.abort();
      await Promise.all(running);
      return spreadOf(times);
    },
  };
}

async function ask(colleague: Colleague, { calls }: Page): Promise<number[]> {
  const answers = await Promise.all(
    calls.map(([name, fields]) => colleague.call(name, fields, true)),
  );
  const refused = answers.find(({ status }) => status !== 200);
  if (refused) throw new Error(`The console refused: ${refused.status} ${refused.text}`);
  return answers.map(({ ms }) => ms);
}

const wait = (ms: number, signal: AbortSignal) =>
  pause(ms, undefined, { signal }).catch(() => undefined);
