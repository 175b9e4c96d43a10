// Receipts that arrive twice, late, early and in the wrong order.
import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { committedCampaign } from '@inaam/testing/server/campaign/committed-campaign.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { testDelivery } from '@inaam/testing/server/delivery/test-delivery.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { loadVoucherCodes } from '../vouchers/stage-vouchers.ts';
import { recordAttempts, type Attempt } from './messages.sql.ts';
import { resendVouchers } from '../vouchers/voucher-debts.sql.ts';
import {
  applyReceipts,
  markWithoutReceipt,
  storeReceipts,
  noteUnread,
  readReceiptFaults,
} from './sms-receipts.sql.ts';

const fixture = await testDelivery();
afterEach(() => fixture.database.query('delete from inaam.sms_receipt'));

const minuteMs = 60_000;
const dayMs = 86_400_000;
let codes = 0;

/** A voucher that was tried on a path, with the clock a minute later. */
async function voucherAfter(outcome: Attempt['outcome'] | 'nothing', reference = 'ref-1') {
  const now = fixture.clocks.wall();
  await loadVoucherCodes(fixture, [{ code: `RECEIPT-${(codes += 1)}`, amount: 3 }], now);
  const { id } = await fixture.grantVoucher(3);
  await fixture.takeVouchers([id]);
  if (outcome !== 'nothing') await attempt(id, outcome, reference);
  return id;
}

function attempt(messageId: string, outcome: Attempt['outcome'], reference = 'ref-1') {
  const facts = { messageId, at: fixture.clocks.wall(), path: 'main' };
  const result =
    outcome === 'accepted'
      ? { outcome, reference }
      : outcome === 'unknown'
        ? { outcome, reason: 'HTTP 500' }
        : { outcome, reason: 'HTTP 400', isFinal: true };
  return recordAttempts(fixture.database, fixture.campaign.id).one({ ...facts, ...result });
}

type Said = 'delivered' | 'undelivered';

async function receive(
  outcome: Said,
  reference = 'ref-1',
  path = 'main',
  campaign = fixture.campaign.id,
  mobileIndex?: Buffer,
) {
  const at = fixture.clocks.wall();
  await storeReceipts(fixture.database, campaign).one({
    path,
    reference,
    mobileIndex,
    at,
    ...(outcome === 'delivered' ? { outcome } : { outcome, reason: 'phone not reached' }),
  });
}
const apply = (laterMs = 0) => applyReceipts(fixture.database, fixture.clocks.wall() + laterMs);

async function stateOf(id: string) {
  const { rows } = await fixture.database.query<{ state: string; reason: string | null }>(
    'select state, reason from inaam.message where id = $1',
    [id],
  );
  return rows[0];
}
const left = async () =>
  (await fixture.database.query('select from inaam.sms_receipt')).rowCount ?? 0;

const failed = { state: 'failed', reason: 'phone not reached' };
const arrived = { state: 'delivered', reason: null };

test.each<[string, Said[], object]>([
  ['delivered', ['delivered'], arrived],
  ['failed', ['undelivered'], failed],
  ['delivered after failed', ['undelivered', 'delivered'], arrived],
  ['failed after delivered', ['delivered', 'undelivered'], arrived],
  ['delivered, again and again', ['delivered', 'delivered', 'delivered'], arrived],
])('[CAM-6] receipts that say %s', async (_, said, expected) => {
  for (const isApart of [false, true]) {
    const reference = `ref-${String(isApart)}`;
    const id = await voucherAfter('accepted', reference);
    for (const outcome of said) {
      await receive(outcome, reference);
      if (isApart) await apply();
    }
    await apply();
    expect(await stateOf(id)).toEqual(expected);
    expect(await left()).toBe(0);
  }
});

test('[CAM-6] a receipt that is replayed changes nothing, and leaves one line in the log of attempts', async () => {
  const id = await voucherAfter('accepted');
  for (let time = 0; time < 3; time += 1) {
    await receive('delivered');
    await apply();
  }
  expect((await fixture.message(id))?.outcomes).toEqual(['accepted', 'delivered']);
});

test('[CAM-6] a receipt that is here before the answer is recorded waits for it', async () => {
  const id = await voucherAfter('nothing');
  await receive('undelivered');
  expect(await apply()).toMatchObject({ due: 1 });
  expect(await stateOf(id)).toMatchObject({ state: 'assigned' });
  await attempt(id, 'accepted');
  expect(await apply(minuteMs)).toEqual({ due: 1, failed: [{ id, reason: 'phone not reached' }] });
  expect(await stateOf(id)).toEqual(failed);
});

