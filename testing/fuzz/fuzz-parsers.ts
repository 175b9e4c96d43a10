// What the protocol's parsers promise for any bytes. A throw is a finding.
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import * as z from 'zod';
import { base64OfText, textOfBase64 } from '@inaam/contract/base64.ts';
import { callNames, calls } from '@inaam/contract/calls.ts';
import { readRefusal, unwrapResponse } from '@inaam/contract/envelope.ts';
import {
  ageError,
  emailError,
  filterNameInput,
  filterOtpInput,
  isOtp,
  isStorableName,
  mobileError,
  normalizeName,
} from '@inaam/contract/fields.ts';
import { readSigned } from '@inaam/contract/signing.ts';
import { anyText } from './hostile-requests.ts';

const dataKey = 'Zk3vQ9xT2mB7LpR4wYc8HnD5sJ6fGa1eKq0uVo';

/** @throws the broken promise, with the text and the seed */
export function fuzzParsers(inputs: number, seed: number): void {
  fc.assert(
    fc.property(anyInput, (text) => tryParsers(text.toWellFormed())),
    { numRuns: inputs, seed },
  );
}

function tryParsers(text: string): void {
  base64(text);
  signing(text);
  envelope(text);
  fields(text);
}

function base64(text: string): void {
  const decoded = textOfBase64(text);
  assert(decoded === undefined || base64OfText(decoded) === text, 'base64 has one spelling');
  assert(textOfBase64(base64OfText(text)) === text, 'base64 returns its text');
}

function signing(text: string): void {
  assert(readSigned(text, dataKey) === undefined, 'unsigned text is refused');
  for (const head of [text, `${base64OfText('1')}.${base64OfText(text)}`]) {
    const signature = createHmac('sha256', dataKey.slice(4, 18)).update(head).digest('hex');
    const read = readSigned(`${head}.${signature.slice(0, 2)}zz${signature.slice(2)}`, dataKey);
    if (read === undefined) continue;
    assert(typeof read.userKey === 'string', 'the user key is text');
    assert(Number.isSafeInteger(read.t) && read.t >= 0, 'the time is a whole number');
    assert(Object.getPrototypeOf(read.fields) === Object.prototype, 'no prototype is replaced');
    for (const name of callNames) z.safeParse(calls[name].fields, read.fields);
  }
}

function envelope(text: string): void {
  for (const answer of [text, JSON.stringify({ resp: base64OfText(text) })]) {
    const resp = unwrapResponse(answer);
    if (resp === undefined) continue;
    const refusal = readRefusal(resp);
    assert(!refusal || Number.isInteger(refusal.statusCode), 'the status is a whole number');
  }
}

function fields(text: string): void {
  const filtered = filterNameInput(text);
  assert(filterNameInput(filtered) === filtered, 'a filtered name stays as it is');
  const name = normalizeName(text);
  assert(normalizeName(name) === name, 'a tidy name stays as it is');
  if (isStorableName(text)) {
    assert(name.isWellFormed() && !name.includes('\u0000'), 'a stored name is well-formed');
    assert(Array.from(name).length <= 35, 'a stored name is short');
  }
  assert(mobileError(text) !== undefined || /^[5-9]\d{9}$/.test(text), 'ten digits');
  assert(!isOtp(text) || filterOtpInput(text) === text, 'a code is six digits');
  const isEmail = emailError(text) === undefined;
  assert(!isEmail || (text.length <= 80 && !/[^\x21-\x7e]/.test(text)), 'an email is ASCII');
  const isAge = ageError(text) === undefined;
  assert(!isAge || (Number(text) >= 18 && Number(text) <= 120), 'an age is one');
}

function assert(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Broken: ${what}.`);
}

/** What the parsers read, to be changed. */
const examples = [
  `{"userKey":"a","t":1,"otp":"123456"}`,
  `${base64OfText('1')}.${base64OfText('{"userKey":"a","t":1}')}`,
  `{"resp":{"statusCode":400,"messageId":"invalidOtp","message":"x"}}`,
  `{"resp":"${base64OfText('{"statusCode":200}')}"}`,
  '{"userKey":"a","t":1,"name":"Asha","mobile":"9876543210","state":"Goa","agree1":true}',
  'asha@mail.example',
  'रवि कुमार',
  '9876543210',
  '30',
];

/** An example of which a part is replaced, or anything. */
const anyInput = fc.oneof(
  anyText(600),
  fc.string({ unit: 'grapheme' }),
  fc
    .record({
      example: fc.constantFrom(...examples),
      at: fc.nat(120),
      length: fc.nat(8),
      text: fc.oneof(
        anyText(8),
        fc.constantFrom('{', '}', '"', '__proto__', '\\ud800', '==', '1e999'),
      ),
    })
    .map(
      ({ example, at, length, text }) => example.slice(0, at) + text + example.slice(at + length),
    ),
);
