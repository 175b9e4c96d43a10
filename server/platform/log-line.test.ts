import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { allowedFacts, factsOfError, framesOf, safeSentence } from './log-line.ts';
import { frameworkLog, openLog } from './log.ts';
import { addressMatcher } from './addresses.ts';
import { requestIdOf } from '../http/request-log.ts';
import { errorCode } from './errors.ts';
import { folderOfTest } from '@inaam/testing/setup/folders.ts';

const uuid = '0f5f4b1e-5a0c-4c1b-9c8e-2f4f3f1f7a11';
const mobile = '9876501234';
const userKey = 'fTyVIN8Ex_XGvNeYwGCIDBccvB4XrOL2';

test('allowed facts of the right shape are logged', () => {
  const facts = {
    requestId: uuid,
    call: 'getReward',
    status: 503,
    ms: 12.5,
    messageId: 'tryAgain',
    code: '57P01',
    frames: ['server/app.ts:12'],
  };
  expect(allowedFacts(facts)).toEqual(facts);
});

test.each([
  ['a fact that is not listed', { url: '/api', name: 'Asha', toString: 'x', constructor: 'x' }],
  ['a request id that is none', { requestId: mobile }],
  ['a call that is an address', { call: `/api/users/register/${userKey}` }],
  ['a count as large as a number', { owed: Number(mobile) }],
  ['a count that is a text', { status: '200' }],
  ['a message id that is not registered', { messageId: 'Asha' }],
  ['a code that is a key', { code: userKey }],
  ['a code that is a number', { code: mobile }],
  ['a reason that quotes a code', { reason: 'bad text: 123456' }],
  ['a frame that is a sentence', { frames: ['server/app.ts:12', 'Asha Rao'] }],
  ['a list for a word', { call: ['register'] }],
])('%s is left out', (_, facts) => {
  expect(allowedFacts(facts)).toEqual({});
});

test('a sentence is one line, with nothing as long as a number or a key in it', () => {
  expect(safeSentence(`Three\nlines\r\nof ${mobile}, +91-98765-01234 and ${userKey}`)).toBe(
    'Three lines of #, +# and #',
  );
  expect(safeSentence('2000 vouchers of Rs 10 are owed.')).toBe('2000 vouchers of Rs 10 are owed.');
});

test('an error is logged with its kind, code and our own frames, never its message', () => {
  const forged = `${mobile}\n    at Asha (file://${import.meta.dirname}/asha.ts:1:1)\n`;
  const error = Object.assign(new TypeError(forged), { code: 'ERR_BAD', detail: mobile });
  // Vitest adds a query to the address of a test file, but of no other file.
  error.stack = error.stack?.replaceAll(/\?vitest=\d+/g, '') ?? '';
  const facts = factsOfError(error);
  expect(facts).toMatchObject({ kind: 'TypeError', code: 'ERR_BAD' });
  expect(facts['frames']).toEqual([
    expect.stringMatching(/^server\/platform\/log-line\.test\.ts:\d+$/),
  ]);
  error.message = 'changed since';
  expect(JSON.stringify(factsOfError(error))).not.toMatch(/asha|98765/i);
  expect(factsOfError(`thrown ${mobile}`)).toEqual({ kind: 'NoError' });
  const named = Object.assign(new Error('Asha Rao'), { detail: 'Asha', constraint: 'Asha Rao' });
  expect(factsOfError(named)).toEqual({ kind: 'Error', frames: expect.any(Array) });
});

test('frames are found in a checkout whose path has spaces, brackets and other letters', async () => {
  const folder = await folderOfTest();
  const file = path.join(folder, 'server', 'app.ts');
  await mkdir(path.dirname(file));
  await writeFile(file, '');
  const error = new Error('Asha Rao');
  error.stack = [
    'Error: Asha Rao',
    `    at start (${pathToFileURL(file).href}:12:5)`,
    `    at async ${file}:34:5`,
  ].join('\n');
  expect(framesOf(error, folder)).toEqual(['server/app.ts:12', 'server/app.ts:34']);
});

