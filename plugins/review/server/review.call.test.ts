// The console's review with the delivery that it stops, each in its own role.
import { afterAll, afterEach, expect, test } from 'vitest';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { deliveryFixture } from '@inaam/testing/server/delivery/delivery-fixture.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { openTestDatabase, testDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { readHeldRights, rightsOf } from '@inaam/testing/server/plugins.ts';
import { fillCampaign } from '@inaam/testing/server/database/fill-campaign.ts';
import { readsDuring } from '@inaam/testing/server/database/table-reads.ts';
import { deletions } from '@inaam/server/participants/cleanup.sql.ts';
import { review } from '../plugin.ts';
import { reviewVouchers } from './review-vouchers.job.ts';
import { loadVoucherCodes } from '@inaam/server/vouchers/stage-vouchers.ts';
import { readAudits } from '@inaam/testing/server/database/database-queries.ts';
import type { Delivery } from '@inaam/server/main/delivery/start-delivery.ts';
import { rescheduleAhead } from '@inaam/server/messages/reschedule.sql.ts';
import { eraseNumber } from '@inaam/server/participants/number-changes.sql.ts';
import { readPersonalData } from '@inaam/server/participants/personal-data.sql.ts';
import { buildConsoleApp } from '@inaam/server/main/console-app.ts';
import { consoleAccount, consoleOrigin } from '@inaam/testing/server/console/delivery-console.ts';

const reason = 'ticket 4711';

let delivery: Delivery | undefined;

const clone = await testDatabase('migrated');
const fixture = await deliveryFixture(clone.url);
await fixture.verifyParticipants();
const looking = openTestDatabase(clone.url, 4, 'inaam_console');
const delivering = openTestDatabase(clone.url, 8, 'inaam_deliver');
const { campaign, keys, clocks, log } = fixture;
const context = { database: looking, campaign, keys, clocks, log, origin: consoleOrigin };
const app = await buildConsoleApp({ ...context, site: undefined });
const mira = await consoleAccount({ ...fixture, app }, 'Mira', 'manager');
const codes = Array.from({ length: 200 }, (_, at) => ({ code: `REV-${at}-7K2M9Q`, amount: 3 }));
await loadVoucherCodes(fixture, codes, clocks.wall());
afterEach(async () => {
  await delivery?.stop();
  delivery = undefined;
  // Removes everything that a later test could show, hold or send.
  await fixture.database.query(
    `delete from inaam.review_rule; delete from inaam.review_cluster; delete from inaam.review_trace;
     delete from inaam.voucher_hold;
     update inaam.message set state = 'sent' where state in ('owed', 'assigned')`,
  );
});
afterAll(async () => {
  await app.close();
  await looking.end();
  await delivering.end();
  await fixture.database.end();
  await clone.drop();
});

type Winner = { id: string; mobile: string; pseudonym: string };

/** Winners whose numbers were verified on one device. */
async function winnersOn(device: string, count: number): Promise<Winner[]> {
  const people = Array.from({ length: count }, () => fixture.nextParticipant(3));
  await fixture.database.query(
    'update inaam.token set user_key = $1 where pseudonym = any ($2::bytea[])',
    [device, people.map(({ pseudonym }) => pseudonym)],
  );
  const winners: Winner[] = [];
  for (const person of people) {
    const { id, mobile } = await fixture.grantVoucher(3, person);
    winners.push({ id, mobile, pseudonym: person.pseudonym.toString('hex') });
  }
  return winners;
}

const measure = (winners: readonly Winner[]) =>
  reviewVouchers({ ...fixture, database: delivering })(winners.map(({ id }) => id)).then(
    (results) => expect(results.map(({ status }) => status)).not.toContain('rejected'),
  );

type Asked = Parameters<typeof mira.call>;

async function ask(name: Asked[0], fields: object = {}, by = mira) {
  const { status, body } = await by.call(name, fields);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}
const setRule = (mode: 'off' | 'watch' | 'hold', threshold = 4) =>
  ask('changeRule', { rule: 'device', mode, threshold, windowHours: 24, reason });
const clusters = async () =>
  consoleCalls.readClusters.answer.parse(await ask('readClusters', { before: null })).clusters;
const cluster = async (number: number, by = mira) =>
  consoleCalls.readCluster.answer.parse(await ask('readCluster', { number }, by));
const held = async () => consoleCalls.readReview.answer.parse(await ask('readReview')).held;
const decide = (
  number: number,
  winners: readonly Pick<Winner, 'pseudonym'>[],
  action: 'hold' | 'release' | 'refuse',
  by = mira,
) =>
  by.call('decideVouchers', {
    cluster: number,
    pseudonyms: winners.map(({ pseudonym }) => pseudonym),
    action,
    reason,
  });
