// `npm run drill -- kannel [messages]`: sends a campaign's codes and vouchers, in English and
// Hindi: over HTTP to Kannel, which passes them to an SMSC by SMPP; over HTTP to Kannel's fake
// SMSC; and by SMPP to the SMSC. With receipts. Installs Kannel if missing. Exits with 1 if
// something was wrong.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { receiptIntake } from '@inaam/server/messages/receipts.job.ts';
import { addClientAddress } from '@inaam/server/http/client-address.ts';
import { receiveSmsReceipts } from '@inaam/server/http/sms-receipts.ts';
import { openPaths } from '@inaam/server/sms/paths/open-paths.ts';
import { readPathFile, readReceiptHooks } from '@inaam/server/sms/paths/read-path-file.ts';
import { presets } from '@inaam/server/sms/presets/presets.ts';
import { storeReceiptsOfCall } from '@inaam/server/messages/sms-receipts.sql.ts';
import { loadVoucherCodes } from '@inaam/server/vouchers/stage-vouchers.ts';
import fastify from 'fastify';
import type { PDU } from 'smpp';
import { onPostgres } from '../product/run.ts';
import { deliveryFixture, type DeliveryFixture } from '../server/delivery/delivery-fixture.ts';
import { hindiSms } from '../server/delivery/outgoing-sms.ts';
import { startSmsc, type Smsc, textsOf } from '../server/delivery/smsc.ts';
import { newMobile } from '../server/shopper/shopper.ts';
import { waitUntil } from '../server/wait-until.ts';
import { installKannel, startKannel, type Kannel } from './kannel.ts';

const [asked = '30'] = process.argv.slice(2);
/** Codes, and vouchers, per route. */
const size = Number(asked);
if (!Number.isInteger(size) || size < 1) {
  throw new Error('Name the number of codes and vouchers per route, such as 45.');
}
const print = (line: string) => void process.stdout.write(`${line}\n`);

type Stage = { fixture: DeliveryFixture; smsc: Smsc; kannel: Kannel; folder: string };

const overKannel = ({ kannel }: Stage, receipts: string) => ({
  preset: 'kannel',
  values: { address: kannel.address, username: kannel.username, receipts },
  receipts: { addresses: ['127.0.0.1'] },
});

const routes = {
  'HTTP to Kannel, SMPP to the SMSC': overKannel,
  'in Hindi, HTTP to Kannel, SMPP to the SMSC': overKannel,
  'HTTP to Kannel, its fake SMSC': ({ kannel }: Stage, receipts: string) => ({
    http: {
      ...presets.kannel.gateway,
      headers: { ...presets.kannel.gateway.headers, 'x-kannel-smsc': 'fake' },
    },
    values: { address: kannel.address, username: kannel.username, receipts },
  }),
  'SMPP to the SMSC': ({ smsc }: Stage) => ({
    smpp: {
      host: '127.0.0.1',
      port: smsc.port,
      tls: false,
      systemId: 'inaam',
      password: '{secret.KANNEL_PASSWORD}',
    },
  }),
} as const;

