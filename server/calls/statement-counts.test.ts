// How many SQL statements each call makes, with one shopper at a time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Shopper } from '@inaam/testing/server/shopper.ts';
import { logStatements, type Statement } from '@inaam/testing/server/statement-log.ts';
import { testServer, type TestServer } from '@inaam/testing/server/test-server.ts';

let server: TestServer;
let statementsOf: ReturnType<typeof logStatements>;
beforeAll(async () => {
  server = await testServer();
  statementsOf = logStatements(server.database);
});
afterAll(() => server.close());

type Row = {
  call: string;
  count: number;
  prepare: (shopper: Shopper) => Promise<unknown>;
  run: (shopper: Shopper) => Promise<{ status: number }>;
};

const rows: Row[] = [
  {
    call: 'startSession of a new device',
    count: 0,
    prepare: () => Promise.resolve(),
    run: (shopper) => shopper.start(),
  },
  {
    call: 'startSession of a known device',
    count: 1,
    prepare: (shopper) => shopper.start(),
    run: (shopper) => shopper.start(),
  },
  {
    call: 'recordConsent',
    count: 1,
    prepare: (shopper) => shopper.start(),
    run: (shopper) => shopper.call('recordConsent', { agree: 'YES' }),
  },
];

test.each(rows)('$call makes $count statements, all prepared', async ({ count, prepare, run }) => {
  const shopper = new Shopper(server);
  await prepare(shopper);
  const statements = await statementsOf(async () => {
    expect(await run(shopper)).toMatchObject({ status: 200 });
  });
  const counted = statements.filter((statement) => !isOfVisitLog(statement));
  expect(counted.map(({ text }) => text)).toHaveLength(count);
  const unprepared = counted.filter(({ isPrepared }) => !isPrepared).map(({ text }) => text);
  expect(unprepared.filter((text) => text !== 'begin' && text !== 'commit')).toEqual([]);
});

/** Visits are written in the background, during any later call. */
const isOfVisitLog = ({ text }: Statement) => text.includes('inaam.visit');
