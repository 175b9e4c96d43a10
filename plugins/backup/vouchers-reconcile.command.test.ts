// After a restore to an earlier moment the provider's log knows more than the database.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { renderSms } from '@inaam/campaigns/sms/sms-template.ts';
import { hindiSms } from '@inaam/testing/server/delivery/outgoing-sms.ts';
import { testDelivery } from '@inaam/testing/server/delivery/test-delivery.ts';
import { durableTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import {
  runOperatorInProcess,
  operatorSecrets,
  operatorVariables,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { readSmsLog } from './read-sms-log.command.ts';
import { folderOfFile } from '@inaam/testing/setup/folders.ts';

const fixture = await testDelivery(durableTestDatabase, operatorSecrets);
const variables = operatorVariables(fixture.url);
const why = ['--why', 'restored to 10:40', '--by', 'asha', '--yes', '--json'];

const folder = await folderOfFile();

const load = (...codes: string[]) => fixture.loadCodes(3, ...codes);

function textOf(code: string): string {
  const template = fixture.campaign.sms.vouchers['3'];
  if (!template) throw new Error('There is no template.');
  return renderSms(template, { code, validUntil: '30 June 2026' });
}

/** Reconciles a log as a provider exports it, including a verification code. */
const reconcile = (sent: readonly { mobile: string; code: string }[], options = why) =>
  reconcileTexts(
    sent.map(({ mobile, code }) => ({ mobile, text: textOf(code) })),
    options,
  );

/** The rows begin on line 4. */
function reconcileTexts(
  rows: readonly { mobile: string; text: string }[],
  options = why,
  encoding: BufferEncoding = 'utf8',
) {
  const lines = rows.map(
    ({ mobile, text }) => `2026-07-01T10:45:00Z,91${mobile},"${text.replaceAll('"', '""')}"`,
  );
  const all = ['at,Number,Text', `t,919876543210,"123456 is\nyour OTP"`, ...lines].join('\r\n');
  return reconcileFile(encoding === 'utf16le' ? `\uFEFF${all}` : all, options, encoding);
}

async function reconcileFile(content: string, options = why, encoding: BufferEncoding = 'utf8') {
  const file = path.join(folder, 'sent.csv');
  await writeFile(file, content, encoding);
  return runOperatorInProcess(['vouchers', 'reconcile', file, ...options], { variables });
}

const isBlocked = async (mobile: string) => {
  const { rows } = await fixture.database.query(
    'select from inaam.mobile_limits where mobile_index = $1 and blocked',
    [fixture.keys.mobileIndex(mobile)],
  );
  return rows.length > 0;
};

const none = { campaign: 'biscuit-2025', known: 0, assigned: 0, withdrawn: 0, elsewhere: 0 };

test('a code that was sent goes out to nobody else, and its number claims nothing more', async () => {
  await load('SENT-1', 'FREE-1');
  const lost = { mobile: newMobile(), code: 'SENT-1' };
  const dry = await reconcile([lost], ['--dry-run', '--json']);
  const counts = { ...none, withdrawn: 1, lostRupees: 3 };
  expect(dry.json()).toEqual({ ...counts, result: 'wouldReconcile' });
  expect(await fixture.freeCodes()).toEqual({ 3: 2 });

  expect((await reconcile([lost])).json()).toEqual({ ...counts, result: 'reconciled' });
  expect(await fixture.freeCodes()).toEqual({ 3: 1 });
  expect(await isBlocked(lost.mobile)).toBe(true);
  const again = await reconcile([lost]);
  expect(again.json()).toEqual({ ...none, known: 1, lostRupees: 0, result: 'reconciled' });
});

test('a reward whose voucher the database has forgotten gets the code that was sent', async () => {
  await load('SENT-1', 'SENT-2', 'FREE-1');
  const winner = await fixture.grantVoucher(3);
  const { mobile } = winner;
  const sent = [
    { mobile, code: 'SENT-1' },
    { mobile, code: 'SENT-2' },
  ];
  const done = await reconcile(sent);
  const counts = { ...none, assigned: 1, withdrawn: 1, lostRupees: 3 };
  expect(done.json()).toEqual({ ...counts, result: 'reconciled' });
  // Nothing is sent again.
  expect(await fixture.message(winner.id)).toMatchObject({ state: 'sent' });
  expect(await fixture.freeCodes()).toEqual({ 3: 1 });
  // An owner who keeps the reward is not blocked, even in a second run.
  expect(await isBlocked(mobile)).toBe(false);
  const again = await reconcile(sent);
  expect(again.json()).toEqual({ ...none, known: 2, lostRupees: 0, result: 'reconciled' });
  expect(await isBlocked(mobile)).toBe(false);
});

test('of a number with two rewards each gets one of the codes that were sent to it', async () => {
  await load('SENT-1', 'SENT-2', 'SENT-3');
  const [one, other] = [fixture.nextParticipant(3), fixture.nextParticipant(3)];
  const { mobile } = one;
  const winners = [await fixture.grantVoucher(3, one), await fixture.grantVoucher(3, other)];
  await fixture.database.query(
    `update inaam.participation set claim = 2, mobile_index = first.mobile_index
     from inaam.participation as first where first.pseudonym = $1 and participation.pseudonym = $2`,
    [one.pseudonym, other.pseudonym],
  );
  const sent = ['SENT-1', 'SENT-2', 'SENT-3'].map((code) => ({ mobile, code }));
  const done = await reconcile(sent);
  expect(done.json()).toMatchObject({ assigned: 2, withdrawn: 1, lostRupees: 3 });
  const messages = await Promise.all(winners.map(({ id }) => fixture.message(id)));
  expect(messages).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
  expect((await reconcile(sent)).json()).toMatchObject({ known: 3, assigned: 0, withdrawn: 0 });
  expect(await isBlocked(mobile)).toBe(false);
});

test.each(['first', 'last'])(
  'of two numbers that were sent one code the winner keeps it, listed %s, and the other is blocked',
  async (place) => {
    await load('SENT-1', 'FREE-1');
    const winner = await fixture.grantVoucher(3);
    const lost = { mobile: newMobile(), code: 'SENT-1' };
    const won = { mobile: winner.mobile, code: 'SENT-1' };
    const done = await reconcile(place === 'first' ? [won, lost] : [lost, won]);
    const counts = { ...none, assigned: 1, elsewhere: 1, lostRupees: 0 };
    expect(done.json()).toEqual({ ...counts, result: 'reconciled' });
    expect(done.exit).toBe(1);
    expect(await fixture.message(winner.id)).toMatchObject({ state: 'sent' });
    expect([await isBlocked(winner.mobile), await isBlocked(lost.mobile)]).toEqual([false, true]);
    expect(await fixture.freeCodes()).toEqual({ 3: 1 });
  },
);

test('of two winners that were sent one code one keeps it, and the other is still owed a voucher', async () => {
  await load('SENT-1');
  const winners = [await fixture.grantVoucher(3), await fixture.grantVoucher(3)];
  const done = await reconcile(winners.map(({ mobile }) => ({ mobile, code: 'SENT-1' })));
  expect(done.json()).toMatchObject({ assigned: 1, elsewhere: 1, withdrawn: 0 });
  const messages = await Promise.all(winners.map(({ id }) => fixture.message(id)));
  expect(new Set(messages.map((message) => message?.state))).toEqual(new Set(['owed', 'sent']));
});

test('a code that two numbers lost is counted once, and both are blocked', async () => {
  await load('SENT-1');
  const mobiles = [newMobile(), newMobile()];
  const done = await reconcile(mobiles.map((mobile) => ({ mobile, code: 'SENT-1' })));
  expect(done.json()).toMatchObject({ withdrawn: 1, lostRupees: 3, elsewhere: 0 });
  expect(await Promise.all(mobiles.map(isBlocked))).toEqual([true, true]);
});

test('nothing is changed while a code that was sent is not in the stock', async () => {
  await load('SENT-1');
  const [first, second] = [newMobile(), newMobile()];
  const refused = await reconcile([
    { mobile: first, code: 'SENT-1' },
    { mobile: second, code: 'LATER-1' },
  ]);
  expect(refused.exit).toBe(1);
  expect(refused.output + refused.errors).toContain(
    'could not be read: line 5. Load the files of codes that were loaded after the moment of the restore.',
  );
  expect(await fixture.freeCodes()).toEqual({ 3: 1 });
  expect(await isBlocked(first)).toBe(false);
});

const changes: Readonly<Record<string, (text: string) => string>> = {
  'a blank behind': (text) => `${text} `,
  'a no-break space behind': (text) => `${text}\u00A0`,
  'a line break behind': (text) => `${text}\n`,
  'two blanks': (text) => text.replace(' is ', '  is  '),
  'a line break within': (text) => text.replace(' gift ', '\ngift '),
  'a cut end': (text) => `${text.slice(0, -8)}…`,
  'a header and a trailer': (text) => `<INAAMB> ${text} [sent]`,
  entities: (text) => text.replaceAll(' ', '&nbsp;'),
  'quotation marks': (text) => `"${text}"`,
  'another case': (text) => text.toLowerCase(),
  'other words': (text) => text.replace('gift voucher', 'coupon'),
  'wide letters': (text) => text.replace('Rs. 3', 'Ｒｓ. ３'),
  'soft hyphens': (text) => text.replaceAll('-', '\u00AD-').replace('gift', 'gi\u00ADft'),
  'a hyphen that does not break': (text) => text.replaceAll('-', '\u2011'),
  hex: (text) => Buffer.from(text, 'utf16le').swap16().toString('hex'),
};

test.each(['utf8', 'utf16le'] as const)(
  'a voucher in a log in %s is found however the provider spells it, and its code goes to nobody else',
  async (encoding) => {
    const sent = Object.values(changes).map((change, at) => {
      const code = `SENT-${1000 + at}`;
      return { mobile: newMobile(), code, text: change(textOf(code)) };
    });
    const whole = { mobile: newMobile(), text: textOf('SENT-WHOLE') };
    const broken = { mobile: newMobile(), text: textOf('SENT-BROKEN') };
    const within = broken.text.indexOf('OKEN');
    await load(...sent.map(({ code }) => code), 'SENT-WHOLE', 'SENT-BROKEN', 'FREE-1');
    const rows = [
      { ...whole, text: `(1/2) ${whole.text.slice(0, 60)}` },
      { ...broken, text: broken.text.slice(within) },
      ...sent,
      { ...whole, text: `(2/2) ${whole.text.slice(60)}` },
      { ...broken, text: broken.text.slice(0, within) },
    ];
    const done = await reconcileTexts(rows, why, encoding);
    const withdrawn = sent.length + 2;
    const counts = { ...none, withdrawn, lostRupees: 3 * withdrawn };
    expect(done.json()).toEqual({ ...counts, result: 'reconciled' });
    expect(await fixture.freeCodes()).toEqual({ 3: 1 });
    const mobiles = [...sent, whole, broken].map(({ mobile }) => mobile);
    expect(await Promise.all(mobiles.map(isBlocked))).toEqual(mobiles.map(() => true));
  },
);

test.each<[string, (text: string) => string]>([
  ['is cut in its code', (text) => text.slice(0, text.indexOf('-2222') + 2)],
  ['is cut before its code', (text) => `${text.slice(0, 40)}…`],
  ['has its code hidden', (text) => text.replace('SENT-2222', '****-****')],
  ['has two codes', (text) => `${text} SENT-1111`],
  ['is another, with a code of the stock', () => 'Dear customer: SENT-2222, 30-06-2026'],
])('a row whose text %s is named, and nothing is changed', async (_, change) => {
  await load('SENT-1111', 'SENT-2222');
  const [first, second] = [newMobile(), newMobile()];
  const rows = [
    { mobile: first, text: textOf('SENT-1111') },
    { mobile: second, text: change(textOf('SENT-2222')) },
  ];
  for (const options of [why, ['--dry-run', '--json']]) {
    const refused = await reconcileTexts(rows, options);
    expect(refused.exit).toBe(1);
    expect(refused.output + refused.errors).toContain(
      '1 texts look like a voucher of this campaign, or have a code of its stock, and could not be read: line 5.',
    );
    expect(refused.output + refused.errors).not.toContain('2222');
  }
  expect(await fixture.freeCodes()).toEqual({ 3: 2 });
  expect(await isBlocked(first)).toBe(false);
});

test('a log in which texts of others stand beside the vouchers is reconciled, and they are counted', async () => {
  await load('SENT-1111');
  const rows = [
    { mobile: newMobile(), text: textOf('SENT-1111') },
    { mobile: newMobile(), text: 'Your order 4711-ABCD arrives on 30 June 2026.' },
    { mobile: newMobile(), text: 'Inaam Biscuit Rewards ends on 15 September. Scan and win!' },
  ];
  const done = await reconcileTexts(rows, why.slice(0, -1));
  expect(done.exit).toBe(0);
  expect(done.output).toContain('Rows with other texts: 3.');
});

test('a log is read as spreadsheets write it, whatever its other columns and its foot have', async () => {
  await load('SENT-1', 'SENT-2', 'SENT-3', 'FREE-1');
  const mobiles = [newMobile(), newMobile(), newMobile()];
  const [first, second, third] = mobiles.map(
    (mobile, at) => `91${mobile};"${textOf(`SENT-${at + 1}`)}";5" of "x";2,50`,
  );
  const head = 'sep=;\r\nNumber;Text;Status;Status';
  const done = await reconcileFile(`${head}\n${first}\r${second}\r\n${third}\n\nTotal 3\n`);
  expect(done.json()).toMatchObject({ withdrawn: 3, result: 'reconciled' });
  expect(await Promise.all(mobiles.map(isBlocked))).toEqual([true, true, true]);
});

test.each<[string, string, string]>([
  [
    'a lost quotation mark',
    `Number,Text,Note\n910000000000,x,"5 inch\n919000000001,TEXT,6"\n`,
    'could not be read: line 2.',
  ],
  ['a lost separator', 'Number,Text,Note\n910000000000 TEXT\n', 'could not be read: line 2.'],
  ['one too many', 'Number,Text,Note\n919000000001,,x,TEXT\n', 'could not be read: line 2.'],
  [
    'a column twice',
    'Number,Text,number\n919000000001,TEXT,\n',
    'line 1: two columns have the name “number”. Rename one of them.',
  ],
  [
    'other columns',
    'To;Message\n919000000001;TEXT\n',
    'line 1: the first line names no column "number". It names “To”, “•••”. Name it with --number-column.',
  ],
  ['compression', '\u001F\u008B', 'line 1: the file is compressed (gzip)'],
  [
    'a quotation mark that is never closed',
    `Number,Text\n9190,x\n919000000001,"TEXT\n`,
    'line 3: is not CSV: a quotation mark is never closed',
  ],
])('a log with %s changes nothing, and its line is named', async (_, content, sentence) => {
  await load('SENT-2222');
  const text = content.replace('TEXT', textOf('SENT-2222'));
  const { exit, output, errors } = await reconcileFile(text, why, 'latin1');
  expect({ exit, text: output + errors }).toEqual({
    exit: 1,
    text: expect.stringContaining(sentence),
  });
  expect(await fixture.freeCodes()).toEqual({ 3: 1 });
});

test('a code that somebody else was given since the restore is reported', async () => {
  await load('SENT-1');
  const other = await fixture.grantVoucher(3);
  await reconcile([{ mobile: other.mobile, code: 'SENT-1' }]);
  const first = newMobile();
  const late = await reconcile([{ mobile: first, code: 'SENT-1' }]);
  expect(late.exit).toBe(1);
  expect(late.json()).toMatchObject({ elsewhere: 1 });
  expect(await isBlocked(first)).toBe(true);
});

test('vouchers in Hindi are read whole, in parts and in hex, and one-time codes are not', async () => {
  const sms = hindiSms((await loadCampaign('biscuit-2025')).sms);
  const template = sms.vouchers['5'];
  if (!template) throw new Error('There is no template.');
  const textOf = (code: string) => renderSms(template, { code, validUntil: '30-09-2026' });
  const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');
  const [parts, within] = [textOf('HINDI-PARTS'), textOf('HINDI-PARTS').indexOf('-PARTS')];
  const rows = [
    ['9000000001', textOf('HINDI-1')],
    ['9000000002', hex(textOf('HINDI-2'))],
    ['9000000003', parts.slice(0, within)],
    ['9000000003', parts.slice(within)],
    ['9000000004', textOf('HINDI-9').replace('HINDI-9', '*******')],
    ['9000000005', sms.otp.text.replaceAll('{code}', '482913')],
  ];
  const file = path.join(folder, 'hindi.csv');
  const lines = ['number,text', ...rows.map(([to, text]) => `${to},"${text}"`)];
  await writeFile(file, lines.join('\n'));
  const codes = ['HINDI-1', 'HINDI-2', 'HINDI-PARTS', '482913'];
  const read = await readSmsLog(file, {
    numberColumn: 'number',
    textColumn: 'text',
    sms,
    inStock: async (asked) => new Set(codes.filter((code) => asked.includes(code))),
  });
  expect(read).toEqual({
    sent: [
      { line: 2, mobile: '9000000001', code: 'HINDI-1' },
      { line: 3, mobile: '9000000002', code: 'HINDI-2' },
      { line: 4, mobile: '9000000003', code: 'HINDI-PARTS' },
    ],
    unclear: [6],
    others: 1,
  });
});
