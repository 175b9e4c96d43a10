import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commitmentOf, documentOf, smallPlan } from '@inaam/testing/verifier/honest-campaign.ts';
import { validEntries, publish, verdictOf } from '@inaam/testing/verifier/published-files.ts';

type Ended = { code: number | null; out: string; err: string };

/** The program with these options, in a folder with the files of a campaign. */
async function verifierOf(files = publish({ entries: validEntries(smallPlan, 60) })) {
  const cwd = await mkdtemp(path.join(tmpdir(), 'inaam-verifier-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    await writeFile(path.join(cwd, name), content);
  }
  const program = path.join(import.meta.dirname, 'verify.ts');
  return (options: string, input?: string): Promise<Ended> => {
    const child = spawn(process.execPath, [program, ...options.split(' ')], { cwd });
    const ended: Ended = { code: null, out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (ended.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.err += text));
    // The program stops reading at a mismatch in the first line.
    child.stdin.on('error', () => undefined).end(input);
    return new Promise((resolve) => child.on('close', (code) => resolve({ ...ended, code })));
  };
}
const all = '--commitment commitment --secret secret --head head --ledger ledger';

test('it exits with 0 and lists what it checked, and what was not compared', async () => {
  const files = publish({ entries: validEntries(smallPlan, 60) });
  const verify = await verifierOf(files);
  const expected = commitmentOf(files.commitment).toString('hex');
  const { code, out, err } = await verify(`${all} --through head --expect ${expected}`);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.split('\n')).toEqual(
    expect.arrayContaining([
      'VALID. Every entry follows from the commitment, the secret and the rules.',
      expect.stringMatching(
        /^Ledger +60 entries: verified \d+, granted \d+, bonuses 0, amendments 0$/,
      ),
      expect.stringMatching(
        /^Budget +fixed:Tamil Nadu:3: 400 planned, \d+ granted, \d+ remain, of which \d+ were promised$/,
      ),
      'Not compared  --amendments was not given',
    ]),
  );
  expect(out).not.toContain('--expect');
  expect(out).not.toContain(files.secret.trim());
});

test('before the reveal it says that cards were not computed', async () => {
  const verify = await verifierOf();
  const { code, out } = await verify(
    '--commitment commitment --head head --ledger ledger --before-reveal',
  );
  expect([code, out]).toEqual([0, expect.stringMatching(/^VALID SO FAR\. Cards, seals/)]);
});

test('it exits with 1 and the first mismatch', async () => {
  const verify = await verifierOf();
  const { code, out } = await verify(`${all} --expect ${'ab'.repeat(32)}`);
  expect(code).toBe(1);
  expect(out).toMatch(
    /^NOT VALID\. The commitment: the SHA-256 of the document must be (?:ab){32}, but is [0-9a-f]{64}\.\n$/,
  );
});

test('it reads the ledger from standard input', async () => {
  const files = publish({ entries: validEntries(smallPlan, 60) });
  const verify = await verifierOf(files);
  const { code, out } = await verify(`${all.replace(/ledger$/, '-')} --json`, files.ledger);
  expect([code, JSON.parse(out)]).toMatchObject([0, { valid: true, entries: 60 }]);
});

test('it exits with 2 if it could not verify, and has help with an example', async () => {
  const verify = await verifierOf();
  const wrongs: [string, RegExp][] = [
    ['--secret secret --ledger ledger', /commitment/],
    ['--commitment commitment --head head --ledger ledger', /--before-reveal/],
    ['--commitment commitment --secret secret --ledger ledger', /--head/],
    [`${all} --before-reveal`, /--before-reveal/],
    [`${all} --ledgers x`, /--ledgers/],
    [`${all} --commitment nowhere`, /nowhere/],
    [`${all} --ledger nowhere`, /nowhere/],
    [`${all} --head nowhere`, /nowhere/],
    [`${all} --through nowhere`, /nowhere/],
  ];
  for (const [options, says] of wrongs) {
    const { code, out, err } = await verify(options);
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringMatching(says) });
  }
  const { code, out } = await verify('--help');
  expect(code).toBe(0);
  expect(out).toMatch(/--through[\s\S]+Example: .*--commitment commitment\.json/);
});