const isHindi = (name: string) => name.startsWith('in Hindi');
/** Of a code and of a voucher. */
const segmentsOfHindi = 2;
const registered = {
  en: /^(?:\d{6} is your OTP .*#\d{6}|Congratulations! .*-KANNEL\. Use it at [\w ]+ until [\w ]+\.)$/s,
  hi: /^(?:\d{6} इनाम .* न बताएँ।\n\n.*#\d{6}|बधाई हो! .*-KANNEL है, जो [\d-]{10} तक मान्य है।)$/s,
};

installKannel();
const smsc = await startSmsc();
try {
  await onPostgres({ durable: true }, walkAll);
} finally {
  await smsc.close();
}

async function walkAll(url: string, folder: string): Promise<void> {
  const fixture = await deliveryFixture(url);
  await fixture.verifyParticipants({ 3: size * Object.keys(routes).length });
  const kannel = await startKannel(folder, smsc.port);
  smsc.sendsReceipts(true);
  try {
    for (const [name, entry] of Object.entries(routes)) {
      await walk(name, { fixture, smsc, kannel, folder }, entry);
    }
  } finally {
    await kannel.stop();
    await fixture.database.end();
  }
}

async function walk(
  name: string,
  stage: Stage,
  entryOf: (stage: Stage, receipts: string) => object,
): Promise<void> {
  const { fixture, kannel: gateway } = stage;
  const { database, campaign, clocks } = fixture;
  const storeAll = storeReceiptsOfCall(database, campaign.id);
  const app = fastify();
  addClientAddress(app, () => false, undefined);
  const file = path.join(stage.folder, 'paths.json');
  const site = 'http://127.0.0.1';
  const variables = { SMS_SECRET_KANNEL_PASSWORD: gateway.password };
  const write = (receipts: string) =>
    writeFile(file, JSON.stringify({ paths: [{ name: 'drill', ...entryOf(stage, receipts) }] }));
  await write(site);
  await receiveSmsReceipts(app, {
    hooks: readReceiptHooks(file, variables).hooks,
    store: (from, receipts) =>
      storeAll(receipts.map((receipt) => ({ ...receipt, path: from, at: clocks.wall() }))),
    noteFault: (from, count, reason) => {
      throw new Error(`${count} receipts of ${from} were not understood: ${reason}.`);
    },
  });
  const receipts = `${await app.listen({ port: 0, host: '127.0.0.1' })}/sms/receipts/drill`;
  await write(receipts);
  const { paths, problems } = readPathFile(file, variables, ['127.0.0.1']);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const opened = openPaths(paths, { onLink: () => undefined, ...receiptIntake(fixture) });
  const delivery = await fixture.deliver({
    paths: opened,
    ...(isHindi(name) && { campaign: { ...campaign, sms: hindiSms(campaign.sms) } }),
  });
  try {
    await play(name, stage);
  } finally {
    await delivery.stop();
    await Promise.all(opened.map(async ({ provider }) => provider.stop?.()));
    await app.close();
    await fixture.clear();
  }
}

async function play(name: string, { fixture, smsc: operator, kannel: gateway }: Stage) {
  const { database } = fixture;
  const before = { submitted: operator.submitted.length, fake: gateway.fakeMessages() };
  const from = performance.now();
  const codes = Array.from({ length: size }, (_, at) => ({
    code: `${name.length}-${at}-KANNEL`,
    amount: 3,
  }));
  await loadVoucherCodes(fixture, codes, fixture.clocks.wall());
  await Promise.all(
    Array.from({ length: size }, (_, at) => fixture.requestCode(newMobile(), String(100_000 + at))),
  );
  await fixture.grantVouchers(3, size);
  const isFake = name.includes('fake');
  const wanted = isFake ? 'sent' : 'delivered';
  const statesOf = async () => {
    const { rows } = await database.query<{ state: string; count: string }>(
      'select state, count(*) as count from inaam.message group by state',
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
  };
  const attemptsOf = async () => {
    const { rows } = await database.query<{ outcome: string; count: string }>(
      'select outcome, count(*) as count from inaam.delivery group by outcome',
    );
    return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, Number(count)]));
  };
  const fakeOf = () => gateway.fakeMessages() - before.fake;
  const isDone = async () =>
    (await statesOf())[wanted] === 2 * size && (!isFake || fakeOf() >= 2 * size);
  await waitUntil(isDone).catch(() => undefined);
  const submitted = operator.submitted.slice(before.submitted);
  // A resent one has the same text.
  const texts = new Set(textsOf(submitted));
  const result = {
    walk: name,
    states: await statesOf(),
    attempts: await attemptsOf(),
    atTheSmsc: isFake ? fakeOf() : submitted.length,
    texts: texts.size,
    asRegistered: [...texts].filter((text) => registered[isHindi(name) ? 'hi' : 'en'].test(text))
      .length,
    dataCodings: [...new Set(submitted.map((pdu) => pdu['data_coding']))],
    dltIds: [...new Set(submitted.map(idsOf))].toSorted(),
    seconds: Math.round((performance.now() - from) / 100) / 10,
  };
  const segments = isHindi(name) ? segmentsOfHindi : 1;
  const repeated = result.atTheSmsc / segments - 2 * size;
  const isGood =
    (await isDone()) &&
    // Once, unless a response was late: then it is sent again (decision 0025).
    repeated >= 0 &&
    repeated <= (result.attempts['unknown'] ?? 0) &&
    (isFake ||
      (result.texts === 2 * size &&
        result.asRegistered === 2 * size &&
        result.dltIds.every((pair) => /^\d{19} \d{19}$/.test(pair))));
  print(JSON.stringify({ ...result, repeated, good: isGood }, null, 2));
  if (!isGood) process.exitCode = 1;
}

/** Tags are named only once the product itself has sent them by SMPP. */
function idsOf(pdu: PDU): string {
  return ['0x1400', '0x1401']
    .map((tag) => pdu[`inaam_${tag}`] ?? pdu[String(Number(tag))])
    .map((value) => (Buffer.isBuffer(value) ? value.toString('ascii') : ''))
    .join(' ');
}
