// Whether people can take part and, if not, why: for `doctor`, `launch`, `status` and the console.
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { dayStart, indianDate } from '../platform/period.rules.ts';

export type Verdict = AnswerOf<'readOverview'>['verdicts'][number];
type Level = Verdict['level'];

/** `silent` ones were heard before; `unready`: why none of those that are heard is ready. */
export type Heard = {
  heard: number;
  silent: number;
  unready?: string | undefined;
  /** Its clients have only the address of a proxy. */
  sharesAddress?: boolean;
};

export type Opening = {
  phase: 'notStarted' | 'open' | 'ended';
  /** `YYYY-MM-DD` */
  from: string;
  lastDay: string;
  isCommitted: boolean;
  isPaused: boolean;
  /** Processes of `serve`. */
  site: Heard;
  /** The draw's state as reported by `serve` processes that are heard; undefined if none is. */
  draw: { state: 'up' | 'down' | 'refused' | 'stopped'; entry?: number } | undefined;
  /** Processes of `deliver`. */
  workers: Heard;
  /** By plugins. */
  closed: readonly { because: string; todo: string; page: Verdict['page'] }[];
  /** Neither granted nor promised. */
  rewardsLeft: number;
};

const verdict =
  (level: Level) =>
  (kind: Verdict['kind'], text: string, todo = '', page?: Verdict['page']): Verdict => ({
    kind,
    level,
    text,
    todo,
    page,
  });
export const well = verdict('well');
export const look = verdict('look');
export const act = verdict('act');

const severity = { act: 0, look: 1, well: 2 } as const;
export const worstFirst = (verdicts: readonly Verdict[]): Verdict[] =>
  verdicts.toSorted((one, other) => severity[one.level] - severity[other.level]);

/** "9 Jun 2025" */
export const shownDay = (day: string) => indianDate(dayStart(day));

const nobody = (because: string) => `Nobody can take part, because ${because}`;
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const when = (is: boolean, found: Verdict): Verdict[] => (is ? [found] : []);

export function closedBecause(opening: Opening): Verdict[] {
  const { phase, from, lastDay, isCommitted, isPaused, rewardsLeft } = opening;
  const closed = (level: typeof act, because: string, ...mend: [string?, Verdict['page']?]) =>
    level('closed', nobody(because), ...mend);
  if (phase === 'ended') {
    const ended = closed(well, `the campaign ended on ${shownDay(lastDay)}.`);
    return [...programsOf(opening), ended];
  }
  const isUsedUp = phase === 'open' && isCommitted && rewardsLeft <= 0;
  const commit = 'Both holders of the secret run npx inaam draw commit.';
  const resume = 'Resume it once the cause is resolved.';
  const add = 'Add to the budget, or end the campaign earlier.';
  return [
    ...when(!isCommitted, closed(act, 'the draw is not committed to.', commit)),
    ...when(isPaused, closed(act, 'the campaign is paused.', resume, 'campaign')),
    ...programsOf(opening),
    ...opening.closed.map(({ because, todo, page }) =>
      // Before the start there is time.
      closed(phase === 'open' ? act : look, because, todo, page),
    ),
    ...when(isUsedUp, closed(act, 'each reward is granted or promised.', add, 'campaign')),
    ...when(phase === 'notStarted', closed(well, `the campaign begins on ${shownDay(from)}.`)),
  ];
}

/** What a program's failure keeps from people depends on whether the campaign is open. */
function programsOf({ phase, site, draw, workers }: Opening): Verdict[] {
  const say = (because: string) => (phase === 'open' ? nobody(because) : capital(because));
  const silent = (because: string, todo: string) => act('programSilent', say(because), todo);
  const unready = (program: string, { unready: words }: Heard) =>
    words === undefined ? [] : [silent(`the program ${program} is ${words}.`, 'See its log.')];
  return [
    ...when(
      // Before the start and after the end codes may not be needed.
      phase === 'open' && site.heard === 0,
      silent(
        'the program serve does not respond.',
        'Start it: npx inaam serve. If it runs, look at its log, and whether it reaches the database.',
      ),
    ),
    ...unready('serve', site),
    ...drawOf(draw, say),
    ...when(
      workers.heard === 0,
      silent(
        'the program deliver does not respond: no code and no voucher is sent, and these figures are not updated.',
        'Start it: npx inaam deliver.',
      ),
    ),
    ...unready('deliver', workers),
  ];
}

export function drawOf(draw: Opening['draw'], say = capital): Verdict[] {
  if (draw === undefined || draw.state === 'up') return [];
  const found = {
    down: act(
      'programSilent',
      say('the site does not reach the program draw: PLAY has to wait.'),
      'Start it: npx inaam draw. If it runs, look at its log.',
    ),
    refused: act(
      'draw',
      say('the program draw refuses the site: PLAY has to wait.'),
      'Give both the same token and the same campaign: see their logs.',
    ),
    stopped: act(
      'draw',
      say(
        `the program draw has stopped at entry ${draw.entry ?? 0} of the ledger, which is not what the rules give.`,
      ),
      'Change nothing, and follow "The draw refuses the ledger" in docs/run/draw-and-keys.md.',
      'draw',
    ),
  };
  return [found[draw.state]];
}

/** Of the campaign's own page: the worst first, at least one. */
export function campaignVerdicts(opening: Opening): Verdict[] {
  const { phase, isCommitted, lastDay } = opening;
  const isAhead = phase === 'notStarted' || (phase === 'open' && !isCommitted);
  const closed = closedBecause(opening);
  const isRunning = well('well', `The campaign is running, until ${shownDay(lastDay)}.`);
  const launch = look(
    'well',
    'Readiness is checked on the servers.',
    'An administrator runs npx inaam launch before the first day.',
  );
  const all = [...closed, ...when(isAhead, launch), ...when(closed.length === 0, isRunning)];
  // What leads to this page leads nowhere.
  return worstFirst(all).map(({ page, ...one }) => (page === 'campaign' ? one : { ...one, page }));
}

const reasons: Readonly<Record<string, string>> = {
  database: 'the database does not answer it',
  schema: 'it cannot use the schema',
  stopping: 'it is stopping',
  ledger: 'the ledger was changed',
  mailbox: 'SMS_PROVIDER is mailbox, so no SMS reaches a phone',
};

/** Behind a proxy that names no client, too. */
export const isReady = ({ state }: { state: string }): boolean =>
  state === 'ready' || state === 'proxy';

export const readinessInWords = (state: string): string =>
  isReady({ state }) ? 'ready' : `not ready: ${reasons[state] ?? state}`;

export type RunningProgram = Record<'program' | 'version' | 'host' | 'state', string> & {
  isSilent: boolean;
};

/** Of what a person expects to run; also what `status` asks. */
export function programProblems({
  running = [],
  programs,
  version,
}: {
  running?: readonly RunningProgram[] | undefined;
  programs: readonly string[];
  version: string;
}) {
  const alive = running.filter(({ isSilent }) => !isSilent);
  return {
    missing: programs.filter((name) => !alive.some(({ program }) => program === name)),
    others: alive.filter((one) => one.version !== version),
    unready: alive.filter((one) => !isReady(one)),
  };
}
