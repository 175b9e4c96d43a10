// Requests that may get any response but a server error: correctly signed calls with any text in
// their fields, and anything to any address.
import fc from 'fast-check';
import { callPath } from '@inaam/contract/calls.ts';
import { anyText, goodFields, type System } from './hostile-requests.ts';
import type { FuzzRequest } from './recorded-app.ts';

const hostileText = fc.oneof(
  anyText(60),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '\u0000',
    '\ud800',
    '\udfff\ud800',
    'a\u202eb',
    "' or 1=1--",
    '{{x}}',
    '%00',
    '../',
  ),
);
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const;
const addresses = fc.constantFrom(
  '/',
  '/api/users',
  '/api/users/register/x',
  '/api/nothing',
  '/assets/none.js',
  '/art/none.svg',
  '/draw/',
  '/draw/commitment.json',
  '/draw/ledger.jsonl',
  '/live',
  '/spin-wheel',
  '/words/en.json',
);
const types = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=a',
  'text/plain',
  '',
);
const headerText = fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/[^\x20-\x7e]/g, ''));

const anySession: fc.Arbitrary<Record<string, unknown>> = fc.record(
  {
    utm_source: fc.oneof(fc.constant('qrcode'), hostileText),
    utm_medium: hostileText,
    utm_term: hostileText,
    id: fc.oneof(hostileText, fc.jsonValue()),
    masterKey: hostileText,
  },
  { requiredKeys: [] },
);

export const freePlans = fc.record({
  kind: fc.constantFrom('session', 'fields', 'anything', 'anything'),
  name: fc.constantFrom('register', 'getCities', 'editDetails', 'recordConsent'),
  session: anySession,
  who: fc.nat(),
  at: fc.nat(),
  text: hostileText,
  method: fc.constantFrom(...methods),
  address: addresses,
  type: types,
  header: headerText,
  forwarded: fc.constantFrom('', '192.0.2.1', '2001:db8::1', 'x, y', '1.2.3.4, 5.6.7.8'),
});
type Plan = typeof freePlans extends fc.Arbitrary<infer Value> ? Value : never;

export function freeRequest(plan: Plan, system: System): FuzzRequest {
  const headers = {
    'accept-language': plan.header,
    cookie: plan.header,
    authorization: plan.at % 5 === 0 ? plan.header : `Bearer ${plan.header}`,
    'x-forwarded-for': plan.forwarded,
    'x-request-id': plan.header,
    accept: plan.at % 2 === 0 ? 'text/html' : plan.header,
  };
  const common = { what: `${plan.kind}: ${plan.address}`, mustBeRefused: false } as const;
  if (plan.kind === 'session') {
    return {
      ...common,
      method: 'POST',
      url: '/api/users',
      headers: { ...headers, 'content-type': 'application/json' },
      payload: JSON.stringify(plan.session),
    };
  }
  if (plan.kind === 'fields') return fieldsRequest(plan, system, headers);
  const address =
    plan.at % 3 === 0 ? `${plan.address}${encodeURI(wellFormed(plan.text))}` : plan.address;
  return {
    ...common,
    method: plan.method,
    url: plan.at % 7 === 0 ? `${plan.address}?${plan.header.replaceAll(/[\s#]/g, '%')}` : address,
    headers: { ...headers, 'content-type': plan.type },
    payload: plan.method === 'GET' || plan.method === 'HEAD' ? '' : plan.text,
  };
}

const wellFormed = (text: string) => text.toWellFormed();

/** Correctly signed, with any text in one field. */
function fieldsRequest(
  plan: Plan,
  { shoppers }: System,
  headers: Record<string, string>,
): FuzzRequest {
  const shopper = shoppers[plan.who % shoppers.length];
  if (!shopper) throw new Error('The fuzzer needs a shopper.');
  const fields = goodFields[plan.name];
  const names = Object.keys(fields);
  const field = names[plan.at % names.length] ?? 'name';
  const data = shopper.signed({ ...fields, [field]: plan.text });
  return {
    what: `${plan.name} with any ${field}`,
    mustBeRefused: false,
    method: 'POST',
    url: callPath(plan.name, shopper.userKey),
    headers: {
      ...headers,
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Bearer ${shopper.accessToken ?? ''}`,
    },
    payload: new URLSearchParams({ userKey: shopper.userKey, data }).toString(),
  };
}
