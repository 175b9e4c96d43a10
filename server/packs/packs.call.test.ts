import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { packCodeOf, shownPackCode } from '@inaam/contract/pack-code.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { changePackBatch, makePackBatch, type PackBatchRow } from './pack-batches.sql.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({
    change: (campaign) => ({ ...campaign, packs: { kind: 'unique', codes: 'made' } }),
  });
  await makeBatch('JUN-GOA', 1000);
});
afterAll(() => server.close());
beforeEach(() => {
  server.time.wall += 2 * 3_600_000;
});

const operator = { by: 'asha', reason: 'a test', at: 0 };
const auditOf = (command: string) => ({
  campaign: server.campaign.id,
  command,
  operator: { ...operator, at: server.time.wall },
  details: {},
});

async function makeBatch(label: string, codes: number, change: 'open' | 'none' = 'open') {
  const made = await makePackBatch(server.database, server.campaign.id, {
    label,
    product: 'Goli',
    region: 'Goa',
    codes,
    key: 1,
    audit: auditOf('packs make'),
  });
  if (change === 'open') await changeTo(label, change);
  return made ?? { batch: 0 };
}

const changeTo = (label: string, change: 'open' | 'close' | 'recall') =>
  changePackBatch(server.database, server.campaign.id, {
    label,
    change,
    audit: auditOf(`packs ${change}`),
  });

const codeOf = ({ batch }: Pick<PackBatchRow, 'batch'>, serial: number) =>
  server.keys.packCode({ key: 1, batch, serial });

/** @returns the answer of the registration */
async function registerWith(pack: string | undefined, mobile = newMobile(), shopper?: Shopper) {
  const one = shopper ?? new Shopper(server);
  one.pack = pack;
  const { status, resp } = await one.register(mobile);
  return { status, messageId: resp['messageId'], message: resp['message'] };
}

const words = () => server.campaign.words('en').messages;

test('a number registers with the code of its pack, as people type it', async () => {
  const code = codeOf({ batch: 1 }, 0);
  expect(await registerWith(code)).toMatchObject({ status: 200 });
  expect(await registerWith(` ${shownPackCode(code).toLowerCase()}`)).toMatchObject({
    status: 200,
  });
});

test('a code that is missing, mistyped, unknown or not open is refused before an SMS is paid for', async () => {
  const { batch } = await makeBatch('JUL-GOA', 10, 'none');
  const draft = codeOf({ batch }, 3);
  const rows = [
    [undefined, 'invalidCode', words().packMissing],
    [' ', 'invalidCode', words().packMissing],
    ['HELLO', 'invalidFormat', words().invalidFormat],
    [
      draft.replace(/^./, (first) => (first === '0' ? '1' : '0')),
      'invalidFormat',
      words().invalidFormat,
    ],
    [packCodeOf(12345n), 'invalidCode', words().packUnknown],
    // Of the batch's key, but never printed.
    [codeOf({ batch }, 10), 'invalidCode', words().packUnknown],
    [draft, 'invalidCode', words().packNotOpen],
  ] as const;
  const sent = await countMessages();
  for (const [code, messageId, message] of rows) {
    expect(await registerWith(code)).toEqual({ status: 400, messageId, message });
  }
  await changeTo('JUL-GOA', 'open');
  await changeTo('JUL-GOA', 'close');
  expect(await registerWith(draft)).toMatchObject({ message: words().packClosed });
  await changeTo('JUL-GOA', 'recall');
  expect(await registerWith(draft)).toMatchObject({
    messageId: 'invalidCode',
    message: words().packRecalled,
  });
  expect(await countMessages()).toBe(sent);
});

async function countMessages(): Promise<number> {
  const { rows } = await server.database.query<{ count: number }>(
    'select count(*)::integer as count from inaam.message',
  );
  return rows[0]?.count ?? 0;
}

test('who tries many codes is soon not told why, and then has to wait', async () => {
  const shopper = new Shopper(server);
  shopper.remoteAddress = '198.51.100.7';
  const tryOne = (at: number) => registerWith(packCodeOf(BigInt(at)), newMobile(), shopper);
  for (let at = 1; at <= 3; at++) {
    expect(await tryOne(at)).toMatchObject({ message: words().packUnknown });
  }
  for (let at = 4; at <= 10; at++) {
    expect(await tryOne(at)).toMatchObject({ status: 400, message: words().invalidCode });
  }
  const right = codeOf({ batch: 1 }, 50);
  const answer = await registerWith(right, newMobile(), shopper);
  expect(answer).toMatchObject({ status: 429, messageId: 'tryAgain' });
  // Nobody else waits.
  expect(await registerWith(right)).toMatchObject({ status: 200 });
  server.time.wall += 2 * 3_600_000;
  expect(await registerWith(right, newMobile(), shopper)).toMatchObject({ status: 200 });
});

test('of many wrong codes at once, only the first few are told more', async () => {
  const shopper = new Shopper(server);
  shopper.remoteAddress = '198.51.100.8';
  await shopper.start();
  await shopper.call('recordConsent', { agree: 'YES' });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      shopper.call('register', {
        name: 'Asha Rao',
        mobile: newMobile(),
        state: 'Karnataka',
        agree1: true,
        pack: packCodeOf(BigInt(1000 + at)),
      }),
    ),
  );
  const told = answers.filter(({ resp }) => resp['message'] === words().packUnknown);
  expect(told).toHaveLength(3);
});
