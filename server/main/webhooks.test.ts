// The web hooks of `deliver` as an operator starts it.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { committedBiscuitCampaign } from '@inaam/testing/server/campaign/committed-campaign.ts';
import {
  committedSecrets,
  endPrograms,
  startProgram,
  validEnvironment,
} from '@inaam/testing/server/programs/program-process.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import {
  startWebhookReceiver,
  webhookSecret,
  type WebhookReceiver,
} from '@inaam/testing/server/delivery/webhook-receiver.ts';
import {
  openTestDatabase,
  durableTestDatabase,
  type TestDatabase,
} from '@inaam/testing/setup/cluster/test-database.ts';
import type { Database } from '../database/database.ts';

let main: TestDatabase;
let database: Database;
let receiver: WebhookReceiver;

beforeAll(async () => {
  main = await durableTestDatabase();
  database = openTestDatabase(main.url, 2);
  await committedBiscuitCampaign(database, committedSecrets);
});
// First, so that nothing waits for a receiver that delays its answer.
afterEach(() => receiver.close());
afterAll(async () => {
  await endPrograms();
  await database.end();
  await main.drop();
});

const participants = 3;
const eventsEach = 4;

const writeEvents = () =>
  database.query(
    `insert into inaam.webhook_event (campaign, type, pseudonym, at, queued_at, due_at)
     select 'biscuit-2025', 'voucher.sent', decode(md5(participant::text), 'hex'), now(), now(), now()
     from generate_series(1, $2::integer) as event, generate_series(1, $1::integer) as participant`,
    [participants, eventsEach],
  );
/** Skips the pause that follows a failure. */
const makeDue = () => database.query('update inaam.webhook_event set due_at = now()');

function sequences(): Map<unknown, unknown[]> {
  const owners = Map.groupBy(receiver.received, ({ data }) => data['participant']);
  return new Map(
    [...owners].map(([owner, own]) => [owner, own.map(({ data }) => data['sequence'])]),
  );
}

test(
  'events wait for a receiver that is away, arrive in order when it is back, and do not hold up the end',
  { tags: ['long'] },
  async () => {
    receiver = await startWebhookReceiver(() => 200);
    const { port } = receiver.url;
    await receiver.close();
    const program = startProgram('server/main/deliver.ts', {
      ...validEnvironment(main.url),
      WEBHOOK_URL: receiver.url.href,
      WEBHOOK_HOSTS: '127.0.0.1',
      WEBHOOK_SECRET: webhookSecret,
      WEBHOOK_PRIVATE: 'yes',
    });
    const { metricsPort } = await program.logLine('Delivering.');
    const metrics = async () =>
      (await fetch(`http://127.0.0.1:${Number(metricsPort)}/metrics`)).text();
    await writeEvents();
    const all = participants * eventsEach;
    const tried = 'select from inaam.webhook_event where reason is not null';
    await waitUntil(async () => (await database.query(tried)).rowCount !== 0);
    await waitUntil(async () =>
      (await metrics()).includes(`inaam_webhook_events{state="waiting"} ${all}`),
    );

    let isStalling = false;
    receiver = await startWebhookReceiver(() => (isStalling ? 'hang' : 200), Number(port));
    await makeDue();
    await waitUntil(() => new Set(receiver.received.map(({ id }) => id)).size === all);
    const arrived = sequences();
    expect(arrived.size).toBe(participants);
    for (const numbers of arrived.values()) {
      expect(numbers).toEqual(numbers.toSorted((one, other) => Number(one) - Number(other)));
    }
    await waitUntil(async () =>
      (await metrics()).includes('inaam_webhook_events{state="waiting"} 0'),
    );

    isStalling = true;
    receiver.received.length = 0;
    await writeEvents();
    await waitUntil(() => receiver.received.length === participants);
    program.kill('SIGTERM');
    expect(await program.ended).toBe(0);
    const { rows } = await database.query<{ waiting: number }>(
      'select count(*)::integer as waiting from inaam.webhook_event where failed_at is null',
    );
    expect(rows).toEqual([{ waiting: all }]);
  },
);
