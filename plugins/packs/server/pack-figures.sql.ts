// What the console, `doctor`, `launch` and the overview say of the batches.
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { ms, type Queryable } from '@inaam/server/database/database.ts';
import { onlyRow } from '@inaam/server/database/read-only.ts';
import type { FiguresPlugin } from '../../server-plugin.ts';
import { packRefusalsOf, packsClosedBecause, type PackRefusals } from './batches.rules.ts';

type Batches = Record<'batches' | 'open' | 'left' | 'guessable', number>;

/** `left`: codes of open batches that nobody has used; `guessable`: batches not recalled. */
export async function countPackBatches(database: Queryable, campaign: string): Promise<Batches> {
  const found = await database.query<Batches>(
    `select count(*)::integer as batches, count(*) filter (where state = 'open')::integer as open,
       coalesce(sum(codes - used) filter (where state = 'open'), 0)::float8 as left,
       count(*) filter (where is_guessable and state <> 'recalled')::integer as guessable
     from inaam.pack_batch where campaign = $1`,
    [campaign],
  );
  return onlyRow(found);
}

type BatchFigures = Omit<AnswerOf<'readPacks'>['batches'][number], 'isSuspicious'>;

/** Used codes that somebody tried again are counted up to so many. */
const triedMax = 10_000;

/** Newest first. `changedAt`: wall time in ms. */
export async function readPackFigures(
  database: Queryable,
  campaign: string,
  max: number,
): Promise<BatchFigures[]> {
  const { rows } = await database.query<BatchFigures>(
    `select label, product, region, codes, state, reason, ${ms('changed_at')} as "changedAt", used,
       visits, asked, verified, rewarded, rupees,
       "usedTries", "triedCodes", "mostTries"
     from inaam.pack_batch as batch
     cross join lateral (
       select coalesce(sum(visits), 0)::float8 as visits, coalesce(sum(numbers), 0)::float8 as asked,
         coalesce(sum(verified), 0)::float8 as verified, coalesce(sum(rewarded), 0)::float8 as rewarded,
         coalesce(sum(rupees), 0)::float8 as rupees
       from inaam.figure_part
       where campaign = $1 and level = 2 and unit = 'day' and shop = label) as counted
     cross join lateral (
       select coalesce(sum(tries), 0)::float8 as "usedTries", count(*)::float8 as "triedCodes",
         coalesce(max(tries), 0) as "mostTries"
       from (select tries from inaam.pack_use
             where campaign = $1 and pack_use.batch = batch.batch and tries > 0
             order by tries desc limit ${triedMax}) as codes) as tried
     where campaign = $1 order by batch.batch desc limit $2`,
    [campaign, max],
  );
  return rows;
}

/** Codes that were refused since then, by why. */
export async function readPackRefusals(
  database: Queryable,
  campaign: string,
  since: number,
): Promise<PackRefusals> {
  const { rows } = await database.query<PackRefusals>(
    `select coalesce(sum(unknown), 0)::float8 as unknown, coalesce(sum(used), 0)::float8 as used,
       coalesce(sum(not_open), 0)::float8 as "notOpen"
     from inaam.pack_refusal where campaign = $1 and hour > $2`,
    [campaign, new Date(since)],
  );
  return rows[0] ?? { unknown: 0, used: 0, notOpen: 0 };
}

export const packFigures: FiguresPlugin = {
  closed: async (connection, { id, packs }) => {
    if (packs?.kind !== 'unique') return [];
    const todo = 'Open a batch when its packs are on sale.';
    const because = packsClosedBecause(await countPackBatches(connection, id));
    return because.map((one) => ({ because: one, todo, page: 'packs' as const }));
  },
  verdicts: async (connection, id, since) => {
    const refusals = await readPackRefusals(connection, id, since);
    return (otps) => packRefusalsOf(refusals, otps);
  },
};