test('[CAM-6] a message that may have been accepted has been, if it was delivered', async () => {
  const id = await voucherAfter('unknown');
  await receive('undelivered', id);
  await apply();
  // It is retried anyway.
  expect(await stateOf(id)).toMatchObject({ state: 'assigned' });
  await receive('delivered', id);
  await apply();
  expect(await stateOf(id)).toEqual(arrived);
});

test('[CAM-6] a receipt that came to the site of another campaign of the database is applied', async () => {
  const other = await loadCampaign('tea-demo');
  const secrets = { draw: randomBytes(32), pseudonym: randomBytes(32) };
  await committedCampaign(fixture.database, other, secrets);
  const ofAnswer = await voucherAfter('accepted');
  const ofOurId = await voucherAfter('unknown');
  await receive('undelivered', 'ref-1', 'main', other.id);
  await receive('delivered', ofOurId, 'main', other.id);
  expect(await apply()).toEqual({ due: 2, failed: [{ id: ofAnswer, reason: failed.reason }] });
  expect(await stateOf(ofAnswer)).toEqual(failed);
  expect(await stateOf(ofOurId)).toEqual(arrived);
  expect(await left()).toBe(0);
});

const numberOf = async (id: string) => {
  const { rows } = await fixture.database.query<{ number: Buffer }>(
    `select coalesce(message.mobile_index, participation.mobile_index) as number
     from inaam.message left join inaam.participation using (campaign, pseudonym) where id = $1`,
    [id],
  );
  return rows[0]?.number;
};

async function codeAfter(outcome: Attempt['outcome']) {
  const id = await fixture.requestCode(newMobile(), '482913');
  await attempt(id, outcome);
  return id;
}

test.each([
  ['voucher', voucherAfter],
  ['code', codeAfter],
])(
  '[CAM-6] a receipt that names only the number is for its %s without a clear answer',
  async (_, messageAfter) => {
    const id = await messageAfter('unknown');
    const other = await messageAfter('unknown');
    await receive('delivered', 'theirs', 'main', fixture.campaign.id, await numberOf(id));
    await apply();
    // Its message may have an answer that is not recorded yet.
    expect(await stateOf(id)).not.toEqual(arrived);
    await apply(minuteMs + 1000);
    expect(await stateOf(id)).toEqual(arrived);
    expect(await stateOf(other)).not.toEqual(arrived);
    expect(await left()).toBe(0);
  },
);

test.each<[string, () => Promise<[id: string, reference: string, path?: string]>]>([
  ['was accepted', async () => [await voucherAfter('accepted'), 'theirs']],
  ['was refused', async () => [await voucherAfter('refused'), 'theirs']],
  ['was not sent yet', async () => [await voucherAfter('nothing'), 'theirs']],
  ['took another path', async () => [await voucherAfter('unknown'), 'theirs', 'other']],
  [
    'is another one than the reference names',
    async () => {
      const id = await voucherAfter('unknown');
      await codeAfter('accepted');
      return [id, 'ref-1'];
    },
  ],
])('a receipt that names the number of a message that %s changes nothing', async (_, made) => {
  const [id, reference, path] = await made();
  const before = await stateOf(id);
  await receive('delivered', reference, path, fixture.campaign.id, await numberOf(id));
  await apply(minuteMs + 1000);
  expect(await stateOf(id)).toEqual(before);
});

test('a receipt that names a number with two messages without a clear answer is for neither', async () => {
  const first = await voucherAfter('unknown');
  const second = await codeAfter('unknown');
  const own = [await numberOf(first), second];
  await fixture.database.query('update inaam.message set mobile_index = $1 where id = $2', own);
  await receive('delivered', 'theirs', 'main', fixture.campaign.id, await numberOf(first));
  await apply(minuteMs + 1000);
  for (const id of [first, second]) expect(await stateOf(id)).not.toEqual(arrived);
  expect(await left()).toBe(1);
});

test.each<[string, string, string]>([
  ['another path', 'ref-1', 'other'],
  ['an unknown reference', 'ref-2', 'main'],
  ['something like an id', '0197b1c2-0000-7000-8000-00000000000', 'main'],
])('a receipt of %s changes nothing', async (_, reference, path) => {
  const id = await voucherAfter('accepted');
  await receive('undelivered', reference, path);
  await apply();
  expect(await stateOf(id)).toMatchObject({ state: 'sent' });
  expect(await left()).toBe(1);
});

test('[CAM-6] a receipt of the first SMS is not taken for that of one that was sent again', async () => {
  const id = await voucherAfter('accepted', 'first');
  await receive('undelivered', 'first');
  await apply();
  expect(await stateOf(id)).toEqual(failed);
  await resendVouchers(
    fixture.database,
    fixture.campaign.id,
    { message: id },
    {
      max: 1,
      now: fixture.clocks.wall(),
      auditOf: () => ({
        campaign: fixture.campaign.id,
        command: 'console deliveries resend',
        operator: { at: fixture.clocks.wall(), by: 'asha', reason: 'test' },
        details: {},
      }),
    },
  );
  expect(await stateOf(id)).toEqual({ state: 'assigned', reason: null });
  await attempt(id, 'accepted', 'second');
  await receive('undelivered', 'first');
  await receive('undelivered', id);
  await apply(minuteMs);
  expect(await stateOf(id)).toMatchObject({ state: 'sent' });
  await receive('delivered', 'second');
  await apply();
  expect(await stateOf(id)).toEqual(arrived);
});