const statesOf = (winners: readonly Winner[]) =>
  Promise.all(winners.map(async ({ id }) => (await fixture.message(id))?.state));
/** The newest cluster, after its members were measured. */
async function newest() {
  const [first] = await clusters();
  if (!first) throw new Error('No cluster was found.');
  return first;
}

test('[CAM-6] a rule holds what comes after its threshold before it is sent, and a release sends it', async () => {
  await setRule('hold');
  const winners = await winnersOn('device one', 6);
  delivery = await fixture.deliver({ database: delivering });
  await waitUntil(async () => (await fixture.waiting()).length === 0);
  const states = await statesOf(winners);
  const late = winners.filter((_, at) => states[at] === 'owed');
  // At most three are measured before the fourth arrives.
  expect(late.length).toBeGreaterThanOrEqual(3);
  expect(states.filter((state) => state === 'sent')).toHaveLength(6 - late.length);
  expect(await held()).toMatchObject({ count: late.length, rupees: 3 * late.length });
  // None of them becomes due, and none has taken a code.
  await rescheduleAhead(fixture.database, fixture.campaign.id);
  expect(await fixture.waiting()).toEqual([]);
  const { rows: codes } = await fixture.database.query(
    'select from inaam.voucher where pseudonym = any ($1::bytea[])',
    [late.map(({ pseudonym }) => Buffer.from(pseudonym, 'hex'))],
  );
  expect(codes).toEqual([]);
  const found = await newest();
  expect(found).toMatchObject({
    rule: 'device',
    reason: '6 numbers were verified on one device within a day',
    members: 6,
    rupees: 18,
    waiting: late.length,
    waitingRupees: 3 * late.length,
    held: late.length,
  });
  await fixture.database.query(
    `insert into inaam.visit (campaign, user_key, at, query, ip_info)
     select campaign, user_key, now(), '{}', '{"city": "Pune"}' from inaam.token where pseudonym = decode($1, 'hex')`,
    [late[0]?.pseudonym],
  );
  const { members } = await cluster(found.number);
  expect(members.find(({ pseudonym }) => pseudonym === late[0]?.pseudonym)).toMatchObject({
    amount: 3,
    state: 'Tamil Nadu',
    place: 'Pune',
    may: ['release', 'refuse'],
    status: 'held by a rule',
    reason: expect.stringMatching(/^[4-6] numbers were verified on one device within a day$/),
  });
  // Another manager and an auditor see it, but only the manager may act.
  const auditor = await consoleAccount({ ...fixture, app }, 'Asha', 'auditor');
  expect((await cluster(found.number, auditor)).members.flatMap(({ may }) => may)).toEqual([]);

  const one = late.slice(0, 1);
  expect(await decide(found.number, one, 'release')).toMatchObject({
    status: 200,
    body: { count: 1, message: '1 voucher is released, and is sent now.' },
  });
  await waitUntil(async () => (await statesOf(one))[0] === 'sent');
  expect(await fixture.textsTo(one[0]?.mobile ?? '')).toHaveLength(1);
  expect(new Set(await statesOf(late.slice(1)))).toEqual(new Set(['owed']));
  expect(await readAudits(fixture.database, { max: 1 })).toMatchObject([
    {
      command: 'console review release',
      by: 'Mira',
      reason,
      details: { cluster: found.number, count: 1, pseudonyms: one[0]?.pseudonym },
    },
  ]);
  await decide(found.number, late.slice(1), 'release');
  await waitUntil(async () => (await statesOf(late)).every((state) => state === 'sent'));
  for (const { mobile } of winners) expect(await fixture.textsTo(mobile)).toHaveLength(1);
});

