// What Jazzer.js calls with bytes that reach new branches of the parsers. A throw is a finding.
import { createHmac } from 'node:crypto';
import { base64OfText, textOfBase64 } from '@inaam/contract/base64.ts';
import { callNames, calls } from '@inaam/contract/calls.ts';
import { readRefusal, unwrapResponse } from '@inaam/contract/envelope.ts';
import {
  ageError,
  emailError,
  filterMobileInput,
  filterNameInput,
  filterOtpInput,
  isOtp,
  isStorableName,
  mobileError,
  normalizeName,
} from '@inaam/contract/fields.ts';
import { readSigned } from '@inaam/contract/signing.ts';

const dataKey = 'Zk3vQ9xT2mB7LpR4wYc8HnD5sJ6fGa1eKq0uVo';

export function fuzz(bytes: Buffer): void {
  const text = bytes.toString('utf8');
  base64(text);
  signing(text);
  envelope(text);
  fields(text);
}

function base64(text: string): void {
  const decoded = textOfBase64(text);
  expect(decoded === undefined || base64OfText(decoded) === text, 'base64 has one spelling');
  expect(textOfBase64(base64OfText(text)) === text, 'base64 returns its text');
}

function signing(text: string): void {
  expect(readSigned(text, dataKey) === undefined, 'unsigned text is refused');
  for (const head of [text, `${base64OfText('1')}.${base64OfText(text)}`]) {
    const signature = createHmac('sha256', dataKey.slice(4, 18)).update(head).digest('hex');
    const read = readSigned(`${head}.${signature.slice(0, 2)}zz${signature.slice(2)}`, dataKey);
    if (read === undefined) continue;
    expect(typeof read.userKey === 'string', 'the user key is text');
    expect(Number.isSafeInteger(read.t) && read.t >= 0, 'the time is a whole number');
    expect(Object.getPrototypeOf(read.fields) === Object.prototype, 'no prototype is replaced');
    for (const name of callNames) calls[name].fields.safeParse(read.fields);
  }
}

function envelope(text: string): void {
  for (const answer of [text, JSON.stringify({ resp: base64OfText(text) })]) {
    const resp = unwrapResponse(answer);
    if (resp === undefined) continue;
    const refusal = readRefusal(resp);
    expect(!refusal || Number.isInteger(refusal.statusCode), 'the status is a whole number');
  }
}

function fields(text: string): void {
  const filtered = filterNameInput(text);
  expect(filterNameInput(filtered) === filtered, 'a filtered name stays as it is');
  const name = normalizeName(text);
  expect(normalizeName(name) === name, 'a tidy name stays as it is');
  if (isStorableName(text)) {
    expect(name.isWellFormed() && !name.includes('\u0000'), 'a stored name is well-formed');
    expect(Array.from(name).length <= 35, 'a stored name is short');
  }
  expect(mobileError(filterMobileInput(text)) !== undefined || /^[5-9]\d{9}$/.test(filterMobileInput(text)), 'a mobile has ten digits');
  expect(!isOtp(text) || filterOtpInput(text) === text, 'a code is six digits');
  if (emailError(text) === undefined) expect(text.length <= 80 && !/[^\x21-\x7e]/.test(text), 'an email is ASCII');
  if (ageError(text) === undefined) expect(Number(text) >= 18 && Number(text) <= 120, 'an age is one');
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Broken: ${what}.`);
}
