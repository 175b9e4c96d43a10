// A shopper's session through the page's calls, stored as the page stores it: for tests of what
// follows the forms.
import { calls } from '@inaam/contract/calls.ts';
import { storedSession } from '@inaam/testing/browser/stored-session.ts';
import { Device, siteAt, type Answered } from '@inaam/testing/server/shopper/device.ts';
import { respond } from '../api-calls.ts';
import type { Phone } from './phone.ts';
import { nextPack, productCampaign } from '../product/product-url.ts';
import { readCode } from '../product/sms-inbox.ts';
import { openBlankPage } from './context-pool.ts';

type Shopper = { readonly name: string; readonly mobile: string; readonly state: string };
type Login = { readonly accessToken: string; readonly fromTN: 0 | 1; readonly shopper?: Shopper };

const entryValues = { utm_source: 'qrcode' };
/** A busy machine must not reach it. */
const limitMs = 60_000;

/** Registers and verifies. The tab is as after a verification, without a page of the app. */
export async function storeVerified(phone: Phone, shopper: Shopper): Promise<void> {
  const device = deviceAt(phone);
  device.pack = await nextPack(phone.origin);
  assertDone(await device.register(shopper.mobile, shopper.state, shopper.name));
  const { resp } = assertDone(await device.verifyWith(await readCode(shopper.mobile)));
  const { accessToken, fromTN } = calls.verifyOtp.answer.parse(resp);
  await storeLogin(phone, device, { accessToken, fromTN, shopper });
}

export async function storeUnknownToken(phone: Phone): Promise<void> {
  // The reward's screen and the profile request the voucher's state; a 401 would end the session.
  await respond(phone.page, 'getDetails', { statusCode: 200 });
  const device = deviceAt(phone);
  assertDone(await device.start(entryValues));
  await storeLogin(phone, device, { accessToken: 'A'.repeat(43), fromTN: 0 });
}

const deviceAt = ({ origin }: Phone) => new Device(siteAt(origin, limitMs));

function assertDone(answer: Answered): Answered {
  if (answer.status === 200) return answer;
  throw new Error(`Failed to store a login: a call was answered with ${answer.status}.`);
}

async function storeLogin(
  { context, page, origin }: Phone,
  { userKey, dataKey }: Device,
  { shopper, ...token }: Login,
): Promise<void> {
  const inaam = storedSession({ userKey, dataKey, ...token, ...(shopper ? { shopper } : {}) });
  await context.addCookies([{ name: `${productCampaign()}-id`, value: userKey, url: origin }]);
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
