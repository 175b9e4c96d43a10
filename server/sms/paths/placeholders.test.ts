import { expect, test } from 'vitest';
import { outgoingSms as sms } from '@inaam/testing/server/delivery/outgoing-sms.ts';
import {
  fillerOf,
  fillFixed,
  isKnownPlaceholder,
  isPrivate,
  placeholdersOf,
} from './placeholders.ts';

const given = {
  values: { account: 'in aam' },
  secrets: { KEY: 'k3y' },
  templates: { [sms.template.templateId]: 'tea-3' },
};
const fill = fillerOf(sms, given);

test.each([
  ['{mobile}', '9876543210'],
  ['{text}', sms.text],
  ['{reference}', sms.id],
  ['{entityId}', '1101000000000000000'],
  ['{headerId}', 'INAAMB'],
  ['{templateId}', '1107000000000000003'],
  ['{providerTemplate}', 'tea-3'],
  ['{variable.code}', 'ABCD-EFGH'],
  ['{value.account}', 'in aam'],
  ['{secret.KEY}', 'k3y'],
  ['91{mobile}/{headerId}', '919876543210/INAAMB'],
  ['{}, {1a} and { mobile }', '{}, {1a} and { mobile }'],
  ['{variable.none}', undefined],
  ['{secret.account}', undefined],
  ['{value.KEY}', undefined],
  ['{value.constructor}', undefined],
  ['{value}', undefined],
  ['{mobile} {variable.none}', undefined],
])('[OTP-5] %s is filled in as %s', (text, filled) => {
  expect(fill(text)).toBe(filled);
});

test.each([
  ['Rs. 3', { gsm7: 'plain', ucs2: 'unicode' }, 'plain'],
  ['₹3', { gsm7: 'plain', ucs2: 'unicode' }, 'unicode'],
  ['आपका कोड', { ucs2: '1' }, '1'],
  ['Rs. 3', { ucs2: '1' }, undefined],
  ['Rs. 3', undefined, undefined],
])('[OTP-5] the alphabet of %j is written, by %j, as %j', (text, encoding, written) => {
  expect(fillerOf({ ...sms, text }, given, { encoding })('{encoding}')).toBe(written);
});

test.each([
  ['promotional', { promotional: 'promo' }, 'promo'],
  ['service-implicit', { promotional: 'promo' }, undefined],
  ['service-implicit', undefined, undefined],
] as const)('the category %s is written, by %j, as %j', (category, categories, written) => {
  expect(fillerOf({ ...sms, category }, given, { categories })('{category}')).toBe(written);
});

test('[OTP-5] what is filled in is encoded, and nothing else', () => {
  expect(fill('a b/{value.account}', encodeURIComponent)).toBe('a b/in%20aam');
});

test('a template that the provider has no id of has none', () => {
  expect(fillerOf(sms, { ...given, templates: {} })('{providerTemplate}')).toBeUndefined();
});

test('what depends on the message stays in the fixed part', () => {
  expect(fillFixed('{value.account}/{secret.KEY}/{mobile}/{value.none}', given)).toBe(
    'in aam/k3y/{mobile}/{value.none}',
  );
});

test('the places of a text are found by their names', () => {
  expect(placeholdersOf('91{mobile} {variable.code}{a.b.c} {}')).toEqual([
    'mobile',
    'variable.code',
  ]);
});

test.each([
  ['mobile', true, true],
  ['text', true, true],
  ['variable.code', true, true],
  ['reference', true, false],
  ['entityId', true, false],
  ['headerId', true, false],
  ['templateId', true, false],
  ['providerTemplate', true, false],
  ['encoding', true, false],
  ['category', true, false],
  ['value.account', true, false],
  ['secret.KEY', true, false],
  ['number', false, false],
  ['value.', false, false],
  ['my.value.a', false, false],
  ['value.a.b', false, false],
  ['secret', false, false],
])('%s is known: %s, and differs by person: %s', (place, isKnown, isPersonal) => {
  expect(isKnownPlaceholder(place)).toBe(isKnown);
  expect(isPrivate(place)).toBe(isPersonal);
});
