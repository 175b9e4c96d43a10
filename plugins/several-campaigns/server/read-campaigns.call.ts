import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import type { ConsoleContext, ConsoleHandler } from '@inaam/server/console/context.ts';
import type { Opening } from '@inaam/server/figures/opening.rules.ts';
import { sumOf } from '@inaam/server/figures/overview.rules.ts';
import { readSummary } from '@inaam/server/figures/read-overview.call.ts';
import { dayMs, dayStart, indianDay } from '@inaam/server/platform/period.rules.ts';
import { daysCounted } from '../contract.ts';

type Row = AnswerOf<'readCampaigns'>['campaigns'][number];
type Own = Pick<Row, 'role'> & Pick<ConsoleContext, 'campaign'>;

/** Of the console's connections, which all its people share. */
const readAtOnce = 2;

export const readCampaigns: ConsoleHandler<'readCampaigns'> = async (
  context,
  _fields,
  { roles },
) => {
  const own = context.campaigns.flatMap(({ campaign }) =>
    roles.filter(({ campaign: id }) => id === campaign.id).map(({ role }) => ({ campaign, role })),
  );
  const rows = new Map<string, Row>();
  const waiting = own.values();
  const read = async () => {
    for (const one of waiting) rows.set(one.campaign.id, await readRow(context, one));
  };
  await Promise.all(Array.from({ length: readAtOnce }, read));
  return { campaigns: own.flatMap(({ campaign }) => rows.get(campaign.id) ?? []) };
};

async function readRow(context: ConsoleContext, { campaign, role }: Own): Promise<Row> {
  const now = context.clocks.campaign();
  const daysBefore = (days: number) => indianDay(now - days * dayMs);
  const shown = Array.from({ length: 2 * daysCounted }, (_, at) => daysBefore(at)).toReversed();
  const period = { from: shown[0] ?? daysBefore(0), until: daysBefore(0) };
  const { opening, byDay, verdicts } = await readSummary({ ...context, campaign }, period);
  const { id, name, theme } = campaign;
  const counted = byDay.filter(({ start }) => start >= dayStart(daysBefore(daysCounted - 1)));
  const { visits, rewarded: winners, rupees } = sumOf(counted.map(({ counts }) => counts));
  const visitsOf = new Map(byDay.map(({ start, counts }) => [indianDay(start), counts.visits]));
  const [worst] = verdicts;
  if (worst === undefined) throw new Error('A campaign has no verdict.');
  return {
    id,
    name,
    color: theme.colours.brand,
    role,
    state: stateOf(opening),
    from: opening.from,
    lastDay: opening.lastDay,
    today: period.until,
    worst,
    others: verdicts.slice(1).filter(({ level }) => level !== 'well').length,
    visits,
    winners,
    rupees,
    days: shown.map((day) => visitsOf.get(day) ?? 0),
  };
}

function stateOf({ phase, isCommitted, isPaused }: Opening): Row['state'] {
  if (phase === 'ended') return 'over';
  if (phase === 'notStarted' || !isCommitted) return 'notStarted';
  return isPaused ? 'paused' : 'running';
}