const valid = publish();
const capitals = (text: string) => text.toUpperCase();
const [first = {}] = validEntries(smallPlan, 1);
const line = publish({ entries: [first] }).ledger;
test.each([
  ['an empty line', '\n', 'but is empty'],
  ['the line end of another system', line.replace('\n', '\r\n'), 'is one with a carriage return'],
  ['a byte order mark', `\ufeff${line}`, 'is one with a byte order mark'],
  ['a space at the end', line.replace('\n', ' \n'), 'the line must be {"entry":'],
  ['a space at the start', ` ${line}`, 'the line must be {"entry":'],
  ['a hash in capitals', line.replace(/[0-9a-f]{64}/, capitals), 'the line must be {"entry":'],
  ['a line of endless length', 'x'.repeat(1_000_000), 'the length must be 65536 bytes or less'],
  ['a line without an end', 'x', 'line must be a line feed, but is missing: the file was torn'],
  ['half a letter', Buffer.of(0xe0), 'the end of the line must be'],
  ['an empty entry', `{"entry":,"hash":"${'a'.repeat(64)}"}\n`, 'the line must be {"entry":'],
])('%s is not a line of a ledger', async (_, ledger, says) => {
  const { commitment, secret } = valid;
  expect(await verdictOf({ commitment, secret, ledger })).toMatchObject({
    fault: { file: 'ledger', line: 1, message: expect.stringContaining(says) },
  });
});

test('a line too long is refused however the file is cut', async () => {
  const ledger = `${line}${'x'.repeat(70_000)}\n`;
  for (const size of [1000, 1_000_000]) {
    expect(await verdictOf({ ...valid, ledger }, size)).toMatchObject({
      fault: { line: 2, what: 'the length' },
    });
  }
});

test('[CAM-3] bytes that are not UTF-8 are refused, though the hash of what replaces them fits', async () => {
  const plan = { ...smallPlan, fixed: smallPlan.fixed.map((one) => ({ ...one, law: '\ufffd' })) };
  const document = documentOf(plan).replace('ಕರ್ನಾಟಕ', '\ufffd');
  const files = publish({ document, entries: [{ ...first, state: '\ufffd' }] });
  expect(await verdictOf(files)).toMatchObject({ valid: true });
  const torn = (text: string) => Buffer.from(text.replace('\ufffd', '\xff'), 'latin1');
  const encoding = { what: 'the encoding', expected: 'UTF-8' };
  expect(await verdictOf({ ...files, ledger: torn(files.ledger) })).toMatchObject({
    fault: { line: 1, ...encoding },
  });
  expect(await verdictOf({ ...files, commitment: torn(files.commitment) })).toMatchObject({
    fault: { file: 'commitment', ...encoding },
  });
});

test('a file that is too large for a string is refused', async () => {
  const commitment = Buffer.alloc(2 ** 24 + 1);
  expect(await verdictOf({ ...valid, commitment })).toMatchObject({
    fault: { file: 'commitment', what: 'the size' },
  });
});

const content = line.slice(9, -76);
test.each([
  ['white space', content.replace(',', ', ')],
  ['keys in another order', content.replace(/^\{("at":"[^"]+"),("block":\d+)/, '{$2,$1')],
  ['a key twice', content.replace('{', '{"at":"",')],
  ['a number with a zero fraction', content.replace('"number":0', '"number":0.0')],
  ['a number with an exponent', content.replace('"number":0', '"number":0e0')],
  ['negative zero', content.replace('"number":0', '"number":-0')],
  ['a number beyond what is exact', content.replace('"number":0', '"number":9007199254740993')],
  ['a null byte', content.replace('biscuit', '\0')],
  ['no number', content.replace('"number":0', '"number":NaN')],
  ['an escaped letter', content.replace('biscuit', String.raw`\u0062iscuit`)],
  ['brackets that never close', '['.repeat(3000)],
  ['a byte order mark', `\ufeff${content}`],
  ['a list', '[]'],
  ['nothing', 'null'],
])('an entry with %s is not canonical', async (_, spelling) => {
  const { commitment, secret } = valid;
  const hash = createHash('sha256').update(commitmentOf(commitment)).update(spelling).digest('hex');
  const ledger = `{"entry":${spelling},"hash":"${hash}"}\n`;
  const message = /the entry must be canonical JSON|the list of the fields|a whole number/;
  expect(await verdictOf({ commitment, secret, ledger })).toMatchObject({
    fault: { line: 1, message: expect.stringMatching(message) },
  });
});

test.each([
  '',
  '{}',
  '{"at":"2025-05-16T00:00Z","entries":1}',
  `{"at":"2025-05-16","entries":1,"hash":"${'a'.repeat(64)}"}`,
  `{"at":"2025-05-16T00:00Z","entries":-1,"hash":"${'a'.repeat(64)}"}`,
  `{"at":"2025-05-16T00:00Z","entries":1,"hash":"${'a'.repeat(63)}"}`,
  `{ "at":"2025-05-16T00:00Z","entries":1,"hash":"${'a'.repeat(64)}"}`,
])('%j is not a head', async (head) => {
  expect(await verdictOf({ ...valid, head })).toMatchObject({
    fault: { file: 'head', message: expect.stringMatching(/^The head: /) },
  });
});
