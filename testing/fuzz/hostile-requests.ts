// Requests that must be refused by construction, whatever fast-check draws for the rest.
import fc from 'fast-check';
import {
  callNames,
  callPath,
  calls,
  type CallName,
  type CallsOfKind,
} from '@inaam/contract/calls.ts';
import { bodyBytesMax, clockSkewMaxMs } from '@inaam/contract/limits.ts';
import type { SignedCall } from '../server/shopper/device.ts';
import type { Shopper } from '../server/shopper/shopper.ts';
import type { FuzzRequest } from './recorded-app.ts';

const isSigned = (name: CallName): name is CallsOfKind<'signed'> => calls[name].kind === 'signed';
const signedNames = callNames.filter(isSigned);

export type System = { shoppers: readonly Shopper[]; now: () => number };

/** Valid fields of each signed call. */
export const goodFields: Record<SignedCall, Record<string, unknown>> = {
  recordConsent: { agree: 'YES' },
  register: { name: 'Asha', mobile: '9999999999', state: 'Goa', agree1: true, limit: '' },
  resendOtp: {},
  verifyOtp: { otp: '123456' },
  getCities: { state: 'Goa' },
  editDetails: {
    name: 'Asha',
    state: 'Goa',
    city: 'Panaji',
    email: '',
    gender: 'female',
    age: '30',
  },
  getReward: {},
  getQuestion: {},
  answerQuestion: { questionId: 'leaf', selectedAnswer: 1 },
  getPayout: {},
  askPayout: { upiId: 'asha@okaxis' },
  decidePayout: { request: 1 },
  proveNumber: { mobile: '9999999999' },
  withdrawConsent: { mobile: '9999999999', otp: '123456' },
  eraseData: { mobile: '9999999999', otp: '123456' },
};

/**
 * Any code points, including lone surrogates. fast-check's unit `binary` first lists all of them,
 * which takes seconds in each process.
 */
export const anyText = (maxLength?: number): fc.Arbitrary<string> =>
  fc
    .array(fc.nat(0x10_ffff), maxLength === undefined ? {} : { maxLength })
    .map((points) => String.fromCodePoint(...points));

const hostileText = fc.oneof(anyText(), fc.string(), fc.constant('\u0000\ud800'));
const noText = fc.oneof(
  fc.constantFrom<unknown>(null, [], {}, { toString: 1 }, [['a']], Number.MAX_SAFE_INTEGER + 2),
  fc.jsonValue({ depthSize: 'small' }).filter((value) => typeof value === 'object'),
);
const neverAge = (value: unknown) => typeof value !== 'number';

type Plan = {
  name: CallsOfKind<'signed'>;
  way: keyof typeof ways;
  who: number;
  at: number;
  text: string;
  value: unknown;
};

type Made = { name: CallsOfKind<'signed'>; shopper: Shopper; other: Shopper; system: System };
type Sending = Partial<Pick<FuzzRequest, 'method' | 'url' | 'headers' | 'payload'>>;

const form = (...pairs: readonly (readonly [string, string])[]) =>
  new URLSearchParams(pairs.map(([key, value]) => [key, value])).toString();
const bodyOf = ({ shopper }: Made, data: string) =>
  form(['userKey', shopper.userKey], ['data', data]);
const good = ({ name, shopper }: Made) => shopper.signed(goodFields[name]);
const placeIn = (items: readonly unknown[] | string, at: number) => at % Math.max(1, items.length);

