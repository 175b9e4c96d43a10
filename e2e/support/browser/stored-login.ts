// A shopper's session through the page's calls, stored as the page stores it: for tests of what
// follows the forms.
import { callPath, calls, type CallName } from '@inaam/contract/calls.ts';
import { unwrapResponse } from '@inaam/contract/envelope.ts';
import { drawPadding, sign } from '@inaam/contract/signing.ts';
import { storedSession } from '@inaam/testing/browser/stored-session.ts';
import type { Phone } from './phone.ts';
import { nextPack } from '../product/demo-packs.ts';
import { productCampaign } from '../product/product-url.ts';
import { readCode } from '../product/sms-inbox.ts';
import { openBlankPage } from './context-pool.ts';

type Shopper = { readonly name: string; readonly mobile: string; readonly state: string };
type Keys = { readonly userKey: string; readonly dataKey: string };
type Login = { readonly accessToken: string; readonly fromTN: 0 | 1; readonly shopper?: Shopper };

const entryValues = { utm_source: 'qrcode' };
const below = (bound: number) => Math.floor(Math.random() * bound);

/** Registers and verifies. The tab is as after a verification, without a page of the app. */
export async function storeVerified(phone: Phone, shopper: Shopper): Promise<void> {
  const { origin } = phone;
  const pack = await nextPack(origin);
  const keys = await startSession(origin);
  await postSigned(origin, 'recordConsent', keys, { agree: 'YES' });
  await postSigned(origin, 'register', keys, {
    ...shopper,
    agree1: true,
    limit: '',
    ...(pack !== undefined && { pack }),
  });
  const otp = await readCode(shopper.mobile);
  const { accessToken, fromTN } = calls.verifyOtp.answer.parse(
    await postSigned(origin, 'verifyOtp', keys, { otp }),
  );
  await storeLogin(phone, keys, { accessToken, fromTN, shopper });
}

export async function storeUnknownToken(phone: Phone): Promise<void> {
  // The reward's screen and the profile request the voucher's state.
  phone.allow(/status of 401 .*getDetails/);
  const keys = await startSession(phone.origin);
  await storeLogin(phone, keys, { accessToken: 'A'.repeat(43), fromTN: 0 });
}

async function startSession(origin: string): Promise<Keys> {
  const answer = await post(origin, 'startSession', JSON.stringify(entryValues));
  const { token } = calls.startSession.answer.parse(answer);
  if (token === null) throw new Error('Failed to start a session: the server gave no keys.');
  return token;
}

async function storeLogin(
  { context, page, origin }: Phone,
  keys: Keys,
  { shopper, ...token }: Login,
): Promise<void> {
  const inaam = storedSession({ ...keys, ...token, ...(shopper ? { shopper } : {}) });
  await context.addCookies([{ name: `${productCampaign()}-id`, value: keys.userKey, url: origin }]);
  await openBlankPage(page);
  await page.evaluate(store, {
    session: { inaam, 'inaam-entry': JSON.stringify(entryValues) },
    local: shopper
      ? { userName: shopper.name, userMobile: shopper.mobile, userState: shopper.state }
      : {},
  });
}

type Stored = { session: Record<string, string>; local: Record<string, string> };

function store({ session, local }: Stored): void {
  for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
  for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value);
}

function postSigned(origin: string, name: CallName, keys: Keys, fields: Record<string, unknown>) {
  const { userKey, dataKey } = keys;
  const data = sign({ userKey, t: Date.now(), fields }, dataKey, drawPadding(below));
  return post(origin, name, new URLSearchParams({ userKey, data }), userKey);
}

async function post(
  origin: string,
  name: CallName,
  body: URLSearchParams | string,
  userKey?: string,
): Promise<unknown> {
  const address = `${origin}${callPath(name, userKey)}?t=${Date.now()}`;
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(address, {
    method: 'POST',
    body,
    ...(typeof body === 'string' ? { headers } : {}),
  });
  if (!response.ok) throw new Error(`Failed to call ${name}: status ${response.status}.`);
  return unwrapResponse(await response.text());
}