test('[CAM-6] a hold says of each voucher whether it was in time', async () => {
  await setRule('watch');
  const winners = await winnersOn('device two', 5);
  await measure(winners);
  const [waiting, flying, sent, ...others] = winners;
  if (!waiting || !flying || !sent) throw new Error('Nothing was granted.');
  await fixture.database.query(`update inaam.message set state = 'sent' where id = $1`, [sent.id]);
  // One SMS at a time; the provider withholds its first answer until the test releases it.
  let answer: () => void = () => undefined;
  const asked: string[] = [];
  await fixture.database.query(
    `update inaam.message set due_at = now() + interval '1 hour' where id <> $1`,
    [flying.id],
  );
  delivery = await fixture.deliver({
    database: delivering,
    concurrency: { voucher: 1 },
    provider: {
      send: async ({ id }) => {
        asked.push(id);
        await new Promise<void>((resolve) => (answer = resolve));
        return { kind: 'accepted', reference: undefined };
      },
    },
  });
  await waitUntil(async () => asked.length === 1);
  const { number } = await newest();
  const said = await decide(number, winners, 'hold');
  expect(said).toMatchObject({
    status: 200,
    body: {
      count: 4,
      message:
        '3 vouchers are held: they had not been sent. 1 is held, but may have been on its way to the phone already. Look again in a minute. 1 came too late: it was sent, or is closed.',
    },
  });
  // It cannot be refused while the outcome is unknown.
  expect(await decide(number, [flying], 'refuse')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('being sent at this moment') },
  });
  answer();
  await waitUntil(async () => (await statesOf([flying]))[0] === 'sent');
  expect((await held()).count).toBe(1 + others.length);
  expect((await decide(number, [flying], 'release')).status).toBe(200);
  await waitUntil(async () => (await fixture.waiting()).length === 0);
  expect(await statesOf([waiting])).toEqual(['owed']);
  expect(asked).toHaveLength(1);
});

test('[CAM-6] of a hold and a sending at the same moment, each voucher has one', async () => {
  await setRule('watch');
  const winners = await winnersOn('device three', 24);
  await measure(winners);
  const { number } = await newest();
  const texts = new Set<string>();
  delivery = await fixture.deliver({
    database: delivering,
    provider: {
      send: async ({ id }) => {
        texts.add(id);
        return { kind: 'accepted', reference: undefined };
      },
    },
  });
  const answers = await Promise.all(
    [0, 8, 16].map((from) => decide(number, winners.slice(from, from + 8), 'hold')),
  );
  const { members } = await cluster(number);
  await waitUntil(async () => (await fixture.waiting()).length === 0);
  const isHeld = new Set(
    members.flatMap(({ pseudonym, status }) => (status.startsWith('held') ? [pseudonym] : [])),
  );
  const states = await statesOf(winners);
  for (const [at, { id, pseudonym }] of winners.entries()) {
    const state = states[at];
    if (state === 'owed') expect([isHeld.has(pseudonym), texts.has(id)]).toEqual([true, false]);
    else expect([state, texts.has(id)]).toEqual(['sent', true]);
  }
  const promised = answers.flatMap(({ body }) =>
    [...JSON.stringify(body).matchAll(/(\d+) vouchers? (?:is|are) held:/g)].map(([, count]) =>
      Number(count),
    ),
  );
  const kept = states.filter((state) => state === 'owed').length;
  expect(promised.reduce((sum, count) => sum + count, 0)).toBe(kept);
  await decide(number, winners, 'release');
});

test('[CAM-6] a refusal closes the debt, blames nobody, and can be taken back', async () => {
  await setRule('watch');
  const winners = await winnersOn('device four', 4);
  await measure(winners);
  const [one] = winners;
  if (!one) throw new Error('Nothing was granted.');
  const { number } = await newest();
  await decide(number, [one], 'refuse');
  expect((await decide(number, [one], 'release')).status).toBe(200);
  expect((await fixture.waiting()).map(({ id }) => id)).toContain(one.id);
  expect(await decide(number, [one], 'refuse')).toMatchObject({ status: 200, body: { count: 1 } });
  expect(await fixture.message(one.id)).toMatchObject({
    state: 'settled',
    reason: 'refused after review',
  });
  const own = await readPersonalData(fixture.database, fixture.campaign.id).one(
    Buffer.from(one.pseudonym, 'hex'),
  );
  expect(own).toMatchObject({ rewards: [{ whose: 'own', voucher: 'refused' }] });
  expect((await decide(number, [one], 'hold')).status).toBe(409);
  const { rows } = await fixture.database.query<{ rewards: number; ledger: number }>(
    `select (select count(*)::integer from inaam.reward where pseudonym = $1) as rewards,
       (select count(*)::integer from inaam.ledger where pseudonym = $1) as ledger`,
    [Buffer.from(one.pseudonym, 'hex')],
  );
  expect(rows).toEqual([{ rewards: 1, ledger: 2 }]);
  const helping = await mira.call('findPerson', { by: 'number', text: one.mobile, reason });
  expect(helping.body).toMatchObject({
    summary: expect.stringContaining('refused in the review'),
    voucher: { canResend: false, whyNot: expect.stringContaining('refused in the review') },
  });
  delivery = await fixture.deliver({ database: delivering });
  await waitUntil(async () => (await fixture.waiting()).length === 0);
  expect(await fixture.textsTo(one.mobile)).toEqual([]);
  expect((await decide(number, [one], 'release')).status).toBe(200);
  await waitUntil(async () => (await statesOf([one]))[0] === 'sent');
  expect(await fixture.textsTo(one.mobile)).toHaveLength(1);
});