test('[CAM-6] a permanent refusal says that trying again makes no sense', async () => {
  const id = await voucherAfter('refused');
  expect(await stateOf(id)).toEqual({ state: 'failed', reason: 'HTTP 400' });
  await receive('delivered', id);
  await apply();
  expect(await stateOf(id)).toMatchObject({ state: 'failed' });
});

test('[CAM-6] a voucher without a receipt says so after a day, until one comes', async () => {
  const id = await voucherAfter('accepted');
  const mark = (paths: string[], laterMs: number) =>
    markWithoutReceipt(
      fixture.database,
      fixture.campaign.id,
      paths,
      fixture.clocks.wall() - dayMs + laterMs,
    );
  expect(await mark(['main'], dayMs - minuteMs)).toBe(0);
  expect(await mark(['other'], dayMs + minuteMs)).toBe(0);
  expect(await mark(['main'], dayMs + minuteMs)).toBe(1);
  expect(await mark(['main'], dayMs + minuteMs)).toBe(0);
  expect(await stateOf(id)).toEqual({ state: 'sent', reason: 'no receipt' });
  await receive('delivered');
  await apply();
  expect(await stateOf(id)).toEqual(arrived);
});

const waiting = { state: 'sent', reason: null };

test.each<Said[]>([
  ['undelivered', 'delivered'],
  ['delivered', 'undelivered'],
])('[CAM-6] two processes that apply %s and %s of one message agree', async (one, other) => {
  const id = await voucherAfter('accepted');
  const holder = await fixture.database.connect();
  const isWaiting = async (count: number) => {
    const { rows } = await fixture.database.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rows.length === count;
  };
  try {
    await holder.query('begin');
    await holder.query('select from inaam.message where id = $1 for update', [id]);
    await receive(one);
    const first = apply();
    await waitUntil(() => isWaiting(1));
    await receive(other);
    const second = apply();
    await waitUntil(() => isWaiting(2));
    await holder.query('commit');
    await Promise.all([first, second]);
  } finally {
    holder.release();
  }
  expect(await stateOf(id)).toEqual(arrived);
});

test.each<[string, answers: string[], receipt: string, which: number | null]>([
  ['the same id', ['ab', 'AB'], 'AB', 1],
  ['the id of two', ['ab', 'ab'], 'ab', null],
])('[CAM-6] a receipt that has %s', async (_, answers, receipt, which) => {
  const ids: string[] = [];
  for (const answer of answers) ids.push(await voucherAfter('accepted', answer));
  await receive('delivered', receipt);
  await apply(minuteMs);
  for (const [at, id] of ids.entries()) {
    expect(await stateOf(id)).toEqual(at === which ? arrived : waiting);
  }
});

test('what was not understood is counted for a week', async () => {
  const [now, weekMs] = [fixture.clocks.wall(), 7 * dayMs];
  const note = noteUnread(fixture.database, fixture.campaign.id);
  await note('main', 'no id', now - 2 * weekMs);
  await Promise.all([1, 2, 3].map(() => note('main', 'no id', now)));
  await note('main', 'no id', now + 1);
  await note('main', 'no state', now);
  await receive('delivered', 'unknown');
  const faults = (at: number) => readReceiptFaults(fixture.database, fixture.campaign.id, at);
  const unread = [
    { path: 'main', reason: 'no id', times: 4 },
    { path: 'main', reason: 'no state', times: 1 },
  ];
  expect(await faults(now)).toEqual({ unread, unmatched: 0 });
  expect(await faults(now + 2 * 3_600_000)).toEqual({ unread, unmatched: 1 });
  expect(await faults(now + weekMs + minuteMs)).toEqual({ unread: [], unmatched: 0 });
});

test('the site may store a receipt, and see none', async () => {
  const site = openTestDatabase(fixture.url, 1, 'inaam_serve');
  try {
    const receipt = { path: 'main', reference: 'r', at: 0, outcome: 'delivered' } as const;
    await storeReceipts(site, fixture.campaign.id).one(receipt);
    await storeReceipts(site, fixture.campaign.id).one(receipt);
    await expect(site.query('select from inaam.sms_receipt')).rejects.toThrow(/permission denied/);
  } finally {
    await site.end();
  }
  expect(await left()).toBe(1);
});