/** Each makes a request that no server may accept. */
const ways = {
  'a changed character': (made: Made, { at }: Plan) => {
    const data = good(made);
    const place = placeIn(data.slice(0, data.lastIndexOf('.')), at);
    const letter = data.charAt(place) === 'A' ? 'B' : 'A';
    const changed = data.slice(0, place) + letter + data.slice(place + 1);
    return { payload: bodyOf(made, changed) };
  },
  'a cut call': (made: Made, { at }: Plan) => {
    const data = good(made);
    return { payload: bodyOf(made, data.slice(0, placeIn(data, at))) };
  },
  'a foreign data key': (made: Made) => {
    const { dataKey } = made.other;
    return { payload: bodyOf(made, made.shopper.signed(goodFields[made.name], { dataKey })) };
  },
  'another’s call': (made: Made) => ({
    payload: bodyOf(made, made.other.signed(goodFields[made.name])),
  }),
  'a time too far off': (made: Made, { at }: Plan) => {
    const off = (clockSkewMaxMs + 1 + at) * (at % 2 === 0 ? 1 : -1);
    const t = made.system.now() + off;
    return { payload: bodyOf(made, made.shopper.signed(goodFields[made.name], { t })) };
  },
  'anything for a call': (made: Made, { text, at }: Plan) => {
    const dots = at % 3 === 0 ? `${text}.${text}.${'a'.repeat(64 + (at % 12))}` : text;
    return { payload: bodyOf(made, dots) };
  },
  'anything for a form': (_made: Made, { text }: Plan) => ({ payload: `x${text}` }),
  'a call twice encoded': (made: Made) => ({
    payload: bodyOf(made, encodeURIComponent(good(made))),
  }),
  'two calls in one': (made: Made) => {
    const data = good(made);
    const { userKey } = made.shopper;
    return { payload: form(['userKey', userKey], ['data', data], ['data', data]) };
  },
  'another user key in the form': (made: Made) => ({
    payload: form(['userKey', made.other.userKey], ['data', good(made)]),
  }),
  'a made-up user key': (made: Made, { text, at }: Plan) => ({
    url: callPath(
      made.name,
      at % 2 === 0 ? `k${text.toWellFormed()}` : `${made.shopper.userKey.slice(0, -1)}~`,
    ),
    payload: bodyOf(made, good(made)),
  }),
  'a field that nobody asked for': (made: Made, { text, value }: Plan) => {
    const fields = { ...goodFields[made.name], [`x${text}`]: value };
    return { payload: bodyOf(made, made.shopper.signed(fields)) };
  },
  'a prototype': (made: Made, { value }: Plan) => {
    const fields = { ...goodFields[made.name], constructor: { prototype: value } };
    return { payload: bodyOf(made, made.shopper.signed(fields)) };
  },
  'a field of another type': (made: Made, { at, value }: Plan) => {
    const names = Object.keys(goodFields[made.name]);
    const field = names[placeIn(names, at)] ?? 'x';
    const wrong = field === 'age' && !neverAge(value) ? [] : value;
    const fields = { ...goodFields[made.name], [field]: wrong };
    return { payload: bodyOf(made, made.shopper.signed(fields)) };
  },
  'another content type': (made: Made, { at }: Plan) => ({
    headers: { 'content-type': ['application/json', 'text/plain', 'a/b;', ''][at % 4] ?? '' },
    payload: bodyOf(made, good(made)),
  }),
  'another method': (made: Made, { at }: Plan) => ({
    method: (['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)[at % 5] ?? 'GET',
    payload: bodyOf(made, good(made)),
  }),
  'too much': (made: Made, { at }: Plan) => ({
    payload: bodyOf(made, good(made)).padEnd(bodyBytesMax + 1 + (at % 1000), '&a=b'),
  }),
} satisfies Record<string, (made: Made, plan: Plan) => Sending>;

const wayNames = Object.keys(ways).filter((name): name is keyof typeof ways =>
  Object.hasOwn(ways, name),
);

export const hostilePlans: fc.Arbitrary<Plan> = fc.record({
  name: fc.constantFrom(...signedNames),
  way: fc.constantFrom(...wayNames),
  who: fc.nat(),
  at: fc.nat(),
  text: hostileText,
  value: noText,
});

export function hostileRequest(plan: Plan, system: System): FuzzRequest {
  const { shoppers } = system;
  const shopper = shoppers[placeIn(shoppers, plan.who)];
  const other = shoppers[placeIn(shoppers, plan.who + 1)];
  if (!shopper || !other) throw new Error('The fuzzer needs two shoppers.');
  const made = { name: plan.name, shopper, other, system };
  const sending: Sending = ways[plan.way](made, plan);
  return {
    what: `${plan.name}: ${plan.way}`,
    mustBeRefused: true,
    method: 'POST',
    url: callPath(plan.name, shopper.userKey),
    payload: '',
    ...sending,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(shopper.accessToken === undefined
        ? {}
        : { authorization: `Bearer ${shopper.accessToken}` }),
      ...sending.headers,
    },
  };
}