test('[CAM-6] whatever becomes of a rule, what is held can be found and released', async () => {
  await setRule('watch');
  const winners = await winnersOn('device nine', 4);
  await measure(winners);
  const [one] = winners;
  if (!one) throw new Error('Nothing was granted.');
  const { number } = await newest();
  await decide(number, [one], 'hold');
  const numbers = async () => (await clusters()).map((found) => found.number);
  expect(await numbers()).toEqual([number]);
  for (const [mode, threshold] of [
    ['watch', 200],
    ['off', 4],
  ] as const) {
    await setRule(mode, threshold);
    expect(await numbers()).toContain(number);
  }
  const found = consoleCalls.findPerson.answer.parse(
    await ask('findPerson', { by: 'number', text: one.mobile, reason }),
  );
  expect(found.voucher).toMatchObject({
    canResend: false,
    whyNot: expect.stringContaining('held in the review'),
  });
  // The voucher was held while it was being sent, and resending must show that.
  await fixture.database.query(`update inaam.message set state = 'sent' where id = $1`, [one.id]);
  expect(
    await ask('resendVoucher', { person: found.person, message: one.id, reason }),
  ).toMatchObject({ message: expect.stringContaining('held in the review') });
  // Not by a cluster of which only the newest members are shown, either.
  await fixture.database.query(
    `insert into inaam.review_member (campaign, pseudonym, rule, cluster, at, in_hour, in_day, in_week)
     select participation.campaign, participation.pseudonym, 'device', $1, now() + interval '1 day', 0, 0, 0
     from inaam.participation limit 210 on conflict do nothing`,
    [number],
  );
  expect((await cluster(number)).members.map(({ pseudonym }) => pseudonym)).toContain(
    one.pseudonym,
  );
  expect((await decide(number, [one], 'release')).status).toBe(200);
  expect(await numbers()).toEqual([]);
});

test('a rule begins at its least number', async () => {
  const setting = { rule: 'block', mode: 'hold', threshold: 4, windowHours: 1, reason };
  expect(await mira.call('changeRule', setting)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('from 5 to') },
  });
});

test('who is erased leaves the cluster, and still counts', async () => {
  const winners = await winnersOn('device seven', 4);
  await measure(winners);
  await setRule('watch');
  const { number } = await newest();
  const [gone] = winners;
  const { campaign, clocks, keys } = fixture;
  const operator = { by: 'asha', reason, at: clocks.wall() };
  await eraseNumber(fixture.database, {
    campaign: campaign.id,
    mobileIndex: keys.mobileIndex(gone?.mobile ?? ''),
    isForfeited: true,
    audit: { campaign: campaign.id, command: 'number erase', operator, details: {} },
  });
  const { members } = await cluster(number);
  expect(members).toHaveLength(3);
  expect(members.map(({ pseudonym }) => pseudonym)).not.toContain(gone?.pseudonym);
  const left = await fixture.database.query('select from inaam.review_trace where pseudonym = $1', [
    Buffer.from(gone?.pseudonym ?? '', 'hex'),
  ]);
  expect(left.rowCount).toBe(0);
  // The fifth number of the device is still the fifth.
  await measure(await winnersOn('device seven', 1));
  expect((await newest()).reason).toBe('5 numbers were verified on one device within a day');
});

test('nothing but the people of the cluster can be decided about, and no number is kept', async () => {
  await setRule('watch');
  const winners = await winnersOn('device eight', 4);
  await measure(winners);
  const [stranger] = await winnersOn('another device', 1);
  const { number } = await newest();
  if (!stranger) throw new Error('Nothing was granted.');
  expect(await decide(number, [stranger], 'hold')).toMatchObject({ status: 404 });
  expect(await decide(number + 1000, winners, 'hold')).toMatchObject({ status: 404 });
  const fields = { cluster: number, pseudonyms: [winners[0]?.pseudonym], action: 'hold' };
  expect(
    await mira.call('decideVouchers', { ...fields, reason: 'asked by 9876543210' }),
  ).toMatchObject({ status: 400 });
  // Neither the trace nor the page contains a device key or a number.
  const { rows } = await fixture.database.query<{ text: string }>(
    `select string_agg(row_to_json(trace)::text, ' ') as text from inaam.review_trace as trace`,
  );
  const shown = `${rows[0]?.text} ${JSON.stringify(await cluster(number))}`;
  for (const { mobile } of winners) expect(shown).not.toContain(mobile);
  expect(shown).not.toContain('device eight');
  expect(shown).not.toContain(Buffer.from('device eight').toString('hex'));
});

