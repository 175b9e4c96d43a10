// What the calls ask for: some of what the demonstration was filled with.
import type { TemporaryConsole } from '@inaam/testing/demonstration/temporary-console.ts';
import { testedPlugins, type MeasuredCall } from '@inaam/plugins/testing.ts';
import { openDatabase } from '@inaam/server/database/database.ts';

export type Known = {
  /** Of the campaign's last day with rewards, ms. */
  now: number;
  mobiles: readonly string[];
  /** In hex. */
  people: readonly { index: string; pseudonym: string }[];
  source: string;
  state: string;
  /** Why vouchers failed, the most frequent reason first. */
  failures: readonly string[];
  ofPlugins: readonly MeasuredCall[];
  audit: { by: string; command: string };
};

const people = `select encode(participation.mobile_index, 'hex') as index, encode(pseudonym, 'hex') as pseudonym
  from inaam.participation join inaam.message using (campaign, pseudonym)
  where message.state = 'delivered' order by verified_at desc limit 200`;

export async function readKnown({
  databaseUrl,
  examples,
}: Pick<TemporaryConsole, 'databaseUrl' | 'examples'>): Promise<Known> {
  const database = openDatabase(databaseUrl, 1);
  await database.query('set statement_timeout = 0');
  const read = async <Row extends Record<string, string>>(query: string): Promise<Row[]> =>
    (await database.query<Row>(query)).rows;
  const [source] = await read<{ name: string }>(
    `select query ->> 'utm_campaign' as name from inaam.visit
     where query ? 'utm_campaign' group by 1 order by count(*) desc limit 1`,
  );
  const [state] = await read<{ name: string }>(
    `select state as name from inaam.participation where state <> 'Tamil Nadu'
     group by 1 order by count(*) desc limit 1`,
  );
  const failures = await read<{ reason: string }>(
    `select reason from inaam.message where state = 'failed' and reason is not null
     group by 1 order by count(*) desc limit 2`,
  );
  const ofPlugins = await Promise.all(testedPlugins.map(({ casesOf }) => casesOf(database)));
  const [audit] = await read<{ by: string; command: string }>(
    'select operator as by, command from inaam.audit group by 1, 2 order by count(*) desc limit 1',
  );
  const [last] = await read<{ day: string }>('select max(day)::text as day from inaam.reward');
  const known = {
    now: Date.parse(last?.day ?? ''),
    mobiles: examples.map(({ mobile }) => mobile),
    people: await read<{ index: string; pseudonym: string }>(people),
    source: source?.name ?? '',
    state: state?.name ?? '',
    failures: failures.map(({ reason }) => reason),
    ofPlugins: ofPlugins.flat(),
    audit: { by: audit?.by ?? '', command: audit?.command ?? '' },
  };
  await database.end();
  return known;
}