test('a line cannot be forged, and messages of the framework are not logged', () => {
  const lines: string[] = [];
  const log = openLog('serve', { write: (line) => void lines.push(line) });
  log.info({ reason: 'x\n{"level":"error"}' }, 'One\n{"level":"error","msg":"two"}');
  const framework = frameworkLog(log);
  const error = new RangeError(mobile);
  framework.error({ err: error, req: { url: userKey } }, mobile);
  framework.child({ reqId: mobile }).warn(error);
  framework.fatal(mobile);
  framework.error(new Error('Asha Rao'), 'Asha Rao');
  framework.info(mobile);
  expect(lines.map((line) => line.split('\n').length)).toEqual([2, 2, 2, 2, 2]);
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { level: 'info', program: 'serve' },
    { level: 'error', kind: 'RangeError' },
    { level: 'warn', kind: 'RangeError' },
    { level: 'error', kind: 'NoError' },
    { level: 'error', kind: 'Error' },
  ]);
  expect(lines.join('')).not.toMatch(new RegExp(`${mobile}|${userKey}|Asha`));
});

test.each(['', 'junk', '10.1.2.3, 10.1.2.4', '300.1.1.1'])(
  'what no address is, such as %j, is nobody trusted',
  (address) => {
    expect(addressMatcher(['0.0.0.0/0', '::/0'])(address)).toBe(false);
  },
);

test.each<[string, string, string | undefined, boolean]>([
  ['a trusted proxy’s UUID', '10.1.2.3', uuid, true],
  ['a trusted proxy’s 32 digits', '10.1.2.3', 'AB'.repeat(16), true],
  ['one through an IPv4 address in IPv6', '::ffff:10.1.2.3', uuid, true],
  ['one of a range in IPv6', 'fd00::7', uuid, true],
  ['another’s', '11.1.2.3', uuid, false],
  ['a trusted proxy’s mobile number', '10.1.2.3', mobile, false],
  ['a trusted proxy’s user key', '10.1.2.3', userKey, false],
  ['a trusted proxy’s long one', '10.1.2.3', `${uuid}0`, false],
  ['none', '10.1.2.3', undefined, false],
])('the id of a request: %s', (_, peer, sent, isKept) => {
  const request = {
    headers: { 'x-request-id': sent },
    socket: { remoteAddress: peer },
  };
  const id = requestIdOf(request, addressMatcher(['10.0.0.0/8', 'fd00::/8']));
  expect(id === sent?.toLowerCase()).toBe(isKept);
  expect(id).toMatch(/^[0-9a-f-]{32,36}$/);
});

test('an error of a package without our code in its stack is found in the package', async () => {
  const folder = await folderOfTest();
  const names = ['node_modules/@scope/a/index.js', 'node_modules/b/lib/b.cjs', 'server/app.ts'];
  for (const name of names) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), '');
  }
  const [first, second, own] = names.map((name, at) => `    at f (${folder}/${name}:${at + 1}:5)`);
  const error = new TypeError(mobile);
  const stackOf = (...lines: (string | undefined)[]) =>
    [`TypeError: ${mobile}`, '    at node:internal/timers:5:1', ...lines].join('\n');
  error.stack = stackOf(first, second, `    at f (${folder}/node_modules/gone/index.js:1:1)`);
  expect(framesOf(error, folder)).toEqual([`${names[0]}:1`, `${names[1]}:2`]);
  error.stack = stackOf(first, own);
  expect(framesOf(error, folder)).toEqual([`${names[2]}:3`]);
  expect(allowedFacts({ frames: [`${names[0]}:1`] })).toEqual({ frames: [`${names[0]}:1`] });
});

test.each([
  [Object.assign(new Error('to 9876543210'), { code: 'ECONNRESET' }), 'ECONNRESET'],
  [Object.assign(new Error('x'), { code: 'to 9876543210' }), 'Error'],
  [new TypeError('to 9876543210'), 'TypeError'],
  ['9876543210', 'unknown'],
])('the error %o is logged as %j', (error, word) => {
  expect(errorCode(error)).toBe(word);
});