test('a cluster is kept while a voucher in it is held: otherwise nobody could release it', async () => {
  await setRule('hold');
  const winners = await winnersOn('device kept', 4);
  await measure(winners);
  const { number } = await newest();
  const cleanUp = async () => {
    for (const { kind, deleteBatch } of deletions) {
      if (kind === 'review_member' || kind === 'review_cluster') {
        await deleteBatch(delivering, campaign.id, new Date('2100-01-01'));
      }
    }
  };
  await cleanUp();
  expect((await cluster(number)).members).toHaveLength(4);
  await decide(number, winners, 'release');
  await cleanUp();
  expect((await mira.call('readCluster', { number })).status).toBe(404);
});

test('each role has these rights to the tables of the review, and no other', async () => {
  const held = {
    inaam_deliver: {
      select: 'review_cluster review_member review_rule review_trace',
      insert: 'review_cluster review_member review_trace',
      update: 'review_cluster review_member/1 review_trace/2',
      delete: 'review_cluster review_member review_trace',
    },
    inaam_operator: { select: 'review_rule' },
    inaam_console: {
      select: 'review_cluster/7 review_member review_rule',
      insert: 'review_rule',
      update: 'review_rule',
    },
    inaam_audit: { select: 'review_rule' },
  };
  expect(await readHeldRights(fixture.database, review)).toEqual(rightsOf(held));
});

/** All winners are in clusters of five, and some vouchers are held. */
async function fillReview() {
  const { database } = fixture;
  await database.query(
    `with person as (
       select pseudonym, row_number() over (order by pseudonym) - 1 as place
       from inaam.reward where not exists (
         select from inaam.message where message.pseudonym = reward.pseudonym and state <> 'sent')),
     cluster as (
       insert into inaam.review_cluster (campaign, rule, source, last_at, in_hour, in_day, in_week)
       select $1, 'device', substr(sha256(place::text::bytea), 1, 16), now() - place * interval '1 second', 5, 5, 5
       from person where place % 5 = 0 returning number),
     numbered as (select number, row_number() over (order by number) - 1 as place from cluster)
     insert into inaam.review_member (campaign, pseudonym, rule, cluster, at, in_hour, in_day, in_week)
     select $1, pseudonym, 'device', number, now() - person.place * interval '1 second', 1, 1, 5
     from person join numbered on numbered.place = person.place / 5`,
    [campaign.id],
  );
  const { rows } = await database.query<{ number: string; held: string }>(
    `with held as (
       update inaam.message set state = 'owed' where kind = 'voucher' and pseudonym in (
         select pseudonym from inaam.review_member order by pseudonym limit 20)
       returning campaign, pseudonym),
     hold as (
       insert into inaam.voucher_hold (campaign, pseudonym, state, at, decided_by, why)
       select campaign, pseudonym, 'held', now(), 'rule device', 'many' from held)
     select cluster as number, encode(pseudonym, 'hex') as held
     from held join inaam.review_member using (campaign, pseudonym) limit 1`,
  );
  return { number: Number(rows[0]?.number), held: rows[0]?.held ?? '' };
}

test('each call reads a few rows, however many took part', { tags: ['long'] }, async () => {
  await fillCampaign(fixture.database, campaign.id, 3000);
  const { number, held: pseudonym } = await fillReview();
  await fixture.database.query('vacuum (analyze) inaam.message, inaam.reward, inaam.review_member');
  await fixture.database.query('analyze');
  await setRule('watch');
  const calls = [
    ['readReview', {}],
    ['readClusters', { before: null }],
    ['readCluster', { number }],
    ['decideVouchers', { cluster: number, pseudonyms: [pseudonym], action: 'release', reason }],
  ] as const;
  for (const [name, fields] of calls) {
    const read = await readsDuring([fixture.database, looking], () => ask(name, fields));
    // The candidates of twenty clusters; the console's own tables have few rows.
    const most = (table: string) =>
      table.startsWith('console_') ? Infinity : table.startsWith('review_') ? 530 : 130;
    const large = read.filter(([table, rows]) => rows > most(table));
    expect({ name, large }).toEqual({ name, large: [] });
  }
});
