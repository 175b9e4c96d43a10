// `npm run drill -- kannel [messages]`: sends a campaign's codes and vouchers, in English and in
// Hindi, over HTTP to Kannel, which passes them to an SMSC by SMPP and the receipts back. Installs
// Kannel if missing. Exits with 1 if something was wrong.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addClientAddress } from '@inaam/server/http/client-address.ts';
import { receiveSmsReceipts } from '@inaam/server/http/sms-receipts.ts';
import { openPaths } from '@inaam/server/sms/paths/read-path-file.ts';
import { readPathFile, readReceiptHooks } from '@inaam/server/sms/paths/read-path-file.ts';
import { storeReceiptsOfCall } from '@inaam/server/messages/sms-receipts.sql.ts';
import { loadVoucherCodes } from '@inaam/server/vouchers/stage-vouchers.ts';
import fastify from 'fastify';
import { onPostgres } from '../product/run.ts';
import { deliveryFixture, type DeliveryFixture } from '../server/delivery/delivery-fixture.ts';
import { hindiSms } from '../server/delivery/outgoing-sms.ts';
import { newMobile } from '../server/shopper/shopper.ts';
import { waitUntil } from '../server/wait-until.ts';
import { installKannel, startKannel, type Kannel } from './kannel.ts';
import { startSmsc, textsOf, type Smsc, type Submitted } from './smsc.ts';

const [asked = '30'] = process.argv.slice(2);
/** Codes, and vouchers, per walk. */
const size = Number(asked);
if (!Number.isInteger(size) || size < 1) {
  throw new Error('Name the number of codes and vouchers per walk, such as 45.');
}
const print = (line: string) => void process.stdout.write(`${line}\n`);

type Stage = { fixture: DeliveryFixture; smsc: Smsc; kannel: Kannel; folder: string };

/** By language: how many SMS each text takes, and what it says. */
const walks = {
  en: {
    segments: 1,
    says: /^(?:\d{6} is your OTP .*@inaam\.example #\d{6}|Congratulations! .*-KANNEL\. Use it at [\w ]+ until [\w ]+\. [\w ]+)$/s,
  },
  hi: {
    segments: 2,
    says: /^(?:\d{6} इनाम .* न बताएँ।\n\n@inaam\.example #\d{6}|बधाई हो! .*-KANNEL है, जो [\d-]{10} तक मान्य है।)$/s,
  },
} as const;
type Language = keyof typeof walks;

/** More than the documented configuration sends. */
const perSecondOfSmsc = 20;

installKannel();
const smsc = await startSmsc(perSecondOfSmsc);
try {
  await onPostgres({ durable: true }, async (url, folder) => {
    const fixture = await deliveryFixture(url);
    await fixture.verifyParticipants({ 3: 2 * size });
    const kannel = await startKannel(folder, smsc.port);
    try {
      await walk('en', { fixture, smsc, kannel, folder });
      await walk('hi', { fixture, smsc, kannel, folder });
    } finally {
      await kannel.stop();
      await fixture.database.end();
    }
  });
} finally {
  smsc.close();
}

async function walk(language: Language, stage: Stage): Promise<void> {
  const { fixture, kannel } = stage;
  const { database, campaign, clocks } = fixture;
  const storeAll = storeReceiptsOfCall(database, campaign.id);
  const app = fastify();
  addClientAddress(app, () => false, undefined);
  const file = path.join(stage.folder, 'paths.json');
  const variables = { SMS_SECRET_KANNEL_PASSWORD: kannel.password };
  const { address, username, perSecond } = kannel;
  const write = (receipts: string) => {
    const values = { address, username, receipts };
    const entry = { name: 'kannel', preset: 'kannel', perSecond, values };
    const paths = [{ ...entry, receipts: { addresses: ['127.0.0.1'] } }];
    return writeFile(file, JSON.stringify({ paths }));
  };
  await write('http://127.0.0.1');
  await receiveSmsReceipts(app, {
    hooks: readReceiptHooks(file, variables).hooks,
    store: (from, receipts) =>
      storeAll(receipts.map((receipt) => ({ ...receipt, path: from, at: clocks.wall() }))),
    noteFault: (from, count, reason) => {
      throw new Error(`${count} receipts of ${from} were not understood: ${reason}.`);
    },
  });
  await write(`${await app.listen({ port: 0, host: '127.0.0.1' })}/sms/receipts/kannel`);
  const { paths, problems } = readPathFile(file, variables, ['127.0.0.1']);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const delivery = await fixture.deliver({
    paths: openPaths(paths),
    ...(language === 'hi' && { campaign: { ...campaign, sms: hindiSms(campaign.sms) } }),
  });
  try {
    await play(language, stage);
  } finally {
    await delivery.stop();
    await app.close();
    await fixture.clear();
  }
}

async function play(language: Language, { fixture, smsc: operator, kannel }: Stage) {
  const { segments, says } = walks[language];
  const before = { submitted: operator.submitted.length, throttled: operator.throttled() };
  const from = performance.now();
  const codes = Array.from({ length: size }, (_, at) => ({
    code: `${language}-${at}-KANNEL`,
    amount: 3,
  }));
  await loadVoucherCodes(fixture, codes, fixture.clocks.wall());
  await Promise.all(
    Array.from({ length: size }, (_, at) => fixture.requestCode(newMobile(), String(100_000 + at))),
  );
  await fixture.grantVouchers(3, size);
  const count = async (what: 'state' | 'outcome', table: 'message' | 'delivery') => {
    const { rows } = await fixture.database.query<{ name: string; count: string }>(
      `select ${what} as name, count(*) as count from inaam.${table} group by ${what}`,
    );
    return Object.fromEntries(rows.map((row) => [row.name, Number(row.count)]));
  };
  const isDone = async () => (await count('state', 'message'))['delivered'] === 2 * size;
  await waitUntil(isDone).catch(() => undefined);
  const submitted = operator.submitted.slice(before.submitted);
  // A resent one has the same text.
  const texts = new Set(textsOf(submitted));
  const result = {
    language,
    states: await count('state', 'message'),
    attempts: await count('outcome', 'delivery'),
    atTheSmsc: submitted.length,
    throttled: operator.throttled() - before.throttled,
    texts: texts.size,
    asRegistered: [...texts].filter((text) => says.test(text)).length,
    dataCodings: [...new Set(submitted.map(({ dataCoding }) => dataCoding))],
    dltIds: [...new Set(submitted.map(idsOf))].toSorted(),
    loggedByKannel: /91[5-9]\d{9}|KANNEL|OTP/.test(kannel.logged()),
    seconds: Math.round((performance.now() - from) / 100) / 10,
  };
  const repeated = result.atTheSmsc / segments - 2 * size;
  const isGood =
    (await isDone()) &&
    // Once, unless a response was late: then it is sent again (decision 0025).
    repeated >= 0 &&
    repeated <= (result.attempts['unknown'] ?? 0) &&
    result.texts === 2 * size &&
    result.asRegistered === 2 * size &&
    !result.loggedByKannel &&
    result.dltIds.every((pair) => /^\d{19} \d{19}$/.test(pair));
  print(JSON.stringify({ ...result, repeated, good: isGood }, null, 2));
  if (!isGood) process.exitCode = 1;
}

function idsOf({ parameters }: Submitted): string {
  return [0x1400, 0x1401].map((tag) => parameters.get(tag) ?? '').join(' ');
}
